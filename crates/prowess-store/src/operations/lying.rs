//! What lies where a skill is, or is to be.

use std::collections::BTreeMap;
use std::path::Path;

use prowess_base::Digest;
use prowess_fs::{Folder, Links};

use crate::change::Before;
use crate::kept::{Extra, look};
use crate::lock::LockedSkill;
use crate::{Error, Tree, TreeFile, TreeLimits, TreePath};

/// The known files in a skill's folder.
pub(super) struct Lying {
    /// Them, with `\n` at the ends of lines where that alone makes them what the lock says: a checkout of Git put `\r\n`
    /// there, which is no edit (IN-06).
    pub(super) tree: Tree,
    /// The digests that they really have.
    pub(super) digests: BTreeMap<TreePath, Digest>,
    /// What else is there, caches aside.
    pub(super) extras: Vec<Extra>,
}

impl Lying {
    /// Reads the files of `paths`; nothing where there is no folder.
    ///
    /// # Errors
    ///
    /// [`Error::Taken`] where something that is no folder has the name; [`Error::Disk`]; [`Error::Tree`] where a file is larger than
    /// any that is kept.
    pub(super) fn read<'p>(
        place: &Path,
        paths: impl IntoIterator<Item = &'p TreePath>,
        locked: Option<&LockedSkill>,
    ) -> Result<Option<Self>, Error> {
        let kept = match look(place, paths) {
            Err(Error::Disk(prowess_fs::Error::NotFolder { path })) if path == place => {
                return Err(Error::Taken { path });
            }
            other => other?,
        };
        let Some(kept) = kept else { return Ok(None) };
        let root = Folder::open(place)?;
        let limits = TreeLimits::default();
        let mut lying = Self {
            tree: Tree::new(),
            digests: BTreeMap::new(),
            extras: kept.extras,
        };
        lying.extras.retain(|extra| !extra.is_cache());
        for (path, file) in kept.files {
            let mut bytes = Vec::new();
            root.file(Path::new(path.as_str()), Links::Refused)?
                .read(limits.file_bytes, &mut bytes)?;
            let digest = Digest::of(&bytes);
            let expected = locked.and_then(|locked| locked.files.get(&path));
            if expected.is_some_and(|expected| *expected != digest)
                && let Some(plain) = with_plain_ends(&bytes)
                && expected == Some(&Digest::of(&plain))
            {
                bytes = plain;
            }
            let executable = file
                .executable
                .unwrap_or_else(|| locked.is_some_and(|locked| locked.executable.contains(&path)));
            lying
                .tree
                .add(path.as_str(), TreeFile { bytes, executable }, &limits)
                .map_err(|error| Error::Tree {
                    source_name: place.display().to_string(),
                    error,
                })?;
            lying.digests.insert(path, digest);
        }
        Ok(Some(lying))
    }

    /// What a person has to be told of it.
    pub(super) fn warnings(&self) -> Vec<String> {
        let extras: Vec<String> = self.extras.iter().map(ToString::to_string).collect();
        match extras.is_empty() {
            true => Vec::new(),
            false => vec![format!(
                "its source has not brought `{}`; that is yours, and stays",
                extras.join("`, `")
            )],
        }
    }

    /// What a change that is made from this expects to find.
    pub(super) fn before(&self) -> Before {
        Before::Ours(self.digests.clone())
    }
}

/// The bytes without the `\r` before each `\n`; nothing where there is none.
fn with_plain_ends(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(bytes.len());
    for (index, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(index + 1) != Some(&b'\n') {
            plain.push(*byte);
        }
    }
    (plain.len() < bytes.len()).then_some(plain)
}
