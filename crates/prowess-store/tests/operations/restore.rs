//! Restoring what the locks keep.

use std::fs;

use prowess_store::operations::{Became, LockUse, Restore};
use prowess_store::status::State;
use prowess_store::{Error, Scope};

use crate::stage::{S, Stage, Yes, run, skill};
use prowess_store::disk::RealDisk;

const FROZEN: Restore = Restore {
    locks: LockUse::Frozen,
    run: prowess_store::operations::Run::Real,
};

/// A skill that is gone comes back with its link from the bytes that this machine has, also where its source is gone.
#[test]
fn from_this_machine() {
    let stage = Stage::with_s();
    let before = stage.everything();
    fs::remove_dir_all(stage.path(S)).unwrap();
    fs::remove_file(stage.path("w/.claude/skills/s")).unwrap();
    fs::remove_dir_all(stage.path("source")).unwrap();
    let restored = run(stage.store().restore(&FROZEN)).unwrap();
    assert!(restored.failed.is_empty(), "{restored:?}");
    assert_eq!(restored.found[0].state, State::Missing);
    assert_eq!(restored.skills[0].became, Became::Back);
    let mut after = stage.everything();
    after.retain(|path, _| !path.starts_with("data/history"));
    let mut before = before;
    before.retain(|path, _| !path.starts_with("data/history"));
    assert_eq!(after, before);
}

/// On another machine the same bytes come from the source, or none: not what the source has by now. A folder outside of the
/// project is asked about, once.
#[test]
fn from_the_source() {
    let stage = Stage::with_s();
    fs::remove_dir_all(stage.path(S)).unwrap();
    fs::remove_dir_all(stage.path("data")).unwrap();
    fs::create_dir(stage.path("data")).unwrap();
    let refused = run(stage.store().restore(&FROZEN)).unwrap();
    assert!(
        matches!(refused.failed[0].error, Error::Unanswered { .. }),
        "{refused:?}"
    );
    assert!(!stage.is_there(S));
    let yes = Yes::default();
    stage.write("source/s/ref.md", "ref 2\n");
    let other = run(stage.store_with(&yes, &RealDisk).restore(&FROZEN)).unwrap();
    assert!(
        matches!(other.failed[0].error, Error::Digest { .. }),
        "{other:?}"
    );
    assert!(!stage.is_there(S));
    stage.write("source/s/ref.md", "ref 1\n");
    let restored = run(stage.store_with(&yes, &RealDisk).restore(&FROZEN)).unwrap();
    assert!(restored.failed.is_empty(), "{restored:?}");
    assert_eq!(stage.read(&format!("{S}/ref.md")), "ref 1\n");
    assert_eq!(yes.0.lock().unwrap().len(), 1);
}

/// What was edited stays as it is, and is told.
#[test]
fn edits_stay() {
    let stage = Stage::with_s();
    stage.write(&format!("{S}/ref.md"), "mine\n");
    let restored = run(stage.store().restore(&Restore::default())).unwrap();
    assert_eq!(restored.found[0].state, State::Changed);
    assert_eq!(restored.made.record, None);
    assert_eq!(stage.read(&format!("{S}/ref.md")), "mine\n");
}

/// What is newly wanted is installed and locked, unless the lock is frozen; then nothing is done.
#[test]
fn wishes() {
    let stage = Stage::with_s();
    stage.skill("w/own/t", "T.");
    let wishes = stage.read("w/prowess.toml");
    stage.write(
        "w/prowess.toml",
        &format!("{wishes}t = \"./own/t\"\nbad = {{ trust = 1 }}\n"),
    );
    let before = stage.everything();
    let frozen = run(stage.store().restore(&FROZEN));
    assert!(matches!(frozen, Err(Error::Frozen { .. })), "{frozen:?}");
    assert_eq!(stage.everything(), before);
    let restored = run(stage.store().restore(&Restore::default())).unwrap();
    assert!(restored.failed.is_empty(), "{restored:?}");
    assert_eq!(restored.faults[0].1.name, "bad");
    assert_eq!(stage.read("w/.agents/skills/t/SKILL.md"), skill("t", "T."));
    assert!(run(stage.store().restore(&FROZEN)).is_ok());
    // A wish that is gone leaves the skill, and is told.
    stage.write("w/prowess.toml", &wishes);
    let restored = run(stage.store().restore(&Restore::default())).unwrap();
    assert_eq!(restored.unwanted.len(), 1);
    assert!(stage.is_there("w/.agents/skills/t"));
}

/// Clients are as the wish says: one more gets a link, one less loses it.
#[test]
fn clients() {
    let stage = Stage::with_s();
    let wishes = stage.read("w/prowess.toml").replace("claude-code", "other");
    stage.write("w/prowess.toml", &wishes);
    assert!(matches!(
        run(stage.store().restore(&FROZEN)),
        Err(Error::Frozen { .. })
    ));
    run(stage.store().restore(&Restore::default())).unwrap();
    assert!(!stage.is_there("w/.claude/skills/s"));
    assert!(stage.is_there("w/.other/skills/s/SKILL.md"));
    assert!(stage.read("w/prowess.lock").contains("[\"other\"]"));
}

/// Both locks are consulted, whatever scope a skill is of (IN-10), and a newer lock is refused and left (IN-09).
#[test]
fn in_09_in_10_both_locks() {
    let stage = Stage::with_s();
    stage.skill("source/u", "U.");
    let mut request = stage.install("source/u");
    request.scope = Scope::User;
    run(stage.store().install(&request)).unwrap();
    let scopes: Vec<Scope> = stage
        .store()
        .verify(&Default::default())
        .unwrap()
        .iter()
        .map(|status| status.scope)
        .collect();
    assert_eq!(scopes, [Scope::Project, Scope::User]);
    stage.write("w/prowess.lock", "version = 99\n");
    let before = stage.everything();
    let newer = run(stage.store().restore(&Restore::default()));
    assert!(matches!(newer, Err(Error::Newer { .. })), "{newer:?}");
    let newer = run(stage.store().install(&request));
    assert!(matches!(newer, Err(Error::Newer { .. })), "{newer:?}");
    assert_eq!(stage.everything(), before);
}
