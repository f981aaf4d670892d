//! What the configuration of a profile's client says about skills.

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, Severity, Surroundings};
use prowess_catalog::clients::{CONFIG_BYTES, ClientConfig, codex, jianmu, nanobot, openclaw};
use prowess_catalog::{Gates, Profile, ScopeJudge};
use prowess_config::{Config, Layer, is_beneath};
use prowess_fs::{Error as FileError, Folder, Links};

use crate::{Error, codes};

/// Jianmu's settings, in the workspace.
const JIANMU_FILE: &str = "jianmu.yaml";

/// The agent that OpenClaw takes where none is named.
const OPENCLAW_AGENT: &str = "main";

/// Reads the file of a profile's client, where it is; the default for a profile without a client or
/// a client without a file.
///
/// # Errors
///
/// [`Error::ClientConfig`] where the file is broken: what it restricts is not known then.
pub(crate) fn read(
    surroundings: &Surroundings,
    workspace: &Path,
    profile: &Profile,
    config: &Config,
) -> Result<ClientConfig, Error> {
    match profile.gates {
        Gates::OpenClaw => {
            let agent = config.agent();
            let agent = match agent.origin.layer {
                Layer::Default => OPENCLAW_AGENT,
                _ => agent.value,
            };
            read_file(openclaw_file(surroundings), |text, file| {
                openclaw::read_config(text, file, Some(agent), surroundings)
            })
        }
        Gates::Nanobot | Gates::Programs => read_file(nanobot_file(surroundings), |text, file| {
            nanobot::read_config(text, file, surroundings)
        }),
        Gates::SystemAndPrograms => Ok(read_project_file(
            workspace,
            JIANMU_FILE,
            jianmu::read_config,
        )),
        Gates::Settings => read_file(codex_file(surroundings), |text, file| {
            codex::read_config(text, file, surroundings)
        }),
        _ => Ok(ClientConfig::default()),
    }
}

/// The file of a profile's client, whether or not it is there.
pub(crate) fn file(
    surroundings: &Surroundings,
    workspace: &Path,
    profile: &Profile,
) -> Option<PathBuf> {
    match profile.gates {
        Gates::OpenClaw => openclaw_file(surroundings),
        Gates::Nanobot | Gates::Programs => nanobot_file(surroundings),
        Gates::SystemAndPrograms => Some(workspace.join(JIANMU_FILE)),
        Gates::Settings => codex_file(surroundings),
        _ => None,
    }
}

/// The names and aliases of the commands that a profile's client has of its own.
pub(crate) fn built_in_commands(profile: &Profile) -> &'static [&'static str] {
    match profile.gates {
        Gates::OpenClaw => &openclaw::BUILT_IN_COMMANDS,
        _ => &[],
    }
}

/// How far a profile's client trusts skills; nothing: by our own rules.
pub(crate) fn judge(profile: &Profile) -> Option<ScopeJudge> {
    match profile.gates {
        Gates::Own => None,
        _ => Some(ScopeJudge::Everything),
    }
}

/// `openclaw.json` where OpenClaw looks for it: the file that a variable names, else in its state
/// folder.
fn openclaw_file(surroundings: &Surroundings) -> Option<PathBuf> {
    let variable = |name: &str| {
        let value = surroundings.environment.get(name)?;
        (!value.is_empty()).then(|| surroundings.expand_home(Path::new(value)))
    };
    variable("OPENCLAW_CONFIG_PATH").or_else(|| {
        let state = variable("OPENCLAW_STATE_DIR")
            .or_else(|| Some(surroundings.home.as_ref()?.join(".openclaw")))?;
        Some(state.join("openclaw.json"))
    })
}

/// `config.toml` in Codex's folder: the one that a variable names, else the one in the home folder.
fn codex_file(surroundings: &Surroundings) -> Option<PathBuf> {
    let named = surroundings.environment.get_text("CODEX_HOME");
    let folder = match named.filter(|named| !named.trim().is_empty()) {
        Some(named) => surroundings.expand_home(Path::new(named.trim())),
        None => surroundings.home.as_ref()?.join(".codex"),
    };
    Some(folder.join("config.toml"))
}

fn nanobot_file(surroundings: &Surroundings) -> Option<PathBuf> {
    let home = surroundings.home.as_ref()?;
    Some(home.join(".nanobot").join("config.json"))
}

fn read_file(
    file: Option<PathBuf>,
    read: impl FnOnce(&str, &Path) -> Result<ClientConfig, Box<Diagnostic>>,
) -> Result<ClientConfig, Error> {
    let Some(file) = file else {
        return Ok(ClientConfig::default());
    };
    let bytes = match prowess_fs::read(&file, CONFIG_BYTES as u64) {
        Ok(bytes) => bytes,
        Err(FileError::NotFound { .. } | FileError::NotFolder { .. }) => {
            return Ok(ClientConfig::default());
        }
        Err(error) => return Err(Error::File(error)),
    };
    let text = String::from_utf8_lossy(&bytes);
    read(text.trim_start_matches('\u{feff}'), &file).map_err(|diagnostic| Error::ClientConfig {
        file,
        diagnostics: vec![*diagnostic],
    })
}

/// Reads a client's file that lies in the workspace. It is a project's file: what is wrong with it
/// stops nothing, and it leads to no folder outside.
fn read_project_file(
    workspace: &Path,
    name: &str,
    read: impl FnOnce(&str, &Path) -> Result<ClientConfig, Box<Diagnostic>>,
) -> ClientConfig {
    let file = workspace.join(name);
    let mut bytes = Vec::new();
    let found = Folder::open(workspace).and_then(|folder| {
        folder
            .file(Path::new(name), Links::Beneath)?
            .read(CONFIG_BYTES as u64, &mut bytes)
    });
    let told = |diagnostic: Diagnostic| ClientConfig::of_fault(diagnostic.in_file(&file));
    match found {
        Ok(()) => {}
        Err(FileError::NotFound { .. } | FileError::NotFolder { .. }) => {
            return ClientConfig::default();
        }
        Err(error) => {
            let fault = Diagnostic::new(codes::NOT_READ, Severity::Warning, error.reason());
            return told(fault.help("make the file readable, or remove it"));
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    match read(text.trim_start_matches('\u{feff}'), &file) {
        Ok(mut config) => {
            let named = config.settings.skills_folder.take();
            match named {
                Some((folder, origin)) if !is_beneath(&folder, workspace) => {
                    config.diagnostics.push(
                        Diagnostic::new(
                            prowess_config::codes::WIDENS,
                            Severity::Warning,
                            format!(
                                "{origin} leads outside of the workspace, to {}",
                                folder.display()
                            ),
                        )
                        .in_file(&file)
                        .help(
                            "name a folder of the workspace, or add it to your own `skills.extra`",
                        ),
                    );
                }
                within => config.settings.skills_folder = within,
            }
            config
        }
        Err(fault) => told(*fault),
    }
}
