//! Advisory locks between processes.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::{Error, Folder};

/// An exclusive lock that other processes of the engine heed. It ends when the value goes away, and
/// when the process dies. The file stays: removing it would let two processes hold two locks.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// What became of a try.
#[derive(Debug)]
pub enum TryLock {
    /// The lock is held.
    Held(Lock),
    /// Another process holds it.
    Busy,
}

impl Lock {
    /// Waits for the lock with the file `name` in `folder`, which is made where it is missing.
    ///
    /// # Errors
    ///
    /// [`Error::Denied`], [`Error::Link`], [`Error::System`] where a file system has no locks.
    pub fn acquire(folder: &Folder, name: &Path) -> Result<Self, Error> {
        let file = open(folder, name)?;
        file.lock().map_err(|error| folder.error(name, error))?;
        Ok(Self { _file: file })
    }

    /// The lock, if no other process holds it now.
    ///
    /// # Errors
    ///
    /// As [`Lock::acquire`].
    pub fn try_acquire(folder: &Folder, name: &Path) -> Result<TryLock, Error> {
        let file = open(folder, name)?;
        match file.try_lock() {
            Ok(()) => Ok(TryLock::Held(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(TryLock::Busy),
            Err(TryLockError::Error(error)) => Err(folder.error(name, error)),
        }
    }
}

fn open(folder: &Folder, name: &Path) -> Result<File, Error> {
    folder
        .handle
        .lock_file(name, 0o600)
        .map_err(|error| folder.error(name, error))
}

/// The name of this machine, for people who look for the process that holds a lock; nothing where the system has no such
/// name.
#[must_use]
pub fn host_name() -> Option<String> {
    #[cfg(unix)]
    return Some(rustix::system::uname().nodename().to_str().ok()?.to_owned());
    #[cfg(not(unix))]
    None
}
