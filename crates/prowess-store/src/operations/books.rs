//! The files that say what is kept and wanted: both locks, both files with wishes, and the edits that are meant.

use std::path::{Path, PathBuf};

use prowess_base::{Digest, SkillName};
use prowess_fs::Access;

use super::SkillKey;
use crate::change::Step;
use crate::lock::{Keeper, Lock, LockedSkill, Locks, Origin};
use crate::status::Edits;
use crate::wanted::{self, Wanted, WantedSkill};
use crate::{Error, Places, Scope};

/// Most bytes of a `prowess.toml`.
const WISHES_BYTES: u64 = 4 << 20;

/// Those files as they were read, and as they are to be.
#[derive(Clone)]
pub(super) struct Books<'p> {
    places: &'p Places,
    locks: Locks,
    workspace: Lock,
    user: Lock,
    workspace_wishes: Wishes,
    user_wishes: Wishes,
    /// The edits that are meant; what is said of them here is written with the rest.
    pub(super) edits: Edits,
}

/// A file with wishes.
#[derive(Clone)]
struct Wishes {
    path: PathBuf,
    /// The text that was read; nothing where there is no file.
    before: Option<String>,
    /// The text that it is to have.
    text: String,
}

impl Wishes {
    fn read(path: PathBuf) -> Result<Self, Error> {
        let before = match prowess_fs::read(&path, WISHES_BYTES) {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|error| Error::State {
                path: path.clone(),
                reason: error.to_string(),
            })?),
            Err(prowess_fs::Error::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            path,
            text: before.clone().unwrap_or_default(),
            before,
        })
    }

    fn step(&self, access: Access) -> Option<Step> {
        if self.before.as_deref().unwrap_or_default() == self.text {
            return None;
        }
        Some(Step::File {
            path: self.path.clone(),
            bytes: Some(self.text.clone().into_bytes()),
            before: self
                .before
                .as_deref()
                .map(|text| Digest::of(text.as_bytes())),
            access,
        })
    }
}

/// The file of a keeper's wishes.
pub(super) fn wishes_path(places: &Places, keeper: Keeper) -> PathBuf {
    lock_folder(places, keeper).join("prowess.toml")
}

/// The folder of a keeper's files, from which relative paths in them count.
pub(super) fn lock_folder(places: &Places, keeper: Keeper) -> &Path {
    places.lock_folder(keeper.usual_scope())
}

impl<'p> Books<'p> {
    /// Reads them all.
    ///
    /// # Errors
    ///
    /// As [`Locks::open`] and [`Edits::open`]; [`Error::State`] for wishes that are no text.
    pub(super) fn open(places: &'p Places) -> Result<Self, Error> {
        let locks = Locks::open(places)?;
        let wishes = |keeper| Wishes::read(wishes_path(places, keeper));
        Ok(Self {
            places,
            workspace: locks.workspace.lock.clone(),
            user: locks.user.lock.clone(),
            locks,
            workspace_wishes: wishes(Keeper::Workspace)?,
            user_wishes: wishes(Keeper::User)?,
            edits: Edits::open(places)?,
        })
    }

    /// Whether the files are still as they were read.
    ///
    /// # Errors
    ///
    /// As [`Books::open`].
    pub(super) fn are_current(&self) -> Result<bool, Error> {
        let now = Self::open(self.places)?;
        Ok(now.locks.workspace.lock == self.locks.workspace.lock
            && now.locks.user.lock == self.locks.user.lock
            && now.workspace_wishes.before == self.workspace_wishes.before
            && now.user_wishes.before == self.user_wishes.before)
    }

    /// The places that they belong to.
    pub(super) fn places(&self) -> &'p Places {
        self.places
    }

    /// Every skill that is kept, as it is to be.
    pub(super) fn skills(&self) -> impl Iterator<Item = &LockedSkill> {
        self.workspace.skills.iter().chain(&self.user.skills)
    }

    /// A skill that is kept, as it is to be.
    pub(super) fn get(&self, scope: Scope, name: &str) -> Option<&LockedSkill> {
        match Keeper::of(scope) {
            Keeper::Workspace => &self.workspace,
            Keeper::User => &self.user,
        }
        .get(scope, name)
    }

    /// The lock of a scope as it is to be.
    pub(super) fn lock_mut(&mut self, scope: Scope) -> &mut Lock {
        match Keeper::of(scope) {
            Keeper::Workspace => &mut self.workspace,
            Keeper::User => &mut self.user,
        }
    }

    /// What a keeper's file says of wishes.
    ///
    /// # Errors
    ///
    /// As [`Wanted::read`].
    pub(super) fn wanted(&self, keeper: Keeper) -> Result<Wanted, Error> {
        let wishes = self.wishes(keeper);
        let text = wishes.text.trim_start_matches('\u{feff}');
        Wanted::read(&wishes.path, text, keeper)
    }

    /// Wants a skill, or wants it otherwise.
    ///
    /// # Errors
    ///
    /// As [`wanted::set`].
    pub(super) fn want(&mut self, name: &SkillName, skill: &WantedSkill) -> Result<(), Error> {
        let keeper = Keeper::of(skill.scope);
        if self.wanted(keeper)?.skills.get(name) == Some(skill) {
            return Ok(());
        }
        let wishes = self.wishes_mut(keeper);
        wishes.text = wanted::set(&wishes.path, &wishes.text, name, skill)?;
        Ok(())
    }

    /// Wants a skill of a scope no more. A wish of that name for another scope stays.
    ///
    /// # Errors
    ///
    /// As [`wanted::remove`].
    pub(super) fn unwant(&mut self, scope: Scope, name: &str) -> Result<(), Error> {
        let keeper = Keeper::of(scope);
        let wanted = self.wanted(keeper)?;
        let mut skills = wanted.skills.iter();
        if skills.any(|(of, skill)| of.as_str() == name && skill.scope == scope) {
            let wishes = self.wishes_mut(keeper);
            wishes.text = wanted::remove(&wishes.path, &wishes.text, name)?;
        }
        Ok(())
    }

    /// A wanted skill is wanted for these clients.
    ///
    /// # Errors
    ///
    /// As [`wanted::set`].
    pub(super) fn retarget(&mut self, key: &SkillKey, targets: &[String]) -> Result<(), Error> {
        let Some((name, mut wish)) = self.wish(key)? else {
            return Ok(());
        };
        wish.targets = targets.to_vec();
        self.want(&name, &wish)
    }

    /// A wanted skill is wanted from where its source has moved it to. A wish that does not say the folder says it no more than before.
    ///
    /// # Errors
    ///
    /// As [`wanted::set`].
    pub(super) fn follow(&mut self, key: &SkillKey, origin: &Origin) -> Result<(), Error> {
        let Some((name, mut wish)) = self.wish(key)? else {
            return Ok(());
        };
        if wish.origin.path.is_empty() || wish.origin.path == origin.path {
            return Ok(());
        }
        wish.origin.path.clone_from(&origin.path);
        self.want(&name, &wish)
    }

    fn wish(&self, key: &SkillKey) -> Result<Option<(SkillName, WantedSkill)>, Error> {
        let wanted = self.wanted(Keeper::of(key.scope))?;
        let mut skills = wanted.skills.into_iter();
        Ok(skills.find(|(name, wish)| name.as_str() == key.name && wish.scope == key.scope))
    }

    /// What would be different in a keeper's lock, a line each.
    pub(super) fn lock_changes(&self, keeper: Keeper) -> Vec<String> {
        let (before, after) = match keeper {
            Keeper::Workspace => (&self.locks.workspace.lock, &self.workspace),
            Keeper::User => (&self.locks.user.lock, &self.user),
        };
        let mut changes = Vec::new();
        for skill in &after.skills {
            match before.get(skill.scope, &skill.name) {
                None => changes.push(format!("`{}` would be new", skill.name)),
                Some(old) if old != skill => {
                    changes.push(format!("`{}` would be different", skill.name));
                }
                Some(_) => {}
            }
        }
        for skill in &before.skills {
            if after.get(skill.scope, &skill.name).is_none() {
                changes.push(format!("`{}` would be gone", skill.name));
            }
        }
        changes
    }

    /// The steps that write what is different.
    ///
    /// # Errors
    ///
    /// As [`Edits::step`].
    pub(super) fn steps(&self) -> Result<Vec<Step>, Error> {
        let mut steps: Vec<Step> = Vec::new();
        steps.extend(self.workspace_wishes.step(Access::Shared));
        steps.extend(self.user_wishes.step(Access::Private));
        steps.extend(self.edits.step()?);
        steps.extend(self.locks.workspace.steps(&self.workspace));
        steps.extend(self.locks.user.steps(&self.user));
        Ok(steps)
    }

    fn wishes(&self, keeper: Keeper) -> &Wishes {
        match keeper {
            Keeper::Workspace => &self.workspace_wishes,
            Keeper::User => &self.user_wishes,
        }
    }

    fn wishes_mut(&mut self, keeper: Keeper) -> &mut Wishes {
        match keeper {
            Keeper::Workspace => &mut self.workspace_wishes,
            Keeper::User => &mut self.user_wishes,
        }
    }
}
