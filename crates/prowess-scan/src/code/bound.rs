//! What keeps a program from being read to its end, so that it is told.

use std::collections::BTreeSet;

use crate::unit::UnitId;

/// A bound that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Bound {
    /// The text is longer than what is parsed.
    Length,
    /// The parser gave up.
    Tree,
    /// Parts lie deeper within each other than is followed.
    Nesting,
    /// Calls lead further than is followed.
    Calls,
    /// Reading takes more steps than are taken.
    Steps,
    /// More is done than is kept.
    Facts,
}

impl Bound {
    /// What is said of the file, behind its name.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Length => "is a longer program than is read as one",
            Self::Tree => "is a program that cannot be parsed",
            Self::Nesting => "nests its program deeper than is followed",
            Self::Calls => "calls further than is followed",
            Self::Steps => "takes more steps than are followed",
            Self::Facts => "does more than is kept",
        }
    }
}

/// Every bound that was reached, each once for each unit.
pub(crate) type Left = BTreeSet<(UnitId, Bound)>;
