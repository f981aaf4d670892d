//! Taking back.

use prowess_store::operations::{Undo, Update};
use prowess_store::{Error, Scope};

use crate::stage::{S, Stage, Yes, run, skill};
use prowess_store::disk::RealDisk;

/// Changes are taken back one after the other, and a taking back can itself be taken back.
#[test]
fn in_turn() {
    let stage = Stage::with_s();
    let yes = Yes::default();
    let store = stage.store_with(&yes, &RealDisk);
    stage.skill("source/s", "new");
    run(store.update(&Update::default())).unwrap();
    let one = store.undo(&Undo::default()).unwrap();
    assert_eq!(one.deed, "update s");
    assert_eq!(
        stage.read(&format!("{S}/SKILL.md")),
        skill("s", "one\n\ntwo\n\nthree")
    );
    let again = store
        .undo(&Undo {
            record: one.made.record,
            ..Undo::default()
        })
        .unwrap();
    assert_eq!(again.deed, "undo update s");
    assert_eq!(stage.read(&format!("{S}/SKILL.md")), skill("s", "new"));
    assert_eq!(
        store.undo(&Undo::default()).unwrap().deed,
        "undo undo update s"
    );
    assert_eq!(store.undo(&Undo::default()).unwrap().deed, "install s");
    assert!(!stage.is_there(S));
    assert!(!stage.is_there("w/prowess.lock"));
    assert!(!stage.is_there("w/prowess.toml"));
    let none = store.undo(&Undo::default());
    assert!(matches!(none, Err(Error::NothingToUndo)), "{none:?}");
}

/// An older change is taken back although the lock and the wishes say more by now; that stays.
#[test]
fn older() {
    let stage = Stage::with_s();
    stage.skill("source/t", "T.");
    run(stage.store().install(&stage.install("source/t"))).unwrap();
    stage
        .store()
        .undo(&Undo {
            record: Some(1),
            ..Undo::default()
        })
        .unwrap();
    assert!(!stage.is_there(S));
    assert!(!stage.is_there("w/.claude/skills/s"));
    assert!(stage.is_there("w/.agents/skills/t/SKILL.md"));
    for file in ["w/prowess.lock", "w/prowess.toml"] {
        let text = stage.read(file);
        assert!(text.contains("/t\""), "{text}");
        assert!(!text.contains("/s\""), "{text}");
    }
    assert_eq!(stage.store().verify(&Default::default()).unwrap().len(), 1);
}

/// Where the user has changed the skill since, nothing is taken back.
#[test]
fn changed_since() {
    let stage = Stage::with_s();
    stage.write(&format!("{S}/ref.md"), "mine");
    let before = stage.everything();
    let undone = stage.store().undo(&Undo::default());
    assert!(
        matches!(undone, Err(Error::Disk(prowess_fs::Error::Changed { .. }))),
        "{undone:?}"
    );
    assert_eq!(stage.everything(), before);
}

/// What was done in another workspace is not taken back here, what was done for the user is.
#[test]
fn elsewhere() {
    let mut stage = Stage::with_s();
    stage.skill("source/u", "U.");
    let mut request = stage.install("source/u");
    request.scope = Scope::User;
    run(stage.store().install(&request)).unwrap();
    std::fs::create_dir(stage.path("w2")).unwrap();
    stage.places.workspace = stage.path("w2");
    let none = stage.store().undo(&Undo::default());
    assert!(matches!(none, Err(Error::NothingToUndo)), "{none:?}");
    let record = |number| Undo {
        record: Some(number),
        ..Undo::default()
    };
    let other = stage.store().undo(&record(1));
    assert!(
        matches!(other, Err(Error::OtherWorkspace { .. })),
        "{other:?}"
    );
    stage.store().undo(&record(2)).unwrap();
    assert!(!stage.is_there("home/.agents/skills/u"));
}
