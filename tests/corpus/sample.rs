//! The sample of real files.

use std::fs::File;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use prowess_base::Diagnostic;
use prowess_format::{Document, Limits, Source};
use prowess_tests::shared_dir;
use serde::de::DeserializeOwned;
use tempfile::TempDir;

/// The sample on the disk.
pub(crate) struct Sample {
    root: PathBuf,
    _unpacked: Option<TempDir>,
}

impl Sample {
    /// Takes the folder that `PROWESS_CORPUS` names, or unpacks the shared archive; nothing, said
    /// on the terminal, where neither is there.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test takes its sample from the environment"
    )]
    pub(crate) fn open() -> Option<Self> {
        if let Some(root) = std::env::var_os("PROWESS_CORPUS") {
            let root = PathBuf::from(root);
            return Some(Self {
                root,
                _unpacked: None,
            });
        }
        let archive = shared_dir()?.join("corpus/sample.tar.gz");
        let unpacked = tempfile::tempdir().unwrap();
        // The archive is a fixture that we made; `unpack` refuses paths that lead out of the
        // folder.
        tar::Archive::new(GzDecoder::new(File::open(archive).unwrap()))
            .unpack(unpacked.path())
            .unwrap();
        Some(Self {
            root: unpacked.path().join("corpus-sample"),
            _unpacked: Some(unpacked),
        })
    }

    /// The bytes of one file.
    pub(crate) fn bytes(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.root.join(path)).unwrap()
    }
}

/// The lines of a table that belongs to the sample.
pub(crate) fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = shared_dir().unwrap().join("corpus").join(name);
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Decodes and parses `bytes`, and hands the result to `see`.
pub(crate) fn with_document<T>(
    bytes: &[u8],
    see: impl FnOnce(&Document<'_>, &[Diagnostic]) -> T,
) -> T {
    let (source, mut diagnostics) = Source::decode(bytes);
    let (document, found) = Document::parse(&source.text, &Limits::default());
    diagnostics.extend(found);
    see(&document, &diagnostics)
}
