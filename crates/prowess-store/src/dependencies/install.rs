//! Running one installer after a person has allowed it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use prowess_base::{Environment, Surroundings};
use prowess_catalog::{Gates, Programs};
use prowess_format::install::find;
use prowess_format::{InstallKind, InstallSpec};
use prowess_fs::{Access, Folder};
use prowess_net::Client;
use serde::Serialize;

use super::process::{Ended, Run};
use super::{Preferences, Tools, command};
use crate::Error;
use crate::ask::{Ask, Question};
use crate::progress::{At, Progress};

/// The bounds of the time that an installer may take (specs/openclaw.md 8.1).
const TIME: std::ops::RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(900);

/// Most bytes that are kept of each output of an installer.
const OUTPUT: usize = 64 << 10;

/// Most characters of the line that says why an installer failed.
const SUMMARY: usize = 200;

/// Variables that package managers use. Everything else of the environment, such as keys, stays here.
const VARIABLES: [&str; 37] = [
    "ALL_PROXY",
    "APPDATA",
    "COMSPEC",
    "HOME",
    "HOMEDRIVE",
    "HOMEPATH",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LANG",
    "LANGUAGE",
    "LOCALAPPDATA",
    "LOGNAME",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "REQUESTS_CA_BUNDLE",
    "SHELL",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
    "all_proxy",
    "no_proxy",
];

/// Beginnings of the names of further ones: the managers' own settings, in any letter case.
const BEGINNINGS: [&str; 11] = [
    "bun_",
    "cgo_",
    "go",
    "homebrew_",
    "http",
    "lc_",
    "npm_config_",
    "pnpm_",
    "uv_",
    "xdg_",
    "yarn_",
];

/// A skill that wants something installed.
#[derive(Debug, Clone, Copy)]
pub struct Wanting<'w> {
    /// Its name.
    pub name: &'w str,
    /// Its key in a configuration, by which the folder of its downloads is named.
    pub key: &'w str,
    /// What its header offers.
    pub specs: &'w [InstallSpec],
    /// Where it comes from, when that is not the user's own doing: then a warning says so.
    pub foreign: Option<&'w str>,
}

/// What came of an installer: OpenClaw's form, `{ok, message, stdout, stderr, code, warnings?, skipReason?}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Outcome {
    /// Whether it is installed now.
    pub ok: bool,
    /// What there is to say in one line.
    pub message: String,
    /// The end of what the program said.
    pub stdout: String,
    /// The end of what it said on its other stream.
    pub stderr: String,
    /// Its exit code; nothing where no program was run, or it was stopped.
    pub code: Option<i32>,
    /// What the user has to know beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why nothing was tried, where that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_reason: Option<SkipReason>,
}

/// Why nothing was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkipReason {
    /// The skill offers no such installer.
    UnknownInstaller,
    /// The installer is not there.
    MissingInstaller,
    /// What it should install is in no form that is run.
    Refused,
}

impl Outcome {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            ok: false,
            message: message.into(),
            stdout: String::new(),
            stderr: String::new(),
            code: None,
            warnings: Vec::new(),
            skip_reason: None,
        }
    }

    pub(super) fn done(message: impl Into<String>) -> Self {
        Self {
            ok: true,
            ..Self::new(message)
        }
    }

    fn skipped(reason: SkipReason, message: impl Into<String>) -> Self {
        Self {
            skip_reason: Some(reason),
            ..Self::new(message)
        }
    }
}

/// Who installs what skills need.
#[derive(Clone, Copy)]
pub struct Installer<'i> {
    /// The machine and its user. `PATH` is searched as it stands.
    pub surroundings: &'i Surroundings,
    /// Where things are put.
    pub tools: &'i Tools,
    /// What the user prefers.
    pub preferences: Preferences,
    /// The network, for downloads.
    pub client: &'i Client,
    /// Who allows it.
    pub ask: &'i dyn Ask,
    /// Who is told how far it is.
    pub progress: &'i dyn Progress,
    /// How long one program may run: at least a second, at most 15 minutes. OpenClaw's default is [`Installer::TIME`].
    pub time: Duration,
}

impl std::fmt::Debug for Installer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Installer")
            .field("tools", self.tools)
            .field("preferences", &self.preferences)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl Installer<'_> {
    /// How long a program may run where nobody says otherwise.
    pub const TIME: Duration = Duration::from_secs(300);

    /// Runs the installer that `id` names. That an installer fails, or is not there, is an [`Outcome`].
    ///
    /// An installer that is not there is got by Homebrew first, where that is there, after a question of its own.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] and [`Error::Unanswered`] of the question, [`Error::Disk`] where the folder of the tools cannot be
    /// made.
    pub async fn install(&self, wanting: &Wanting<'_>, id: &str) -> Result<Outcome, Error> {
        let Some(spec) = find(wanting.specs, id) else {
            let reason = SkipReason::UnknownInstaller;
            return Ok(Outcome::skipped(
                reason,
                format!("Installer not found: {id}"),
            ));
        };
        let mut outcome = match spec.kind {
            InstallKind::Download => self.download(wanting, spec).await?,
            _ => self.run_installer(wanting, spec).await?,
        };
        if let Some(from) = wanting.foreign {
            outcome.warnings.push(format!(
                "`{}` comes from {from}: look at what it installs",
                wanting.name
            ));
        }
        Ok(outcome)
    }

    async fn run_installer(
        &self,
        wanting: &Wanting<'_>,
        spec: &InstallSpec,
    ) -> Result<Outcome, Error> {
        let command = match command(spec, self.preferences.node_manager) {
            Ok(command) => command,
            Err(fault) => {
                return Ok(Outcome::skipped(SkipReason::Refused, fault.to_string()));
            }
        };
        let Some(name) = command.first() else {
            return Ok(Outcome::new("no command"));
        };
        let program = match self.find(name) {
            Some(program) => program,
            None => match self.fetch_installer(wanting, spec.kind, name).await? {
                Ok(program) => program,
                Err(outcome) => return Ok(outcome),
            },
        };
        let variables = self.variables(spec);
        let ended = self.run(wanting, &command, program, &variables).await?;
        Ok(self.told(ended, name))
    }

    /// Gets an installer that is not there, by Homebrew; else tells how a person gets it.
    async fn fetch_installer(
        &self,
        wanting: &Wanting<'_>,
        kind: InstallKind,
        name: &str,
    ) -> Result<Result<PathBuf, Outcome>, Error> {
        let missing = |how: &str| {
            let message = format!("{name} not installed — {how}");
            Err(Outcome::skipped(SkipReason::MissingInstaller, message))
        };
        let page = match kind {
            InstallKind::Brew => return Ok(missing("see https://brew.sh, or get it another way")),
            InstallKind::Go => "https://go.dev/dl",
            InstallKind::Uv => "https://docs.astral.sh/uv",
            _ => "https://nodejs.org, or choose another manager with `install.node_manager`",
        };
        let brew = self.find("brew");
        let Some(brew) = brew.filter(|_| matches!(kind, InstallKind::Go | InstallKind::Uv)) else {
            return Ok(missing(&format!("see {page}")));
        };
        let command = ["brew", "install", name].map(str::to_owned);
        let variables = self.base_variables();
        let ended = self.run(wanting, &command, brew, &variables).await?;
        let outcome = self.told(ended, "brew");
        if !outcome.ok {
            return Ok(Err(outcome));
        }
        Ok(self
            .find(name)
            .map_or_else(|| missing(&format!("brew says it is; see {page}")), Ok))
    }

    /// Asks, then runs.
    async fn run(
        &self,
        wanting: &Wanting<'_>,
        command: &[String],
        program: PathBuf,
        variables: &[(OsString, OsString)],
    ) -> Result<std::io::Result<Ended>, Error> {
        let name = wanting.name;
        Question::Run { name, command }.put(self.ask)?;
        self.progress.tell(At::Running { command });
        // The tools' folder: in a project's, its files would have a say.
        let folder = self.root()?;
        let run = Run {
            program: &program,
            arguments: command.get(1..).unwrap_or_default(),
            variables,
            folder: folder.path(),
            time: self.time.clamp(*TIME.start(), *TIME.end()),
            bytes: OUTPUT,
        };
        Ok(run.to_end().await)
    }

    /// The folder of the tools, made where it is not there.
    pub(super) fn root(&self) -> Result<Folder, Error> {
        made(self.tools.root())
    }

    fn told(&self, ended: std::io::Result<Ended>, program: &str) -> Outcome {
        let ended = match ended {
            Ok(ended) => ended,
            Err(error) => {
                return Outcome::new(format!("Install failed (unknown exit): {program}: {error}"));
            }
        };
        let (stdout, stderr) = (ended.stdout.text(), ended.stderr.text());
        let exit = ended
            .code
            .map_or_else(|| "unknown exit".to_owned(), |code| format!("exit {code}"));
        let message = if ended.code == Some(0) {
            "Installed".to_owned()
        } else if ended.is_late {
            let seconds = self.time.clamp(*TIME.start(), *TIME.end()).as_secs();
            format!("Install failed ({exit}): {program} was stopped after {seconds} s")
        } else {
            match summary(&stderr).or_else(|| summary(&stdout)) {
                Some(summary) => format!("Install failed ({exit}): {summary}"),
                None => format!("Install failed ({exit})"),
            }
        };
        let mut warnings = Vec::new();
        for (stream, said) in [("stdout", &ended.stdout), ("stderr", &ended.stderr)] {
            if said.dropped > 0 {
                let dropped = said.dropped;
                warnings.push(format!(
                    "the first {dropped} bytes of its {stream} are left out"
                ));
            }
        }
        Outcome {
            ok: ended.code == Some(0),
            message,
            stdout,
            stderr,
            code: ended.code,
            warnings,
            skip_reason: None,
        }
    }

    /// Where a program is, on `PATH` and among the tools.
    pub(super) fn find(&self, name: &str) -> Option<PathBuf> {
        let mut surroundings = self.surroundings.clone();
        self.tools.extend(&mut surroundings);
        Programs::new(Gates::Own, &surroundings).find(name)
    }

    fn variables(&self, spec: &InstallSpec) -> Vec<(OsString, OsString)> {
        let mut variables = self.base_variables();
        let own = self.tools.variables(spec, self.preferences.node_manager);
        // The last of two with one name counts.
        variables.extend(own);
        variables
    }

    /// What a program gets of the environment.
    pub(super) fn base_variables(&self) -> Vec<(OsString, OsString)> {
        let mut variables = kept(&self.surroundings.environment);
        variables.push(("PATH".into(), self.tools.path(self.surroundings)));
        if let Some(home) = &self.surroundings.home {
            variables.push(("HOME".into(), home.into()));
        }
        variables
    }
}

/// The folder at a path, made for the user alone where it is not there.
fn made(path: &std::path::Path) -> Result<Folder, Error> {
    let there = path.ancestors().find(|above| above.is_dir());
    let above = there.unwrap_or(path);
    let below = path.strip_prefix(above).unwrap_or(std::path::Path::new(""));
    Ok(Folder::open(above)?.create_folders(below, Access::Private)?)
}

fn kept(environment: &Environment) -> Vec<(OsString, OsString)> {
    let is_kept = |name: &str| {
        let lower = name.to_ascii_lowercase();
        VARIABLES
            .iter()
            .any(|known| *known == name || cfg!(windows) && known.eq_ignore_ascii_case(name))
            || BEGINNINGS.iter().any(|known| lower.starts_with(known))
    };
    environment
        .iter()
        .filter(|(name, _)| name.to_str().is_some_and(is_kept))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The line of an output that says most likely why a program failed: the first that begins with `error`, else one that
/// speaks of an error, else the last.
fn summary(output: &str) -> Option<String> {
    let lines = || {
        output
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
    };
    let lower = |line: &str| line.to_ascii_lowercase();
    let line = lines()
        .find(|line| lower(line).starts_with("error"))
        .or_else(|| {
            lines().find(|line| {
                let line = lower(line);
                ["err!", "error:", "failed"]
                    .iter()
                    .any(|word| line.contains(word))
            })
        })
        .or_else(|| lines().next_back())?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= SUMMARY {
        return Some(line);
    }
    let kept: String = line.chars().take(SUMMARY - 1).collect();
    Some(format!("{kept}…"))
}
