//! The header of a skill in one typed form, whatever client it was written for.

use serde::{Deserialize, Serialize};

/// The header of a skill in one typed form.
///
/// Boxed text and slices keep it small: a catalogue may hold 100,000 of them. Text is as the
/// author wrote it (`1.10` stays `1.10`), trimmed where the dialect trims.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Manifest {
    /// The declared name; nothing where it is absent or cannot be used, then the folder's name
    /// counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Box<str>>,
    /// What the skill does and when to use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Box<str>>,
    /// When to use it, where a header says that apart (`when_to_use`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when_to_use: Option<Box<str>>,
    /// Licence name or file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<Box<str>>,
    /// What the skill needs, for a reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compatibility: Option<Box<str>>,
    /// Where to read more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homepage: Option<Box<str>>,
    /// The skill's own sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<Box<str>>,
    /// Who may start it.
    pub invocation: Invocation,
    /// A slash command that calls a tool without a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<CommandDispatch>,
    /// Tools that the skill asks to have approved in advance, as written, one element a tool.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub allowed_tools: Box<[Box<str>]>,
    /// Tools that are taken away while the skill is active.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub disallowed_tools: Box<[Box<str>]>,
    /// Resident: the body is in every prompt while the skill is eligible.
    pub resident: bool,
    /// What must be there for the skill to count.
    pub requirements: Requirements,
    /// The variable that the skill's API key goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_env: Option<Box<str>>,
    /// The key of the skill's entry in a configuration, where it is not the name. It may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_key: Option<Box<str>>,
    /// How to get what the skill needs.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub install: Box<[InstallSpec]>,
    /// Top-level keys that the dialect does not read, in the order of the text.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub unread_keys: Box<[Box<str>]>,
}

/// Who may start a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The model (`disable-model-invocation` is not set).
    pub model: bool,
    /// The user, by a slash command (`user-invocable` is not `false`).
    pub user: bool,
}

impl Default for Invocation {
    /// Both may.
    fn default() -> Self {
        Self {
            model: true,
            user: true,
        }
    }
}

/// A slash command that calls a tool without a model (OpenClaw, `command-dispatch: tool`). The
/// arguments go in raw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandDispatch {
    /// The tool's name, as written.
    pub tool: Box<str>,
}

/// What must be there for a skill to count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Requirements {
    /// Skip-requires: the lists below except `os` are not checked
    /// (`metadata.openclaw.always`).
    pub skip: bool,
    /// Operating systems, one of which must be there. Empty: any.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub os: Box<[Box<str>]>,
    /// Programs that must all be there.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub bins: Box<[Box<str>]>,
    /// Programs one of which must be there. Empty: no requirement.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub any_bins: Box<[Box<str>]>,
    /// Environment variables that must all be set.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub env: Box<[Box<str>]>,
    /// Dotted configuration paths that must all be truthy.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub config: Box<[Box<str>]>,
    /// Tools of the agent that must all be there.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub tools: Box<[Box<str>]>,
}

/// One way to get what a skill needs (OpenClaw, `install[]`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InstallSpec {
    /// Which installer.
    pub kind: InstallKind,
    /// An identifier, if one is given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<Box<str>>,
    /// A label, if one is given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub label: Option<Box<str>>,
    /// Programs that it brings.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bins: Option<Box<[Box<str>]>>,
    /// Operating systems that it is for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub os: Option<Box<[Box<str>]>>,
    /// Homebrew formula or cask.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub formula: Option<Box<str>>,
    /// npm or Python package.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub package: Option<Box<str>>,
    /// Go module.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub module: Option<Box<str>>,
    /// Address of a download.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<Box<str>>,
    /// Archive form of a download.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub archive: Option<Box<str>>,
    /// Whether a download is unpacked.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub extract: Option<bool>,
    /// Leading path parts to drop when unpacking. As JSON gives it: any number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub strip_components: Option<serde_json::Number>,
    /// Folder to unpack into.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target_dir: Option<Box<str>>,
}

/// Which installer an [`InstallSpec`] is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InstallKind {
    /// Homebrew
    Brew,
    /// A Node package manager
    Node,
    /// `go install`
    Go,
    /// `uv tool install`
    Uv,
    /// A file from an address
    Download,
}
