//! A file of the user's own that says something about trust.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use prowess_fs::{Access, Lock};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Error;
use crate::change::private_folder;
use crate::objects::{read_versioned, state};

/// The folder of a data folder that holds these files: for nobody but the user (0700, its files 0600).
pub(crate) const FOLDER: &str = "trust";

/// The file that is locked while one of these files is changed. It stays.
const LOCK: &str = "lock";

/// What such a file holds.
pub(crate) trait Kept: Default + Serialize + DeserializeOwned {
    /// The name of the file.
    const NAME: &'static str;
    /// The version that this program writes.
    const VERSION: u64;
    /// Most bytes of the file.
    const BYTES: u64;
}

/// A file with a version, read whole and written whole.
#[derive(Debug, Clone)]
pub(crate) struct OwnFile<T> {
    data: PathBuf,
    holds: PhantomData<fn() -> T>,
}

impl<T: Kept> OwnFile<T> {
    /// The file in a user's data folder.
    pub(crate) fn in_data(data: &Path) -> Self {
        Self {
            data: data.to_path_buf(),
            holds: PhantomData,
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> PathBuf {
        self.data.join(FOLDER).join(T::NAME)
    }

    /// What it holds; the default where there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub(crate) fn read(&self) -> Result<T, Error> {
        let path = self.path();
        match prowess_fs::read(&path, T::BYTES) {
            Ok(bytes) => read_versioned(&path, &bytes, T::VERSION),
            Err(prowess_fs::Error::NotFound { .. }) => Ok(T::default()),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes what it holds, one process at a time. Where the change fails, the file stays as it was.
    ///
    /// # Errors
    ///
    /// As [`OwnFile::read`], and what `change` gives.
    pub(crate) fn change<R>(
        &self,
        change: impl FnOnce(&mut T) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let folder = private_folder(&self.data, Path::new(FOLDER))?;
        let _lock = Lock::acquire(&folder, Path::new(LOCK))?;
        let mut held = self.read()?;
        let result = change(&mut held)?;
        let path = self.path();
        let bytes = serde_json::to_vec(&held).map_err(|error| state(&path, &error))?;
        if bytes.len() as u64 > T::BYTES {
            return Err(Error::State {
                path,
                reason: format!("it would be larger than {} bytes", T::BYTES),
            });
        }
        folder.write(Path::new(T::NAME), &bytes, Access::Private)?;
        Ok(result)
    }
}
