//! Bounds on what is read and on what a run may take.

use std::time::Duration;

/// Bounds. What passes one is a fault, never cut silently.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one tree file.
    pub bytes: usize,
    /// Tree files in all, with those that are included.
    pub files: usize,
    /// Elements of one tree file.
    pub elements: usize,
    /// Nodes of a tree with all its subtrees.
    pub nodes: usize,
    /// How deep nodes may nest within one tree; BehaviorTree.CPP has 256.
    pub depth: usize,
    /// How deep nodes may nest with all subtrees.
    pub total_depth: usize,
    /// Bytes that all values on the blackboards may take.
    pub blackboard_bytes: usize,
    /// Ticks of a run.
    pub ticks: u64,
    /// Nodes that one tick may visit, each time counted.
    pub visits: u64,
    /// How long a run may take from its first tick on, where it is bounded.
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 4 << 20,
            files: 64,
            elements: 100_000,
            nodes: 100_000,
            depth: 256,
            total_depth: 512,
            blackboard_bytes: 64 << 20,
            ticks: u64::MAX,
            visits: 10_000_000,
            time: None,
        }
    }
}
