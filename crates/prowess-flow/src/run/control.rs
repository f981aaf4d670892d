//! Nodes with several children.

use super::Run;
use super::failure::Failure;
use super::memory::{Chosen, Steps, Tally};
use crate::fault::When;
use crate::plan::{NodeId, Plan, PlanNode};
use crate::registry::{Kind, Pace};
use crate::value::{Enums, Type};
use crate::{Fault, Status};

/// Which answer of a child lets a control go on to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GoesOn {
    OnSuccess,
    OnFailure,
}

impl GoesOn {
    fn answer(self) -> Status {
        match self {
            Self::OnSuccess => Status::Success,
            Self::OnFailure => Status::Failure,
        }
    }
}

/// Where a control begins again after a child has answered otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Again {
    /// At its first child.
    AtTheFirst,
    /// At that child.
    AtTheSame,
}

impl Run {
    pub(super) fn control(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        match node.kind {
            Kind::Sequence(pace) => {
                self.in_order(plan, node, GoesOn::OnSuccess, pace, Again::AtTheFirst)
            }
            Kind::Fallback(pace) => {
                self.in_order(plan, node, GoesOn::OnFailure, pace, Again::AtTheFirst)
            }
            Kind::SequenceWithMemory => self.in_order(
                plan,
                node,
                GoesOn::OnSuccess,
                Pace::Yielding,
                Again::AtTheSame,
            ),
            Kind::ReactiveSequence => self.reactive(plan, node, GoesOn::OnSuccess),
            Kind::ReactiveFallback => self.reactive(plan, node, GoesOn::OnFailure),
            Kind::Parallel => self.parallel(plan, node),
            Kind::ParallelAll => self.parallel_all(plan, node),
            Kind::IfThenElse => self.if_then_else(plan, node),
            Kind::WhileDoElse => self.while_do_else(plan, node),
            Kind::Switch(cases) => self.switch(plan, node, usize::from(cases)),
            Kind::TryCatch => self.try_catch(plan, node),
            _ => Ok(Status::Failure),
        }
    }

    /// Sequences and fallbacks: each child once, going on where the last tick stopped.
    fn in_order(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        goes_on: GoesOn,
        pace: Pace,
        again: Again,
    ) -> Result<Status, Failure> {
        let id = node.id;
        if self.status(id) == Status::Idle {
            self.memory::<Steps>(id).skipped = 0;
        }
        self.set_running(plan, id);
        loop {
            let index = self.memory::<Steps>(id).index;
            let Some(child) = node.children.get(index).copied() else {
                break;
            };
            let was_idle = self.status(child) == Status::Idle;
            match self.execute(plan, child)? {
                Status::Running | Status::Idle => return Ok(Status::Running),
                Status::Skipped => {
                    let steps = self.memory::<Steps>(id);
                    steps.index += 1;
                    steps.skipped += 1;
                }
                answer if answer == goes_on.answer() => {
                    let steps = self.memory::<Steps>(id);
                    steps.index += 1;
                    let is_more = steps.index < node.children.len();
                    if pace == Pace::Yielding && was_idle && is_more {
                        self.again = true;
                        return Ok(Status::Running);
                    }
                }
                answer => {
                    let first = match again {
                        Again::AtTheFirst => 0,
                        Again::AtTheSame => index,
                    };
                    self.memory::<Steps>(id).index = first;
                    self.halt_children_from(plan, node, first)?;
                    return Ok(answer);
                }
            }
        }
        let steps = std::mem::take(self.memory::<Steps>(id));
        self.halt_children(plan, node)?;
        Ok(match steps.skipped == node.children.len() {
            true => Status::Skipped,
            false => goes_on.answer(),
        })
    }

    /// All children again at each tick.
    fn reactive(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        goes_on: GoesOn,
    ) -> Result<Status, Failure> {
        self.set_running(plan, node.id);
        let mut all_skipped = true;
        for child in &node.children {
            let answer = self.execute(plan, *child)?;
            all_skipped &= answer == Status::Skipped;
            match answer {
                Status::Running | Status::Idle => {
                    for other in node.children.iter().filter(|other| *other != child) {
                        self.halt_child(plan, *other)?;
                    }
                    return Ok(Status::Running);
                }
                // So that it can be skipped again.
                Status::Skipped => self.halt_child(plan, *child)?,
                answer if answer == goes_on.answer() => {}
                answer => {
                    self.halt_children(plan, node)?;
                    return Ok(answer);
                }
            }
        }
        self.halt_children(plan, node)?;
        Ok(if all_skipped {
            Status::Skipped
        } else {
            goes_on.answer()
        })
    }

    fn integer_port(&self, plan: &Plan, node: &PlanNode, port: &str) -> Result<i64, Failure> {
        let value = node.read(port, &Type::Int, &self.boards, &plan.enums);
        let number = value.and_then(|value| value.cast_integer(&Type::Int));
        number.map_err(|_| missing(node, port))
    }

    fn parallel(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let id = node.id;
        let count = node.children.len();
        let success_count = self.integer_port(plan, node, "success_count")?;
        let failure_count = self.integer_port(plan, node, "failure_count")?;
        let needed = threshold(node, "success_count", success_count)?;
        let bearable = threshold(node, "failure_count", failure_count)?;
        self.set_running(plan, id);
        let mut skipped = 0;
        for (index, child) in node.children.iter().enumerate() {
            if !self.memory::<Tally>(id).done.contains(&index) {
                match self.execute(plan, *child)? {
                    Status::Skipped => skipped += 1,
                    Status::Running | Status::Idle => {}
                    answer => self.memory::<Tally>(id).count(index, answer),
                }
            }
            let tally = self.memory::<Tally>(id);
            let counted = match success_count < 0 {
                true => tally.successes + skipped,
                false => tally.successes,
            };
            let answer = if counted >= needed {
                Status::Success
            } else if count - tally.failures < needed || tally.failures == bearable {
                Status::Failure
            } else {
                continue;
            };
            *tally = Tally::default();
            self.halt_children(plan, node)?;
            return Ok(answer);
        }
        Ok(match skipped == count {
            true => Status::Skipped,
            false => Status::Running,
        })
    }

    fn parallel_all(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let id = node.id;
        let count = node.children.len();
        let max_failures = self.integer_port(plan, node, "max_failures")?;
        let bearable = threshold(node, "max_failures", max_failures)?;
        self.set_running(plan, id);
        let mut skipped = 0;
        for (index, child) in node.children.iter().enumerate() {
            if self.memory::<Tally>(id).done.contains(&index) {
                continue;
            }
            match self.execute(plan, *child)? {
                Status::Skipped => skipped += 1,
                Status::Running | Status::Idle => {}
                answer => self.memory::<Tally>(id).count(index, answer),
            }
        }
        if skipped == count {
            return Ok(Status::Skipped);
        }
        if skipped + self.memory::<Tally>(id).done.len() < count {
            return Ok(Status::Running);
        }
        self.halt_children(plan, node)?;
        let tally = std::mem::take(self.memory::<Tally>(id));
        Ok(match tally.failures >= bearable {
            true => Status::Failure,
            false => Status::Success,
        })
    }

    fn if_then_else(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let id = node.id;
        self.set_running(plan, id);
        let chosen = match self.memory::<Chosen>(id).child {
            Some(chosen) => chosen,
            None => {
                let Some(condition) = node.children.first() else {
                    return Ok(Status::Failure);
                };
                let chosen = match self.execute(plan, *condition)? {
                    Status::Running | Status::Idle => return Ok(Status::Running),
                    Status::Success => 1,
                    // Without an else the condition keeps its status, as there.
                    Status::Failure if node.children.len() < 3 => return Ok(Status::Failure),
                    Status::Failure => 2,
                    Status::Skipped => {
                        return Err(Failure::inside(id, Fault::ConditionSkipped));
                    }
                };
                self.memory::<Chosen>(id).child = Some(chosen);
                chosen
            }
        };
        let Some(child) = node.children.get(chosen) else {
            return Ok(Status::Failure);
        };
        let answer = self.execute(plan, *child)?;
        if answer != Status::Running {
            self.memory::<Chosen>(id).child = None;
            self.halt_children(plan, node)?;
        }
        Ok(answer)
    }

    fn while_do_else(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        self.set_running(plan, node.id);
        let Some(condition) = node.children.first() else {
            return Ok(Status::Failure);
        };
        let child = |index: usize| node.children.get(index).copied();
        let answer = match self.execute(plan, *condition)? {
            Status::Running | Status::Idle => return Ok(Status::Running),
            Status::Success => {
                if let Some(otherwise) = child(2) {
                    self.halt_child(plan, otherwise)?;
                }
                self.execute_some(plan, child(1))?
            }
            Status::Failure => match child(2) {
                Some(otherwise) => {
                    if let Some(then) = child(1) {
                        self.halt_child(plan, then)?;
                    }
                    self.execute(plan, otherwise)?
                }
                None => Status::Failure,
            },
            // No answer: the status cannot be set, which ends the run.
            Status::Skipped => Status::Idle,
        };
        if answer != Status::Running {
            self.halt_children(plan, node)?;
        }
        Ok(answer)
    }

    fn execute_some(&mut self, plan: &Plan, child: Option<NodeId>) -> Result<Status, Failure> {
        match child {
            Some(child) => self.execute(plan, child),
            None => Ok(Status::Failure),
        }
    }

    fn switch(&mut self, plan: &Plan, node: &PlanNode, cases: usize) -> Result<Status, Failure> {
        let id = node.id;
        let text = |run: &Self, port: &str| {
            let value = node.read(port, &Type::String, &run.boards, &plan.enums);
            value.ok()?.as_text().map(str::to_owned)
        };
        let matched = text(self, "variable").and_then(|variable| {
            (0..cases).find(|case| {
                let value = text(self, CASES.get(*case).copied().unwrap_or(""));
                value.is_some_and(|value| equal(&variable, &value, &plan.enums))
            })
        });
        let chosen = matched.unwrap_or(cases);
        let before = self.memory::<Chosen>(id).child;
        if let Some(before) = before
            && before != chosen
            && let Some(child) = node.children.get(before)
        {
            self.halt_child(plan, *child)?;
        }
        let answer = self.execute_some(plan, node.children.get(chosen).copied())?;
        self.memory::<Chosen>(id).child = (answer == Status::Running).then_some(chosen);
        if answer.is_completed() {
            self.halt_children(plan, node)?;
        }
        Ok(answer)
    }

    fn try_catch(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let id = node.id;
        let Some((cleanup, tried)) = node.children.split_last() else {
            return Ok(Status::Failure);
        };
        if self.status(id) == Status::Idle {
            let steps = self.memory::<Steps>(id);
            (steps.skipped, steps.catching) = (0, false);
        }
        self.set_running(plan, id);
        while !self.memory::<Steps>(id).catching {
            let index = self.memory::<Steps>(id).index;
            let Some(child) = tried.get(index) else {
                let steps = std::mem::take(self.memory::<Steps>(id));
                self.halt_children(plan, node)?;
                return Ok(match steps.skipped == tried.len() {
                    true => Status::Skipped,
                    false => Status::Success,
                });
            };
            match self.execute(plan, *child)? {
                Status::Running | Status::Idle => return Ok(Status::Running),
                Status::Failure => {
                    self.halt_children(plan, node)?;
                    let steps = self.memory::<Steps>(id);
                    (steps.index, steps.catching) = (0, true);
                }
                Status::Success => self.memory::<Steps>(id).index += 1,
                Status::Skipped => {
                    let steps = self.memory::<Steps>(id);
                    steps.index += 1;
                    steps.skipped += 1;
                }
            }
        }
        if self.execute(plan, *cleanup)? == Status::Running {
            return Ok(Status::Running);
        }
        let steps = self.memory::<Steps>(id);
        (steps.index, steps.catching) = (0, false);
        self.halt_children(plan, node)?;
        Ok(Status::Failure)
    }

    /// Where a halt counts as a failure, the last child cleans up, for one tick.
    pub(super) fn halt_try(&mut self, plan: &Plan, node: &PlanNode) -> Result<(), Failure> {
        let is_asked = node
            .read("catch_on_halt", &Type::Bool, &self.boards, &plan.enums)
            .and_then(|value| value.cast_bool())
            .unwrap_or(false);
        let is_trying = !self.memory::<Steps>(node.id).catching;
        if !is_asked || !is_trying {
            return Ok(());
        }
        let Some((cleanup, tried)) = node.children.split_last() else {
            return Ok(());
        };
        for child in tried {
            self.halt_child(plan, *child)?;
        }
        self.execute(plan, *cleanup).map(drop)
    }
}

impl Tally {
    fn count(&mut self, index: usize, answer: Status) {
        self.done.insert(index);
        match answer {
            Status::Success => self.successes += 1,
            _ => self.failures += 1,
        }
    }
}

/// The ports of `Switch` in order.
const CASES: [&str; 6] = ["case_1", "case_2", "case_3", "case_4", "case_5", "case_6"];

pub(super) fn missing(node: &PlanNode, port: &str) -> Failure {
    let fault = Fault::PortMissing {
        port: port.into(),
        when: When::Tick,
    };
    Failure::inside(node.id, fault)
}

/// A threshold as a number of children; negative ones count from the end.
fn threshold(node: &PlanNode, port: &'static str, threshold: i64) -> Result<usize, Failure> {
    let children = node.children.len();
    let count = i64::try_from(children).unwrap_or(i64::MAX);
    let number = match threshold < 0 {
        true => (count + threshold + 1).max(0),
        false => threshold,
    };
    match usize::try_from(number) {
        Ok(number) if number <= children => Ok(number),
        _ => Err(Failure::inside(
            node.id,
            Fault::Threshold {
                port,
                threshold,
                children,
            },
        )),
    }
}

/// Equality as `Switch` has it: as text, then as integers where the names of enumerations count, then
/// as reals that are near; the whole text must be the number.
fn equal(left: &str, right: &str, enums: &Enums) -> bool {
    const NEAR: f64 = 1.192_092_895_507_812_5e-7;
    let integer = |text: &str| {
        let plain = || text.parse::<i64>().ok().filter(|_| !text.starts_with('+'));
        enums.get(text).copied().or_else(plain)
    };
    if left == right {
        return true;
    }
    if let (Some(left), Some(right)) = (integer(left), integer(right))
        && left == right
    {
        return true;
    }
    let real = |text: &str| {
        let number: f64 = text.parse().ok()?;
        (!text.starts_with('+')).then_some(number)
    };
    match (real(left), real(right)) {
        (Some(left), Some(right)) => (left - right).abs() <= NEAR,
        _ => false,
    }
}
