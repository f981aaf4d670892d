//! How many candidates ended in which verdict.

use prowess_catalog::{Snapshot, Verdict};

/// How many candidates ended in which verdict. Each ends in exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Counts {
    /// Those that count.
    pub eligible: usize,
    /// Those that won their name and do not count.
    pub ineligible: usize,
    /// Those whose name another has.
    pub shadowed: usize,
    /// Those that cannot be used.
    pub invalid: usize,
    /// Those beyond a bound of the profile.
    pub beyond_limit: usize,
}

impl Counts {
    /// Counts the candidates of a snapshot.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut counts = Self::default();
        for entry in &snapshot.entries {
            let count = match entry.verdict {
                Verdict::Eligible => &mut counts.eligible,
                Verdict::Ineligible { .. } => &mut counts.ineligible,
                Verdict::Shadowed { .. } => &mut counts.shadowed,
                Verdict::BeyondLimit { .. } => &mut counts.beyond_limit,
                _ => &mut counts.invalid,
            };
            *count += 1;
        }
        counts
    }

    /// All candidates that were found.
    #[must_use]
    pub fn found(&self) -> usize {
        self.eligible + self.ineligible + self.shadowed + self.invalid + self.beyond_limit
    }
}
