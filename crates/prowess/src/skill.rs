//! One skill of an engine: found, read, activated.

use std::borrow::Cow;

use prowess_catalog::{
    ArgumentRule, Entry, EntryId, Error as CatalogError, Reason, Trust, Verdict,
};
use prowess_prompt::{
    Activation, ActivationForm, Resources, SkillFolders, activation, fill_folders, without_place,
};

use crate::{Engine, Error, prompt_of_engine};

impl Engine {
    /// The skill that a person means: by its exact name, `SOURCE:NAME`, or a name that differs in
    /// letter case, blanks, `_` and `-`.
    ///
    /// # Errors
    ///
    /// [`CatalogError::NotFound`] with near names, [`CatalogError::Ambiguous`].
    pub fn find(&self, name: &str) -> Result<EntryId, Error> {
        Ok(self.snapshot.get(name)?)
    }

    /// The text with which an eligible skill enters a conversation. It is read again beneath its
    /// root; where the file is another one than the one that was judged, the catalogue is refreshed
    /// and the skill judged anew.
    ///
    /// A skill that another replaced is given too where it is asked for by `SOURCE:NAME`.
    ///
    /// # Errors
    ///
    /// As [`Engine::find`]; [`CatalogError::NotEligible`] with the reasons;
    /// [`CatalogError::Stale`] where the file cannot be used as it stands;
    /// [`CatalogError::Changed`] where the file changes again and again;
    /// [`CatalogError::File`].
    pub fn activate(&mut self, name: &str) -> Result<Activation, Error> {
        match self.activate_judged(name) {
            Err(Error::Skill(
                CatalogError::Changed { .. }
                | CatalogError::Stale { .. }
                | CatalogError::File(prowess_fs::Error::NotFound { .. }),
            )) => {
                self.refresh();
                self.activate_judged(name)
            }
            done => done,
        }
    }

    fn activate_judged(&self, name: &str) -> Result<Activation, Error> {
        let id = self.find(name)?;
        match self.snapshot.entry(id).map(|entry| &entry.verdict) {
            Some(Verdict::Shadowed { .. }) => {}
            _ => {
                self.snapshot.get_eligible(name)?;
            }
        }
        self.read(id)
    }

    /// The same text for a person who wants to read a skill, whether or not its requirements are
    /// met here.
    ///
    /// # Errors
    ///
    /// [`CatalogError::NotEligible`] for a skill that is invalid, beyond a limit or blocked;
    /// [`CatalogError::Changed`] where its file is not the one that was judged;
    /// [`CatalogError::File`].
    pub fn read(&self, id: EntryId) -> Result<Activation, Error> {
        let Some(entry) = self.snapshot.entry(id) else {
            return Err(Error::Skill(CatalogError::NotFound {
                query: format!("entry {}", id.0),
                near: Vec::new(),
            }));
        };
        let is_blocked = |reason: &Reason| matches!(reason, Reason::Judge { .. });
        let may_be_read = entry.trust != Trust::Blocked
            && match &entry.verdict {
                Verdict::Eligible | Verdict::Shadowed { .. } => true,
                Verdict::Ineligible { reasons } => !reasons.iter().any(is_blocked),
                _ => false,
            };
        if !may_be_read {
            self.snapshot.get_eligible(&entry.name)?;
        }
        let content = self.snapshot.content(id)?;
        let resources = self.resources(id)?;
        let placeless;
        let entry = if self.is_on_disk(entry) {
            entry
        } else {
            placeless = without_place(entry);
            &placeless
        };
        Ok(activation(
            entry,
            &self.with_folders(entry, content.body()),
            Some(&resources),
            ActivationForm::default(),
        ))
    }

    /// The body with the folders that it speaks of, in profiles where bodies have placeholders.
    fn with_folders<'b>(&self, entry: &Entry, body: &'b str) -> Cow<'b, str> {
        if self.snapshot.profile.calls.arguments != ArgumentRule::Placeholders {
            return Cow::Borrowed(body);
        }
        let project = self.workspace().path().to_string_lossy();
        let folders = SkillFolders::of(&self.snapshot, entry);
        fill_folders(body, folders.with(Some(&project), None))
    }

    /// The files of a skill beside its SKILL.md, named and counted, never read.
    ///
    /// # Errors
    ///
    /// [`Error::Prompt`] where its folder cannot be looked through.
    pub fn resources(&self, id: EntryId) -> Result<Resources, Error> {
        match self.snapshot.entry(id) {
            Some(entry) => Ok(prompt_of_engine::resources(&self.snapshot, entry)?),
            None => Ok(Resources::default()),
        }
    }
}
