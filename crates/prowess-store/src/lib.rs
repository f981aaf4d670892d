//! Getting skills and keeping them: the same bytes on every machine, and a word whenever one changes.
//!
//! ```text
//! text ─► Source ─► fetch ─► Harvest ─► chosen ─► door (scan, policy, trust) ─► Plan ─► Change ─► disk
//!         a form     bytes    skills in   Trees     asks where it must            what     staged,
//!         of address          a source                                            would    journal,
//!                                                                                 change   renamed
//! ```
//!
//! A [`Tree`] is one skill as bytes in memory, bounded; its digest is the one that the lock holds. Nothing that is fetched is
//! on the disk before it has passed the door. A change is whole or not at all: it is staged beside its place, written down in
//! a journal, and carried out by renames that the next run repeats or finds done.
//!
//! What a project says (`prowess.toml`, `prowess.lock`) is wanted, never trusted: verdicts, trust, keys and the copies that
//! merges need are the user's, in their data folder.

pub mod archived;
pub mod ask;
pub mod change;
pub mod codes;
pub mod dependencies;
pub mod disk;
pub mod door;
mod error;
pub mod fetch;
pub mod history;
pub mod kept;
mod link;
pub mod lock;
pub mod merge;
pub mod objects;
pub mod operations;
pub mod pack;
mod place;
mod process_group;
pub mod progress;
pub mod signature;
pub mod source;
pub mod status;
mod tree;
pub mod trust;
pub mod upload;
pub mod usage;
pub mod wanted;

pub use error::Error;
pub use place::{Places, Scope};
pub use source::Source;
pub use tree::{PathFault, Tree, TreeError, TreeFile, TreeLimits, TreePath};
