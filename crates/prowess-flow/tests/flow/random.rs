//! Random trees against the reference, tick by tick, with halts in between; and resumed after a kill
//! at every leaf.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use prowess_flow::{Checkpoint, Manual, NodeId, Plan, Resume, Status, Tree};

use crate::reference::{Node, trees};
use crate::support::{Calls, plan, registry, taken};

/// Nothing of the tree is at work.
fn assert_at_rest(tree: &Tree, plan: &Plan) {
    for node in plan.nodes() {
        assert_eq!(
            tree.node_status(node.id),
            Some(Status::Idle),
            "{}",
            node.path
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The engine answers and calls as the reference does, over several runs and halts.
    #[test]
    fn as_the_reference(node in trees(), halts in prop::collection::vec(any::<bool>(), 12)) {
        let calls = Calls::default();
        let registry = registry(&calls);
        let plan = plan(&registry, &node.xml());
        let mut tree = Tree::new(plan.clone(), Manual::new());
        let mut reference = node;
        for halt in halts {
            let mut expected = Vec::new();
            let status = reference.tick(&mut expected);
            prop_assert_eq!(tree.tick().unwrap(), status);
            prop_assert_eq!(taken(&calls), expected);
            if halt {
                let mut expected = Vec::new();
                reference.halt(&mut expected);
                tree.halt().unwrap();
                prop_assert_eq!(taken(&calls), expected);
                assert_at_rest(&tree, &plan);
            }
        }
    }

    /// After a halt no leaf is at work: each that was started and not finished was halted once.
    #[test]
    fn halting_leaves_nothing_running(node in trees(), ticks in 1_usize..6) {
        let calls = Calls::default();
        let plan = plan(&registry(&calls), &node.xml());
        let mut tree = Tree::new(plan.clone(), Manual::new());
        for _ in 0..ticks {
            tree.tick().unwrap();
        }
        tree.halt().unwrap();
        assert_at_rest(&tree, &plan);
        let before = taken(&calls).len();
        tree.halt().unwrap();
        prop_assert!(before > 0 || taken(&calls).is_empty());
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A run that is killed at any leaf and resumed from its last checkpoint calls exactly the leaves
    /// that were left, and ends with the same answer and the same entries.
    #[test]
    fn resumed_after_a_kill(node in trees()) {
        let whole = uninterrupted(&node);
        for (text, done) in &whole.kept {
            let checkpoint: Checkpoint = serde_json::from_str(text).unwrap();
            let calls = Calls::default();
            let plan = plan(&registry(&calls), &node.xml());
            let resumed = Tree::resume(plan, &checkpoint, Manual::new(), Resume::Careful);
            let mut tree = resumed.unwrap();
            let left = TICKS - tree.ticks();
            let mut answers = Vec::new();
            for _ in 0..left {
                answers.push(tree.tick().unwrap());
            }
            let end = whole.answers.len() - answers.len();
            prop_assert_eq!(&answers[..], &whole.answers[end..]);
            prop_assert_eq!(&without_halts(taken(&calls))[..], &whole.calls[*done..]);
            prop_assert_eq!(entries(&tree), whole.entries.clone());
        }
    }
}

const TICKS: u64 = 8;

/// A run to its end.
struct Whole {
    answers: Vec<Status>,
    calls: Vec<String>,
    entries: String,
    /// Checkpoints, each with the number of calls that were over.
    kept: Vec<(String, usize)>,
}

fn entries(tree: &Tree) -> String {
    serde_json::to_string(tree.boards()).unwrap()
}

/// Halts of a tick that is repeated are not called again; they are left out on both sides.
fn without_halts(calls: Vec<String>) -> Vec<String> {
    let is_other = |line: &String| !line.starts_with("halt");
    calls.into_iter().filter(is_other).collect()
}

fn uninterrupted(node: &Node) -> Whole {
    let calls = Calls::default();
    let plan = plan(&registry(&calls), &node.xml());
    assert_eq!(plan.root().id.number(), 1);
    let mut tree = Tree::new(plan, Manual::new());
    let kept = Arc::new(Mutex::new(Vec::new()));
    let (keeper, log) = (kept.clone(), calls.clone());
    tree.keep(move |checkpoint: &Checkpoint| {
        let text = serde_json::to_string(checkpoint).unwrap();
        let halts = |line: &&String| !line.starts_with("halt");
        let done = log.lock().unwrap().iter().filter(halts).count();
        keeper.lock().unwrap().push((text, done));
    });
    let answers = (0..TICKS).map(|_| tree.tick().unwrap()).collect();
    let calls = taken(&calls);
    let kept = std::mem::take(&mut *kept.lock().unwrap());
    Whole {
        answers,
        calls: without_halts(calls),
        entries: entries(&tree),
        kept,
    }
}

/// Numbers of nodes are what traces and checkpoints know them by.
#[test]
fn numbers_follow_the_document() {
    let plan = plan(
        &registry(&Calls::default()),
        "<Sequence><L name=\"a\"/><Inverter><L name=\"b\"/></Inverter></Sequence>",
    );
    let paths: Vec<_> = plan
        .nodes()
        .iter()
        .map(|node| (node.id.number(), &*node.path))
        .collect();
    assert_eq!(
        paths,
        [(1, "Sequence::1"), (2, "a"), (3, "Inverter::3"), (4, "b")]
    );
    let _: fn(NodeId) -> u32 = NodeId::number;
}
