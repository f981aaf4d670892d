//! The engine: everything that is known about the skills of one place.

use std::sync::Arc;

use prowess_base::{Diagnostic, Digest, Surroundings};
use prowess_catalog::discover::Workspace;
use prowess_catalog::{Catalog, Entry, Snapshot};
use prowess_config::Config;

use crate::settled::{Place, Settled};
use crate::{Counts, Error, Options};

/// Everything that is known about the skills of one place: settings, catalogue, and through them
/// what a model is told.
pub struct Engine {
    pub(crate) surroundings: Surroundings,
    options: Options,
    pub(crate) config: Config,
    workspace: Workspace,
    pub(crate) catalog: Catalog,
    pub(crate) snapshot: Arc<Snapshot>,
    built_ins: Place,
    diagnostics: Vec<Diagnostic>,
    /// Tells the records of trust that are gone by from others.
    trust: Option<Digest>,
}

/// Whether settings that were read again differ from those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settings {
    /// They say what they said.
    Same,
    /// They say something else.
    Changed,
}

impl Engine {
    /// Finds the workspace, settles the configuration and loads the catalogue.
    ///
    /// # Errors
    ///
    /// [`Error::Workspace`] where a named workspace is no folder, [`Error::Config`] where the user's
    /// own settings are broken, [`Error::ClientConfig`] where those of the profile's client are,
    /// [`Error::UnknownProfile`] and [`Error::Profile`]. What is wrong with a project's file, a root or
    /// a skill is a diagnostic.
    pub fn open(surroundings: Surroundings, options: Options) -> Result<Self, Error> {
        let settled = Settled::of(&surroundings, &options)?;
        let mut catalog = Catalog::new(settled.request);
        let snapshot = catalog.load();
        Ok(Self {
            surroundings,
            options,
            config: settled.config,
            workspace: settled.workspace,
            catalog,
            snapshot,
            built_ins: settled.built_ins,
            diagnostics: settled.diagnostics,
            trust: settled.trust,
        })
    }

    /// Reads the settings again, and tells whether they differ. The next [`Engine::refresh`] judges
    /// by them.
    ///
    /// # Errors
    ///
    /// As [`Engine::open`]; the engine then goes on with the settings that it has.
    pub fn reload(&mut self) -> Result<Settings, Error> {
        let settled = Settled::of(&self.surroundings, &self.options)?;
        let mut wanted = settled.request;
        let known = self.catalog.request();
        wanted.last_good = known.last_good;
        let asks_the_same = known.profile == wanted.profile
            && known.settings == wanted.settings
            && known.tools == wanted.tools
            && known.workspace == wanted.workspace
            && self.trust == settled.trust;
        let is_same = asks_the_same && settled.config == self.config;
        if !asks_the_same {
            self.catalog.change(|request| *request = wanted);
        }
        self.config = settled.config;
        self.workspace = settled.workspace;
        self.built_ins = settled.built_ins;
        self.diagnostics = settled.diagnostics;
        self.trust = settled.trust;
        Ok(if is_same {
            Settings::Same
        } else {
            Settings::Changed
        })
    }

    /// The verdicts of the last look at the disk.
    #[must_use]
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// Looks at the disk again. Settings are not read again.
    pub fn refresh(&mut self) -> &Arc<Snapshot> {
        self.snapshot = self.catalog.refresh();
        &self.snapshot
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The workspace P, and what made it so.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The surroundings that it was opened in.
    #[must_use]
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// How many candidates ended in which verdict.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts::of(&self.snapshot)
    }

    /// What was found while opening: about settings, clients' files and the built-in skills. What
    /// there is to say about roots and skills is in the snapshot.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The tools that the agent has; nothing while they are not known.
    #[must_use]
    pub fn tools(&self) -> Option<&[String]> {
        let agent = self.config.agent();
        self.config
            .agent_tools(agent.value)
            .map(|tools| tools.value)
    }

    /// Whether a model can read a skill's file by its path.
    pub(crate) fn is_on_disk(&self, entry: &Entry) -> bool {
        self.built_ins == Place::Fine || !self.snapshot.is_embedded(entry)
    }
}
