//! Calls of the host's leaves, live or from the journal of an earlier run.

use super::Run;
use super::checkpoint::{LeafRecord, Resume};
use super::failure::Failure;
use crate::blackboard::Write;
use crate::leaf::{Context, Repeatable};
use crate::plan::{Plan, PlanNode};
use crate::registry::LeafForm;
use crate::{Fault, Status};

/// What a leaf is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Start,
    Poll,
}

impl Run {
    pub(super) fn host_leaf(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        form: LeafForm,
    ) -> Result<Status, Failure> {
        let ask = match (form, self.status(node.id)) {
            (LeafForm::Waiting, Status::Running) => Ask::Poll,
            // It finished, and the node above has not reset it.
            (LeafForm::Waiting, done @ (Status::Success | Status::Failure)) => return Ok(done),
            _ => Ask::Start,
        };
        let answer = match self.replay.pop_front() {
            Some(record) => self.replayed(plan, node, record)?,
            None => self.live(plan, node, ask)?,
        };
        if answer == Status::Idle && form == LeafForm::Waiting {
            let when = match ask {
                Ask::Start => "started",
                Ask::Poll => "polled",
            };
            return Err(Failure::inside(node.id, Fault::LeafIdle { when }));
        }
        Ok(answer)
    }

    fn live(&mut self, plan: &Plan, node: &PlanNode, ask: Ask) -> Result<Status, Failure> {
        let index = node.id.index();
        let slot = self.leaves.get_mut(index).and_then(Option::as_mut);
        let Some(slot) = slot else {
            return Ok(Status::Failure);
        };
        let is_lost = std::mem::take(&mut slot.lost);
        let ask = if is_lost { Ask::Start } else { ask };
        let is_unique = slot.leaf.repeatable() == Repeatable::Never;
        if is_lost && is_unique && self.resume == Resume::Careful {
            let path = node.path.clone();
            return Err(Failure::inside(node.id, Fault::NotRepeatable { path }));
        }
        let is_kept = ask == Ask::Start && is_unique;
        if is_kept {
            self.announce(plan, node.id);
        }
        let mut writes = Vec::new();
        let mut deadline = None;
        let slot = self.leaves.get_mut(index).and_then(Option::as_mut);
        let Some(slot) = slot else {
            return Ok(Status::Failure);
        };
        let mut context = Context {
            node,
            boards: &mut self.boards,
            enums: &plan.enums,
            now: self.now,
            waker: &self.waker,
            again: &mut self.again,
            deadline: &mut deadline,
            writes: &mut writes,
        };
        let answer = match ask {
            Ask::Start => slot.leaf.start(&mut context),
            Ask::Poll => slot.leaf.poll(&mut context),
        };
        slot.deadline = deadline;
        let answer = answer.map_err(|fault| Failure::inside(node.id, fault))?;
        if self.journal.is_some() {
            let saved = slot.leaf.save();
            self.record(
                plan,
                LeafRecord {
                    node: node.id,
                    status: answer,
                    writes,
                    saved,
                },
            );
        }
        Ok(answer)
    }

    /// What the leaf did before an earlier run ended.
    fn replayed(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        record: LeafRecord,
    ) -> Result<Status, Failure> {
        let failed = |fault: Fault| Failure::inside(node.id, fault);
        if record.node != node.id {
            let reason = "a leaf is visited that was not";
            return Err(failed(Fault::CheckpointDamaged { reason }));
        }
        for (key, value) in &record.writes {
            self.boards
                .set(node.board, key, value.clone(), Write::Typed, &plan.enums)
                .map_err(failed)?;
        }
        let slot = self
            .leaves
            .get_mut(node.id.index())
            .and_then(Option::as_mut);
        if let Some(slot) = slot {
            slot.take_back(record.saved.as_ref(), record.status);
        }
        let status = record.status;
        self.journal_again(record);
        Ok(status)
    }

    pub(super) fn halt_leaf(&mut self, plan: &Plan, node: &PlanNode) {
        if self.status(node.id) != Status::Running {
            return;
        }
        let is_replay = !self.replay.is_empty();
        let slot = self
            .leaves
            .get_mut(node.id.index())
            .and_then(Option::as_mut);
        let Some(slot) = slot else { return };
        slot.deadline = None;
        let was_lost = std::mem::take(&mut slot.lost);
        // A leaf of an earlier run was halted then, or ended with it.
        if is_replay || was_lost {
            return;
        }
        let mut writes = Vec::new();
        let mut deadline = None;
        let mut context = Context {
            node,
            boards: &mut self.boards,
            enums: &plan.enums,
            now: self.now,
            waker: &self.waker,
            again: &mut self.again,
            deadline: &mut deadline,
            writes: &mut writes,
        };
        slot.leaf.halt(&mut context);
    }
}
