//! Getting what a skill needs: the programs that its header says how to install (specs/openclaw.md 8.1 and 8.2).
//!
//! ```text
//! Manifest ─► Needs ─► Way (chosen for this machine) ─► Question ─► program or download ─► Outcome
//!             what is    identifier, label, command       the user's    bounds, no input,
//!             missing                                     yes           tools folder only
//! ```
//!
//! Nothing is run that a person has not seen and allowed. A program is given its arguments as a list, never a command
//! line; it gets no input, bounded time, and of the environment what package managers use. What it installs lies in
//! [`Tools`], whose folders stand behind those of `PATH`, so that a skill's program never takes the place of the user's own.

mod command;
mod download;
mod install;
mod needs;
mod process;
mod tools;

use prowess_format::install::NodeManager;

pub use command::{CommandFault, command};
pub use install::{Installer, Outcome, SkipReason, Wanting};
pub use needs::{Needs, Way};
pub use tools::Tools;

/// What the user prefers among installers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preferences {
    /// Whether Homebrew goes before everything else where it is there.
    pub prefer_brew: bool,
    /// What installs Node packages.
    pub node_manager: NodeManager,
}

impl Default for Preferences {
    /// Homebrew where it is there, `npm`.
    fn default() -> Self {
        Self {
            prefer_brew: true,
            node_manager: NodeManager::default(),
        }
    }
}

impl Preferences {
    /// The preferences of OpenClaw's own file (`skills.install`). Only `false` turns the preference for Homebrew off, and
    /// a word that names no manager is `npm`, as that client reads them.
    #[must_use]
    pub fn from_openclaw(settings: &serde_json::Value) -> Self {
        let install = settings.pointer("/skills/install");
        let field = |name| install.and_then(|install| install.get(name));
        let manager = field("nodeManager").and_then(serde_json::Value::as_str);
        Self {
            prefer_brew: field("preferBrew") != Some(&serde_json::Value::Bool(false)),
            node_manager: NodeManager::from_setting(manager.unwrap_or("")),
        }
    }
}

#[cfg(test)]
mod tests;
