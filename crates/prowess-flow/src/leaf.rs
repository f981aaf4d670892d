//! Leaves of the host: what they are asked, and what they can reach.

use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use crate::blackboard::{Boards, Write};
use crate::plan::PlanNode;
use crate::value::{Enums, Type, Value};
use crate::{Fault, Status};

/// A leaf of the host.
///
/// A leaf that waits keeps the waker of its [`Context`] and calls it when there is something to poll
/// for; nothing calls the leaf in between.
pub trait Leaf: Send {
    /// Begins. For [`LeafForm::Immediate`](crate::LeafForm) and conditions this is each tick.
    ///
    /// # Errors
    ///
    /// What no tree should handle: it ends the run. What a tree may handle is
    /// [`Status::Failure`].
    fn start(&mut self, context: &mut Context<'_>) -> Result<Status, Fault>;

    /// Looks whether it is done, at each tick while it is at work.
    ///
    /// # Errors
    ///
    /// As [`Leaf::start`].
    fn poll(&mut self, context: &mut Context<'_>) -> Result<Status, Fault> {
        self.start(context)
    }

    /// Stops what is at work. Called only while the leaf is at work; afterwards nothing of it runs.
    fn halt(&mut self, _context: &mut Context<'_>) {}

    /// Whether it may be started again when a run ended while it was at work.
    fn repeatable(&self) -> Repeatable {
        Repeatable::Never
    }

    /// What a later run needs to go on with it, as of now.
    fn save(&self) -> Option<serde_json::Value> {
        None
    }

    /// Takes back what [`Leaf::save`] gave, in a later run, and tells whether work goes on: then the
    /// leaf is polled. Else it is started again, if it may be.
    fn restore(&mut self, _saved: &serde_json::Value) -> Restored {
        Restored::Lost
    }
}

/// Whether a leaf may be started again when a run ended while it was at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeatable {
    /// It may: it changes nothing, or the same again does no harm.
    Always,
    /// It may not: a resumed run is refused until a person has looked.
    Never,
}

/// Whether the work of a leaf survived the end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restored {
    /// It did: poll it.
    AtWork,
    /// It did not.
    Lost,
}

/// Where in a tree a leaf stands, when it is made.
#[derive(Debug, Clone, Copy)]
pub struct LeafPlace<'p> {
    /// The name of the leaf's node.
    pub id: &'p str,
    /// Its name in the tree.
    pub name: &'p str,
    /// Its path: those of the subtrees that hold it, then its name.
    pub path: &'p str,
}

/// What a leaf can reach.
#[derive(Debug)]
pub struct Context<'c> {
    pub(crate) node: &'c PlanNode,
    pub(crate) boards: &'c mut Boards,
    pub(crate) enums: &'c Enums,
    pub(crate) now: Duration,
    pub(crate) waker: &'c Waker,
    pub(crate) again: &'c mut bool,
    pub(crate) deadline: &'c mut Option<Duration>,
    pub(crate) writes: &'c mut Vec<(Arc<str>, Value)>,
}

impl Context<'_> {
    /// The name of the node in the tree.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.node.name
    }

    /// The path of the node.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.node.path
    }

    /// The time since the run's clock began.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.now
    }

    /// Wakes whoever ticks the tree. It may be called from any thread, and often.
    #[must_use]
    pub fn waker(&self) -> &Waker {
        self.waker
    }

    /// Asks for a tick at this time at the latest.
    pub fn wake_at(&mut self, time: Duration) {
        let earlier = self.deadline.map_or(time, |known| known.min(time));
        *self.deadline = Some(earlier);
    }

    /// Asks for another pass right after this one, where the host ticks
    /// [until nothing moves](crate::Tree::tick_through).
    pub fn again(&mut self) {
        *self.again = true;
    }

    /// The value of an input port.
    ///
    /// # Errors
    ///
    /// [`Fault::InputAbsent`], [`Fault::InputUnset`] or a fault of conversion.
    pub fn input(&self, port: &str, kind: &Type) -> Result<Value, Fault> {
        self.node.read(port, kind, self.boards, self.enums)
    }

    /// The text of an input port.
    ///
    /// # Errors
    ///
    /// As [`Context::input`].
    pub fn text(&self, port: &str) -> Result<Arc<str>, Fault> {
        let value = self.input(port, &Type::String)?;
        Ok(value.as_text().unwrap_or_default().into())
    }

    /// An input port in the type that its value has: text where it is a literal, whatever an entry
    /// holds where it names one.
    ///
    /// # Errors
    ///
    /// As [`Context::input`].
    pub fn value(&self, port: &str) -> Result<Value, Fault> {
        self.node
            .read(port, &Type::Untyped, self.boards, self.enums)
    }

    /// Puts a value out.
    ///
    /// # Errors
    ///
    /// [`Fault::OutputAbsent`] or [`Fault::OutputLiteral`] where the port names no entry,
    /// [`Fault::EntryLocked`] where the entry has another type.
    pub fn output(&mut self, port: &str, value: Value) -> Result<(), Fault> {
        let key = self.node.output_key(port)?;
        self.writes.push((key.clone(), value.clone()));
        self.boards
            .set(self.node.board, &key, value, Write::Typed, self.enums)
    }

    /// The value of an entry, whether or not a port names it.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Value> {
        let entry = self.boards.entry(self.node.board, key)?;
        Some(&entry.value)
    }
}
