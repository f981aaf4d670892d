//! One visit of a node: its conditions, its work, its answer; and halting.

use super::Run;
use super::failure::Failure;
use super::memory::{Chosen, Gate, Items, Queue, Rounds, Steps, Tally, Timer};
use crate::plan::{NodeId, Plan, PlanNode};
use crate::registry::{Kind, LeafForm, NodeKind};
use crate::script::{Scope, Script};
use crate::trace::Happened;
use crate::{Fault, Status};

/// The places of scripts in `Conditions::after`.
#[derive(Debug, Clone, Copy)]
enum After {
    Halted = 0,
    Failure = 1,
    Success = 2,
    Always = 3,
}

impl Run {
    /// Visits a node and gives its answer.
    pub(super) fn execute(&mut self, plan: &Plan, id: NodeId) -> Result<Status, Failure> {
        self.visits += 1;
        let bound = plan.limits.visits;
        if self.visits > bound {
            return Err(Failure::around(id, Fault::TooManyVisits { bound }));
        }
        let node = &plan.nodes[id];
        let began = self.sink.is_some().then(|| self.time.now());
        let decided = match &node.conditions {
            Some(_) => self.conditions_before(plan, node)?,
            None => None,
        };
        let answer = match decided {
            Some(status) => status,
            None => self.work(plan, node)?,
        };
        if node.conditions.is_some() && answer.is_completed() {
            let own = match answer {
                Status::Success => After::Success,
                _ => After::Failure,
            };
            self.script_after(plan, node, own)?;
            self.script_after(plan, node, After::Always)?;
        }
        if let Some(began) = began {
            let took = self.time.now().saturating_sub(began);
            self.tell(
                plan,
                id,
                Happened::Returned {
                    status: answer,
                    took,
                },
            );
        }
        // A node that was skipped keeps its status.
        if answer != Status::Skipped {
            self.set(plan, node, answer)?;
        }
        if node.kind == Kind::Leaf(LeafForm::Immediate) && answer == Status::Running {
            return Err(Failure::around(id, Fault::ImmediateRunning));
        }
        if matches!(node.model.kind, NodeKind::Decorator | NodeKind::SubTree) {
            for child in &node.children {
                if self.status(*child).is_completed() {
                    self.reset(plan, *child);
                }
            }
        }
        Ok(answer)
    }

    fn work(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let answer = match node.model.kind {
            NodeKind::Control => self.control(plan, node),
            NodeKind::Decorator | NodeKind::SubTree => self.decorator(plan, node),
            NodeKind::Action | NodeKind::Condition => self.leaf(plan, node),
        };
        answer.map_err(|failure| failure.out_of(node.id))
    }

    /// Runs a script at a node.
    fn holds(&mut self, plan: &Plan, node: &PlanNode, script: &Script) -> Result<bool, Failure> {
        let mut scope = Scope {
            boards: &mut self.boards,
            board: node.board,
            enums: &plan.enums,
        };
        script
            .holds(&mut scope)
            .map_err(|fault| Failure::around(node.id, fault))
    }

    fn conditions_before(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
    ) -> Result<Option<Status>, Failure> {
        let Some(conditions) = &node.conditions else {
            return Ok(None);
        };
        let [fails, succeeds, skips, goes_on] = &conditions.before;
        let status = self.status(node.id);
        if status == Status::Idle {
            let answers = [
                (fails, Status::Failure),
                (succeeds, Status::Success),
                (skips, Status::Skipped),
            ];
            for (script, answer) in answers {
                if let Some(script) = script
                    && self.holds(plan, node, script)?
                {
                    return Ok(Some(answer));
                }
            }
        }
        let is_asked = matches!(status, Status::Idle | Status::Running);
        if let Some(script) = goes_on
            && is_asked
            && !self.holds(plan, node, script)?
        {
            if status == Status::Running {
                self.halt_node(plan, node.id)?;
            }
            return Ok(Some(Status::Skipped));
        }
        Ok(None)
    }

    fn script_after(&mut self, plan: &Plan, node: &PlanNode, after: After) -> Result<(), Failure> {
        let script = node
            .conditions
            .as_ref()
            .and_then(|conditions| conditions.after.get(after as usize)?.as_ref());
        let Some(script) = script else { return Ok(()) };
        let mut scope = Scope {
            boards: &mut self.boards,
            board: node.board,
            enums: &plan.enums,
        };
        script
            .run(&mut scope)
            .map(drop)
            .map_err(|fault| Failure::around(node.id, fault))
    }

    /// Sets the status of a node, which cannot be IDLE.
    pub(super) fn set(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        status: Status,
    ) -> Result<(), Failure> {
        if status == Status::Idle {
            let name = node.name.clone();
            return Err(Failure::around(node.id, Fault::StatusIdle { name }));
        }
        self.change(plan, node.id, status);
        Ok(())
    }

    /// A node begins or goes on.
    pub(super) fn set_running(&mut self, plan: &Plan, id: NodeId) {
        self.change(plan, id, Status::Running);
    }

    /// A node is idle again.
    pub(super) fn reset(&mut self, plan: &Plan, id: NodeId) {
        self.change(plan, id, Status::Idle);
    }

    fn change(&mut self, plan: &Plan, id: NodeId, to: Status) {
        let state = &mut self.states[id];
        let from = state.status;
        if from == to {
            return;
        }
        state.status = to;
        self.tell(plan, id, Happened::Status { from, to });
    }

    /// Halts a child that is at work, and resets it.
    pub(super) fn halt_child(&mut self, plan: &Plan, child: NodeId) -> Result<(), Failure> {
        let result = match self.status(child) {
            Status::Running => self.halt_node(plan, child),
            _ => Ok(()),
        };
        self.reset(plan, child);
        result
    }

    /// Halts and resets all children, whatever goes wrong with one.
    pub(super) fn halt_children(&mut self, plan: &Plan, node: &PlanNode) -> Result<(), Failure> {
        self.halt_children_from(plan, node, 0)
    }

    /// Halts the children from this one on; the others too where one fails.
    pub(super) fn halt_children_from(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        first: usize,
    ) -> Result<(), Failure> {
        let mut result = Ok(());
        for child in node.children.iter().skip(first) {
            let one = self.halt_child(plan, *child);
            result = result.and(one);
        }
        result
    }

    /// Halts a node that is at work.
    pub(super) fn halt_node(&mut self, plan: &Plan, id: NodeId) -> Result<(), Failure> {
        let node = &plan.nodes[id];
        let result = match node.kind {
            Kind::TryCatch => self.halt_try(plan, node),
            _ => Ok(()),
        };
        self.forget(node);
        let children = self.halt_children(plan, node);
        if let Kind::Leaf(_) = node.kind {
            self.halt_leaf(plan, node);
        }
        self.reset(plan, id);
        let script = self.script_after(plan, node, After::Halted);
        result.and(children).and(script)
    }

    /// What a node forgets when it is halted.
    fn forget(&mut self, node: &PlanNode) {
        let id = node.id;
        match node.kind {
            Kind::Sequence(_) | Kind::Fallback(_) | Kind::TryCatch => {
                *self.memory::<Steps>(id) = Steps::default();
            }
            // It goes on at the child where it was.
            Kind::SequenceWithMemory => self.memory::<Steps>(id).skipped = 0,
            Kind::Parallel | Kind::ParallelAll => *self.memory::<Tally>(id) = Tally::default(),
            Kind::IfThenElse | Kind::Switch(_) => *self.memory::<Chosen>(id) = Chosen::default(),
            Kind::Repeat | Kind::Retry => *self.memory::<Rounds>(id) = Rounds::default(),
            Kind::Timeout | Kind::Delay | Kind::Sleep => {
                *self.memory::<Timer>(id) = Timer::default();
            }
            Kind::Precondition | Kind::IfUpdated(_) => self.memory::<Gate>(id).open = false,
            Kind::Loop(_) => self.memory::<Queue>(id).at_work = false,
            Kind::ForEach => *self.memory::<Items>(id) = Items::default(),
            _ => {}
        }
    }

    /// Halts the whole tree. Scripts on halts run once for each node that was at work; there, they
    /// run for every node, and twice for some.
    pub(super) fn halt_all(&mut self, plan: &Plan) -> Result<(), Failure> {
        self.read_clock();
        let root = NodeId(0);
        let mut result = self.halt_child(plan, root);
        // A node that was skipped keeps what is below it at work; nothing may stay so.
        for node in plan.nodes() {
            let one = match self.status(node.id) {
                Status::Running => self.halt_node(plan, node.id),
                _ => Ok(()),
            };
            result = result.and(one);
            self.forget(node);
            self.reset(plan, node.id);
        }
        self.again = false;
        result
    }
}
