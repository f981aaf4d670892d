//! The uses of kept skills, as the host tells them.

use std::time::UNIX_EPOCH;

use prowess_base::Clock as _;
use prowess_catalog::EntryId;
use prowess_store::usage::{self, Event};
use prowess_store::{Places, Scope};

use crate::{Engine, Error, SystemClock};

/// Every scope that skills are kept in.
const SCOPES: [Scope; 4] = [
    Scope::Workspace,
    Scope::Project,
    Scope::User,
    Scope::Managed,
];

impl Engine {
    /// Writes down that skills were used: activated, or run. A host says so after the fact, so that what nobody uses can be told;
    /// an activation by itself writes nothing. Skills that lie in no folder of kept ones are passed over.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; [`Error::Store`] where it cannot be written.
    pub fn record_uses(&self, skills: impl IntoIterator<Item = EntryId>) -> Result<(), Error> {
        let places = self.places()?;
        let used: Vec<(Scope, String)> = skills
            .into_iter()
            .filter_map(|id| self.kept_as(&places, id))
            .collect();
        let used = used.iter().map(|(scope, name)| (*scope, name.as_str()));
        let now = SystemClock.now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_secs());
        Ok(usage::record(&places, Event::Used, used, now)?)
    }

    /// The scope in whose folder a skill lies, and its own folder's name there.
    fn kept_as(&self, places: &Places, id: EntryId) -> Option<(Scope, String)> {
        let folder = self.snapshot.entry(id)?.folder();
        let name = folder.file_name()?.to_str()?;
        let is_in = |scope: &Scope| {
            let skills = places.skills(*scope);
            skills.is_some_and(|skills| folder.parent() == Some(&*skills))
        };
        let scope = SCOPES.into_iter().find(is_in)?;
        Some((scope, name.to_owned()))
    }
}
