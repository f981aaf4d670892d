//! How one client sees skills, made of enum-valued parts.

mod agentskills;
mod calls;
mod custom;
mod describe;
mod jianmu;
mod nanobot;
mod nanobot_2026_03;
mod openclaw;
mod openclaw_2026_03;
mod own;
mod table;
mod words;

use std::path::PathBuf;

use prowess_format::Dialect;

pub use calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
pub use describe::Part;

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
    /// Which of two skills of one name beneath one root goes first.
    pub collision: Collision,
    /// How headers are read.
    pub dialect: Dialect,
    /// Which gates there are and how they read values.
    pub gates: Gates,
    /// In which order skills are listed.
    pub order: Order,
    /// How triggers are compared with what a user writes.
    pub triggers: TriggerRule,
    /// How a user calls a skill by its name, and what the message becomes.
    pub calls: Calls,
    /// How the catalogue is written.
    pub style: PromptStyle,
    /// How much of it there may be.
    pub budget: Budget,
    /// The tools with which this client's model reads a skill.
    pub read_tools: Vec<ReadTool>,
}

impl Profile {
    /// The names of the profiles that are built in, in the order in which they are shown.
    pub const BUILT_IN: [&'static str; 7] = [
        "own",
        "openclaw",
        "agentskills",
        "nanobot",
        "openclaw-2026-03",
        "nanobot-2026-03",
        "jianmu",
    ];

    /// The built-in profile of this name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "own" => Some(own::profile()),
            "openclaw" => Some(openclaw::profile()),
            "agentskills" => Some(agentskills::profile()),
            "nanobot" => Some(nanobot::profile()),
            "openclaw-2026-03" => Some(openclaw_2026_03::profile()),
            "nanobot-2026-03" => Some(nanobot_2026_03::profile()),
            "jianmu" => Some(jianmu::profile()),
            _ => None,
        }
    }

    /// Prowess's own way.
    #[must_use]
    pub fn own() -> Self {
        own::profile()
    }

    /// OpenClaw 2026.6.11.
    #[must_use]
    pub fn openclaw() -> Self {
        openclaw::profile()
    }

    /// agentskills.io, as its client guide asks.
    #[must_use]
    pub fn agentskills() -> Self {
        agentskills::profile()
    }

    /// Nanobot as of 2026-08.
    #[must_use]
    pub fn nanobot() -> Self {
        nanobot::profile()
    }

    /// OpenClaw as of 2026-03.
    #[must_use]
    pub fn openclaw_2026_03() -> Self {
        openclaw_2026_03::profile()
    }

    /// Nanobot as of 2026-03.
    #[must_use]
    pub fn nanobot_2026_03() -> Self {
        nanobot_2026_03::profile()
    }

    /// Jianmu, from its documentation.
    #[must_use]
    pub fn jianmu() -> Self {
        jianmu::profile()
    }
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
    /// The folder that the client's settings name, else one beneath the workspace P. Where that is a
    /// folder of the built-in skills, it is theirs and keeps their label.
    Configured {
        /// The label.
        source: String,
        /// The folder, relative to P, where the settings name none.
        folder: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// Folders in the current folder and in each of its ancestors up to P, nearest first.
    Ancestors {
        /// The label.
        source: String,
        /// The folders, relative to each of them, in order.
        folders: Vec<PathBuf>,
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
    /// A fixed folder, absolute or from `~/`.
    Fixed {
        /// The label.
        source: String,
        /// The folder.
        path: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// A folder in a client's state folder: the one that a variable names, else one beneath the
    /// home folder.
    State {
        /// The label.
        source: String,
        /// The variable that names the state folder.
        variable: String,
        /// The state folder, relative to the home folder.
        home: PathBuf,
        /// The folder, relative to the state folder.
        folder: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// The folder that a variable names; no root where it is not set.
    Variable {
        /// The label.
        source: String,
        /// The variable.
        variable: String,
        /// Its scope.
        scope: Scope,
    },
    /// The extra roots of the settings.
    Extra {
        /// The label.
        source: String,
        /// Which of them goes first.
        order: ExtraOrder,
    },
    /// The plugin roots of the settings, in order.
    Plugin {
        /// The label; nothing: the plugin's own.
        source: Option<String>,
    },
}

/// Which of several extra roots goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExtraOrder {
    /// The first in the list.
    FirstFirst,
    /// The last in the list (OpenClaw, where a later folder overwrites).
    LastFirst,
}

/// Which of two skills of one name beneath one root goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collision {
    /// The first in the order in which candidates are found.
    First,
    /// The last (OpenClaw, where a later candidate overwrites).
    Last,
}

/// How folders are searched.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Discovery {
    /// In which manner.
    pub search: Search,
    /// Levels below a root that are searched; 1: only its children.
    pub depth: u32,
    /// Levels below an extra root that is neither called `skills` nor beneath a folder so called.
    pub extra_depth: u32,
    /// Most candidates beneath one root.
    pub candidates: u32,
    /// Most entries beneath one root that are listed. [`Search::Levels`] has bounds of its own per
    /// folder, which are no higher than this.
    pub entries: u32,
    /// Most skills loaded from one root, counted in the order of the candidates; nothing: no such
    /// bound.
    pub skills_per_source: Option<u32>,
    /// Largest SKILL.md in bytes.
    pub file_bytes: u64,
    /// Which file names count.
    pub file_names: FileNameRule,
    /// What a hard-linked SKILL.md is.
    pub hard_links: HardLinks,
    /// Where links lead.
    pub links: Links,
    /// What a skill is that is reached in two ways.
    pub aliases: Aliases,
    /// Folder names that are never entered, whatever they are.
    pub skipped: Vec<String>,
    /// Folder names that may be skills and are not searched for others.
    pub leaves: Vec<String>,
    /// Whether folders whose name starts with `.` are entered.
    pub hidden_folders: HiddenFolders,
    /// What a SKILL.md in the root itself means.
    pub root_skill: RootSkill,
}

/// In which manner folders are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Every folder once, whichever way leads there; what is in a skill's folder is not searched.
    Tree,
    /// Level by level along paths, with OpenClaw's budgets per root and per folder, its caps before
    /// anything is looked at, and its taking of `root/skills` as the root.
    Levels,
}

/// Where links lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// Out of its root only beneath the workspace, into another root, or from a user or managed
    /// root. A project's root that is itself a link is held to the same rule.
    Confined,
    /// The same, but a root may be a link to anywhere.
    ConfinedBelowRoot,
    /// Within the root, from a user or managed root anywhere, and from others but the built-in ones
    /// into the link targets of the settings (OpenClaw).
    WithinRoot,
}

/// What a skill is that is reached in two ways: by its own folder and by a link, or by two links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aliases {
    /// One skill, at its real path.
    Once,
    /// A skill for every way, each at its path as listed (Nanobot, where the folder's name is the
    /// skill's).
    Each,
}

/// Whether folders whose name starts with `.` are entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenFolders {
    /// They are folders like others.
    Entered,
    /// They are passed over.
    Skipped,
}

/// What a SKILL.md in the root itself means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootSkill {
    /// The root is one skill, and nothing beneath it is searched.
    Single,
    /// Nothing; the folders beneath count.
    Ignored,
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
    /// The same, and names that differ in letter case alone are one name (Jianmu).
    HeaderAnyCase,
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
    /// The same, without the client's own list of skills that are turned off (Nanobot 2026-03).
    Programs,
    /// Operating systems by alias, programs and variables (Jianmu).
    SystemAndPrograms,
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

/// How the words of triggers are compared with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TriggerRule {
    /// Not at all: no skill is brought in by a message.
    Never,
    /// In lower case; only an ASCII letter or digit directly beside a word makes it part of another
    /// (OpenHands).
    AsciiBoundaries,
    /// As whole tokens, with Unicode case folding; a change of script is a boundary, and in scripts
    /// without blanks between words any place is.
    WholeTokens,
}

/// How a catalogue is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PromptStyle {
    /// Prowess's own.
    Own,
    /// OpenClaw 2026.6.11.
    OpenClaw,
    /// OpenClaw before it had versions, notes and a form without descriptions: whole skills, as many
    /// as fit.
    OpenClawWhole,
    /// The reference library of agentskills.io.
    AgentSkills,
    /// Nanobot's grouped Markdown.
    Nanobot,
    /// Nanobot's older XML.
    NanobotXml,
    /// The same with the source of each skill (Jianmu).
    SourcedXml,
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
