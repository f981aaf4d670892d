//! Folders of this machine.

use std::path::Path;

use prowess_fs::{EntryKind, Folder, Links, Listed, Listing};

use super::harvest::{Entry, Files, gather, join};
use super::{Harvest, Limits, Revision};
use crate::{Error, Source, TreeFile};

/// Folders that are not entered while skills are looked for.
const NEVER_ENTERED: [&str; 2] = [".git", "node_modules"];

/// How deep skills are looked for, and how deep a skill may be.
const DEPTH: usize = 64;

/// Reads the skills of a folder: those files that are in one, and no others. Links are not followed out of it; one within a
/// skill becomes a copy of what it leads to there. `source` is what the folder is called by.
///
/// # Errors
///
/// [`Error::Disk`] where the folder cannot be opened or listed; [`Error::Source`] where there is more in it than the bound. What is
/// wrong with one skill is told with it.
pub fn read(path: &Path, source: Source, limits: &Limits) -> Result<Harvest, Error> {
    let folder = Folder::open(path)?;
    let mut walk = Walk {
        limits,
        entries: limits.entries,
        bytes: limits.unpacked_bytes,
        files: Files::default(),
    };
    walk.folder(&folder, "", Within::Source, 0)
        .map_err(|stop| match stop {
            Stop::Disk(error) => Error::Disk(error),
            Stop::Bound(reason) => Error::Source {
                text: source.to_string(),
                reason,
            },
        })?;
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    Ok(gather(source, Revision::Folder, &name, walk.files, limits))
}

/// What a folder is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Skills are still looked for.
    Source,
    /// Everything is content.
    Skill,
}

enum Stop {
    Disk(prowess_fs::Error),
    Bound(String),
}

struct Walk<'l> {
    limits: &'l Limits,
    entries: usize,
    bytes: u64,
    files: Files,
}

impl Walk<'_> {
    fn folder(
        &mut self,
        folder: &Folder,
        path: &str,
        within: Within,
        depth: usize,
    ) -> Result<(), Stop> {
        let mut listing = Listing::default();
        folder
            .list(self.entries, &mut listing)
            .map_err(Stop::Disk)?;
        if listing.listed() == Listed::BeyondBound {
            let bound = self.limits.entries;
            return Err(Stop::Bound(format!(
                "more than {bound} entries are in it; name the folder of the skill"
            )));
        }
        self.entries -= listing.len();
        let is_skill = listing
            .iter()
            .any(|(name, kind)| name.eq_ignore_ascii_case("SKILL.md") && kind != EntryKind::Folder);
        let within = match is_skill {
            true => Within::Skill,
            false => within,
        };
        for (name, kind) in listing.iter() {
            let Some(text) = name.to_str() else {
                // Replaced characters are in no path that a tree takes for this file's.
                let path = join(path, &name.to_string_lossy());
                self.unread(within, path, "has a name that is no Unicode".to_owned());
                continue;
            };
            let is_skipped = match within {
                Within::Source => NEVER_ENTERED.contains(&text),
                Within::Skill => text == ".git",
            };
            if is_skipped {
                continue;
            }
            let inner = join(path, text);
            let name = Path::new(name);
            match kind {
                EntryKind::Folder if depth >= DEPTH => {
                    self.unread(within, inner, format!("is more than {DEPTH} folders deep"));
                }
                EntryKind::Folder => match folder.folder(name, Links::Refused) {
                    Ok(next) => self.folder(&next, &inner, within, depth + 1)?,
                    Err(error) => self.unread(within, inner, cannot(&error)),
                },
                EntryKind::Link => {
                    let entry = match folder.read_link(name) {
                        Ok(target) => Entry::Link(target.to_string_lossy().into_owned()),
                        Err(error) => Entry::Unread(cannot(&error)),
                    };
                    self.files.entries.insert(inner, entry);
                }
                EntryKind::File if within == Within::Skill => self.file(folder, name, inner),
                EntryKind::File => {}
                EntryKind::Other => {
                    self.unread(within, inner, "is a pipe, socket or device".to_owned());
                }
            }
        }
        Ok(())
    }

    fn file(&mut self, folder: &Folder, name: &Path, path: String) {
        let bound = self.limits.tree.file_bytes.min(self.bytes);
        let mut bytes = Vec::new();
        let read = folder
            .file(name, Links::Refused)
            .and_then(|file| file.read(bound, &mut bytes).map(|()| file.is_executable()));
        let entry = match read {
            Ok(executable) => {
                self.bytes -= bytes.len() as u64;
                Entry::File(TreeFile { bytes, executable })
            }
            Err(error) => Entry::Unread(cannot(&error)),
        };
        self.files.entries.insert(path, entry);
    }

    /// Something in a skill that is not read. Outside of skills nobody asks for it, but for a folder, in which there may be
    /// skills.
    fn unread(&mut self, within: Within, path: String, reason: String) {
        match within {
            Within::Skill => drop(self.files.entries.insert(path, Entry::Unread(reason))),
            Within::Source => self.files.left_out.push(format!("`{path}` {reason}")),
        }
    }
}

fn cannot(error: &prowess_fs::Error) -> String {
    match error {
        prowess_fs::Error::TooLarge { .. } => error.reason(),
        error => format!("cannot be read: {}", error.reason()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fetch::Choice;

    const SKILL: &str = "---\nname: s\ndescription: d\n---\nBody.\n";

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn harvest(root: &Path) -> Harvest {
        let source = Source::Folder(root.to_path_buf());
        read(root, source, &Limits::default()).unwrap()
    }

    fn paths(tree: &crate::Tree) -> Vec<(&str, bool)> {
        tree.files()
            .map(|(path, file)| (path.as_str(), file.executable))
            .collect()
    }

    /// Only the files of skills are read; skills are not looked for in Git's folder or among packages of Node, but a
    /// skill's own packages are its content.
    #[test]
    fn what_is_read() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "README.md", "not read");
        write(root.path(), ".git/s/SKILL.md", SKILL);
        write(root.path(), "node_modules/s/SKILL.md", SKILL);
        write(root.path(), "skills/s/SKILL.md", SKILL);
        write(root.path(), "skills/s/.git/config", "");
        write(root.path(), "skills/s/node_modules/x.js", "x");
        let harvest = harvest(root.path());
        let skill = harvest.choose(Choice::Only).unwrap()[0];
        assert_eq!(skill.path, "skills/s");
        assert_eq!(
            paths(&skill.tree),
            [("SKILL.md", false), ("node_modules/x.js", false)]
        );
        assert_eq!(harvest.left_out, Vec::<String>::new());
    }

    /// The execute bit is kept, and no other (IN-11); a link within the skill is a copy, one that leads out refuses the skill
    /// (IN-16).
    #[test]
    #[cfg(unix)]
    fn in_11_in_16_modes_and_links() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "SKILL.md", SKILL);
        write(root.path(), "scripts/go.sh", "#!/bin/sh\necho hi\n");
        let script = root.path().join("scripts/go.sh");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o4755)).unwrap();
        symlink("scripts/go.sh", root.path().join("go")).unwrap();
        let one = harvest(root.path());
        assert_eq!(
            paths(&one.choose(Choice::Only).unwrap()[0].tree),
            [("SKILL.md", false), ("go", true), ("scripts/go.sh", true)]
        );
        symlink("/etc/passwd", root.path().join("secret")).unwrap();
        let other = harvest(root.path());
        let error = other.choose(Choice::Only).unwrap_err().to_string();
        assert!(
            error.ends_with("`secret` is a link to `/etc/passwd`, which is not in the skill"),
            "{error}"
        );
    }

    /// A bound on entries is an error that says what to do; one on a file refuses the skill with the sizes.
    #[test]
    fn bounds() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "SKILL.md", SKILL);
        write(root.path(), "big.bin", "123456789");
        let limits = Limits {
            entries: 1,
            ..Limits::default()
        };
        let source = Source::Folder("./x".into());
        let error = read(root.path(), source.clone(), &limits).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`./x` is no source of skills: more than 1 entries are in it; name the folder of the skill"
        );
        let mut limits = Limits::default();
        limits.tree.file_bytes = 8;
        write(root.path(), "SKILL.md", "short");
        let harvest = read(root.path(), source, &limits).unwrap();
        let error = harvest.choose(Choice::Only).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`./x` is refused: `big.bin` has 9 bytes, more than 8"
        );
    }
}
