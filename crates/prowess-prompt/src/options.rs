//! What a host says about one rendering.

use prowess_base::Digest;
use prowess_catalog::{Budget, Entry, EntryId};

use crate::{Homes, Tokenizer};

/// What a host says about one rendering. The default renders what the profile asks for, with
/// nothing known about tools and homes.
#[derive(Clone, Default)]
pub struct RenderOptions<'a> {
    /// The tools that the model has. Where they are known and none can read a skill, nothing is
    /// rendered.
    pub tools: Option<&'a [String]>,
    /// Which homes are written as `~/`.
    pub homes: Homes,
    /// A budget in place of the profile's.
    pub budget: Option<Budget>,
    /// The tokens that the model's context window holds; nothing while that is not known.
    pub window: Option<u32>,
    /// The model's name, where it is known. In OpenHands' style it decides which instructions are for
    /// it.
    pub model: Option<&'a str>,
    /// How tokens are counted where a budget is in tokens.
    pub tokenizer: Tokenizer,
    /// Whether skills that do not count are named with their reasons. Nanobot's styles always do.
    pub unavailable: Unavailable,
    /// Bodies of residents. Each is written in a part of its own and its skill is not listed
    /// again. A body of a skill that is not resident, eligible and trusted is not written.
    pub residents: &'a [Resident<'a>],
    /// Skills whose bodies the conversation has already. They are not listed.
    pub active: &'a [EntryId],
    /// A line about a remote host (OpenClaw). It is trimmed and goes first; the caller leaves it out
    /// where the agent has no skills by its settings.
    pub remote_note: Option<&'a str>,
    /// The digest of a skill's decoded text, where the style shows a version (OpenClaw). Asked only
    /// for skills that are listed.
    pub digest: Option<&'a DigestOf<'a>>,
    /// Whether a skill's file is on the disk where the model can read it. A location is left out where
    /// it is not. Nothing: all are but the skills that are part of the program, which a host has to
    /// lay out first.
    pub on_disk: Option<&'a IsOnDisk<'a>>,
    /// How Nanobot's summary names a root.
    pub root_names: RootNames,
}

/// Gives the digest of a skill's decoded text, or nothing where it cannot be read.
pub type DigestOf<'a> = dyn Fn(EntryId, &Entry) -> Option<Digest> + 'a;

/// Tells whether a skill's file is on the disk where the model can read it.
pub type IsOnDisk<'a> = dyn Fn(EntryId, &Entry) -> bool + 'a;

/// The body of a resident skill.
#[derive(Debug, Clone, Copy)]
pub struct Resident<'a> {
    /// The skill.
    pub entry: EntryId,
    /// Its body, header removed.
    pub body: &'a str,
}

/// Whether skills that do not count are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unavailable {
    /// They are not.
    #[default]
    Hidden,
    /// They are, with their reasons, as far as the budget has room.
    Named,
}

/// How Nanobot's summary names a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RootNames {
    /// By its usual short name: the model's current folder is the workspace.
    #[default]
    Short,
    /// By its path: the model works in another folder.
    Absolute,
}

impl std::fmt::Debug for RenderOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RenderOptions")
            .field("tools", &self.tools)
            .field("homes", &self.homes)
            .field("budget", &self.budget)
            .field("window", &self.window)
            .field("model", &self.model)
            .field("tokenizer", &self.tokenizer)
            .field("unavailable", &self.unavailable)
            .field("residents", &self.residents)
            .field("active", &self.active)
            .field("remote_note", &self.remote_note)
            .field("digest", &self.digest.is_some())
            .field("on_disk", &self.on_disk.is_some())
            .field("root_names", &self.root_names)
            .finish()
    }
}
