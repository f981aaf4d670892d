//! By which rules a package is judged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::openclaw::{self, Edition};
use crate::package::{Coverage, Package};
use crate::report::{CoveredFile, Report, Verdict};
use crate::scanner;

/// By which rules a package is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum RuleSet {
    /// Our own.
    #[default]
    Own,
    /// Those of OpenClaw's scanner. Findings, verdict and coverage are by them; what a package is, and
    /// what it could do, is told as always.
    OpenClaw(Edition),
}

impl RuleSet {
    /// Scans one package.
    ///
    /// A package that makes the scan panic is `incomplete`: what a package causes is never a reason to
    /// let it in, and never one to stop.
    #[must_use]
    pub fn scan(self, package: &Package) -> Report {
        let scanned = catch_unwind(AssertUnwindSafe(|| match self {
            Self::Own => scanner::scan(package),
            Self::OpenClaw(edition) => openclaw::scan(package, edition),
        }));
        scanned.unwrap_or_else(|_| self.failed(&package.name, &package.origin))
    }

    /// The rule set as a report names it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Own => scanner::RULE_SET_VERSION,
            Self::OpenClaw(Edition::June2026) => "openclaw 2026.6.11",
            Self::OpenClaw(Edition::March2026) => "openclaw 2026.3",
        }
    }

    /// The report on a package that made its reading or its scan fail: `incomplete`, with nothing
    /// covered, and able to do whatever a package can.
    #[must_use]
    pub fn failed(self, name: &str, origin: &Path) -> Report {
        Report {
            name: name.to_owned(),
            origin: origin.to_path_buf(),
            verdict: Verdict::Incomplete,
            blast_radius: crate::BlastRadius::Account,
            findings: Vec::new(),
            capabilities: crate::Capabilities::default(),
            provenance: crate::Provenance::default(),
            digest: None,
            coverage: vec![CoveredFile {
                file: ".".to_owned(),
                coverage: Coverage::Opaque("a fault of the scan".to_owned()),
            }],
            rule_set: self.as_str(),
        }
    }
}
