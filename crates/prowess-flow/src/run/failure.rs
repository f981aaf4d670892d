//! How a run ends that no node handles.

use std::sync::Arc;

use prowess_base::Diagnostic;

use crate::plan::{NodeId, Plan};
use crate::{Fault, Finding, Problem};

/// A fault on its way up through the tree.
#[derive(Debug)]
pub(super) struct Failure {
    fault: Box<Fault>,
    at: NodeId,
    within: Option<NodeId>,
}

impl Failure {
    /// In a node's own work.
    pub(super) fn inside(at: NodeId, fault: Fault) -> Self {
        Self {
            fault: Box::new(fault),
            at,
            within: Some(at),
        }
    }

    /// Around a node's work: in its conditions, or in its answer.
    pub(super) fn around(at: NodeId, fault: Fault) -> Self {
        Self {
            fault: Box::new(fault),
            at,
            within: None,
        }
    }

    /// As it comes out of the work of `id`.
    pub(super) fn out_of(mut self, id: NodeId) -> Self {
        self.within.get_or_insert(id);
        self
    }
}

/// Why a run ended without an answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct RunFailure {
    /// What is wrong.
    pub fault: Fault,
    /// The path of the node that it is about.
    pub at: Arc<str>,
    /// The path of the node whose work met it: the node itself, or the one above where the fault is
    /// in a condition or an answer. Nothing where that is above the root.
    pub within: Option<Arc<str>>,
    finding: Box<Finding>,
}

impl RunFailure {
    pub(super) fn new(plan: &Plan, failure: Failure) -> Self {
        let node = &plan.nodes[failure.at];
        let path = |id: NodeId| plan.nodes[id].path.clone();
        let fault = *failure.fault;
        Self {
            finding: Box::new(plan.finding(node, Problem::Fault(fault.clone()))),
            fault,
            at: node.path.clone(),
            within: failure.within.map(path),
        }
    }

    /// The diagnostic, at the place of the node in its file.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        self.finding.diagnostic()
    }
}
