//! The profiles that can be chosen: those of known clients, and the user's own.

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, Surroundings};
use prowess_catalog::Profile;
use prowess_fs::{Error as FileError, Folder, Links, Listing};

use crate::Error;

/// The folder of the user's own profiles, beneath the configuration folder.
const FOLDER: &str = "profiles";
/// Most entries of that folder that are looked at.
const FILES: usize = 1_000;
/// Largest file of a profile, in bytes.
const FILE_BYTES: u64 = 256 * 1024;

/// The profiles that can be chosen.
#[derive(Debug)]
#[non_exhaustive]
pub struct Profiles {
    /// The built-in ones, then the user's own by file name.
    pub usable: Vec<Profile>,
    /// Files of the user's own that cannot be used.
    pub broken: Vec<BrokenProfile>,
}

/// A user's own profile that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct BrokenProfile {
    /// Its file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// The built-in profiles, and the user's own: every `profiles/NAME.toml` beneath the configuration
/// folder.
///
/// # Errors
///
/// [`Error::File`] where that folder is there and cannot be read.
pub fn profiles(surroundings: &Surroundings) -> Result<Profiles, Error> {
    let mut profiles = Profiles {
        usable: Profile::BUILT_IN
            .iter()
            .filter_map(|name| Profile::built_in(name))
            .collect(),
        broken: Vec::new(),
    };
    let Some(folders) = &surroundings.folders else {
        return Ok(profiles);
    };
    let folder = match Folder::open(&folders.config.join(FOLDER)) {
        Ok(folder) => folder,
        Err(FileError::NotFound { .. } | FileError::NotFolder { .. }) => return Ok(profiles),
        Err(error) => return Err(error.into()),
    };
    let mut listing = Listing::default();
    folder.list(FILES, &mut listing)?;
    for (name, _) in listing.iter() {
        if Path::new(name).extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let mut bytes = Vec::new();
        folder
            .file(Path::new(name), Links::Beneath)?
            .read(FILE_BYTES, &mut bytes)?;
        let file = folder.path().join(name);
        match Profile::from_toml(&String::from_utf8_lossy(&bytes), &file) {
            Ok(profile) => profiles.usable.push(profile),
            Err(diagnostics) => profiles.broken.push(BrokenProfile { file, diagnostics }),
        }
    }
    Ok(profiles)
}

/// The user's file of the profile of this name; nothing for a built-in one.
pub(crate) fn file_of(surroundings: &Surroundings, name: &str) -> Option<PathBuf> {
    if Profile::built_in(name).is_some() {
        return None;
    }
    let folders = surroundings.folders.as_ref()?;
    Some(folders.config.join(FOLDER).join(format!("{name}.toml")))
}

/// The profile of this name. The user's files are only looked at for a name that is not built in.
pub(crate) fn find(surroundings: &Surroundings, name: &str) -> Result<Profile, Error> {
    if let Some(profile) = Profile::built_in(name) {
        return Ok(profile);
    }
    let profiles = profiles(surroundings)?;
    let known = profiles
        .usable
        .iter()
        .map(|profile| profile.name.clone())
        .collect();
    if let Some(found) = profiles
        .usable
        .into_iter()
        .find(|profile| profile.name == name)
    {
        return Ok(found);
    }
    let is_meant =
        |broken: &&BrokenProfile| broken.file.file_stem().is_some_and(|stem| stem == name);
    match profiles.broken.iter().find(is_meant) {
        Some(_) => Err(Error::Profile {
            name: name.to_owned(),
            diagnostics: profiles
                .broken
                .into_iter()
                .filter(|broken| is_meant(&broken))
                .flat_map(|broken| broken.diagnostics)
                .collect(),
        }),
        None => Err(Error::UnknownProfile {
            name: name.to_owned(),
            known,
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use prowess_base::Folders;

    use super::*;

    fn place(files: &[(&str, &str)]) -> (tempfile::TempDir, Surroundings) {
        let home = tempfile::tempdir().unwrap();
        let mut surroundings = Surroundings::bare(home.path());
        let folders = Folders::beneath(home.path());
        fs::create_dir_all(folders.config.join(FOLDER)).unwrap();
        for (name, text) in files {
            fs::write(folders.config.join(FOLDER).join(name), text).unwrap();
        }
        surroundings.folders = Some(folders);
        (home, surroundings)
    }

    /// A user's file adds a profile; one that is broken does no harm to the others and says why
    /// when it is asked for.
    #[test]
    fn own_profiles() {
        let (_home, surroundings) = place(&[
            ("mine.toml", "name = \"mine\"\nextends = \"openclaw\"\n"),
            ("bad.toml", "name = \"bad\"\nnothing = 1\n"),
            ("note.txt", ""),
        ]);
        let mine = find(&surroundings, "mine").unwrap();
        assert_eq!(mine.discovery, Profile::openclaw().discovery);
        let Err(Error::Profile { diagnostics, .. }) = find(&surroundings, "bad") else {
            panic!("a broken profile was taken");
        };
        assert_eq!(diagnostics.len(), 1);
        let Err(Error::UnknownProfile { known, .. }) = find(&surroundings, "none") else {
            panic!("an unknown profile was taken");
        };
        assert_eq!(known.last().map(String::as_str), Some("mine"));
    }
}
