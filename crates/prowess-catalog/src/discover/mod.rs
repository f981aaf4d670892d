//! From a profile's rules to roots, and from roots to candidates.
//!
//! ```text
//! Plan::new(profile, surroundings, workspace, settings)   which folders, highest precedence first
//!   └─ plan.walk(root, visitor)                           every SKILL.md beneath one of them
//!        visitor.known(file, identity)                    met before and unchanged: not read
//!        visitor.read(file, folder, identity, bytes)      else its bytes, in a buffer that is reused
//! ```
//!
//! A walk never follows a skill's own folder, never waits on anything but a regular file, and its
//! result does not depend on the order in which a system lists entries.

mod budget;
mod candidate;
mod files;
mod ground;
mod inspect;
mod instructions;
mod levels;
mod linked;
mod notice;
mod plan;
mod re_root;
mod tree;
mod workspace;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::Diagnostic;
use prowess_fs::{EntryKind, Folder, Listing};

pub use inspect::inspect;
pub use notice::{Escape, Notice, Place, RootRefusal};
pub use plan::Plan;
pub use workspace::{Workspace, find_workspace};

use crate::{Bound, FileIdentity, Holds, Root, RootId, RootStatus, Search};

/// What is done with the files that a walk finds. It is called from several threads.
pub trait Visitor: Sync {
    /// What becomes of one file.
    type Output: Send;

    /// The result for a file that was met before in this state; the file is then not read.
    fn known(&self, file: &Arc<Path>, identity: &FileIdentity) -> Option<Self::Output>;

    /// The result for a file. `folder` is the name of its folder as it is listed beneath the root,
    /// `bytes` the whole file; the buffer is used again after the call.
    fn read(
        &self,
        file: &Arc<Path>,
        folder: &str,
        identity: FileIdentity,
        bytes: &[u8],
    ) -> Self::Output;

    /// Whether a file counts against [`Discovery::skills_per_source`](crate::Discovery): one that
    /// cannot be used does not.
    fn is_loaded(&self, output: &Self::Output) -> bool {
        let _ = output;
        true
    }
}

/// Everything that was found beneath one root.
#[derive(Debug)]
#[non_exhaustive]
pub struct Walk<T> {
    /// The root in the plan.
    pub id: RootId,
    /// The root with its status and its number of candidates.
    pub root: Root,
    /// Every candidate, in the order in which the profile loads them: by relative path.
    pub candidates: Vec<Found<T>>,
    /// What there is to say about the root and its folders, in the order of their paths.
    pub notices: Vec<Notice>,
    /// The folders whose change means that this root is to be walked again.
    pub watched: Vec<Watched>,
}

/// One candidate: a folder with a SKILL.md.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found<T> {
    /// The SKILL.md, absolute: as listed beneath the root, or the real path where the profile or a
    /// link asks for it.
    pub file: Arc<Path>,
    /// The folder as it is listed beneath the root, where `file` is elsewhere because a link was
    /// followed.
    pub listed: Option<Arc<Path>>,
    /// The name that its place gives it, where that is not its folder's.
    pub called: Option<Box<str>>,
    /// What became of the file.
    pub outcome: Outcome<T>,
    /// What there is to say about the file's name, place or size, errors of
    /// [`Outcome::Refused`] aside.
    pub notices: Vec<Notice>,
}

/// What became of a candidate's file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome<T> {
    /// It was read, or the visitor knew it.
    Read {
        /// Its identity.
        identity: FileIdentity,
        /// What the visitor made of it.
        output: T,
    },
    /// It is there and may not or cannot be read. Always an error.
    Refused {
        /// Its identity, as far as it is known.
        identity: FileIdentity,
        /// Why; its severity is error.
        notice: Box<Notice>,
    },
    /// It is beyond a bound of the profile.
    Beyond {
        /// Its identity, as far as it is known.
        identity: FileIdentity,
        /// Which bound.
        bound: Bound,
    },
}

/// A folder (or a path where there is nothing) on which the result of a walk rests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// The folder, absolute. Links in it are followed.
    pub path: PathBuf,
    /// Its identity when it was listed; nothing where nothing was there.
    pub identity: Option<FileIdentity>,
}

impl<T> Walk<T> {
    /// What there is to say about the root and its folders.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        self.notices.iter().map(Notice::diagnostic)
    }
}

impl<T> Found<T> {
    /// Marks it as beyond a bound.
    fn set_beyond(&mut self, bound: Bound) {
        let identity = match self.outcome {
            Outcome::Read { identity, .. }
            | Outcome::Refused { identity, .. }
            | Outcome::Beyond { identity, .. } => identity,
        };
        self.outcome = Outcome::Beyond { identity, bound };
    }

    /// Warnings and advice about the file's name, place or size.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        self.notices.iter().map(Notice::diagnostic)
    }

    /// The name that its place gives it: mostly that of the folder as it is listed beneath the root.
    #[must_use]
    pub fn folder(&self) -> Cow<'_, str> {
        if let Some(called) = &self.called {
            return Cow::Borrowed(called);
        }
        let folder = self.listed.as_deref().or_else(|| self.file.parent());
        folder
            .and_then(Path::file_name)
            .map_or(Cow::Borrowed(""), |name| name.to_string_lossy())
    }
}

/// What a search of one root gives.
struct Searched<T> {
    candidates: Vec<Found<T>>,
    notices: Vec<Notice>,
    watched: Vec<Watched>,
    status: RootStatus,
}

/// Walks one root of a plan.
fn walk<V: Visitor>(plan: &Plan, id: RootId, root: &Root, visitor: &V) -> Walk<V::Output> {
    let mut searched = match ground::Ground::enter(plan, root, visitor) {
        Ok(ground) => match (root.holds, plan.discovery.search) {
            (Holds::Instructions, _) => instructions::search(&ground, instructions::Where::Root),
            (Holds::NestedInstructions, _) => {
                instructions::search(&ground, instructions::Where::Below)
            }
            (Holds::Skills, Search::Tree) => tree::search(&ground),
            (Holds::Skills, Search::Levels) => levels::search(&ground),
            (Holds::Skills, Search::FoldersAndFiles) => files::search(&ground),
        },
        Err(closed) => Searched {
            candidates: Vec::new(),
            notices: closed.notice.into_iter().map(|notice| *notice).collect(),
            watched: closed.watched.into_iter().collect(),
            status: closed.status,
        },
    };
    bound_skills(plan, visitor, &mut searched.candidates);
    Walk {
        id,
        root: Root {
            status: searched.status,
            found: u32::try_from(searched.candidates.len()).unwrap_or(u32::MAX),
            ..root.clone()
        },
        candidates: searched.candidates,
        notices: searched.notices,
        watched: searched.watched,
    }
}

/// Tells of skills directly below a folder of the last level that is searched.
fn deeper(folder: &Folder, path: &Path, listing: &Listing, bound: u32) -> Option<Notice> {
    /// Folders in which a deeper skill is looked for.
    const LOOKED_AT: usize = 1_000;
    let mut skills = listing
        .iter()
        .filter(|(_, kind)| *kind == EntryKind::Folder)
        .take(LOOKED_AT)
        .filter(|(name, _)| has_skill_file(folder, Path::new(name)));
    let first = path.join(skills.next()?.0);
    Some(Notice::DepthBeyond {
        path: first,
        skills: 1 + skills.count() as u64,
        bound,
    })
}

/// Whether a folder stands only while skills are put in place. What it holds is no skill yet, or none any more, in whatever
/// profile.
fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes()
        .starts_with(prowess_fs::TEMPORARY.as_bytes())
}

fn has_skill_file(folder: &Folder, path: &Path) -> bool {
    folder.identity_of(&path.join(ground::SKILL_FILE)).is_ok()
}

/// Marks what is beyond the skills that one root may load. Files that cannot be used do not count.
fn bound_skills<V: Visitor>(plan: &Plan, visitor: &V, candidates: &mut [Found<V::Output>]) {
    let Some(bound) = plan.discovery.skills_per_source else {
        return;
    };
    let mut loaded = 0;
    for found in candidates {
        let Outcome::Read { output, .. } = &found.outcome else {
            continue;
        };
        if loaded >= bound {
            found.set_beyond(Bound::SkillsPerSource(bound));
        } else if visitor.is_loaded(output) {
            loaded += 1;
        }
    }
}
