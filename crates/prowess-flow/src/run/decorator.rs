//! Nodes with one child.

use std::collections::VecDeque;
use std::time::Duration;

use super::Run;
use super::control::missing;
use super::failure::Failure;
use super::memory::{Gate, Once, Queue, Rounds, Timer};
use crate::blackboard::Write;
use crate::plan::{NodeId, Plan, PlanNode, PortSource};
use crate::registry::{Kind, NotUpdated};
use crate::script::{Scope, Script};
use crate::value::{Data, Element, Type, Value};
use crate::{Fault, Status};

impl Run {
    pub(super) fn decorator(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        if node.kind == Kind::ForEach {
            return self.for_each(plan, node);
        }
        let Some(child) = node.children.first().copied() else {
            return Ok(Status::Failure);
        };
        match node.kind {
            Kind::SubTree => {
                if self.status(node.id) == Status::Idle {
                    self.set_running(plan, node.id);
                }
                self.finish(plan, child, |answer| answer)
            }
            Kind::Inverter => self.turned(plan, node, child, |answer| match answer {
                Status::Success => Status::Failure,
                _ => Status::Success,
            }),
            Kind::ForceSuccess => self.turned(plan, node, child, |_| Status::Success),
            Kind::ForceFailure => self.turned(plan, node, child, |_| Status::Failure),
            Kind::Repeat => self.rounds(plan, node, child, "num_cycles", Status::Success),
            Kind::Retry => self.rounds(plan, node, child, "num_attempts", Status::Failure),
            Kind::KeepRunningUntilFailure => self.until_failure(plan, node, child),
            Kind::Timeout => self.timeout(plan, node, child),
            Kind::Delay => self.delay(plan, node, child),
            Kind::RunOnce => self.once(plan, node, child),
            Kind::Precondition => self.precondition(plan, node, child),
            Kind::Loop(element) => self.one_element(plan, node, child, element),
            Kind::IfUpdated(otherwise) => self.if_updated(plan, node, child, otherwise),
            _ => Ok(Status::Failure),
        }
    }

    /// Visits the child, and resets it where it finished, with `answer` in its place.
    fn finish(
        &mut self,
        plan: &Plan,
        child: NodeId,
        answer: impl FnOnce(Status) -> Status,
    ) -> Result<Status, Failure> {
        let own = self.execute(plan, child)?;
        if !own.is_completed() {
            return Ok(own);
        }
        self.halt_child(plan, child)?;
        Ok(answer(own))
    }

    fn turned(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        child: NodeId,
        answer: impl FnOnce(Status) -> Status,
    ) -> Result<Status, Failure> {
        self.set_running(plan, node.id);
        self.finish(plan, child, answer)
    }

    /// Again and again while the child answers `again`, so often or without end; other answers stand.
    fn rounds(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        child: NodeId,
        port: &str,
        again: Status,
    ) -> Result<Status, Failure> {
        let id = node.id;
        let bound = node
            .read(port, &Type::Int, &self.boards, &plan.enums)
            .and_then(|value| value.cast_integer(&Type::Int))
            .map_err(|_| missing(node, port))?;
        let goes_on = |count: i64| count < bound || bound == -1;
        let mut is_more = goes_on(self.memory::<Rounds>(id).count);
        self.set_running(plan, id);
        while is_more {
            let was_idle = self.status(child) == Status::Idle;
            match self.execute(plan, child)? {
                Status::Running | Status::Idle => return Ok(Status::Running),
                Status::Skipped => {
                    self.halt_child(plan, child)?;
                    return Ok(Status::Skipped);
                }
                answer if answer == again => {
                    let rounds = self.memory::<Rounds>(id);
                    rounds.count = rounds.count.saturating_add(1);
                    is_more = goes_on(rounds.count);
                    self.halt_child(plan, child)?;
                    if was_idle && is_more {
                        self.again = true;
                        return Ok(Status::Running);
                    }
                }
                answer => {
                    self.memory::<Rounds>(id).count = 0;
                    self.halt_child(plan, child)?;
                    return Ok(answer);
                }
            }
        }
        self.memory::<Rounds>(id).count = 0;
        Ok(again)
    }

    fn until_failure(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        child: NodeId,
    ) -> Result<Status, Failure> {
        self.set_running(plan, node.id);
        let answer = self.finish(plan, child, |answer| answer)?;
        Ok(match answer {
            Status::Failure => Status::Failure,
            _ => Status::Running,
        })
    }

    pub(super) fn milliseconds(
        &self,
        plan: &Plan,
        node: &PlanNode,
        port: &str,
    ) -> Result<Duration, Failure> {
        let number = node
            .read(port, &Type::UInt, &self.boards, &plan.enums)
            .and_then(|value| value.cast_integer(&Type::UInt))
            .map_err(|_| missing(node, port))?;
        Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0)))
    }

    fn timeout(&mut self, plan: &Plan, node: &PlanNode, child: NodeId) -> Result<Status, Failure> {
        let id = node.id;
        let time = self.milliseconds(plan, node, "msec")?;
        if !self.memory::<Timer>(id).started {
            let deadline = (!time.is_zero()).then(|| self.now.saturating_add(time));
            *self.memory::<Timer>(id) = Timer {
                started: true,
                deadline,
                fired: false,
            };
            self.set_running(plan, id);
        }
        if self.memory::<Timer>(id).fired {
            *self.memory::<Timer>(id) = Timer::default();
            return Ok(Status::Failure);
        }
        let answer = self.execute(plan, child)?;
        if answer.is_completed() {
            *self.memory::<Timer>(id) = Timer::default();
            self.halt_child(plan, child)?;
        }
        Ok(answer)
    }

    /// Halts the children of timeouts whose time is over.
    pub(super) fn expire(&mut self, plan: &Plan) -> Result<(), Failure> {
        for id in &plan.timeouts {
            let now = self.now;
            let timer = self.memory::<Timer>(*id);
            let is_over = timer.started && timer.deadline.is_some_and(|deadline| deadline <= now);
            if !is_over {
                continue;
            }
            timer.deadline = None;
            let Some(child) = plan.nodes[*id].children.first().copied() else {
                continue;
            };
            if self.status(child) == Status::Running {
                self.memory::<Timer>(*id).fired = true;
                self.halt_child(plan, child)
                    .map_err(|failure| failure.out_of(*id))?;
                self.again = true;
            }
        }
        Ok(())
    }

    fn delay(&mut self, plan: &Plan, node: &PlanNode, child: NodeId) -> Result<Status, Failure> {
        let id = node.id;
        let time = self.milliseconds(plan, node, "delay_msec")?;
        if !self.memory::<Timer>(id).started {
            *self.memory::<Timer>(id) = Timer {
                started: true,
                deadline: Some(self.now.saturating_add(time)),
                fired: false,
            };
            self.set_running(plan, id);
        }
        let now = self.now;
        let timer = self.memory::<Timer>(id);
        if timer.deadline.is_some_and(|deadline| deadline > now) {
            return Ok(Status::Running);
        }
        timer.deadline = None;
        let answer = self.execute(plan, child)?;
        if answer.is_completed() {
            *self.memory::<Timer>(id) = Timer::default();
            self.halt_child(plan, child)?;
        }
        Ok(answer)
    }

    fn once(&mut self, plan: &Plan, node: &PlanNode, child: NodeId) -> Result<Status, Failure> {
        let skips = node
            .read("then_skip", &Type::Bool, &self.boards, &plan.enums)
            .and_then(|value| value.cast_bool())
            .unwrap_or(true);
        if let Some(answer) = self.memory::<Once>(node.id).answer {
            return Ok(if skips { Status::Skipped } else { answer });
        }
        self.set_running(plan, node.id);
        let answer = self.execute(plan, child)?;
        if answer.is_completed() {
            self.memory::<Once>(node.id).answer = Some(answer);
            self.halt_child(plan, child)?;
        }
        Ok(answer)
    }

    /// The script of a node: the one that was read when the tree was loaded, or what its entry holds
    /// now.
    pub(super) fn script_of(
        &self,
        plan: &Plan,
        node: &PlanNode,
        port: &str,
    ) -> Result<Script, Failure> {
        if let Some(script) = &node.script {
            return Ok(script.clone());
        }
        let text = node
            .read(port, &Type::String, &self.boards, &plan.enums)
            .map_err(|_| missing(node, port))?;
        Script::read(text.as_text().unwrap_or_default())
            .map_err(|fault| Failure::inside(node.id, fault))
    }

    /// There, the script is not asked again after a halt or a skip of the child; a guard that does
    /// not guard is of no use, so here it is.
    fn precondition(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        child: NodeId,
    ) -> Result<Status, Failure> {
        let script = self.script_of(plan, node, "if")?;
        let otherwise = self.status_port(plan, node, "else")?;
        if !self.memory::<Gate>(node.id).open {
            let mut scope = Scope {
                boards: &mut self.boards,
                board: node.board,
                enums: &plan.enums,
            };
            let holds = script
                .holds(&mut scope)
                .map_err(|fault| Failure::inside(node.id, fault))?;
            if !holds {
                return Ok(otherwise);
            }
        }
        let answer = self.finish(plan, child, |answer| answer)?;
        self.memory::<Gate>(node.id).open = answer == Status::Running;
        Ok(answer)
    }

    fn status_port(&self, plan: &Plan, node: &PlanNode, port: &str) -> Result<Status, Failure> {
        node.read(port, &Type::Status, &self.boards, &plan.enums)
            .ok()
            .and_then(|value| match value.data() {
                Data::Int(number) => Status::of_number(*number),
                _ => None,
            })
            .ok_or_else(|| missing(node, port))
    }

    fn one_element(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        child: NodeId,
        element: Element,
    ) -> Result<Status, Failure> {
        let id = node.id;
        if self.status(id) == Status::Idle {
            let rest = node
                .queue
                .as_ref()
                .map(|queue| queue.iter().cloned().collect());
            *self.memory::<Queue>(id) = Queue {
                at_work: false,
                rest,
            };
        }
        if !self.memory::<Queue>(id).at_work {
            let next = self
                .next_element(node, element)
                .map_err(|fault| Failure::inside(id, fault))?;
            let Some(value) = next else {
                return self.status_port(plan, node, "if_empty");
            };
            // The port may be absent; the child then does without.
            if let Ok(key) = node.output_key("value") {
                self.boards
                    .set(node.board, &key, value, Write::Typed, &plan.enums)
                    .map_err(|fault| Failure::inside(id, fault))?;
            }
        }
        if self.status(id) == Status::Idle {
            self.set_running(plan, id);
        }
        let answer = self.finish(plan, child, |answer| answer)?;
        self.memory::<Queue>(id).at_work = answer == Status::Running;
        Ok(match answer {
            Status::Failure => Status::Failure,
            _ => Status::Running,
        })
    }

    /// Takes the next element: of a literal or a list, whose rest the node keeps, or of a queue,
    /// which is shared and consumed.
    fn next_element(&mut self, node: &PlanNode, element: Element) -> Result<Option<Value>, Fault> {
        if let Some(rest) = &mut self.memory::<Queue>(node.id).rest {
            return Ok(rest.pop_front());
        }
        let port = node.inputs.iter().find(|port| &*port.name == "queue");
        let Some(PortSource::Entry(key)) = port.map(|port| port.source.clone()) else {
            return Ok(None);
        };
        let taken = self.boards.change(node.board, &key, |value| {
            let kind = value.kind().clone();
            let is_empty = value.is_empty();
            match value.data_mut() {
                Data::Queue(items) if kind == Type::Queue(element) => {
                    Ok(Taken::One(std::sync::Arc::make_mut(items).pop_front()))
                }
                Data::List(items) if kind == Type::List(element) => {
                    Ok(Taken::All(items.iter().cloned().collect()))
                }
                Data::Json(document) if document.is_array() => {
                    let items = Value::json((**document).clone()).cast(&Type::List(element))?;
                    Ok(Taken::All(items.items().unwrap_or_default().into()))
                }
                Data::Text(text) => Ok(Taken::Text(text.clone())),
                _ if is_empty => Err(Fault::ValueEmpty),
                _ => Err(Fault::LoopQueue {
                    found: kind,
                    wanted: element.kind(),
                }),
            }
        });
        let mut rest = match taken {
            None => return Err(Fault::ValueEmpty),
            Some(taken) => match taken? {
                Taken::One(next) => return Ok(next),
                Taken::All(items) => items,
                Taken::Text(text) => {
                    let list =
                        crate::value::parse(&text, &Type::List(element), &Default::default())?;
                    list.items().unwrap_or_default().into()
                }
            },
        };
        let next = rest.pop_front();
        self.memory::<Queue>(node.id).rest = Some(rest);
        Ok(next)
    }

    fn if_updated(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        child: NodeId,
        otherwise: NotUpdated,
    ) -> Result<Status, Failure> {
        let id = node.id;
        if !self.memory::<Gate>(id).open && !self.was_updated(node) {
            return Ok(match otherwise {
                NotUpdated::Skip => Status::Skipped,
                NotUpdated::Wait => Status::Running,
            });
        }
        let answer = self.execute(plan, child)?;
        self.memory::<Gate>(id).open = answer == Status::Running;
        Ok(answer)
    }

    /// Whether the entry of a node was written since the last look.
    pub(super) fn was_updated(&mut self, node: &PlanNode) -> bool {
        let port = node.inputs.iter().find(|port| &*port.name == "entry");
        let key = match port.map(|port| &port.source) {
            Some(PortSource::Entry(key) | PortSource::Literal(key)) => key.clone(),
            None => return false,
        };
        let Some(entry) = self.boards.entry(node.board, &key) else {
            return false;
        };
        let sequence = entry.sequence;
        let seen = std::mem::replace(&mut self.memory::<Gate>(node.id).seen, sequence);
        seen != sequence
    }
}

/// What a loop found at its entry.
enum Taken {
    One(Option<Value>),
    All(VecDeque<Value>),
    Text(std::sync::Arc<str>),
}
