//! Putting away, bringing back, and what is not used.

use std::time::{Duration, UNIX_EPOCH};

use prowess_base::FixedClock;
use prowess_store::operations::{Archive, Became, Proposal, Selection, Undo};
use prowess_store::usage::{self, Event, Usage};
use prowess_store::{Error, Scope};

use crate::stage::{S, Stage, run};

fn archive() -> Archive {
    Archive {
        selection: Selection::named(["s"]),
        ..Archive::default()
    }
}

/// A skill goes out of every folder with what the user has made of it, and comes back as it was.
#[test]
fn away_and_back() {
    let stage = Stage::with_s();
    stage.write(&format!("{S}/ref.md"), "mine");
    stage.write(&format!("{S}/own/notes.txt"), "own");
    let before = stage.everything();
    let away = stage.store().archive(&archive()).unwrap();
    assert!(away.failed.is_empty(), "{away:?}");
    assert!(!stage.is_there(S));
    assert!(!stage.is_there("w/.claude/skills/s"));
    assert!(!stage.read("w/prowess.lock").contains("[[skill]]"));
    assert_eq!(stage.store().archived().unwrap().len(), 1);
    let back = stage.store().bring_back(&archive()).unwrap();
    assert!(back.failed.is_empty(), "{back:?}");
    assert_eq!(back.skills[0].became, Became::Back);
    let mut after = stage.everything();
    after.retain(|path, _| before.contains_key(path));
    assert_eq!(after, before);
    assert!(stage.store().archived().unwrap().is_empty());
    let none = stage.store().bring_back(&archive());
    assert!(matches!(none, Err(Error::NotKept { .. })), "{none:?}");
}

/// A second skill of the name does not push the first one out of the archive.
#[test]
fn two_of_a_name() {
    let stage = Stage::with_s();
    stage.store().archive(&archive()).unwrap();
    run(stage.store().install(&stage.install("source/s"))).unwrap();
    let away = stage.store().archive(&archive()).unwrap();
    assert!(
        matches!(away.failed[0].error, Error::Taken { .. }),
        "{away:?}"
    );
    assert!(stage.is_there(S));
    assert_eq!(stage.store().archived().unwrap().len(), 1);
}

/// Its bytes outlive every cleaning up, and a taking back brings the skill too.
#[test]
fn bytes_stay() {
    let stage = Stage::with_s();
    stage.write(&format!("{S}/own.txt"), "own");
    stage.store().archive(&archive()).unwrap();
    {
        let disk = prowess_store::disk::RealDisk;
        let held = prowess_store::change::hold(&stage.places, &disk, &mut |owner| {
            crate::stage::never(owner)
        })
        .unwrap();
        prowess_store::history::History::of(&stage.places)
            .forget(&held, 0)
            .unwrap();
        prowess_store::objects::Objects::of(&stage.places)
            .collect(&held)
            .unwrap();
    }
    let back = stage.store().bring_back(&archive()).unwrap();
    assert!(back.failed.is_empty(), "{back:?}");
    assert_eq!(stage.read(&format!("{S}/own.txt")), "own");
    stage.store().archive(&archive()).unwrap();
    stage.store().undo(&Undo::default()).unwrap();
    assert!(stage.is_there(S));
    assert!(stage.store().archived().unwrap().is_empty());
}

/// A skill is proposed when it was not used for long: since its last use, or since it came.
#[test]
fn stale() {
    const DAY: Duration = Duration::from_secs(86_400);
    let mut stage = Stage::with_s();
    stage.skill("source/t", "T.");
    run(stage.store().install(&stage.install("source/t"))).unwrap();
    let start = stage.clock.0;
    let later = (start + 20 * DAY)
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs();
    usage::record(&stage.places, Event::Used, [(Scope::Project, "t")], later).unwrap();
    stage.clock = FixedClock(start + 40 * DAY);
    let stale = stage.store().stale(30 * DAY).unwrap();
    let proposals: Vec<_> = stale
        .iter()
        .map(|stale| (stale.key.name.as_str(), stale.proposal))
        .collect();
    let archive = Proposal::Archive { unused: 40 * DAY };
    assert_eq!(proposals, [("s", archive), ("t", Proposal::Keep)]);
    let used = Usage::open(&stage.places).unwrap();
    assert_eq!(used.of(Scope::Project, "t").unwrap().count, 1);
    std::fs::remove_file(stage.path("data/usage.json")).unwrap();
    let stale = stage.store().stale(30 * DAY).unwrap();
    assert_eq!(stale[0].proposal, Proposal::Unknown);
}

/// The ledger is the user's alone, and one of a newer version is refused and left.
#[test]
fn ledger() {
    let stage = Stage::with_s();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = std::fs::metadata(stage.path("data/usage.json")).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    }
    stage.write("data/usage.json", r#"{"version":2,"skills":[]}"#);
    let newer = usage::record(&stage.places, Event::Used, [(Scope::Project, "s")], 1);
    assert!(matches!(newer, Err(Error::Newer { .. })), "{newer:?}");
    assert_eq!(
        stage.read("data/usage.json"),
        r#"{"version":2,"skills":[]}"#
    );
}
