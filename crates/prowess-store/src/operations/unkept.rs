//! What lies among the kept skills and is none of them.

use std::path::Path;

use prowess_fs::{EntryKind, Folder, Links, Listing};

use super::{Books, SkillKey, Store};
use crate::{Error, Scope};

/// Most entries of a folder of skills that are looked at.
const ENTRIES: usize = 10_000;

impl Store<'_> {
    /// The skills that lie in the folder of a scope and are not kept: what can be adopted ([`Store::adopt`]), or removed by hand. A
    /// folder is a skill where it has a `SKILL.md`. Sorted by name; beyond 10,000 entries of the folder nothing is looked at.
    ///
    /// # Errors
    ///
    /// Those of the locks; [`Error::NoHome`]; [`Error::Disk`].
    pub fn unkept(&self, scope: Scope) -> Result<Vec<SkillKey>, Error> {
        let books = Books::open(self.places)?;
        let path = self.places.skills(scope).ok_or(Error::NoHome)?;
        let folder = match Folder::open(&path) {
            Err(prowess_fs::Error::NotFound { .. }) => return Ok(Vec::new()),
            other => other?,
        };
        let mut listing = Listing::default();
        folder.list(ENTRIES, &mut listing)?;
        let folders = listing
            .iter()
            .filter(|(_, kind)| *kind == EntryKind::Folder);
        let mut unkept = Vec::new();
        for (name, _) in folders {
            let Some(text) = name.to_str() else { continue };
            let is_skill = folder
                .folder(Path::new(name), Links::Refused)
                .and_then(|skill| skill.identity_of(Path::new("SKILL.md")))
                .is_ok_and(|(_, kind)| kind == EntryKind::File);
            if is_skill && books.get(scope, text).is_none() {
                unkept.push(SkillKey {
                    scope,
                    name: text.to_owned(),
                });
            }
        }
        unkept.sort();
        Ok(unkept)
    }
}
