//! What can be typed: the options and commands, and nothing of what they do.

mod keeping;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

pub use keeping::{
    Adopt, Archive, Asking, Conflicts, Deps, Edit, Inspect, Install, Kept, KeptNamed, KeptScope,
    LockCommand, LockFiles, LockImport, Outdated, Pack, Remove, Restore, Search, Stale, Trust,
    Undo, Untrust, Update, Verify,
};

/// See which agent skills count here, what a model is told about them, and why one is missing
#[derive(Debug, Parser)]
#[command(
    name = "prowess",
    version,
    max_term_width = 100,
    subcommand_help_heading = "Commands",
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 done, 1 the check found problems, 2 usage or configuration, \
                  3 refused by trust, 4 not found, 5 failure outside, 70 a bug"
)]
pub struct Arguments {
    /// What to do; without a command, what there is here
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of every command.
    #[command(flatten)]
    pub global: Global,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// See skills as this client does: one of `prowess profiles`, such as `openclaw`, or a profile of
    /// yours
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    /// The workspace; else the nearest folder above with a `prowess.toml`, else the repository
    #[arg(long, global = true, value_name = "FOLDER")]
    pub workspace: Option<PathBuf>,
    /// The tools that the agent has; skills that need others do not count
    #[arg(long, global = true, value_name = "NAMES", value_delimiter = ',')]
    pub tools: Option<Vec<String>>,
    /// See the skills of this agent of the configuration
    #[arg(long, global = true, value_name = "ID")]
    pub agent: Option<String>,
    /// The tokens that the model's context window holds, for profiles that give the catalogue a
    /// share of it
    #[arg(long, global = true, value_name = "TOKENS")]
    pub window: Option<u32>,
    /// How tokens are counted; else as the model does, else in `o200k`
    #[arg(long, global = true, value_enum, value_name = "WAY")]
    pub tokenizer: Option<TokenizerWay>,
    /// Trust the skills of this workspace for this run
    #[arg(long, global = true)]
    pub trust: bool,
    /// The form of the output
    #[arg(long, global = true, value_enum, value_name = "FORM")]
    pub output_format: Option<OutputFormat>,
    /// Short for `--output-format json`
    #[arg(long, global = true, conflicts_with = "output_format")]
    pub json: bool,
    /// When to colour
    #[arg(long, global = true, value_enum, value_name = "WHEN")]
    pub color: Option<ColorWhen>,
    /// Say nothing but data and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: every diagnostic of loading, in full
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
}

impl Global {
    /// The form of the output that the flags ask for.
    #[must_use]
    pub fn form(&self) -> Option<OutputFormat> {
        self.output_format
            .or_else(|| self.json.then_some(OutputFormat::Json))
    }
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For a person
    Text,
    /// One JSON value with a `schema` number
    Json,
    /// SARIF 2.1.0, of the commands that report problems: `check`, `scan` and `validate`
    Sarif,
}

/// How tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TokenizerWay {
    /// By a guess from the length, for models whose vocabulary is not public
    Estimate,
    /// Exactly, in OpenAI's o200k
    O200k,
    /// Exactly, in OpenAI's cl100k
    Cl100k,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the skills that count here
    List(List),
    /// Show what is known about one skill
    Info(OneSkill),
    /// Show every step of one skill, from its file to the line that a model reads
    Why(OneSkill),
    /// Check all skills: what is there, what counts, what a model sees
    Check(Check),
    /// Print what a model is told about the skills
    Prompt(Prompt),
    /// Print a skill as a model gets it on activation
    Show(Show),
    /// List the commands by which a user starts skills
    Commands(Commands),
    /// Print what a message of a user becomes, and why
    Expand(Expand),
    /// Print a line for each skill with what goes in and what comes out, for whoever chooses among
    /// them
    Routes(Routes),
    /// Check skill folders against the rules, wherever they are
    Validate(Validate),
    /// Scan skill packages before they are let in: what they could do, with the lines that say so
    Scan(Scan),
    /// Show what each client makes of the same skills, and why
    Compare(Compare),
    /// Search a registry for skills
    Search(Search),
    /// Tell what a registry says of a skill
    Inspect(Inspect),
    /// Install skills of a source, or put everything in its place again that the lock keeps
    Install(Install),
    /// Bring kept skills to what their sources have now, with your edits
    Update(Update),
    /// Remove kept skills, with their links and their entries in the lock
    Remove(Remove),
    /// Compare kept skills on the disk with the lock, by digests
    Verify(Verify),
    /// Look whether the sources of kept skills have something newer
    Outdated(Outdated),
    /// Take the last change of what is kept back
    Undo(Undo),
    /// Keep a skill that lies there already
    Adopt(Adopt),
    /// Say that what you changed in a kept skill is meant
    Edit(Edit),
    /// Put kept skills away, out of every folder in which skills are looked for
    Archive(Archive),
    /// Bring skills back that were put away; without a name, list them
    Restore(Restore),
    /// Tell which kept skills nobody has used for long
    Stale(Stale),
    /// Trust the skills of a folder, or one skill with the bytes that it has; list what is trusted
    Trust(Trust),
    /// Trust a folder or a skill no more, or block a skill
    Untrust(Untrust),
    /// Make one file of a skill, the same bytes on every machine
    Pack(Pack),
    /// Work with the locks of other programs
    Lock(LockFiles),
    /// Show what a skill needs and does not find here, and get it
    Deps(Deps),
    /// Print what changes, and why, until it is stopped
    Watch,
    /// Make a new skill
    New(New),
    /// List the ways in which clients see skills
    Profiles(Profiles),
    /// Show every setting, its origin and who may set it
    Config,
    /// Explain a diagnostic code
    Explain(Explain),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print a manual page
    Man(Man),
}

/// `prowess list`
#[derive(Debug, Args)]
pub struct List {
    /// Also list skills that do not count, with the reason
    #[arg(short, long)]
    pub all: bool,
}

/// A command about one skill.
#[derive(Debug, Args)]
pub struct OneSkill {
    /// The skill's name, or `SOURCE:NAME` for one that another replaced
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// `prowess check`
#[derive(Debug, Args)]
pub struct Check {
    /// Also fail where a skill's requirements are not met; built-in skills aside
    #[arg(long)]
    pub strict: bool,
}

/// `prowess prompt`
#[derive(Debug, Args)]
pub struct Prompt {
    /// Print what it costs instead: catalogue, bodies and resources, a skill and in sum
    #[arg(long)]
    pub cost: bool,
    /// Also tell the model about skills that are not available, with the reason
    #[arg(long, conflicts_with = "cost")]
    pub unavailable: bool,
    /// The model's name: OpenHands keeps some instructions for one family of models
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
}

/// `prowess show`
#[derive(Debug, Args)]
pub struct Show {
    /// The skill's name, or `SOURCE:NAME` for one that another replaced
    #[arg(value_name = "NAME")]
    pub name: String,
    /// List the files of the skill's folder instead
    #[arg(long)]
    pub files: bool,
}

/// `prowess commands`
#[derive(Debug, Args)]
pub struct Commands {
    /// Names of the host's own commands, which no skill gets; without `/`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub reserved: Vec<String>,
}

/// `prowess expand`
#[derive(Debug, Args)]
pub struct Expand {
    /// The message, as the user wrote it
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub text: String,
    /// A file that was touched: brings in the skills whose `paths` fit it
    #[arg(long, value_name = "FILE")]
    pub touched: Vec<PathBuf>,
    /// Names of the host's own commands, which no skill gets; without `/`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub reserved: Vec<String>,
}

/// `prowess routes`
#[derive(Debug, Args)]
pub struct Routes {
    /// Only the skills for this role
    #[arg(long, value_name = "ROLE")]
    pub role: Option<String>,
    /// Also those that are not available, with what is missing
    #[arg(long)]
    pub unavailable: bool,
}

/// `prowess validate`
#[derive(Debug, Args)]
pub struct Validate {
    /// Skill folders, `SKILL.md` files, folders that hold skills, or names of skills that are here;
    /// without one: the current folder
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Judge exactly as the reference library of agentskills.io does
    #[arg(long, conflicts_with = "target")]
    pub strict: bool,
    /// Also apply the rules of a place where the skills will be used
    #[arg(long, value_enum, value_name = "PLACE")]
    pub target: Option<ValidateTarget>,
    /// Mend what needs no judgement: quotes, fences, spellings of fields, and a name that is not the
    /// folder's; everything else stays byte for byte
    #[arg(long)]
    pub fix: bool,
    /// Print what `--fix` would change, and write nothing
    #[arg(long, conflicts_with = "fix")]
    pub diff: bool,
}

/// `prowess scan`
#[derive(Debug, Args)]
pub struct Scan {
    /// Skill folders, archives, `SKILL.md` files or folders of many skills; without one: the current
    /// folder
    #[arg(value_name = "PATH", conflicts_with = "installed")]
    pub paths: Vec<PathBuf>,
    /// Scan everything that the folders of the profile hold
    #[arg(long)]
    pub installed: bool,
    /// The rules to judge by
    #[arg(long, value_enum, value_name = "RULES", default_value = "own")]
    pub ruleset: ScanRules,
    /// What makes the exit code 1: a verdict, or findings that weigh so much
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "incomplete")]
    pub fail_on: ScanLevel,
    /// Show every finding with why it matters and what it weighs, everything that the skills do, and
    /// every file
    #[arg(long)]
    pub explain: bool,
}

/// The rules to judge by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScanRules {
    /// Our own
    Own,
    /// Those of OpenClaw 2026.6.11, by its names
    #[value(name = "openclaw")]
    OpenClaw,
    /// Those of OpenClaw up to 2026.3
    #[value(name = "openclaw-2026-03")]
    OpenClawMarch2026,
}

/// What makes a scan fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScanLevel {
    /// A skill that is to be kept out
    Block,
    /// One that a person should look at, or worse
    Review,
    /// One that could not be judged wholly, or worse: everything but `pass`
    Incomplete,
    /// A finding of this weight or more
    Low,
    /// A finding of this weight or more
    Medium,
    /// A finding of this weight or more
    High,
    /// A finding of this weight
    Critical,
}

/// `prowess compare`
#[derive(Debug, Args)]
pub struct Compare {
    /// A folder of skills to look at as if it were the workspace's; without one, what each client
    /// finds here in its own folders
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// The clients, by the names of their profiles; without it, all that are built in
    #[arg(long, value_name = "CLIENTS", value_delimiter = ',', num_args = 1..)]
    pub with: Option<Vec<String>>,
    /// Only skills of which two clients make different things
    #[arg(short, long)]
    pub different: bool,
}

/// A place with rules of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ValidateTarget {
    /// Upload to claude.ai
    #[value(name = "claude.ai")]
    ClaudeAi,
}

/// `prowess new`
#[derive(Debug, Args)]
pub struct New {
    /// The skill's name: 1 to 64 of `a`-`z`, `0`-`9` and single inner `-`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// What it does and when to use it
    #[arg(short, long, value_name = "TEXT")]
    pub description: Option<String>,
    /// The folder to make it in; else the current folder where that is a folder of skills, else
    /// `skills` of the workspace
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
}

/// `prowess profiles`
#[derive(Debug, Args)]
pub struct Profiles {
    /// Show one profile in full
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// `prowess explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// The code, such as `PW102`; without one, all codes
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `prowess completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `prowess man`
#[derive(Debug, Args)]
pub struct Man {
    /// The command that the page is about
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    /// The definitions hold together: no double option, no missing value name.
    #[test]
    fn definitions_are_sound() {
        super::Arguments::command().debug_assert();
    }
}
