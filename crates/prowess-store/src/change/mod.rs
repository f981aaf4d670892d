//! Changes to what is kept: whole or not at all.
//!
//! 1. The user's lock on changes is taken ([`hold`]); another process that has it is waited for, with a word.
//! 2. What a process left behind that died is ended: a journal is carried out to its end, staging folders without one are
//!    removed. Who has the lock knows that the other is dead; no time is compared.
//! 3. It is looked at what lies in each place, and compared with what the change expects there. The names of the staging
//!    folders are written down; then new trees, files and links are made in them, each beside its place, and brought to
//!    the disk.
//! 4. The journal is put in place by one rename: from here on the change happens.
//! 5. Each move of the journal is one rename: the old folder into the staging folder, the new one to its place, links,
//!    `prowess.toml`, the lock. Whether it is done is seen by what lies in the staging folder, which nobody else touches;
//!    a move that is done is passed over.
//! 6. The journal goes, then the staging folders, then their names.
//!
//! An error before 4 leaves the old state; one after it takes the moves back in reverse order, and where that fails too
//! the journal stays and the next run carries it out. A rename to a place never replaces what is there, so that what
//! someone else put there is neither overwritten nor taken back.
//!
//! A file below a skill that the change does not know of stays: an update carries it over, a removal is refused unless
//! it is said that it may go ([`Extras`]).

mod fill;
mod hold;
mod journal;
mod look;
mod plan;

use std::collections::BTreeMap;
use std::path::PathBuf;

use prowess_base::Digest;
use prowess_fs::Access;

pub(crate) use hold::private_folder;
pub use hold::{Held, Owner, Recovered, Wait, hold, recover};

use crate::{Error, Places, Scope, Tree, TreePath};

/// What is to be different, as a whole.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// The steps; they are looked at and carried out in this order.
    pub steps: Vec<Step>,
    /// What a person would call it (`update weather`), where it enters the history and can be taken back.
    pub deed: Option<String>,
}

/// One thing that is to be different.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Step {
    /// A skill is put in its place, instead of the one of `before`. Files that `before` does not name are carried over. One
    /// that is there with the same files stays untouched.
    PutSkill {
        /// Whom it is for.
        scope: Scope,
        /// Its folder beneath that of the scope.
        name: String,
        /// What it holds.
        tree: Tree,
        /// What lies there.
        before: Before,
    },
    /// A skill is taken away. One that is not there is no fault.
    RemoveSkill {
        /// Whom it is for.
        scope: Scope,
        /// Its folder beneath that of the scope.
        name: String,
        /// What lies there.
        before: Before,
        /// What becomes of files that `before` does not name.
        extras: Extras,
    },
    /// A file is written, or removed: the lock, `prowess.toml`.
    File {
        /// The file; its folder is made where there is none.
        path: PathBuf,
        /// What it holds from now on; nothing: it is gone.
        bytes: Option<Vec<u8>>,
        /// The digest of what was read there; nothing: there was no file.
        before: Option<Digest>,
        /// Who may read it.
        access: Access,
    },
    /// A client's folder gets a link to a kept skill, or a copy where links fail. A link that is there already stays.
    Link {
        /// Whom the skill is for.
        scope: Scope,
        /// Its folder beneath that of the scope.
        name: String,
        /// The folder in which the client looks for skills.
        folder: PathBuf,
        /// Link or copy.
        means: Means,
        /// What lies there: [`Before::Ours`] for a copy that was made earlier.
        before: Before,
    },
    /// A client's folder loses its link to a kept skill, or its copy. A link that leads elsewhere stays (IN-27).
    Unlink {
        /// Whom the skill is for.
        scope: Scope,
        /// Its folder beneath that of the scope.
        name: String,
        /// The folder in which the client looks for skills.
        folder: PathBuf,
        /// What lies there: [`Before::Ours`] for a copy that was made earlier.
        before: Before,
    },
}

/// What the change was made for: what its maker has seen in a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Before {
    /// Nothing. What is there nevertheless is not ours ([`crate::Error::Taken`]).
    #[default]
    Nothing,
    /// These files, with the bytes that they had when the change was made. One with other bytes, or one that is gone,
    /// ends the change ([`prowess_fs::Error::Changed`]); what else is there is the user's own.
    Ours(BTreeMap<TreePath, Digest>),
}

/// What becomes of files in a skill that is removed and that it did not bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extras {
    /// They stop the removal, and are told ([`crate::Error::Extras`]). Caches do not count ([`crate::kept::Extra`]).
    #[default]
    Kept,
    /// They go with the skill.
    Removed,
}

/// How a client's folder gets a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Means {
    /// By a link, else a junction (Windows), else a copy.
    #[default]
    Link,
    /// By a copy.
    Copy,
}

/// What a change did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Applied {
    /// The places that are different now, in the order of the steps; none where everything was as it should be.
    pub places: Vec<PathBuf>,
    /// What became of each [`Step::Link`], in their order.
    pub placed: Vec<Placed>,
    /// Links and folders that an [`Step::Unlink`] left, because they are not ours.
    pub not_ours: Vec<PathBuf>,
    /// Staging folders that could not be removed. They are hidden and hold nothing of use; the next run tries again.
    pub left: Vec<PathBuf>,
    /// Its number in the history, where it entered it.
    pub record: Option<u64>,
}

/// Looks whether a change could be made, and what it would touch; links are told as they would be tried first. Nothing is written, and
/// the lock on changes is not needed.
///
/// # Errors
///
/// As [`Held::apply`] before its journal.
pub fn check(places: &Places, change: &Change) -> Result<Applied, Error> {
    plan::Plan::of(places, change).map(|plan| plan.applied)
}

/// How a client's folder has a skill now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The name in the client's folder.
    pub at: PathBuf,
    /// By what.
    pub how: How,
}

/// By what a client's folder has a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum How {
    /// A link.
    Link,
    /// A junction, because links need a right that this user does not have.
    Junction {
        /// What was said about the link.
        reason: String,
    },
    /// A copy, because it was asked for.
    Copy,
    /// A copy, because links cannot be made there.
    CopyForWantOfLinks {
        /// What was said about the link.
        reason: String,
    },
    /// The link that was there.
    Already,
    /// The client looks into the folder of the skills itself.
    SameFolder,
}
