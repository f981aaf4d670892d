//! Opening beneath a folder, bounded reads, file identity, atomic writes, file locks.
//!
//! Everything starts at a [`Folder`], an open handle. What is opened through it is beneath it, by the
//! system's own check while it opens, never by comparing paths before:
//!
//! ```no_run
//! use std::path::Path;
//!
//! use prowess_fs::{Folder, Links};
//!
//! let root = Folder::open(Path::new("/home/ann/.agents/skills"))?;
//! let file = root.file(Path::new("weather/SKILL.md"), Links::Refused)?;
//! let mut bytes = Vec::new();
//! file.read(1024 * 1024, &mut bytes)?;
//! # Ok::<(), prowess_fs::Error>(())
//! ```

mod error;
mod folder;
mod identity;
mod listing;
mod lock;
mod place;
mod system;
mod write;

pub use error::Error;
pub use folder::{Folder, Links, OpenFile, read};
pub use identity::FileIdentity;
pub use listing::{EntryKind, Listed, Listing};
pub use lock::{Lock, TryLock, host_name};
pub use place::LinkKind;
pub use write::{Access, Existing, TEMPORARY};
