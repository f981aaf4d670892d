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
use prowess_scan::{Across, Limits, Package, Packages, Report, RuleSet, Suppression, Verdict};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::check::root_diagnostic;
use crate::{Engine, Error, SystemClock, codes};

/// What was scanned, and what there is to say beside it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Scanned {
    /// A report for each package, in order of path.
    pub reports: Vec<Report>,
    /// What shows of several packages together; places are those of [`Self::reports`]. It changes no
    /// verdict.
    pub across: Vec<Across>,
    /// What is outside of every package: folders that cannot be read, links that lead out, files
    /// that belong to no skill (advice: they come with none), suppressions that do not hold.
    pub diagnostics: Vec<Diagnostic>,
}

impl Scanned {
    fn new(packages: Vec<(Package, Report)>, diagnostics: Vec<Diagnostic>) -> Self {
        let several: Vec<prowess_scan::Scanned<'_>> = packages
            .iter()
            .map(|(package, report)| prowess_scan::Scanned { package, report })
            .collect();
        // What it tells is told of no single package, so that a fault of it takes nothing from them.
        let across = catch_unwind(AssertUnwindSafe(|| prowess_scan::across(&several)));
        Self {
            across: across.unwrap_or_default(),
            reports: packages.into_iter().map(|(_, report)| report).collect(),
            diagnostics,
        }
    }

    /// What all of it comes to: the worst verdict of a package, and at least `incomplete` where
    /// something could not be looked at.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let of_packages = self.reports.iter().map(|report| report.verdict).max();
        let of_gaps = (!self.is_whole()).then_some(Verdict::Incomplete);
        of_packages.max(of_gaps).unwrap_or(Verdict::Pass)
    }

    /// Whether every folder and link that was to be looked at was.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let is_gap = |diagnostic: &Diagnostic| IS_GAP.contains(&diagnostic.code);
        !self.diagnostics.iter().any(is_gap)
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

/// Scans what is at some paths, each a skill's folder, its SKILL.md alone, an archive, or a folder of many
/// skills.
///
/// The paths are taken as a person typed them, relative to the current folder of `surroundings`. Nothing
/// is suppressed; [`Engine::scan`] knows what the user suppresses.
///
/// # Errors
///
/// [`Error::Scan`] where nothing is there, or it cannot be read. What is wrong inside a package is in its
/// report.
pub fn scan_paths(
    surroundings: &Surroundings,
    paths: &[PathBuf],
    rule_set: RuleSet,
) -> Result<Scanned, Error> {
    let mut packages = BTreeSet::new();
    let mut diagnostics = Vec::new();
    for path in paths {
        // Without `.` parts, so that paths are shown as a person writes them.
        let absolute: PathBuf = surroundings.current_dir.join(path).components().collect();
        let found = Packages::find(&absolute, &Limits::default())?;
        diagnostics.extend(outside(&found));
        packages.extend(found.paths);
    }
    let packages: Vec<PathBuf> = packages.into_iter().collect();
    let scanned = scan_all(&packages, rule_set)
        .into_iter()
        .collect::<Result<Vec<_>, prowess_scan::Error>>()?;
    if let Some((_, report)) = scanned
        .iter()
        .find(|(_, report)| report.coverage.is_empty())
    {
        let path = report.origin.clone();
        return Err(prowess_scan::Error::Empty { path }.into());
    }
    Ok(Scanned::new(scanned, diagnostics))
}

impl Engine {
    /// Scans what is at some paths, as [`scan_paths`] does, without counting what the user suppresses.
    ///
    /// # Errors
    ///
    /// As [`scan_paths`].
    pub fn scan(&self, paths: &[PathBuf], rule_set: RuleSet) -> Result<Scanned, Error> {
        let mut scanned = scan_paths(&self.surroundings, paths, rule_set)?;
        self.suppress(&mut scanned);
        Ok(scanned)
    }

    /// Scans everything that the profile's folders hold, whether or not it counts there, and skills that
    /// are reached by a link. What the catalogue could not read is told as well. Built-in skills are
    /// scanned where they lie on the disk.
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
            if !path.ancestors().any(|above| paths.contains(above)) {
                paths.insert(path.to_path_buf());
            }
        }
        let paths: Vec<PathBuf> = paths.into_iter().collect();
        let mut packages = Vec::with_capacity(paths.len());
        for (path, scanned) in paths.iter().zip(scan_all(&paths, rule_set)) {
            match scanned {
                // A root without anything in it.
                Ok((_, report)) if report.coverage.is_empty() => {}
                Ok(scanned) => packages.push(scanned),
                Err(error) => diagnostics.push(unread(path, &error.to_string())),
            }
        }
        let mut scanned = Scanned::new(packages, diagnostics);
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

/// Each path's package and the report on it, in their order, read and scanned on all threads.
fn scan_all(
    paths: &[PathBuf],
    rule_set: RuleSet,
) -> Vec<Result<(Package, Report), prowess_scan::Error>> {
    let limits = Limits::default();
    paths
        .par_iter()
        .map(|path| {
            let opened = catch_unwind(AssertUnwindSafe(|| Package::open(path, &limits)));
            match opened {
                Ok(package) => {
                    let package = package?;
                    let report = rule_set.scan(&package);
                    Ok((package, report))
                }
                Err(_) => {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy();
                    Ok((Package::default(), rule_set.failed(&name, path)))
                }
            }
        })
        .collect()
}

/// What the user suppresses, and what of it does not hold on this day.
pub(crate) fn suppressions(config: &Config, today: Day) -> (Vec<Suppression>, Vec<Diagnostic>) {
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

#[cfg(test)]
mod tests {
    use prowess_config::{ConfigFile, Contents, Sources};

    use super::*;

    /// A suppression holds through its last day; one that is over, or does not say all it must, is told.
    #[test]
    fn suppressions_of_a_day() {
        let text = "[scan.suppress.aa]\nowner = 'ann'\nreason = 'known'\nuntil = 2027-03-01\n\
                    [scan.suppress.bb]\nowner = 'ann'\nuntil = 2027-03-01\n";
        let surroundings = Surroundings::bare("/w");
        let user = ConfigFile {
            path: Path::new("/home/config.toml"),
            contents: Contents::Bytes(text.as_bytes()),
        };
        let config = Config::load(&Sources {
            user_file: Some(user),
            ..Sources::new(&surroundings, Path::new("/w"))
        })
        .unwrap();
        let told = |day: &str| {
            let (held, told) = suppressions(&config, day.parse().unwrap());
            let told: Vec<String> = told.into_iter().map(|one| one.message).collect();
            (held.len(), told)
        };
        let unsaid = "the suppression of `bb` does not say `owner`, `reason` and `until`";
        assert_eq!(told("2027-03-01"), (1, vec![unsaid.to_owned()]));
        let over = "the suppression of `aa` by `ann` held until 2027-03-01";
        assert_eq!(
            told("2027-03-02"),
            (1, vec![over.to_owned(), unsaid.to_owned()])
        );
    }
}
