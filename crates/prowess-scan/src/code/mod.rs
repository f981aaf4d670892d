//! Code read as code: what it does, as facts.

use crate::fact::Fact;
use crate::rules::Scene;
use crate::unit::{Unit, UnitId};

/// Stands in a text for a part that is not known.
pub(crate) const HOLE: char = '\u{FFFC}';

/// Adds what `unit` does to `facts`, flows within it included.
pub(crate) fn read(_unit: &Unit<'_>, _id: UnitId, _facts: &mut Vec<Fact>) {}

/// Flows over several units: files that hand data on, and prose that tells a model to join steps.
pub(crate) fn across(_scene: &Scene<'_>) -> Vec<Fact> {
    Vec::new()
}
