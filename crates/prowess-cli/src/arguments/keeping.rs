//! What can be typed about getting and keeping skills.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// How a command that may ask and may use the network does both.
#[derive(Debug, Clone, Copy, Args)]
pub struct Asking {
    /// Answer every question with yes; a scan that says `block` is no question
    #[arg(short, long)]
    pub yes: bool,
    /// Ask nothing, also on a terminal: what would be asked fails
    #[arg(long, conflicts_with = "yes")]
    pub no_input: bool,
    /// Use no network
    #[arg(long)]
    pub offline: bool,
}

/// Skills that are kept.
#[derive(Debug, Clone, Args)]
pub struct Kept {
    /// The skills, by the names of their folders; without one, all
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Only those of this scope
    #[arg(long, value_enum, value_name = "SCOPE")]
    pub scope: Option<KeptScope>,
}

/// Skills that are kept, at least one.
#[derive(Debug, Clone, Args)]
pub struct KeptNamed {
    /// The skills, by the names of their folders
    #[arg(value_name = "NAME", required = true)]
    pub names: Vec<String>,
    /// Those of this scope, where several have the name
    #[arg(long, value_enum, value_name = "SCOPE")]
    pub scope: Option<KeptScope>,
}

/// Whom a kept skill is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeptScope {
    /// `skills` of the workspace
    Workspace,
    /// `.agents/skills` of the workspace, where other clients look too
    Project,
    /// `.agents/skills` of your home
    User,
    /// `skills` of your data folder
    Managed,
}

/// What becomes of files that both you and the source have changed.
#[derive(Debug, Clone, Copy, Args)]
#[group(multiple = false)]
pub struct Conflicts {
    /// Where both changed a file, keep yours
    #[arg(long)]
    pub mine: bool,
    /// Where both changed a file, take theirs
    #[arg(long)]
    pub theirs: bool,
    /// Where both changed a file, put both between marks, as Git writes them
    #[arg(long)]
    pub marks: bool,
}

/// `prowess install`
#[derive(Debug, Args)]
pub struct Install {
    /// Where skills come from: a folder or archive (relative to the current folder), an address, `OWNER/REPO`, a
    /// registry's `@OWNER/SLUG`; without one, everything that the lock keeps is put in its place again
    #[arg(value_name = "SOURCE")]
    pub sources: Vec<String>,
    /// Take these skills of the source, by name, or by path where that has a `/`
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with = "all"
    )]
    pub skill: Vec<String>,
    /// Take all skills of the source
    #[arg(long)]
    pub all: bool,
    /// List what the source holds and take nothing
    #[arg(long, conflicts_with_all = ["skill", "all", "frozen"])]
    pub list: bool,
    /// Call the skill so instead of by its own name
    #[arg(long = "as", value_name = "NAME", conflicts_with = "all")]
    pub rename: Option<String>,
    /// Whom it is for
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "project")]
    pub scope: KeptScope,
    /// The clients that get it too, by a link or a copy in their own folder
    #[arg(long, value_name = "CLIENTS", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Give clients copies instead of links
    #[arg(long)]
    pub copy: bool,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Fail where the lock would change
    #[arg(long, conflicts_with = "sources")]
    pub frozen: bool,
    /// Take the skill of this name in spite of what its scan says
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub accept_risk: Vec<String>,
    /// Conflicts with what is there.
    #[command(flatten)]
    pub conflicts: Conflicts,
    /// Questions and network.
    #[command(flatten)]
    pub asking: Asking,
}

/// `prowess lock`
#[derive(Debug, Args)]
pub struct LockFiles {
    /// What to do
    #[command(subcommand)]
    pub command: LockCommand,
}

/// What is done with locks.
#[derive(Debug, Subcommand)]
pub enum LockCommand {
    /// Take over what another program wrote down of the skills that it installed
    Import(LockImport),
}

/// `prowess lock import`
#[derive(Debug, Args)]
pub struct LockImport {
    /// `skills-lock.json`, `.skill-lock.json`, `.clawhub/lock.json` or `origin.json`, `.openclaw/source-origin.json`, or a
    /// SKILL.md with `metadata.github-*`; relative to the current folder
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Whom the skills are for, where the file does not say it
    #[arg(long, value_enum, value_name = "SCOPE")]
    pub scope: Option<KeptScope>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Take the skill of this name in spite of what its scan says
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub accept_risk: Vec<String>,
    /// Questions and network.
    #[command(flatten)]
    pub asking: Asking,
}

/// `prowess verify`
#[derive(Debug, Args)]
pub struct Verify {
    /// Which.
    #[command(flatten)]
    pub kept: Kept,
    /// Also check their signatures by this public key of minisign's: the key itself, or its file
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
}

/// `prowess outdated`
#[derive(Debug, Args)]
pub struct Outdated {
    /// Which.
    #[command(flatten)]
    pub kept: Kept,
    /// Use no network
    #[arg(long)]
    pub offline: bool,
}

/// `prowess update`
#[derive(Debug, Args)]
pub struct Update {
    /// Which.
    #[command(flatten)]
    pub kept: Kept,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Take the skill of this name in spite of what its scan says
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub accept_risk: Vec<String>,
    /// Conflicts.
    #[command(flatten)]
    pub conflicts: Conflicts,
    /// Questions and network.
    #[command(flatten)]
    pub asking: Asking,
}

/// `prowess remove`
#[derive(Debug, Args)]
pub struct Remove {
    /// Which.
    #[command(flatten)]
    pub kept: KeptNamed,
    /// Only these clients lose it; the skill stays for the others
    #[arg(long, value_name = "CLIENTS", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Remove files too that the skill did not bring
    #[arg(long)]
    pub with_extras: bool,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// `prowess edit`
#[derive(Debug, Args)]
pub struct Edit {
    /// Which.
    #[command(flatten)]
    pub kept: KeptNamed,
    /// Say that the edits are not meant any more
    #[arg(long)]
    pub not_meant: bool,
}

/// `prowess deps`
#[derive(Debug, Args)]
pub struct Deps {
    /// The skill's name, or `SOURCE:NAME` for one that another replaced
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Get it: by the one way that there is, or by the one of this identifier
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "")]
    pub install: Option<String>,
    /// How many seconds an installer may take, from 1 to 900
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "install",
          value_parser = clap::value_parser!(u32).range(1..=900))]
    pub timeout: u32,
    /// Answer every question with yes
    #[arg(short, long, requires = "install")]
    pub yes: bool,
    /// Ask nothing, also on a terminal: what would be asked fails
    #[arg(long, conflicts_with = "yes")]
    pub no_input: bool,
}

/// `prowess undo`
#[derive(Debug, Args)]
pub struct Undo {
    /// The number of the change, as `--json` of the command that made it says; without one, the last of this workspace
    #[arg(value_name = "NUMBER")]
    pub number: Option<u64>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// `prowess adopt`
#[derive(Debug, Args)]
pub struct Adopt {
    /// The skill's folder, by its name beneath that of the scope
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Whose folder it lies in
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "workspace")]
    pub scope: KeptScope,
    /// Where it comes from, so that it has updates; else its own folder is its source
    #[arg(long, value_name = "SOURCE")]
    pub from: Option<String>,
    /// The clients that get it too
    #[arg(long, value_name = "CLIENTS", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Take the skill of this name in spite of what its scan says
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub accept_risk: Vec<String>,
    /// Questions and network.
    #[command(flatten)]
    pub asking: Asking,
}

/// `prowess archive`
#[derive(Debug, Args)]
pub struct Archive {
    /// Which.
    #[command(flatten)]
    pub kept: KeptNamed,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// `prowess restore`
#[derive(Debug, Args)]
pub struct Restore {
    /// Which.
    #[command(flatten)]
    pub kept: Kept,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Take the skill of this name in spite of what its scan says
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub accept_risk: Vec<String>,
    /// Questions and network.
    #[command(flatten)]
    pub asking: Asking,
}

/// `prowess stale`
#[derive(Debug, Args)]
pub struct Stale {
    /// Propose what was not used for so many days
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    pub days: u32,
}

/// `prowess search`
#[derive(Debug, Args)]
pub struct Search {
    /// What the skill should be about
    #[arg(value_name = "WORDS", required = true)]
    pub words: Vec<String>,
    /// How many are shown at most
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub limit: u8,
    /// The registry's address; else that of the setting `install.registry`, else ClawHub
    #[arg(long, value_name = "URL")]
    pub registry: Option<String>,
}

/// `prowess inspect`
#[derive(Debug, Args)]
pub struct Inspect {
    /// The skill, as `search` shows it: `@OWNER/SLUG`
    #[arg(value_name = "SKILL")]
    pub skill: String,
}

/// `prowess trust`
#[derive(Debug, Args)]
pub struct Trust {
    /// `.` for the workspace, another folder by a path with a `/`, or a skill by its name; `list` or nothing lists what is
    /// trusted
    #[arg(value_name = "WHAT")]
    pub what: Option<String>,
    /// Pin this public key of minisign's to the source WHAT: what comes from it has to be signed with it from then on. The key
    /// itself, or its file
    #[arg(
        long,
        value_name = "KEY",
        requires = "what",
        conflicts_with = "accept_risk"
    )]
    pub key: Option<String>,
    /// Trust a skill in spite of what its scan says
    #[arg(long)]
    pub accept_risk: bool,
    /// Answer every question with yes; a scan that says `block` is no question
    #[arg(short, long)]
    pub yes: bool,
    /// Ask nothing, also on a terminal: what would be asked fails
    #[arg(long, conflicts_with = "yes")]
    pub no_input: bool,
}

/// `prowess untrust`
#[derive(Debug, Args)]
pub struct Untrust {
    /// `.` for the workspace, another folder by a path with a `/`, or a skill by its name
    #[arg(value_name = "WHAT")]
    pub what: String,
    /// Use no skill of this name any more, wherever it comes from
    #[arg(long)]
    pub block: bool,
    /// Why it is blocked
    #[arg(long, value_name = "TEXT", requires = "block")]
    pub reason: Option<String>,
    /// Lift a block
    #[arg(long, conflicts_with = "block")]
    pub unblock: bool,
    /// Take back the key that is pinned to the source WHAT
    #[arg(long, conflicts_with_all = ["block", "unblock"])]
    pub key: bool,
}

/// `prowess pack`
#[derive(Debug, Args)]
pub struct Pack {
    /// The skill's folder, relative to the current folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The file to write; else `NAME.skill` in the current folder
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Sign it with this secret key of minisign's; its password is taken from `PROWESS_KEY_PASSWORD`
    #[arg(long, value_name = "FILE")]
    pub sign: Option<PathBuf>,
    /// Pack it in spite of a scan that says `block`; one with a secret in it is never packed
    #[arg(long)]
    pub accept_risk: bool,
}
