//! The folder that installers of skills put programs into.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use prowess_base::{Digest, Environment, Platform, Surroundings};
use prowess_format::install::NodeManager;
use prowess_format::{InstallKind, InstallSpec};

/// Longest name of a skill's folder that is taken as it is, in bytes.
const KEY_BYTES: usize = 60;

/// The bytes that are kept of a longer one, before its digest.
const KEPT_BYTES: usize = 50;

/// The folder that installers of skills put programs into, one subfolder an installer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tools {
    root: PathBuf,
}

impl Tools {
    /// The tools beneath the user's data folder.
    #[must_use]
    pub fn of(data: &Path) -> Self {
        Self {
            root: data.join("tools"),
        }
    }

    /// The folder of all of them.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that a skill's downloads go to. The skill's key is its name where that can be a folder's on every
    /// system, else its safe letters and ten digits of its digest (specs/openclaw.md 8.2).
    #[must_use]
    pub fn downloads(&self, key: &str) -> PathBuf {
        self.root.join("download").join(safe_key(key))
    }

    /// The folder of links to programs that were downloaded.
    pub(super) fn links(&self) -> PathBuf {
        self.root.join("bin")
    }

    /// Where programs are once they are installed, whether or not the folders are there yet.
    #[must_use]
    pub fn folders(&self, platform: &Platform) -> Vec<PathBuf> {
        let mut folders = vec![self.links()];
        let npm = self.root.join("node/npm");
        folders.push(match platform {
            Platform::Windows => npm,
            _ => npm.join("bin"),
        });
        for folder in [
            "node/pnpm",
            "node/pnpm/bin",
            "node/yarn/bin",
            "node/bun/bin",
            "go/bin",
            "uv/bin",
        ] {
            folders.push(self.root.join(folder));
        }
        folders
    }

    /// Puts the folders that are there behind those of `PATH`.
    pub fn extend(&self, surroundings: &mut Surroundings) {
        if !self.root.is_dir() {
            return;
        }
        let mut there = self.folders(&surroundings.platform);
        there.retain(|folder| folder.is_dir());
        if !there.is_empty() {
            let path = joined(surroundings, &there);
            surroundings.environment.set("PATH", path);
        }
    }

    /// `PATH` with all the folders behind it, for an installer that looks for its own there.
    pub(super) fn path(&self, surroundings: &Surroundings) -> OsString {
        joined(surroundings, &self.folders(&surroundings.platform))
    }

    /// The variables that make an installer put things here.
    pub(super) fn variables(
        &self,
        spec: &InstallSpec,
        node_manager: NodeManager,
    ) -> Vec<(OsString, OsString)> {
        let node = self.root.join("node").join(node_manager.as_str());
        let named: Vec<(&str, PathBuf)> = match (spec.kind, node_manager) {
            (InstallKind::Node, NodeManager::Npm) => vec![("NPM_CONFIG_PREFIX", node)],
            (InstallKind::Node, NodeManager::Pnpm) => vec![("PNPM_HOME", node)],
            (InstallKind::Node, NodeManager::Yarn) => vec![
                ("YARN_GLOBAL_FOLDER", node.join("global")),
                ("PREFIX", node),
            ],
            (InstallKind::Node, NodeManager::Bun) => vec![("BUN_INSTALL", node)],
            (InstallKind::Go, _) => vec![("GOBIN", self.root.join("go/bin"))],
            (InstallKind::Uv, _) => vec![
                ("UV_TOOL_BIN_DIR", self.root.join("uv/bin")),
                ("UV_TOOL_DIR", self.root.join("uv/tools")),
            ],
            (InstallKind::Brew | InstallKind::Download, _) => Vec::new(),
        };
        named
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect()
    }
}

/// `PATH` with more folders behind it. A folder that cannot be in a `PATH` is left out.
fn joined(surroundings: &Surroundings, more: &[PathBuf]) -> OsString {
    let separator = match surroundings.platform {
        Platform::Windows => ";",
        _ => ":",
    };
    let mut path = own_path(&surroundings.environment)
        .unwrap_or_default()
        .to_owned();
    for folder in more {
        let folder = folder.as_os_str();
        if folder.to_string_lossy().contains(separator) {
            continue;
        }
        if !path.is_empty() {
            path.push(separator);
        }
        path.push(folder);
    }
    path
}

fn own_path(environment: &Environment) -> Option<&OsStr> {
    environment.get("PATH").or_else(|| environment.get("Path"))
}

/// A key as the name of one folder.
fn safe_key(key: &str) -> String {
    let trimmed = key.trim();
    let mut safe = String::new();
    for letter in trimmed.chars() {
        let is_kept = letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
        match if is_kept { letter } else { '-' } {
            '-' if safe.ends_with('-') || safe.is_empty() => {}
            letter => safe.push(letter),
        }
    }
    let safe = match safe.trim_end_matches('-') {
        "" | "." | ".." => "skill",
        safe => safe,
    };
    if safe == trimmed && safe.len() <= KEY_BYTES {
        return safe.to_owned();
    }
    let digest = Digest::of(trimmed.as_bytes()).short_hex(10);
    format!("{}-{digest}", safe.get(..KEPT_BYTES).unwrap_or(safe))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key is one part of a path on every system, and two keys never share a folder.
    #[test]
    fn keys() {
        assert_eq!(safe_key("jq_1.2"), "jq_1.2");
        assert_eq!(safe_key(&"a".repeat(60)), "a".repeat(60));
        for key in [
            "../x",
            "..",
            "a/b",
            "a b",
            "C:\\x",
            "-x",
            "ä",
            &"a".repeat(61),
        ] {
            let safe = safe_key(key);
            assert_eq!(Path::new(&safe).components().count(), 1, "{safe}");
            assert!(safe.len() <= KEY_BYTES + 1 && safe != key, "{safe}");
            assert!(
                safe.ends_with(&Digest::of(key.as_bytes()).short_hex(10)),
                "{safe}"
            );
        }
        assert_ne!(safe_key("a/b"), safe_key("a\\b"));
    }

    /// Tools stand behind the user's own programs, and only where they are there.
    #[test]
    fn behind_the_users_own() {
        let data = tempfile::tempdir().unwrap();
        let tools = Tools::of(data.path());
        let mut surroundings = Surroundings::bare("/w");
        surroundings.environment.set("PATH", "/usr/bin");
        tools.extend(&mut surroundings);
        assert_eq!(surroundings.environment.get_text("PATH"), Some("/usr/bin"));
        std::fs::create_dir_all(tools.root().join("go/bin")).unwrap();
        tools.extend(&mut surroundings);
        let wanted = format!("/usr/bin:{}", tools.root().join("go/bin").display());
        assert_eq!(
            surroundings.environment.get_text("PATH"),
            Some(wanted.as_str())
        );
    }
}
