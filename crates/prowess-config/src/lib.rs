//! Layered settings: every value knows where it came from and who may set it.
//!
//! ```text
//! flags > environment > P/prowess.toml > <config>/config.toml > defaults
//! ```
//!
//! What can be set stands in one table, [`Key`]. Each key has an [`Authority`]: a project file may
//! only restrict, and what it may not do is told and ignored. [`Config::load`] takes the bytes of
//! the files; this crate reads no file, no environment and no home of its own.
//!
//! ```
//! use prowess_base::Surroundings;
//! use prowess_config::{Config, ConfigFile, Contents, Sources};
//!
//! let surroundings = Surroundings::bare("/work");
//! let mut sources = Sources::new(&surroundings, "/work".as_ref());
//! sources.project_file = Some(ConfigFile {
//!     path: "/work/prowess.toml".as_ref(),
//!     contents: Contents::Bytes(b"profile = 'openclaw'\n[skills.entries.gh]\nenabled = false"),
//! });
//! let config = Config::load(&sources)?;
//!
//! assert_eq!(config.profile().value, "own"); // not the project's to choose
//! assert_eq!(config.diagnostics().len(), 1);
//! assert!(config.entries()["gh"].enabled.as_ref().is_some_and(|enabled| !enabled.value));
//! # Ok::<(), prowess_config::ConfigError>(())
//! ```

pub mod codes;
mod config;
mod input;
mod key;
mod merge;
mod origin;
mod read;
mod reference;
mod report;
mod secret;
mod table;
mod tighten;
mod value;

pub use config::{
    ColorChoice, Config, EntryConfig, InstallScanChoice, OutputFormat, PolicyConfig, ShadowChoice,
    Sourced, SuppressConfig, TokenizerChoice, TrustChoice,
};
pub use input::{
    ConfigError, ConfigFile, Contents, Flag, MAX_FILE_BYTES, PROJECT_FILE, Sources, USER_FILE,
};
pub use key::{Authority, KeyPath, KeySpec, Preset, Shape, Tightening, Variable, VariableUse};
pub use origin::{Layer, Origin};
pub use reference::reference_markdown;
pub use secret::{Masked, Secret, SecretFault, SecretState};
pub use table::Key;
pub use tighten::is_beneath;
pub use value::{Contribution, Effect, Folder, Setting, Standing, Value};
