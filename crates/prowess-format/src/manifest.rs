//! The header of a skill in one typed form, whatever client it was written for.

use std::sync::Arc;

use prowess_base::Platform;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Contract, Execution};

use crate::{McpServers, Trigger};

/// The header of a skill in one typed form.
///
/// Boxed text and slices keep it small: a catalogue may hold 100,000 of them, which share the lists
/// that many of them have alike. Text is as the author wrote it (`1.10` stays `1.10`), trimmed where
/// the dialect trims.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Manifest {
    /// The declared name; nothing where it is absent or cannot be used, then the folder's name
    /// counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Box<str>>,
    /// What the skill does and when to use it. Shared with those that keep it beside the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Arc<str>>,
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
    /// What its slash command takes, where the header says anything about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Box<CommandArguments>>,
    /// A slash command that calls a tool without a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<Box<CommandDispatch>>,
    /// Tools that the skill asks to have approved in advance, as written, one element a tool.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub allowed_tools: Arc<[Box<str>]>,
    /// Tools that are taken away while the skill is active.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub disallowed_tools: Box<[Box<str>]>,
    /// What brings the skill in without being asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<Box<Trigger>>,
    /// MCP servers that the skill brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mcp_servers: Option<Box<McpServers>>,
    /// Resident: the body is in every prompt while the skill is eligible.
    pub resident: bool,
    /// What must be there for the skill to count.
    pub requirements: Requirements,
    /// How it is run, what goes in and what comes out, where the header says anything about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Box<Contract>>,
    /// The variable that the skill's API key goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_env: Option<Box<str>>,
    /// The key of the skill's entry in a configuration, where it is not the name. It may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_key: Option<Box<str>>,
    /// How to get what the skill needs.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub install: Arc<[InstallSpec]>,
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

impl Manifest {
    /// What runs the skill: a model, unless the header says otherwise.
    #[must_use]
    pub fn execution(&self) -> Execution {
        self.contract
            .as_ref()
            .map_or(Execution::default(), |contract| contract.execution)
    }
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

/// What the slash command of a skill takes (Claude Code, `arguments` and `argument-hint`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct CommandArguments {
    /// The names of its arguments, first to last: the body may hold the first as `$NAME` and as `$0`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub names: Box<[Box<str>]>,
    /// What a person is shown beside the command: `[issue] [priority]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Box<str>>,
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    pub bins: Box<[Box<str>]>,
    /// Operating systems that it is for. Empty: any.
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    pub os: Box<[Box<str>]>,
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
    /// How a download is unpacked, if anything is said about it.
    #[serde(flatten, deserialize_with = "unpacking", default)]
    pub unpacking: Option<Box<Unpacking>>,
}

/// How a download is unpacked; apart from [`InstallSpec`] because few skills say it. In JSON its
/// fields stand beside the others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Unpacking {
    /// Archive form: `tar.gz`, `tar.bz2`, `zip`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<Box<str>>,
    /// Whether it is unpacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extract: Option<bool>,
    /// Leading path parts to drop. As JSON gives it: any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip_components: Option<serde_json::Number>,
    /// Folder to unpack into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_dir: Option<Box<str>>,
    /// The SHA-256 digest of what is fetched, as written. A text that is no digest stays, so that the download is refused
    /// and not taken unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Box<str>>,
}

/// Nothing said is `None`, not an empty [`Unpacking`].
fn unpacking<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Box<Unpacking>>, D::Error> {
    let unpacking = Unpacking::deserialize(input)?;
    Ok((unpacking != Unpacking::default()).then(|| Box::new(unpacking)))
}

/// Which installer an [`InstallSpec`] is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl InstallKind {
    /// `brew`, `node`, `go`, `uv` or `download`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Brew => "brew",
            Self::Node => "node",
            Self::Go => "go",
            Self::Uv => "uv",
            Self::Download => "download",
        }
    }
}

/// The platform that a word in `os` names: Node's names, and `macos`, `mac`, `osx`,
/// `windows` and `win`, in any letter case (case GT-05; Jianmu). Nothing for a word that no platform has.
///
/// Other clients compare the word as it stands with Node's name.
#[must_use]
pub fn known_platform(word: &str) -> Option<Platform> {
    const OTHERS: [&str; 8] = [
        "aix", "android", "cygwin", "freebsd", "haiku", "netbsd", "openbsd", "sunos",
    ];
    let is = |name: &str| word.trim().eq_ignore_ascii_case(name);
    if is("linux") {
        Some(Platform::Linux)
    } else if ["darwin", "macos", "mac", "osx"].into_iter().any(is) {
        Some(Platform::Darwin)
    } else if ["win32", "windows", "win"].into_iter().any(is) {
        Some(Platform::Windows)
    } else {
        let other = OTHERS.into_iter().find(|name| is(name))?;
        Some(Platform::Other(other.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An install specification survives JSON, with and without fields about unpacking, and those
    /// stand beside the others.
    #[test]
    fn install_json() {
        for json in [
            serde_json::json!({"kind": "uv", "package": "ruff"}),
            serde_json::json!({"kind": "download", "url": "https://e.test/x", "stripComponents": 1}),
        ] {
            let spec: InstallSpec = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(spec.unpacking.is_some(), json.get("url").is_some());
            assert_eq!(serde_json::to_value(&spec).unwrap(), json);
        }
    }

    /// A catalogue holds 100,000 of them in memory.
    #[test]
    fn sizes() {
        assert!(size_of::<Manifest>() <= 360, "{}", size_of::<Manifest>());
        assert!(
            size_of::<InstallSpec>() <= 144,
            "{}",
            size_of::<InstallSpec>()
        );
    }

    /// GT-05: aliases and letter case; a word that no platform has is none.
    #[test]
    fn gt_05_platforms() {
        assert_eq!(known_platform("MacOS"), Some(Platform::Darwin));
        assert_eq!(known_platform("Windows"), Some(Platform::Windows));
        assert_eq!(
            known_platform("freebsd"),
            Some(Platform::Other("freebsd".to_owned()))
        );
        assert_eq!(known_platform("solaris"), None);
    }
}
