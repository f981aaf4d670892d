//! Pictures of a plan, with what a trace says about its nodes.

mod label;
mod mermaid;
mod svg;
mod text;

use crate::plan::{NodeId, Plan, PlanNode};
use crate::trace::{NodeTrace, Traced};

/// A plan to be drawn.
///
/// A subtree stands with its own nodes below it, so a picture shows everything that runs.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'d> {
    plan: &'d Plan,
    traced: Option<&'d Traced>,
}

impl<'d> Drawing<'d> {
    /// The plan alone.
    #[must_use]
    pub fn new(plan: &'d Plan) -> Self {
        Self { plan, traced: None }
    }

    /// With the statuses and times of a trace.
    #[must_use]
    pub fn traced(self, traced: &'d Traced) -> Self {
        Self {
            traced: Some(traced),
            ..self
        }
    }

    /// As lines with branches, for a terminal or a log.
    #[must_use]
    pub fn text(&self) -> String {
        text::draw(*self)
    }

    /// As a Mermaid flow chart.
    #[must_use]
    pub fn mermaid(&self) -> String {
        mermaid::draw(*self)
    }

    /// As an SVG picture: the root at the left, one row for each leaf.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::draw(*self)
    }

    fn node(&self, id: NodeId) -> &'d PlanNode {
        &self.plan.nodes[id]
    }

    fn trace(&self, node: &PlanNode) -> Option<&'d NodeTrace> {
        self.traced?.node(node)
    }
}
