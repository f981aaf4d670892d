//! Where a value came from.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// One layer of settings, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// Built into the engine.
    Default,
    /// The user's file.
    User,
    /// The project's file.
    Project,
    /// An environment variable.
    Environment,
    /// A flag of the command line.
    Flag,
}

/// Where a value came from, exact enough to go and change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The layer.
    pub layer: Layer,
    /// The key, variable or flag as the user would write it: `skills.entries.gh.enabled`.
    pub name: String,
    /// The file, for the file layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The 1-based line in the file, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Origin {
    /// A value that is built in.
    #[must_use]
    pub fn default_of(name: impl Into<String>) -> Self {
        Self {
            layer: Layer::Default,
            name: name.into(),
            file: None,
            line: None,
        }
    }
}

impl fmt::Display for Origin {
    /// `` `skills.entries.gh.enabled` in /home/ann/.config/prowess/config.toml:3 ``, `` flag `--trust` ``, …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.layer, &self.file) {
            (_, Some(file)) => {
                write!(f, "`{}` in {}", self.name, file.display())?;
                self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
            }
            (Layer::Default, _) => write!(f, "the default of `{}`", self.name),
            (Layer::Environment, _) => write!(f, "variable `{}`", self.name),
            (Layer::Flag, _) => write!(f, "flag `{}`", self.name),
            (_, None) => write!(f, "`{}`", self.name),
        }
    }
}
