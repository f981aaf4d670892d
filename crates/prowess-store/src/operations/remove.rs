//! `remove`: a skill goes, with its links and copies, its entry in the lock and its wish; or one client loses it.

use std::path::PathBuf;

use super::lying::Lying;
use super::make::Draft;
use super::report::{ClientPlace, Failed, Made, SkillKey};
use super::select::Selection;
use super::{Books, Run, Store};
use crate::change::{Extras, Step};
use crate::lock::LockedSkill;
use crate::usage::Event;
use crate::{Error, Scope};

/// What is to be removed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remove {
    /// Which skills; of a selection without names none.
    pub selection: Selection,
    /// The clients that lose it; the skill itself stays then, for the others (IN-26). None: the skill goes.
    pub clients: Vec<String>,
    /// What becomes of files that the skill did not bring.
    pub extras: Extras,
    /// Whether it is done.
    pub run: Run,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Removed {
    /// What was removed.
    pub skills: Vec<RemovedSkill>,
    /// What could not be.
    pub failed: Vec<Failed>,
    /// What was changed. Links that lead elsewhere and copies that somebody has changed stay: [`Made::not_ours`].
    pub made: Made,
}

/// A skill that was removed, or that clients lost.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemovedSkill {
    /// Which.
    pub key: SkillKey,
    /// Its folder.
    pub place: PathBuf,
    /// The clients that have lost it.
    pub clients: Vec<ClientPlace>,
    /// What else a person has to be told.
    pub warnings: Vec<String>,
}

impl Store<'_> {
    /// Removes kept skills. What the user has changed in them can be had back: see [`Store::undo`].
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`], [`Error::Scopes`]; those of the locks and of the change. What concerns single skills is told in
    /// [`Removed::failed`].
    pub fn remove(&self, request: &Remove) -> Result<Removed, Error> {
        let keys: Vec<SkillKey> = request
            .selection
            .of_each(&Books::open(self.places)?)?
            .iter()
            .map(SkillKey::from)
            .collect();
        let ((skills, failed), mut made, _) = self.make("remove", request.run, |draft| {
            let mut skills = Vec::new();
            let mut failed = Vec::new();
            for key in &keys {
                let done = draft.on_its_own(|draft| {
                    let locked = draft.books.kept(key)?.clone();
                    draft.names.push(key.name.clone());
                    match request.clients.is_empty() {
                        true => self.remove_one(draft, &locked, request.extras),
                        false => self.remove_from(draft, &locked, &request.clients),
                    }
                });
                match done {
                    Ok(skill) => skills.push(skill),
                    Err(error) => failed.push(Failed::of(key.clone(), error)),
                }
            }
            Ok((skills, failed))
        })?;
        if request.clients.is_empty() {
            let keys = skills.iter().map(|skill: &RemovedSkill| &skill.key);
            self.note(request.run, Event::Gone, keys, &mut made);
        }
        Ok(Removed {
            skills,
            failed,
            made,
        })
    }

    /// A skill goes from everywhere.
    ///
    /// # Errors
    ///
    /// As [`Store::remove`].
    pub(super) fn remove_one(
        &self,
        draft: &mut Draft<'_>,
        locked: &LockedSkill,
        extras: Extras,
    ) -> Result<RemovedSkill, Error> {
        let key = SkillKey::from(locked);
        let place = self.place(&key)?;
        let mut removed = RemovedSkill {
            key: key.clone(),
            place: place.clone(),
            clients: Vec::new(),
            warnings: Vec::new(),
        };
        let lying = match Lying::read(&place, locked.files.keys(), Some(locked)) {
            Err(Error::Taken { path }) => {
                removed.warnings.push(format!(
                    "`{}` is no folder any more; what is there stays",
                    path.display()
                ));
                None
            }
            other => other?,
        };
        let digests = lying.as_ref().map(|lying| lying.digests.clone());
        let digests = digests.unwrap_or_default();
        for client in &locked.targets {
            match self.take_from(draft, &key, client, &digests) {
                Ok(place) => removed.clients.push(place),
                // The client is not known here any more: nothing can be said of its folder.
                Err(Error::Client { name, reason }) => removed.warnings.push(format!(
                    "what `{name}` has of it stays, because its folder is not known: {reason}"
                )),
                Err(error) => return Err(error),
            }
        }
        if let Some(lying) = lying {
            if lying.tree.digest() != locked.digest {
                removed.warnings.push(
                    "it held changes of your own; `undo` brings it back with them".to_owned(),
                );
            }
            draft.steps.push(Step::RemoveSkill {
                scope: key.scope,
                name: key.name.clone(),
                before: lying.before(),
                extras,
            });
        }
        draft.books.forget(&key)?;
        Ok(removed)
    }

    /// Some clients lose a skill.
    fn remove_from(
        &self,
        draft: &mut Draft<'_>,
        locked: &LockedSkill,
        clients: &[String],
    ) -> Result<RemovedSkill, Error> {
        let key = SkillKey::from(locked);
        let place = self.place(&key)?;
        let lying = Lying::read(&place, locked.files.keys(), Some(locked))?;
        let digests = lying.map(|lying| lying.digests).unwrap_or_default();
        let mut removed = RemovedSkill {
            key: key.clone(),
            place,
            clients: Vec::new(),
            warnings: Vec::new(),
        };
        let mut entry = locked.clone();
        for client in clients {
            if !entry.targets.contains(client) {
                removed.warnings.push(format!("`{client}` has not got it"));
                continue;
            }
            let place = self.take_from(draft, &key, client, &digests)?;
            removed.clients.push(place);
            entry.targets.retain(|target| target != client);
        }
        draft.books.retarget(&key, &entry.targets)?;
        draft.books.lock_mut(key.scope).put(entry);
        Ok(removed)
    }
}

impl Books<'_> {
    /// A skill that is kept.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`].
    pub(super) fn kept(&self, key: &SkillKey) -> Result<&LockedSkill, Error> {
        self.get(key.scope, &key.name)
            .ok_or_else(|| Error::NotKept {
                name: key.name.clone(),
            })
    }

    /// A skill is neither kept nor wanted any more, and no edit of it is meant.
    ///
    /// # Errors
    ///
    /// As [`Books::unwant`].
    pub(super) fn forget(&mut self, key: &SkillKey) -> Result<(), Error> {
        let scope: Scope = key.scope;
        self.lock_mut(scope).remove(scope, &key.name);
        self.edits.say(scope, &key.name, None);
        self.unwant(scope, &key.name)
    }
}
