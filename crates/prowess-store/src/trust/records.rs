//! The records themselves, and how they change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_scan::{Finding, Report, Severity};
use serde::{Deserialize, Serialize};

use super::folder::real;
use super::{Kept, OwnFile, TrustedFolder};
use crate::objects::Manifest;
use crate::{Error, Places, Tree};

/// Most records of one kind.
const MOST: usize = 10_000;

/// Most findings that a person can have taken in spite of: nobody reads more.
const FINDINGS: usize = 1_000;

/// Everything that the user said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    version: u64,
    /// Folders whose skills are trusted, by their paths.
    #[serde(default)]
    pub folders: Vec<TrustedFolder>,
    /// Skills that are trusted with just these bytes, by their names.
    #[serde(default)]
    pub skills: Vec<TrustedSkill>,
    /// Skills that are not to be used, by their names.
    #[serde(default)]
    pub blocked: Vec<BlockedSkill>,
    /// Skills that were taken in spite of what a scan says, by their digests.
    #[serde(default)]
    pub accepted: Vec<Accepted>,
    /// Places outside of workspaces from which their files may bring skills.
    #[serde(default)]
    pub outside: Vec<OutsidePlace>,
}

/// A folder or archive from which the files of a workspace may bring skills although it lies outside.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsidePlace {
    /// The workspace, every link followed.
    pub workspace: PathBuf,
    /// The folder or archive, every link followed.
    pub place: PathBuf,
}

/// A skill that the user trusts, wherever it lies, as long as it has these bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrustedSkill {
    /// Its name.
    pub name: String,
    /// Where it lay then.
    pub folder: PathBuf,
    /// The digest of its tree.
    pub digest: Digest,
    /// Its files, to tell what is different later.
    pub files: Manifest,
    /// What it could do, to tell what is more later ([`crate::door::abilities`]).
    pub abilities: BTreeSet<String>,
    /// How large the files at its top are: one that has none of these sizes needs no digest to be told from it.
    pub outline: Outline,
}

/// A skill that the user does not want.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockedSkill {
    /// Its name.
    pub name: String,
    /// Why, as the user says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A skill that was taken in spite of what a scan said of just these bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// The digest of its tree.
    pub digest: Digest,
    /// Its name then.
    pub name: String,
    /// What was found and speaks against it. A later scan that finds more is heard.
    pub findings: BTreeSet<String>,
    /// Whether not everything could be judged, and it was taken in spite of that.
    #[serde(default)]
    pub incomplete: bool,
}

/// The sizes of the files at the top of a tree, by their names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Outline(BTreeMap<String, u64>);

impl Default for Records {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            folders: Vec::new(),
            skills: Vec::new(),
            blocked: Vec::new(),
            accepted: Vec::new(),
            outside: Vec::new(),
        }
    }
}

impl Kept for Records {
    const NAME: &'static str = "records.json";
    const VERSION: u64 = 1;
    const BYTES: u64 = 64 << 20;
}

impl Outline {
    /// That of a tree.
    #[must_use]
    pub fn of(tree: &Tree) -> Self {
        let top = tree
            .files()
            .filter(|(path, _)| !path.as_str().contains('/'));
        Self(
            top.map(|(path, file)| (path.to_string(), file.bytes.len() as u64))
                .collect(),
        )
    }

    /// Whether a tree with such a file at its top may be this one. `false` is certain.
    #[must_use]
    pub fn may_have(&self, file: &str, size: u64) -> bool {
        self.0.get(file) == Some(&size)
    }
}

impl TrustedSkill {
    /// A skill as it lies in `folder`, with what a scan says that it could do.
    #[must_use]
    pub fn of(name: &str, folder: &Path, tree: &Tree, report: &Report) -> Self {
        Self {
            name: name.to_owned(),
            folder: folder.to_path_buf(),
            digest: tree.digest(),
            files: Manifest::of(tree),
            abilities: crate::door::abilities(report),
            outline: Outline::of(tree),
        }
    }
}

impl Accepted {
    /// What is taken where this report is. Nothing where there is more in it than a person has read.
    #[must_use]
    pub fn of(name: &str, digest: Digest, report: &Report) -> Option<Self> {
        let findings: BTreeSet<String> = counting(report).map(key).collect();
        (findings.len() <= FINDINGS).then(|| Self {
            digest,
            name: name.to_owned(),
            findings,
            incomplete: !is_complete(report),
        })
    }

    /// Whether nothing in this report is more than what was taken.
    #[must_use]
    pub fn covers(&self, report: &Report) -> bool {
        (self.incomplete || is_complete(report))
            && counting(report).all(|finding| self.findings.contains(&key(finding)))
    }
}

/// The findings that make a person look or a door close.
pub(crate) fn counting(report: &Report) -> impl Iterator<Item = &Finding> {
    report
        .findings
        .iter()
        .filter(|finding| finding.suppressed.is_none() && finding.severity >= Severity::High)
}

/// What names a finding: its fingerprint, else its rule and file.
pub(crate) fn key(finding: &Finding) -> String {
    match finding.fingerprint.as_str() {
        "" => format!("{} {}", finding.code, finding.file),
        fingerprint => fingerprint.to_owned(),
    }
}

fn is_complete(report: &Report) -> bool {
    report.verdict != prowess_scan::Verdict::Incomplete
        && report
            .coverage
            .iter()
            .all(|file| file.coverage.is_complete())
}

impl Records {
    /// Why the user does not want a skill of this name; nothing where nothing was said.
    #[must_use]
    pub fn blocked(&self, name: &str) -> Option<&BlockedSkill> {
        self.blocked.iter().find(|blocked| blocked.name == name)
    }

    /// What was taken of these bytes in spite of a scan.
    #[must_use]
    pub fn accepted(&self, digest: &Digest) -> Option<&Accepted> {
        self.accepted.iter().find(|one| one.digest == *digest)
    }

    /// Whether the files of a workspace may bring skills from a place outside of it; paths with every link followed.
    #[must_use]
    pub fn allows_outside(&self, workspace: &Path, place: &Path) -> bool {
        let mut known = self.outside.iter();
        known.any(|known| known.workspace == workspace && known.place == place)
    }

    /// The skill with these bytes, where it is trusted.
    #[must_use]
    pub fn trusted(&self, digest: &Digest) -> Option<&TrustedSkill> {
        self.skills.iter().find(|skill| skill.digest == *digest)
    }

    /// What was last said of the skill that lies there.
    #[must_use]
    pub fn last_at(&self, folder: &Path) -> Option<&TrustedSkill> {
        self.skills.iter().find(|skill| skill.folder == folder)
    }

    /// The record of a folder, by its path with every link followed. Whether it still is the same is
    /// [`TrustedFolder::check`]'s to say.
    #[must_use]
    pub fn folder(&self, path: &Path) -> Option<&TrustedFolder> {
        self.folders.iter().find(|folder| folder.path == path)
    }
}

/// The file of the records.
#[derive(Debug, Clone)]
pub struct RecordsFile(OwnFile<Records>);

impl RecordsFile {
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

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.0.path()
    }

    /// What was said so far; nothing where there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn read(&self) -> Result<Records, Error> {
        self.0.read()
    }

    /// Trusts a folder as it is now.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`], and where the folder cannot be opened.
    pub fn trust_folder(&self, path: &Path) -> Result<TrustedFolder, Error> {
        let folder = TrustedFolder::of(path)?;
        self.0.change(|records| {
            records.folders.retain(|one| one.path != folder.path);
            put(&mut records.folders, folder.clone(), &self.path())?;
            records
                .folders
                .sort_by(|one, other| one.path.cmp(&other.path));
            Ok(folder)
        })
    }

    /// Lets the files of a workspace bring skills from a place outside of it; paths with every link followed.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn allow_outside(&self, workspace: &Path, place: &Path) -> Result<(), Error> {
        self.0.change(|records| {
            if records.allows_outside(workspace, place) {
                return Ok(());
            }
            let allowed = OutsidePlace {
                workspace: workspace.to_path_buf(),
                place: place.to_path_buf(),
            };
            put(&mut records.outside, allowed, &self.path())?;
            records.outside.sort();
            Ok(())
        })
    }

    /// Trusts a folder no more, and no place outside of it that its files name. Tells whether it was trusted.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn untrust_folder(&self, path: &Path) -> Result<bool, Error> {
        // One that is gone is named as it was recorded.
        let real = real(path).unwrap_or_else(|_| path.to_path_buf());
        self.remove(|records| &mut records.outside, |one| one.workspace == real)?;
        self.remove(|records| &mut records.folders, |one| one.path == real)
    }

    /// Trusts a skill with just its bytes, and lifts the user's block of its name. What was said of the one that lay at
    /// its place before is replaced.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn trust_skill(&self, skill: TrustedSkill) -> Result<(), Error> {
        self.0.change(|records| {
            records.blocked.retain(|one| one.name != skill.name);
            records
                .skills
                .retain(|one| one.folder != skill.folder && one.digest != skill.digest);
            put(&mut records.skills, skill, &self.path())?;
            records
                .skills
                .sort_by(|one, other| (&one.name, &one.folder).cmp(&(&other.name, &other.folder)));
            Ok(())
        })
    }

    /// Trusts no skill of this name any more, and takes back what was taken in spite of a scan. Tells whether anything
    /// was said of it.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn untrust_skill(&self, name: &str) -> Result<bool, Error> {
        let skills = self.remove(|records| &mut records.skills, |one| one.name == name)?;
        let accepted = self.remove(|records| &mut records.accepted, |one| one.name == name)?;
        Ok(skills || accepted)
    }

    /// Wants no skill of this name, wherever it comes from.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn block(&self, name: &str, reason: Option<&str>) -> Result<(), Error> {
        self.0.change(|records| {
            records.blocked.retain(|one| one.name != name);
            let blocked = BlockedSkill {
                name: name.to_owned(),
                reason: reason.map(str::to_owned),
            };
            put(&mut records.blocked, blocked, &self.path())?;
            records
                .blocked
                .sort_by(|one, other| one.name.cmp(&other.name));
            Ok(())
        })
    }

    /// Lifts the user's block of this name. Tells whether there was one.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn unblock(&self, name: &str) -> Result<bool, Error> {
        self.remove(|records| &mut records.blocked, |one| one.name == name)
    }

    /// Takes a skill in spite of what a scan says of its bytes.
    ///
    /// # Errors
    ///
    /// As [`RecordsFile::read`].
    pub fn accept(&self, accepted: Accepted) -> Result<(), Error> {
        self.0.change(|records| {
            records.accepted.retain(|one| one.digest != accepted.digest);
            put(&mut records.accepted, accepted, &self.path())?;
            records.accepted.sort_by_key(|one| one.digest);
            Ok(())
        })
    }

    fn remove<T>(
        &self,
        list: impl Fn(&mut Records) -> &mut Vec<T>,
        is_meant: impl Fn(&T) -> bool,
    ) -> Result<bool, Error> {
        // Nothing is written for what was never said.
        let mut now = self.read()?;
        if !list(&mut now).iter().any(&is_meant) {
            return Ok(false);
        }
        self.0.change(|records| {
            let list = list(records);
            let before = list.len();
            list.retain(|one| !is_meant(one));
            Ok(list.len() != before)
        })
    }
}

fn put<T>(list: &mut Vec<T>, one: T, path: &Path) -> Result<(), Error> {
    if list.len() >= MOST {
        return Err(Error::State {
            path: path.to_path_buf(),
            reason: format!("it holds {MOST} records of this kind already; take some back first"),
        });
    }
    list.push(one);
    Ok(())
}
