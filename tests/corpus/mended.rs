//! Real files, mended.

use std::path::Path;

use prowess_base::Diagnostic;
use prowess_format::{Dialect, Document, Header, Limits, Manifest, Source, mend};
use prowess_tests::{Corpus, note};

/// What a header says but for its name, whether it is without error, and the body.
fn read(text: &str) -> Option<(Manifest, bool, &str)> {
    let limits = Limits::default();
    let (document, mut faults) = Document::parse(text, &limits);
    if !matches!(document.header, Header::Mapping { .. }) {
        return None;
    }
    let mut reading = Dialect::Own.read(&document, "", &limits);
    faults.extend(reading.diagnostics);
    reading.manifest.name = None;
    let is_whole = !faults.iter().any(Diagnostic::is_error);
    Some((reading.manifest, is_whole, document.body()))
}

/// Mending changes neither what is read nor the body, breaks nothing that is whole, and is done after
/// one time. What had no header that can be read keeps its text to the last byte.
#[test]
fn mending_changes_nothing_else() {
    let Some(corpus) = Corpus::open() else {
        return;
    };
    let mut mended = 0;
    for file in corpus.files() {
        let bytes = std::fs::read(&file).unwrap();
        let (source, faults) = Source::decode(&bytes);
        if !faults.is_empty() {
            continue;
        }
        let folder = file.parent().and_then(Path::file_name).unwrap();
        let folder = folder.to_string_lossy();
        let mending = mend(&source.text, &folder);
        if mending.done.is_empty() {
            assert_eq!(mending.text, source.text);
            continue;
        }
        mended += 1;
        let shown = file.display();
        assert_eq!(mend(&mending.text, &folder).done, [], "{shown}");
        let (after, is_whole, body) = read(&mending.text).unwrap();
        match read(&source.text) {
            Some((before, was_whole, old_body)) => {
                assert_eq!((before, old_body), (after, body), "{shown}");
                assert!(is_whole || !was_whole, "{shown}");
            }
            None => assert!(source.text.ends_with(body), "{shown}"),
        }
    }
    note(&format!("corpus: {mended} files can be mended"));
}
