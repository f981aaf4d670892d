//! Texts within texts: parts in another language, and what is hidden or encoded.

use crate::skill::Skill;
use crate::unit::Unit;

/// How much one scan may derive.
#[derive(Debug)]
pub(crate) struct Budget {
    /// Bytes that derived texts may have in all.
    pub(crate) bytes: usize,
    /// Texts that may be derived.
    pub(crate) texts: usize,
    /// Whether something was left because a bound was reached.
    pub(crate) exhausted: bool,
}

impl Budget {
    /// Most derivations between a file and a text.
    pub(crate) const DEPTH: u8 = 8;
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            texts: 20_000,
            exhausted: false,
        }
    }
}

/// Gives every text that stands in `unit` to `found`. What is found is derived from again.
pub(crate) fn derive<'p>(
    _unit: &Unit<'p>,
    _skill: Option<&Skill>,
    _budget: &mut Budget,
    _found: &mut dyn FnMut(Unit<'p>),
) {
}
