//! What lies in the places of a change, and the moves that make it what it is to be.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::{Access, TEMPORARY};

use super::fill::Fill;
use super::journal::{Journal, Move};
use super::look::{At, Ground, Real, changed, is_same, refuse_extras};
use super::{Applied, Before, Change, Extras, How, Means, Placed, Step};
use crate::disk::{is_there, node};
use crate::history::{ClientHas, Memory, manifest_of};
use crate::kept::{self, Extra, Kept};
use crate::objects::Manifest;
use crate::{Error, Places, Scope, Tree, TreeLimits, link};

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
    /// What enters the history, where the change does.
    pub(super) memory: Option<Memory>,
}

impl<'a> Plan<'a> {
    /// Looks at every place and makes the plan. Nothing is written.
    pub(super) fn of(places: &'a Places, change: &'a Change) -> Result<Self, Error> {
        let mut maker = Maker {
            ground: Ground::of(places)?,
            change,
            plan: Plan {
                journal: Journal::new(),
                fills: Vec::new(),
                applied: Applied::default(),
                made_access: Vec::new(),
                memory: change.deed.as_ref().map(|_| Memory::default()),
            },
            stages: BTreeMap::new(),
            vacated: HashSet::new(),
        };
        for step in &change.steps {
            maker.step(step)?;
        }
        maker.plan.applied.places = maker.plan.journal.places();
        if let (Some(deed), false) = (&change.deed, maker.plan.journal.moves.is_empty()) {
            maker.record(places, deed)?;
        }
        Ok(maker.plan)
    }
}

struct Maker<'a> {
    ground: Ground<'a>,
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
        let (folder, place) = self.ground.skill_place(scope, name)?;
        let kept = self.kept_skill(&place, before, tree)?;
        if kept.as_ref().is_some_and(|kept| is_as(kept, before, tree)) {
            return Ok(());
        }
        if let Some(memory) = &mut self.plan.memory {
            let old = kept.as_ref().map(|kept| manifest_of(kept, before));
            memory.skill((scope, name), &place, old, Some(tree));
        }
        let staging = self.stage(&folder, Access::Shared)?;
        self.plan.fills.push(Fill::Tree {
            at: staging.new.clone(),
            tree,
        });
        if let Some(kept) = kept {
            self.put_aside(place.clone(), staging.old.clone())?;
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
        let (folder, place) = self.ground.skill_place(scope, name)?;
        let Some(kept) = self.kept_skill(&place, before, &Tree::new())? else {
            return Ok(());
        };
        if extras == Extras::Kept {
            refuse_extras(&place, &kept)?;
        }
        if let Some(memory) = &mut self.plan.memory {
            let old = manifest_of(&kept, before);
            memory.skill((scope, name), &place, Some(old), None);
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
        let place = self.ground.real(path)?.path;
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
        if bytes == old.as_deref() {
            return Ok(());
        }
        if let Some(memory) = &mut self.plan.memory {
            memory.file(path, access, old.as_deref(), bytes);
        }
        match bytes {
            None => self.out(&folder, place),
            Some(bytes) => self.write(&folder, place, bytes.into(), old, access),
        }
    }

    /// A file is put in its place, instead of the one with the bytes `old`.
    fn write(
        &mut self,
        folder: &Path,
        place: PathBuf,
        bytes: Cow<'a, [u8]>,
        old: Option<Vec<u8>>,
        access: Access,
    ) -> Result<(), Error> {
        let Staging {
            new: staged,
            old: kept,
        } = self.stage(folder, folder_access(access))?;
        self.plan.fills.push(Fill::File {
            at: staged.clone(),
            bytes,
            access,
        });
        self.plan.journal.moves.push(match old {
            None => Move::In { staged, place },
            Some(old) => {
                self.plan.fills.push(Fill::File {
                    at: kept.clone(),
                    bytes: old.into(),
                    access,
                });
                Move::Replace {
                    staged,
                    place,
                    kept,
                }
            }
        });
        Ok(())
    }

    /// The change enters the history by the same journal.
    fn record(&mut self, places: &Places, deed: &str) -> Result<(), Error> {
        let Some(memory) = &self.plan.memory else {
            return Ok(());
        };
        let (number, path, text) = memory.record(places, deed)?;
        self.plan.applied.record = Some(number);
        let place = self.ground.real(&path)?.path;
        let folder = place.parent().unwrap_or(&places.data).to_path_buf();
        self.write(&folder, place, text.into(), None, Access::Private)
    }

    fn link(
        &mut self,
        scope: Scope,
        name: &str,
        folder: &Path,
        means: Means,
        before: &Before,
    ) -> Result<(), Error> {
        let (skills, place) = self.ground.skill_place(scope, name)?;
        let folder = self.ground.real(folder)?.path;
        let at = folder.join(name);
        if folder == skills {
            self.placed(at, How::SameFolder);
            return Ok(());
        }
        let there = self.at(&at, &place)?;
        match there {
            At::Nothing => {}
            At::OurLink if means == Means::Link => {
                self.placed(at, How::Already);
                return Ok(());
            }
            At::OurLink => {}
            At::OtherLink => return Err(Error::Taken { path: at }),
            At::Something => self.ground.our_copy(&at, before)?,
        }
        let tree = self.new_tree(scope, name);
        if tree.is_none() && (self.vacated.contains(&place) || !is_there(&place)?) {
            return Err(Error::NotKept {
                name: name.to_owned(),
            });
        }
        let staging = self.stage(&folder, Access::Shared)?;
        if !matches!(there, At::Nothing) {
            self.put_aside(at.clone(), staging.old)?;
        }
        if let Some(memory) = &mut self.plan.memory {
            let copy = match tree {
                Some(tree) => Manifest::of(tree),
                None => kept::read_tree(&place, &TreeLimits::default())?
                    .as_ref()
                    .map_or_else(Manifest::default, Manifest::of),
            };
            let after = match means {
                Means::Link => ClientHas::Link { copy },
                Means::Copy => ClientHas::Copy { copy },
            };
            memory.link((scope, name), &folder, client_has(&there, before), after);
        }
        self.plan.fills.push(match means {
            Means::Copy => Fill::Copy {
                at: staging.new.clone(),
                place,
                tree,
            },
            Means::Link => Fill::Link {
                at: staging.new.clone(),
                target: link::target(&at, &place, &self.ground.workspace),
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
        let (skills, place) = self.ground.skill_place(scope, name)?;
        let folder = self.ground.real(folder)?.path;
        let at = folder.join(name);
        if folder == skills {
            return Ok(());
        }
        let there = self.at(&at, &place)?;
        match there {
            At::Nothing => return Ok(()),
            At::OurLink => {}
            At::Something if self.ground.our_copy(&at, before).is_ok() => {}
            At::Something | At::OtherLink => {
                self.plan.applied.not_ours.push(at);
                return Ok(());
            }
        }
        if let Some(memory) = &mut self.plan.memory {
            let had = client_has(&there, before);
            memory.link((scope, name), &folder, had, ClientHas::Nothing);
        }
        self.out(&folder, at)
    }

    /// As [`Ground::kept_skill`], after the steps before.
    fn kept_skill(
        &self,
        place: &Path,
        before: &Before,
        tree: &Tree,
    ) -> Result<Option<Kept>, Error> {
        if self.vacated.contains(place) {
            return Ok(None);
        }
        self.ground.kept_skill(place, before, tree)
    }

    /// As [`Ground::at`], after the steps before.
    fn at(&self, at: &Path, place: &Path) -> Result<At, Error> {
        if self.vacated.contains(at) {
            return Ok(At::Nothing);
        }
        self.ground.at(at, place)
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
        self.put_aside(place, staging.old)
    }

    fn put_aside(&mut self, place: PathBuf, kept: PathBuf) -> Result<(), Error> {
        let node = node(&place)?;
        let aside = Move::Out { place, kept, node };
        self.plan.journal.moves.push(aside);
        Ok(())
    }

    fn placed(&mut self, at: PathBuf, how: How) {
        self.plan.applied.placed.push(Placed { at, how });
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

/// Whether a kept skill is what it is to be already, whatever else lies beside its files.
fn is_as(kept: &Kept, before: &Before, tree: &Tree) -> bool {
    let (old, new) = (manifest_of(kept, before), Manifest::of(tree));
    let keeps_modes = kept.files.values().any(|file| file.executable.is_some());
    old.files == new.files && (!keeps_modes || old.executable == new.executable)
}

/// How a client has a skill, by what is at its name and by what the change says of a copy there.
fn client_has(there: &At, before: &Before) -> ClientHas {
    let copy = match before {
        Before::Nothing => Manifest::default(),
        Before::Ours(files) => Manifest {
            files: files.clone(),
            ..Manifest::default()
        },
    };
    match there {
        At::Nothing => ClientHas::Nothing,
        At::OurLink | At::OtherLink => ClientHas::Link { copy },
        At::Something => ClientHas::Copy { copy },
    }
}

/// Where something is made ready, and where what it takes the place of is put.
struct Staging {
    new: PathBuf,
    old: PathBuf,
}

/// A name for a staging folder that nothing has yet and nobody else takes: the number of a process alone does not keep two
/// users of one folder apart, who may see different processes.
fn free_name(folder: &Path) -> Result<PathBuf, Error> {
    loop {
        let chance = RandomState::new().build_hasher().finish();
        let path = folder.join(format!("{TEMPORARY}change-{chance:016x}"));
        if !is_there(&path)? {
            return Ok(path);
        }
    }
}

/// Who may enter the folder of a file.
fn folder_access(access: Access) -> Access {
    match access {
        Access::Private => Access::Private,
        Access::Shared | Access::Executable => Access::Shared,
    }
}
