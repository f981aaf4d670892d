//! Every operation on the disk of an install, an update and a removal fails, and dies.

use std::collections::BTreeMap;

use prowess_store::Error;
use prowess_store::ask::Nobody;
use prowess_store::change::{Wait, recover};
use prowess_store::disk::{Disk, RealDisk};
use prowess_store::operations::{Conflicts, Made, Remove, Selection, Update};

use crate::faulty::{Fault, FaultyDisk};
use crate::stage::{Stage, run, skill};

/// A stage in its old state, and what makes the new one.
struct Scenario {
    stage: fn() -> Stage,
    deed: fn(&Stage, &dyn Disk) -> Result<Made, Error>,
}

/// The one answer of an operation on one skill.
fn answer(made: Made, failed: Vec<prowess_store::operations::Failed>) -> Result<Made, Error> {
    match failed.into_iter().next() {
        Some(failed) => Err(failed.error),
        None => Ok(made),
    }
}

fn source() -> Stage {
    let stage = Stage::new();
    stage.skill("w/src/s", "one\n\ntwo");
    stage.write("w/src/s/ref.md", "1");
    stage.write("w/prowess.toml", "# ours\n[skills]\n");
    stage
}

fn install(stage: &Stage, disk: &dyn Disk) -> Result<Made, Error> {
    let mut request = stage.install("w/src/s");
    request.targets = vec!["claude-code".to_owned()];
    let installed = run(stage.store_with(&Nobody, disk).install(&request))?;
    answer(installed.made, installed.failed)
}

/// It is kept with an edit and a file of the user's own, and its source has something new.
fn kept() -> Stage {
    let stage = source();
    install(&stage, &RealDisk).unwrap();
    stage.write("w/.agents/skills/s/SKILL.md", &skill("s", "mine\n\ntwo"));
    stage.write("w/src/s/SKILL.md", &skill("s", "one\n\ntheirs"));
    stage.write("w/src/s/new.md", "new");
    stage
}

fn update(stage: &Stage, disk: &dyn Disk) -> Result<Made, Error> {
    let request = Update {
        conflicts: Conflicts::Marks,
        ..Update::default()
    };
    let updated = run(stage.store_with(&Nobody, disk).update(&request))?;
    answer(updated.made, updated.failed)
}

fn remove(stage: &Stage, disk: &dyn Disk) -> Result<Made, Error> {
    let removed = stage.store_with(&Nobody, disk).remove(&Remove {
        selection: Selection::named(["s"]),
        ..Remove::default()
    })?;
    answer(removed.made, removed.failed)
}

fn state(stage: &Stage) -> BTreeMap<String, String> {
    let mut state = stage.everything();
    // Which staging folders there were may still be written down, without any.
    state.remove("data/change/intent.json");
    state
}

/// Lets every operation on the disk meet every fault: afterwards there is the old state or the new one, as the answer says, and
/// nothing is left over; after a death the next run sees to that, and can do what was not done (IN-21).
fn every_operation(scenario: &Scenario) {
    let Scenario { stage, deed } = scenario;
    let done = stage();
    deed(&done, &RealDisk).unwrap();
    let new = state(&done);
    for fault in Fault::ALL {
        for at in 0.. {
            let stage = stage();
            let old = state(&stage);
            assert_ne!(old, new);
            let disk = FaultyDisk::new(fault, at);
            let outcome = deed(&stage, &disk);
            if !disk.was_met() {
                assert!(outcome.is_ok(), "{fault:?} at {at}: {outcome:?}");
                break;
            }
            if !fault.is_death()
                && let Err(error) = &outcome
                && !matches!(error, Error::Pending { .. })
            {
                assert_eq!(state(&stage), old, "{fault:?} at {at}: {outcome:?}");
            }
            recover(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
            let found = state(&stage);
            if found == old {
                assert!(outcome.is_err(), "{fault:?} at {at}: it was told as done");
                deed(&stage, &RealDisk).unwrap();
                assert_eq!(state(&stage), new, "{fault:?} at {at}");
            } else if fault == Fault::Refused && found != new {
                // Where links are refused there is a copy.
                let copy = stage.path("w/.claude/skills/s");
                assert!(
                    !copy.is_symlink() && copy.join("SKILL.md").exists(),
                    "at {at}"
                );
            } else {
                assert_eq!(found, new, "{fault:?} at {at}: {outcome:?}");
            }
        }
    }
}

/// A first skill with its link, its wish and its lock.
#[test]
fn in_21_install() {
    every_operation(&Scenario {
        stage: source,
        deed: install,
    });
}

/// An update into which an edit is merged.
#[test]
fn in_21_update() {
    every_operation(&Scenario {
        stage: kept,
        deed: update,
    });
}

/// A removal.
#[test]
fn in_21_remove() {
    every_operation(&Scenario {
        stage: kept,
        deed: remove,
    });
}
