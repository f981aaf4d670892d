//! Making ready what a change puts in place.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use prowess_fs::{Access, LinkKind};

use super::How;
use super::plan::Plan;
use crate::disk::Disk;
use crate::{Error, Tree, TreeLimits, kept};

/// Something that is made in a staging folder.
pub(super) enum Fill<'a> {
    /// A skill.
    Tree { at: PathBuf, tree: &'a Tree },
    /// Folders beneath `at` that the user's own files need and the skill has not.
    Folders {
        at: PathBuf,
        folders: BTreeSet<PathBuf>,
    },
    /// A file.
    File {
        at: PathBuf,
        bytes: Cow<'a, [u8]>,
        access: Access,
    },
    /// A copy of the skill at `place`, or of `tree` where the change puts that there.
    Copy {
        at: PathBuf,
        place: PathBuf,
        tree: Option<&'a Tree>,
    },
    /// A link to it, else a junction, else a copy.
    Link {
        at: PathBuf,
        target: PathBuf,
        place: PathBuf,
        tree: Option<&'a Tree>,
        /// Which of the placed links it is.
        placed: usize,
    },
}

/// Makes the folders of a plan and everything that is put in place, and brings it to the disk.
pub(super) fn fill(disk: &dyn Disk, plan: &mut Plan<'_>) -> Result<(), Error> {
    for (folder, access) in plan.journal.made.iter().zip(&plan.made_access) {
        disk.make_folder(folder, *access).map_err(unwritable)?;
    }
    for stage in &plan.journal.stages {
        disk.make_folder(stage, Access::Private)
            .map_err(unwritable)?;
    }
    for fill in &plan.fills {
        match fill {
            Fill::Tree { at, tree } => write_tree(disk, at, tree)?,
            Fill::Folders { at, folders } => {
                for folder in folders {
                    make_if_missing(disk, &at.join(folder))?;
                }
            }
            Fill::File { at, bytes, access } => disk.create(at, bytes, *access)?,
            Fill::Copy { at, place, tree } => copy(disk, at, place, *tree)?,
            Fill::Link {
                at,
                target,
                place,
                tree,
                placed,
            } => {
                let how = link(disk, at, target, place, *tree)?;
                if let Some(placed) = plan.applied.placed.get_mut(*placed) {
                    placed.how = how;
                }
            }
        }
    }
    for stage in &plan.journal.stages {
        disk.sync(stage)?;
    }
    Ok(())
}

fn write_tree(disk: &dyn Disk, at: &Path, tree: &Tree) -> Result<(), Error> {
    let mut folders = BTreeSet::from([at.to_path_buf()]);
    for (path, _) in tree.files() {
        let above = Path::new(path.as_str()).ancestors().skip(1);
        folders.extend(above.map(|folder| at.join(folder)));
    }
    // A folder sorts before what is in it.
    for folder in &folders {
        disk.make_folder(folder, Access::Shared)?;
    }
    for (path, file) in tree.files() {
        let access = if file.executable {
            Access::Executable
        } else {
            Access::Shared
        };
        disk.create(&at.join(path.as_str()), &file.bytes, access)?;
    }
    for folder in &folders {
        disk.sync(folder)?;
    }
    Ok(())
}

fn copy(disk: &dyn Disk, at: &Path, place: &Path, tree: Option<&Tree>) -> Result<(), Error> {
    if let Some(tree) = tree {
        return write_tree(disk, at, tree);
    }
    let missing = || prowess_fs::Error::NotFound {
        path: place.to_path_buf(),
    };
    let tree = kept::read_tree(place, &TreeLimits::default())?.ok_or_else(missing)?;
    write_tree(disk, at, &tree)
}

/// Makes the first of link, junction and copy that can be made (IN-30).
fn link(
    disk: &dyn Disk,
    at: &Path,
    target: &Path,
    place: &Path,
    tree: Option<&Tree>,
) -> Result<How, Error> {
    let refused = match disk.link(target, at, LinkKind::Symbolic) {
        Ok(()) => return Ok(How::Link),
        Err(error) if is_for_want_of_links(&error) => error,
        Err(error) => return Err(error.into()),
    };
    let reason = refused.reason();
    match disk.link(place, at, LinkKind::Junction) {
        Ok(()) => Ok(How::Junction { reason }),
        Err(error) if is_for_want_of_links(&error) => {
            copy(disk, at, place, tree)?;
            Ok(How::CopyForWantOfLinks { reason })
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether links cannot be made here at all, or not by this user.
fn is_for_want_of_links(error: &prowess_fs::Error) -> bool {
    /// Windows: a required privilege is not held by the client.
    const NO_RIGHT: i32 = 1314;
    match error {
        prowess_fs::Error::Denied { .. } => true,
        prowess_fs::Error::System { source, .. } => {
            source.kind() == std::io::ErrorKind::Unsupported
                || (cfg!(windows) && source.raw_os_error() == Some(NO_RIGHT))
        }
        _ => false,
    }
}

fn make_if_missing(disk: &dyn Disk, folder: &Path) -> Result<(), Error> {
    match disk.make_folder(folder, Access::Shared) {
        Err(prowess_fs::Error::Exists { .. }) => Ok(()),
        other => Ok(other?),
    }
}

/// A folder that cannot be written to is named itself, not what was to be made in it.
fn unwritable(error: prowess_fs::Error) -> Error {
    match error {
        prowess_fs::Error::Denied { path } => prowess_fs::Error::Denied {
            path: path
                .parent()
                .map_or_else(|| path.clone(), Path::to_path_buf),
        }
        .into(),
        other => other.into(),
    }
}
