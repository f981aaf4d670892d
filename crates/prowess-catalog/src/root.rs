//! Folders that hold skills.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::file_kind::InstructionScope;

/// The position of a root in [`crate::Snapshot::roots`], highest precedence first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RootId(pub u32);

/// Who put a root there, from the widest to the nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Shipped with the engine or the client.
    BuiltIn,
    /// Named in a configuration.
    Extra,
    /// Brought by a plugin.
    Plugin,
    /// Installed by the engine for the user.
    Managed,
    /// The user's own.
    User,
    /// The project's, beneath a client's folder.
    Project,
    /// The workspace's own `skills`.
    Workspace,
}

impl Scope {
    /// `built-in`, `extra`, `plugin`, `managed`, `user`, `project` or `workspace`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::Extra => "extra",
            Self::Plugin => "plugin",
            Self::Managed => "managed",
            Self::User => "user",
            Self::Project => "project",
            Self::Workspace => "workspace",
        }
    }
}

/// What became of a root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
#[non_exhaustive]
pub enum RootStatus {
    /// Read; it may hold no skill.
    Read,
    /// There is no such folder. Usual: most roots of a profile do not exist.
    Absent,
    /// It is there and could not be read. Nothing that deletes may act on it.
    Unreadable {
        /// The system's reason.
        reason: String,
    },
    /// It is there and was not entered, for a reason of safety (another owner, a link out).
    Refused {
        /// The reason.
        reason: String,
    },
}

/// What is looked for beneath a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// Skills, as the profile's search finds them.
    #[default]
    Skills,
    /// Files with instructions for agents, in the folder itself.
    Instructions,
    /// The same in the folders below it, each for its own folder.
    NestedInstructions,
}

impl Holds {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_skills(&self) -> bool {
        *self == Self::Skills
    }

    pub(crate) fn instruction_scope(self) -> InstructionScope {
        match self {
            Self::Skills | Self::Instructions => InstructionScope::All,
            Self::NestedInstructions => InstructionScope::Folder,
        }
    }
}

/// One folder that was searched for skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Root {
    /// Its label in the profile's own words, such as `openclaw-workspace`.
    pub source: String,
    /// Who put it there.
    pub scope: Scope,
    /// The folder, absolute, as the profile names it.
    pub path: PathBuf,
    /// What is looked for beneath it.
    #[serde(skip_serializing_if = "Holds::is_skills", default)]
    pub holds: Holds,
    /// What became of it.
    #[serde(flatten)]
    pub status: RootStatus,
    /// Candidates found beneath it.
    pub found: u32,
}
