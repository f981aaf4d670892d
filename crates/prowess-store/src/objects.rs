//! The bytes of files by their digests: what merges are based on, and what can be taken back.
//!
//! `<data>/objects/ab/cdef…` holds a file; `<data>/objects/roots/…` tells which of them a workspace still needs. Everything
//! is the user's own (0600 in 0700), and is read only where it still has its digest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::{Access, EntryKind, Folder, Listing, TEMPORARY};
use serde::{Deserialize, Serialize};

use crate::archived;
use crate::change::Held;
use crate::disk::{Disk, is_there};
use crate::history::History;
use crate::{Error, Places, Tree, TreeFile, TreeLimits, TreePath};

/// The version of the list of a workspace's objects that this program writes.
const VERSION: u64 = 1;

/// Most bytes of such a list: some 100,000 objects.
const ROOT_BYTES: u64 = 16 << 20;

/// The folder of those lists beside the objects.
const ROOTS: &str = "roots";

/// A tree without its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The digest of each file.
    pub files: BTreeMap<TreePath, Digest>,
    /// Those that may be executed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub executable: BTreeSet<TreePath>,
}

impl Manifest {
    /// That of a tree.
    #[must_use]
    pub fn of(tree: &Tree) -> Self {
        let executable = tree.files().filter(|(_, file)| file.executable);
        Self {
            executable: executable.map(|(path, _)| path.clone()).collect(),
            files: tree.file_digests(),
        }
    }
}

/// The objects of one user.
#[derive(Debug, Clone)]
pub struct Objects {
    folder: PathBuf,
}

/// What a collection took away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Collected {
    /// How many objects.
    pub objects: usize,
    /// How many bytes they had.
    pub bytes: u64,
}

/// Which objects a workspace needs.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Needed {
    version: u64,
    workspace: PathBuf,
    objects: BTreeSet<Digest>,
}

impl Objects {
    /// The objects in a user's data folder.
    #[must_use]
    pub fn of(places: &Places) -> Self {
        Self {
            folder: places.data.join("objects"),
        }
    }

    /// Keeps every file of a tree. What nothing names is collected some day: see [`Objects::need`].
    ///
    /// # Errors
    ///
    /// [`Error::Disk`].
    pub fn put_tree(&self, held: &Held<'_>, tree: &Tree) -> Result<Manifest, Error> {
        for (_, file) in tree.files() {
            self.put(held.disk(), &file.bytes)?;
        }
        Ok(Manifest::of(tree))
    }

    /// Keeps some bytes under their digest.
    pub(crate) fn put(&self, disk: &dyn Disk, bytes: &[u8]) -> Result<Digest, Error> {
        let digest = Digest::of(bytes);
        let path = self.path(&digest);
        // One of another length was damaged; one that differs otherwise is found out when it is read.
        let length = std::fs::symlink_metadata(&path).map(|metadata| metadata.len());
        if length.is_ok_and(|length| length == bytes.len() as u64) {
            return Ok(digest);
        }
        if let Some(folder) = path.parent() {
            make_folders(disk, &self.folder)?;
            make_folders(disk, folder)?;
        }
        disk.write(&path, bytes, Access::Private)?;
        Ok(digest)
    }

    /// The bytes of a digest; nothing where they are not kept.
    ///
    /// # Errors
    ///
    /// [`Error::Digest`] where they were changed on the disk, [`Error::Disk`].
    pub fn get(&self, digest: &Digest) -> Result<Option<Vec<u8>>, Error> {
        let path = self.path(digest);
        let bytes = match prowess_fs::read(&path, TreeLimits::default().file_bytes) {
            Ok(bytes) => bytes,
            Err(prowess_fs::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let found = Digest::of(&bytes);
        if found == *digest {
            return Ok(Some(bytes));
        }
        Err(Error::Digest {
            source_name: path.display().to_string(),
            expected: digest.to_string(),
            found: found.to_string(),
        })
    }

    /// A whole tree; nothing where one of its files is not kept.
    ///
    /// # Errors
    ///
    /// As [`Objects::get`]; [`Error::Tree`] for a manifest that no tree can have.
    pub fn tree(&self, manifest: &Manifest) -> Result<Option<Tree>, Error> {
        let mut tree = Tree::new();
        for (path, digest) in &manifest.files {
            let Some(bytes) = self.get(digest)? else {
                return Ok(None);
            };
            let executable = manifest.executable.contains(path);
            tree.add(
                path.as_str(),
                TreeFile { bytes, executable },
                &TreeLimits::default(),
            )
            .map_err(|error| Error::Tree {
                source_name: path.to_string(),
                error,
            })?;
        }
        Ok(Some(tree))
    }

    /// Writes down what a workspace needs from now on, instead of what it needed: the trees that later merges of its
    /// skills are based on.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`], [`Error::State`].
    pub fn need<'m>(
        &self,
        held: &Held<'_>,
        manifests: impl IntoIterator<Item = &'m Manifest>,
    ) -> Result<(), Error> {
        let workspace = &held.places().workspace;
        let manifests = manifests.into_iter();
        let needed = Needed {
            version: VERSION,
            workspace: workspace.clone(),
            objects: manifests
                .flat_map(|manifest| manifest.files.values().copied())
                .collect(),
        };
        let key = Digest::of(workspace.as_os_str().as_encoded_bytes()).short_hex(16);
        let path = self.folder.join(ROOTS).join(format!("{key}.json"));
        let text = serde_json::to_vec(&needed).map_err(|error| state(&path, &error))?;
        make_folders(held.disk(), &self.folder)?;
        make_folders(held.disk(), &self.folder.join(ROOTS))?;
        Ok(held.disk().write(&path, &text, Access::Private)?)
    }

    /// Removes the objects that neither the history nor a skill that is put away nor a workspace needs, and the lists of workspaces that are gone.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`]; [`Error::Newer`] and [`Error::State`] for a list or a record that cannot be read: then nothing is
    /// removed.
    pub fn collect(&self, held: &Held<'_>) -> Result<Collected, Error> {
        let mut collected = Collected::default();
        if !is_there(&self.folder)? {
            return Ok(collected);
        }
        let mut needed = BTreeSet::new();
        for record in History::of(held.places()).records()? {
            needed.extend(record.objects());
        }
        for archived in archived::all(held.places())? {
            needed.extend(archived.objects());
        }
        needed.extend(self.needed(held.disk())?);
        let needed: BTreeSet<PathBuf> = needed.iter().map(|digest| self.path(digest)).collect();
        for folder in entries(&self.folder, EntryKind::Folder)? {
            if folder.ends_with(ROOTS) {
                continue;
            }
            for object in entries(&folder, EntryKind::File)? {
                if needed.contains(&object) {
                    continue;
                }
                let bytes = std::fs::symlink_metadata(&object).map_or(0, |metadata| metadata.len());
                held.disk().remove(&object)?;
                collected.objects += 1;
                collected.bytes += bytes;
            }
            held.disk().remove_empty(&folder)?;
        }
        Ok(collected)
    }

    /// What all workspaces need that are still there.
    fn needed(&self, disk: &dyn Disk) -> Result<BTreeSet<Digest>, Error> {
        let roots = self.folder.join(ROOTS);
        let mut objects = BTreeSet::new();
        if !is_there(&roots)? {
            return Ok(objects);
        }
        for path in entries(&roots, EntryKind::File)? {
            let is_temporary = path
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes()));
            if is_temporary {
                disk.remove(&path)?;
                continue;
            }
            let bytes = prowess_fs::read(&path, ROOT_BYTES)?;
            let needed: Needed = read_versioned(&path, &bytes, VERSION)?;
            if is_there(&needed.workspace)? {
                objects.extend(needed.objects);
            } else {
                disk.remove(&path)?;
            }
        }
        Ok(objects)
    }

    fn path(&self, digest: &Digest) -> PathBuf {
        let hex = digest.short_hex(64);
        let (folder, name) = hex.split_at(2);
        self.folder.join(folder).join(name)
    }
}

/// Reads a file of the store, but not one of a newer version.
pub(crate) fn read_versioned<T: serde::de::DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    known: u64,
) -> Result<T, Error> {
    #[derive(Deserialize)]
    struct Version {
        version: u64,
    }
    let Version { version } = serde_json::from_slice(bytes).map_err(|error| state(path, &error))?;
    if version > known {
        return Err(Error::Newer {
            path: path.to_path_buf(),
            version,
        });
    }
    serde_json::from_slice(bytes).map_err(|error| state(path, &error))
}

pub(crate) fn state(path: &Path, error: &serde_json::Error) -> Error {
    Error::State {
        path: path.to_path_buf(),
        reason: error.to_string(),
    }
}

/// Makes a folder of the user's own in one that is there, where it is missing.
fn make_folders(disk: &dyn Disk, folder: &Path) -> Result<(), Error> {
    if is_there(folder)? {
        return Ok(());
    }
    Ok(disk.make_folder(folder, Access::Private)?)
}

/// The entries of one kind in a folder, by their whole paths.
pub(crate) fn entries(folder: &Path, wanted: EntryKind) -> Result<Vec<PathBuf>, Error> {
    let mut listing = Listing::default();
    Folder::open(folder)?.list(usize::MAX, &mut listing)?;
    let matching = listing.iter().filter(|(_, kind)| *kind == wanted);
    Ok(matching.map(|(name, _)| folder.join(name)).collect())
}
