//! Checkpoints: the state at the beginning of a tick, and what leaves did in it so far.
//!
//! Everything but the host's leaves is worked out anew when a run is resumed: the tick runs again from
//! its beginning, and each leaf that had answered answers the same without being called. So a
//! finished leaf is never repeated, whatever the nodes around it are.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use prowess_base::Digest;
use serde::{Deserialize, Serialize};

use super::memory::NodeState;
use super::time::Time;
use super::{LeafSlot, Run, States, Tree};
use crate::blackboard::Boards;
use crate::leaf::{Repeatable, Restored};
use crate::plan::{NodeId, Plan};
use crate::value::Value;
use crate::{Fault, Status};

/// The version of the form; a file of a newer one is refused.
const VERSION: u32 = 1;

/// What one call of a leaf did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeafRecord {
    /// The leaf's node.
    pub node: NodeId,
    /// What it answered.
    pub status: Status,
    /// What it put out, as entries and values.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub writes: Vec<(Arc<str>, Value)>,
    /// What it [saved](crate::Leaf::save).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub saved: Option<serde_json::Value>,
}

/// The state at the beginning of a tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Snapshot {
    states: Vec<NodeState>,
    boards: Boards,
    /// What leaves saved, by node.
    leaves: Vec<(NodeId, serde_json::Value)>,
    ticks: u64,
    now: Duration,
    /// How long the run had taken.
    took: Duration,
    again: bool,
}

/// Enough to go on with a run in another process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    version: u32,
    /// The digest of the plan.
    plan: Digest,
    start: Arc<Snapshot>,
    /// What leaves did in the tick that began there, in order.
    done: Vec<LeafRecord>,
    /// A leaf that is about to be started and may not be repeated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    starting: Option<NodeId>,
}

impl Checkpoint {
    /// What leaves did in the tick that is not finished.
    #[must_use]
    pub fn done(&self) -> &[LeafRecord] {
        &self.done
    }

    /// The digest of the plan that it belongs to.
    #[must_use]
    pub fn plan(&self) -> &Digest {
        &self.plan
    }
}

/// Keeps checkpoints. Called after every answer of a leaf, before a leaf is started that may not be
/// repeated, and after every tick.
pub trait Keeper: Send {
    /// Keeps this one; earlier ones are of no use any more.
    fn keep(&mut self, checkpoint: &Checkpoint);
}

impl<F: FnMut(&Checkpoint) + Send> Keeper for F {
    fn keep(&mut self, checkpoint: &Checkpoint) {
        self(checkpoint);
    }
}

/// What to do about leaves that were at work and may not be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resume {
    /// Refuse the resume.
    Careful,
    /// Start them again: a person has looked.
    Repeating,
}

/// The checkpoint in the making.
pub(super) struct Journal {
    keeper: Box<dyn Keeper>,
    current: Checkpoint,
}

impl Tree {
    /// Gives checkpoints to `keeper` from the next tick on.
    pub fn keep(&mut self, keeper: impl Keeper + 'static) {
        self.run.journal = Some(Journal {
            keeper: Box::new(keeper),
            current: self.checkpoint(),
        });
    }

    /// The state between ticks.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            version: VERSION,
            plan: self.plan.digest,
            start: Arc::new(self.run.snapshot()),
            done: Vec::new(),
            starting: None,
        }
    }

    /// A tree that goes on where a checkpoint was made. The next tick finishes the one that was
    /// interrupted.
    ///
    /// # Errors
    ///
    /// [`Fault::CheckpointOther`] where the plan is another, [`Fault::CheckpointDamaged`] where the
    /// checkpoint does not fit it, [`Fault::NotRepeatable`] where a leaf was at work that may not be
    /// repeated and cannot go on.
    pub fn resume(
        plan: Arc<Plan>,
        checkpoint: &Checkpoint,
        time: Arc<dyn Time>,
        resume: Resume,
    ) -> Result<Self, Fault> {
        if checkpoint.version != VERSION || checkpoint.plan != plan.digest {
            return Err(Fault::CheckpointOther);
        }
        let mut tree = Self::new(plan, time);
        tree.run.resume = resume;
        tree.run.take_back(&tree.plan, checkpoint)?;
        if resume == Resume::Careful {
            tree.check_repeats(checkpoint)?;
        }
        Ok(tree)
    }

    fn check_repeats(&self, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let done: BTreeSet<NodeId> = checkpoint.done.iter().map(|record| record.node).collect();
        let mut open: Vec<NodeId> = checkpoint.starting.into_iter().collect();
        for node in self.plan.nodes() {
            let slot = self
                .run
                .leaves
                .get(node.id.index())
                .and_then(Option::as_ref);
            let is_lost = slot.is_some_and(|slot| slot.lost);
            if is_lost && !done.contains(&node.id) {
                open.push(node.id);
            }
        }
        // The last answer of each leaf in the tick counts, where its work cannot go on.
        for (index, record) in checkpoint.done.iter().enumerate() {
            let later = checkpoint.done.iter().skip(index + 1);
            let is_last = later.into_iter().all(|later| later.node != record.node);
            if is_last && record.status == Status::Running && record.saved.is_none() {
                open.push(record.node);
            }
        }
        for id in open {
            let slot = self.run.leaves.get(id.index()).and_then(Option::as_ref);
            if slot.is_some_and(|slot| slot.leaf.repeatable() == Repeatable::Never) {
                let path = self.plan.nodes[id].path.clone();
                return Err(Fault::NotRepeatable { path });
            }
        }
        Ok(())
    }
}

impl LeafSlot {
    /// Gives a leaf back what it saved, and notes whether its work is lost.
    pub(super) fn take_back(&mut self, saved: Option<&serde_json::Value>, status: Status) {
        let restored = match saved {
            Some(saved) => self.leaf.restore(saved),
            None => Restored::Lost,
        };
        self.lost = status == Status::Running && restored == Restored::Lost;
    }
}

impl Run {
    fn snapshot(&self) -> Snapshot {
        let leaves = self.leaves.iter().zip(0_u32..).filter_map(|(slot, index)| {
            let saved = slot.as_ref()?.leaf.save()?;
            Some((NodeId(index), saved))
        });
        Snapshot {
            states: self.states.0.clone(),
            boards: self.boards.clone(),
            leaves: leaves.collect(),
            ticks: self.ticks,
            now: self.now,
            took: self.now.saturating_sub(self.began.unwrap_or(self.now)),
            again: self.again,
        }
    }

    fn take_back(&mut self, plan: &Plan, checkpoint: &Checkpoint) -> Result<(), Fault> {
        let damaged = |reason| Fault::CheckpointDamaged { reason };
        let start = &*checkpoint.start;
        let count = plan.nodes().len();
        if start.states.len() != count {
            return Err(damaged("it has another number of nodes"));
        }
        if start.boards.count() != plan.boards.count() {
            return Err(damaged("it has another number of blackboards"));
        }
        let is_known = |id: NodeId| {
            let slot = self.leaves.get(id.index());
            slot.is_some_and(Option::is_some)
        };
        let mut named = start
            .leaves
            .iter()
            .map(|(id, _)| *id)
            .chain(checkpoint.done.iter().map(|record| record.node))
            .chain(checkpoint.starting);
        if !named.all(is_known) {
            return Err(damaged("it names a leaf that is none"));
        }
        self.states = States(start.states.clone());
        self.boards = start.boards.clone();
        self.ticks = start.ticks;
        self.again = start.again;
        self.now = start.now;
        self.origin = (self.time.now(), start.now);
        self.began = Some(start.now.saturating_sub(start.took));
        for (index, (slot, state)) in self.leaves.iter_mut().zip(&start.states).enumerate() {
            let Some(slot) = slot else { continue };
            let saved = start.leaves.iter().find(|(id, _)| id.index() == index);
            slot.take_back(saved.map(|(_, saved)| saved), state.status);
        }
        self.replay = checkpoint.done.iter().cloned().collect();
        Ok(())
    }

    /// A tick begins.
    pub(super) fn begin_journal(&mut self, plan: &Plan) {
        if self.journal.is_none() {
            return;
        }
        let mut start = self.snapshot();
        // The tick counts itself again when it is repeated.
        start.ticks = start.ticks.saturating_sub(1);
        let checkpoint = Checkpoint {
            version: VERSION,
            plan: plan.digest,
            start: Arc::new(start),
            done: Vec::new(),
            starting: None,
        };
        if let Some(journal) = &mut self.journal {
            journal.current = checkpoint;
        }
    }

    /// A tick ended: nothing of it has to be repeated.
    pub(super) fn end_journal(&mut self, plan: &Plan) {
        if self.journal.is_none() {
            return;
        }
        let checkpoint = Checkpoint {
            version: VERSION,
            plan: plan.digest,
            start: Arc::new(self.snapshot()),
            done: Vec::new(),
            starting: None,
        };
        if let Some(journal) = &mut self.journal {
            journal.current = checkpoint;
            journal.keeper.keep(&journal.current);
        }
    }

    /// A leaf that may not be repeated is about to be started.
    pub(super) fn announce(&mut self, _plan: &Plan, id: NodeId) {
        if let Some(journal) = &mut self.journal {
            journal.current.starting = Some(id);
            journal.keeper.keep(&journal.current);
        }
    }

    /// A leaf answered.
    pub(super) fn record(&mut self, _plan: &Plan, record: LeafRecord) {
        if let Some(journal) = &mut self.journal {
            journal.current.starting = None;
            journal.current.done.push(record);
            journal.keeper.keep(&journal.current);
        }
    }

    /// An answer of an earlier run counts in the checkpoints of this one.
    pub(super) fn journal_again(&mut self, record: LeafRecord) {
        if let Some(journal) = &mut self.journal {
            journal.current.done.push(record);
        }
    }
}
