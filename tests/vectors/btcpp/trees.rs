//! Trees, tick by tick.

use std::sync::Arc;
use std::time::Duration;

use prowess_flow::{Event, Forest, Happened, Limits, Manual, Registry, RunFailure, Status, Tree};
use prowess_tests::Vector;
use serde_json::{Map, Value, json};

use super::leaves::{Log, note, register};
use super::{faults, setup, values};
use crate::compare::Answers;

pub(super) fn answer(vector: &Vector) -> Answers {
    let log = Log::default();
    let mut registry = Registry::default();
    register(&mut registry, &log);
    setup::enums(vector, &mut registry);
    let mut forest = Forest::new(&registry, Limits::default());
    forest.read_text("tree.xml", vector.text("input.xml"));
    let loads = vector.value("input.loads");
    let plan = match forest.compile(None, setup::seeds(vector)) {
        Ok(plan) => Arc::new(plan),
        Err(findings) => {
            let ours = faults::first(&findings);
            let theirs = vector.field("input.error").cloned().unwrap_or_default();
            return Answers {
                ours: json!({"loads": false, "error": faults::ours(&ours, &theirs)}),
                theirs: json!({"loads": loads, "error": faults::theirs(&theirs, &ours)}),
            };
        }
    };
    let time = Manual::new();
    let tree = Tree::new(plan, time.clone());
    let mut driver = Driver {
        vector,
        tree,
        time,
        log,
        ticks: Vec::new(),
        count: 0,
    };
    driver.listen();
    driver.steps();
    let theirs = vector.field("input.ticks").cloned().unwrap_or_default();
    Answers {
        ours: json!({
            "loads": true,
            "ticks": driver.ticks,
            "nodes": driver.nodes(),
            "bb": values::boards(driver.tree.plan(), driver.tree.boards()),
        }),
        theirs: json!({
            "loads": loads,
            "ticks": without_classes(&theirs),
            "nodes": vector.field("input.final.nodes"),
            "bb": vector.field("input.final.bb"),
        }),
    }
}

/// What a record throws, without the class of the exception.
fn without_classes(ticks: &Value) -> Value {
    let mut ticks = ticks.clone();
    for tick in ticks.as_array_mut().into_iter().flatten() {
        if let Some(throws) = tick.get_mut("throws").and_then(Value::as_object_mut) {
            throws.remove("class");
        }
    }
    ticks
}

struct Driver<'v> {
    vector: &'v Vector,
    tree: Tree,
    time: Arc<Manual>,
    log: Log,
    ticks: Vec<Value>,
    count: u64,
}

impl Driver<'_> {
    fn listen(&mut self) {
        let log = self.log.clone();
        self.tree.watch(move |event: &Event<'_>| {
            let path = &*event.node.path;
            note(
                &log,
                match event.happened {
                    Happened::Status { from, to } => {
                        json!(["status", path, values::status(from), values::status(to)])
                    }
                    Happened::Returned { status, .. } => {
                        json!(["ret", path, values::status(status)])
                    }
                },
            );
        });
    }

    fn steps(&mut self) {
        let steps = self
            .vector
            .field("input.setup.steps")
            .and_then(Value::as_array);
        if let Some(steps) = steps.cloned() {
            for step in steps {
                if self.step(&step).is_none() {
                    return;
                }
            }
            return;
        }
        let most = self
            .vector
            .field("input.setup.max_ticks")
            .and_then(Value::as_u64);
        for _ in 0..most.unwrap_or(30) {
            if self.tick() != Some(Status::Running) {
                return;
            }
        }
    }

    /// Nothing where the run ended.
    fn step(&mut self, step: &Value) -> Option<()> {
        if step == "tick" {
            return self.tick().map(drop);
        }
        if step == "halt" {
            let result = self.tree.halt();
            self.close("halt", Map::new(), result.map(drop))?;
            return Some(());
        }
        if let Some(script) = step.get("script").and_then(Value::as_str) {
            self.tree.script(script).expect("a script between ticks");
            self.close("script", Map::new(), Ok(()))?;
            return Some(());
        }
        let pause = step
            .get("sleep_ms")
            .and_then(Value::as_u64)
            .expect("a step");
        let result = self.pause(pause);
        self.close("sleep", Map::new(), result)
    }

    fn pause(&mut self, milliseconds: u64) -> Result<(), RunFailure> {
        self.time.advance(Duration::from_millis(milliseconds));
        self.tree.expire()
    }

    fn tick(&mut self) -> Option<Status> {
        self.count += 1;
        let mode = self
            .vector
            .field("input.setup.tick")
            .and_then(Value::as_str);
        let result = match mode {
            Some("once") => self.tree.tick_through(),
            Some("while_running") => loop {
                match self.tree.tick_through() {
                    Ok(Status::Running) => {}
                    done => break done,
                }
            },
            _ => self.tree.tick(),
        };
        let mut record = Map::new();
        record.insert("n".to_owned(), self.count.into());
        if let Ok(status) = &result {
            record.insert("status".to_owned(), values::status(*status));
        }
        let status = result.as_ref().ok().copied();
        self.close("tick", record, result.map(drop))?;
        if let Some(pause) = self
            .vector
            .field("input.setup.pause_ms")
            .and_then(Value::as_u64)
        {
            self.pause(pause).expect("no script on halts");
        }
        status
    }

    /// Adds a record; nothing where the run ended.
    fn close(
        &mut self,
        what: &str,
        mut record: Map<String, Value>,
        result: Result<(), RunFailure>,
    ) -> Option<()> {
        record.insert("do".to_owned(), what.into());
        let events = std::mem::take(&mut *self.log.lock().expect("no panic elsewhere"));
        if what != "script" || !events.is_empty() {
            record.insert("events".to_owned(), events.into());
        }
        let throws = result.as_ref().err().map(|failure| {
            let mut named = faults::named(&failure.fault);
            if let Some(within) = &failure.within {
                values::set(&mut named, "node", (&**within).into());
            }
            named
        });
        if let Some(throws) = throws {
            let theirs = self
                .vector
                .field(&format!("input.ticks.{}.throws", self.ticks.len()));
            let kept = faults::ours(&throws, theirs.unwrap_or(&Value::Null));
            record.insert("throws".to_owned(), kept);
        }
        self.ticks.push(record.into());
        result.ok()
    }

    fn nodes(&self) -> Value {
        let plan = self.tree.plan();
        let nodes = plan.nodes().iter().map(|node| {
            let status = self.tree.node_status(node.id).expect("a node of the plan");
            (node.path.to_string(), values::status(status))
        });
        Value::Object(nodes.collect())
    }
}
