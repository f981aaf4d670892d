//! A skill as one file: the same bytes from the same files, on every machine and at every time.
//!
//! Before it is packed a skill is validated and scanned. What is packed has the digest that it has when it is installed again.

mod archive;

use std::path::Path;

use prowess_base::{Digest, Severity};
use prowess_format::rules::{self, Mode, Subject, Target};
use prowess_scan::{Finding, Report, RuleSet, Verdict, codes};

use crate::door::{listed, scan};
use crate::fetch::{Limits, folder};
use crate::kept::CACHES;
use crate::signature::{self, Signer};
use crate::trust::counting;
use crate::{Error, Source, Tree};

/// Whether a skill is packed that a scan blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Blocked {
    /// It is not.
    #[default]
    Refused,
    /// It is, as its author says so. One with a secret in it is not.
    Packed,
}

/// How a skill is packed.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Packing<'p> {
    /// What becomes of one that a scan blocks.
    pub blocked: Blocked,
    /// Who signs it. A signature differs each time; without one the same files give the same bytes.
    pub signer: Option<&'p Signer>,
}

/// A packed skill.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Packed {
    /// Its name, that of its folder in the archive.
    pub name: String,
    /// The archive.
    pub bytes: Vec<u8>,
    /// The files in it.
    pub tree: Tree,
    /// The digest that they have where they are installed.
    pub digest: Digest,
    /// What the scan says.
    pub report: Report,
    /// What its author should know.
    pub warnings: Vec<String>,
}

/// Packs the skill in a folder. Its `.git` and what programs leave behind are left out, and everything else is packed.
///
/// # Errors
///
/// [`Error::NoSkill`]; [`Error::Tree`] for what may not be kept, a link that leads out of the folder among it (IN-16);
/// [`Error::Refused`] where the skill is not valid, holds a secret, brings a signature for other files, or is blocked by a scan
/// and that is not accepted; [`Error::Disk`].
pub fn pack(path: &Path, packing: &Packing<'_>) -> Result<Packed, Error> {
    let source_name = path.display().to_string();
    let harvest = folder::read(path, Source::Folder(path.to_path_buf()), &Limits::default())?;
    if let Some(refused) = harvest.refused.into_iter().find(|one| one.path.is_empty()) {
        return Err(Error::Tree {
            source_name,
            error: refused.error,
        });
    }
    let offered = harvest.skills.into_iter().find(|one| one.path.is_empty());
    let offered = offered.ok_or_else(|| Error::NoSkill {
        source_name,
        wanted: None,
        offered: Vec::new(),
    })?;
    pack_tree(&offered.name, &offered.tree, packing)
}

/// Packs a skill in memory.
///
/// # Errors
///
/// As [`pack`].
pub fn pack_tree(name: &str, tree: &Tree, packing: &Packing<'_>) -> Result<Packed, Error> {
    let refused = |reason: String| Error::Refused {
        name: name.to_owned(),
        reason,
    };
    crate::fetch::folder_name(name)?;
    let tree = tree.filtered(|path| {
        let mut parts = path.as_str().split('/');
        !parts.any(|part| CACHES.contains(&part))
    });
    let mut warnings = validated(name, &tree).map_err(&refused)?;
    let tree = match packing.signer {
        Some(signer) => signer
            .sign(name, &tree)
            .map_err(|fault| refused(fault.to_string()))?,
        None if signature::is_stale(&tree) => {
            return Err(refused(format!(
                "its `{}` is for other files; sign it again or remove that file",
                signature::FILE
            )));
        }
        None => tree,
    };
    let report = scan(RuleSet::Own, name, &tree)
        .ok_or_else(|| refused("the scan failed on it".to_owned()))?;
    let secrets: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| finding.code == codes::EMBEDDED_SECRET)
        .filter(|finding| finding.severity > prowess_scan::Severity::Info)
        .collect();
    if !secrets.is_empty() {
        let lines = listed(secrets.into_iter());
        return Err(refused(told("it holds a secret", &lines)));
    }
    let lines = listed(counting(&report));
    match (report.verdict, packing.blocked) {
        (Verdict::Block, Blocked::Refused) => {
            return Err(refused(told("the scan says block", &lines)));
        }
        _ => warnings.extend(lines),
    }
    Ok(Packed {
        bytes: archive::of(name, &tree).map_err(|error| refused(error.to_string()))?,
        name: name.to_owned(),
        digest: tree.digest(),
        tree,
        report,
        warnings,
    })
}

/// Warnings about the SKILL.md; what makes it no valid one is the error.
fn validated(name: &str, tree: &Tree) -> Result<Vec<String>, String> {
    let is_skill = |path: &str| path.eq_ignore_ascii_case("SKILL.md");
    let Some((path, file)) = tree.files().find(|(path, _)| is_skill(path.as_str())) else {
        return Err("it has no SKILL.md".to_owned());
    };
    let resources: Vec<&str> = tree
        .files()
        .map(|(path, _)| path.as_str())
        .filter(|other| *other != path.as_str())
        .collect();
    let subject = Subject {
        folder: name,
        file_name: path.as_str(),
        bytes: &file.bytes,
        resources: Some(&resources),
    };
    let found = rules::check(&subject, Mode::Full(Target::Any));
    let line = |diagnostic: &prowess_base::Diagnostic| {
        let place = diagnostic.place.as_ref().map_or_else(String::new, |place| {
            format!(":{}:{}", place.start.line, place.start.column)
        });
        format!(
            "{path}{place}: {} ({})",
            diagnostic.message, diagnostic.code
        )
    };
    let errors: Vec<String> = found
        .iter()
        .filter(|one| one.is_error())
        .map(line)
        .collect();
    if !errors.is_empty() {
        return Err(told("it is not valid", &errors));
    }
    let warnings = found
        .iter()
        .filter(|one| one.severity == Severity::Warning)
        .map(line);
    Ok(warnings.collect())
}

fn told(what: &str, lines: &[String]) -> String {
    std::iter::once(what)
        .chain(lines.iter().map(String::as_str))
        .collect::<Vec<&str>>()
        .join("\n  ")
}
