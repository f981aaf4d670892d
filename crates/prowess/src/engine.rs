//! The engine: everything that is known about the skills of one place.

use std::path::Path;
use std::sync::Arc;

use prowess_base::{Diagnostic, Severity, Surroundings};
use prowess_catalog::discover::{Workspace, find_workspace};
use prowess_catalog::{Catalog, Entry, Request, ScopeJudge, Snapshot};
use prowess_config::Config;

use crate::{
    BuiltIns, Counts, Error, Options, ProjectTrust, SystemClock, built_in, clients, codes,
    profiles, settings_files,
};

/// Everything that is known about the skills of one place: settings, catalogue, and through them
/// what a model is told.
pub struct Engine {
    pub(crate) surroundings: Surroundings,
    pub(crate) config: Config,
    workspace: Workspace,
    pub(crate) catalog: Catalog,
    pub(crate) snapshot: Arc<Snapshot>,
    built_ins: Place,
    diagnostics: Vec<Diagnostic>,
}

/// Where the built-in skills of an engine are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On the disk, or nobody asked for them to be.
    Fine,
    /// Nowhere, because they could not be written.
    Nowhere,
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
        let mut workspace = workspace(&surroundings, options.workspace.as_deref())?;
        let config = settings_files::load(&surroundings, workspace.path(), &options.flags)?;
        let profile = profiles::find(&surroundings, config.profile().value)?;
        let mut diagnostics = config.diagnostics().to_vec();

        let built_ins = match lay_out(&surroundings, options.built_ins) {
            Ok(()) => Place::Fine,
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                Place::Nowhere
            }
        };

        let client = clients::read(&surroundings, workspace.path(), &profile, &config)?;
        diagnostics.extend(client.diagnostics);
        if let (Workspace::Current(_), Some(clients_own)) = (&workspace, client.workspace) {
            workspace = Workspace::Client(clients_own);
        }
        let judge = clients::judge(&profile).unwrap_or(match options.trust {
            ProjectTrust::Trusted => ScopeJudge::ProjectTrusted,
            ProjectTrust::ByScope => ScopeJudge::ByScope,
        });
        let settings = client
            .settings
            .with_config(&config, &profile, &surroundings.environment);
        let agent = config.agent().value.to_owned();
        let tools = config.agent_tools(&agent).map(|tools| tools.value.to_vec());

        let mut request = Request::new(profile, surroundings.clone());
        request.workspace = Some(workspace.path().to_path_buf());
        request.settings = settings;
        request.judge = Arc::new(judge);
        request.tools = tools;
        request.embedded = Some(Arc::new(built_in::embedded(&surroundings)));
        request.clock = Some(Arc::new(SystemClock));
        let mut catalog = Catalog::new(request);
        let snapshot = catalog.load();
        Ok(Self {
            surroundings,
            config,
            workspace,
            catalog,
            snapshot,
            built_ins,
            diagnostics,
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

fn workspace(surroundings: &Surroundings, named: Option<&Path>) -> Result<Workspace, Error> {
    match find_workspace(surroundings, named) {
        Workspace::Named(folder) if !folder.is_dir() => Err(Error::Workspace { folder }),
        // Without `.` parts, so that paths beneath it are shown as a person writes them.
        Workspace::Named(folder) => Ok(Workspace::Named(folder.components().collect())),
        found => Ok(found),
    }
}

/// Lays the built-in skills out where the host asks for it.
fn lay_out(surroundings: &Surroundings, built_ins: BuiltIns) -> Result<(), Box<Diagnostic>> {
    if built_ins == BuiltIns::Embedded {
        return Ok(());
    }
    let told = |why: String| {
        Box::new(
            Diagnostic::new(
                codes::NOT_LAID_OUT,
                Severity::Warning,
                format!("the built-in skills are given without a path: {why}"),
            )
            .help("make the folder writable, or set `PROWESS_HOME` to one that is"),
        )
    };
    let folder = built_in::built_in_folder(surroundings)
        .ok_or_else(|| told("no home folder is known".to_owned()))?;
    built_in::lay_out(&folder).map_err(|error| told(error.to_string()))
}
