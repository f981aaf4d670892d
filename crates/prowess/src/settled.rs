//! What an engine is opened with: workspace, settings and the request to the catalogue.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::{Diagnostic, Digest, Severity, Surroundings};
use prowess_catalog::discover::{Workspace, find_workspace};
use prowess_catalog::{Judge, Request, RootRule, Scope, ScopeJudge};
use prowess_config::Config;
use prowess_format::Dialect;

use crate::{
    BuiltIns, Error, Options, ProjectTrust, SystemClock, built_in, clients, codes, profiles,
    settings_files,
};

/// What an engine is opened with.
pub(crate) struct Settled {
    pub(crate) config: Config,
    pub(crate) workspace: Workspace,
    pub(crate) request: Request,
    pub(crate) built_ins: Place,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Tells the records of trust that the judge goes by from others.
    pub(crate) trust: Option<Digest>,
}

/// Where the built-in skills of an engine are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// On the disk, or nobody asked for them to be.
    Fine,
    /// Nowhere, because they could not be written.
    Nowhere,
}

impl Settled {
    /// Finds the workspace and reads every file of settings.
    pub(crate) fn of(surroundings: &Surroundings, options: &Options) -> Result<Self, Error> {
        let mut workspace = workspace(surroundings, options.workspace.as_deref())?;
        let config = settings_files::load(surroundings, workspace.path(), &options.flags)?;
        let mut profile = profiles::find(surroundings, config.profile().value)?;
        if let Some(folder) = &options.only {
            profile.roots = vec![only(surroundings, folder)];
        }
        let mut diagnostics = config.diagnostics().to_vec();

        let built_ins = match lay_out(surroundings, options.built_ins) {
            Ok(()) => Place::Fine,
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                Place::Nowhere
            }
        };

        let client = clients::read(surroundings, workspace.path(), &profile, &config)?;
        diagnostics.extend(client.diagnostics);
        if let (Workspace::Current(_), Some(clients_own)) = (&workspace, client.workspace) {
            workspace = Workspace::Client(clients_own);
        }
        let scopes = clients::judge(&profile).unwrap_or(match options.trust {
            ProjectTrust::Trusted => ScopeJudge::ProjectTrusted,
            ProjectTrust::ByScope => ScopeJudge::ByScope,
        });
        let trusted = judge(
            surroundings,
            workspace.path(),
            &config,
            scopes,
            &mut diagnostics,
        );
        let settings = client
            .settings
            .with_config(&config, &profile, &surroundings.environment);
        let agent = config.agent().value.to_owned();
        let tools = config.agent_tools(&agent).map(|tools| tools.value.to_vec());

        let mut request = Request::new(profile, surroundings.clone());
        request.workspace = Some(workspace.path().to_path_buf());
        request.settings = settings;
        request.judge = trusted.0;
        request.tools = tools;
        // They are written in our own dialect and shipped with no other client.
        if request.profile.dialect == Dialect::Own {
            request.embedded = Some(Arc::new(built_in::embedded(surroundings)));
            // What was installed for skills is no other client's to find.
            #[cfg(feature = "store")]
            {
                request.surroundings = crate::store::with_tools(surroundings);
            }
        }
        request.clock = Some(Arc::new(SystemClock));
        Ok(Self {
            config,
            workspace,
            request,
            built_ins,
            diagnostics,
            trust: trusted.1,
        })
    }

    /// The files that it was read from, whether or not they are there.
    pub(crate) fn files(
        surroundings: &Surroundings,
        workspace: &Path,
        profile: &prowess_catalog::Profile,
    ) -> Vec<PathBuf> {
        settings_files::paths(surroundings, workspace)
            .chain(profiles::file_of(surroundings, &profile.name))
            .chain(clients::file(surroundings, workspace, profile))
            .collect()
    }
}

/// Who judges how far skills are followed: by the user's records where there are any, else by scope alone.
fn judge(
    surroundings: &Surroundings,
    workspace: &Path,
    config: &Config,
    scopes: ScopeJudge,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Arc<dyn Judge>, Option<Digest>) {
    #[cfg(feature = "store")]
    if let Some((judge, told, state)) = crate::store::judge(surroundings, workspace, config, scopes)
    {
        diagnostics.extend(told);
        return (Arc::new(judge), Some(state));
    }
    #[cfg(not(feature = "store"))]
    let _ = (surroundings, workspace, config, diagnostics);
    (Arc::new(scopes), None)
}

/// The root of a folder that takes the place of all others.
fn only(surroundings: &Surroundings, folder: &Path) -> RootRule {
    RootRule::Fixed {
        source: "folder".to_owned(),
        // Without `.` parts, so that paths beneath it are shown as a person writes them.
        path: surroundings.current_dir.join(folder).components().collect(),
        scope: Scope::Workspace,
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
