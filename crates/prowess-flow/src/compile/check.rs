//! What is odd about a plan: branches that are never reached, trees that nothing uses, entries that
//! nothing makes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use prowess_base::Span;

use crate::document::TreeElement;
use crate::plan::{Plan, PlanNode, PortSource};
use crate::registry::{Kind, Pace};
use crate::script::Script;
use crate::{Finding, Problem, Warning};

/// Trees that the main tree does not use.
pub(super) fn unused(plan: &Plan, trees: &BTreeMap<Arc<str>, TreeElement>) -> Vec<Finding> {
    let used: BTreeSet<&str> = plan.subtrees().map(|(_, id)| id).collect();
    let mut found = Vec::new();
    for (id, tree) in trees {
        let Some(file) = plan.files.get(tree.source) else {
            continue;
        };
        if used.contains(&**id) {
            continue;
        }
        found.push(Finding {
            problem: Problem::Warning(Warning::TreeUnused { id: id.clone() }),
            file: file.name.clone(),
            text: file.text.clone(),
            span: tree
                .element
                .attribute("ID")
                .map_or(Span::default(), |id| id.span),
            node: None,
        });
    }
    found
}

/// Everything else.
pub(super) fn warnings(plan: &Plan) -> Vec<Finding> {
    let mut found = Vec::new();
    for node in plan.nodes() {
        unreachable(plan, node, &mut found);
    }
    never_made(plan, &mut found);
    found
}

/// What a node always answers, as far as that is plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Always {
    Succeeds,
    Fails,
    Skips,
}

fn always(plan: &Plan, node: &PlanNode) -> Option<Always> {
    if let Some(conditions) = &node.conditions {
        let holds = |script: &Option<Script>| {
            let value = script.as_ref()?.constant()?;
            value.cast_bool().ok()
        };
        let [fails, succeeds, skips, goes_on] = &conditions.before;
        if holds(fails) == Some(true) {
            return Some(Always::Fails);
        }
        let is_open = |script: &Option<Script>| script.is_some() && holds(script) != Some(false);
        if is_open(fails) {
            return None;
        }
        if holds(succeeds) == Some(true) {
            return Some(Always::Succeeds);
        }
        if is_open(succeeds) {
            return None;
        }
        if holds(skips) == Some(true) || holds(goes_on) == Some(false) {
            return Some(Always::Skips);
        }
        if is_open(skips) || goes_on.is_some() {
            return None;
        }
    }
    let child = || {
        let child = node.children.first().and_then(|id| plan.node(*id))?;
        always(plan, child)
    };
    match node.kind {
        Kind::AlwaysSuccess => Some(Always::Succeeds),
        Kind::AlwaysFailure => Some(Always::Fails),
        Kind::Inverter => match child()? {
            Always::Succeeds => Some(Always::Fails),
            Always::Fails => Some(Always::Succeeds),
            Always::Skips => Some(Always::Skips),
        },
        Kind::SubTree => child(),
        _ => None,
    }
}

fn unreachable(plan: &Plan, node: &PlanNode, found: &mut Vec<Finding>) {
    let skips = node.parent.is_some() && always(plan, node) == Some(Always::Skips);
    if skips {
        found.push(unreached(plan, node, "its condition always skips it"));
        return;
    }
    let (stops, reason) = match node.kind {
        Kind::Sequence(Pace::Straight | Pace::Yielding)
        | Kind::SequenceWithMemory
        | Kind::ReactiveSequence => (Always::Fails, "a child before it always fails"),
        Kind::Fallback(_) | Kind::ReactiveFallback => {
            (Always::Succeeds, "a child before it always succeeds")
        }
        _ => return,
    };
    let mut children = node.children.iter().filter_map(|id| plan.node(*id));
    let stopper = children.find(|child| always(plan, child) == Some(stops));
    if stopper.is_some()
        && let Some(next) = children.next()
    {
        found.push(unreached(plan, next, reason));
    }
}

fn unreached(plan: &Plan, node: &PlanNode, reason: &str) -> Finding {
    let warning = Warning::Unreachable {
        node: node.name.clone(),
        reason: reason.to_owned(),
    };
    plan.finding(node, Problem::Warning(warning))
}

/// Entries that scripts read or assign and that nothing makes: no seed, no port, no `:=`. A
/// `SetBlackboard` whose key is an entry itself may make any.
fn never_made(plan: &Plan, found: &mut Vec<Finding>) {
    let makes_any = plan.nodes().iter().any(|node| {
        node.kind == Kind::SetBlackboard
            && node
                .outputs
                .iter()
                .any(|port| matches!(port.source, PortSource::Entry(_)))
    });
    if makes_any {
        return;
    }
    let mut made: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut scripts: Vec<(&PlanNode, Script)> = Vec::new();
    for node in plan.nodes() {
        if node.kind == Kind::SetBlackboard {
            let keys = node.outputs.iter().filter_map(|port| port.literal_text());
            made.extend(keys.map(Arc::from));
        }
        let conditions = node.conditions.as_deref();
        let around = conditions
            .into_iter()
            .flat_map(|around| around.before.iter().chain(&around.after));
        for script in around.chain([&node.script]).flatten() {
            made.extend(script.names().made);
            scripts.push((node, script.clone()));
        }
    }
    let mut told: BTreeSet<Arc<str>> = BTreeSet::new();
    for (node, script) in scripts {
        let names = script.names();
        for name in names.read.into_iter().chain(names.assigned) {
            let plain: Arc<str> = name.trim_start_matches('@').into();
            let is_there = plan.boards.entry(node.board, &name).is_some()
                || made.contains(&name)
                || made.contains(&plain)
                || plan.boards.is_mapped(node.board, &name)
                || plan.enums.contains_key(&name);
            if is_there || !told.insert(name.clone()) {
                continue;
            }
            let warning = Warning::EntryNeverMade { name };
            found.push(plan.finding(node, Problem::Warning(warning)));
        }
    }
}
