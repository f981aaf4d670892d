//! The files that settings come from.

use std::path::{Path, PathBuf};

use prowess_base::Surroundings;
use prowess_config::{
    Config, ConfigError, ConfigFile, Contents, Flag, MAX_FILE_BYTES, PROJECT_FILE, Sources,
    USER_FILE,
};
use prowess_fs::{Error, Folder, Links};

/// Reads the user's and the project's file and settles all layers.
pub(crate) fn load(
    surroundings: &Surroundings,
    workspace: &Path,
    flags: &[Flag],
) -> Result<Config, ConfigError> {
    let user = surroundings
        .folders
        .as_ref()
        .and_then(|folders| File::read_user(&folders.config.join(USER_FILE)));
    let project = File::read_project(workspace);
    let sources = Sources {
        user_file: user.as_ref().map(File::as_config),
        project_file: project.as_ref().map(File::as_config),
        flags,
        ..Sources::new(surroundings, workspace)
    };
    Config::load(&sources)
}

/// The user's and the project's file, whether or not they are there.
pub(crate) fn paths(
    surroundings: &Surroundings,
    workspace: &Path,
) -> impl Iterator<Item = PathBuf> {
    let folders = surroundings.folders.as_ref();
    let user = folders.map(|folders| folders.config.join(USER_FILE));
    user.into_iter().chain([workspace.join(PROJECT_FILE)])
}

/// A file that exists, and what came of reading it.
struct File {
    path: PathBuf,
    contents: Result<Vec<u8>, String>,
}

impl File {
    /// The user's file may be a link to wherever the user keeps it.
    fn read_user(path: &Path) -> Option<Self> {
        Self::of(path.to_path_buf(), prowess_fs::read(path, MAX_FILE_BYTES))
    }

    /// The project's file is opened beneath the workspace.
    fn read_project(workspace: &Path) -> Option<Self> {
        let mut bytes = Vec::new();
        let read = Folder::open(workspace).and_then(|folder| {
            folder
                .file(Path::new(PROJECT_FILE), Links::Beneath)?
                .read(MAX_FILE_BYTES, &mut bytes)
        });
        Self::of(workspace.join(PROJECT_FILE), read.map(|()| bytes))
    }

    fn of(path: PathBuf, read: Result<Vec<u8>, Error>) -> Option<Self> {
        let contents = match read {
            Err(Error::NotFound { .. } | Error::NotFolder { .. }) => return None,
            Err(error) => Err(error.reason()),
            Ok(bytes) => Ok(bytes),
        };
        Some(Self { path, contents })
    }

    fn as_config(&self) -> ConfigFile<'_> {
        ConfigFile {
            path: &self.path,
            contents: match &self.contents {
                Ok(bytes) => Contents::Bytes(bytes),
                Err(reason) => Contents::Unreadable(reason),
            },
        }
    }
}
