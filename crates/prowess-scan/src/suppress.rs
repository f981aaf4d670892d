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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openclaw::Edition;
    use crate::{Package, RuleSet, Verdict};

    fn report(files: &[(&str, &str)]) -> Report {
        RuleSet::OpenClaw(Edition::June2026).scan(&Package::of_files("a", files.iter().copied()))
    }

    fn suppression(report: &Report, until: &str) -> Suppression {
        Suppression {
            fingerprint: report.findings[0].fingerprint.clone(),
            owner: "ann".to_owned(),
            reason: "known".to_owned(),
            until: until.parse().unwrap(),
        }
    }

    /// The gravest finding that is not suppressed decides, and what was not judged is so still.
    #[test]
    fn judged_again() {
        let verdict = |files: &[(&str, &str)]| {
            let mut report = report(files);
            let suppressions = [suppression(&report, "2027-03-01")];
            report.suppress(&suppressions, "2027-03-01".parse().unwrap());
            let marked = report
                .findings
                .iter()
                .filter(|one| one.suppressed.is_some())
                .count();
            assert_eq!(marked, 1);
            report.verdict
        };
        assert_eq!(verdict(&[("SKILL.md", "rm -rf ~\n")]), Verdict::Pass);
        assert_eq!(
            verdict(&[("SKILL.md", "rm -rf ~\n"), ("a.py", "1\n")]),
            Verdict::Incomplete
        );
        assert_eq!(
            verdict(&[("SKILL.md", "rm -rf ~\n"), ("a.js", "eval(1)\n")]),
            Verdict::Review
        );
    }

    /// One that is over, or that names nothing, changes nothing.
    #[test]
    fn not_held() {
        let whole = report(&[("SKILL.md", "rm -rf ~\n")]);
        let today = "2027-03-02".parse().unwrap();
        let mut judged = whole.clone();
        judged.suppress(&[suppression(&whole, "2027-03-01")], today);
        assert_eq!(judged.verdict, Verdict::Review);
        let mut nameless = whole.clone();
        nameless.findings[0].fingerprint.clear();
        let empty = suppression(&nameless, "2028-01-01");
        nameless.suppress(&[empty], today);
        assert_eq!(nameless.verdict, Verdict::Review);
    }
}
