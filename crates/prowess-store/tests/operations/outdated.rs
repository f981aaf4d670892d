//! Looking whether there is something newer.

use std::fs;

use prowess_store::operations::Selection;
use prowess_store::status::Freshness;
use prowess_store::{Scope, Source, source::Location};

use crate::stage::{Stage, run};

fn freshness(stage: &Stage) -> Vec<(String, Freshness)> {
    let looked = run(stage.store().outdated(&Selection::default())).unwrap();
    looked
        .into_iter()
        .map(|looked| (looked.key.name, looked.freshness))
        .collect()
}

/// A folder is read; an unreadable one is unknown, never up to date (IN-32); both scopes say the same (IN-07).
#[test]
fn in_07_in_32_folders() {
    let stage = Stage::new();
    stage.skill("w/src/s", "one");
    for scope in [Scope::Project, Scope::User] {
        let mut request = stage.install("w/src/s");
        request.scope = scope;
        run(stage.store().install(&request)).unwrap();
    }
    let all = freshness(&stage);
    assert_eq!(all.len(), 2);
    assert!(
        all.iter().all(|(_, of)| *of == Freshness::UpToDate),
        "{all:?}"
    );
    stage.skill("w/src/s", "two");
    let all = freshness(&stage);
    assert!(
        all.iter()
            .all(|(_, of)| matches!(of, Freshness::Newer { .. })),
        "{all:?}"
    );
    fs::remove_dir_all(stage.path("w/src/s")).unwrap();
    let all = freshness(&stage);
    assert!(
        all.iter()
            .all(|(_, of)| matches!(of, Freshness::Unknown { .. })),
        "{all:?}"
    );
}

/// Another archive with the same skill in it is no news; what a project takes from outside of it is not
/// read unasked.
#[test]
fn archives() {
    let stage = Stage::new();
    let pack = |body: &str, more: &str| {
        let mut zip = zip::ZipWriter::new(fs::File::create(stage.path("w/a.zip")).unwrap());
        for (name, text) in [
            ("a/SKILL.md", crate::stage::skill("a", body)),
            ("b/SKILL.md", crate::stage::skill("b", more)),
        ] {
            zip.start_file(name, zip::write::SimpleFileOptions::default())
                .unwrap();
            std::io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
    };
    pack("A.", "B.");
    let mut request = stage.install("");
    request.source = Source::Archive(Location::Path(stage.path("w/a.zip")));
    request.pick = prowess_store::operations::Pick::Named(vec!["a".to_owned()]);
    run(stage.store().install(&request)).unwrap();
    assert!(stage.read("w/prowess.lock").contains("\"./a.zip\""));
    pack("A.", "other");
    assert_eq!(freshness(&stage)[0].1, Freshness::UpToDate);
    pack("new", "other");
    assert!(matches!(freshness(&stage)[0].1, Freshness::Newer { .. }));
    let stage = Stage::with_s();
    assert_eq!(freshness(&stage)[0].1, Freshness::UpToDate);
    // Another user has not named the folder.
    fs::remove_dir_all(stage.path("data/trust")).unwrap();
    let all = freshness(&stage);
    assert!(matches!(all[0].1, Freshness::Unknown { .. }), "{all:?}");
}
