//! How one client sees skills, made of enum-valued parts.

use std::path::PathBuf;

use prowess_format::Dialect;

use crate::Scope;

/// How one client sees skills. A profile is data: what reads it has no client's name in it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Profile {
    /// `own`, `openclaw`, `agentskills`, `nanobot`, or a user's own name.
    pub name: String,
    /// The client and its version, for a reader.
    pub title: String,
    /// Where skills come from, highest precedence first.
    pub roots: Vec<RootRule>,
    /// How folders are searched.
    pub discovery: Discovery,
    /// What a skill's name is.
    pub identity: Identity,
    /// How headers are read.
    pub dialect: Dialect,
    /// Which gates there are and how they read values.
    pub gates: Gates,
    /// In which order skills are listed.
    pub order: Order,
    /// How the catalogue is written.
    pub style: PromptStyle,
    /// How much of it there may be.
    pub budget: Budget,
    /// The tools with which this client's model reads a skill.
    pub read_tools: Vec<ReadTool>,
}

/// One place where a profile's skills come from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RootRule {
    /// A folder beneath the workspace P: `skills` in most clients.
    Workspace {
        /// The label.
        source: String,
        /// The folder, relative to P.
        folder: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// The folder in the current folder and in each of its ancestors up to P, nearest first.
    Ancestors {
        /// The label.
        source: String,
        /// The folder, relative to each of them.
        folder: PathBuf,
    },
    /// A folder beneath the home folder.
    Home {
        /// The label.
        source: String,
        /// The folder, relative to the home folder.
        folder: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// `<data>/skills` of the engine.
    Managed {
        /// The label.
        source: String,
    },
    /// The embedded skills.
    BuiltIn {
        /// The label.
        source: String,
    },
    /// A fixed folder, absolute.
    Fixed {
        /// The label.
        source: String,
        /// The folder.
        path: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// The extra roots of the settings, in order.
    Extra {
        /// The label.
        source: String,
    },
    /// The plugin roots of the settings.
    Plugin {
        /// The label.
        source: String,
    },
}

/// How folders are searched.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Discovery {
    /// Levels below a root that are searched; 1: only its children.
    pub depth: u32,
    /// Most candidates beneath one root.
    pub candidates: u32,
    /// Most skills loaded from one source; nothing: no such bound.
    pub skills_per_source: Option<u32>,
    /// Largest SKILL.md in bytes.
    pub file_bytes: u64,
    /// Which file names count.
    pub file_names: FileNameRule,
    /// What a hard-linked SKILL.md is.
    pub hard_links: HardLinks,
    /// Folder names that are never entered.
    pub skipped: Vec<String>,
    /// Whether folders whose name starts with `.` are entered.
    pub hidden_folders: bool,
    /// Whether a root may itself be one skill.
    pub root_is_skill: bool,
    /// Whether `root/skills` is taken as the root where the root itself holds nothing.
    pub re_rooting: bool,
}

/// Which file names count as a skill's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileNameRule {
    /// `SKILL.md` exactly.
    Exact,
    /// `SKILL.md`, else one that differs in letter case, with a warning.
    AnyCase,
}

/// What a SKILL.md with more than one hard link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HardLinks {
    /// An ordinary file.
    Allowed,
    /// Refused without being read (OpenClaw).
    Refused,
}

/// What a skill's name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// The header's name, else the folder's.
    HeaderThenFolder,
    /// The folder's name, always (Nanobot).
    Folder,
}

/// Which gates there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gates {
    /// All of them; operating systems by alias, `requires.tools` read.
    Own,
    /// OpenClaw 2026.6.11's, in its order, with exact operating systems.
    OpenClaw,
    /// Nanobot's: programs and variables.
    Nanobot,
    /// None: every valid skill counts (agentskills.io).
    None,
}

/// In which order skills are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By name, by code points.
    Name,
    /// By name, ICU collation of locale `en` (OpenClaw).
    Collated,
    /// By root, then by folder name in bytes (Nanobot).
    RootThenFolder,
}

/// How a catalogue is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PromptStyle {
    /// Prowess's own.
    Own,
    /// OpenClaw 2026.6.11.
    OpenClaw,
    /// The reference library of agentskills.io.
    AgentSkills,
    /// Nanobot's grouped Markdown.
    Nanobot,
    /// Nanobot's older XML.
    NanobotXml,
}

/// How much of a catalogue there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Most skills; nothing: no bound.
    pub skills: Option<u32>,
    /// Most characters of the rendered text; nothing: no bound. What a character is, the style says.
    pub characters: Option<u32>,
    /// Most characters of one description; nothing: no bound.
    pub description: Option<u32>,
}

/// A tool with which a model can read a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadTool {
    /// By this name exactly.
    Exact(String),
    /// By this name in any letter case.
    AnyCase(String),
}

impl ReadTool {
    /// Whether a tool of this name reads skills.
    #[must_use]
    pub fn matches(&self, tool: &str) -> bool {
        match self {
            Self::Exact(name) => name == tool,
            Self::AnyCase(name) => name.eq_ignore_ascii_case(tool),
        }
    }
}
