//! Files beside a SKILL.md that are read with it.

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, Severity};
use prowess_format::{Manifest, McpServers};
use prowess_fs::{Error, Folder, Links};

use crate::FileIdentity;
use crate::clients::codex;
use crate::codes::entries as codes;

/// Which file beside a SKILL.md is read with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Companion {
    /// None.
    None,
    /// `.mcp.json`: MCP servers, as data. One that is no JSON object makes the skill invalid
    /// (OpenHands).
    McpServers,
    /// `agents/openai.yaml`: its policy may keep a skill from the model. One that cannot be read for
    /// certain makes the skill invalid (Codex).
    AgentsFile,
}

/// The most bytes of such a file.
const BYTES: u64 = 1024 * 1024;

impl Companion {
    fn path(self) -> Option<&'static Path> {
        match self {
            Self::None => None,
            Self::McpServers => Some(Path::new(".mcp.json")),
            Self::AgentsFile => Some(Path::new("agents/openai.yaml")),
        }
    }

    /// The file beside `file`, whether or not it is there.
    pub(crate) fn beside(self, file: &Path) -> Option<PathBuf> {
        Some(file.parent()?.join(self.path()?))
    }
}

/// What such a file holds.
pub(crate) struct Read {
    pub(crate) identity: FileIdentity,
    companion: Companion,
    outcome: Result<Contents, String>,
}

enum Contents {
    Servers(McpServers),
    Policy { model: bool },
}

/// The identity of the file beside `file`, if there is one.
pub(crate) fn identity(companion: Companion, file: &Path) -> Option<FileIdentity> {
    let path = companion.path()?;
    let folder = Folder::open(file.parent()?).ok()?;
    folder.identity_of(path).ok().map(|(identity, _)| identity)
}

/// Reads the file beside `file`, if there is one.
pub(crate) fn read(companion: Companion, file: &Path) -> Option<Read> {
    let path = companion.path()?;
    let folder = Folder::open(file.parent()?).ok()?;
    let identity = || folder.identity_of(path).ok().map(|(identity, _)| identity);
    let failed = |error: &Error| Read {
        identity: identity().unwrap_or_default(),
        companion,
        outcome: Err(error.reason()),
    };
    let open = match folder.file(path, Links::Beneath) {
        Ok(open) => open,
        // A folder of that name is no such file.
        Err(Error::NotFound { .. } | Error::NotFile { .. }) => return None,
        Err(error) => return Some(failed(&error)),
    };
    let mut bytes = Vec::new();
    if let Err(error) = open.read(BYTES, &mut bytes) {
        return Some(failed(&error));
    }
    let outcome = match companion {
        Companion::AgentsFile => policy(&bytes),
        _ => servers(&bytes),
    };
    Some(Read {
        // That of a link, where it is one: by it the file is looked for again.
        identity: identity().unwrap_or_default(),
        companion,
        outcome,
    })
}

fn servers(bytes: &[u8]) -> Result<Contents, String> {
    match serde_json::from_slice(bytes) {
        Ok(object @ serde_json::Value::Object(_)) => Ok(Contents::Servers(McpServers(object))),
        Ok(_) => Err("it is no JSON object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn policy(bytes: &[u8]) -> Result<Contents, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
    let model = codex::model_may_start(text.trim_start_matches('\u{feff}'))?;
    Ok(Contents::Policy { model })
}

impl Read {
    pub(crate) fn put_into(self, manifest: &mut Manifest, diagnostics: &mut Vec<Diagnostic>) {
        match self.outcome {
            Ok(Contents::Servers(servers)) => manifest.mcp_servers = Some(Box::new(servers)),
            Ok(Contents::Policy { model }) => manifest.invocation.model &= model,
            Err(fault) => {
                let name = self.companion.path().unwrap_or(Path::new("")).display();
                diagnostics.push(
                    Diagnostic::new(
                        codes::COMPANION_UNREADABLE,
                        Severity::Error,
                        format!("`{name}` beside it cannot be used: {fault}"),
                    )
                    .help("mend the file, or remove it"),
                );
            }
        }
    }
}
