//! Behaviour trees beside the same trees in `bonsai-bt`, in the same run.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use bonsai_bt::{Behavior, Event, UpdateArgs};
use prowess_flow::{
    Context, Fault, Forest, Leaf, LeafForm, Limits, Manual, NodeModel, Plan, Registry, Seeds,
    Status, Tree,
};

use crate::measure;
use crate::rows::row;

/// Groups of the tree; each has seven nodes.
const GROUPS: usize = 14;

/// Nodes that one run of the tree visits: all.
const VISITS: usize = 1 + 7 * GROUPS;

/// Every row about behaviour trees.
pub(crate) fn all(rounds: usize, ticks: u64) -> Result<()> {
    println!("\nbehaviour trees, {VISITS} nodes of which each is visited in a run");
    visits(rounds)?;
    load(rounds)?;
    memory(ticks)
}

/// Answers the same each time, and counts.
struct Answers {
    status: Status,
    count: u64,
}

impl Leaf for Answers {
    fn start(&mut self, _context: &mut Context<'_>) -> Result<Status, Fault> {
        self.count += 1;
        Ok(self.status)
    }
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    for (id, status) in [("Good", Status::Success), ("Bad", Status::Failure)] {
        let model = NodeModel::action(id, Vec::new());
        registry.leaf(model, LeafForm::Immediate, move |_| Answers {
            status,
            count: 0,
        });
    }
    registry
}

fn document(groups: usize) -> String {
    let group = "<Fallback><Inverter><Good/></Inverter><Good/></Fallback>\
                 <ForceSuccess><Bad/></ForceSuccess><Good/>";
    let body = group.repeat(groups);
    format!(
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>{body}</Sequence>\
         </BehaviorTree></root>"
    )
}

fn compile(text: &str) -> Result<Plan> {
    let registry = registry();
    let limits = Limits::default();
    let seeds = Seeds::new(&limits);
    let mut forest = Forest::new(&registry, limits);
    forest.read_text("tree.xml", text);
    forest
        .compile(None, seeds)
        .map_err(|findings| anyhow!("{} findings", findings.len()))
}

/// The same tree there.
fn theirs() -> Behavior<bool> {
    let leaf = Behavior::Action;
    let group = || {
        vec![
            Behavior::Select(vec![Behavior::Invert(Box::new(leaf(true))), leaf(true)]),
            Behavior::AlwaysSucceed(Box::new(leaf(false))),
            leaf(true),
        ]
    };
    Behavior::Sequence((0..GROUPS).flat_map(|_| group()).collect())
}

/// Visits a second. A finished tree is run again: there that means to set it up anew.
fn visits(rounds: usize) -> Result<()> {
    const RUNS: usize = 20_000;
    let plan = Arc::new(compile(&document(GROUPS))?);
    let mut tree = Tree::new(plan, Manual::new());
    let (ours, ()) = measure::best_of(rounds, || {
        for _ in 0..RUNS {
            if tree.tick()? != Status::Success {
                bail!("the tree did not succeed");
            }
        }
        Ok(())
    })?;
    let again = bonsai_again(rounds, RUNS)?;
    let alone = bonsai_alone(rounds)?;
    let count = |runs: usize| (runs * VISITS) as f64;
    let ours = per_second(count(RUNS), ours.cpu);
    let again = per_second(count(RUNS), again);
    let alone = per_second(count(FRESH), alone);
    row(
        "  visits a second, bonsai-bt, each run set up anew",
        &millions(again),
        "-",
    );
    row(
        "  visits a second, bonsai-bt, without the setting up",
        &millions(alone),
        "-",
    );
    let figure = format!(
        "{} ({:.2} ×, {:.2} ×)",
        millions(ours),
        ours / again,
        ours / alone
    );
    row("  visits a second", &figure, "more than bonsai-bt");
    Ok(())
}

/// One run there.
fn bonsai_run(tree: &mut bonsai_bt::BT<bool, u64>) -> Result<()> {
    let event: Event = UpdateArgs { dt: 0.0 }.into();
    let answer = tree.tick(&event, &mut |args, count: &mut u64| {
        *count += 1;
        let status = match args.action {
            true => bonsai_bt::Success,
            false => bonsai_bt::Failure,
        };
        (status, args.dt)
    });
    if !matches!(answer, Some((bonsai_bt::Success, _))) {
        bail!("the other tree did not succeed");
    }
    Ok(())
}

/// CPU time of so many runs there; a finished tree is set up anew, as it has to be.
fn bonsai_again(rounds: usize, runs: usize) -> Result<Duration> {
    let mut tree = bonsai_bt::BT::new(theirs(), 0_u64);
    let (taken, ()) = measure::best_of(rounds, || {
        for _ in 0..runs {
            bonsai_run(&mut tree)?;
            tree.reset_bt();
        }
        Ok(())
    })?;
    Ok(taken.cpu)
}

/// Trees that are set up before the clock runs.
const FRESH: usize = 2_000;

/// CPU time of one run each of trees that were set up before.
fn bonsai_alone(rounds: usize) -> Result<Duration> {
    let mut least = Duration::MAX;
    for _ in 0..rounds.max(1) {
        let mut trees: Vec<_> = (0..FRESH)
            .map(|_| bonsai_bt::BT::new(theirs(), 0_u64))
            .collect();
        let (taken, ()) = measure::once(&mut || trees.iter_mut().try_for_each(bonsai_run))?;
        least = least.min(taken.cpu);
    }
    Ok(least)
}

fn per_second(count: f64, time: Duration) -> f64 {
    count / time.as_secs_f64().max(f64::MIN_POSITIVE)
}

fn millions(number: f64) -> String {
    format!("{:.1} million", number / 1e6)
}

/// From the text to a plan of 10,000 nodes.
fn load(rounds: usize) -> Result<()> {
    let text = document(10_000 / 7);
    let (taken, nodes) = measure::best_of(rounds, || Ok(compile(&text)?.nodes().len()))?;
    let name = format!("  load {nodes} nodes ({} KB)", text.len() / 1_000);
    let figure = format!("{:.1} ms CPU", taken.cpu.as_secs_f64() * 1e3);
    row(&name, &figure, "100 ms");
    Ok(())
}

/// Peak memory after a tenth of the ticks and after all of them.
fn memory(ticks: u64) -> Result<()> {
    let text = document(GROUPS).replace(
        "<Sequence>",
        "<Sequence><Script code=\"n := 1; t := 'a'; t = t .. n\"/>",
    );
    let text = text.replacen("t := 'a'; ", "t := 'a'; t = 'a'; ", 1);
    let mut tree = Tree::new(Arc::new(compile(&text)?), Manual::new());
    for _ in 0..ticks / 10 {
        tree.tick()?;
    }
    let early = measure::peak_memory()?;
    for _ in ticks / 10..ticks {
        tree.tick()?;
    }
    let late = measure::peak_memory()?;
    let name = format!("  memory that {ticks} ticks add to a tenth of them");
    let figure = format!("{} KB", late.saturating_sub(early) / 1_024);
    row(&name, &figure, "0 KB");
    Ok(())
}
