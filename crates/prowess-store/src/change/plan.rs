//! What lies in the places of a change, and the moves that make it what it is to be.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::{Access, EntryKind, Folder, Links, TEMPORARY};

use super::fill::Fill;
use super::journal::{Journal, Move};
use super::{Applied, Before, Change, Extras, How, Means, Placed, Step};
use crate::disk::is_there;
use crate::kept::{self, Extra, Kept};
use crate::{Error, Places, Scope, Tree, TreeLimits, TreePath, link};

/// Most bytes of a file that a change writes for itself: a lock of some 100,000 files.
const FILE_BYTES: u64 = 64 << 20;

/// What is going to be done.
pub(super) struct Plan<'a> {
    /// The moves, and the folders for them.
    pub(super) journal: Journal,
    /// What is put into the staging folders before, in this order.
    pub(super) fills: Vec<Fill<'a>>,
    /// What can be told already.
    pub(super) applied: Applied,
    /// Who may enter each of the folders of [`Journal::made`].
    pub(super) made_access: Vec<Access>,
}

impl<'a> Plan<'a> {
    /// Looks at every place and makes the plan. Nothing is written.
    pub(super) fn of(places: &'a Places, change: &'a Change) -> Result<Self, Error> {
        let mut maker = Maker {
            places,
            workspace: Real::of(&places.workspace)?.path,
            change,
            plan: Plan {
                journal: Journal::new(),
                fills: Vec::new(),
                applied: Applied::default(),
                made_access: Vec::new(),
            },
            stages: BTreeMap::new(),
            vacated: HashSet::new(),
        };
        for step in &change.steps {
            maker.step(step)?;
        }
        maker.plan.applied.places = maker.plan.journal.places();
        Ok(maker.plan)
    }
}

struct Maker<'a> {
    places: &'a Places,
    workspace: PathBuf,
    change: &'a Change,
    plan: Plan<'a>,
    /// The staging folder of each folder that something is put into, with the names that are taken in it.
    stages: BTreeMap<PathBuf, (PathBuf, usize)>,
    /// Places that an earlier step makes empty.
    vacated: HashSet<PathBuf>,
}

impl<'a> Maker<'a> {
    fn step(&mut self, step: &'a Step) -> Result<(), Error> {
        match step {
            Step::PutSkill {
                scope,
                name,
                tree,
                before,
            } => self.put(*scope, name, tree, before),
            Step::RemoveSkill {
                scope,
                name,
                before,
                extras,
            } => self.remove(*scope, name, before, *extras),
            Step::File {
                path,
                bytes,
                before,
                access,
            } => self.file(path, bytes.as_deref(), *before, *access),
            Step::Link {
                scope,
                name,
                folder,
                means,
                before,
            } => self.link(*scope, name, folder, *means, before),
            Step::Unlink {
                scope,
                name,
                folder,
                before,
            } => self.unlink(*scope, name, folder, before),
        }
    }

    fn put(
        &mut self,
        scope: Scope,
        name: &str,
        tree: &'a Tree,
        before: &Before,
    ) -> Result<(), Error> {
        let (folder, place) = self.skill_place(scope, name)?;
        let kept = self.kept_skill(&place, before, tree)?;
        let staging = self.stage(&folder, Access::Shared)?;
        self.plan.fills.push(Fill::Tree {
            at: staging.new.clone(),
            tree,
        });
        if let Some(kept) = kept {
            self.plan.journal.moves.push(Move::Out {
                place: place.clone(),
                kept: staging.old.clone(),
            });
            self.carry(&place, kept, tree, &staging)?;
        }
        self.plan.journal.moves.push(Move::In {
            staged: staging.new,
            place,
        });
        Ok(())
    }

    /// What the user has added goes along to the new folder.
    fn carry(
        &mut self,
        place: &Path,
        kept: Kept,
        tree: &Tree,
        staging: &Staging,
    ) -> Result<(), Error> {
        let mut folders = BTreeSet::new();
        for Extra { path } in kept.extras {
            // A new file takes no place of one that the user has made; the same one is no loss.
            if let Some(file) = path.to_str().and_then(|path| tree.get(path)) {
                if is_same(place, &path, &file.bytes) {
                    continue;
                }
                return Err(Error::Taken {
                    path: place.join(path),
                });
            }
            let above = path.ancestors().skip(1);
            folders.extend(
                above
                    .filter(|above| !above.as_os_str().is_empty())
                    .map(Path::to_path_buf),
            );
            self.plan.journal.moves.push(Move::Carry {
                from: staging.old.join(&path),
                to: staging.new.join(&path),
            });
        }
        self.plan.fills.push(Fill::Folders {
            at: staging.new.clone(),
            folders,
        });
        Ok(())
    }

    fn remove(
        &mut self,
        scope: Scope,
        name: &str,
        before: &Before,
        extras: Extras,
    ) -> Result<(), Error> {
        let (folder, place) = self.skill_place(scope, name)?;
        let Some(kept) = self.kept_skill(&place, before, &Tree::new())? else {
            return Ok(());
        };
        if extras == Extras::Kept {
            refuse_extras(&place, &kept)?;
        }
        self.out(&folder, place)
    }

    fn file(
        &mut self,
        path: &Path,
        bytes: Option<&'a [u8]>,
        before: Option<Digest>,
        access: Access,
    ) -> Result<(), Error> {
        let place = self.real(path)?.path;
        let outside = || prowess_fs::Error::Outside {
            path: path.to_path_buf(),
        };
        let folder = place.parent().ok_or_else(outside)?.to_path_buf();
        let old = match prowess_fs::read(&place, FILE_BYTES) {
            Ok(old) => Some(old),
            Err(prowess_fs::Error::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        if old.as_deref().map(Digest::of) != before {
            return Err(changed(place));
        }
        match (bytes, old) {
            (None, None) => Ok(()),
            (Some(new), Some(old)) if new == old => Ok(()),
            (None, Some(_)) => self.out(&folder, place),
            (Some(bytes), old) => {
                let staging = self.stage(&folder, folder_access(access))?;
                self.plan.fills.push(Fill::File {
                    at: staging.new.clone(),
                    bytes: bytes.into(),
                    access,
                });
                self.plan.journal.moves.push(match old {
                    None => Move::In {
                        staged: staging.new,
                        place,
                    },
                    Some(old) => {
                        self.plan.fills.push(Fill::File {
                            at: staging.old.clone(),
                            bytes: old.into(),
                            access,
                        });
                        Move::Replace {
                            staged: staging.new,
                            place,
                            kept: staging.old,
                        }
                    }
                });
                Ok(())
            }
        }
    }

    fn link(
        &mut self,
        scope: Scope,
        name: &str,
        folder: &Path,
        means: Means,
        before: &Before,
    ) -> Result<(), Error> {
        let (skills, place) = self.skill_place(scope, name)?;
        let folder = self.real(folder)?.path;
        let at = folder.join(name);
        if folder == skills {
            self.placed(at, How::SameFolder);
            return Ok(());
        }
        let old = match self.at(&at, &place)? {
            At::Nothing => None,
            At::OurLink if means == Means::Link => {
                self.placed(at, How::Already);
                return Ok(());
            }
            At::OurLink => Some(()),
            At::OtherLink => return Err(Error::Taken { path: at }),
            At::Something => {
                self.our_copy(&at, before)?;
                Some(())
            }
        };
        let staging = self.stage(&folder, Access::Shared)?;
        if old.is_some() {
            self.plan.journal.moves.push(Move::Out {
                place: at.clone(),
                kept: staging.old,
            });
        }
        let tree = self.new_tree(scope, name);
        self.plan.fills.push(match means {
            Means::Copy => Fill::Copy {
                at: staging.new.clone(),
                place,
                tree,
            },
            Means::Link => Fill::Link {
                at: staging.new.clone(),
                target: link::target(&at, &place, &self.workspace),
                place,
                tree,
                placed: self.plan.applied.placed.len(),
            },
        });
        let how = match means {
            Means::Copy => How::Copy,
            Means::Link => How::Link,
        };
        self.placed(at.clone(), how);
        self.plan.journal.moves.push(Move::In {
            staged: staging.new,
            place: at,
        });
        Ok(())
    }

    fn unlink(
        &mut self,
        scope: Scope,
        name: &str,
        folder: &Path,
        before: &Before,
    ) -> Result<(), Error> {
        let (skills, place) = self.skill_place(scope, name)?;
        let folder = self.real(folder)?.path;
        let at = folder.join(name);
        if folder == skills {
            return Ok(());
        }
        match self.at(&at, &place)? {
            At::Nothing => Ok(()),
            At::OurLink => self.out(&folder, at),
            At::Something if self.our_copy(&at, before).is_ok() => self.out(&folder, at),
            At::Something | At::OtherLink => {
                self.plan.applied.not_ours.push(at);
                Ok(())
            }
        }
    }

    /// What lies at a skill's place, as far as it is what the change was made for. Nothing where nothing does.
    fn kept_skill(
        &self,
        place: &Path,
        before: &Before,
        tree: &Tree,
    ) -> Result<Option<Kept>, Error> {
        let taken = || Error::Taken {
            path: place.to_path_buf(),
        };
        if self.vacated.contains(place) {
            return Ok(None);
        }
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
    fn our_copy(&self, at: &Path, before: &Before) -> Result<(), Error> {
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
    fn at(&self, at: &Path, place: &Path) -> Result<At, Error> {
        if self.vacated.contains(at) {
            return Ok(At::Nothing);
        }
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

    /// The tree that this change puts at a skill's place.
    fn new_tree(&self, scope: Scope, name: &str) -> Option<&'a Tree> {
        self.change.steps.iter().find_map(|step| match step {
            Step::PutSkill {
                scope: of,
                name: called,
                tree,
                ..
            } if *of == scope && called == name => Some(tree),
            _ => None,
        })
    }

    /// What lies in a place is put aside, and goes with the staging folder.
    fn out(&mut self, folder: &Path, place: PathBuf) -> Result<(), Error> {
        let staging = self.stage(folder, Access::Shared)?;
        self.vacated.insert(place.clone());
        self.plan.journal.moves.push(Move::Out {
            place,
            kept: staging.old,
        });
        Ok(())
    }

    fn placed(&mut self, at: PathBuf, how: How) {
        self.plan.applied.placed.push(Placed { at, how });
    }

    /// The real folder of a scope's skills, and the place of a skill in it.
    fn skill_place(&self, scope: Scope, name: &str) -> Result<(PathBuf, PathBuf), Error> {
        check_name(name)?;
        let folder = self.places.skills(scope).ok_or(Error::NoHome)?;
        let folder = self.real(&folder)?.path;
        let place = folder.join(name);
        Ok((folder, place))
    }

    /// The real path of one that is beneath the workspace, or the user's own. A link in the workspace, which the project
    /// brings, leads nowhere else.
    fn real(&self, path: &Path) -> Result<Real, Error> {
        let real = Real::of(path)?;
        if path.starts_with(&self.places.workspace)
            && !path.starts_with(&self.places.data)
            && !real.path.starts_with(&self.workspace)
        {
            return Err(prowess_fs::Error::Outside {
                path: path.to_path_buf(),
            }
            .into());
        }
        Ok(real)
    }

    /// Two new names in the staging folder beside the places of `folder`.
    fn stage(&mut self, folder: &Path, access: Access) -> Result<Staging, Error> {
        if !self.stages.contains_key(folder) {
            let real = Real::of(folder)?;
            for missing in real.missing {
                if !self.plan.journal.made.contains(&missing) {
                    self.plan.journal.made.push(missing);
                    self.plan.made_access.push(access);
                }
            }
            let stage = free_name(folder)?;
            self.plan.journal.stages.push(stage.clone());
            self.stages.insert(folder.to_path_buf(), (stage, 0));
        }
        let (stage, count) = self
            .stages
            .entry(folder.to_path_buf())
            .or_insert_with(|| (folder.join(TEMPORARY), 0));
        let number = *count;
        *count += 1;
        Ok(Staging {
            new: stage.join(format!("{number}-new")),
            old: stage.join(format!("{number}-old")),
        })
    }
}

/// Where something is made ready, and where what it takes the place of is put.
struct Staging {
    new: PathBuf,
    old: PathBuf,
}

/// What is at a name in a client's folder.
enum At {
    Nothing,
    OurLink,
    OtherLink,
    Something,
}

/// A path without links, of which the end may not be there yet.
struct Real {
    path: PathBuf,
    /// The folders that are not there, outermost first.
    missing: Vec<PathBuf>,
}

impl Real {
    fn of(path: &Path) -> Result<Self, Error> {
        let mut names: Vec<&OsStr> = Vec::new();
        let mut base = path;
        let real = loop {
            match std::fs::canonicalize(base) {
                Ok(real) => break real,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
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

/// A name for a staging folder that nothing has yet. The number of the process keeps those of two users apart.
fn free_name(folder: &Path) -> Result<PathBuf, Error> {
    let process = std::process::id();
    let mut count = 0_u64;
    loop {
        let path = folder.join(format!("{TEMPORARY}{process}-change-{count}"));
        if !is_there(&path)? {
            return Ok(path);
        }
        count += 1;
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

fn refuse_extras(place: &Path, kept: &Kept) -> Result<(), Error> {
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

fn is_same(place: &Path, path: &Path, bytes: &[u8]) -> bool {
    let read = || {
        let mut found = Vec::new();
        Folder::open(place)?
            .file(path, Links::Refused)?
            .read(TreeLimits::default().file_bytes, &mut found)?;
        Ok::<_, prowess_fs::Error>(found)
    };
    read().is_ok_and(|found| found == bytes)
}

fn changed(path: PathBuf) -> Error {
    prowess_fs::Error::Changed { path }.into()
}

/// Who may enter the folder of a file.
fn folder_access(access: Access) -> Access {
    match access {
        Access::Private => Access::Private,
        Access::Shared | Access::Executable => Access::Shared,
    }
}
