//! How one client sees skills, made of enum-valued parts.

mod agentskills;
mod calls;
mod claude_code;
mod codex;
mod custom;
mod describe;
mod gemini;
mod hermes;
mod jianmu;
mod nanobot;
mod nanobot_2026_03;
mod openclaw;
mod openclaw_2026_03;
mod openhands;
mod own;
mod pi;
mod table;
mod words;

use std::path::PathBuf;

use prowess_format::Dialect;

pub use calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
pub use describe::Part;

use crate::{Companion, Scope};

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
    /// Which file beside a SKILL.md is read with it.
    pub companion: Companion,
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
    pub const BUILT_IN: &'static [&'static str] = &[
        "own",
        "openclaw",
        "agentskills",
        "nanobot",
        "openclaw-2026-03",
        "nanobot-2026-03",
        "jianmu",
        "pi",
        "gemini",
        "claude-code",
        "codex",
        "hermes",
        "openhands",
    ];

    /// The built-in profile of this name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "own" => Some(own::profile()),
            "openclaw" => Some(openclaw::profile()),
            "agentskills" => Some(agentskills::profile()),
            "nanobot" => Some(nanobot::profile()),
            "pi" => Some(pi::profile()),
            "gemini" => Some(gemini::profile()),
            "claude-code" => Some(claude_code::profile()),
            "codex" => Some(codex::profile()),
            "hermes" => Some(hermes::profile()),
            "openhands" => Some(openhands::profile()),
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

    /// pi 1.6.0.
    #[must_use]
    pub fn pi() -> Self {
        pi::profile()
    }

    /// gemini-cli-core 0.61.0.
    #[must_use]
    pub fn gemini() -> Self {
        gemini::profile()
    }

    /// Claude Code, as documented.
    #[must_use]
    pub fn claude_code() -> Self {
        claude_code::profile()
    }

    /// Codex, as documented.
    #[must_use]
    pub fn codex() -> Self {
        codex::profile()
    }

    /// Hermes, as documented.
    #[must_use]
    pub fn hermes() -> Self {
        hermes::profile()
    }

    /// OpenHands SDK 1.58.2.
    #[must_use]
    pub fn openhands() -> Self {
        openhands::profile()
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
    /// A folder beneath the current folder alone.
    Current {
        /// The label.
        source: String,
        /// The folder, relative to the current folder.
        folder: PathBuf,
        /// Its scope.
        scope: Scope,
    },
    /// Files with instructions for agents in the current folder or in P.
    Instructions {
        /// The label.
        source: String,
        /// Where.
        place: InstructionPlace,
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

/// Where files with instructions for agents are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionPlace {
    /// In the current folder.
    Current,
    /// In P.
    Workspace,
    /// In the folders below the current folder, each for its own folder.
    BelowCurrent,
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
    /// By kind: files that are in every prompt, other files, skills' folders. Of one kind the last,
    /// of files with instructions the first (OpenHands).
    ByKind,
    /// None: both count, also beneath different roots (Codex, where a file's path is what makes a
    /// skill one).
    Each,
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
    /// Labels of the roots in which a Markdown file with a header is a skill too, without a folder of
    /// its own (pi).
    pub loose_files: Vec<String>,
    /// Names of files whose patterns leave out what is beneath their folder, in the syntax of
    /// `.gitignore` (pi).
    pub ignore_files: Vec<String>,
}

impl Discovery {
    /// What most clients do: the folders below a root down to a level, once each, hidden ones aside;
    /// bounds that a person does not meet, and links confined.
    fn usual(depth: u32) -> Self {
        Self {
            search: Search::Tree,
            depth,
            extra_depth: depth,
            candidates: 100_000,
            entries: 1_000_000,
            skills_per_source: None,
            file_bytes: 1024 * 1024,
            file_names: FileNameRule::Exact,
            hard_links: HardLinks::Allowed,
            links: Links::Confined,
            aliases: Aliases::Once,
            skipped: Vec::new(),
            leaves: Vec::new(),
            hidden_folders: HiddenFolders::Skipped,
            root_skill: RootSkill::Single,
            loose_files: Vec::new(),
            ignore_files: Vec::new(),
        }
    }
}

/// In which manner folders are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Every folder once, whichever way leads there; what is in a skill's folder is not searched.
    Tree,
    /// Level by level along paths, with OpenClaw's budgets per root and per folder, its caps before
    /// anything is looked at, and its taking of `root/skills` as the root.
    Levels,
    /// Folders directly beneath a root, and Markdown files at any depth that are not in such a
    /// skill's folder (OpenHands).
    FoldersAndFiles,
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
    /// The root is a skill, and the folders beneath count too (Gemini).
    Counted,
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
    /// What a setting turns off, and nothing else (Codex).
    Settings,
    /// The operating system by alias, and tools (Hermes).
    SystemAndTools,
    /// Nanobot's, without the client's own list of skills that are turned off (Nanobot 2026-03).
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
    /// By root, then by path as listed, part by part (pi).
    RootThenPath,
    /// As names are first met from the farthest scope to the nearest: what a nearer scope replaces
    /// keeps its place. In one scope by root, then by kind (OpenHands).
    FirstMet,
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
    /// Indented XML with name, description and location, in one form at every length (pi, Gemini).
    IndentedXml,
    /// A line a skill: its name and description (Claude Code, Hermes).
    Lines,
    /// The same with the file's path (Codex).
    LinesWithPath,
    /// Indented XML with name and description alone; the bodies of residents before it (OpenHands).
    InvokedXml,
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
    /// Most tokens of the rendered text; nothing: no bound. How tokens are counted, the host says.
    pub tokens: Option<u32>,
    /// The share of the model's context window that the rendered text may take; nothing: any.
    pub window: Option<WindowShare>,
    /// What is given up where the text is over its budget.
    pub overflow: Overflow,
    /// Which skills keep their place longest.
    pub kept: Kept,
}

impl Budget {
    /// No bound at all.
    pub const UNBOUNDED: Self = Self {
        skills: None,
        characters: None,
        description: None,
        tokens: None,
        window: None,
        overflow: Overflow::Gradual,
        kept: Kept::FirstListed,
    };
}

/// A share of a model's context window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowShare {
    /// Thousandths of the window.
    pub thousandths: u32,
    /// What the share is counted in.
    pub unit: WindowUnit,
    /// Most characters while the window is not known; nothing: no bound then.
    pub without_window: Option<u32>,
}

/// What a share of a context window is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WindowUnit {
    /// Tokens (Codex).
    Tokens,
    /// Characters, four of which stand for a token (Claude Code).
    Characters,
}

impl WindowShare {
    /// The share of a window of so many tokens, in its unit.
    #[must_use]
    pub fn of(self, window: u32) -> u32 {
        let share = u64::from(window) * u64::from(self.thousandths);
        let share = match self.unit {
            WindowUnit::Tokens => share / 1_000,
            WindowUnit::Characters => share * 4 / 1_000,
        };
        u32::try_from(share).unwrap_or(u32::MAX)
    }
}

/// What is given up where a catalogue is over its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// Descriptions are cut, then left out, then skills are. OpenClaw's style has steps of its own.
    Gradual,
    /// Descriptions are left out, the last first; every name stays, whatever that takes (Claude Code).
    NamesKept,
}

/// Which skills of a catalogue that is over its budget keep their place longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Those that are listed first.
    FirstListed,
    /// Trusted ones, then those of nearer roots: a project full of untrusted skills cannot push the
    /// user's own out.
    Trusted,
    /// Built-in ones, then managed ones, then the project's, then the user's (Codex).
    Shipped,
}

/// A tool with which a model can read a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadTool {
    /// By this name exactly.
    Exact(String),
    /// By this name in any letter case.
    AnyCase(String),
    /// By this name exactly; it takes a skill's name in place of a path.
    ByName(String),
}

impl ReadTool {
    /// Whether a tool of this name reads skills.
    #[must_use]
    pub fn matches(&self, tool: &str) -> bool {
        match self {
            Self::Exact(name) | Self::ByName(name) => name == tool,
            Self::AnyCase(name) => name.eq_ignore_ascii_case(tool),
        }
    }
}
