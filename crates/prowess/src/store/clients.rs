//! The clients that can be given skills, and where they look for them.

use std::path::{Path, PathBuf};

use prowess_base::Surroundings;
use prowess_catalog::{Profile, RootRule};
use prowess_store::operations::{ClientFolders, Clients};

/// The folder that many clients share.
const SHARED: &str = ".agents/skills";

/// Clients without a profile: name, folder of the workspace, folder of the home (specs of their documentation, 2026).
const OTHERS: [(&str, &str, &str); 8] = [
    ("copilot", SHARED, SHARED),
    ("crush", SHARED, SHARED),
    ("cursor", SHARED, SHARED),
    ("goose", SHARED, SHARED),
    ("kiro", ".kiro/skills", ".kiro/skills"),
    ("opencode", SHARED, SHARED),
    ("roo", ".roo/skills", ".roo/skills"),
    ("windsurf", ".windsurf/skills", ".codeium/windsurf/skills"),
];

/// The clients that can be named. Where one looks into several folders it is given skills in the one that it shares with
/// others, so that none of them finds a skill twice; else in the first.
pub(super) fn clients(surroundings: &Surroundings, workspace: &Path) -> Clients {
    let mut clients = Clients::default();
    let home = surroundings.home.as_deref();
    for (name, project, user) in OTHERS {
        let folders = ClientFolders {
            workspace: Some(workspace.join(project)),
            user: home.map(|home| home.join(user)),
        };
        clients.add(name, folders);
    }
    for name in Profile::BUILT_IN {
        // Our own folders are those of the scopes, and earlier versions of a client look where it does.
        if matches!(*name, "own" | "agentskills") || name.ends_with("-2026-03") {
            continue;
        }
        let Some(profile) = Profile::built_in(name) else {
            continue;
        };
        let of_workspace = profile.roots.iter().flat_map(in_workspace);
        let of_user = profile
            .roots
            .iter()
            .filter_map(|root| of_user(root, surroundings));
        let folders = ClientFolders {
            workspace: preferred(of_workspace.map(|folder| workspace.join(folder)), workspace),
            user: home.and_then(|home| preferred(of_user, home)),
        };
        clients.add(*name, folders);
    }
    clients
}

/// The shared folder where it is among them, else the first.
fn preferred(folders: impl Iterator<Item = PathBuf>, beneath: &Path) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = folders.collect();
    let shared = beneath.join(SHARED);
    match folders.contains(&shared) {
        true => Some(shared),
        false => folders.into_iter().next(),
    }
}

fn in_workspace(root: &RootRule) -> Vec<PathBuf> {
    match root {
        RootRule::Workspace { folder, .. }
        | RootRule::Current { folder, .. }
        | RootRule::Configured { folder, .. } => vec![folder.clone()],
        RootRule::Ancestors { folders, .. } => folders.clone(),
        _ => Vec::new(),
    }
}

fn of_user(root: &RootRule, surroundings: &Surroundings) -> Option<PathBuf> {
    let beneath_home = |path: &Path| Some(surroundings.home.as_ref()?.join(path));
    match root {
        RootRule::Home { folder, .. } => beneath_home(folder),
        RootRule::State {
            variable,
            home,
            folder,
            ..
        } => {
            let named = surroundings.environment.get(variable);
            let named = named.filter(|value| !value.is_empty()).map(PathBuf::from);
            let state = named.or_else(|| beneath_home(home))?;
            Some(surroundings.current_dir.join(state).join(folder))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prowess_store::Scope;

    /// Each client gets skills in a folder that it looks into; those that share one, there.
    #[test]
    fn folders() {
        let mut surroundings = Surroundings::bare("/w");
        surroundings.home = Some("/home/ann".into());
        let clients = clients(&surroundings, Path::new("/w"));
        let folder = |name: &str, scope| {
            let folder = clients.folder(name, scope);
            folder.map_or_else(|error| error.to_string(), |path| path.display().to_string())
        };
        for (name, workspace, user) in [
            (
                "claude-code",
                "/w/.claude/skills",
                "/home/ann/.claude/skills",
            ),
            ("codex", "/w/.agents/skills", "/home/ann/.agents/skills"),
            ("gemini", "/w/.agents/skills", "/home/ann/.agents/skills"),
            ("openclaw", "/w/.agents/skills", "/home/ann/.agents/skills"),
            ("kiro", "/w/.kiro/skills", "/home/ann/.kiro/skills"),
        ] {
            assert_eq!(folder(name, Scope::Project), workspace, "{name}");
            assert_eq!(folder(name, Scope::User), user, "{name}");
        }
        assert!(folder("own", Scope::User).contains("no client"));
    }
}
