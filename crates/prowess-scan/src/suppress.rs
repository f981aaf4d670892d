//! Findings that somebody took on themselves.
//!
//! A suppression comes from whoever keeps the place where skills land, never from a package: what is
//! scanned does not decide what is found in it.

use prowess_base::Day;
use serde::Serialize;

use crate::judge;
use crate::report::Report;

/// What somebody says about one finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// The finding's fingerprint.
    pub fingerprint: String,
    /// Who says so.
    pub owner: String,
    /// Why.
    pub reason: String,
    /// The last day on which it holds, in UTC.
    pub until: Day,
}

/// The mark of a finding that is suppressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Suppressed {
    /// Who took it on themselves.
    pub owner: String,
    /// Why.
    pub reason: String,
    /// The last day on which it holds.
    pub until: Day,
}

impl Suppression {
    /// Whether it holds on this day.
    #[must_use]
    pub fn holds(&self, today: Day) -> bool {
        today <= self.until
    }
}

impl Report {
    /// Marks the findings that are suppressed today, and judges again without them. They stay in the
    /// report. Of several suppressions of one finding the first that holds is the mark.
    pub fn suppress(&mut self, suppressions: &[Suppression], today: Day) {
        for finding in &mut self.findings {
            finding.suppressed = suppressions
                .iter()
                // A finding that nothing names cannot be meant.
                .filter(|one| !one.fingerprint.is_empty() && one.holds(today))
                .find(|one| one.fingerprint == finding.fingerprint)
                .map(|one| Suppressed {
                    owner: one.owner.clone(),
                    reason: one.reason.clone(),
                    until: one.until,
                });
        }
        if self.findings.iter().any(|one| one.suppressed.is_some()) {
            let complete = self.coverage.iter().all(|file| file.coverage.is_complete());
            self.verdict = judge::verdict(&self.findings, complete);
        }
    }
}
