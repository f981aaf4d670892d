//! From a draft to what is on the disk.

use std::collections::BTreeMap;

use prowess_base::Digest;

use super::books::Books;
use super::report::Made;
use super::{Run, SkillKey, Store};
use crate::ask::{Ask, Question};
use crate::change::{self, Change, Held, Recovered, Step};
use crate::door::{Admission, Offer};
use crate::history::{History, RECORDS};
use crate::lock::{LockedSkill, Locks, Origin};
use crate::objects::Objects;
use crate::progress::At;
use crate::usage::{self, Event};
use crate::{Error, Tree};

/// How often a draft is made anew where other processes change what it was made from.
const DRAFTS: usize = 5;

/// After so many changes the objects that nobody needs are removed.
const COLLECTED_EVERY: u64 = 20;

/// What is to be changed, while it is made up.
pub(super) struct Draft<'p> {
    /// What is kept and wanted.
    pub(super) books: Books<'p>,
    /// What becomes of skills, links and copies.
    pub(super) steps: Vec<Step>,
    /// Trees as their sources have them: what later merges are based on.
    pub(super) sources: Vec<Tree>,
    /// The skills that the change is called by in the history.
    pub(super) names: Vec<String>,
}

impl Draft<'_> {
    /// Takes one skill into the draft, or leaves the draft as it was: what is wrong with one skill keeps no other from coming.
    ///
    /// # Errors
    ///
    /// Those of `take`; those of the change, as far as they show before it is made.
    pub(super) fn on_its_own<R>(
        &mut self,
        take: impl FnOnce(&mut Self) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let books = self.books.clone();
        let (steps, sources) = (self.steps.len(), self.sources.len());
        let names = self.names.len();
        let taken = take(self).and_then(|result| {
            let change = Change {
                steps: self.steps.drain(steps..).collect(),
                deed: None,
            };
            change::check(self.books.places(), &change)?;
            self.steps.extend(change.steps);
            Ok(result)
        });
        if taken.is_err() {
            self.books = books;
            self.steps.truncate(steps);
            self.sources.truncate(sources);
            self.names.truncate(names);
        }
        taken
    }
}

/// What the door said already: a person is asked once, however often a draft is made.
#[derive(Default)]
pub(super) struct Admissions {
    known: BTreeMap<(SkillKey, Digest), Admission>,
}

impl Admissions {
    /// Lets a skill in, or not. In a dry run nobody is asked; what would be asked becomes a warning.
    ///
    /// # Errors
    ///
    /// As [`crate::door::Door::admit`].
    pub(super) fn admit(
        &mut self,
        store: &Store<'_>,
        run: Run,
        key: &SkillKey,
        origin: &Origin,
        [tree, before]: [Option<&Tree>; 2],
    ) -> Result<Option<Admission>, Error> {
        let Some(tree) = tree else { return Ok(None) };
        let known_as = (key.clone(), tree.digest());
        if let Some(known) = self.known.get(&known_as) {
            return Ok(Some(known.clone()));
        }
        store.progress.tell(At::Scanning { name: &key.name });
        let offer = Offer {
            name: &key.name,
            scope: key.scope,
            origin,
            tree,
            before,
        };
        let admission = match run {
            Run::Real => store.door.admit(&offer, store.ask)?,
            Run::Dry => {
                let noted = Noted::default();
                let mut admission = store.door.admit(&offer, &noted)?;
                admission.warnings.extend(noted.questions());
                admission
            }
        };
        self.known.insert(known_as, admission.clone());
        Ok(Some(admission))
    }
}

/// Answers yes and notes what was asked: for a dry run.
#[derive(Default)]
pub(super) struct Noted(std::sync::Mutex<Vec<String>>);

impl Noted {
    pub(super) fn questions(self) -> Vec<String> {
        let questions = self.0.into_inner();
        let questions = questions.unwrap_or_else(std::sync::PoisonError::into_inner);
        questions
            .into_iter()
            .map(|question| format!("it would be asked: {question}"))
            .collect()
    }
}

impl Ask for Noted {
    fn ask(&self, question: &Question<'_>) -> Option<bool> {
        let mut questions = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        questions.push(question.text());
        Some(true)
    }

    fn is_rehearsal(&self) -> bool {
        true
    }
}

impl Store<'_> {
    /// Makes a draft and carries it out; in the history it is called by the verb and [`Draft::names`]. `draft` may be called several times; what the last call gave holds.
    ///
    /// # Errors
    ///
    /// Those of `draft` and of [`Held::apply`]; [`Error::Unsteady`] where other processes change the same all the time.
    pub(super) fn make<R>(
        &self,
        verb: &str,
        run: Run,
        mut draft: impl FnMut(&mut Draft<'_>) -> Result<R, Error>,
    ) -> Result<(R, Made, change::Applied), Error> {
        for _ in 0..DRAFTS {
            let mut made_up = Draft {
                books: Books::open(self.places)?,
                steps: Vec::new(),
                sources: Vec::new(),
                names: Vec::new(),
            };
            let result = draft(&mut made_up);
            // What others have done meanwhile may be what is wrong with the draft (IN-23).
            if !made_up.books.are_current()? {
                continue;
            }
            let result = result?;
            let mut steps = std::mem::take(&mut made_up.steps);
            steps.extend(made_up.books.steps()?);
            let is_dry = run == Run::Dry || steps.is_empty();
            let change = Change {
                steps,
                deed: (!is_dry).then(|| called(verb, &made_up.names)),
            };
            if is_dry {
                let applied = change::check(self.places, &change)?;
                let made = Made::of(&applied, Recovered::Nothing);
                return Ok((result, made, applied));
            }
            let mut held = change::hold(self.places, self.disk, &mut |owner| (self.busy)(owner))?;
            if !made_up.books.are_current()? {
                continue;
            }
            let objects = Objects::of(self.places);
            for tree in &made_up.sources {
                objects.put_tree(&held, tree)?;
            }
            for step in &change.steps {
                if let Step::PutSkill { name, .. } = step {
                    self.progress.tell(At::Writing { name });
                }
            }
            let applied = held.apply(&change)?;
            let mut made = Made::of(&applied, held.recovered());
            if let Some(record) = applied.record
                && let Err(error) = tidy(&held, &objects, record)
            {
                let warning = format!("old copies could not be cleaned up: {error}");
                made.warnings.push(warning);
            }
            return Ok((result, made, applied));
        }
        Err(Error::Unsteady)
    }
}

/// A change in words: `update weather`.
fn called(verb: &str, names: &[String]) -> String {
    let mut called = verb.to_owned();
    for name in names {
        called.push(' ');
        called.push_str(name);
    }
    called
}

/// Writes down which objects are still needed, and removes now and then what is not.
fn tidy(held: &Held<'_>, objects: &Objects, record: u64) -> Result<(), Error> {
    let locks = Locks::open(held.places())?;
    let manifests: Vec<_> = locks.skills().map(LockedSkill::manifest).collect();
    objects.need(held, &manifests)?;
    if record.is_multiple_of(COLLECTED_EVERY) {
        History::of(held.places()).forget(held, RECORDS)?;
        objects.collect(held)?;
    }
    Ok(())
}

impl Store<'_> {
    /// Writes down when skills came and went, for [`Store::stale`]. That it failed is told and no more.
    pub(super) fn note<'k>(
        &self,
        run: Run,
        event: Event,
        keys: impl IntoIterator<Item = &'k SkillKey>,
        made: &mut Made,
    ) {
        if run == Run::Dry || made.record.is_none() {
            return;
        }
        let skills = keys.into_iter().map(|key| (key.scope, key.name.as_str()));
        if let Err(error) = usage::record(self.places, event, skills, self.seconds()) {
            let warning = format!("its use cannot be written down: {error}");
            made.warnings.push(warning);
        }
    }
}

impl Made {
    fn of(applied: &change::Applied, recovered: Recovered) -> Self {
        Self {
            places: applied.places.clone(),
            record: applied.record,
            recovered,
            not_ours: applied.not_ours.clone(),
            left: applied.left.clone(),
            warnings: Vec::new(),
        }
    }
}
