//! Keys that the user pinned to sources: what comes from such a source has to be signed with its key.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Kept, OwnFile};
use crate::signature::{Fault, PublicKey};
use crate::{Error, Places, Source};

/// Most pinned keys.
const MOST: usize = 10_000;

/// A key that is pinned to a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinnedKey {
    /// The source as a lock names it, without reference and folder.
    pub source: String,
    /// The public key, as minisign writes it in one line.
    pub key: String,
}

/// All pinned keys, by their sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    version: u64,
    /// The keys.
    pub keys: Vec<PinnedKey>,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            keys: Vec::new(),
        }
    }
}

impl Kept for Keys {
    const NAME: &'static str = "keys.json";
    const VERSION: u64 = 1;
    const BYTES: u64 = 16 << 20;
}

impl Keys {
    /// The key of a source, where one is pinned.
    ///
    /// # Errors
    ///
    /// [`Fault::Key`] where what is pinned is no key: nothing can then be signed with it.
    pub fn of(&self, source: &Source) -> Result<Option<PublicKey>, Fault> {
        let source = source.to_string();
        let pinned = self.keys.iter().find(|one| one.source == source);
        pinned.map(|pinned| pinned.key.parse()).transpose()
    }
}

/// The file of the pinned keys: `<data>/trust/keys.json`.
#[derive(Debug, Clone)]
pub struct KeysFile(OwnFile<Keys>);

impl KeysFile {
    /// That of a user.
    #[must_use]
    pub fn of(places: &Places) -> Self {
        Self::in_data(&places.data)
    }

    /// That in a user's data folder.
    #[must_use]
    pub fn in_data(data: &Path) -> Self {
        Self(OwnFile::in_data(data))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.0.path()
    }

    /// What is pinned; nothing where there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn read(&self) -> Result<Keys, Error> {
        self.0.read()
    }

    /// Pins a key to a source, instead of the one that was.
    ///
    /// # Errors
    ///
    /// As [`KeysFile::read`].
    pub fn pin(&self, source: &Source, key: &PublicKey) -> Result<(), Error> {
        let pinned = PinnedKey {
            source: source.to_string(),
            key: key.to_string(),
        };
        self.0.change(|keys| {
            keys.keys.retain(|one| one.source != pinned.source);
            if keys.keys.len() >= MOST {
                return Err(Error::State {
                    path: self.path(),
                    reason: format!("it holds {MOST} keys already; take some back first"),
                });
            }
            keys.keys.push(pinned);
            keys.keys
                .sort_by(|one, other| one.source.cmp(&other.source));
            Ok(())
        })
    }

    /// Takes back the key of a source. Tells whether there was one.
    ///
    /// # Errors
    ///
    /// As [`KeysFile::read`].
    pub fn unpin(&self, source: &Source) -> Result<bool, Error> {
        let source = source.to_string();
        self.0.change(|keys| {
            let before = keys.keys.len();
            keys.keys.retain(|one| one.source != source);
            Ok(keys.keys.len() != before)
        })
    }
}
