//! What must hold for a skill that won its name to count here.
//!
//! Each file is one family of gates and answers with the reasons that do not hold. All gates of a
//! profile are asked, in one order, so that a person sees everything that is missing at once.

mod configuration;
mod environment;
mod programs;
mod settings;
mod system;
mod tools;

use prowess_base::{Code, Surroundings};

pub use programs::Programs;
pub(crate) use programs::wanted as wanted_programs;

use crate::codes::entries as codes;
use crate::{Entry, Gates, Reason, Root, Settings};

/// One condition that a skill must meet, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gate {
    /// No setting turns it off.
    Enabled,
    /// A built-in skill is on the allow-list.
    AllowList,
    /// It is made for this operating system.
    OperatingSystem,
    /// All of its programs are there.
    Programs,
    /// One of its alternative programs is there.
    AnyPrograms,
    /// All of its variables are set.
    Environment,
    /// All of its configuration values are set.
    Configuration,
    /// All of its tools are there.
    Tools,
    /// The agent's filter names it.
    AgentFilter,
    /// The judge does not block it.
    Judge,
}

/// A machine beside this one on which skills may run too, given as data: no one is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RemoteHost {
    /// Its operating systems, by Node's names.
    pub platforms: Vec<String>,
    /// The programs that are known to be there.
    pub bins: Vec<String>,
}

/// What gates look at beside the skill.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Host<'h> {
    pub(crate) gates: Gates,
    pub(crate) settings: &'h Settings,
    pub(crate) surroundings: &'h Surroundings,
    pub(crate) remote: Option<&'h RemoteHost>,
    /// The agent's tools; nothing while they are not known.
    pub(crate) tools: Option<&'h [String]>,
    pub(crate) programs: &'h Programs,
}

/// What the gates said about one skill.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Answer {
    /// What does not hold, in the order of the gates.
    pub(crate) unmet: Vec<Reason>,
    /// What does not hold and is passed by a `force` setting.
    pub(crate) forced: Vec<Reason>,
}

impl Gate {
    /// The gate's name for a reader.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Enabled => "enabled",
            Self::AllowList => "allow-list",
            Self::OperatingSystem => "operating system",
            Self::Programs => "programs",
            Self::AnyPrograms => "alternative programs",
            Self::Environment => "environment",
            Self::Configuration => "configuration",
            Self::Tools => "tools",
            Self::AgentFilter => "agent filter",
            Self::Judge => "judge",
        }
    }

    /// Whether skip-requires (`metadata.openclaw.always`) passes it. The operating system is held
    /// to all the same (OpenClaw 2026.6.11).
    #[must_use]
    pub fn is_requirement(self) -> bool {
        matches!(
            self,
            Self::Programs
                | Self::AnyPrograms
                | Self::Environment
                | Self::Configuration
                | Self::Tools
        )
    }

    /// Whether a `force` setting passes it: what is missing on this host may be there where the
    /// skill runs, such as in a sandbox.
    #[must_use]
    pub fn is_of_host(self) -> bool {
        matches!(self, Self::Programs | Self::AnyPrograms | Self::Environment)
    }

    /// What of this gate does not hold.
    pub(crate) fn unmet(self, entry: &Entry, root: &Root, host: &Host<'_>) -> Vec<Reason> {
        match self {
            Self::Enabled => settings::not_enabled(entry, host),
            Self::AllowList => settings::not_allowed(entry, root, host),
            Self::OperatingSystem => system::not_for_this(entry, host),
            Self::Programs => programs::missing(entry, host),
            Self::AnyPrograms => programs::none_of(entry, host),
            Self::Environment => environment::missing(entry, host),
            Self::Configuration => configuration::missing(entry, host),
            Self::Tools => tools::missing(entry, host),
            Self::AgentFilter => settings::not_in_filter(entry, host),
            Self::Judge => Vec::new(),
        }
    }
}

impl Gates {
    /// The gates that are asked, in order. The judge is always the last.
    #[must_use]
    pub fn asked(self) -> &'static [Gate] {
        match self {
            Self::Own => &[
                Gate::Enabled,
                Gate::AllowList,
                Gate::OperatingSystem,
                Gate::Programs,
                Gate::AnyPrograms,
                Gate::Environment,
                Gate::Configuration,
                Gate::Tools,
                Gate::AgentFilter,
                Gate::Judge,
            ],
            Self::OpenClaw => &[
                Gate::Enabled,
                Gate::AllowList,
                Gate::OperatingSystem,
                Gate::Programs,
                Gate::AnyPrograms,
                Gate::Environment,
                Gate::Configuration,
                Gate::AgentFilter,
                Gate::Judge,
            ],
            Self::Nanobot | Self::Programs => &[
                Gate::Enabled,
                Gate::Programs,
                Gate::Environment,
                Gate::Judge,
            ],
            Self::Settings => &[Gate::Enabled, Gate::Judge],
            Self::SystemAndTools => &[Gate::OperatingSystem, Gate::Tools, Gate::Judge],
            Self::SystemAndPrograms => &[
                Gate::Enabled,
                Gate::OperatingSystem,
                Gate::Programs,
                Gate::Environment,
                Gate::Judge,
            ],
            Self::None => &[Gate::Judge],
        }
    }
}

/// Asks every gate of the profile but the judge.
pub(crate) fn ask(entry: &Entry, root: &Root, host: &Host<'_>) -> Answer {
    let mut answer = Answer::default();
    let skips = entry.manifest.requirements.skip;
    let forces = settings::entry_of(entry, host.settings).is_some_and(|found| found.force);
    for gate in host.gates.asked() {
        if skips && gate.is_requirement() {
            continue;
        }
        let unmet = gate.unmet(entry, root, host);
        if forces && gate.is_of_host() && host.gates == Gates::Own {
            answer.forced.extend(unmet);
        } else {
            answer.unmet.extend(unmet);
        }
    }
    answer
}

/// Whether a note is made by gates, and anew each time they are asked.
pub(crate) fn is_note_of_gates(code: Code) -> bool {
    code == codes::FORCED
}

/// Whether a note is made by merging.
pub(crate) fn is_note_of_merging(code: Code) -> bool {
    (codes::SHADOWED..=codes::REPLACEMENT_REFUSED).contains(&code)
}

pub use configuration::{ConfigDefaults, is_truthy};
pub(crate) use settings::entry_of;
pub(crate) use system::is_openclaw_status_match;
