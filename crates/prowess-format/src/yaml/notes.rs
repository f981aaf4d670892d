//! Diagnostics about one text, few enough to read.

use prowess_base::{Diagnostic, Severity};

/// Diagnostics about one text. Beyond [`Notes::BOUND`] of a severity the rest are counted and not
/// kept: a place costs a pass over the text, and nobody reads a thousand of them.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    kept: Vec<Diagnostic>,
    errors: usize,
    others: usize,
}

impl Notes {
    /// Most diagnostics of a severity that are kept.
    const BOUND: usize = 32;

    /// Adds what `diagnostic` makes, if it is to be kept.
    pub(crate) fn add(&mut self, severity: Severity, diagnostic: impl FnOnce() -> Diagnostic) {
        let count = match severity {
            Severity::Error => &mut self.errors,
            _ => &mut self.others,
        };
        *count += 1;
        if *count <= Self::BOUND {
            self.kept.push(diagnostic());
        }
    }

    /// The diagnostics, in the order in which they were added.
    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        self.kept
    }
}
