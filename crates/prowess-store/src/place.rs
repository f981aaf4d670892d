//! Where skills are kept.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Whom a kept skill is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// `P/skills`.
    Workspace,
    /// `P/.agents/skills`.
    Project,
    /// `~/.agents/skills`.
    User,
    /// `<data>/skills`.
    Managed,
}

impl fmt::Display for Scope {
    /// The word that files and messages use.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Workspace => "workspace",
            Self::Project => "project",
            Self::User => "user",
            Self::Managed => "managed",
        })
    }
}

/// The folders of one machine, user and workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The workspace P.
    pub workspace: PathBuf,
    /// The user's home; nothing where there is none, and then no user scope.
    pub home: Option<PathBuf>,
    /// The user's data folder of the engine: managed skills, trust, objects, history.
    pub data: PathBuf,
}

impl Places {
    /// The folder that holds the skills of a scope.
    #[must_use]
    pub fn skills(&self, scope: Scope) -> Option<PathBuf> {
        match scope {
            Scope::Workspace => Some(self.workspace.join("skills")),
            Scope::Project => Some(self.workspace.join(".agents/skills")),
            Scope::User => Some(self.home.as_ref()?.join(".agents/skills")),
            Scope::Managed => Some(self.data.join("skills")),
        }
    }

    /// The lock that a scope is written down in: the workspace's own, or the user's.
    #[must_use]
    pub fn lock(&self, scope: Scope) -> PathBuf {
        self.lock_folder(scope).join("prowess.lock")
    }

    /// The folder of that lock.
    #[must_use]
    pub fn lock_folder(&self, scope: Scope) -> &Path {
        match scope {
            Scope::Workspace | Scope::Project => &self.workspace,
            Scope::User | Scope::Managed => &self.data,
        }
    }
}
