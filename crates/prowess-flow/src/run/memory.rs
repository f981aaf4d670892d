//! What a node remembers between ticks.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Status;
use crate::value::Value;

/// Controls that go through their children in order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Steps {
    pub(super) index: usize,
    pub(super) skipped: usize,
    /// `TryCatch` only: whether the last child is at work.
    pub(super) catching: bool,
}

/// Controls that tick their children at once.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub(super) done: BTreeSet<usize>,
    pub(super) successes: usize,
    pub(super) failures: usize,
}

/// Controls that chose a child.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Chosen {
    pub(super) child: Option<usize>,
}

/// Decorators that count rounds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Rounds {
    pub(super) count: i64,
}

/// Nodes that wait for a time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Timer {
    pub(super) started: bool,
    /// When it ends, on the run's clock.
    pub(super) deadline: Option<Duration>,
    /// `Timeout` only: whether it halted the child.
    pub(super) fired: bool,
}

/// Decorators that act on a finished child once.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Once {
    pub(super) answer: Option<Status>,
}

/// Decorators that let a started child go on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Gate {
    pub(super) open: bool,
    /// How often the entry was written at the last look.
    pub(super) seen: u64,
}

/// Loops.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Queue {
    pub(super) at_work: bool,
    /// What is left of elements that are not taken from a shared queue.
    pub(super) rest: Option<VecDeque<Value>>,
}

/// `ForEach`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Items {
    pub(super) started: bool,
    pub(super) waiting: VecDeque<(usize, Value)>,
    /// The item that each lane works on.
    pub(super) lanes: Vec<Option<usize>>,
    pub(super) results: Vec<serde_json::Value>,
    pub(super) failures: usize,
}

macro_rules! memory {
    ($($kind:ident)*) => {
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(super) enum Memory {
            #[default]
            Nothing,
            $($kind($kind)),*
        }

        $(impl Part for $kind {
            fn of(memory: &mut Memory) -> &mut Self {
                if !matches!(memory, Memory::$kind(_)) {
                    *memory = Memory::$kind(Self::default());
                }
                match memory {
                    Memory::$kind(part) => part,
                    _ => unreachable!("it was made so just now"),
                }
            }
        })*
    };
}

/// One kind of memory; a node always uses the same.
pub(super) trait Part: Default {
    /// The memory as this kind, new where it was none.
    fn of(memory: &mut Memory) -> &mut Self;
}

memory! { Steps Tally Chosen Rounds Timer Once Gate Queue Items }

/// What a node is doing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct NodeState {
    pub(super) status: Status,
    #[serde(skip_serializing_if = "is_nothing", default)]
    pub(super) memory: Memory,
}

fn is_nothing(memory: &Memory) -> bool {
    *memory == Memory::Nothing
}

impl Default for NodeState {
    fn default() -> Self {
        Self {
            status: Status::Idle,
            memory: Memory::Nothing,
        }
    }
}
