//! What a trace says about each node.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Line, LineEvent};
use crate::Status;
use crate::plan::PlanNode;

/// What a trace says about each node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traced {
    nodes: BTreeMap<u32, NodeTrace>,
}

/// What a trace says about one node.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct NodeTrace {
    /// Its last answer; IDLE where it was halted since.
    pub status: Status,
    /// How often it answered.
    pub answers: u64,
    /// How long it was at work in all, from each start to the answer that ended it, waiting included.
    pub span: Duration,
    /// When the work that is not ended began, in microseconds on the run's clock.
    begun: Option<u64>,
    /// What ended work took.
    ended: Duration,
}

impl Default for NodeTrace {
    fn default() -> Self {
        Self {
            status: Status::Idle,
            answers: 0,
            span: Duration::ZERO,
            begun: None,
            ended: Duration::ZERO,
        }
    }
}

impl Traced {
    /// Sums up lines in their order.
    pub fn of<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Self {
        let mut traced = Self::default();
        for line in lines {
            traced.add(line);
        }
        traced
    }

    /// Adds a line.
    pub fn add(&mut self, line: &Line) {
        let node = self.nodes.entry(line.node).or_default();
        match &line.event {
            LineEvent::Answer { status, took, .. } => {
                node.status = *status;
                node.answers += 1;
                let begun = node.begun.unwrap_or(line.at);
                let end = line.at.saturating_add(*took);
                node.span = node.ended + Duration::from_micros(end.saturating_sub(begun));
                node.begun = (*status == Status::Running).then_some(begun);
                if node.begun.is_none() {
                    node.ended = node.span;
                }
            }
            // Only a halt takes a node from its work to rest.
            LineEvent::Status {
                from: Status::Running,
                to: Status::Idle,
            } if node.status == Status::Running => {
                node.status = Status::Idle;
                node.begun = None;
                node.ended = node.span;
            }
            LineEvent::Status { .. } => {}
        }
    }

    /// What it says about a node; nothing where the node was never visited.
    #[must_use]
    pub fn node(&self, node: &PlanNode) -> Option<&NodeTrace> {
        self.nodes.get(&node.id.number())
    }
}
