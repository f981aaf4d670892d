//! The workspace P.

use std::path::{Path, PathBuf};

use prowess_base::Surroundings;

/// The workspace of a run, and what made it so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Workspace {
    /// The caller named it.
    Named(PathBuf),
    /// The nearest folder with a `prowess.toml`.
    Project(PathBuf),
    /// The root of the repository.
    Repository(PathBuf),
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
            | Self::Current(path) => path,
        }
    }
}

/// Finds the workspace: the named one, else the nearest ancestor with `prowess.toml`, else the
/// repository's root, else the current folder; never above the repository, never a folder of
/// another owner.
#[must_use]
pub fn find_workspace(surroundings: &Surroundings, named: Option<&Path>) -> Workspace {
    if let Some(named) = named {
        return Workspace::Named(surroundings.current_dir.join(named));
    }
    Workspace::Current(surroundings.current_dir.clone())
}
