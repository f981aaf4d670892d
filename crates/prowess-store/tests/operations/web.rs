//! A skill of an archive at an address, with a committed lock, on a second machine.

use std::fs;

use prowess_store::operations::{LockUse, Pick, Restore, Run, Selection, Update};
use prowess_store::status::Freshness;
use prowess_store::{Error, Source, source::Location};

use crate::server::{Answer, Kit, Server, zipped};
use crate::stage::{Stage, skill};

fn archive(body: &str) -> Answer {
    Answer::ok(zipped(&[("s/SKILL.md", &skill("s", body))]))
}

/// Everything of the user's that is on this machine alone is gone; what the project has committed is there.
fn second_machine(stage: &Stage) {
    fs::remove_dir_all(stage.path("data")).unwrap();
    fs::create_dir(stage.path("data")).unwrap();
    fs::remove_dir_all(stage.path("w/.agents")).unwrap();
}

/// The same bytes come from the lock or none do; what cannot be looked at is unknown (IN-32); an update takes what
/// is new.
#[tokio::test]
async fn in_32_committed_lock() {
    let server = Server::new().await;
    server.on("/a.zip", archive("one"));
    let mut stage = Stage::new();
    stage.fetcher.client = Some(Kit::new().client());
    let mut request = stage.install("");
    request.source = Source::Archive(Location::Url(server.at("/a.zip")));
    request.pick = Pick::Only;
    let installed = stage.store().install(&request).await.unwrap();
    assert!(installed.failed.is_empty(), "{installed:?}");
    let frozen = Restore {
        locks: LockUse::Frozen,
        run: Run::Real,
    };
    second_machine(&stage);
    let restored = stage.store().restore(&frozen).await.unwrap();
    assert!(restored.failed.is_empty(), "{restored:?}");
    assert_eq!(stage.read("w/.agents/skills/s/SKILL.md"), skill("s", "one"));
    server.on("/a.zip", archive("two"));
    let looked = stage.store().outdated(&Selection::default()).await.unwrap();
    assert!(matches!(looked[0].freshness, Freshness::Newer { .. }));
    second_machine(&stage);
    let other = stage.store().restore(&frozen).await.unwrap();
    assert!(
        matches!(other.failed[0].error, Error::Digest { .. }),
        "{other:?}"
    );
    assert!(!stage.is_there("w/.agents/skills/s"));
    let updated = stage.store().update(&Update::default()).await.unwrap();
    assert!(updated.failed.is_empty(), "{updated:?}");
    assert_eq!(stage.read("w/.agents/skills/s/SKILL.md"), skill("s", "two"));
    server.on("/a.zip", Answer::status(404));
    let looked = stage.store().outdated(&Selection::default()).await.unwrap();
    assert!(matches!(looked[0].freshness, Freshness::Unknown { .. }));
    stage.fetcher.client = None;
    let looked = stage.store().outdated(&Selection::default()).await.unwrap();
    assert!(matches!(looked[0].freshness, Freshness::Unknown { .. }));
}
