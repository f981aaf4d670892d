//! Whether a text does a thing, tells to do it, warns of it, or only names it.

use prowess_base::Span;
use serde::Serialize;

use crate::unit::Unit;

/// How a text stands to what it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stance {
    /// It does it, or tells to do it.
    Does,
    /// It describes, quotes or teaches it: a lesson, an example of an attack, a test's input.
    Describes,
    /// It forbids it, warns of it, or lists it to be refused.
    Forbids,
}

/// How the text around `span` stands to it.
pub(crate) fn of(_unit: &Unit<'_>, _span: Span) -> Stance {
    Stance::Does
}
