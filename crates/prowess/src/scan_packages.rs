//! Scanning packages: what skills could do, told before they are let in.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use prowess_base::{Clock as _, Code, Day, Diagnostic, Severity, Surroundings};
use prowess_catalog::{
    FileKind, Holds, RootStatus, Verdict as CatalogVerdict, codes::roots as of_catalog,
};
use prowess_config::{Config, SuppressConfig};
use prowess_fs::Error as FileError;
use prowess_scan::{Limits, Package, Packages, Report, RuleSet, Suppression, Verdict};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::check::root_diagnostic;
use crate::{Engine, Error, SystemClock, codes};

/// What was scanned, and what there is to say beside it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Scanned {
    /// A report for each package, in order of path.
    pub reports: Vec<Report>,
    /// What is outside of every package: folders that cannot be read, links that lead out, files
    /// that belong to no skill (advice: they come with none), suppressions that do not hold.
    pub diagnostics: Vec<Diagnostic>,
}

impl Scanned {
    /// Adds what was scanned elsewhere. A package that was scanned twice is kept once, and so is what is
    /// said twice.
    pub fn add(&mut self, more: Self) {
        for report in more.reports {
            if !self
                .reports
                .iter()
                .any(|known| known.origin == report.origin)
            {
                self.reports.push(report);
            }
        }
        for diagnostic in more.diagnostics {
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
        }
        self.reports
            .sort_by(|one, other| one.origin.cmp(&other.origin));
    }

    /// What all of it comes to: the worst verdict of a package, and at least `incomplete` where
    /// something could not be looked at.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let of_packages = self.reports.iter().map(|report| report.verdict).max();
        let of_gaps = self
            .diagnostics
            .iter()
            .any(|diagnostic| IS_GAP.contains(&diagnostic.code))
            .then_some(Verdict::Incomplete);
        of_packages.max(of_gaps).unwrap_or(Verdict::Pass)
    }
}

/// Diagnostics that tell of something that was not looked at.
const IS_GAP: [Code; 7] = [
    codes::ROOT_NOT_READ,
    of_catalog::UNREADABLE,
    of_catalog::ROOT_REFUSED,
    of_catalog::LINK_OUT,
    of_catalog::FILE_UNREADABLE,
    of_catalog::NOT_FILE,
    of_catalog::ENTRIES_BEYOND,
];

/// Scans what is at a path: a skill's folder, its SKILL.md alone, an archive, or a folder of many skills.
///
/// The path is taken as a person typed it, relative to the current folder of `surroundings`. Nothing is
/// suppressed; [`Engine::scan`] knows what the user suppresses.
///
/// # Errors
///
/// [`Error::Scan`] where nothing is there, it cannot be read, or it is no package. What is wrong inside a
/// package is in its report.
pub fn scan_path(
    surroundings: &Surroundings,
    path: &Path,
    rule_set: RuleSet,
) -> Result<Scanned, Error> {
    // Without `.` parts, so that paths are shown as a person writes them.
    let absolute: PathBuf = surroundings.current_dir.join(path).components().collect();
    let found = Packages::find(&absolute, &Limits::default())?;
    let mut reports = scan_all(&found.paths, rule_set)
        .into_iter()
        .collect::<Result<Vec<Report>, prowess_scan::Error>>()?;
    reports.sort_by(|one, other| one.origin.cmp(&other.origin));
    Ok(Scanned {
        reports,
        diagnostics: outside(&found).collect(),
    })
}

impl Engine {
    /// Scans what is at a path, as [`scan_path`] does, without counting what the user suppresses.
    ///
    /// # Errors
    ///
    /// As [`scan_path`].
    pub fn scan(&self, path: &Path, rule_set: RuleSet) -> Result<Scanned, Error> {
        let mut scanned = scan_path(&self.surroundings, path, rule_set)?;
        self.suppress(&mut scanned);
        Ok(scanned)
    }

    /// Scans everything that the profile's folders hold, whether or not it counts there, and skills that
    /// are reached by a link. What the catalogue could not read is told as well. Built-in skills are part
    /// of the program and are left out.
    #[must_use]
    pub fn scan_installed(&self, rule_set: RuleSet) -> Scanned {
        let snapshot = &self.snapshot;
        let mut diagnostics: Vec<Diagnostic> = snapshot
            .roots
            .iter()
            .filter_map(root_diagnostic)
            .chain(snapshot.diagnostics.iter().cloned())
            .collect();
        let mut paths = BTreeSet::new();
        for root in &snapshot.roots {
            if root.status != RootStatus::Read || root.holds != Holds::Skills {
                continue;
            }
            match Packages::find(&root.path, &Limits::default()) {
                Ok(found) => {
                    diagnostics.extend(outside(&found));
                    paths.extend(found.paths);
                }
                // Built-in skills that are not on the disk.
                Err(prowess_scan::Error::Unreadable(FileError::NotFound { .. })) => {}
                Err(error) => diagnostics.push(unread(&root.path, &error.to_string())),
            }
        }
        for entry in &snapshot.entries {
            if snapshot.is_embedded(entry) {
                continue;
            }
            if let CatalogVerdict::Invalid { diagnostics: told } = &entry.verdict {
                let gaps = told.iter().filter(|one| IS_GAP.contains(&one.code));
                diagnostics.extend(gaps.cloned().map(|one| one.in_file(&entry.file)));
            }
            let path = match entry.kind {
                FileKind::Skill => entry.folder(),
                _ => &entry.file,
            };
            let is_known = paths.iter().any(|known: &PathBuf| path.starts_with(known));
            if !is_known {
                paths.insert(path.to_path_buf());
            }
        }
        let paths: Vec<PathBuf> = paths.into_iter().collect();
        let mut reports = Vec::with_capacity(paths.len());
        for (path, report) in paths.iter().zip(scan_all(&paths, rule_set)) {
            match report {
                // A root without anything in it.
                Ok(report) if report.coverage.is_empty() => {}
                Ok(report) => reports.push(report),
                Err(error) => diagnostics.push(unread(path, &error.to_string())),
            }
        }
        let mut scanned = Scanned {
            reports,
            diagnostics,
        };
        self.suppress(&mut scanned);
        scanned
    }

    /// Marks what the user suppresses, and tells which suppressions do not hold.
    fn suppress(&self, scanned: &mut Scanned) {
        let clock = self.catalog.request().clock.clone();
        let now = clock.map_or_else(|| SystemClock.now(), |clock| clock.now());
        let today = Day::of(now);
        let (suppressions, told) = suppressions(&self.config, today);
        for report in &mut scanned.reports {
            report.suppress(&suppressions, today);
        }
        scanned.diagnostics.extend(told);
    }
}

/// A report for each path, in their order, read and scanned on all threads.
fn scan_all(paths: &[PathBuf], rule_set: RuleSet) -> Vec<Result<Report, prowess_scan::Error>> {
    let limits = Limits::default();
    paths
        .par_iter()
        .map(|path| {
            let opened = catch_unwind(AssertUnwindSafe(|| Package::open(path, &limits)));
            match opened {
                Ok(package) => Ok(rule_set.scan(&package?)),
                Err(_) => {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy();
                    Ok(rule_set.failed(&name, path))
                }
            }
        })
        .collect()
}

/// What the user suppresses, and what of it does not hold on this day.
fn suppressions(config: &Config, today: Day) -> (Vec<Suppression>, Vec<Diagnostic>) {
    let mut suppressions = Vec::new();
    let mut told = Vec::new();
    for (fingerprint, said) in config.suppressions() {
        let SuppressConfig {
            owner: Some(owner),
            reason: Some(reason),
            until: Some(until),
            ..
        } = &said
        else {
            told.push(no_suppression(
                format!(
                    "the suppression of `{fingerprint}` does not say `owner`, `reason` and `until`"
                ),
                "add what is missing; until then the finding counts",
            ));
            continue;
        };
        let one = Suppression {
            fingerprint: fingerprint.to_owned(),
            owner: owner.value.to_owned(),
            reason: reason.value.to_owned(),
            until: until.value,
        };
        if !one.holds(today) {
            told.push(no_suppression(
                format!(
                    "the suppression of `{fingerprint}` by `{}` held until {}",
                    one.owner, one.until
                ),
                "look at the finding again, then set a later day or remove the suppression",
            ));
        }
        suppressions.push(one);
    }
    (suppressions, told)
}

fn no_suppression(message: String, help: &str) -> Diagnostic {
    Diagnostic::new(codes::SUPPRESSION, Severity::Warning, message).help(help)
}

/// What lies beside the packages, and what could not be looked into.
fn outside(found: &Packages) -> impl Iterator<Item = Diagnostic> {
    let beside = found.outside.iter().map(|path| not_scanned(path));
    let closed = found.unread.iter().map(|(path, why)| unread(path, why));
    beside.chain(closed)
}

fn not_scanned(path: &Path) -> Diagnostic {
    Diagnostic::new(
        codes::NOT_SCANNED,
        Severity::Advice,
        "it belongs to no skill and is not scanned",
    )
    .in_file(path)
    .help("scan it by its own path, or move it into the folder of the skill that uses it")
}

fn unread(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::new(
        codes::ROOT_NOT_READ,
        Severity::Error,
        format!("it cannot be scanned: {why}"),
    )
    .in_file(path)
}
