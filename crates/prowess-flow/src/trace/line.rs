//! Events as lines of JSON.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::mask::HIDDEN;
use super::{Event, Happened, Mask, Sink};
use crate::Status;
use crate::plan::{Port, PortSource};
use crate::registry::{NodeKind, Secrecy};

/// One event, as it stands in a trace file: one JSON object a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Line {
    /// The number of the tick, from 1.
    pub tick: u64,
    /// When the tick began, in microseconds on the run's clock.
    pub at: u64,
    /// The number of the node in its plan, from 1.
    pub node: u32,
    /// Its path.
    pub path: Arc<str>,
    /// What it is.
    pub id: Arc<str>,
    /// What happened.
    #[serde(flatten)]
    pub event: LineEvent,
}

/// What happened, as it stands in a trace file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum LineEvent {
    /// The status changed.
    Status {
        /// From this.
        from: Status,
        /// To this.
        to: Status,
    },
    /// The work gave an answer.
    Answer {
        /// The answer.
        status: Status,
        /// Microseconds that it took in this tick.
        took: u64,
        /// What went in, for leaves.
        #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
        inputs: BTreeMap<Arc<str>, serde_json::Value>,
        /// What came out, for leaves.
        #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
        outputs: BTreeMap<Arc<str>, serde_json::Value>,
    },
}

/// A sink that makes lines.
pub struct Lines {
    mask: Mask,
    longest: usize,
    write: Box<dyn FnMut(&Line) + Send>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("longest", &self.longest)
            .finish_non_exhaustive()
    }
}

impl Lines {
    /// Gives each line to `write`, with what is secret masked and texts of ports cut at 2,000
    /// characters.
    #[must_use]
    pub fn new(mask: Mask, write: impl FnMut(&Line) + Send + 'static) -> Self {
        const LONGEST: usize = 2_000;
        Self {
            mask,
            longest: LONGEST,
            write: Box::new(write),
        }
    }

    /// Cuts texts of ports at so many characters.
    #[must_use]
    pub fn longest(mut self, characters: usize) -> Self {
        self.longest = characters;
        self
    }

    fn ports(&self, event: &Event<'_>, ports: &[Port]) -> BTreeMap<Arc<str>, serde_json::Value> {
        let is_leaf = matches!(
            event.node.model.kind,
            NodeKind::Action | NodeKind::Condition
        );
        if !is_leaf {
            return BTreeMap::new();
        }
        ports
            .iter()
            .map(|port| {
                let value = match port.secrecy {
                    Secrecy::Secret => HIDDEN.into(),
                    Secrecy::Open => self.shown(event, port),
                };
                (port.name.clone(), value)
            })
            .collect()
    }

    fn shown(&self, event: &Event<'_>, port: &Port) -> serde_json::Value {
        let value = match &port.source {
            PortSource::Literal(text) => (&**text).into(),
            PortSource::Entry(key) => event
                .boards
                .entry(event.node.board, key)
                .map_or(serde_json::Value::Null, |entry| entry.value.to_json()),
        };
        self.cut(self.mask.apply_json(value))
    }

    fn cut(&self, value: serde_json::Value) -> serde_json::Value {
        use serde_json::Value;
        match value {
            Value::String(text) => match text.char_indices().nth(self.longest) {
                Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")).into(),
                None => text.into(),
            },
            Value::Array(items) => items.into_iter().map(|item| self.cut(item)).collect(),
            Value::Object(fields) => fields
                .into_iter()
                .map(|(key, value)| (key, self.cut(value)))
                .collect(),
            other => other,
        }
    }
}

impl Sink for Lines {
    fn event(&mut self, event: &Event<'_>) {
        let micros =
            |time: std::time::Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let what = match event.happened {
            Happened::Status { from, to } => LineEvent::Status { from, to },
            Happened::Returned { status, took } => LineEvent::Answer {
                status,
                took: micros(took),
                inputs: self.ports(event, &event.node.inputs),
                outputs: self.ports(event, &event.node.outputs),
            },
        };
        let line = Line {
            tick: event.tick,
            at: micros(event.at),
            node: event.node.id.number(),
            path: event.node.path.clone(),
            id: event.node.model.id.clone(),
            event: what,
        };
        (self.write)(&line);
    }
}
