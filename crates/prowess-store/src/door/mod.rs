//! The door: nothing is put in its place that has not been scanned, and let in by the user's rules.
//!
//! [`UserDoor`] asks the user's policy program first ([`Policy`]), then scans the bytes that would be put in place and judges
//! them by [`DoorRules`], then looks whether an update can do more than what it replaces ([`grown`]).

mod grown;
mod policy;
mod scanned;
#[cfg(test)]
mod tests;
mod user;
mod verdicts;

use prowess_scan::Report;

pub use grown::{abilities, grown};
pub use policy::Policy;
pub(crate) use scanned::scan;
pub(crate) use user::listed;
pub use user::{DoorRules, ScanMode, UserDoor};
pub use verdicts::{KeptVerdict, Verdicts, VerdictsFile};

use crate::ask::Ask;
use crate::lock::Origin;
use crate::{Error, Scope, Tree};

/// One skill before it is put in its place.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'o> {
    /// Its folder beneath that of the scope.
    pub name: &'o str,
    /// Whom it is for.
    pub scope: Scope,
    /// Where it comes from.
    pub origin: &'o Origin,
    /// What exactly would be put there: for an update what the merge gave.
    pub tree: &'o Tree,
    /// What it replaces, as it lies there.
    pub before: Option<&'o Tree>,
}

/// What was let in.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Admission {
    /// What the scan says; nothing where the scan failed and the user's rules let the skill in nevertheless.
    pub report: Option<Report>,
    /// What the user has to be told beside it.
    pub warnings: Vec<String>,
}

/// Who lets skills in.
pub trait Door: Send + Sync {
    /// Scans a skill and judges it by the user's rules; asks where they say so.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`], [`Error::Unanswered`].
    fn admit(&self, offer: &Offer<'_>, ask: &dyn Ask) -> Result<Admission, Error>;
}
