//! `outdated`: whether the sources of kept skills have something newer.

use futures_util::stream::{self, StreamExt as _};

use super::fetching::{Group, Sought, same_skill};
use super::select::Selection;
use super::{Books, SkillKey, Store};
use crate::Error;
use crate::fetch::Revision;
use crate::lock::{LockedSkill, Origin};
use crate::status::{Freshness, Seen};

/// How many sources are looked at at the same time.
const AT_ONCE: usize = 8;

/// What a look at the source of a skill says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Looked {
    /// The skill.
    pub key: SkillKey,
    /// Where it comes from, as the lock keeps it.
    pub source: String,
    /// What was read of the source when it was kept.
    pub revision: Revision,
    /// What the source has now. What could not be found out is never up to date.
    pub freshness: Freshness,
}

impl Store<'_> {
    /// Looks at the sources of kept skills, several at a time and each once. Nothing is written.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`]; those of the locks. What is wrong with a source is told as [`Freshness::Unknown`].
    pub async fn outdated(&self, selection: &Selection) -> Result<Vec<Looked>, Error> {
        let skills = selection.of(&Books::open(self.places)?)?;
        let (sought, mut looked) = self.sought(&skills);
        let groups = self.grouped(sought);
        let looks = groups.into_iter().map(|group| self.look_at(&skills, group));
        let looks: Vec<Vec<Looked>> = stream::iter(looks).buffered(AT_ONCE).collect().await;
        looked.extend(looks.into_iter().flatten());
        looked.sort_by(|one, other| one.key.cmp(&other.key));
        Ok(looked)
    }

    /// What is looked for, and what cannot be, because a project may not make a folder outside of it be read.
    fn sought(&self, skills: &[LockedSkill]) -> (Vec<Sought>, Vec<Looked>) {
        let mut sought = Vec::new();
        let mut looked = Vec::new();
        for locked in skills {
            let key = SkillKey::from(locked);
            let origin = locked.origin().and_then(|origin| {
                self.refuse_outside(&key, &origin)?;
                Ok(origin)
            });
            match origin {
                Ok(origin) => sought.push(Sought {
                    key,
                    origin,
                    at: None,
                }),
                Err(error) => looked.push(Looked::of(locked, Err(&error))),
            }
        }
        (sought, looked)
    }

    /// # Errors
    ///
    /// [`Error::Unanswered`]: looking at something is no reason to ask.
    fn refuse_outside(&self, key: &SkillKey, origin: &Origin) -> Result<(), Error> {
        let quiet = Store {
            ask: &crate::ask::Nobody,
            ..*self
        };
        quiet
            .ask_for_outside(super::Run::Real, key, origin)
            .map(drop)
    }

    async fn look_at(&self, skills: &[LockedSkill], group: Group) -> Vec<Looked> {
        let locked = |key: &SkillKey| skills.iter().find(|locked| SkillKey::from(*locked) == *key);
        let of_group = group.skills.iter();
        let of_group: Vec<(&Sought, &LockedSkill)> = of_group
            .filter_map(|skill| Some((skill, locked(&skill.key)?)))
            .collect();
        let known = of_group.first().map(|(_, locked)| &locked.revision);
        let newest = self
            .fetcher
            .newest(&group.source, known, None, self.progress)
            .await;
        let revision = match newest {
            Ok(revision) => revision,
            Err(error) => {
                let failed = of_group.iter();
                return failed
                    .map(|(_, locked)| Looked::of(locked, Err(&error)))
                    .collect();
            }
        };
        let seen = |revision: &Revision, digest| Seen {
            revision: revision.clone(),
            digest,
        };
        let is_known = of_group
            .iter()
            .all(|(_, locked)| revision != Revision::Folder && locked.revision == revision);
        if is_known {
            let same = seen(&revision, None);
            let known = of_group.iter();
            return known
                .map(|(_, locked)| Looked::of(locked, Ok(&same)))
                .collect();
        }
        // Another commit is no word about the one skill in it.
        let harvest = self
            .fetcher
            .harvest(&group.source, None, None, self.progress)
            .await;
        let looked = of_group.into_iter().map(|(skill, locked)| match &harvest {
            Err(error) => Looked::of(locked, Err(error)),
            Ok(harvest) => {
                let found = same_skill(harvest, &skill.origin, &locked.name);
                let found = found.map(|found| seen(&harvest.revision, Some(found.tree.digest())));
                Looked::of(locked, found.as_ref())
            }
        });
        looked.collect()
    }
}

impl Looked {
    fn of(locked: &LockedSkill, seen: Result<&Seen, &Error>) -> Self {
        Self {
            key: locked.into(),
            source: locked.source.clone(),
            revision: locked.revision.clone(),
            freshness: Freshness::of(locked, seen),
        }
    }
}
