//! What became of kept skills: on the disk, and where they came from.

mod edits;

use std::path::Path;

use prowess_base::Digest;
use prowess_fs::{Folder, Links};
use rayon::prelude::*;

pub use edits::Edits;

use crate::fetch::Revision;
use crate::kept::{Extra, Kept, look};
use crate::lock::LockedSkill;
use crate::{Error, Places, Scope, TreeLimits, TreePath};

/// What lies where a skill is kept, compared with the lock. Only what the files of the lock hold counts; times, owners and caches
/// do not (IN-06), modes and further files are told beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// Whom the skill is for.
    pub scope: Scope,
    /// Its folder beneath that of the scope.
    pub name: String,
    /// How it stands with it.
    pub state: State,
    /// Which of its files are not as the lock says, by their paths.
    pub differences: Vec<Difference>,
    /// Files of it that may be executed and should not, or the other way round. Masks and file systems change that, and so it
    /// does not make a skill a changed one.
    pub modes: Vec<TreePath>,
    /// What else is in its folder, caches aside ([`Extra::is_cache`]).
    pub extras: Vec<Extra>,
    /// The digest of its files as they are, with the modes of the lock; equal to that of the lock where nothing differs.
    /// Nothing where it cannot be said.
    pub found: Option<Digest>,
}

/// How it stands with a kept skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// Every file is as the lock says.
    Installed,
    /// It differs, and the user has said of just these bytes that they are meant (`edit NAME`).
    Edited,
    /// It differs, and nobody has said why.
    Changed,
    /// Its folder is not there.
    Missing,
    /// Something that is no folder, such as a link, has its name.
    Replaced,
    /// It could not be read, and so nothing is known.
    Unknown {
        /// What was said.
        reason: String,
    },
}

/// One file that is not as the lock says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its path within the skill.
    pub path: TreePath,
    /// What is different.
    pub kind: DifferenceKind,
}

/// What is different about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// It holds something else.
    Content,
    /// It would be the same with `\n` at the ends of its lines: a checkout of Git has put `\r\n` there.
    LineEnds,
    /// It is not there.
    Missing,
}

/// The digests that the user has said to be meant, by scope and name: [`Edits`], or what a caller knows of them.
pub trait Meant: Sync {
    /// What the user meant for this skill: a [`Status::found`].
    fn meant(&self, scope: Scope, name: &str) -> Option<Digest>;
}

/// Nothing is meant.
impl Meant for () {
    fn meant(&self, _scope: Scope, _name: &str) -> Option<Digest> {
        None
    }
}

impl<F: Fn(Scope, &str) -> Option<Digest> + Sync> Meant for F {
    fn meant(&self, scope: Scope, name: &str) -> Option<Digest> {
        self(scope, name)
    }
}

/// Hashes every kept skill, on every core, and compares it with its entry. The order is that of `skills`. What cannot be read is
/// told as [`State::Unknown`] and keeps nothing else from being looked at.
pub fn verify<'s>(
    places: &Places,
    skills: impl IntoIterator<Item = &'s LockedSkill>,
    meant: &dyn Meant,
) -> Vec<Status> {
    let skills: Vec<&LockedSkill> = skills.into_iter().collect();
    skills
        .into_par_iter()
        .map(|skill| verify_one(places, skill, meant))
        .collect()
}

fn verify_one(places: &Places, skill: &LockedSkill, meant: &dyn Meant) -> Status {
    let mut status = Status {
        scope: skill.scope,
        name: skill.name.clone(),
        state: State::Missing,
        differences: Vec::new(),
        modes: Vec::new(),
        extras: Vec::new(),
        found: None,
    };
    let Some(folder) = places.skills(skill.scope) else {
        status.state = State::Unknown {
            reason: Error::NoHome.to_string(),
        };
        return status;
    };
    let folder = folder.join(&skill.name);
    match look(&folder, skill.files.keys()) {
        Ok(None) => {}
        Ok(Some(kept)) => compare(&mut status, &folder, skill, kept, meant),
        Err(Error::Disk(prowess_fs::Error::NotFolder { path })) if path == folder => {
            status.state = State::Replaced;
        }
        Err(error) => {
            status.state = State::Unknown {
                reason: error.to_string(),
            };
        }
    }
    status
}

fn compare(status: &mut Status, folder: &Path, skill: &LockedSkill, kept: Kept, meant: &dyn Meant) {
    for (path, expected) in &skill.files {
        let kind = match kept.files.get(path).map(|file| file.digest) {
            Some(Some(found)) if found == *expected => continue,
            Some(_) if has_other_line_ends(folder, path, expected) => DifferenceKind::LineEnds,
            Some(_) => DifferenceKind::Content,
            None => DifferenceKind::Missing,
        };
        status.differences.push(Difference {
            path: path.clone(),
            kind,
        });
    }
    let modes = kept.files.iter().filter(|(path, file)| {
        file.executable
            .is_some_and(|is| is != skill.executable.contains(path))
    });
    status.modes = modes.map(|(path, _)| path.clone()).collect();
    status.extras = kept
        .extras
        .into_iter()
        .filter(|extra| !extra.is_cache())
        .collect();
    let digests: Option<Vec<_>> = kept
        .files
        .iter()
        .map(|(path, file)| Some((path, file.digest?)))
        .collect();
    status.found = digests.map(|digests| skill.digest_with(digests));
    status.state = if status.differences.is_empty() {
        State::Installed
    } else if status.found.is_some() && status.found == meant.meant(skill.scope, &skill.name) {
        State::Edited
    } else {
        State::Changed
    };
}

/// Whether a file has the digest without the `\r` before each `\n`. A file that cannot be read now has not.
fn has_other_line_ends(folder: &Path, path: &TreePath, expected: &Digest) -> bool {
    let read = || {
        let mut bytes = Vec::new();
        Folder::open(folder)?
            .file(Path::new(path.as_str()), Links::Refused)?
            .read(TreeLimits::default().file_bytes, &mut bytes)?;
        Ok::<_, prowess_fs::Error>(bytes)
    };
    let Ok(bytes) = read() else { return false };
    let mut plain = Vec::with_capacity(bytes.len());
    for (index, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(index + 1) != Some(&b'\n') {
            plain.push(*byte);
        }
    }
    Digest::of(&plain) == *expected
}

/// What is seen of a skill where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// What the source is now.
    pub revision: Revision,
    /// The digest of the skill's tree there, where the tree was read.
    pub digest: Option<Digest>,
}

/// Whether the source of a kept skill has something newer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Freshness {
    /// The source has what the lock has.
    UpToDate,
    /// The source has something else.
    Newer {
        /// What the source is now.
        revision: Revision,
    },
    /// It cannot be said. Never shown as being up to date (IN-32).
    Unknown {
        /// Why.
        reason: String,
    },
}

impl Freshness {
    /// What a look at the source says of a skill. A digest of the tree decides, for there is one kind of it; without it only
    /// revisions of one kind are compared (IN-07), and another commit or file is no word about the one skill in it.
    #[must_use]
    pub fn of(locked: &LockedSkill, look: Result<&Seen, &Error>) -> Self {
        let unknown = |reason: &str| Self::Unknown {
            reason: reason.to_owned(),
        };
        let seen = match look {
            Ok(seen) => seen,
            Err(error) => return unknown(&error.to_string()),
        };
        let newer = || Self::Newer {
            revision: seen.revision.clone(),
        };
        match (seen.digest, &locked.revision, &seen.revision) {
            (Some(digest), _, _) if digest == locked.digest => Self::UpToDate,
            (Some(_), _, _) => newer(),
            (None, Revision::Folder, Revision::Folder) => {
                unknown("the folder was not read, and has no revision")
            }
            (None, one, other) if one == other => Self::UpToDate,
            (None, Revision::Version { .. }, Revision::Version { .. }) => newer(),
            (None, Revision::Commit { .. }, Revision::Commit { .. }) => {
                unknown("the repository has another commit, and the skill in it was not read")
            }
            (None, Revision::File { .. }, Revision::File { .. }) => {
                unknown("the file is another one, and the skill in it was not read")
            }
            (None, _, _) => unknown("the lock and the source have revisions of two kinds"),
        }
    }
}

#[cfg(test)]
mod tests;
