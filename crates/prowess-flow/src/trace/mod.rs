//! What happened in a run: events, their lines in a file, and what they say about each node.

mod line;
mod mask;
mod summary;

use std::time::Duration;

pub use self::line::{Line, LineEvent, Lines};
pub use self::mask::Mask;
pub use self::summary::{NodeTrace, Traced};
use crate::Status;
use crate::blackboard::Boards;
use crate::plan::PlanNode;

/// Something that happened at a node.
#[derive(Debug)]
#[non_exhaustive]
pub struct Event<'e> {
    /// When its tick began, on the run's clock.
    pub at: Duration,
    /// The number of its tick, from 1.
    pub tick: u64,
    /// The node.
    pub node: &'e PlanNode,
    /// What.
    pub happened: Happened,
    pub(crate) boards: &'e Boards,
}

/// What happened at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// Its status changed.
    Status {
        /// From this.
        from: Status,
        /// To this.
        to: Status,
    },
    /// It gave an answer, by its work or because a condition decided. This is told before the status
    /// changes.
    Returned {
        /// The answer.
        status: Status,
        /// How long the work took in this tick, with that of the nodes below.
        took: Duration,
    },
}

/// Hears what happens in a run, as it happens.
pub trait Sink: Send {
    /// Something happened. Events come in order; this must not block for long.
    fn event(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>) + Send> Sink for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}
