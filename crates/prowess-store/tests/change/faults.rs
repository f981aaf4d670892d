//! Every operation of every kind of change fails, and dies.

use std::collections::BTreeMap;

use prowess_store::change::{Before, Change, Extras, Means, Recovered, Step, Wait, recover};
use prowess_store::disk::RealDisk;
use prowess_store::{Error, Scope, Tree};

use crate::faulty::{Fault, FaultyDisk};
use crate::stage::{Stage, Thing, file, ours, put, tree};

/// A stage with its old state, and the change that makes the new one.
type Scenario = fn() -> (Stage, Change);

const LOCK: &str = "w/prowess.lock";

fn old() -> Tree {
    tree(&[
        ("SKILL.md", "old"),
        ("gone.md", "gone"),
        ("scripts/run.sh", "old"),
    ])
}

fn new() -> Tree {
    tree(&[
        ("SKILL.md", "new"),
        ("more/deep/x.md", "x"),
        ("scripts/run.sh", "new"),
    ])
}

fn link(
    scope: Scope,
    name: &str,
    stage: &Stage,
    folder: &str,
    means: Means,
    before: Before,
) -> Step {
    Step::Link {
        scope,
        name: name.to_owned(),
        folder: stage.path(folder),
        means,
        before,
    }
}

fn change(steps: Vec<Step>) -> Change {
    Change {
        steps,
        ..Change::default()
    }
}

/// A first skill: none of the folders is there.
fn install() -> (Stage, Change) {
    let stage = Stage::new();
    stage.write("w/prowess.toml", "[skills]\n");
    let steps = vec![
        put(Scope::Project, "s", &new(), Before::Nothing),
        link(
            Scope::Project,
            "s",
            &stage,
            "w/.claude/skills",
            Means::Link,
            Before::Nothing,
        ),
        file(
            stage.path("w/prowess.toml"),
            Some("[skills]\ns = 1\n"),
            Some("[skills]\n"),
        ),
        file(stage.path(LOCK), Some("new"), None),
    ];
    (stage, change(steps))
}

/// A skill with files of the user's own, and a copy of it for a client; it enters the history.
fn update() -> (Stage, Change) {
    let stage = Stage::new();
    stage.lay("w/skills/s", &old());
    stage.lay("home/.client/skills/s", &old());
    stage.write("w/skills/s/mine/notes.txt", "mine");
    stage.write("w/skills/s/scripts/__pycache__/run.pyc", "cache");
    stage.write(LOCK, "old");
    let steps = vec![
        put(Scope::Workspace, "s", &new(), ours(&old())),
        link(
            Scope::Workspace,
            "s",
            &stage,
            "home/.client/skills",
            Means::Copy,
            ours(&old()),
        ),
        file(stage.path(LOCK), Some("new"), Some("old")),
    ];
    let change = Change {
        steps,
        deed: Some("update s".to_owned()),
    };
    (stage, change)
}

/// A skill, its link and a copy go.
fn remove() -> (Stage, Change) {
    let (stage, made) = install();
    stage.apply_on(&RealDisk, &made).unwrap();
    stage.lay("home/.client/skills/s", &new());
    let unlink = |folder: &str| Step::Unlink {
        scope: Scope::Project,
        name: "s".to_owned(),
        folder: stage.path(folder),
        before: ours(&new()),
    };
    let steps = vec![
        unlink("w/.claude/skills"),
        unlink("home/.client/skills"),
        Step::RemoveSkill {
            scope: Scope::Project,
            name: "s".to_owned(),
            before: ours(&new()),
            extras: Extras::Kept,
        },
        file(stage.path(LOCK), None, Some("new")),
    ];
    (stage, change(steps))
}

/// Several skills of several scopes at once: one comes, one changes, one goes.
fn several() -> (Stage, Change) {
    let stage = Stage::new();
    let (small, smaller) = (tree(&[("SKILL.md", "b")]), tree(&[("SKILL.md", "a")]));
    stage.lay("home/.agents/skills/b", &small);
    stage.lay("data/skills/c", &small);
    stage.lay("data/skills/d", &small);
    let steps = vec![
        put(Scope::Workspace, "a", &small, Before::Nothing),
        put(Scope::User, "b", &smaller, ours(&small)),
        Step::RemoveSkill {
            scope: Scope::Managed,
            name: "c".to_owned(),
            before: ours(&small),
            extras: Extras::Kept,
        },
        put(Scope::Managed, "d", &smaller, ours(&small)),
        file(stage.path("w/prowess.lock"), Some("lock"), None),
        file(stage.path("data/prowess.lock"), Some("lock"), None),
    ];
    (stage, change(steps))
}

/// Links alone: one comes, one goes, a copy takes the place of one.
#[cfg(unix)]
fn links() -> (Stage, Change) {
    let stage = Stage::new();
    stage.lay("w/skills/s", &old());
    for client in ["one", "two"] {
        let folder = stage.path(&format!("home/.{client}/skills"));
        std::fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink(stage.path("w/skills/s"), folder.join("s")).unwrap();
    }
    let steps = vec![
        link(
            Scope::Workspace,
            "s",
            &stage,
            "w/.new/skills",
            Means::Link,
            Before::Nothing,
        ),
        Step::Unlink {
            scope: Scope::Workspace,
            name: "s".to_owned(),
            folder: stage.path("home/.one/skills"),
            before: Before::Nothing,
        },
        link(
            Scope::Workspace,
            "s",
            &stage,
            "home/.two/skills",
            Means::Copy,
            Before::Nothing,
        ),
    ];
    (stage, change(steps))
}

fn everything_after(scenario: Scenario) -> BTreeMap<String, Thing> {
    let (stage, change) = scenario();
    stage.apply_on(&RealDisk, &change).unwrap();
    stage.everything()
}

/// What a link is that could not be made: the same skill, as a copy.
fn with_copies(mut new: BTreeMap<String, Thing>, stage: &Stage) -> BTreeMap<String, Thing> {
    let found = stage.everything();
    let links: Vec<String> = new
        .iter()
        .filter(|(path, thing)| {
            matches!(thing, Thing::Link(_)) && found.get(*path) == Some(&Thing::Folder)
        })
        .map(|(path, _)| path.clone())
        .collect();
    for link in links {
        let beneath = format!("{link}/");
        new.insert(link, Thing::Folder);
        new.extend(
            found
                .clone()
                .into_iter()
                .filter(|(path, _)| path.starts_with(&beneath)),
        );
    }
    new
}

/// Lets every operation meet every fault. Afterwards there is the old state or the new one, as the answer says, and
/// nothing is left over; after a death the next run sees to that.
fn every_operation(scenario: Scenario) {
    let new = everything_after(scenario);
    for fault in Fault::ALL {
        for at in 0.. {
            let (stage, change) = scenario();
            let old = stage.everything();
            assert_ne!(old, new);
            let disk = FaultyDisk::new(fault, at);
            let outcome = stage.apply_on(&disk, &change);
            if !disk.was_met() {
                assert!(outcome.is_ok(), "{fault:?} at {at}: {outcome:?}");
                break;
            }
            let told = match &outcome {
                Ok(applied) if applied.left.is_empty() => Some(with_copies(new.clone(), &stage)),
                Err(Error::Pending { .. }) | Ok(_) => None,
                Err(_) => Some(old.clone()),
            };
            if let (Some(told), false) = (told, fault.is_death()) {
                let mut found = stage.everything();
                // Which staging folders there were may still be written down, without any.
                found.remove("data/change/intent.json");
                assert_eq!(found, told, "{fault:?} at {at}: {outcome:?}");
            }
            let is_written_down = stage.path("data/change/journal.json").exists();
            let recovered = recover(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
            let found = stage.everything();
            if is_written_down {
                // What has begun is carried out.
                assert_eq!(recovered, Recovered::Finished, "{fault:?} at {at}");
            }
            let here = with_copies(new.clone(), &stage);
            assert!(
                found == old || found == here,
                "{fault:?} at {at}: {outcome:?}: {found:#?}"
            );
            // What was told as done is done for good; what was not done can be done now (IN-21).
            if outcome.is_ok() {
                assert_eq!(found, here, "{fault:?} at {at}");
            }
            if found == old {
                stage.apply_on(&RealDisk, &change).unwrap();
                assert_eq!(stage.everything(), new, "{fault:?} at {at}");
            }
        }
    }
}

/// IN-21: a first skill with its link and its lock.
#[test]
fn in_21_install() {
    every_operation(install);
}

/// An update with files of the user's own.
#[test]
fn in_21_update() {
    every_operation(update);
}

/// A removal.
#[test]
fn in_21_remove() {
    every_operation(remove);
}

/// Several skills at once.
#[test]
fn in_21_several() {
    every_operation(several);
}

/// Links and copies.
#[cfg(unix)]
#[test]
fn in_21_links() {
    every_operation(links);
}

/// The run that ends what another began dies too, at every operation; the third one ends it.
#[test]
fn recovery_that_dies() {
    let new = everything_after(update);
    for at in 0.. {
        let (stage, change) = update();
        let disk = FaultyDisk::new(Fault::DiesAfter, at);
        let _ = stage.apply_on(&disk, &change);
        if !disk.was_met() {
            break;
        }
        for second in 0.. {
            let (stage, change) = update();
            let old = stage.everything();
            let _ = stage.apply_on(&FaultyDisk::new(Fault::DiesAfter, at), &change);
            let disk = FaultyDisk::new(Fault::DiesAfter, second);
            let _ = recover(&stage.places, &disk, &mut |_| Wait::Never);
            if !disk.was_met() {
                break;
            }
            recover(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
            let found = stage.everything();
            assert!(found == old || found == new, "{at}, {second}: {found:#?}");
        }
    }
}

/// A change fails, and the program dies while it takes it back: the next run ends that, not the change.
#[test]
fn taking_back_that_dies() {
    let new = everything_after(install);
    let mut taken_back = 0;
    for at in 0.. {
        let (stage, change) = install();
        let disk = FaultyDisk::new(Fault::Fails, at);
        let _ = stage.apply_on(&disk, &change);
        if !disk.was_met() {
            break;
        }
        for last in at + 1.. {
            let (stage, change) = install();
            let old = stage.everything();
            let disk = FaultyDisk::new(Fault::Fails, at).until(last);
            let outcome = stage.apply_on(&disk, &change);
            if !disk.is_dead() {
                break;
            }
            let recovered = recover(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
            taken_back += usize::from(recovered == Recovered::TakenBack);
            let found = stage.everything();
            assert!(
                found == old || found == new,
                "{at}, {last}: {outcome:?}: {found:#?}"
            );
        }
    }
    assert_ne!(taken_back, 0);
}

/// What somebody put in a place after the program died is not thrown away by the run that ends the change.
#[cfg(unix)]
#[test]
fn replaced_after_a_death() {
    let mut taken_back = 0;
    for at in 0.. {
        let (stage, change) = update();
        let disk = FaultyDisk::new(Fault::DiesAfter, at);
        let _ = stage.apply_on(&disk, &change);
        if !disk.was_met() {
            break;
        }
        let place = stage.path("w/skills/s");
        if !place.exists() {
            continue;
        }
        std::fs::rename(&place, stage.path("w/elsewhere")).unwrap();
        stage.write("w/skills/s/SKILL.md", "by hand");
        let recovered = recover(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
        taken_back += usize::from(recovered == Recovered::TakenBack);
        let read = std::fs::read_to_string(place.join("SKILL.md"));
        assert_eq!(read.unwrap(), "by hand", "{at}");
    }
    assert_ne!(taken_back, 0);
}
