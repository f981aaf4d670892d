//! What a skill of an engine needs, and getting it.

use std::time::Duration;

use prowess_base::Surroundings;
use prowess_catalog::{Entry, EntryId, Gates, Programs, Scope, Verdict};
use prowess_format::install::NodeManager;
use prowess_store::dependencies::{Installer, Needs, Outcome, Preferences, Tools, Wanting};

use super::{Host, client};
use crate::{Engine, Error};

impl Engine {
    /// What the user prefers among installers: in OpenClaw's profile its own file's word, else the settings
    /// `install.prefer_brew` and `install.node_manager`.
    #[must_use]
    pub fn install_preferences(&self) -> Preferences {
        let request = self.catalog.request();
        match request.profile.gates {
            Gates::OpenClaw => Preferences::from_openclaw(&request.settings.values),
            _ => Preferences {
                prefer_brew: self.config.prefer_brew(),
                node_manager: NodeManager::from_setting(self.config.node_manager()),
            },
        }
    }

    /// What a skill needs and does not find here, and the ways to get it. Programs are looked up now.
    #[must_use]
    pub fn needs(&self, id: EntryId) -> Option<Needs> {
        let entry = self.snapshot.entry(id)?;
        let request = self.catalog.request();
        let programs = Programs::new(request.profile.gates, &request.surroundings);
        let reasons = match &entry.verdict {
            Verdict::Ineligible { reasons } => &**reasons,
            _ => &[],
        };
        Some(Needs::of(
            &entry.manifest,
            reasons,
            &programs,
            &request.surroundings.platform,
            self.install_preferences(),
        ))
    }

    /// Gets something that a skill needs, by the way that `way` names, after the host's user has allowed it. An engine that is
    /// opened afterwards finds it.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; [`Error::Store`] with the refusal, or where the tools' folder cannot be made. That the installer
    /// fails is an [`Outcome`].
    pub async fn meet(
        &self,
        id: EntryId,
        way: &str,
        time: Duration,
        host: &Host<'_>,
    ) -> Result<Outcome, Error> {
        let Some(entry) = self.snapshot.entry(id) else {
            let query = format!("entry {}", id.0);
            let near = Vec::new();
            return Err(Error::Skill(prowess_catalog::Error::NotFound {
                query,
                near,
            }));
        };
        let tools = tools(&self.surroundings).ok_or(Error::NoDataFolder)?;
        let client = client(self.net_rules()).map_err(prowess_store::Error::from)?;
        let installer = Installer {
            surroundings: &self.surroundings,
            tools: &tools,
            preferences: self.install_preferences(),
            client: &client,
            ask: host.ask,
            progress: host.progress,
            time,
        };
        let foreign = self.foreign(entry);
        let wanting = Wanting {
            name: &entry.name,
            key: entry.manifest.skill_key.as_deref().unwrap_or(&entry.name),
            specs: &entry.manifest.install,
            foreign: foreign.as_deref(),
        };
        Ok(installer.install(&wanting, way).await?)
    }

    /// Where a skill comes from, unless the user put it there themselves or it is built in.
    fn foreign(&self, entry: &Entry) -> Option<String> {
        let root = self.snapshot.root(entry.root)?;
        match root.scope {
            Scope::BuiltIn | Scope::Managed | Scope::User => None,
            scope => Some(format!("the {}", scope.as_str())),
        }
    }
}

/// The tools of the user; nothing where no data folder is known.
fn tools(surroundings: &Surroundings) -> Option<Tools> {
    let folders = surroundings.folders.as_ref()?;
    Some(Tools::of(&folders.data))
}

/// Puts the folders of the tools behind those of `PATH`, so that what was installed for skills is found.
pub(crate) fn with_tools(surroundings: &Surroundings) -> Surroundings {
    let mut surroundings = surroundings.clone();
    if let Some(tools) = tools(&surroundings) {
        tools.extend(&mut surroundings);
    }
    surroundings
}
