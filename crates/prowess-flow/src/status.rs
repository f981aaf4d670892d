//! What a node answers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The state of a node, and what a tick of it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// Not at work. Never an answer.
    Idle,
    /// At work; to be ticked again.
    Running,
    /// Done.
    Success,
    /// Done, and it did not work out.
    Failure,
    /// Not done because a condition said so. An answer, never a state.
    Skipped,
}

impl Status {
    /// `IDLE`, `RUNNING`, `SUCCESS`, `FAILURE` or `SKIPPED`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "IDLE",
            Self::Running => "RUNNING",
            Self::Success => "SUCCESS",
            Self::Failure => "FAILURE",
            Self::Skipped => "SKIPPED",
        }
    }

    /// The status of this name, in capitals.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let all = [
            Self::Idle,
            Self::Running,
            Self::Success,
            Self::Failure,
            Self::Skipped,
        ];
        all.into_iter().find(|status| status.as_str() == name)
    }

    /// Success or failure.
    #[must_use]
    pub const fn is_completed(self) -> bool {
        matches!(self, Self::Success | Self::Failure)
    }

    /// Its number, as blackboards keep it.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Idle => 0,
            Self::Running => 1,
            Self::Success => 2,
            Self::Failure => 3,
            Self::Skipped => 4,
        }
    }

    pub(crate) fn of_number(number: i64) -> Option<Self> {
        Some(match number {
            0 => Self::Idle,
            1 => Self::Running,
            2 => Self::Success,
            3 => Self::Failure,
            4 => Self::Skipped,
            _ => return None,
        })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
