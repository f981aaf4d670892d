//! Verdicts of scans, kept by the digest of what was scanned.
//!
//! `<data>/trust/verdicts.json` holds the last verdict of our own rules on each of the trees that were scanned. What a
//! catalogue asks of it is only which trees are blocked, and so it is small and read at once.

use std::path::Path;

use prowess_base::Digest;
use prowess_scan::{RULE_SET_VERSION, Report, Severity, Verdict};
use serde::{Deserialize, Serialize};

use crate::trust::{Kept, Outline, OwnFile, finding_key};
use crate::{Error, Places, Tree};

/// Most verdicts that are kept. The oldest go first; those that block go last.
const MOST: usize = 2_000;

/// Most findings that are kept of a verdict that blocks.
const FINDINGS: usize = 200;

/// The verdict of one scan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptVerdict {
    /// The digest of the tree.
    pub digest: Digest,
    /// The name of the skill.
    pub name: String,
    /// The version of the rules that judged.
    pub rules: String,
    /// What they say, without what the user suppresses.
    pub verdict: Verdict,
    /// What blocks, by fingerprints. Nothing where there is too much of it to be taken on oneself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub critical: Vec<String>,
    /// How large the files at the top of the tree are.
    pub outline: Outline,
}

impl KeptVerdict {
    /// Whether it is by the rules of this program. One of older rules tells no more than that they blocked.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.rules == RULE_SET_VERSION
    }
}

/// All verdicts that are kept, the newest last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdicts {
    version: u64,
    verdicts: Vec<KeptVerdict>,
}

impl Default for Verdicts {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            verdicts: Vec::new(),
        }
    }
}

impl Kept for Verdicts {
    const NAME: &'static str = "verdicts.json";
    const VERSION: u64 = 1;
    const BYTES: u64 = 32 << 20;
}

impl Verdicts {
    /// The verdict of the rules of this program on a tree.
    #[must_use]
    pub fn get(&self, digest: &Digest) -> Option<&KeptVerdict> {
        self.verdicts
            .iter()
            .find(|one| one.digest == *digest && one.is_current())
    }

    /// The verdicts that block, also those of older rules: nothing becomes usable because the rules became others.
    pub fn blocking(&self) -> impl Iterator<Item = &KeptVerdict> {
        self.verdicts
            .iter()
            .filter(|one| one.verdict == Verdict::Block)
    }

    fn put(&mut self, verdict: KeptVerdict) {
        self.verdicts.retain(|one| one.digest != verdict.digest);
        self.verdicts.push(verdict);
        while self.verdicts.len() > MOST {
            let harmless = self
                .verdicts
                .iter()
                .position(|one| one.verdict != Verdict::Block);
            self.verdicts.remove(harmless.unwrap_or(0));
        }
    }
}

/// The file of the verdicts.
#[derive(Debug, Clone)]
pub struct VerdictsFile(OwnFile<Verdicts>);

impl VerdictsFile {
    /// That of a user.
    #[must_use]
    pub fn of(places: &Places) -> Self {
        Self::in_data(&places.data)
    }

    /// That in a user's data folder.
    #[must_use]
    pub fn in_data(data: &Path) -> Self {
        Self(OwnFile::in_data(data))
    }

    /// What is kept; nothing where there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn read(&self) -> Result<Verdicts, Error> {
        self.0.read()
    }

    /// Keeps what a scan by our own rules says of a tree. Suppressions do not count here: they may end.
    ///
    /// # Errors
    ///
    /// As [`VerdictsFile::read`].
    pub fn keep(&self, report: &Report, tree: &Tree) -> Result<(), Error> {
        let verdict = of(report, tree);
        if self.0.read()?.verdicts.last() == Some(&verdict) {
            return Ok(());
        }
        self.0.change(|verdicts| {
            verdicts.put(verdict);
            Ok(())
        })
    }

    /// Keeps what scans of skills that lie somewhere already say: those that block, and whatever is said now of trees that were
    /// blocked before.
    ///
    /// # Errors
    ///
    /// As [`VerdictsFile::read`].
    pub fn keep_blocks(&self, scanned: &[(&Report, Tree)]) -> Result<(), Error> {
        let known: Vec<Digest> = self.0.read()?.blocking().map(|one| one.digest).collect();
        let kept: Vec<KeptVerdict> = scanned
            .iter()
            .map(|(report, tree)| of(report, tree))
            .filter(|one| one.verdict == Verdict::Block || known.contains(&one.digest))
            .collect();
        if kept.is_empty() {
            return Ok(());
        }
        self.0.change(|verdicts| {
            kept.into_iter().for_each(|one| verdicts.put(one));
            Ok(())
        })
    }
}

fn of(report: &Report, tree: &Tree) -> KeptVerdict {
    let critical: Vec<String> = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Critical)
        .map(finding_key)
        .collect();
    KeptVerdict {
        digest: tree.digest(),
        name: report.name.clone(),
        rules: report.rule_set.to_owned(),
        verdict: match critical.is_empty() {
            true => report.verdict,
            false => Verdict::Block,
        },
        critical: match critical.len() <= FINDINGS {
            true => critical,
            false => Vec::new(),
        },
        outline: Outline::of(tree),
    }
}
