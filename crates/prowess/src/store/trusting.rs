//! What the user trusts, of the skills of an engine.

use std::path::Path;

use prowess_catalog::EntryId;
use prowess_store::kept::read_tree;
use prowess_store::lock::{Locks, Origin};
use prowess_store::operations::Selection;
use prowess_store::signature::{Fault, PublicKey};
use prowess_store::source::Location;
use prowess_store::trust::{Keys, KeysFile, Looked, RecordsFile, look};
use prowess_store::{Scope, Source, TreeLimits};

use crate::{Engine, Error};

/// What a kept skill's signature is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signed {
    /// Its folder beneath that of the scope.
    pub name: String,
    /// Whom it is for.
    pub scope: Scope,
    /// What the signer said beside it; else why the signature does not hold.
    pub said: Result<String, Fault>,
}

impl Engine {
    /// The user's own records of what they trust.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`].
    pub fn records(&self) -> Result<RecordsFile, Error> {
        Ok(RecordsFile::of(&self.places()?))
    }

    /// Looks at a skill before it is trusted: scans it, and tells what is different since the last time.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; those of [`look`].
    pub fn look_before_trust(&self, id: EntryId) -> Result<Looked, Error> {
        let Some(entry) = self.snapshot.entry(id) else {
            let query = format!("entry {}", id.0);
            let near = Vec::new();
            return Err(Error::Skill(prowess_catalog::Error::NotFound {
                query,
                near,
            }));
        };
        let records = self.records()?.read()?;
        Ok(look(&records, &entry.name, entry.folder())?)
    }

    /// Pins a public key to a source, whatever branch or folder of it is named: what comes from it has to be signed with this key
    /// from then on.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; [`prowess_store::Error::Source`] for a place of this machine, which needs no key; those of the file.
    pub fn pin_key(&self, source: Source, key: &PublicKey) -> Result<(), Error> {
        Ok(KeysFile::of(&self.places()?).pin(&signed_source(source)?, key)?)
    }

    /// Takes back the key of a source. Tells whether there was one.
    ///
    /// # Errors
    ///
    /// As [`Engine::pin_key`].
    pub fn unpin_key(&self, source: Source) -> Result<bool, Error> {
        Ok(KeysFile::of(&self.places()?).unpin(&signed_source(source)?)?)
    }

    /// The keys that are pinned.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; those of the file.
    pub fn pinned_keys(&self) -> Result<Keys, Error> {
        Ok(KeysFile::of(&self.places()?).read()?)
    }

    /// Checks the signatures of kept skills by a public key.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; those of the locks; [`prowess_store::Error::NotKept`] for a name of none.
    pub fn signatures(&self, selection: &Selection, key: &PublicKey) -> Result<Vec<Signed>, Error> {
        let places = self.places()?;
        let kept = Locks::open(&places)?;
        let is_in_scope = |scope: Scope| selection.scope.is_none_or(|wanted| wanted == scope);
        let mut signed = Vec::new();
        for locked in kept.skills().filter(|locked| is_in_scope(locked.scope)) {
            if !selection.names.is_empty() && !selection.names.contains(&locked.name) {
                continue;
            }
            let Some(folder) = places.skills(locked.scope) else {
                continue;
            };
            let said = match tree(&folder.join(&locked.name))? {
                Some(tree) => key.verify(&tree),
                None => Err(Fault::Unsigned),
            };
            signed.push(Signed {
                name: locked.name.clone(),
                scope: locked.scope,
                said,
            });
        }
        Ok(signed)
    }
}

fn tree(folder: &Path) -> Result<Option<prowess_store::Tree>, Error> {
    Ok(read_tree(folder, &TreeLimits::default())?)
}

/// A source as keys are pinned to it and locks name it.
fn signed_source(source: Source) -> Result<Source, Error> {
    match Origin::of(source).source {
        place @ (Source::Folder(_) | Source::Archive(Location::Path(_))) => {
            Err(Error::Store(prowess_store::Error::Source {
                text: place.to_string(),
                reason: "it has no host to pin a key to; `prowess verify --key` checks it once"
                    .to_owned(),
            }))
        }
        Source::Git(mut git) => {
            git.skill = None;
            Ok(Source::Git(git))
        }
        source => Ok(source),
    }
}
