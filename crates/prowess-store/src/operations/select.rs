//! Which of the kept skills are meant.

use super::Books;
use crate::lock::LockedSkill;
use crate::{Error, Scope};

/// Which of the kept skills are meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// Their names; none: all.
    pub names: Vec<String>,
    /// Whose alone; nothing: of every scope.
    pub scope: Option<Scope>,
}

impl Selection {
    /// The skills of these names, of every scope.
    pub fn named<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self {
            names: names.into_iter().map(Into::into).collect(),
            scope: None,
        }
    }

    /// The skills that are meant, the workspace's first.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`] for a name of none.
    pub(super) fn of(&self, books: &Books<'_>) -> Result<Vec<LockedSkill>, Error> {
        let is_in_scope =
            |locked: &&LockedSkill| self.scope.is_none_or(|scope| scope == locked.scope);
        for name in &self.names {
            let mut skills = books.skills().filter(is_in_scope);
            if !skills.any(|locked| locked.name == *name) {
                return Err(Error::NotKept { name: name.clone() });
            }
        }
        let skills = books.skills().filter(is_in_scope);
        let is_named =
            |locked: &&LockedSkill| self.names.is_empty() || self.names.contains(&locked.name);
        Ok(skills.filter(is_named).cloned().collect())
    }

    /// As [`Selection::of`], for what is not done to two skills because one has been named, nor to all because none has.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`]; [`Error::Scopes`] for a name that several scopes have.
    pub(super) fn of_each(&self, books: &Books<'_>) -> Result<Vec<LockedSkill>, Error> {
        if self.names.is_empty() {
            return Ok(Vec::new());
        }
        let skills = self.of(books)?;
        for name in &self.names {
            let of_name = skills.iter().filter(|locked| locked.name == *name);
            let scopes: Vec<Scope> = of_name.map(|locked| locked.scope).collect();
            if scopes.len() > 1 {
                return Err(Error::Scopes {
                    name: name.clone(),
                    scopes,
                });
            }
        }
        Ok(skills)
    }
}
