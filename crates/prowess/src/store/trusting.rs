//! What the user trusts, of the skills of an engine.

use std::path::Path;

use prowess_catalog::EntryId;
use prowess_store::kept::read_tree;
use prowess_store::lock::Locks;
use prowess_store::operations::Selection;
use prowess_store::signature::{Fault, PublicKey};
use prowess_store::trust::{Looked, RecordsFile, look};
use prowess_store::{Scope, TreeLimits};

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
