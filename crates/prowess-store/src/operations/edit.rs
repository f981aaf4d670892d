//! `edit NAME`: the user says that what a skill holds now is meant.

use super::report::Made;
use super::select::Selection;
use super::{Books, Run, SkillKey, Store};
use crate::Error;
use crate::status::{self, State, Status};

/// What is said of edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Of which skills; of a selection without names of none.
    pub selection: Selection,
    /// What.
    pub meaning: Meaning,
    /// Whether it is written down.
    pub run: Run,
}

/// Whether edits are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Meaning {
    /// They are, with just these bytes.
    #[default]
    Meant,
    /// They are not any more.
    NotMeant,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Edited {
    /// How it stands with each skill then.
    pub skills: Vec<Status>,
    /// What was changed.
    pub made: Made,
}

impl Store<'_> {
    /// Says of skills that their edits are meant, or not any more. A skill without an edit needs no word.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`], [`Error::Scopes`]; [`Error::Disk`] where one is not there or cannot be read; those of the change.
    pub fn edit(&self, request: &Edit) -> Result<Edited, Error> {
        let keys: Vec<SkillKey> = request
            .selection
            .of_each(&Books::open(self.places)?)?
            .iter()
            .map(SkillKey::from)
            .collect();
        let (skills, made, _) = self.make("edit", request.run, |draft| {
            let mut statuses = Vec::new();
            for key in &keys {
                let locked = draft.books.kept(key)?.clone();
                draft.names.push(key.name.clone());
                let edits = draft.books.edits.clone();
                let mut found = status::verify(self.places, [&locked], &edits);
                let Some(status) = found.pop() else { continue };
                refuse_absent(&self.place(key)?, &status)?;
                let is_different = !status.differences.is_empty();
                let meant = match request.meaning {
                    Meaning::Meant if is_different => status.found,
                    _ => None,
                };
                draft.books.edits.say(key.scope, &key.name, meant);
                let edits = draft.books.edits.clone();
                statuses.extend(status::verify(self.places, [&locked], &edits));
            }
            Ok(statuses)
        })?;
        Ok(Edited { skills, made })
    }
}

/// # Errors
///
/// [`Error::Disk`], [`Error::Taken`] and [`Error::State`] where there is no folder to say anything of.
fn refuse_absent(place: &std::path::Path, status: &Status) -> Result<(), Error> {
    let path = place.to_path_buf();
    match &status.state {
        State::Missing => Err(prowess_fs::Error::NotFound { path }.into()),
        State::Replaced => Err(Error::Taken { path }),
        State::Unknown { reason } => Err(Error::State {
            path,
            reason: reason.clone(),
        }),
        State::Installed | State::Edited | State::Changed => Ok(()),
    }
}
