//! What a configuration says about skills, in one form for every client.

use std::collections::BTreeMap;
use std::path::PathBuf;

use prowess_config::Origin;

/// What a configuration says about skills, whichever client's file it came from.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// By skill key, in NFC.
    pub entries: BTreeMap<String, EntrySettings>,
    /// Built-in skills that count; nothing: all. An empty list is kept apart, profiles differ.
    pub allow_built_in: Option<(Vec<String>, Origin)>,
    /// Skills of this agent, by name; nothing: all; an empty list: none.
    pub agent_filter: Option<(Vec<String>, Origin)>,
    /// Names that are turned off, whatever their key (Nanobot's `disabledSkills`).
    pub disabled: Vec<(String, Origin)>,
    /// Files or folders of skills that are turned off, absolute (Codex's `[[skills.config]]`).
    pub disabled_paths: Vec<(PathBuf, Origin)>,
    /// The folder of the client's own skills, absolute, where its file names one (Jianmu's
    /// `paths.skills_dir`).
    pub skills_folder: Option<(PathBuf, Origin)>,
    /// More roots, absolute, in order.
    pub extra_roots: Vec<(PathBuf, Origin)>,
    /// Plugin roots: label and folder, absolute.
    pub plugin_roots: Vec<(String, PathBuf)>,
    /// Folders into which links out of a root may lead.
    pub link_targets: Vec<PathBuf>,
    /// What dotted paths of `requires.config` are looked up in.
    pub values: serde_json::Value,
    /// Numbers that override the profile's bounds and budget, by the profile's own key, such as
    /// `maxSkillsInPrompt`.
    pub limits: BTreeMap<String, u64>,
    /// What happens when an untrusted skill has a trusted one's name.
    pub shadow: ShadowPolicy,
}

/// What one entry of a configuration says about one skill.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EntrySettings {
    /// `false` turns the skill off; `true` does nothing in most clients.
    pub enabled: Option<bool>,
    /// Passes the gates of this host (programs, variables); the user's own file only.
    pub force: bool,
    /// The skill's API key.
    pub api_key: Option<SecretPresence>,
    /// Variables given to the skill.
    pub env: BTreeMap<String, SecretPresence>,
    /// Where the entry stands.
    pub origin: Option<Origin>,
}

/// Whether a secret is there. Values are never kept in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretPresence {
    /// A value that is not empty.
    Present,
    /// An empty value.
    Empty,
    /// A reference whose target is known not to exist.
    Missing {
        /// The reference, as written.
        reference: String,
    },
}

/// What happens when an untrusted skill has a trusted one's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ShadowPolicy {
    /// Precedence decides; the replacement is told.
    #[default]
    Tell,
    /// The trusted one stays.
    Refuse,
}
