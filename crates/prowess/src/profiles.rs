//! The profiles that can be chosen: those of known clients, and the user's own.

use prowess_base::Surroundings;
use prowess_catalog::Profile;

use crate::Error;

/// The profile of this name.
pub(crate) fn find(surroundings: &Surroundings, name: &str) -> Result<Profile, Error> {
    if let Some(profile) = Profile::built_in(name) {
        return Ok(profile);
    }
    let _ = surroundings;
    Err(Error::UnknownProfile {
        name: name.to_owned(),
        known: Profile::BUILT_IN.map(String::from).into(),
    })
}
