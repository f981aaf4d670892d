//! Links from a client's folder to a kept skill.

use std::path::{Component, Path, PathBuf};

/// Whether the link at `at` (in a real folder) with this target, as it is written, leads to `place` (a real path, which
/// need not be there). Only such a link is ours to remove (IN-27).
pub(crate) fn leads_to(at: &Path, target: &Path, place: &Path) -> bool {
    let Some(folder) = at.parent() else {
        return false;
    };
    let lexical = plain(&folder.join(target));
    // What the target goes through may be a link itself.
    let real = || {
        let parent = std::fs::canonicalize(lexical.parent()?).ok()?;
        Some(parent.join(lexical.file_name()?))
    };
    lexical == place || real().is_some_and(|real| real == place)
}

/// The target of a link at `at` to `place`, both real: relative where both are beneath `workspace`, so that it still
/// leads there on another machine; else whole.
pub(crate) fn target(at: &Path, place: &Path, workspace: &Path) -> PathBuf {
    let relative = || {
        let from = at.parent()?.strip_prefix(workspace).ok()?;
        let to = place.strip_prefix(workspace).ok()?;
        let shared = from
            .components()
            .zip(to.components())
            .take_while(|(one, other)| one == other)
            .count();
        let up = from.components().skip(shared).map(|_| Component::ParentDir);
        Some(up.chain(to.components().skip(shared)).collect())
    };
    relative().unwrap_or_else(|| place.to_path_buf())
}

/// A path without `.` and `..`, which are taken as they are written.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Within a workspace a link is relative, out of it whole, and both lead back.
    #[cfg(unix)]
    #[test]
    fn targets() {
        let place = Path::new("/w/.agents/skills/s");
        for (at, expected) in [
            ("/w/.claude/skills/s", "../../.agents/skills/s"),
            ("/w/.agents/other/s", "../skills/s"),
            ("/home/.claude/skills/s", "/w/.agents/skills/s"),
        ] {
            let made = target(Path::new(at), place, Path::new("/w"));
            assert_eq!(made, Path::new(expected), "{at}");
            assert!(leads_to(Path::new(at), &made, place), "{at}");
        }
        let at = Path::new("/w/.claude/skills/s");
        for other in ["../../.agents/skills/t", "/w/.agents/skills", "s"] {
            assert!(!leads_to(at, Path::new(other), place), "{other}");
        }
    }
}
