//! A tree at work.

mod checkpoint;
mod control;
mod decorator;
mod failure;
mod for_each;
mod host;
mod leaf;
mod memory;
mod time;
mod visit;

use std::collections::VecDeque;
use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use self::checkpoint::Journal;
pub use self::checkpoint::{Checkpoint, Keeper, LeafRecord, Resume};
use self::failure::Failure;
pub use self::failure::RunFailure;
use self::memory::{NodeState, Part};
pub use self::time::{Manual, Time, WakeFlag};
use crate::blackboard::{Boards, Entry};
use crate::leaf::{Leaf, LeafPlace};
use crate::plan::{NodeId, Plan};
use crate::script::{Scope, Script};
use crate::trace::{Event, Happened, Sink};
use crate::value::Value;
use crate::{Fault, Status};

/// The states of all nodes, by number.
#[derive(Debug, Clone, Default)]
struct States(Vec<NodeState>);

impl Index<NodeId> for States {
    type Output = NodeState;

    #[expect(
        clippy::indexing_slicing,
        reason = "there is one state for each node of the plan"
    )]
    fn index(&self, id: NodeId) -> &NodeState {
        &self.0[id.index()]
    }
}

impl IndexMut<NodeId> for States {
    #[expect(
        clippy::indexing_slicing,
        reason = "there is one state for each node of the plan"
    )]
    fn index_mut(&mut self, id: NodeId) -> &mut NodeState {
        &mut self.0[id.index()]
    }
}

/// A leaf of the host, at its node.
struct LeafSlot {
    leaf: Box<dyn Leaf>,
    /// When it wants to be polled at the latest.
    deadline: Option<Duration>,
    /// Its work was lost with an earlier run: to be started again.
    lost: bool,
}

/// A tree at work: a [`Plan`] with the state of one run. It does nothing between ticks.
pub struct Tree {
    plan: Arc<Plan>,
    run: Run,
}

/// The changing part of a tree.
struct Run {
    states: States,
    boards: Boards,
    /// By node number; nothing for nodes of the engine.
    leaves: Vec<Option<LeafSlot>>,
    time: Arc<dyn Time>,
    /// The time of this tick on the run's clock.
    now: Duration,
    /// A moment on `time`, and the same on the run's clock, which goes on after a resume.
    origin: (Duration, Duration),
    /// When the first tick was.
    began: Option<Duration>,
    /// Another pass was asked for.
    again: bool,
    waker: Waker,
    sink: Option<Box<dyn Sink>>,
    ticks: u64,
    visits: u64,
    journal: Option<Journal>,
    /// What leaves did in the tick that an earlier run did not finish.
    replay: VecDeque<LeafRecord>,
    /// What to do about a leaf whose work was lost with that run.
    resume: Resume,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree")
            .field("main", &self.plan.main())
            .field("status", &self.status())
            .field("ticks", &self.run.ticks)
            .finish_non_exhaustive()
    }
}

impl Tree {
    /// A tree that has not been ticked. Times are read from `time` and nowhere else.
    #[must_use]
    pub fn new(plan: Arc<Plan>, time: Arc<dyn Time>) -> Self {
        let leaves = plan.nodes().iter().map(|node| {
            let make = node.make.as_ref()?;
            let place = LeafPlace {
                id: &node.model.id,
                name: &node.name,
                path: &node.path,
            };
            Some(LeafSlot {
                leaf: make(&place),
                deadline: None,
                lost: false,
            })
        });
        let leaves = leaves.collect();
        let now = time.now();
        let run = Run {
            states: States(vec![NodeState::default(); plan.nodes().len()]),
            boards: plan.boards.clone(),
            leaves,
            time,
            now,
            origin: (now, now),
            began: None,
            again: false,
            waker: Waker::noop().clone(),
            sink: None,
            ticks: 0,
            visits: 0,
            journal: None,
            replay: VecDeque::new(),
            resume: Resume::Careful,
        };
        Self { plan, run }
    }

    /// Calls `waker` when a leaf has something to poll for.
    pub fn wake(&mut self, waker: Waker) {
        self.run.waker = waker;
    }

    /// Tells `sink` everything that happens. One sink at a time.
    pub fn watch(&mut self, sink: impl Sink + 'static) {
        self.run.sink = Some(Box::new(sink));
    }

    /// What the tree was made of.
    #[must_use]
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The blackboards.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        &self.run.boards
    }

    /// The entry of a key on the root blackboard.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.run.boards.get(key)
    }

    /// The status of the root.
    #[must_use]
    pub fn status(&self) -> Status {
        self.run.states[NodeId(0)].status
    }

    /// The status of a node.
    #[must_use]
    pub fn node_status(&self, id: NodeId) -> Option<Status> {
        self.run.states.0.get(id.index()).map(|state| state.status)
    }

    /// How often it was ticked.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.run.ticks
    }

    /// Writes an entry of the root blackboard between ticks.
    ///
    /// # Errors
    ///
    /// [`Fault::EntryLocked`] or a fault of conversion.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), Fault> {
        self.run.boards.seed(key, value)
    }

    /// Runs a script on the root blackboard between ticks.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with it.
    pub fn script(&mut self, text: &str) -> Result<Value, Fault> {
        let script = Script::read(text)?;
        script.run(&mut Scope {
            boards: &mut self.run.boards,
            board: crate::BoardId::ROOT,
            enums: &self.plan.enums,
        })
    }

    /// Ticks once. SUCCESS and FAILURE end a run: the next tick begins another.
    ///
    /// # Errors
    ///
    /// What no node handles: a fault of the tree, a leaf's own, or a bound. Nodes keep the status
    /// they had; [`Tree::halt`] stops what is at work.
    pub fn tick(&mut self) -> Result<Status, RunFailure> {
        self.pass(Passes::One)
    }

    /// Ticks once, and again while something asked for another pass: a control that yields after a
    /// child, a timer that ended.
    ///
    /// # Errors
    ///
    /// As [`Tree::tick`].
    pub fn tick_through(&mut self) -> Result<Status, RunFailure> {
        self.pass(Passes::UntilQuiet)
    }

    fn pass(&mut self, passes: Passes) -> Result<Status, RunFailure> {
        let plan = self.plan.clone();
        let result = self.run.ticks_of(&plan, passes);
        result.map_err(|failure| RunFailure::new(&plan, failure))
    }

    /// Halts what is at work, and resets every node. Afterwards no leaf is at work.
    ///
    /// # Errors
    ///
    /// A fault of a script that runs on a halt. Everything is halted all the same.
    pub fn halt(&mut self) -> Result<(), RunFailure> {
        let plan = self.plan.clone();
        let result = self.run.halt_all(&plan);
        result.map_err(|failure| RunFailure::new(&plan, failure))
    }

    /// Halts what a `Timeout` gives no more time, without a tick.
    ///
    /// # Errors
    ///
    /// A fault of a script that runs on a halt.
    pub fn expire(&mut self) -> Result<(), RunFailure> {
        let plan = self.plan.clone();
        self.run.read_clock();
        let result = self.run.expire(&plan);
        result.map_err(|failure| RunFailure::new(&plan, failure))
    }

    /// When the tree wants to be ticked at the latest, on the clock it was made with: a timer or a
    /// leaf's own wish. Nothing where only a waker can tell, or nothing is at work.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let run = &self.run;
        if run.again && self.status() == Status::Running {
            return Some(run.time.now());
        }
        let states = run.states.0.iter().zip(&run.leaves);
        let wishes = states.filter_map(|(state, leaf)| {
            if state.status != Status::Running {
                return None;
            }
            let timer = match &state.memory {
                memory::Memory::Timer(timer) if timer.started => timer.deadline,
                _ => None,
            };
            let leaf = leaf.as_ref().and_then(|slot| slot.deadline);
            timer.into_iter().chain(leaf).min()
        });
        wishes.min().map(|deadline| {
            let (time, own) = run.origin;
            time.saturating_add(deadline.saturating_sub(own))
        })
    }
}

/// How many passes a tick has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passes {
    One,
    UntilQuiet,
}

impl Run {
    fn memory<P: Part>(&mut self, id: NodeId) -> &mut P {
        P::of(&mut self.states[id].memory)
    }

    fn status(&self, id: NodeId) -> Status {
        self.states[id].status
    }

    /// Reads the clock, which never goes back.
    fn read_clock(&mut self) {
        let (time, own) = self.origin;
        let now = own.saturating_add(self.time.now().saturating_sub(time));
        self.now = self.now.max(now);
    }

    fn ticks_of(&mut self, plan: &Plan, passes: Passes) -> Result<Status, Failure> {
        if self.replay.is_empty() {
            self.read_clock();
        }
        let root = NodeId(0);
        let began = *self.began.get_or_insert(self.now);
        if let Some(bound) = plan.limits.time
            && self.now.saturating_sub(began) > bound
        {
            return Err(Failure::around(root, Fault::TooLong { bound }));
        }
        loop {
            let bound = plan.limits.ticks;
            if self.ticks >= bound {
                return Err(Failure::around(root, Fault::TooManyTicks { bound }));
            }
            self.ticks += 1;
            self.visits = 0;
            self.begin_journal(plan);
            self.expire(plan)?;
            self.again = false;
            let status = self.execute(plan, root)?;
            if status.is_completed() {
                self.reset(plan, root);
            }
            self.end_journal(plan);
            let goes_on = passes == Passes::UntilQuiet && status == Status::Running && self.again;
            if !goes_on {
                return Ok(status);
            }
        }
    }

    /// Tells the sink, where there is one.
    fn tell(&mut self, plan: &Plan, id: NodeId, happened: Happened) {
        let Some(sink) = &mut self.sink else { return };
        sink.event(&Event {
            at: self.now,
            tick: self.ticks,
            node: &plan.nodes[id],
            happened,
            boards: &self.boards,
        });
    }
}
