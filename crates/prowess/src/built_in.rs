//! The skills that are shipped with the engine: embedded, and laid out on the disk where a path to
//! them is handed out.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use include_dir::{Dir, File, include_dir};
use prowess_base::Surroundings;
use prowess_catalog::Embedded;
use prowess_fs::{Access, Error, Folder, Links};

use crate::folders;

static SKILLS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../skills");

/// Largest file that is compared with its embedded bytes; a larger one differs anyway.
const COMPARED_BYTES: u64 = 1024 * 1024;

/// Where the built-in skills are, or would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BuiltIns {
    /// They are judged as embedded, under the path that they would have. Nothing is written.
    #[default]
    Embedded,
    /// They are laid out once beneath the user's data folder, so that their paths can be handed
    /// out.
    LaidOut,
}

/// One embedded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltInFile {
    /// Its path beneath the folder of built-in skills: `weather/SKILL.md`.
    pub path: &'static Path,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// Every embedded file, in order of path.
#[must_use]
pub fn built_in_files() -> Vec<BuiltInFile> {
    let mut files = Vec::new();
    collect(&SKILLS, &mut files);
    files.sort_by_key(|file| file.path);
    files
}

fn collect(folder: &'static Dir<'static>, files: &mut Vec<BuiltInFile>) {
    let file = |file: &'static File<'static>| BuiltInFile {
        path: file.path(),
        bytes: file.contents(),
    };
    files.extend(folder.files().map(file));
    for folder in folder.dirs() {
        collect(folder, files);
    }
}

/// Where the built-in skills of this version are laid out: `<data>/builtin/<version>`; nothing where
/// no home is known.
#[must_use]
pub fn built_in_folder(surroundings: &Surroundings) -> Option<PathBuf> {
    let folders = surroundings.folders.as_ref()?;
    Some(folders.data.join("builtin").join(env!("CARGO_PKG_VERSION")))
}

/// The built-in skills as the catalogue takes them. Where no home is known their paths are beneath
/// `builtin`, which is nowhere.
pub(crate) fn embedded(surroundings: &Surroundings) -> Embedded {
    let folder = built_in_folder(surroundings).unwrap_or_else(|| PathBuf::from("builtin"));
    let skills = SKILLS
        .dirs()
        .filter_map(|skill| {
            let name = skill.path().to_str()?;
            let file = skill.get_file(skill.path().join("SKILL.md"))?;
            Some((name.to_owned(), Cow::Borrowed(file.contents_utf8()?)))
        })
        .collect();
    Embedded { folder, skills }
}

/// Lays the built-in skills out in `folder`: all at once where there is nothing, else every file that
/// is missing or has other bytes. A folder that is right already is only read.
///
/// # Errors
///
/// Where something is to be written and cannot be.
pub fn lay_out(folder: &Path) -> Result<(), Error> {
    let files = built_in_files();
    match Folder::open(folder) {
        Ok(folder) => files
            .iter()
            .filter(|file| !is_right(&folder, file))
            .try_for_each(|file| {
                let parent = file.path.parent().unwrap_or(Path::new(""));
                folder.create_folders(parent, Access::Private)?;
                folder.write(file.path, file.bytes, Access::Private)
            }),
        Err(Error::NotFound { .. }) => {
            let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else {
                return Err(Error::NotFolder {
                    path: folder.to_path_buf(),
                });
            };
            let files = files
                .iter()
                .map(|file| (file.path, file.bytes, Access::Private));
            folders::make(parent, Access::Private)?
                .publish(Path::new(name), files, Access::Private)
                .map(|_| ())
        }
        Err(error) => Err(error),
    }
}

fn is_right(folder: &Folder, file: &BuiltInFile) -> bool {
    let mut bytes = Vec::new();
    folder
        .file(file.path, Links::Refused)
        .and_then(|file| file.read(COMPARED_BYTES, &mut bytes))
        .is_ok_and(|()| bytes == file.bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Laid out once, a second time only reads; a file with other bytes and a missing one are mended.
    #[test]
    fn laid_out_and_mended() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data/builtin/1");
        lay_out(&folder).unwrap();
        let weather = folder.join("weather/SKILL.md");
        let right = fs::read(&weather).unwrap();

        fs::write(&weather, "other").unwrap();
        fs::remove_file(folder.join("memory/SKILL.md")).unwrap();
        lay_out(&folder).unwrap();

        assert_eq!(fs::read(&weather).unwrap(), right);
        for file in built_in_files() {
            assert_eq!(fs::read(folder.join(file.path)).unwrap(), file.bytes);
        }
    }

    /// Where the data folder cannot be made, that is an error and not a panic.
    #[test]
    fn no_place() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("data");
        fs::write(&file, "").unwrap();
        assert!(lay_out(&file.join("builtin/1")).is_err());
    }
}
