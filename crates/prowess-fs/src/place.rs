//! Giving whole folders their place, and taking them away.
//!
//! Nothing here follows a link that stands in a path, and nothing but [`Folder::rename_over`] replaces what is there.

use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use crate::{Access, EntryKind, Error, Folder, Links, Listing};

/// How a name leads to a folder elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// A symbolic link. Windows makes one only for users who have that right.
    Symbolic,
    /// A junction, which Windows makes for everyone, and no other system at all.
    Junction,
}

impl Folder {
    /// Makes one folder. The folders on the way must exist.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], [`Error::NotFound`], [`Error::Denied`], [`Error::System`].
    pub fn create_folder(&self, path: &Path, access: Access) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        parent
            .handle
            .create_folder(&name, access.folder_mode())
            .map_err(|error| parent.error(&name, error))
    }

    /// Makes a new file and brings its bytes to the disk, its name not yet: [`Folder::sync`] does that for all names of
    /// a folder. After a fault a part of the file may stay; for a file that others look for, [`Folder::create_new`] is
    /// the way.
    ///
    /// # Errors
    ///
    /// As [`Folder::create_folder`].
    pub fn create_file(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        let failed = |error| parent.error(&name, error);
        let mut file = parent
            .handle
            .create_file(&name, access.file_mode())
            .map_err(failed)?;
        file.write_all(bytes)
            .and_then(|()| file.sync_all())
            .map_err(|error| parent.error(&name, error))
    }

    /// Gives a file, folder or link another place, beneath this folder or another one on the same file system. What is
    /// at the new place already stays: Linux and macOS see to that in one step, elsewhere one looks before.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`] with the new place, [`Error::NotFound`], [`Error::Denied`], [`Error::System`] (such as two file
    /// systems).
    pub fn rename_new(&self, path: &Path, to: &Self, new: &Path) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        let (new_parent, new_name) = to.parent_of(new)?;
        parent
            .handle
            .rename_new(&name, &new_parent.handle, &new_name)
            .map_err(|error| match error {
                exists if exists.is_exists() => new_parent.error(&new_name, exists),
                other => parent.error(&name, other),
            })
    }

    /// Gives a file another place in one step, instead of a file that may be there.
    ///
    /// # Errors
    ///
    /// As [`Folder::rename_new`], without [`Error::Exists`].
    pub fn rename_over(&self, path: &Path, to: &Self, new: &Path) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        let (new_parent, new_name) = to.parent_of(new)?;
        parent
            .handle
            .rename_to(&name, &new_parent.handle, &new_name)
            .map_err(|error| parent.error(&name, error))
    }

    /// Makes a link at `path` to the folder `target`, as it is written. A junction's target is absolute.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], [`Error::Denied`] and [`Error::System`], also where the system or the file system has no such
    /// links.
    pub fn make_link(&self, path: &Path, target: &Path, kind: LinkKind) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        parent
            .handle
            .make_link(&parent.path().join(&name), &name, target, kind)
            .map_err(|error| parent.error(&name, error))
    }

    /// Removes what is at `path`: a folder with everything beneath it, a file, or a link itself. Folders that their
    /// owner may not write to are made writable first.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Denied`], [`Error::System`]. Some of it may be gone then.
    pub fn remove_tree(&self, path: &Path) -> Result<(), Error> {
        let (parent, name) = self.parent_of(path)?;
        let (_, kind) = parent.identity_of(&name)?;
        remove(&parent, &name, kind)
    }

    /// Removes a folder with nothing in it. Gives whether it is gone: one that holds something stays.
    ///
    /// # Errors
    ///
    /// [`Error::Denied`], [`Error::System`], [`Error::NotFolder`].
    pub fn remove_empty(&self, path: &Path) -> Result<bool, Error> {
        let (parent, name) = self.parent_of(path)?;
        match parent.handle.remove_folder(&name) {
            Ok(()) => Ok(true),
            Err(failure) => match parent.error(&name, failure) {
                Error::NotFound { .. } => Ok(true),
                // Some systems tell a folder that is not empty as one that exists.
                Error::Exists { .. } => Ok(false),
                Error::System { source, .. }
                    if source.kind() == std::io::ErrorKind::DirectoryNotEmpty =>
                {
                    Ok(false)
                }
                other => Err(other),
            },
        }
    }

    /// Brings the names in this folder to the disk.
    ///
    /// # Errors
    ///
    /// [`Error::System`].
    pub fn sync(&self) -> Result<(), Error> {
        self.handle
            .sync()
            .map_err(|error| self.error(Path::new(""), error))
    }

    /// The folder that holds the last part of a path, and that part.
    pub(crate) fn parent_of(&self, path: &Path) -> Result<(Self, PathBuf), Error> {
        let outside = || Error::Outside {
            path: self.path().join(path),
        };
        let Some(Component::Normal(name)) = path.components().next_back() else {
            return Err(outside());
        };
        let parent = path.parent().unwrap_or(Path::new(""));
        Ok((self.folder(parent, Links::Refused)?, PathBuf::from(name)))
    }
}

/// Removes an entry of a folder; never follows a link.
fn remove(parent: &Folder, name: &Path, kind: EntryKind) -> Result<(), Error> {
    let failed = |error| parent.error(name, error);
    if kind != EntryKind::Folder {
        return parent.handle.remove_file(name).map_err(failed);
    }
    let folder = match parent.folder(name, Links::Refused) {
        // One that cannot even be listed is made so, as far as it is the user's own.
        Err(Error::Denied { .. }) => {
            parent.handle.make_writable(name).map_err(failed)?;
            parent.folder(name, Links::Refused)?
        }
        other => other?,
    };
    match remove_entries(&folder) {
        Err(Error::Denied { .. }) => {
            parent.handle.make_writable(name).map_err(failed)?;
            // A handle is listed once.
            remove_entries(&parent.folder(name, Links::Refused)?)?;
        }
        other => other?,
    }
    parent.handle.remove_folder(name).map_err(failed)
}

fn remove_entries(folder: &Folder) -> Result<(), Error> {
    let mut listing = Listing::default();
    folder.list(usize::MAX, &mut listing)?;
    for (name, kind) in listing.iter() {
        remove(folder, Path::new(name), kind)?;
    }
    Ok(())
}
