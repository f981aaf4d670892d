//! The workspace P.

use std::path::{Path, PathBuf};

use prowess_base::Surroundings;
use prowess_fs::Folder;

/// The workspace of a run, and what made it so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Workspace {
    /// The caller named it.
    Named(PathBuf),
    /// The nearest folder with a `prowess.toml`.
    Project(PathBuf),
    /// The root of the repository.
    Repository(PathBuf),
    /// The one that the configuration of the profile's client names, where the current folder is no
    /// project.
    Client(PathBuf),
    /// The current folder, for want of anything better.
    Current(PathBuf),
}

impl Workspace {
    /// The folder P, absolute.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Named(path)
            | Self::Project(path)
            | Self::Repository(path)
            | Self::Client(path)
            | Self::Current(path) => path,
        }
    }
}

/// Finds the workspace: the named one, else the nearest ancestor with `prowess.toml`, else the
/// repository's root, else the current folder. It is never above the repository, and never a folder
/// that belongs to neither the user nor the system: someone else's `prowess.toml` in `/tmp` decides
/// nothing.
#[must_use]
pub fn find_workspace(surroundings: &Surroundings, named: Option<&Path>) -> Workspace {
    let current = &surroundings.current_dir;
    if let Some(named) = named {
        return Workspace::Named(current.join(named));
    }
    for path in current.ancestors() {
        let Some(folder) = own_folder(path, surroundings.user) else {
            break;
        };
        if has_own(&folder, "prowess.toml", surroundings.user) {
            return Workspace::Project(path.to_path_buf());
        }
        // A folder, or a file in a work tree or submodule.
        if has_own(&folder, ".git", surroundings.user) {
            return Workspace::Repository(path.to_path_buf());
        }
    }
    Workspace::Current(current.clone())
}

/// Whether there is such an entry that someone else did not put there: in a folder where everyone may
/// write, the folder's owner says nothing about its entries.
fn has_own(folder: &Folder, name: &str, user: Option<u32>) -> bool {
    let owner = folder.owner_of(Path::new(name));
    owner.is_ok_and(|owner| is_trusted_owner(owner, user))
}

fn own_folder(path: &Path, user: Option<u32>) -> Option<Folder> {
    let folder = Folder::open(path).ok()?;
    let owner = folder.owner().ok()?;
    is_trusted_owner(owner, user).then_some(folder)
}

/// Whether a folder of `owner` may decide something for `user`: it is the user's own or the
/// system's. Unknown users are no reason to refuse.
pub(super) fn is_trusted_owner(owner: Option<u32>, user: Option<u32>) -> bool {
    match (owner, user) {
        (Some(owner), Some(user)) => owner == user || owner == 0,
        _ => true,
    }
}
