//! From the options of a command to an engine, and what opening it had to say.

use prowess::config::{ColorChoice, ConfigError, Flag, OutputFormat as ConfiguredFormat};
use prowess::{BuiltIns, Engine, Error, Options, ProjectTrust};

use crate::arguments::{ColorWhen, Global, OutputFormat, TokenizerWay};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Which forms of output a command has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forms {
    /// Text and JSON.
    TextAndJson,
    /// SARIF too: the command reports problems.
    Problems,
}

/// Opens the engine that these options ask for, lets its configuration have its say about the output,
/// and says what was found on the way.
pub(crate) fn open(
    global: &Global,
    built_ins: BuiltIns,
    forms: Forms,
    output: &mut Output,
) -> Result<Engine, Failure> {
    let engine = open_silently(global, built_ins, forms, output)?;
    for diagnostic in engine.diagnostics() {
        output.diagnostic(diagnostic)?;
    }
    Ok(engine)
}

/// The same for a command that reports what was found as its data.
pub(crate) fn open_silently(
    global: &Global,
    built_ins: BuiltIns,
    forms: Forms,
    output: &mut Output,
) -> Result<Engine, Failure> {
    let surroundings = prowess::surroundings()?;
    output.set_place(&surroundings);
    let engine = Engine::open(surroundings, options(global, built_ins)).map_err(|error| {
        // The failure says how many there are; what they are goes before it.
        for diagnostic in error.diagnostics() {
            let _ = output.diagnostic(diagnostic);
        }
        Failure::from(error)
    })?;
    configure(&engine, global, forms, output)?;
    Ok(engine)
}

/// What these options say about an engine.
pub(crate) fn options(global: &Global, built_ins: BuiltIns) -> Options {
    Options {
        workspace: global.workspace.clone(),
        flags: flags(global),
        trust: if global.trust {
            ProjectTrust::Trusted
        } else {
            ProjectTrust::ByScope
        },
        built_ins,
        only: None,
    }
}

/// The flags that are settings as well.
fn flags(global: &Global) -> Vec<Flag> {
    let mut flags = Vec::new();
    let mut flag = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            flags.push(Flag::Own {
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
    };
    flag("--profile", global.profile.as_deref());
    flag("--agent", global.agent.as_deref());
    let tools = global.tools.as_ref().map(|tools| tools.join(","));
    flag("--tools", tools.as_deref());
    let window = global.window.map(|window| window.to_string());
    flag("--window", window.as_deref());
    flag(
        "--tokenizer",
        global.tokenizer.map(|way| match way {
            TokenizerWay::Estimate => "estimate",
            TokenizerWay::O200k => "o200k",
            TokenizerWay::Cl100k => "cl100k",
        }),
    );
    flag(
        "--color",
        global.color.map(|color| match color {
            ColorWhen::Auto => "auto",
            ColorWhen::Always => "always",
            ColorWhen::Never => "never",
        }),
    );
    let format = global.form().map(|format| match format {
        OutputFormat::Text => "text",
        OutputFormat::Json => "json",
        OutputFormat::Sarif => "sarif",
    });
    flag("--output-format", format);
    flags
}

fn configure(
    engine: &Engine,
    global: &Global,
    forms: Forms,
    output: &mut Output,
) -> Result<(), Failure> {
    output.color = match engine.config().color() {
        ColorChoice::Auto => ColorWhen::Auto,
        ColorChoice::Always => ColorWhen::Always,
        ColorChoice::Never => ColorWhen::Never,
    };
    output.format = match (engine.config().output_format(), forms) {
        (ConfiguredFormat::Text, _) => OutputFormat::Text,
        (ConfiguredFormat::Json, _) => OutputFormat::Json,
        (ConfiguredFormat::Sarif, Forms::Problems) => OutputFormat::Sarif,
        // A setting is for the commands that can follow it; a flag is for this one.
        (ConfiguredFormat::Sarif, Forms::TextAndJson) if global.form().is_none() => {
            OutputFormat::Text
        }
        (ConfiguredFormat::Sarif, Forms::TextAndJson) => return Err(no_sarif()),
    };
    Ok(())
}

/// SARIF was asked for where there are no problems to report.
pub(crate) fn no_sarif() -> Failure {
    Failure::new(Exit::Usage, "this command has no form `sarif`")
        .help("`check`, `scan` and `validate` have it; `json` is there for every command")
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::File(prowess::fs::Error::NotFound { .. }) => Self::new(Exit::NotFound, message),
            Error::File(prowess::fs::Error::Changed { .. }) => {
                Self::new(Exit::Outside, message).help("look at the file and try again")
            }
            Error::File(prowess::fs::Error::Exists { .. }) => Self::new(Exit::Usage, message),
            Error::Scan(prowess::scan::Error::Unreadable(error)) => Self::from(Error::File(error)),
            Error::Scan(
                prowess::scan::Error::NoPackage { .. } | prowess::scan::Error::Empty { .. },
            ) => Self::new(Exit::NotFound, message)
                .help("a skill is a folder with a `SKILL.md`, or an archive of one"),
            Error::NoSkill { .. } => {
                Self::new(Exit::NotFound, message).help("a skill is a folder with a `SKILL.md`")
            }
            Error::CurrentFolder(_) | Error::File(_) | Error::Prompt(_) => {
                Self::new(Exit::Outside, message)
            }
            Error::Workspace { .. } => Self::new(Exit::NotFound, message),
            Error::Config(ConfigError::Invalid { .. }) | Error::Profile { .. } => {
                Self::new(Exit::Usage, message)
            }
            Error::UnknownProfile { known, .. } => {
                Self::new(Exit::Usage, message).help(format!("there are {}", listed(&known)))
            }
            Error::Skill(error) => Self::from(error),
            Error::Store(error) => Self::from(error),
            Error::NoDataFolder => {
                Self::new(Exit::Usage, message).help("set `HOME` or `PROWESS_HOME`")
            }
            _ => Self::new(Exit::Bug, message),
        }
    }
}

impl From<prowess::catalog::Error> for Failure {
    fn from(error: prowess::catalog::Error) -> Self {
        use prowess::catalog::Error as Skill;
        let message = error.to_string();
        match error {
            Skill::NotFound { near, .. } if near.is_empty() => Self::new(Exit::NotFound, message)
                .help("`prowess list --all` shows every skill that was found"),
            Skill::NotFound { near, .. } => {
                Self::new(Exit::NotFound, message).help(format!("near: {}", listed(&near)))
            }
            Skill::Ambiguous { .. } => Self::new(Exit::NotFound, message),
            Skill::NotEligible { name, .. } => Self::new(Exit::Refused, message)
                .help(format!("`prowess why {name}` shows every step")),
            Skill::Changed { .. } | Skill::Stale { .. } => Self::new(Exit::Refused, message),
            _ => Self::new(Exit::Outside, message),
        }
    }
}

/// Names in backticks.
pub(crate) fn listed<N: AsRef<str>>(names: &[N]) -> String {
    names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}
