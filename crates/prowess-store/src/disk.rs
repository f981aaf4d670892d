//! The operations on the disk that a change is made of, each of which may fail, and after each of which the program may
//! die.

use std::path::{Path, PathBuf};

use prowess_fs::{Access, Error, Folder, LinkKind};

/// Numbered operations on the disk. The real one is [`RealDisk`]; tests put one between that fails or dies at the n-th.
///
/// Paths are whole. None of these follows a link at the end of a path; what stands before the end is the caller's to
/// have looked at.
pub trait Disk: Send + Sync {
    /// Makes one folder, in one that is there.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as the file system says.
    fn make_folder(&self, path: &Path, access: Access) -> Result<(), Error>;

    /// Makes a new file and brings its bytes to the disk, its name only with [`Disk::sync`]. After an error a part of it
    /// may be there.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as the file system says.
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error>;

    /// Writes a file whole, brought to the disk, in place of one that may be there.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error>;

    /// Gives a file, folder or link its place by one rename, brought to the disk. There must be nothing yet.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as the file system says.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), Error>;

    /// Gives a file its place by one rename, brought to the disk, instead of one that may be there.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn replace(&self, from: &Path, to: &Path) -> Result<(), Error>;

    /// Makes a link at `at` to the folder `target`, as it is written.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as the file system says, on Windows also for want of the right.
    fn link(&self, target: &Path, at: &Path, kind: LinkKind) -> Result<(), Error>;

    /// Removes a file or a link, or a folder with everything in it; one that is not there is no error. A link is never
    /// followed.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn remove(&self, path: &Path) -> Result<(), Error>;

    /// Removes a folder with nothing in it; one that holds something, or is not there, is no error.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn remove_empty(&self, path: &Path) -> Result<(), Error>;

    /// Brings the names in a folder to the disk.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn sync(&self, folder: &Path) -> Result<(), Error>;
}

/// The disk of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn make_folder(&self, path: &Path, access: Access) -> Result<(), Error> {
        let (folder, name) = open(path)?;
        folder.create_folder(&name, access)
    }

    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        let (folder, name) = open(path)?;
        folder.create_file(&name, bytes, access)
    }

    fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        let (folder, name) = open(path)?;
        folder.write(&name, bytes, access)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), Error> {
        let (folder, name) = open(from)?;
        let (new_folder, new_name) = open(to)?;
        folder.rename_new(&name, &new_folder, &new_name)?;
        new_folder.sync()?;
        folder.sync()
    }

    fn replace(&self, from: &Path, to: &Path) -> Result<(), Error> {
        let (folder, name) = open(from)?;
        let (new_folder, new_name) = open(to)?;
        folder.rename_over(&name, &new_folder, &new_name)?;
        new_folder.sync()?;
        folder.sync()
    }

    fn link(&self, target: &Path, at: &Path, kind: LinkKind) -> Result<(), Error> {
        let (folder, name) = open(at)?;
        folder.make_link(&name, target, kind)
    }

    fn remove(&self, path: &Path) -> Result<(), Error> {
        let removed = open(path).and_then(|(folder, name)| folder.remove_tree(&name));
        match removed {
            Err(Error::NotFound { .. }) => Ok(()),
            other => other,
        }
    }

    fn remove_empty(&self, path: &Path) -> Result<(), Error> {
        let removed = open(path).and_then(|(folder, name)| folder.remove_empty(&name));
        match removed {
            Err(Error::NotFound { .. }) => Ok(()),
            other => other.map(drop),
        }
    }

    fn sync(&self, folder: &Path) -> Result<(), Error> {
        Folder::open(folder)?.sync()
    }
}

/// The open folder that holds the end of a path, and that end.
fn open(path: &Path) -> Result<(Folder, PathBuf), Error> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Error::Outside {
            path: path.to_path_buf(),
        });
    };
    Ok((Folder::open(parent)?, PathBuf::from(name)))
}

/// Whether anything is at a path, a link at its end not followed.
///
/// # Errors
///
/// [`Error::Denied`], [`Error::NotFolder`], [`Error::System`].
pub(crate) fn is_there(path: &Path) -> Result<bool, Error> {
    match open(path).and_then(|(folder, name)| folder.identity_of(&name)) {
        Ok(_) => Ok(true),
        Err(Error::NotFound { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Device and inode of what is at a path, a link at its end not followed; nothing where nothing is there, or where the
/// system has no such numbers.
pub(crate) fn node(path: &Path) -> Result<Option<[u64; 2]>, Error> {
    match open(path).and_then(|(folder, name)| folder.identity_of(&name)) {
        Ok((identity, _)) => Ok((identity.inode != 0).then_some([identity.device, identity.inode])),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
