//! One skill as bytes in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use prowess_base::{Digest, Execution, TreeDigest};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

/// A path within a tree: parts joined by `/`, none of them empty, `.`, `..` or one that some system takes for
/// something else. Ordered by its bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TreePath(String);

/// What is wrong with a path from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathFault {
    /// It is empty.
    #[error("it is empty")]
    Empty,
    /// It is absolute, or starts with a drive or a share.
    #[error("it is not relative")]
    Absolute,
    /// A part is `..`.
    #[error("a part of it is `..`")]
    Parent,
    /// A part is empty or `.`.
    #[error("a part of it is empty or `.`")]
    EmptyPart,
    /// A part holds a backslash, a colon or a control character.
    #[error("it holds a backslash, a colon or a control character")]
    Character,
    /// A part ends in a dot or a blank, which Windows drops.
    #[error("a part of it ends in a dot or a blank, which Windows drops")]
    Ending,
    /// A part is the name of a device on Windows, whatever its ending.
    #[error("a part of it is the name of a device on Windows")]
    Device,
    /// It is longer than [`TreePath::BYTES`].
    #[error("it is too long")]
    TooLong,
}

impl TreePath {
    /// Longest path in bytes.
    pub const BYTES: usize = 1024;

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which two paths that some file system takes for one are equal: NFC, in lower case.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.nfc().flat_map(char::to_lowercase).nfc().collect()
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TreePath {
    type Err = PathFault;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Err(PathFault::Empty);
        }
        if text.len() > Self::BYTES {
            return Err(PathFault::TooLong);
        }
        if text.starts_with(['/', '\\']) || text.get(1..2) == Some(":") {
            return Err(PathFault::Absolute);
        }
        for part in text.split('/') {
            check_part(part)?;
        }
        Ok(Self(text.to_owned()))
    }
}

/// Names of devices on Windows, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

fn check_part(part: &str) -> Result<(), PathFault> {
    match part {
        "" | "." => return Err(PathFault::EmptyPart),
        ".." => return Err(PathFault::Parent),
        _ => {}
    }
    if part.contains(['\\', ':']) || part.chars().any(char::is_control) {
        return Err(PathFault::Character);
    }
    // `...` is a name everywhere but on Windows, where its dots are dropped.
    if part.ends_with(' ') || (part.ends_with('.') && !part.trim_end_matches('.').is_empty()) {
        return Err(PathFault::Ending);
    }
    let stem = part.split('.').next().unwrap_or("").to_ascii_lowercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|rest| {
            matches!(
                rest,
                "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"
            )
        })
    };
    if DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt") {
        return Err(PathFault::Device);
    }
    Ok(())
}

impl TryFrom<String> for TreePath {
    type Error = PathFault;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TreePath> for String {
    fn from(path: TreePath) -> Self {
        path.0
    }
}

/// One file of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// What it holds, as it was fetched.
    pub bytes: Vec<u8>,
    /// Whether it may be executed: the only part of a mode that is kept.
    pub executable: bool,
}

/// How large a tree may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeLimits {
    /// Most files.
    pub files: usize,
    /// Most bytes of one file.
    pub file_bytes: u64,
    /// Most bytes in all.
    pub bytes: u64,
}

impl Default for TreeLimits {
    /// 10,000 files, 64 MiB a file, 256 MiB in all.
    fn default() -> Self {
        Self {
            files: 10_000,
            file_bytes: 64 << 20,
            bytes: 256 << 20,
        }
    }
}

/// Why a file does not enter a tree. Each names the path as it was written, and the sizes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The path is none that every system takes alike.
    #[error("`{path}` is refused: {fault}")]
    Path {
        /// The path as it was written.
        path: String,
        /// What is wrong with it.
        fault: PathFault,
    },
    /// Two paths are one for some file system.
    #[error("`{path}` and `{other}` are the same file for some file systems")]
    Collision {
        /// The path.
        path: String,
        /// The one that was there.
        other: String,
    },
    /// A path is both a file and a folder.
    #[error("`{path}` is both a file and a folder")]
    FileAndFolder {
        /// The path.
        path: String,
    },
    /// There are too many files.
    #[error("more than {bound} files")]
    Files {
        /// Most files.
        bound: usize,
    },
    /// A file is too large.
    #[error("`{path}` has {bytes} bytes, more than {bound}")]
    FileBytes {
        /// The file.
        path: String,
        /// Its size.
        bytes: u64,
        /// Most bytes.
        bound: u64,
    },
    /// All files together are too large.
    #[error("more than {bound} bytes in all")]
    Bytes {
        /// Most bytes.
        bound: u64,
    },
    /// A link leads out of the tree, or around itself.
    #[error("`{path}` is a link to `{target}`, which is not in the skill")]
    Link {
        /// The link.
        path: String,
        /// Where it leads, as written.
        target: String,
    },
    /// A file is there and was not read.
    #[error("`{path}` {reason}")]
    Unread {
        /// The file.
        path: String,
        /// Why, as the rest of the sentence.
        reason: String,
    },
}

/// One skill as bytes: its files by path. Folders without files are not kept, links neither.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    files: BTreeMap<TreePath, TreeFile>,
    /// The folded form of every path and of every folder, with what it is.
    folded: BTreeMap<String, Folded>,
    bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Folded {
    File(String),
    Folder(String),
}

impl Tree {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    ///
    /// Every [`TreeError`]; the tree is then as it was.
    pub fn add(
        &mut self,
        path: &str,
        file: TreeFile,
        limits: &TreeLimits,
    ) -> Result<(), TreeError> {
        let parsed: TreePath = path.parse().map_err(|fault| TreeError::Path {
            path: path.to_owned(),
            fault,
        })?;
        let size = file.bytes.len() as u64;
        if self.files.len() >= limits.files {
            return Err(TreeError::Files {
                bound: limits.files,
            });
        }
        if size > limits.file_bytes {
            return Err(TreeError::FileBytes {
                path: path.to_owned(),
                bytes: size,
                bound: limits.file_bytes,
            });
        }
        if self.bytes + size > limits.bytes {
            return Err(TreeError::Bytes {
                bound: limits.bytes,
            });
        }
        let folders = self.check_folders(&parsed)?;
        let folded = parsed.folded();
        match self.folded.get(&folded) {
            Some(Folded::File(other)) => {
                return Err(TreeError::Collision {
                    path: path.to_owned(),
                    other: other.clone(),
                });
            }
            Some(Folded::Folder(_)) => {
                return Err(TreeError::FileAndFolder {
                    path: path.to_owned(),
                });
            }
            None => {}
        }
        self.folded.extend(folders);
        self.folded.insert(folded, Folded::File(path.to_owned()));
        self.bytes += size;
        self.files.insert(parsed, file);
        Ok(())
    }

    /// The folders above a path that are not known yet, folded.
    fn check_folders(&self, path: &TreePath) -> Result<Vec<(String, Folded)>, TreeError> {
        let mut new = Vec::new();
        for (end, _) in path.as_str().match_indices('/') {
            let folder = TreePath(path.as_str().get(..end).unwrap_or("").to_owned());
            let folded = folder.folded();
            match self.folded.get(&folded) {
                Some(Folded::Folder(known)) if *known == folder.0 => {}
                Some(Folded::Folder(other)) => {
                    return Err(TreeError::Collision {
                        path: folder.0,
                        other: other.clone(),
                    });
                }
                Some(Folded::File(_)) => return Err(TreeError::FileAndFolder { path: folder.0 }),
                None => new.push((folded, Folded::Folder(folder.0))),
            }
        }
        Ok(new)
    }

    /// Every file by path, in the order of the bytes of the paths.
    pub fn files(&self) -> impl ExactSizeIterator<Item = (&TreePath, &TreeFile)> {
        self.files.iter()
    }

    /// The file at this path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&TreeFile> {
        self.files.get(&TreePath(path.to_owned()))
    }

    /// How many bytes all files have.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The tree with those files alone whose paths are wanted.
    #[must_use]
    pub fn filtered(&self, is_wanted: impl Fn(&TreePath) -> bool) -> Self {
        let mut tree = Self::new();
        for (path, file) in self.files.iter().filter(|(path, _)| is_wanted(path)) {
            if let Ok(folders) = tree.check_folders(path) {
                tree.folded.extend(folders);
            }
            let folded = Folded::File(path.to_string());
            tree.folded.insert(path.folded(), folded);
            tree.bytes += file.bytes.len() as u64;
            tree.files.insert(path.clone(), file.clone());
        }
        tree
    }

    /// The digest of the whole tree.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut digest = TreeDigest::new();
        for (path, file) in &self.files {
            let execution = match file.executable {
                true => Execution::Executable,
                false => Execution::Plain,
            };
            digest.file(path.as_str(), execution, Digest::of(&file.bytes));
        }
        digest.finish()
    }

    /// The digest of each file.
    #[must_use]
    pub fn file_digests(&self) -> BTreeMap<TreePath, Digest> {
        self.files
            .iter()
            .map(|(path, file)| (path.clone(), Digest::of(&file.bytes)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(tree: &mut Tree, path: &str) -> Result<(), TreeError> {
        let bytes = vec![b'x'; 3];
        let limits = TreeLimits {
            files: 3,
            file_bytes: 4,
            bytes: 10,
        };
        tree.add(
            path,
            TreeFile {
                bytes,
                executable: false,
            },
            &limits,
        )
    }

    /// Paths that leave the tree, or that some system takes for something else, are refused (IN-13); dots within a part are
    /// no harm (IN-14).
    #[test]
    fn in_13_in_14_paths() {
        use PathFault::*;
        for (path, fault) in [
            ("", Empty),
            ("/a", Absolute),
            ("\\\\host\\share", Absolute),
            ("//host/share", Absolute),
            ("C:/x", Absolute),
            ("c:x", Absolute),
            ("a/../b", Parent),
            ("..", Parent),
            ("s\\..\\..\\evil.txt", Character),
            ("a/b:stream", Character),
            ("a\0b", Character),
            ("a//b", EmptyPart),
            ("./a", EmptyPart),
            ("a/", EmptyPart),
            ("a./b", Ending),
            ("a /b", Ending),
            ("CON", Device),
            ("a/nul.txt", Device),
            ("com1.tar.gz", Device),
        ] {
            assert_eq!(path.parse::<TreePath>(), Err(fault), "{path:?}");
        }
        for path in [
            "notes..md",
            "v1..v2.diff",
            "...",
            "a/b.c",
            "com",
            "com10",
            "ü/é",
        ] {
            assert!(path.parse::<TreePath>().is_ok(), "{path}");
        }
    }

    /// Paths that are one for some file system, and files that are folders, are refused.
    #[test]
    fn collisions() {
        let mut tree = Tree::new();
        add(&mut tree, "a/B").unwrap();
        assert!(matches!(
            add(&mut tree, "a/b"),
            Err(TreeError::Collision { .. })
        ));
        assert!(matches!(
            add(&mut tree, "A/c"),
            Err(TreeError::Collision { .. })
        ));
        assert!(matches!(
            add(&mut tree, "a"),
            Err(TreeError::FileAndFolder { .. })
        ));
        assert!(matches!(
            add(&mut tree, "a/B/c"),
            Err(TreeError::FileAndFolder { .. })
        ));
        add(&mut tree, "e\u{301}").unwrap();
        assert!(matches!(
            add(&mut tree, "\u{e9}"),
            Err(TreeError::Collision { .. })
        ));
        assert_eq!(tree.files().len(), 2);
    }

    /// Each bound is kept, and what was added before stays.
    #[test]
    fn bounds() {
        let limits = TreeLimits {
            files: 2,
            file_bytes: 4,
            bytes: 6,
        };
        let mut tree = Tree::new();
        let mut add = |path: &str, size: usize| {
            let file = TreeFile {
                bytes: vec![0; size],
                executable: false,
            };
            tree.add(path, file, &limits)
        };
        assert!(matches!(
            add("a", 5),
            Err(TreeError::FileBytes {
                bytes: 5,
                bound: 4,
                ..
            })
        ));
        assert_eq!(add("a", 4), Ok(()));
        assert!(matches!(add("b", 3), Err(TreeError::Bytes { bound: 6 })));
        assert_eq!(add("b", 2), Ok(()));
        assert!(matches!(add("c", 0), Err(TreeError::Files { bound: 2 })));
    }
}
