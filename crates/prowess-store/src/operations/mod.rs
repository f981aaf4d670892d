//! What is done with skills: each operation in a module of its own, from what is asked for to a report of what came of it.
//!
//! ```text
//! request ─► fetch ─► draft (locks, wishes, what lies there) ─► door ─► hold ─► Change ─► report
//!            no lock  merges, steps, new texts of the files      asks   one process at a time
//! ```
//!
//! A draft is made without the lock on changes, so that nobody waits while something is fetched or a person is asked. Once the
//! lock is held the files that the draft was made from are read again; where they differ by then, it is made anew.
//!
//! An operation on several skills does what it can: what failed stands in its report beside what was done, and one skill that
//! is refused keeps no other from being installed. The skills that are done are one change, whole or not at all.

mod adopt;
mod archive;
mod arrive;
mod books;
mod clients;
mod edit;
mod fetching;
mod import;
mod install;
mod lying;
mod make;
mod outdated;
mod remove;
mod report;
mod restore;
mod select;
mod stale;
mod undo;
mod unkept;
mod update;
mod verify;

use prowess_base::Clock;

pub use adopt::{Adopt, Adopted};
pub use archive::{Archive, BroughtBack, PutAway};
use books::Books;
pub use clients::{ClientFolders, Clients};
pub use edit::{Edit, Edited, Meaning};
pub use import::{Import, ImportedFile};
pub use install::{Install, Installed, Pick};
pub use outdated::Looked;
pub use remove::{Remove, Removed, RemovedSkill};
pub use report::{Became, ClientHas, ClientPlace, Failed, Made, Skill, SkillKey};
pub use restore::{LockUse, Restore, Restored};
pub use select::Selection;
pub use stale::{Proposal, Stale};
pub use undo::{Undo, Undone};
pub use update::{Update, Updated};

use crate::Places;
use crate::ask::Ask;
use crate::change::{Owner, Wait};
use crate::disk::Disk;
use crate::door::Door;
use crate::fetch::fetcher::Fetcher;
use crate::progress::Progress;

/// Everything that an operation works with. The operations are its methods.
///
/// What follows the fetching works on the thread that polls it: it reads and writes files, scans and may ask. A host with a runtime
/// of few threads runs operations where they may block.
#[derive(Clone, Copy)]
pub struct Store<'a> {
    /// The folders of this machine, user and workspace.
    pub places: &'a Places,
    /// The clients that can be named, and where they look for skills.
    pub clients: &'a Clients,
    /// How sources are read.
    pub fetcher: &'a Fetcher,
    /// Who lets skills in.
    pub door: &'a dyn Door,
    /// Who answers questions.
    pub ask: &'a dyn Ask,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
    /// The disk that is changed.
    pub disk: &'a dyn Disk,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Called where another process changes what is kept; it tells the user, and whether to wait.
    pub busy: &'a (dyn Fn(Option<&Owner>) -> Wait + Send + Sync),
}

/// Whether something is done, or only told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Run {
    /// It is done.
    #[default]
    Real,
    /// Nothing is written and nobody is asked; the report says what would be done. A question that would be asked is told as a
    /// warning.
    Dry,
}

/// What becomes of files that both the user and the source have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conflicts {
    /// The skill stays as it is, and the conflicts are told.
    #[default]
    Stop,
    /// The user's files stay; everything else of the update is taken.
    Mine,
    /// The source's files are taken.
    Theirs,
    /// Both sides of a text stand between marks, as Git writes them; of another file the user's stays.
    Marks,
}
