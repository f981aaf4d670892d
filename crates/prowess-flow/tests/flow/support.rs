//! What these tests share: trees from text, and leaves that answer by letters.

use std::sync::{Arc, Mutex};

use prowess_flow::{
    Context, Fault, Finding, Forest, Leaf, LeafForm, Limits, Manual, NodeModel, Plan, PortModel,
    Registry, Repeatable, Restored, Seeds, Status, Tree, Type, Value,
};

/// Calls of leaves, as `start a`, `poll a`, `halt a`.
pub(crate) type Calls = Arc<Mutex<Vec<String>>>;

/// Answers by the letters of its port, one a call: `R`, `S`, `F`, the last again and again. When it
/// succeeds it puts out how often it was called.
pub(crate) struct Letters {
    pub(crate) calls: Calls,
    pub(crate) repeatable: Repeatable,
    pub(crate) saves: bool,
    pub(crate) count: usize,
}

impl Letters {
    fn answer(&mut self, context: &mut Context<'_>, what: &str) -> Result<Status, Fault> {
        let line = format!("{what} {}", context.name());
        self.calls.lock().unwrap().push(line);
        let letters = context.text("letters")?;
        let letter = letters.chars().nth(self.count).or(letters.chars().last());
        self.count += 1;
        Ok(match letter {
            Some('R') => Status::Running,
            Some('F') => Status::Failure,
            _ => {
                let count = i64::try_from(self.count).unwrap();
                match context.output("out", Value::int(count)) {
                    Ok(()) | Err(Fault::OutputAbsent { .. }) => Status::Success,
                    Err(fault) => return Err(fault),
                }
            }
        })
    }
}

impl Leaf for Letters {
    fn start(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        self.answer(context, "start")
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        self.answer(context, "poll")
    }

    fn halt(&mut self, context: &mut Context<'_>) {
        let line = format!("halt {}", context.name());
        self.calls.lock().unwrap().push(line);
    }

    fn repeatable(&self) -> Repeatable {
        self.repeatable
    }

    fn save(&self) -> Option<serde_json::Value> {
        self.saves.then(|| self.count.into())
    }

    fn restore(&mut self, saved: &serde_json::Value) -> Restored {
        self.count = usize::try_from(saved.as_u64().unwrap()).unwrap();
        Restored::AtWork
    }
}

/// A registry with the leaf `L`, which saves its state.
pub(crate) fn registry(calls: &Calls) -> Registry {
    registry_with(calls, Repeatable::Always, true)
}

pub(crate) fn registry_with(calls: &Calls, repeatable: Repeatable, saves: bool) -> Registry {
    let mut registry = Registry::default();
    let ports = vec![
        PortModel::input("letters", Type::String).or("S"),
        PortModel::output("out", Type::Int64),
        PortModel::input("secret", Type::String).or("none").secret(),
    ];
    let calls = calls.clone();
    registry.leaf(
        NodeModel::action("L", ports),
        LeafForm::Waiting,
        move |_| Letters {
            calls: calls.clone(),
            repeatable,
            saves,
            count: 0,
        },
    );
    registry
}

/// One tree around this body.
pub(crate) fn document(body: &str) -> String {
    format!("<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\">{body}</BehaviorTree></root>")
}

pub(crate) fn compile(registry: &Registry, text: &str) -> Result<Arc<Plan>, Vec<Finding>> {
    compile_within(registry, text, Limits::default())
}

pub(crate) fn compile_within(
    registry: &Registry,
    text: &str,
    limits: Limits,
) -> Result<Arc<Plan>, Vec<Finding>> {
    let seeds = Seeds::new(&limits);
    let mut forest = Forest::new(registry, limits);
    forest.read_text("tree.xml", text);
    forest.compile(None, seeds).map(Arc::new)
}

/// The plan of one tree around this body, which has no faults.
pub(crate) fn plan(registry: &Registry, body: &str) -> Arc<Plan> {
    compile(registry, &document(body)).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

pub(crate) fn tree(registry: &Registry, body: &str) -> Tree {
    Tree::new(plan(registry, body), Manual::new())
}

/// The first fault of a document.
pub(crate) fn fault(registry: &Registry, text: &str) -> Fault {
    let findings = compile(registry, text).unwrap_err();
    findings.iter().find_map(Finding::fault).unwrap().clone()
}

/// Takes the calls so far.
pub(crate) fn taken(calls: &Calls) -> Vec<String> {
    std::mem::take(&mut *calls.lock().unwrap())
}
