//! The leaves of the engine.

use std::sync::Arc;

use super::Run;
use super::control::missing;
use super::failure::Failure;
use super::memory::Timer;
use crate::blackboard::Write;
use crate::plan::{Plan, PlanNode, PortSource};
use crate::registry::Kind;
use crate::script::Scope;
use crate::value::{Type, Value, parse};
use crate::{Fault, Status};

impl Run {
    pub(super) fn leaf(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let failed = |fault: Fault| Failure::inside(node.id, fault);
        match node.kind {
            Kind::AlwaysSuccess => Ok(Status::Success),
            Kind::AlwaysFailure => Ok(Status::Failure),
            Kind::Script if node.script.is_none() && self.is_empty_script(plan, node) => {
                Ok(Status::Success)
            }
            Kind::Script | Kind::ScriptCondition => {
                let script = self.script_of(plan, node, "code")?;
                let mut scope = Scope {
                    boards: &mut self.boards,
                    board: node.board,
                    enums: &plan.enums,
                };
                if node.kind == Kind::Script {
                    script.run(&mut scope).map_err(failed)?;
                    return Ok(Status::Success);
                }
                Ok(match script.holds(&mut scope).map_err(failed)? {
                    true => Status::Success,
                    false => Status::Failure,
                })
            }
            Kind::SetBlackboard => self.set_blackboard(plan, node),
            Kind::UnsetBlackboard => {
                let key = node
                    .read("key", &Type::String, &self.boards, &plan.enums)
                    .map_err(|_| missing(node, "key"))?;
                self.boards
                    .unset(node.board, key.as_text().unwrap_or_default());
                Ok(Status::Success)
            }
            Kind::Sleep => self.sleep(plan, node),
            Kind::WasEntryUpdated => Ok(match self.was_updated(node) {
                true => Status::Success,
                false => Status::Failure,
            }),
            Kind::Leaf(form) => self.host_leaf(plan, node, form),
            _ => Ok(Status::Failure),
        }
    }

    /// A `Script` without text does nothing.
    fn is_empty_script(&self, plan: &Plan, node: &PlanNode) -> bool {
        let text = node.read("code", &Type::String, &self.boards, &plan.enums);
        text.is_ok_and(|text| text.as_text() == Some(""))
    }

    fn sleep(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let id = node.id;
        match self.status(id) {
            Status::Idle => {
                let time = self.milliseconds(plan, node, "msec")?;
                if time.is_zero() {
                    return Ok(Status::Success);
                }
                *self.memory::<Timer>(id) = Timer {
                    started: true,
                    deadline: Some(self.now.saturating_add(time)),
                    fired: false,
                };
                self.set_running(plan, id);
                Ok(Status::Running)
            }
            Status::Running => {
                let now = self.now;
                let timer = self.memory::<Timer>(id);
                if timer.deadline.is_some_and(|deadline| deadline > now) {
                    return Ok(Status::Running);
                }
                *timer = Timer::default();
                Ok(Status::Success)
            }
            done => Ok(done),
        }
    }

    /// The key is what `output_key` holds; the value is copied with its type, or is text that
    /// becomes a value of the entry's type.
    fn set_blackboard(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let failed = |fault: Fault| Failure::inside(node.id, fault);
        let key = node
            .read("output_key", &Type::String, &self.boards, &plan.enums)
            .map_err(|_| missing(node, "output_key"))?;
        let key: Arc<str> = key.as_text().unwrap_or_default().into();
        let port = node.inputs.iter().find(|port| &*port.name == "value");
        let value = match port.map(|port| &port.source) {
            None => return Err(failed(Fault::SetWithoutValue)),
            Some(PortSource::Literal(text)) => Value::text(text.clone()),
            Some(PortSource::Entry(source)) => {
                let Some(entry) = self.boards.entry(node.board, source) else {
                    let key = source.clone();
                    return Err(failed(Fault::SetSourceMissing { key }));
                };
                let (kind, value) = (entry.kind.clone(), entry.value.clone());
                if self.boards.entry(node.board, &key).is_none() {
                    self.boards
                        .create(node.board, &key, &kind)
                        .map_err(failed)?;
                }
                value
            }
        };
        if value.is_empty() {
            return Ok(Status::Failure);
        }
        let value = self.fitting(plan, node, &key, value).map_err(failed)?;
        self.boards
            .set(node.board, &key, value, Write::Variant, &plan.enums)
            .map_err(failed)?;
        Ok(Status::Success)
    }

    /// Text as a value of the type that the entry has.
    fn fitting(
        &self,
        plan: &Plan,
        node: &PlanNode,
        key: &str,
        value: Value,
    ) -> Result<Value, Fault> {
        let entry = self.boards.entry(node.board, key);
        let (Some(entry), Some(text)) = (entry, value.as_text()) else {
            return Ok(value);
        };
        if entry.kind == Type::String || !entry.kind.reads_text() {
            return Ok(value);
        }
        parse(text, &entry.kind, &plan.enums).map_err(|_| Fault::SetConversion {
            text: text.into(),
            to: entry.kind.clone(),
        })
    }
}
