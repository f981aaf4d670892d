//! What a configuration is made from.

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, Surroundings};

/// The name of the user's file in the user's configuration folder.
pub const USER_FILE: &str = "config.toml";

/// The name of the project's file in the workspace P.
pub const PROJECT_FILE: &str = "prowess.toml";

/// Largest configuration file, in bytes. A caller reads one byte more than this at most.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Everything that a configuration is made from.
#[derive(Debug, Clone)]
pub struct Sources<'a> {
    /// The machine and the user: environment variables, the home folder, the current folder.
    pub surroundings: &'a Surroundings,
    /// The workspace P, absolute.
    pub workspace: &'a Path,
    /// The user's file, where there is one.
    pub user_file: Option<ConfigFile<'a>>,
    /// The project's file, where there is one.
    pub project_file: Option<ConfigFile<'a>>,
    /// Flags of the command line; of two for one key the later holds.
    pub flags: &'a [Flag],
}

impl<'a> Sources<'a> {
    /// No file and no flag.
    #[must_use]
    pub const fn new(surroundings: &'a Surroundings, workspace: &'a Path) -> Self {
        Self {
            surroundings,
            workspace,
            user_file: None,
            project_file: None,
            flags: &[],
        }
    }

    /// Where the user's file is or would be; nothing where no home is known.
    #[must_use]
    pub fn user_file_path(&self) -> Option<PathBuf> {
        match (&self.user_file, &self.surroundings.folders) {
            (Some(file), _) => Some(file.path.to_path_buf()),
            (None, Some(folders)) => Some(folders.config.join(USER_FILE)),
            (None, None) => None,
        }
    }
}

/// A file of settings that exists.
#[derive(Debug, Clone, Copy)]
pub struct ConfigFile<'a> {
    /// Where it is, absolute.
    pub path: &'a Path,
    /// What is in it.
    pub contents: Contents<'a>,
}

/// What came of reading a file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Contents<'a> {
    /// Its bytes. More than [`MAX_FILE_BYTES`] are refused.
    Bytes(&'a [u8]),
    /// It could not be read, for this reason of the system's.
    Unreadable(&'a str),
}

/// A flag of the command line with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flag {
    /// A key's own flag.
    Own {
        /// The flag as in [`crate::KeySpec::flag`]: `--profile`.
        name: String,
        /// Its value. Lists of names are written with commas, lists of folders as `PATH` is.
        value: String,
    },
    /// A flag that names the key, whatever it is called: `--set skills.entries.gh.enabled=false`.
    Set {
        /// The flag as the user wrote it.
        name: String,
        /// The dotted key.
        key: String,
        /// Its value, written as in [`Flag::Own`].
        value: String,
    },
}

impl Flag {
    /// A key's own flag.
    #[must_use]
    pub fn own(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Own {
            name: name.into(),
            value: value.into(),
        }
    }

    /// A flag that names its key.
    #[must_use]
    pub fn set(name: impl Into<String>, key: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Set {
            name: name.into(),
            key: key.into(),
            value: value.into(),
        }
    }
}

/// There is no configuration to work with.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The user's file, a variable or a flag is broken. A project's file never causes this.
    #[error("{} in the user's settings", count(diagnostics))]
    Invalid {
        /// Everything that was found, errors among them.
        diagnostics: Vec<Diagnostic>,
    },
}

fn count(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.iter().filter(|one| one.is_error()).count() {
        1 => "1 error".to_owned(),
        errors => format!("{errors} errors"),
    }
}
