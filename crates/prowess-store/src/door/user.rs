//! The door by one user's rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use prowess_base::Day;
use prowess_scan::{BlastRadius, Finding, Report, RuleSet, Severity, Suppression, Verdict};

use super::policy::{Decision, Policy};
use super::{Admission, Door, Offer, VerdictsFile, grown, scan};
use crate::ask::{Ask, Question};
use crate::trust::{Accepted, KeysFile, Records, RecordsFile, counting};
use crate::{Error, Places, Tree, signature};

/// Most findings that a message lists; the scan itself shows all.
const LISTED: usize = 20;

/// What becomes of a skill by its scan (`install.scan`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScanMode {
    /// `block` is refused, `review` and `incomplete` are asked about.
    #[default]
    Enforce,
    /// Everything comes in, and what was found is told: OpenClaw's way since 2026.6, where policy decides and scans advise.
    Warn,
}

/// The rules of one user for one run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DoorRules {
    /// What becomes of a skill by its scan.
    pub scan: ScanMode,
    /// By which rules is scanned.
    pub rules: RuleSet,
    /// The names of skills that are taken in spite of their scan (`--accept-risk NAME`).
    pub accepted: BTreeSet<String>,
    /// Findings that the user took on themselves.
    pub suppressions: Vec<Suppression>,
    /// Today, against which suppressions end; nothing: none of them holds.
    pub today: Option<Day>,
    /// The user's own program that has a say before the scan.
    pub policy: Option<Policy>,
}

/// How a tree is scanned; nothing where the scan fails on it.
pub(super) type Scan = fn(RuleSet, &str, &Tree) -> Option<Report>;

/// The door by one user's rules.
#[derive(Debug, Clone)]
pub struct UserDoor {
    rules: DoorRules,
    records: RecordsFile,
    verdicts: VerdictsFile,
    keys: KeysFile,
    pub(super) data: PathBuf,
    pub(super) scan: Scan,
}

impl UserDoor {
    /// The door of the user whose data folder this is.
    #[must_use]
    pub fn new(places: &Places, rules: DoorRules) -> Self {
        Self {
            rules,
            records: RecordsFile::of(places),
            verdicts: VerdictsFile::of(places),
            keys: KeysFile::of(places),
            data: places.data.clone(),
            scan,
        }
    }

    /// The rules that it goes by.
    #[must_use]
    pub fn rules(&self) -> &DoorRules {
        &self.rules
    }

    /// The scan of a tree; nothing where it fails.
    fn scanned(&self, name: &str, tree: &Tree) -> Option<Report> {
        (self.scan)(self.rules.rules, name, tree)
    }

    /// What comes from a source with a pinned key has to be signed with it; that a signature is gone is told.
    fn check_signature(&self, offer: &Offer<'_>, warnings: &mut Vec<String>) -> Result<(), Error> {
        let is_signed = |tree: &Tree| tree.get(signature::FILE).is_some();
        if offer.before.is_some_and(is_signed) && !is_signed(offer.tree) {
            warnings.push("it was signed before and is not any more".to_owned());
        }
        let source = &offer.origin.source;
        let verified = self
            .keys
            .read()?
            .of(source)
            .and_then(|key| key.map(|key| key.verify(offer.tree)).transpose());
        verified.map(drop).map_err(|fault| {
            let reason = format!("you pinned a key to `{source}`, and {fault}");
            refused(offer, &reason)
        })
    }

    /// What the user's program says; nothing where there is none.
    fn ask_policy(
        &self,
        offer: &Offer<'_>,
        ask: &dyn Ask,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let Some(policy) = &self.rules.policy else {
            return Ok(());
        };
        let said = policy.decide(&self.data, offer)?;
        if let Decision::Ask { reason } = &said.decision {
            let shown = said.shown(reason);
            let name = offer.name;
            Question::Policy {
                name,
                reason: &shown,
            }
            .put(ask)?;
            // It is heard again, as in OpenClaw: what was agreed to is what it says now.
            let again = policy.decide(&self.data, offer)?;
            if matches!(again.decision, Decision::Ask { .. }) && again != said {
                return Err(refused(
                    offer,
                    "the policy program said something else after it was agreed to; try again",
                ));
            }
        }
        warnings.extend(said.findings);
        Ok(())
    }

    fn enforce(
        &self,
        offer: &Offer<'_>,
        ask: &dyn Ask,
        records: &Records,
        report: &Report,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let digest = offer.tree.digest();
        let by_name = self.rules.accepted.contains(offer.name);
        let known = records
            .accepted(&digest)
            .is_some_and(|accepted| accepted.covers(report));
        match report.verdict {
            Verdict::Pass => {}
            _ if known => {
                warnings.push(format!(
                    "the scan says {}, which was accepted before for just these files",
                    report.verdict
                ));
            }
            verdict if by_name => {
                self.accept(offer, ask, report)?;
                warnings.push(format!("the scan says {verdict}, which was accepted"));
                warnings.extend(listed(counting(report)));
            }
            Verdict::Block => {
                let mut lines = vec!["the scan says block".to_owned()];
                lines.extend(listed(counting(report)));
                lines.push(format!(
                    "`--accept-risk {}` takes it in spite of that",
                    offer.name
                ));
                return Err(refused(offer, &lines.join("\n  ")));
            }
            Verdict::Review | Verdict::Incomplete => {
                let name = offer.name;
                Question::LetIn { name, report }.put(ask)?;
                // So that a restore of the same files asks nobody again.
                self.accept(offer, ask, report)?;
            }
        }
        let more = self.more(offer, report);
        if by_name {
            warnings.extend(more.iter().map(|line| format!("new since before: {line}")));
        } else if !more.is_empty() {
            let (name, grown) = (offer.name, more.as_slice());
            Question::Grows { name, grown }.put(ask)?;
        }
        Ok(())
    }

    /// What it could do more than what it replaces.
    fn more(&self, offer: &Offer<'_>, report: &Report) -> Vec<String> {
        let Some(before) = offer.before.filter(|before| *before != offer.tree) else {
            return Vec::new();
        };
        // What cannot be scanned could do nothing that is known, and so everything is more.
        let before = self.scanned(offer.name, before).unwrap_or_else(|| {
            let mut nothing = self.rules.rules.failed(offer.name, Path::new(""));
            nothing.blast_radius = BlastRadius::Text;
            nothing
        });
        grown(&before, report)
    }

    fn accept(&self, offer: &Offer<'_>, ask: &dyn Ask, report: &Report) -> Result<(), Error> {
        if ask.is_rehearsal() {
            return Ok(());
        }
        match Accepted::of(offer.name, offer.tree.digest(), report) {
            Some(accepted) => self.records.accept(accepted),
            // It is asked again next time.
            None => Ok(()),
        }
    }

    fn warn(&self, offer: &Offer<'_>, report: Option<&Report>, warnings: &mut Vec<String>) {
        let name = offer.name;
        let Some(report) = report else {
            warnings.push(format!(
                "`{name}` could not be scanned; look at its files by hand before it is used"
            ));
            return;
        };
        let (critical, rest): (Vec<&Finding>, Vec<&Finding>) = report
            .findings
            .iter()
            .filter(|finding| finding.suppressed.is_none() && finding.severity >= Severity::Medium)
            .partition(|finding| finding.severity == Severity::Critical);
        warnings.extend(listed(critical.into_iter()));
        if !rest.is_empty() {
            warnings.push(format!(
                "the scan of `{name}` found {} more; `prowess scan --installed` shows them",
                counted(rest.len(), "thing")
            ));
        }
        if report.verdict == Verdict::Incomplete {
            warnings.push(format!(
                "not everything in `{name}` could be judged; `prowess scan --installed` tells what"
            ));
        }
        let more = self.more(offer, report);
        warnings.extend(more.iter().map(|line| format!("new since before: {line}")));
    }
}

impl Door for UserDoor {
    fn admit(&self, offer: &Offer<'_>, ask: &dyn Ask) -> Result<Admission, Error> {
        let records = self.records.read()?;
        if let Some(blocked) = records.blocked(offer.name) {
            let why = blocked.reason.as_deref();
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            return Err(refused(
                offer,
                &format!(
                    "you blocked it{why}; `prowess trust {}` lifts that",
                    offer.name
                ),
            ));
        }
        let mut warnings = Vec::new();
        self.check_signature(offer, &mut warnings)?;
        self.ask_policy(offer, ask, &mut warnings)?;
        let mut report = self.scanned(offer.name, offer.tree);
        if let Some(report) = &mut report {
            if self.rules.rules == RuleSet::Own {
                self.verdicts.keep(report, offer.tree)?;
            }
            if let Some(today) = self.rules.today {
                report.suppress(&self.rules.suppressions, today);
            }
        }
        match self.rules.scan {
            ScanMode::Warn => self.warn(offer, report.as_ref(), &mut warnings),
            ScanMode::Enforce => {
                let report = report.get_or_insert_with(|| {
                    // A scan that failed has judged nothing.
                    self.rules.rules.failed(offer.name, Path::new(""))
                });
                self.enforce(offer, ask, &records, report, &mut warnings)?;
            }
        }
        Ok(Admission { report, warnings })
    }
}

fn refused(offer: &Offer<'_>, reason: &str) -> Error {
    Error::Refused {
        name: offer.name.to_owned(),
        reason: reason.to_owned(),
    }
}

/// A line for each finding, and one for those that are too many.
pub(crate) fn listed<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<String> {
    let findings: Vec<&Finding> = findings.collect();
    let mut lines: Vec<String> = findings.iter().take(LISTED).copied().map(line).collect();
    if let Some(rest) = findings.len().checked_sub(LISTED).filter(|rest| *rest > 0) {
        lines.push(format!("and {} more", counted(rest, "finding")));
    }
    lines
}

/// `SKILL.md:3:1: critical: MESSAGE (PW4xx)`
fn line(finding: &Finding) -> String {
    let place = finding.place.as_ref().map_or_else(String::new, |place| {
        format!(":{}:{}", place.start.line, place.start.column)
    });
    let severity = match finding.severity {
        Severity::Critical => "critical",
        Severity::High => "high",
        Severity::Medium => "medium",
        Severity::Low => "low",
        Severity::Info => "info",
    };
    format!(
        "{}{place}: {severity}: {} ({})",
        finding.file, finding.message, finding.code
    )
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
