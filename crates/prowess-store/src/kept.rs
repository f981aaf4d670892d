//! What lies on the disk where a skill is kept.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::{EntryKind, Folder, Links, Listing};
use rayon::prelude::*;

use crate::{Error, Tree, TreeFile, TreeLimits, TreePath};

/// Names of what programs leave behind and make again. They are neither a part of a skill nor a reason to keep its
/// folder.
pub(crate) const CACHES: [&str; 7] = [
    "__pycache__",
    ".DS_Store",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "Thumbs.db",
    "desktop.ini",
];

/// A folder deeper than this within a skill is not entered.
const DEPTH: usize = 128;

/// A skill's folder as it is: the files that one knows of, and what else there is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Those of the known files that are there.
    pub files: BTreeMap<TreePath, KeptFile>,
    /// What else is there: a file, a link, or a folder with nothing known beneath, as a whole. Folders without a file are
    /// not told.
    pub extras: Vec<Extra>,
}

/// A known file as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptFile {
    /// Its digest; nothing where it is larger than any file that is kept ([`TreeLimits::file_bytes`]).
    pub digest: Option<Digest>,
    /// Whether it may be executed; nothing where the system keeps no such bits.
    pub executable: Option<bool>,
}

/// Something that no one put there but the user or a program of theirs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extra {
    /// The path within the skill.
    pub path: PathBuf,
}

impl Extra {
    /// Whether it is something that a program makes again, such as `__pycache__`.
    #[must_use]
    pub fn is_cache(&self) -> bool {
        self.path
            .file_name()
            .is_some_and(|name| CACHES.iter().any(|cache| name == *cache))
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.display().fmt(f)
    }
}

/// Looks at a skill's folder: hashes the `known` files, on every core, and tells what else is there. A folder above a
/// file of `known` is looked into, every other one is one [`Extra`]. Gives nothing where there is no folder. No link is
/// followed, the folder's own name included.
///
/// # Errors
///
/// [`Error::Disk`], with [`prowess_fs::Error::NotFolder`] where there is a file or a link.
pub fn look<'a>(
    folder: &Path,
    known: impl IntoIterator<Item = &'a TreePath>,
) -> Result<Option<Kept>, Error> {
    let Some(root) = open(folder)? else {
        return Ok(None);
    };
    let mut walk = Walk::default();
    for path in known {
        walk.know(path);
    }
    walk.folder(&root, "", 0)?;
    let bound = TreeLimits::default().file_bytes;
    let files = walk
        .found
        .into_par_iter()
        .map_init(Vec::new, |bytes, path| {
            let file = root.file(Path::new(path.as_str()), Links::Refused)?;
            let executable = cfg!(unix).then(|| file.is_executable());
            let digest = match file.read(bound, bytes) {
                Ok(()) => Some(Digest::of(bytes)),
                Err(prowess_fs::Error::TooLarge { .. }) => None,
                Err(error) => return Err(error.into()),
            };
            Ok((path, KeptFile { digest, executable }))
        })
        .collect::<Result<_, Error>>()?;
    walk.extras.sort_unstable();
    Ok(Some(Kept {
        files,
        extras: walk.extras,
    }))
}

/// Reads a skill's folder whole, caches aside. Gives nothing where there is no folder. Links are left out.
///
/// # Errors
///
/// [`Error::Disk`]; [`Error::Tree`] for what no tree holds.
pub fn read_tree(folder: &Path, limits: &TreeLimits) -> Result<Option<Tree>, Error> {
    let Some(root) = open(folder)? else {
        return Ok(None);
    };
    let mut tree = Tree::new();
    read_folder(&root, "", 0, limits, &mut tree).map_err(|error| match error {
        Fault::Store(error) => error,
        Fault::Tree(error) => Error::Tree {
            source_name: folder.display().to_string(),
            error,
        },
    })?;
    Ok(Some(tree))
}

enum Fault {
    Store(Error),
    Tree(crate::TreeError),
}

impl From<prowess_fs::Error> for Fault {
    fn from(error: prowess_fs::Error) -> Self {
        Self::Store(error.into())
    }
}

fn read_folder(
    folder: &Folder,
    within: &str,
    depth: usize,
    limits: &TreeLimits,
    tree: &mut Tree,
) -> Result<(), Fault> {
    let mut listing = Listing::default();
    folder.list(usize::MAX, &mut listing)?;
    for (name, kind) in listing.iter() {
        let path = joined(within, &name.to_string_lossy());
        let is_cache = CACHES.iter().any(|cache| name == *cache);
        match kind {
            _ if is_cache => {}
            EntryKind::Folder if depth < DEPTH => {
                let below = folder.folder(Path::new(name), Links::Refused)?;
                read_folder(&below, &path, depth + 1, limits, tree)?;
            }
            EntryKind::File => {
                let file = folder.file(Path::new(name), Links::Refused)?;
                let executable = file.is_executable();
                let mut bytes = Vec::new();
                file.read(limits.file_bytes, &mut bytes)?;
                tree.add(&path, TreeFile { bytes, executable }, limits)
                    .map_err(Fault::Tree)?;
            }
            EntryKind::Folder | EntryKind::Link | EntryKind::Other => {}
        }
    }
    Ok(())
}

/// Opens a folder whose own name is no link.
fn open(folder: &Path) -> Result<Option<Folder>, Error> {
    let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else {
        return Ok(Some(Folder::open(folder)?));
    };
    let opened =
        Folder::open(parent).and_then(|parent| parent.folder(Path::new(name), Links::Refused));
    match opened {
        Ok(folder) => Ok(Some(folder)),
        Err(prowess_fs::Error::NotFound { .. }) => Ok(None),
        Err(prowess_fs::Error::Link { path }) => Err(prowess_fs::Error::NotFolder { path }.into()),
        Err(error) => Err(error.into()),
    }
}

#[derive(Default)]
struct Walk<'a> {
    known: HashSet<&'a str>,
    /// Every folder above a known file.
    folders: HashSet<&'a str>,
    found: Vec<TreePath>,
    extras: Vec<Extra>,
}

impl<'a> Walk<'a> {
    fn know(&mut self, path: &'a TreePath) {
        let path = path.as_str();
        self.known.insert(path);
        self.folders.extend(
            path.match_indices('/')
                .filter_map(|(end, _)| path.get(..end)),
        );
    }

    fn folder(&mut self, folder: &Folder, within: &str, depth: usize) -> Result<(), Error> {
        let mut listing = Listing::default();
        folder.list(usize::MAX, &mut listing)?;
        for (name, kind) in listing.iter() {
            let path = name.to_str().map(|name| joined(within, name));
            match (kind, path) {
                (EntryKind::File, Some(path)) if self.known.contains(path.as_str()) => {
                    if let Ok(path) = path.parse() {
                        self.found.push(path);
                    }
                }
                (EntryKind::Folder, Some(path)) if self.folders.contains(path.as_str()) => {
                    let below = folder.folder(Path::new(name), Links::Refused)?;
                    self.folder(&below, &path, depth + 1)?;
                }
                (EntryKind::Folder, _) if !holds_anything(folder, Path::new(name), depth)? => {}
                _ => self.extras.push(Extra {
                    path: Path::new(within).join(name),
                }),
            }
        }
        Ok(())
    }
}

/// Whether a folder holds anything but folders. What cannot be looked into holds something.
fn holds_anything(parent: &Folder, name: &Path, depth: usize) -> Result<bool, Error> {
    if depth >= DEPTH {
        return Ok(true);
    }
    let folder = match parent.folder(name, Links::Refused) {
        Ok(folder) => folder,
        Err(prowess_fs::Error::Denied { .. }) => return Ok(true),
        Err(error) => return Err(error.into()),
    };
    let mut listing = Listing::default();
    folder.list(usize::MAX, &mut listing)?;
    for (below, kind) in listing.iter() {
        if kind != EntryKind::Folder || holds_anything(&folder, Path::new(below), depth + 1)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn joined(within: &str, name: &str) -> String {
    if within.is_empty() {
        name.to_owned()
    } else {
        format!("{within}/{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(texts: &[&str]) -> Vec<TreePath> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// Known files are hashed, everything else is told once, as high up as it is unknown; empty folders are nothing.
    #[test]
    fn known_and_extra() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("s/SKILL.md", "a");
        write("s/scripts/go.py", "b");
        write("s/scripts/__pycache__/go.pyc", "c");
        write("s/scripts/mine/deep/x", "d");
        write("s/notes.txt", "e");
        std::fs::create_dir_all(folder.path().join("s/empty/empty")).unwrap();
        let known = paths(&["SKILL.md", "gone", "scripts/go.py"]);
        let kept = look(&folder.path().join("s"), &known).unwrap().unwrap();
        let digests: Vec<_> = kept
            .files
            .iter()
            .map(|(path, file)| (path.as_str(), file.digest))
            .collect();
        assert_eq!(
            digests,
            [
                ("SKILL.md", Some(Digest::of(b"a"))),
                ("scripts/go.py", Some(Digest::of(b"b")))
            ]
        );
        let extras: Vec<_> = kept
            .extras
            .iter()
            .map(|extra| (extra.to_string(), extra.is_cache()))
            .collect();
        assert_eq!(
            extras,
            [
                ("notes.txt".to_owned(), false),
                ("scripts/__pycache__".to_owned(), true),
                ("scripts/mine".to_owned(), false)
            ]
        );
        assert_eq!(look(&folder.path().join("none"), &known).unwrap(), None);
    }

    /// A link is no kept file, and a folder behind a link no kept skill.
    #[cfg(unix)]
    #[test]
    fn links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("s")).unwrap();
        std::fs::write(folder.path().join("f"), "x").unwrap();
        symlink("../f", folder.path().join("s/SKILL.md")).unwrap();
        symlink("s", folder.path().join("l")).unwrap();
        let known = paths(&["SKILL.md"]);
        let kept = look(&folder.path().join("s"), &known).unwrap().unwrap();
        let extra = Extra {
            path: "SKILL.md".into(),
        };
        assert_eq!((kept.files.len(), kept.extras), (0, vec![extra]));
        let through = look(&folder.path().join("l"), &known);
        assert!(
            matches!(
                through,
                Err(Error::Disk(prowess_fs::Error::NotFolder { .. }))
            ),
            "{through:?}"
        );
        let tree = read_tree(&folder.path().join("s"), &TreeLimits::default());
        assert_eq!(tree.unwrap().unwrap(), Tree::new());
    }
}
