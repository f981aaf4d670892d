//! What the user trusts, and what became of it since: `trust list`, and the look before `trust NAME`.

use std::collections::BTreeSet;
use std::path::Path;

use prowess_scan::{Report, RuleSet};
use serde::Serialize;

use super::{Accepted, BlockedSkill, FolderFault, Records, TrustedFolder, TrustedSkill};
use crate::door::{abilities, scan};
use crate::kept::read_tree;
use crate::objects::Manifest;
use crate::{Error, Tree, TreeLimits};

/// A skill that is about to be trusted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Looked {
    /// What to record where the user trusts it.
    pub record: TrustedSkill,
    /// What a scan of it says, without what the user suppresses.
    pub report: Report,
    /// What is different since it was last trusted; nothing where it never was.
    pub since: Option<Since>,
    tree: Tree,
}

/// What is different since a skill was trusted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Since {
    /// Files that are new.
    pub added: Vec<String>,
    /// Files that are gone.
    pub removed: Vec<String>,
    /// Files that hold something else, or may be executed now and could not, or the other way round.
    pub changed: Vec<String>,
    /// What it can do more.
    pub grown: Vec<String>,
    /// What it does no more.
    pub shrunk: Vec<String>,
}

/// What became of a trusted skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkillStanding {
    /// It is as it was.
    Same,
    /// It is another one now, and not trusted.
    Changed(Since),
    /// It does not lie there any more.
    Gone,
    /// It cannot be looked at.
    Unknown {
        /// What is said.
        reason: String,
    },
}

/// Everything that the user said, each with what became of it.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Listing {
    /// Folders, with what keeps them from being trusted now.
    pub folders: Vec<(TrustedFolder, Option<FolderFault>)>,
    /// Skills that are trusted by their bytes.
    pub skills: Vec<(TrustedSkill, SkillStanding)>,
    /// Skills that are not wanted.
    pub blocked: Vec<BlockedSkill>,
    /// Skills that were taken in spite of a scan.
    pub accepted: Vec<Accepted>,
}

impl Since {
    /// Whether nothing is different.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    fn of(before: &TrustedSkill, files: &Manifest, now: &BTreeSet<String>) -> Self {
        let only = |one: &Manifest, other: &Manifest| -> Vec<String> {
            let paths = one.files.keys();
            paths
                .filter(|path| !other.files.contains_key(*path))
                .map(ToString::to_string)
                .collect()
        };
        let is_other = |path: &&crate::TreePath| {
            let was = before.files.files.get(*path);
            was.is_some_and(|digest| {
                files.files.get(*path) != Some(digest)
                    || files.executable.contains(*path) != before.files.executable.contains(*path)
            })
        };
        let difference = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            one.difference(other).cloned().collect()
        };
        Self {
            added: only(files, &before.files),
            removed: only(&before.files, files),
            changed: files
                .files
                .keys()
                .filter(is_other)
                .map(ToString::to_string)
                .collect(),
            grown: difference(now, &before.abilities),
            shrunk: difference(&before.abilities, now),
        }
    }
}

impl Looked {
    /// What to record where the user takes it in spite of what the scan says; nothing where there is more in it than a person has
    /// read.
    #[must_use]
    pub fn accepted(&self) -> Option<Accepted> {
        Accepted::of(&self.record.name, self.record.digest, &self.report)
    }

    /// Its files.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}

/// Looks at a skill before it is trusted: reads and scans it, and tells what is different since the last time.
///
/// # Errors
///
/// [`Error::NotKept`] where no skill lies there; [`Error::Disk`]; [`Error::Tree`].
pub fn look(records: &Records, name: &str, folder: &Path) -> Result<Looked, Error> {
    let folder = super::folder::real(folder)?;
    let tree = read_tree(&folder, &TreeLimits::default())?.ok_or_else(|| Error::NotKept {
        name: name.to_owned(),
    })?;
    let report =
        scan(RuleSet::Own, name, &tree).unwrap_or_else(|| RuleSet::Own.failed(name, &folder));
    let record = TrustedSkill::of(name, &folder, &tree, &report);
    let since = records
        .last_at(&folder)
        .map(|before| Since::of(before, &record.files, &record.abilities));
    Ok(Looked {
        record,
        report,
        since,
        tree,
    })
}

/// Everything that the user said, and what became of it. A skill is scanned only where its files are others.
#[must_use]
pub fn listing(records: &Records) -> Listing {
    Listing {
        folders: records
            .folders
            .iter()
            .map(|folder| (folder.clone(), folder.check().err()))
            .collect(),
        skills: records
            .skills
            .iter()
            .map(|skill| (skill.clone(), skill_standing(skill)))
            .collect(),
        blocked: records.blocked.clone(),
        accepted: records.accepted.clone(),
    }
}

fn skill_standing(skill: &TrustedSkill) -> SkillStanding {
    match read_tree(&skill.folder, &TreeLimits::default()) {
        Ok(None) => SkillStanding::Gone,
        Ok(Some(tree)) if tree.digest() == skill.digest => SkillStanding::Same,
        Ok(Some(tree)) => {
            let can = scan(RuleSet::Own, &skill.name, &tree)
                .map_or_else(|| skill.abilities.clone(), |report| abilities(&report));
            SkillStanding::Changed(Since::of(skill, &Manifest::of(&tree), &can))
        }
        Err(error) => SkillStanding::Unknown {
            reason: error.to_string(),
        },
    }
}
