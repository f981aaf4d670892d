//! One digest for a whole tree of files.

use crate::Digest;

/// Whether a file's mode lets it be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Execution {
    /// It does, for anybody.
    Executable,
    /// It does not, or the system has no such modes.
    Plain,
}

/// Collects the files of a tree, in any order, for one digest.
///
/// The digest is the SHA-256 of this, numbers as eight bytes with the highest first:
///
/// ```text
/// "prowess tree 1" and a zero byte
/// the number of entries
/// for each entry, sorted by the bytes of the path, then by the rest:
///     "f" a file, "x" an executable file, "l" a link
///     the length of the path in bytes, the path with "/" between its parts, relative to the tree
///     the 32 bytes of the SHA-256 of the file's bytes, or of the link's target as it is written
/// ```
///
/// Every part has a known length, so that no two trees give the same input. Folders without files,
/// owners, times and other modes are no part of it. Links are not followed.
#[derive(Debug, Clone, Default)]
pub struct TreeDigest {
    entries: Vec<(Vec<u8>, u8, Digest)>,
}

impl TreeDigest {
    /// A tree without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file with the digest of its bytes.
    pub fn file(&mut self, path: impl Into<Vec<u8>>, execution: Execution, digest: Digest) {
        let kind = match execution {
            Execution::Executable => b'x',
            Execution::Plain => b'f',
        };
        self.entries.push((path.into(), kind, digest));
    }

    /// Adds a link with its target as it is written.
    pub fn link(&mut self, path: impl Into<Vec<u8>>, target: &[u8]) {
        self.entries.push((path.into(), b'l', Digest::of(target)));
    }

    /// The digest of everything that was added.
    #[must_use]
    pub fn finish(mut self) -> Digest {
        self.entries.sort_unstable();
        let count = (self.entries.len() as u64).to_be_bytes();
        let lengths: Vec<[u8; 8]> = self
            .entries
            .iter()
            .map(|(path, _, _)| (path.len() as u64).to_be_bytes())
            .collect();
        let head = [&b"prowess tree 1\0"[..], &count];
        let entries =
            self.entries
                .iter()
                .zip(&lengths)
                .flat_map(|((path, kind, digest), length)| {
                    [std::slice::from_ref(kind), length, path, digest.as_bytes()]
                });
        Digest::of_parts(head.into_iter().chain(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, Execution, &str)]) -> Digest {
        let mut tree = TreeDigest::new();
        for (path, execution, text) in files {
            tree.file(*path, *execution, Digest::of(text.as_bytes()));
        }
        tree.finish()
    }

    /// The encoding is fixed: a digest that was once recorded stays good.
    #[test]
    fn encoding() {
        let mut expected = b"prowess tree 1\0".to_vec();
        expected.extend(2_u64.to_be_bytes());
        for (kind, path, content) in [(b'x', "a", "run"), (b'l', "b/c", "../a")] {
            expected.push(kind);
            expected.extend((path.len() as u64).to_be_bytes());
            expected.extend(path.as_bytes());
            expected.extend(Digest::of(content.as_bytes()).as_bytes());
        }
        let mut tree = TreeDigest::new();
        tree.link("b/c", b"../a");
        tree.file("a", Execution::Executable, Digest::of(b"run"));
        assert_eq!(tree.finish(), Digest::of(&expected));
    }

    /// Order does not matter; path, mode, contents and the border between paths do.
    #[test]
    fn what_counts() {
        use Execution::{Executable, Plain};
        let one = tree(&[("a", Plain, "1"), ("b", Plain, "2")]);
        assert_eq!(one, tree(&[("b", Plain, "2"), ("a", Plain, "1")]));
        for other in [
            tree(&[("a", Executable, "1"), ("b", Plain, "2")]),
            tree(&[("a", Plain, "2"), ("b", Plain, "1")]),
            tree(&[("a", Plain, "1"), ("c", Plain, "2")]),
            tree(&[("a", Plain, "1")]),
            tree(&[]),
        ] {
            assert_ne!(one, other);
        }
    }
}
