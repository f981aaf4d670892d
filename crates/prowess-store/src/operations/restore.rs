//! `install` without a source: what the locks keep is there again, with the same bytes, and what is newly wanted comes.

use prowess_base::SkillName;

use super::arrive::{Arrival, Targets, tell_placed};
use super::books::wishes_path;
use super::fetching::{Sought, same_skill};
use super::lying::Lying;
use super::make::{Admissions, Draft};
use super::report::{Became, Failed, Made, Skill, SkillKey};
use super::{Books, Conflicts, Run, Store};
use crate::change::Means;
use crate::fetch::{Revision, folder_name};
use crate::lock::{Keeper, LockedSkill, Origin};
use crate::objects::Objects;
use crate::status::{self, State, Status};
use crate::usage::Event;
use crate::wanted::{Fault, WantedSkill};
use crate::{Error, Source, Tree};

/// What is to be restored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Restore {
    /// Whether a lock may change.
    pub locks: LockUse,
    /// Whether it is done.
    pub run: Run,
}

/// Whether a lock may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LockUse {
    /// What is newly wanted, or wanted otherwise, enters it.
    #[default]
    Written,
    /// It may not: where it would, nothing is done ([`Error::Frozen`]).
    Frozen,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Restored {
    /// Every skill that is kept, and those that are new.
    pub skills: Vec<Skill>,
    /// How it stood with those that were kept, before anything was done. What is edited or changed is left as it is.
    pub found: Vec<Status>,
    /// What could not be restored.
    pub failed: Vec<Failed>,
    /// Wishes that do not hold, each with its file.
    pub faults: Vec<(std::path::PathBuf, Fault)>,
    /// Skills that are kept and that nobody wants any more; they stay until they are removed.
    pub unwanted: Vec<SkillKey>,
    /// What was changed.
    pub made: Made,
}

/// A skill with its bytes, ready to be put in its place.
struct Ready {
    key: SkillKey,
    name: SkillName,
    origin: Origin,
    revision: Revision,
    tree: Tree,
    targets: Vec<String>,
    warnings: Vec<String>,
}

/// What is wanted, compared with what is kept.
struct Compared {
    /// Kept, and as it is wanted but for the clients: with those that are wanted.
    kept: Vec<(LockedSkill, Vec<String>)>,
    /// Wanted and not kept, or kept otherwise.
    new: Vec<(SkillKey, WantedSkill)>,
    faults: Vec<(std::path::PathBuf, Fault)>,
    unwanted: Vec<SkillKey>,
}

impl Store<'_> {
    /// Restores what the locks keep: from what is kept of it on this machine, else from its source, with the same bytes or not at
    /// all. What is wanted and not kept yet is installed.
    ///
    /// # Errors
    ///
    /// [`Error::Frozen`]; those of the locks and of the change. What concerns single skills is told in [`Restored::failed`].
    pub async fn restore(&self, request: &Restore) -> Result<Restored, Error> {
        let books = Books::open(self.places)?;
        let compared = self.compared(&books)?;
        if request.locks == LockUse::Frozen {
            refuse_changes(&compared)?;
        }
        let found = status::verify(
            self.places,
            compared.kept.iter().map(|(locked, _)| locked),
            &books.edits,
        );
        let mut failed = Vec::new();
        let ready = self
            .ready(request.run, &compared, &found, &mut failed)
            .await;
        let mut admissions = Admissions::default();
        let ((mut skills, refused), mut made, applied) =
            self.make("install", request.run, |draft| {
                let mut skills = Vec::new();
                let mut failed = Vec::new();
                for (locked, targets) in &compared.kept {
                    let done = draft.on_its_own(|draft| self.keep(draft, locked, targets));
                    take(&locked.into(), done, &mut skills, &mut failed);
                }
                for ready in &ready {
                    let done = draft.on_its_own(|draft| {
                        self.put_ready(draft, &mut admissions, request.run, ready)
                    });
                    take(&ready.key, done.map(Some), &mut skills, &mut failed);
                }
                match request.locks {
                    LockUse::Frozen => refuse_lock_changes(draft)?,
                    LockUse::Written => {}
                }
                Ok((skills, failed))
            })?;
        failed.extend(refused);
        tell_placed(&mut skills, &applied);
        let keys = skills.iter().map(|skill| &skill.key);
        self.note(request.run, Event::Met, keys, &mut made);
        Ok(Restored {
            skills,
            found,
            failed,
            faults: compared.faults,
            unwanted: compared.unwanted,
            made,
        })
    }

    fn compared(&self, books: &Books<'_>) -> Result<Compared, Error> {
        let mut compared = Compared {
            kept: Vec::new(),
            new: Vec::new(),
            faults: Vec::new(),
            unwanted: Vec::new(),
        };
        for keeper in [Keeper::Workspace, Keeper::User] {
            let wanted = books.wanted(keeper)?;
            let path = wishes_path(self.places, keeper);
            let faults = wanted.faults.into_iter();
            compared
                .faults
                .extend(faults.map(|fault| (path.clone(), fault)));
            let locked = books
                .skills()
                .filter(|locked| Keeper::of(locked.scope) == keeper);
            for locked in locked {
                let wish = wanted.skills.iter().find(|(name, wish)| {
                    name.as_str() == locked.name && wish.scope == locked.scope
                });
                match wish {
                    Some((_, wish)) if fits(wish, locked) => {
                        let mut targets = wish.targets.clone();
                        targets.sort_unstable();
                        targets.dedup();
                        compared.kept.push((locked.clone(), targets));
                    }
                    Some(_) => {}
                    None => {
                        compared.unwanted.push(locked.into());
                        compared.kept.push((locked.clone(), locked.targets.clone()));
                    }
                }
            }
            for (name, wish) in wanted.skills {
                let key = SkillKey {
                    scope: wish.scope,
                    name: name.to_string(),
                };
                let locked = books.get(key.scope, &key.name);
                if !locked.is_some_and(|locked| fits(&wish, locked)) {
                    compared.new.push((key, wish));
                }
            }
        }
        Ok(compared)
    }

    /// The bytes of everything that is missing or new.
    async fn ready(
        &self,
        run: Run,
        compared: &Compared,
        found: &[Status],
        failed: &mut Vec<Failed>,
    ) -> Vec<Ready> {
        let mut ready = Vec::new();
        let mut sought = Vec::new();
        for ((locked, targets), status) in compared.kept.iter().zip(found) {
            if status.state != State::Missing {
                continue;
            }
            let key = SkillKey::from(locked);
            match self.kept_bytes(locked, targets) {
                Ok(Some(kept)) => ready.push(kept),
                Ok(None) => match locked.origin() {
                    Ok(origin) => sought.push(Sought {
                        key,
                        origin,
                        at: Some(locked.revision.clone()),
                    }),
                    Err(error) => failed.push(Failed::of(key, error)),
                },
                Err(error) => failed.push(Failed::of(key, error)),
            }
        }
        sought.extend(compared.new.iter().map(|(key, wish)| Sought {
            key: key.clone(),
            origin: wish.origin.clone(),
            at: None,
        }));
        let mut asked = Vec::new();
        let mut told = Vec::new();
        for skill in sought {
            match self.ask_for_outside(run, &skill.key, &skill.origin) {
                Ok(warnings) => {
                    told.push((skill.key.clone(), warnings));
                    asked.push(skill);
                }
                Err(error) => failed.push(Failed::of(skill.key, error)),
            }
        }
        for (group, harvest) in self.harvests(self.grouped(asked)).await {
            let harvest = match harvest {
                Ok(harvest) => harvest,
                Err(error) => {
                    failed.push(Failed {
                        skills: group.keys(),
                        error,
                    });
                    continue;
                }
            };
            for skill in &group.skills {
                let warnings = told.iter().find(|(key, _)| *key == skill.key);
                let warnings = warnings.map(|(_, warnings)| warnings.clone());
                match self.harvested(compared, skill, &harvest) {
                    Ok(mut found) => {
                        found.warnings.extend(warnings.unwrap_or_default());
                        ready.push(found);
                    }
                    Err(error) => failed.push(Failed::of(skill.key.clone(), error)),
                }
            }
        }
        ready
    }

    /// A kept skill from the bytes that this machine has of it.
    fn kept_bytes(&self, locked: &LockedSkill, targets: &[String]) -> Result<Option<Ready>, Error> {
        let tree = match Objects::of(self.places).tree(&locked.manifest()) {
            // A damaged copy is as good as none.
            Err(Error::Digest { .. }) => None,
            other => other?,
        };
        let Some(tree) = tree else { return Ok(None) };
        Ok(Some(Ready {
            key: locked.into(),
            name: folder_name(&locked.name)?,
            origin: locked.origin()?,
            revision: locked.revision.clone(),
            tree,
            targets: targets.to_vec(),
            warnings: Vec::new(),
        }))
    }

    /// A skill from what its source gave. One that is kept has the bytes of the lock, or is refused.
    fn harvested(
        &self,
        compared: &Compared,
        skill: &Sought,
        harvest: &crate::fetch::Harvest,
    ) -> Result<Ready, Error> {
        let key = skill.key.clone();
        let offered = same_skill(harvest, &skill.origin, &key.name)?;
        let name = folder_name(&key.name)?;
        let kept = compared.kept.iter();
        let mut kept = kept.filter(|(locked, _)| SkillKey::from(locked) == key);
        let tree = offered.tree.clone();
        if let Some((locked, targets)) = kept.next() {
            if tree.digest() != locked.digest {
                return Err(Error::Digest {
                    source_name: locked.source.clone(),
                    expected: locked.digest.to_string(),
                    found: tree.digest().to_string(),
                });
            }
            return Ok(Ready {
                key,
                name,
                origin: locked.origin()?,
                revision: locked.revision.clone(),
                tree,
                targets: targets.clone(),
                warnings: offered.warnings.clone(),
            });
        }
        let wishes = compared.new.iter();
        let wish = wishes.filter(|(of, _)| *of == key).map(|(_, wish)| wish);
        let targets = wish.flat_map(|wish| wish.targets.iter().cloned());
        let source = match &harvest.source {
            Source::Git(_) => harvest.source.clone(),
            _ => skill.origin.source.clone(),
        };
        Ok(Ready {
            name,
            origin: Origin::of(source).at(&offered.path),
            revision: harvest.revision.clone(),
            tree,
            targets: targets.collect(),
            warnings: offered.warnings.clone(),
            key,
        })
    }

    fn put_ready(
        &self,
        draft: &mut Draft<'_>,
        admissions: &mut Admissions,
        run: Run,
        ready: &Ready,
    ) -> Result<Skill, Error> {
        let mut skill = self.arrive(
            draft,
            admissions,
            run,
            &Arrival {
                name: &ready.name,
                scope: ready.key.scope,
                origin: &ready.origin,
                revision: &ready.revision,
                tree: &ready.tree,
                targets: ready.targets.clone(),
                means: Means::Link,
                conflicts: Conflicts::Stop,
            },
        )?;
        skill.warnings.extend(ready.warnings.iter().cloned());
        Ok(skill)
    }

    /// A skill that is there stays; its clients get it. Nothing where it is missing.
    fn keep(
        &self,
        draft: &mut Draft<'_>,
        locked: &LockedSkill,
        targets: &[String],
    ) -> Result<Option<Skill>, Error> {
        let key = SkillKey::from(locked);
        if draft.books.get(locked.scope, &locked.name) != Some(locked) {
            return Err(Error::Unsteady);
        }
        let place = self.place(&key)?;
        let Some(lying) = Lying::read(&place, locked.files.keys(), Some(locked))? else {
            return Ok(None);
        };
        let mut skill = Skill::same(locked, place);
        let clients = Targets {
            had: &locked.targets,
            wanted: targets,
            means: Means::Link,
        };
        self.give_clients(draft, &mut skill, &lying.digests, clients)?;
        if locked.targets != targets {
            let mut entry = locked.clone();
            entry.targets = targets.to_vec();
            draft.books.lock_mut(locked.scope).put(entry);
        }
        Ok(Some(skill))
    }
}

impl Skill {
    /// One that is as it was.
    pub(super) fn same(locked: &LockedSkill, place: std::path::PathBuf) -> Self {
        Self {
            key: locked.into(),
            place,
            source: locked.source.clone(),
            path: locked.path.clone(),
            revision: locked.revision.clone(),
            digest: locked.digest,
            became: Became::Same,
            clients: Vec::new(),
            admission: None,
            brought: Vec::new(),
            conflicts: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

fn take(
    key: &SkillKey,
    done: Result<Option<Skill>, Error>,
    skills: &mut Vec<Skill>,
    failed: &mut Vec<Failed>,
) {
    match done {
        Ok(skill) => skills.extend(skill),
        Err(error) => failed.push(Failed::of(key.clone(), error)),
    }
}

/// Whether a skill is kept from where it is wanted from.
fn fits(wish: &WantedSkill, locked: &LockedSkill) -> bool {
    let mut origin = wish.origin.clone();
    if let Source::Git(git) = &mut origin.source {
        // A skill that is chosen by its name is kept by its folder.
        git.skill = None;
        if let Some(undivided) = git.undivided.take() {
            let requested = locked.requested.clone().unwrap_or_default();
            let both = match locked.path.as_str() {
                "" => requested,
                path => format!("{requested}/{path}"),
            };
            return both == undivided && origin.source.to_string() == locked.source;
        }
    }
    origin.source.to_string() == locked.source
        && origin.requested == locked.requested
        && (origin.path.is_empty() || origin.path == locked.path)
}

/// # Errors
///
/// [`Error::Frozen`] where what is wanted is not what is kept.
fn refuse_changes(compared: &Compared) -> Result<(), Error> {
    let mut changes: Vec<String> = compared
        .new
        .iter()
        .map(|(key, _)| format!("`{}` is not kept from where it is wanted from", key.name))
        .collect();
    for (locked, targets) in &compared.kept {
        if locked.targets != *targets {
            changes.push(format!("`{}` is for other clients", locked.name));
        }
    }
    match changes.is_empty() {
        true => Ok(()),
        false => Err(Error::Frozen { changes }),
    }
}

/// # Errors
///
/// [`Error::Frozen`].
fn refuse_lock_changes(draft: &Draft<'_>) -> Result<(), Error> {
    let keepers = [Keeper::Workspace, Keeper::User];
    let changes: Vec<String> = keepers
        .into_iter()
        .flat_map(|keeper| draft.books.lock_changes(keeper))
        .collect();
    match changes.is_empty() {
        true => Ok(()),
        false => Err(Error::Frozen { changes }),
    }
}
