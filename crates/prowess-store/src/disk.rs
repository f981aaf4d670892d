//! The operations on the disk that a change is made of, each of which may fail, and after each of which the program may
//! die.

use std::path::Path;

use prowess_fs::{Access, Error};

/// Numbered operations on the disk. The real one is [`RealDisk`]; tests put one between that fails or dies at the n-th.
pub trait Disk: Send + Sync {
    /// Makes a folder and those on the way to it.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn make_folder(&self, path: &Path) -> Result<(), Error>;

    /// Writes a file whole, brought to the disk, in place of one that may be there.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error>;

    /// Gives a file or folder its place by one rename. There must be nothing yet.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as the file system says.
    fn rename(&self, from: &Path, to: &Path) -> Result<(), Error>;

    /// Makes a link to a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Exists`], and as the file system says, on Windows also for want of the right.
    fn link(&self, target: &Path, at: &Path) -> Result<(), Error>;

    /// Removes a file or a link, or a folder with everything in it; one that is not there is no error. A link is never
    /// followed.
    ///
    /// # Errors
    ///
    /// As the file system says.
    fn remove(&self, path: &Path) -> Result<(), Error>;
}
