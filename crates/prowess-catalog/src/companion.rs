//! Files beside a SKILL.md that are read with it.

use std::path::Path;

use prowess_base::{Diagnostic, Severity};
use prowess_format::{Manifest, McpServers};
use prowess_fs::{Error, Folder, Links};

use crate::FileIdentity;
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
}

/// The most bytes of such a file.
const BYTES: u64 = 1024 * 1024;

impl Companion {
    fn path(self) -> Option<&'static Path> {
        match self {
            Self::None => None,
            Self::McpServers => Some(Path::new(".mcp.json")),
        }
    }
}

/// What such a file holds.
pub(crate) struct Read {
    pub(crate) identity: FileIdentity,
    outcome: Result<McpServers, String>,
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
    let outcome = match serde_json::from_slice(&bytes) {
        Ok(object @ serde_json::Value::Object(_)) => Ok(McpServers(object)),
        Ok(_) => Err("it is no JSON object".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    Some(Read {
        // That of a link, where it is one: by it the file is looked for again.
        identity: identity().unwrap_or_default(),
        outcome,
    })
}

impl Read {
    pub(crate) fn put_into(self, manifest: &mut Manifest, diagnostics: &mut Vec<Diagnostic>) {
        match self.outcome {
            Ok(servers) => manifest.mcp_servers = Some(Box::new(servers)),
            Err(fault) => diagnostics.push(
                Diagnostic::new(
                    codes::COMPANION_UNREADABLE,
                    Severity::Error,
                    format!("`.mcp.json` beside it cannot be used: {fault}"),
                )
                .help("write a JSON object with `mcpServers`, or remove the file"),
            ),
        }
    }
}
