//! Writing beneath a folder: whole or not at all.
//!
//! A file or folder is made under a name of its own, brought to the disk and then given its place by
//! one rename. After a crash there is the old state or the new one, and at worst a temporary name
//! that starts with [`TEMPORARY`].

use std::fs::File;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::system::Failure;
use crate::{Error, FileIdentity, Folder, Links};

/// How names start that stand only while something is written: of files, and of folders that hold what is put in place.
pub const TEMPORARY: &str = ".prowess-";

/// Who may read what is written. Systems without Unix modes go by the folder's own rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// The user alone: 0600, folders 0700.
    Private,
    /// Everyone may read: 0644, folders 0755, less what the user's mask takes away.
    Shared,
    /// Everyone may read and run: 0755, less what the user's mask takes away.
    Executable,
}

/// What is done with a folder that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Existing {
    /// It was there before and stays as it was.
    Kept,
    /// There was nothing.
    None,
}

impl Access {
    pub(crate) fn file_mode(self) -> u32 {
        match self {
            Self::Private => 0o600,
            Self::Shared => 0o644,
            Self::Executable => 0o755,
        }
    }

    pub(crate) fn folder_mode(self) -> u32 {
        match self {
            Self::Private => 0o700,
            Self::Shared | Self::Executable => 0o755,
        }
    }
}

impl Folder {
    /// Writes a file beneath this folder, in place of one that may be there. Folders on the way must
    /// exist, and none of them may be a link; a link at the end of the path is replaced, not
    /// followed.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] where a folder on the way is missing, [`Error::Link`],
    /// [`Error::Outside`], [`Error::Denied`], [`Error::System`] (such as a full disk). The old file
    /// is then as it was.
    pub fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        self.write_then(path, bytes, access, |parent, temporary, name| {
            parent.handle.rename(temporary, name)
        })
    }

    /// Writes a file beneath this folder in place of the one that was read as `was`, with its rights.
    /// One that was changed since is left alone, as far as its identity tells; the look and the
    /// replacement are two steps, so that a change between them is lost.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`], [`Error::NotFound`], and as [`Folder::write`].
    pub fn replace(&self, path: &Path, bytes: &[u8], was: &FileIdentity) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        let failed = |error| parent.error(&name, error);
        let status = parent.handle.status_of(&name).map_err(failed)?;
        self.write_then(path, bytes, Access::Private, |parent, temporary, name| {
            if let Some(mode) = status.mode {
                let file = parent.handle.file(temporary, Links::Refused)?;
                file.set_mode(mode)?;
            }
            if parent.handle.status_of(name)?.identity != *was {
                return Err(Failure::Changed);
            }
            parent.handle.rename(temporary, name)
        })
    }

    /// Writes a file beneath this folder where there is none.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as [`Folder::write`].
    pub fn create_new(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        self.write_then(path, bytes, access, |parent, temporary, name| {
            // A rename would replace; a link never does.
            let linked = parent.handle.hard_link(temporary, name);
            let _ = parent.handle.remove_file(temporary);
            linked
        })
    }

    /// Makes a folder and those on the way to it, where they are missing, and opens it.
    ///
    /// # Errors
    ///
    /// [`Error::NotFolder`], [`Error::Link`], [`Error::Outside`], [`Error::Denied`],
    /// [`Error::System`].
    pub fn create_folders(&self, path: &Path, access: Access) -> Result<Self, Error> {
        let mut current = self.folder(Path::new(""), Links::Refused)?;
        for part in path.components() {
            let Component::Normal(name) = part else {
                if part == Component::CurDir {
                    continue;
                }
                return Err(Error::Outside {
                    path: self.path().join(path),
                });
            };
            let name = Path::new(name);
            match current.handle.create_folder(name, access.folder_mode()) {
                Err(failure) if !failure.is_exists() => {
                    return Err(current.error(name, failure));
                }
                _ => current = current.folder(name, Links::Refused)?,
            }
        }
        Ok(current)
    }

    /// Puts a whole folder of files in place at once: all of it or nothing. One that is there
    /// already is left as it is, also when another process makes it at the same moment. Folders on
    /// the way to `path` must exist.
    ///
    /// # Errors
    ///
    /// As [`Folder::write`] and [`Folder::create_folders`].
    pub fn publish<'a>(
        &self,
        path: &Path,
        files: impl IntoIterator<Item = (&'a Path, &'a [u8], Access)>,
        access: Access,
    ) -> Result<Existing, Error> {
        let (parent, name) = self.parent_of(path)?;
        if parent.handle.status_of(&name).is_ok() {
            return Ok(Existing::Kept);
        }
        let temporary = temporary_name();
        let made = parent.create_folders(&temporary, access)?;
        let filled = fill(&made, files, access);
        let placed = filled.and_then(|()| {
            parent
                .handle
                .rename(&temporary, &name)
                .map_err(|error| parent.error(&name, error))
        });
        if let Err(error) = placed {
            let _ = parent.remove_tree(&temporary);
            return match parent.handle.status_of(&name) {
                Ok(_) => Ok(Existing::Kept),
                Err(_) => Err(error),
            };
        }
        parent
            .handle
            .sync()
            .map_err(|error| parent.error(&name, error))?;
        Ok(Existing::None)
    }

    /// Removes a file beneath this folder; a link is removed itself.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Denied`], [`Error::NotFile`] for a folder.
    pub fn remove_file(&self, path: &Path) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        parent
            .handle
            .remove_file(&name)
            .map_err(|error| parent.error(&name, error))
    }

    fn write_then(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
        place: impl FnOnce(&Self, &Path, &Path) -> Result<(), Failure>,
    ) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        let temporary = temporary_name();
        let failed = |error| parent.error(&name, error);
        let file = parent
            .handle
            .create_file(&temporary, access.file_mode())
            .map_err(failed)?;
        let done = fill_file(file, bytes).and_then(|()| place(&parent, &temporary, &name));
        if let Err(error) = done {
            let _ = parent.handle.remove_file(&temporary);
            return Err(parent.error(&name, error));
        }
        parent.handle.sync().map_err(failed)
    }
}

fn fill<'a>(
    folder: &Folder,
    files: impl IntoIterator<Item = (&'a Path, &'a [u8], Access)>,
    access: Access,
) -> Result<(), Error> {
    for (path, bytes, file_access) in files {
        let parent = folder.create_folders(path.parent().unwrap_or(Path::new("")), access)?;
        let Some(name) = path.file_name().map(Path::new) else {
            return Err(Error::Outside {
                path: folder.path().join(path),
            });
        };
        let failed = |error| parent.error(name, error);
        let file = parent
            .handle
            .create_file(name, file_access.file_mode())
            .map_err(failed)?;
        fill_file(file, bytes).map_err(failed)?;
        parent.handle.sync().map_err(failed)?;
    }
    folder
        .handle
        .sync()
        .map_err(|error| folder.error(Path::new(""), error))
}

fn fill_file(mut file: File, bytes: &[u8]) -> Result<(), Failure> {
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

/// A name that no other writer uses: the process and a count.
fn temporary_name() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(format!("{TEMPORARY}{}-{count}", std::process::id()))
}
