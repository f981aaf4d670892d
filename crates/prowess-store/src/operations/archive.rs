//! `archive` and `restore`: a skill is put away, out of every folder in which skills are looked for, and brought back.

use prowess_base::SkillName;

use super::arrive::{Targets, tell_placed};
use super::report::{Became, Failed, Made, Skill, SkillKey};
use super::select::Selection;
use super::{Books, RemovedSkill, Run, Store};
use crate::archived::{self, Archived};
use crate::change::{Before, Extras, Means, Step};
use crate::door::Admission;
use crate::fetch::folder_name;
use crate::kept::read_tree;
use crate::lock::{Keeper, LockedSkill};
use crate::objects::{Manifest, Objects};
use crate::usage::Event;
use crate::wanted::WantedSkill;
use crate::{Error, Tree, TreeLimits};

/// What is to be put away, or brought back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Archive {
    /// Which skills; of a selection without names none.
    pub selection: Selection,
    /// Whether it is done.
    pub run: Run,
}

/// What came of putting skills away.
#[derive(Debug)]
#[non_exhaustive]
pub struct PutAway {
    /// The skills that are put away.
    pub skills: Vec<RemovedSkill>,
    /// What could not be.
    pub failed: Vec<Failed>,
    /// What was changed.
    pub made: Made,
}

/// What came of bringing skills back.
#[derive(Debug)]
#[non_exhaustive]
pub struct BroughtBack {
    /// The skills that are there again, as they were.
    pub skills: Vec<Skill>,
    /// What could not be brought back.
    pub failed: Vec<Failed>,
    /// What was changed.
    pub made: Made,
}

impl Store<'_> {
    /// Puts skills away, with everything that is in their folders but caches.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`], [`Error::Scopes`]; those of the locks and of the change. What concerns single skills is told in
    /// [`PutAway::failed`].
    pub fn archive(&self, request: &Archive) -> Result<PutAway, Error> {
        let skills = request.selection.of_each(&Books::open(self.places)?)?;
        let keys: Vec<SkillKey> = skills.iter().map(SkillKey::from).collect();
        let ((skills, failed), made, _) = self.make("archive", request.run, |draft| {
            let mut skills = Vec::new();
            let mut failed = Vec::new();
            for key in &keys {
                let done = draft.on_its_own(|draft| {
                    let locked = draft.books.kept(key)?.clone();
                    draft.names.push(key.name.clone());
                    let place = self.place(key)?;
                    let held = read_tree(&place, &TreeLimits::default())?;
                    let held = held.ok_or_else(|| prowess_fs::Error::NotFound {
                        path: place.clone(),
                    })?;
                    let wanted = draft.books.wanted(Keeper::of(key.scope))?;
                    let mut wanted = wanted.skills.iter();
                    let is_wanted = wanted
                        .any(|(name, wish)| name.as_str() == key.name && wish.scope == key.scope);
                    let archived = Archived::new(
                        self.places,
                        self.seconds(),
                        locked.clone(),
                        Manifest::of(&held),
                        is_wanted,
                    );
                    let mut removed = self.remove_one(draft, &locked, Extras::Kept)?;
                    removed.warnings.clear();
                    // Everything goes along, also what the user has added.
                    for step in &mut draft.steps {
                        if let Step::RemoveSkill {
                            scope,
                            name,
                            before,
                            ..
                        } = step
                            && (*scope, &*name) == (key.scope, &key.name)
                        {
                            *before = Before::Ours(held.file_digests());
                        }
                    }
                    draft.steps.push(archived.step(self.places)?);
                    draft.sources.push(held);
                    Ok(removed)
                });
                match done {
                    Ok(skill) => skills.push(skill),
                    Err(error) => failed.push(Failed::of(key.clone(), error)),
                }
            }
            Ok((skills, failed))
        })?;
        Ok(PutAway {
            skills,
            failed,
            made,
        })
    }

    /// The skills that are put away: those of this workspace and of the user.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn archived(&self) -> Result<Vec<Archived>, Error> {
        let mut all = archived::all(self.places)?;
        all.retain(|of| match &of.workspace {
            Some(workspace) => *workspace == self.places.workspace,
            None => true,
        });
        Ok(all)
    }

    /// Brings skills back that were put away. The door is asked, as for an installation: rules may have changed since.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`], [`Error::Scopes`]; those of the change. What concerns single skills is told in [`BroughtBack::failed`].
    pub fn bring_back(&self, request: &Archive) -> Result<BroughtBack, Error> {
        let chosen = self.chosen_archived(&request.selection)?;
        let keys: Vec<SkillKey> = chosen.iter().map(|of| (&of.locked).into()).collect();
        let mut admissions = super::make::Admissions::default();
        let ((mut skills, failed), mut made, applied) =
            self.make("restore", request.run, |draft| {
                let mut skills = Vec::new();
                let mut failed = Vec::new();
                for (archived, key) in chosen.iter().zip(&keys) {
                    let done = draft.on_its_own(|draft| {
                        let (name, tree) = self.held(archived, key)?;
                        if let Some(locked) = draft.books.get(key.scope, &key.name) {
                            return Err(Error::AlreadyKept {
                                name: key.name.clone(),
                                scope: locked.scope,
                                source_name: locked.source.clone(),
                            });
                        }
                        draft.names.push(key.name.clone());
                        let locked: &LockedSkill = &archived.locked;
                        let origin = locked.origin()?;
                        let sides = [Some(&tree), None];
                        let admission: Option<Admission> =
                            admissions.admit(self, request.run, key, &origin, sides)?;
                        let mut skill = Skill::same(locked, self.place(key)?);
                        skill.became = Became::Back;
                        skill.admission = admission;
                        draft.steps.push(Step::PutSkill {
                            scope: key.scope,
                            name: key.name.clone(),
                            tree: tree.clone(),
                            before: Before::Nothing,
                        });
                        let clients = Targets {
                            had: &[],
                            wanted: &locked.targets,
                            means: Means::Link,
                        };
                        self.give_clients(draft, &mut skill, &tree.file_digests(), clients)?;
                        draft.steps.push(archived.end(self.places)?);
                        if archived.wanted {
                            let wish = WantedSkill {
                                origin,
                                scope: key.scope,
                                targets: locked.targets.clone(),
                            };
                            draft.books.want(&name, &wish)?;
                        }
                        draft.books.lock_mut(key.scope).put(locked.clone());
                        Ok(skill)
                    });
                    match done {
                        Ok(skill) => skills.push(skill),
                        Err(error) => failed.push(Failed::of(key.clone(), error)),
                    }
                }
                Ok((skills, failed))
            })?;
        tell_placed(&mut skills, &applied);
        // What was put away and is wanted back is not stale.
        let keys = skills.iter().map(|skill| &skill.key);
        self.note(request.run, Event::Used, keys, &mut made);
        Ok(BroughtBack {
            skills,
            failed,
            made,
        })
    }

    fn chosen_archived(&self, selection: &Selection) -> Result<Vec<Archived>, Error> {
        let mut all = self.archived()?;
        all.retain(|of| selection.scope.is_none_or(|scope| scope == of.locked.scope));
        let mut chosen = Vec::new();
        for name in &selection.names {
            let of_name: Vec<&Archived> = all.iter().filter(|of| of.locked.name == *name).collect();
            match of_name.as_slice() {
                [] => return Err(Error::NotKept { name: name.clone() }),
                [one] => chosen.push((*one).clone()),
                several => {
                    return Err(Error::Scopes {
                        name: name.clone(),
                        scopes: several.iter().map(|of| of.locked.scope).collect(),
                    });
                }
            }
        }
        Ok(chosen)
    }

    /// What the folder of a skill held.
    fn held(&self, archived: &Archived, key: &SkillKey) -> Result<(SkillName, Tree), Error> {
        let tree = Objects::of(self.places).tree(&archived.held)?;
        let tree = tree.ok_or_else(|| Error::State {
            path: self.places.data.join("objects"),
            reason: format!("what `{}` held is not kept any more", key.name),
        })?;
        Ok((folder_name(&key.name)?, tree))
    }

    /// The present moment in seconds since 1970; 0 for a clock before that.
    pub(super) fn seconds(&self) -> u64 {
        let since = self.clock.now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }
}
