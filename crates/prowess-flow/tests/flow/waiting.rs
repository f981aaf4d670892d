//! Waiting: wakers, deadlines, and nothing in between.

use std::sync::{Arc, Mutex};
use std::task::Waker;
use std::time::Duration;

use prowess_flow::{
    Context, Fault, Leaf, LeafForm, Manual, NodeModel, Registry, Status, Tree, WakeFlag,
};

use crate::support::{Calls, plan, registry, tree};

/// What a waiting leaf shares with the test: its answer and its waker.
type Shared = Arc<Mutex<(Option<Status>, Option<Waker>, usize)>>;

/// Waits until the test answers for it.
struct Waits(Shared);

impl Leaf for Waits {
    fn start(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        let mut shared = self.0.lock().unwrap();
        shared.1 = Some(context.waker().clone());
        shared.2 += 1;
        Ok(shared.0.unwrap_or(Status::Running))
    }
}

/// A leaf is polled once for each wake-up, not in between; the thread sleeps until then.
#[test]
fn woken() {
    let shared = Shared::default();
    let mut registry = Registry::default();
    let given = shared.clone();
    let model = NodeModel::action("Waits", vec![]);
    registry.leaf(model, LeafForm::Waiting, move |_| Waits(given.clone()));
    let mut tree = Tree::new(plan(&registry, "<Waits/>"), Manual::new());
    let flag = WakeFlag::new();
    tree.wake(flag.waker());
    assert_eq!(tree.tick(), Ok(Status::Running));
    assert_eq!(tree.deadline(), None);
    let other = shared.clone();
    let thread = std::thread::spawn(move || {
        let mut shared = other.lock().unwrap();
        shared.0 = Some(Status::Success);
        shared.1.take().unwrap().wake();
    });
    assert!(flag.wait(None));
    assert_eq!(tree.tick(), Ok(Status::Success));
    thread.join().unwrap();
    assert_eq!(shared.lock().unwrap().2, 2);
}

/// Timers tell when they want a tick, on the clock that the test moves.
#[test]
fn deadlines() {
    let registry = registry(&Calls::default());
    let body = "<Parallel success_count=\"2\"><Sleep msec=\"50\"/>\
                <Timeout msec=\"20\"><L letters=\"R\"/></Timeout></Parallel>";
    let time = Manual::new();
    let mut tree = Tree::new(plan(&registry, body), time.clone());
    assert_eq!(tree.deadline(), None);
    tree.tick().unwrap();
    assert_eq!(tree.deadline(), Some(Duration::from_millis(20)));
    time.advance(Duration::from_millis(20));
    assert_eq!(tree.tick(), Ok(Status::Failure));
    assert_eq!(tree.deadline(), None);
}

/// A control that yields asks for a tick at once.
#[test]
fn yielding() {
    let body = "<AsyncSequence><AlwaysSuccess/><AlwaysSuccess/></AsyncSequence>";
    let mut tree = tree(&registry(&Calls::default()), body);
    assert_eq!(tree.tick(), Ok(Status::Running));
    assert_eq!(tree.deadline(), Some(Duration::ZERO));
    assert_eq!(tree.tick(), Ok(Status::Success));
}
