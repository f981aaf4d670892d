//! What lies in a place, compared with what a change expects there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use prowess_fs::{EntryKind, Folder, Links, TEMPORARY};

use super::Before;
use crate::disk::is_there;
use crate::kept::{self, Extra, Kept};
use crate::{Error, Places, Scope, Tree, TreeLimits, TreePath, link};

/// The folders that a change is about, as they really are.
pub(super) struct Ground<'a> {
    places: &'a Places,
    /// The workspace without links.
    pub(super) workspace: PathBuf,
}

impl<'a> Ground<'a> {
    pub(super) fn of(places: &'a Places) -> Result<Self, Error> {
        Ok(Self {
            places,
            workspace: Real::of(&places.workspace)?.path,
        })
    }

    /// What lies at a skill's place, as far as it is what the change was made for. Nothing where nothing does.
    pub(super) fn kept_skill(
        &self,
        place: &Path,
        before: &Before,
        tree: &Tree,
    ) -> Result<Option<Kept>, Error> {
        let taken = || Error::Taken {
            path: place.to_path_buf(),
        };
        let files = match before {
            Before::Ours(files) => files,
            Before::Nothing if is_there(place)? => return Err(taken()),
            Before::Nothing => return Ok(None),
        };
        // The folders of the new files are looked into, so that what the user has there goes along by itself.
        let new = tree.files().map(|(path, _)| path);
        let known = files.keys().chain(new);
        let mut kept = match kept::look(place, known) {
            Err(Error::Disk(prowess_fs::Error::NotFolder { .. })) => return Err(taken()),
            other => other?.unwrap_or_default(),
        };
        for (path, digest) in files {
            if kept.files.get(path).and_then(|file| file.digest) != Some(*digest) {
                return Err(changed(place.join(path.as_str())));
            }
        }
        // A file that only the new tree knows of is the user's own.
        let own = kept.files.keys().filter(|path| !files.contains_key(*path));
        kept.extras.extend(own.map(|path| Extra {
            path: path.as_str().into(),
        }));
        Ok((is_there(place)?).then_some(kept))
    }

    /// Whether a folder of a client is the copy that was made earlier.
    pub(super) fn our_copy(&self, at: &Path, before: &Before) -> Result<(), Error> {
        let taken = || Error::Taken {
            path: at.to_path_buf(),
        };
        let kept = match self.kept_skill(at, before, &Tree::new()) {
            Ok(kept) => kept.unwrap_or_default(),
            Err(Error::Disk(prowess_fs::Error::Changed { .. })) => return Err(taken()),
            Err(error) => return Err(error),
        };
        refuse_extras(at, &kept).map_err(|_| taken())
    }

    /// What is at a name in a client's folder.
    pub(super) fn at(&self, at: &Path, place: &Path) -> Result<At, Error> {
        let (Some(parent), Some(name)) = (at.parent(), at.file_name()) else {
            return Ok(At::Something);
        };
        let look = || {
            let folder = Folder::open(parent)?;
            let name = Path::new(name);
            let (_, kind) = folder.identity_of(name)?;
            Ok(match kind {
                EntryKind::Link if link::leads_to(at, &folder.read_link(name)?, place) => {
                    At::OurLink
                }
                EntryKind::Link => At::OtherLink,
                _ => At::Something,
            })
        };
        match look() {
            Err(prowess_fs::Error::NotFound { .. }) => Ok(At::Nothing),
            other => Ok(other?),
        }
    }

    /// The real folder of a scope's skills, and the place of a skill in it.
    pub(super) fn skill_place(
        &self,
        scope: Scope,
        name: &str,
    ) -> Result<(PathBuf, PathBuf), Error> {
        check_name(name)?;
        let folder = self.places.skills(scope).ok_or(Error::NoHome)?;
        let folder = self.real(&folder)?.path;
        let place = folder.join(name);
        Ok((folder, place))
    }

    /// The real path of one that is beneath the workspace, or the user's own. A link in the workspace, which the project
    /// brings, leads nowhere else.
    pub(super) fn real(&self, path: &Path) -> Result<Real, Error> {
        let real = Real::of(path)?;
        if path.starts_with(&self.places.workspace)
            && !self.is_own(path)
            && !real.path.starts_with(&self.workspace)
        {
            return Err(prowess_fs::Error::Outside {
                path: path.to_path_buf(),
            }
            .into());
        }
        Ok(real)
    }

    /// Whether a path is the user's own although it is beneath the workspace, as where that is their home.
    fn is_own(&self, path: &Path) -> bool {
        let Places {
            workspace,
            home,
            data,
        } = self.places;
        let is_beneath =
            |folder: &PathBuf| folder.starts_with(workspace) && path.starts_with(folder);
        is_beneath(data) || home.as_ref().is_some_and(is_beneath)
    }
}

/// What is at a name in a client's folder.
pub(super) enum At {
    Nothing,
    OurLink,
    OtherLink,
    Something,
}

/// A path without links, of which the end may not be there yet.
pub(super) struct Real {
    pub(super) path: PathBuf,
    /// The folders that are not there, outermost first.
    pub(super) missing: Vec<PathBuf>,
}

impl Real {
    pub(super) fn of(path: &Path) -> Result<Self, Error> {
        let mut names: Vec<&OsStr> = Vec::new();
        let mut base = path;
        let real = loop {
            match std::fs::canonicalize(base) {
                Ok(real) => break real,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) if source.kind() == std::io::ErrorKind::PermissionDenied => {
                    return Err(prowess_fs::Error::Denied {
                        path: base.to_path_buf(),
                    }
                    .into());
                }
                Err(source) => {
                    return Err(prowess_fs::Error::System {
                        path: base.to_path_buf(),
                        source,
                    }
                    .into());
                }
            }
            // A link that leads nowhere is not filled.
            if is_there(base)? {
                return Err(prowess_fs::Error::Link {
                    path: base.to_path_buf(),
                }
                .into());
            }
            let (Some(parent), Some(name)) = (base.parent(), base.file_name()) else {
                return Err(prowess_fs::Error::NotFound {
                    path: path.to_path_buf(),
                }
                .into());
            };
            names.push(name);
            base = parent;
        };
        let mut so_far = real;
        let mut missing = Vec::new();
        for name in names.into_iter().rev() {
            so_far.push(name);
            missing.push(so_far.clone());
        }
        Ok(Self {
            path: so_far,
            missing,
        })
    }
}

/// The last look at a name from outside, before it becomes a part of a path (IN-17).
fn check_name(name: &str) -> Result<(), Error> {
    let refused = |reason: String| Error::Name {
        name: name.to_owned(),
        reason,
    };
    name.parse::<TreePath>()
        .map_err(|fault| refused(fault.to_string()))?;
    if name.contains('/') {
        return Err(refused("it is no single name".to_owned()));
    }
    if name.starts_with(TEMPORARY) {
        return Err(refused(format!(
            "`{TEMPORARY}` is how names start that go again"
        )));
    }
    Ok(())
}

pub(super) fn refuse_extras(place: &Path, kept: &Kept) -> Result<(), Error> {
    let own = kept.extras.iter().filter(|extra| !extra.is_cache());
    let extras: Vec<_> = own.map(ToString::to_string).collect();
    if extras.is_empty() {
        return Ok(());
    }
    Err(Error::Extras {
        path: place.to_path_buf(),
        extras,
    })
}

pub(super) fn is_same(place: &Path, path: &Path, bytes: &[u8]) -> bool {
    let read = || {
        let mut found = Vec::new();
        Folder::open(place)?
            .file(path, Links::Refused)?
            .read(TreeLimits::default().file_bytes, &mut found)?;
        Ok::<_, prowess_fs::Error>(found)
    };
    read().is_ok_and(|found| found == bytes)
}

pub(super) fn changed(path: PathBuf) -> Error {
    prowess_fs::Error::Changed { path }.into()
}
