//! `ForEach`: the child for each item, up to so many at once. Each lane is a copy of the child with a
//! blackboard of its own, which has `item`, `index` and `result` and maps everything else.

use std::collections::VecDeque;

use super::Run;
use super::control::missing;
use super::failure::Failure;
use super::memory::Items;
use crate::Status;
use crate::blackboard::Write;
use crate::plan::{Plan, PlanNode};
use crate::value::{Element, Enums, Type, Value, parse};

impl Run {
    pub(super) fn for_each(&mut self, plan: &Plan, node: &PlanNode) -> Result<Status, Failure> {
        let id = node.id;
        if !self.memory::<Items>(id).started {
            self.begin_items(plan, node)?;
        }
        self.set_running(plan, id);
        let bound = node
            .read("max_failures", &Type::Int, &self.boards, &plan.enums)
            .and_then(|value| value.cast_integer(&Type::Int))
            .map_err(|_| missing(node, "max_failures"))?;
        for (lane, child) in node.children.iter().enumerate() {
            let Some(index) = self.item_of(plan, node, lane)? else {
                continue;
            };
            let answer = self.execute(plan, *child)?;
            if answer == Status::Running {
                continue;
            }
            self.halt_child(plan, *child)?;
            let board = plan.nodes[*child].board;
            let result = match answer {
                Status::Success => self
                    .boards
                    .entry(board, "result")
                    .map(|entry| entry.value.to_json()),
                _ => None,
            };
            let items = self.memory::<Items>(id);
            if let Some(slot) = items.lanes.get_mut(lane) {
                *slot = None;
            }
            if let Some(slot) = items.results.get_mut(index) {
                *slot = result.unwrap_or_default();
            }
            if answer == Status::Failure {
                items.failures += 1;
                let failures = i64::try_from(items.failures).unwrap_or(i64::MAX);
                if bound >= 0 && failures >= bound {
                    return self.end_items(plan, node, Status::Failure);
                }
            }
        }
        let items = self.memory::<Items>(id);
        let is_done = items.waiting.is_empty() && items.lanes.iter().all(Option::is_none);
        if is_done {
            return self.end_items(plan, node, Status::Success);
        }
        if items.lanes.iter().any(Option::is_none) && !items.waiting.is_empty() {
            // A lane is free: the next item begins in another pass, so that a tick stays short.
            self.again = true;
        }
        Ok(Status::Running)
    }

    fn begin_items(&mut self, plan: &Plan, node: &PlanNode) -> Result<(), Failure> {
        let items = node
            .read("items", &Type::Untyped, &self.boards, &plan.enums)
            .ok()
            .and_then(|value| match value.as_text() {
                Some(text) => items_of(text),
                None => value.items(),
            })
            .ok_or_else(|| missing(node, "items"))?;
        let count = items.len();
        *self.memory::<Items>(node.id) = Items {
            started: true,
            waiting: items.into_iter().enumerate().collect::<VecDeque<_>>(),
            lanes: vec![None; node.children.len()],
            results: vec![serde_json::Value::Null; count],
            failures: 0,
        };
        Ok(())
    }

    /// The item that a lane works on, a new one where it is free.
    fn item_of(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        lane: usize,
    ) -> Result<Option<usize>, Failure> {
        let items = self.memory::<Items>(node.id);
        if let Some(Some(index)) = items.lanes.get(lane) {
            return Ok(Some(*index));
        }
        let Some((index, item)) = items.waiting.pop_front() else {
            return Ok(None);
        };
        if let Some(slot) = items.lanes.get_mut(lane) {
            *slot = Some(index);
        }
        let Some(child) = node.children.get(lane) else {
            return Ok(None);
        };
        let board = plan.nodes[*child].board;
        let number = Value::int(i64::try_from(index).unwrap_or(i64::MAX));
        let fresh = [
            ("item", item),
            ("index", number),
            ("result", Value::empty(Type::Untyped)),
        ];
        for (key, value) in fresh {
            self.boards
                .put_local(board, key, Type::Untyped, value)
                .map_err(|fault| Failure::inside(node.id, fault))?;
        }
        Ok(Some(index))
    }

    fn end_items(
        &mut self,
        plan: &Plan,
        node: &PlanNode,
        answer: Status,
    ) -> Result<Status, Failure> {
        let items = std::mem::take(self.memory::<Items>(node.id));
        self.halt_children(plan, node)?;
        if let Ok(key) = node.output_key("results") {
            let results = Value::json(items.results.into());
            self.boards
                .set(node.board, &key, results, Write::Typed, &plan.enums)
                .map_err(|fault| Failure::inside(node.id, fault))?;
        }
        Ok(answer)
    }
}

/// The items of a JSON array, else what stands between semicolons.
fn items_of(text: &str) -> Option<Vec<Value>> {
    let array = serde_json::from_str(text).ok().map(Value::json);
    if let Some(items) = array.as_ref().and_then(Value::items) {
        return Some(items);
    }
    let list = parse(text, &Type::List(Element::String), &Enums::new()).ok()?;
    list.items()
}
