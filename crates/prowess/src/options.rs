//! What a host says when it opens an engine.

use std::path::PathBuf;

use prowess_config::Flag;

use crate::BuiltIns;

/// What a host says when it opens an engine. The default finds the workspace, takes the user's
/// settings and trusts by scope.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The workspace P; nothing: it is found from the current folder.
    pub workspace: Option<PathBuf>,
    /// The strongest layer of settings.
    pub flags: Vec<Flag>,
    /// Whether the workspace's skills are trusted.
    pub trust: ProjectTrust,
    /// Where the built-in skills are.
    pub built_ins: BuiltIns,
    /// A folder of skills that takes the place of all the profile's own, as if it were the
    /// workspace's.
    pub only: Option<PathBuf>,
}

/// Whether the skills of the workspace P are trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProjectTrust {
    /// As the scope says: they are not.
    #[default]
    ByScope,
    /// They are, in this engine.
    Trusted,
}

impl Options {
    /// Takes this workspace instead of finding one.
    #[must_use]
    pub fn workspace(mut self, folder: impl Into<PathBuf>) -> Self {
        self.workspace = Some(folder.into());
        self
    }

    /// Sees skills as this client does.
    #[must_use]
    pub fn profile(self, name: impl Into<String>) -> Self {
        self.flag("--profile", name)
    }

    /// Sees the skills of this agent of the configuration.
    #[must_use]
    pub fn agent(self, name: impl Into<String>) -> Self {
        self.flag("--agent", name)
    }

    /// Tells the tools that the agent has.
    #[must_use]
    pub fn tools<N: AsRef<str>>(self, names: impl IntoIterator<Item = N>) -> Self {
        let mut list = String::new();
        for name in names {
            if !list.is_empty() {
                list.push(',');
            }
            list.push_str(name.as_ref());
        }
        self.flag("--tools", list)
    }

    /// Trusts the skills of the workspace in this engine.
    #[must_use]
    pub fn trust_project(mut self) -> Self {
        self.trust = ProjectTrust::Trusted;
        self
    }

    /// Lays the built-in skills out on the disk, so that their paths can be handed out.
    #[must_use]
    pub fn lay_out_built_ins(mut self) -> Self {
        self.built_ins = BuiltIns::LaidOut;
        self
    }

    /// Looks at the skills of this folder and no others.
    #[must_use]
    pub fn only(mut self, folder: impl Into<PathBuf>) -> Self {
        self.only = Some(folder.into());
        self
    }

    fn flag(mut self, name: &str, value: impl Into<String>) -> Self {
        self.flags.push(Flag::Own {
            name: name.to_owned(),
            value: value.into(),
        });
        self
    }
}
