//! What stops the engine.

use std::io;
use std::path::PathBuf;

use prowess_base::Diagnostic;
use prowess_config::ConfigError;

/// What stops the engine. Everything that does not is a diagnostic, a verdict or a visibility.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The current folder is gone or cannot be read.
    #[error("the current folder cannot be read: {0}")]
    CurrentFolder(#[source] io::Error),
    /// The workspace that was named is no folder.
    #[error("{folder}: the workspace is not there", folder = folder.display())]
    Workspace {
        /// The folder, absolute.
        folder: PathBuf,
    },
    /// The user's own settings are broken.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The configuration of the profile's client is broken.
    #[error("{file}: the client's configuration cannot be used", file = file.display())]
    ClientConfig {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
    /// There is no profile of this name.
    #[error("there is no profile `{name}`")]
    UnknownProfile {
        /// The name.
        name: String,
        /// The names of all profiles.
        known: Vec<String>,
    },
    /// A profile of the user's is broken.
    #[error("the profile `{name}` cannot be used")]
    Profile {
        /// The name.
        name: String,
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
    /// There is no skill in a folder, nor beneath it.
    #[error("{folder}: there is no skill in the folder or beneath it", folder = folder.display())]
    NoSkill {
        /// The folder, absolute.
        folder: PathBuf,
    },
    /// A skill was asked for and cannot be given.
    #[error(transparent)]
    Skill(#[from] prowess_catalog::Error),
    /// A skill's folder cannot be looked through.
    #[error(transparent)]
    Prompt(#[from] prowess_prompt::Error),
    /// A package cannot be looked at.
    #[error(transparent)]
    Scan(#[from] prowess_scan::Error),
    /// A header cannot be written.
    #[error(transparent)]
    Edit(#[from] prowess_format::EditError),
    /// No folder is known for what the user keeps.
    #[error("there is no folder for data: no home folder is known")]
    NoDataFolder,
    /// The store was kept from its work.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] prowess_store::Error),
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    File(#[from] prowess_fs::Error),
}

impl Error {
    /// Diagnostics that tell more, where there are any.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Config(ConfigError::Invalid { diagnostics })
            | Self::ClientConfig { diagnostics, .. }
            | Self::Profile { diagnostics, .. } => diagnostics,
            _ => &[],
        }
    }
}
