//! Open folders, and files opened beneath them.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::system::{Failure, FileHandle, FolderHandle, Status};
use crate::{EntryKind, Error, FileIdentity, Listing};

/// Which links are followed when something is opened beneath a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Links {
    /// None, wherever one stands in the path.
    Refused,
    /// Those that stay beneath the folder. Where a system cannot check that while it opens, none.
    Beneath,
}

/// An open folder. What is opened through it lies beneath it.
pub struct Folder {
    pub(crate) handle: FolderHandle,
    path: PathBuf,
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Folder").field(&self.path).finish()
    }
}

impl Folder {
    /// Opens a folder by its path, links followed.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Denied`], [`Error::NotFolder`], [`Error::Link`] for a loop of
    /// links.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let handle = FolderHandle::open_ambient(path)
            .map_err(|error| Error::at(|| path.to_path_buf(), error))?;
        Ok(Self {
            handle,
            path: path.to_path_buf(),
        })
    }

    /// The path that it was opened by.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its identity.
    ///
    /// # Errors
    ///
    /// [`Error::System`].
    pub fn identity(&self) -> Result<FileIdentity, Error> {
        self.status().map(|status| status.identity)
    }

    /// The numeric user that owns it, where the system has such.
    ///
    /// # Errors
    ///
    /// [`Error::System`].
    pub fn owner(&self) -> Result<Option<u32>, Error> {
        self.status().map(|status| status.owner)
    }

    /// Opens a folder beneath this one. An empty path opens this one again.
    ///
    /// # Errors
    ///
    /// As [`Folder::open`], and [`Error::Link`] and [`Error::Outside`] where `links` or the folder's
    /// border refuse the path.
    pub fn folder(&self, path: &Path, links: Links) -> Result<Self, Error> {
        let handle = self
            .handle
            .folder(path, links)
            .map_err(|error| self.error(path, error))?;
        Ok(Self {
            handle,
            path: self.path.join(path),
        })
    }

    /// Opens a regular file beneath this folder. Never waits: a pipe, socket or device is refused.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Denied`], [`Error::NotFile`], [`Error::Link`],
    /// [`Error::Outside`].
    pub fn file<'a>(&'a self, path: &'a Path, links: Links) -> Result<OpenFile<'a>, Error> {
        let handle = self
            .handle
            .file(path, links)
            .map_err(|error| self.error(path, error))?;
        let status = handle.status().map_err(|error| self.error(path, error))?;
        if status.kind != EntryKind::File {
            return Err(Error::NotFile {
                path: self.path.join(path),
                kind: status.kind,
            });
        }
        Ok(OpenFile {
            handle,
            identity: status.identity,
            executable: status.mode.is_some_and(|mode| mode & 0o111 != 0),
            folder: &self.path,
            name: path,
        })
    }

    /// The identity and kind of what is at `path`, without opening it; a link at its end is not
    /// followed. To see whether a file that was read is still the same: a file that is reached by
    /// another way has another identity.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Denied`], [`Error::NotFolder`].
    pub fn identity_of(&self, path: &Path) -> Result<(FileIdentity, EntryKind), Error> {
        self.handle
            .status_of(path)
            .map(|status| (status.identity, status.kind))
            .map_err(|error| self.error(path, error))
    }

    /// The numeric user that owns what is at `path`, where the system has such; a link at its end is
    /// not followed.
    ///
    /// # Errors
    ///
    /// As [`Folder::identity_of`].
    pub fn owner_of(&self, path: &Path) -> Result<Option<u32>, Error> {
        self.handle
            .status_of(path)
            .map(|status| status.owner)
            .map_err(|error| self.error(path, error))
    }

    /// The target of a link beneath this folder, as it is written.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`]; [`Error::System`] where there is no link.
    pub fn read_link(&self, path: &Path) -> Result<PathBuf, Error> {
        self.handle
            .read_link(path)
            .map_err(|error| self.error(path, error))
    }

    /// Puts the entries of this folder into `listing`, sorted by the bytes of their names, up to
    /// `bound` of them. A handle can be listed once; open it again to list it again.
    ///
    /// # Errors
    ///
    /// [`Error::System`].
    pub fn list(&self, bound: usize, listing: &mut Listing) -> Result<(), Error> {
        listing.clear();
        self.handle
            .list(listing, bound)
            .map_err(|error| self.error(Path::new(""), error))?;
        listing.sort();
        Ok(())
    }

    pub(crate) fn error(&self, path: &Path, error: impl Into<Failure>) -> Error {
        Error::at(|| self.path.join(path), error)
    }

    fn status(&self) -> Result<Status, Error> {
        self.handle
            .status()
            .map_err(|error| self.error(Path::new(""), error))
    }
}

/// An open regular file.
#[derive(Debug)]
pub struct OpenFile<'a> {
    handle: FileHandle,
    identity: FileIdentity,
    executable: bool,
    folder: &'a Path,
    name: &'a Path,
}

impl OpenFile<'_> {
    /// Its identity when it was opened.
    #[must_use]
    pub fn identity(&self) -> FileIdentity {
        self.identity
    }

    /// Whether its mode let anybody execute it when it was opened; `false` where the system has no
    /// such modes.
    #[must_use]
    pub fn is_executable(&self) -> bool {
        self.executable
    }

    /// Puts the whole file into `bytes`, whose former contents go. A file that is larger than
    /// `bound` bytes, or grows beyond it meanwhile, is not read to its end.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], [`Error::System`].
    pub fn read(&self, bound: u64, bytes: &mut Vec<u8>) -> Result<(), Error> {
        bytes.clear();
        let size = self.identity.size;
        if size > bound {
            return Err(self.too_large(size, bound));
        }
        // A file that has not changed ends with the first read: one byte more is asked for, and a
        // short answer of a regular file is its end.
        let mut most = usize::try_from(size)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        loop {
            let count = self
                .handle
                .read(bytes, most)
                .map_err(|error| Error::at(|| self.folder.join(self.name), error))?;
            let length = bytes.len() as u64;
            if length > bound {
                return Err(self.too_large(length, bound));
            }
            if count == 0 || length == size {
                return Ok(());
            }
            most = 16 * 1024;
        }
    }

    fn too_large(&self, size: u64, bound: u64) -> Error {
        Error::TooLarge {
            path: self.folder.join(self.name),
            size,
            bound,
        }
    }
}

/// Reads a regular file by its path, links followed, up to `bound` bytes. For files that the user
/// named, such as a configuration; what is beneath a root is opened through its [`Folder`].
///
/// # Errors
///
/// As [`Folder::file`] and [`OpenFile::read`].
pub fn read(path: &Path, bound: u64) -> Result<Vec<u8>, Error> {
    let real =
        std::fs::canonicalize(path).map_err(|error| Error::at(|| path.to_path_buf(), error))?;
    let (Some(parent), Some(name)) = (real.parent(), real.file_name()) else {
        return Err(Error::NotFile {
            path: path.to_path_buf(),
            kind: EntryKind::Folder,
        });
    };
    let mut bytes = Vec::new();
    Folder::open(parent)?
        .file(Path::new(name), Links::Refused)?
        .read(bound, &mut bytes)?;
    Ok(bytes)
}
