//! Leaves that may not be repeated, and checkpoints that do not fit.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use prowess_flow::{Checkpoint, Fault, Manual, Repeatable, Resume, Status, Tree};

use crate::support::{Calls, plan, registry, registry_with, taken};

fn round_trip(checkpoint: &Checkpoint) -> Checkpoint {
    serde_json::from_str(&serde_json::to_string(checkpoint).unwrap()).unwrap()
}

/// The last checkpoint of a run that is ticked once.
fn last_of_one_tick(tree: &mut Tree) -> Checkpoint {
    let kept = Arc::new(Mutex::new(None));
    let keeper = kept.clone();
    tree.keep(move |checkpoint: &Checkpoint| {
        *keeper.lock().unwrap() = Some(checkpoint.clone());
    });
    tree.tick().unwrap();
    let last = kept.lock().unwrap().take();
    round_trip(&last.unwrap())
}

/// A leaf that was at work, saved nothing and may not be repeated stops the resume, until a person
/// lets it.
#[test]
fn at_work_and_not_repeatable() {
    let calls = Calls::default();
    let registry = registry_with(&calls, Repeatable::Never, false);
    let plan = plan(
        &registry,
        "<Sequence><L name=\"a\"/><L name=\"b\" letters=\"RS\"/></Sequence>",
    );
    let checkpoint = last_of_one_tick(&mut Tree::new(plan.clone(), Manual::new()));
    taken(&calls);
    let resume = |how| Tree::resume(plan.clone(), &checkpoint, Manual::new(), how);
    assert_eq!(
        resume(Resume::Careful).unwrap_err(),
        Fault::NotRepeatable { path: "b".into() }
    );
    let mut tree = resume(Resume::Repeating).unwrap();
    assert_eq!(tree.tick(), Ok(Status::Running));
    assert_eq!(taken(&calls), ["start b"]);
}

/// One that may be repeated is started again, and what finished is not.
#[test]
fn at_work_and_repeatable() {
    let calls = Calls::default();
    let registry = registry_with(&calls, Repeatable::Always, false);
    let plan = plan(
        &registry,
        "<Sequence><L name=\"a\"/><L name=\"b\" letters=\"RS\"/></Sequence>",
    );
    let checkpoint = last_of_one_tick(&mut Tree::new(plan.clone(), Manual::new()));
    taken(&calls);
    let mut tree = Tree::resume(plan, &checkpoint, Manual::new(), Resume::Careful).unwrap();
    assert_eq!(tree.tick(), Ok(Status::Running));
    assert_eq!(taken(&calls), ["start b"]);
    assert_eq!(tree.tick(), Ok(Status::Success));
}

/// A kill between the start of a leaf that may not be repeated and its answer is known.
#[test]
fn killed_while_it_starts() {
    let calls = Calls::default();
    let registry = registry_with(&calls, Repeatable::Never, true);
    let plan = plan(&registry, "<L name=\"a\"/>");
    let mut tree = Tree::new(plan.clone(), Manual::new());
    let kept = Arc::new(Mutex::new(Vec::new()));
    let keeper = kept.clone();
    tree.keep(move |checkpoint: &Checkpoint| keeper.lock().unwrap().push(checkpoint.clone()));
    tree.tick().unwrap();
    let kept = kept.lock().unwrap();
    let resumes: Vec<bool> = kept
        .iter()
        .map(|kept| Tree::resume(plan.clone(), kept, Manual::new(), Resume::Careful).is_ok())
        .collect();
    // Before its start, after its answer, after the tick.
    assert_eq!(resumes, [false, true, true]);
}

/// Timers go on where they were, on a clock that begins anew or that is far ahead.
#[test]
fn timers_go_on() {
    for ahead in [0, 90_000] {
        timer_goes_on(Duration::from_secs(ahead));
    }
}

fn timer_goes_on(ahead: Duration) {
    let plan = plan(&registry(&Calls::default()), "<Sleep msec=\"1000\"/>");
    let time = Manual::new();
    time.advance(Duration::from_secs(5_000));
    let mut tree = Tree::new(plan.clone(), time.clone());
    tree.tick().unwrap();
    time.advance(Duration::from_millis(400));
    tree.tick().unwrap();
    let checkpoint = round_trip(&tree.checkpoint());
    let time = Manual::new();
    time.advance(ahead);
    let mut tree = Tree::resume(plan, &checkpoint, time.clone(), Resume::Careful).unwrap();
    assert_eq!(tree.deadline(), Some(ahead + Duration::from_millis(600)));
    time.advance(Duration::from_millis(599));
    assert_eq!(tree.tick(), Ok(Status::Running));
    time.advance(Duration::from_millis(1));
    assert_eq!(tree.tick(), Ok(Status::Success));
}

/// A checkpoint of another tree, or a damaged one, is refused.
#[test]
fn refused() {
    let registry = registry(&Calls::default());
    let first = plan(&registry, "<Sequence><L/></Sequence>");
    let other = plan(&registry, "<Sequence><L/><L/></Sequence>");
    let checkpoint = Tree::new(first.clone(), Manual::new()).checkpoint();
    let resume = |plan: &Arc<_>, kept: &Checkpoint| {
        Tree::resume(Arc::clone(plan), kept, Manual::new(), Resume::Careful).unwrap_err()
    };
    assert_eq!(resume(&other, &checkpoint), Fault::CheckpointOther);
    let text = serde_json::to_string(&checkpoint).unwrap();
    let newer: Checkpoint =
        serde_json::from_str(&text.replace("\"version\":1", "\"version\":2")).unwrap();
    assert_eq!(resume(&first, &newer), Fault::CheckpointOther);
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["start"]["states"].as_array_mut().unwrap().pop();
    let damaged: Checkpoint = serde_json::from_value(value).unwrap();
    assert!(matches!(
        resume(&first, &damaged),
        Fault::CheckpointDamaged { .. }
    ));
}
