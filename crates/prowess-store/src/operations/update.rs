//! `update`: what the sources have now is merged into what is kept.

use super::arrive::{Arrival, tell_placed};
use super::fetching::{Sought, same_skill};
use super::make::Admissions;
use super::report::{Became, Failed, Made, Skill, SkillKey};
use super::select::Selection;
use super::{Books, Conflicts, Run, Store};
use crate::change::Means;
use crate::fetch::{Harvest, Revision, folder_name};
use crate::lock::{LockedSkill, Origin};
use crate::{Error, Tree};

/// What is to be updated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Update {
    /// Which skills.
    pub selection: Selection,
    /// What becomes of files that both the user and the source have changed.
    pub conflicts: Conflicts,
    /// Whether it is done.
    pub run: Run,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Updated {
    /// The skills whose sources could be read. [`Became::Same`]: there is nothing new. [`Became::Conflicting`]: it stays as it is until
    /// the user chooses.
    pub skills: Vec<Skill>,
    /// What could not be found out or done. None of these is up to date.
    pub failed: Vec<Failed>,
    /// What was changed.
    pub made: Made,
}

/// What the source of a skill has now.
struct Newer {
    key: SkillKey,
    origin: Origin,
    revision: Revision,
    tree: Tree,
    warnings: Vec<String>,
}

impl Store<'_> {
    /// Updates kept skills. What the user has changed stays: changes of both sides are merged, and where that cannot be done it is
    /// as [`Update::conflicts`] says. The door is asked about what the merge gave, with what lay there before.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`]; those of the locks and of the change. What concerns single skills is told in [`Updated::failed`].
    pub async fn update(&self, request: &Update) -> Result<Updated, Error> {
        let skills = request.selection.of(&Books::open(self.places)?)?;
        let mut failed = Vec::new();
        let newer = self.newer(request.run, &skills, &mut failed).await;
        let mut admissions = Admissions::default();
        let ((mut skills, refused), made, applied) = self.make("update", request.run, |draft| {
            let mut skills = Vec::new();
            let mut failed = Vec::new();
            for newer in &newer {
                let done = draft.on_its_own(|draft| {
                    let key = &newer.key;
                    let locked = draft.books.get(key.scope, &key.name);
                    let not_kept = || Error::NotKept {
                        name: key.name.clone(),
                    };
                    let locked = locked.ok_or_else(not_kept)?.clone();
                    let arrival = Arrival {
                        name: &folder_name(&key.name)?,
                        scope: key.scope,
                        origin: &newer.origin,
                        revision: &newer.revision,
                        tree: &newer.tree,
                        targets: locked.targets,
                        means: Means::Link,
                        conflicts: request.conflicts,
                    };
                    let mut skill = self.arrive(draft, &mut admissions, request.run, &arrival)?;
                    skill.warnings.extend(newer.warnings.iter().cloned());
                    if skill.became != Became::Conflicting {
                        draft.books.follow(key, &newer.origin)?;
                    }
                    Ok(skill)
                });
                match done {
                    Ok(skill) => skills.push(skill),
                    Err(error) => failed.push(Failed::of(newer.key.clone(), error)),
                }
            }
            Ok((skills, failed))
        })?;
        failed.extend(refused);
        tell_placed(&mut skills, &applied);
        Ok(Updated {
            skills,
            failed,
            made,
        })
    }

    /// What the sources of skills have now.
    async fn newer(
        &self,
        run: Run,
        skills: &[LockedSkill],
        failed: &mut Vec<Failed>,
    ) -> Vec<Newer> {
        let mut sought = Vec::new();
        let mut told = Vec::new();
        for locked in skills {
            let key = SkillKey::from(locked);
            let allowed = locked.origin().and_then(|origin| {
                let warnings = self.ask_for_outside(run, &key, &origin)?;
                Ok((origin, warnings))
            });
            match allowed {
                Ok((origin, warnings)) => {
                    told.push((key.clone(), warnings));
                    sought.push(Sought {
                        key,
                        origin,
                        at: None,
                    });
                }
                Err(error) => failed.push(Failed::of(key, error)),
            }
        }
        let mut newer = Vec::new();
        for (group, harvest) in self.harvests(self.grouped(sought)).await {
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
                match found(skill, &harvest) {
                    Ok(mut found) => {
                        let warnings = told.iter().filter(|(key, _)| *key == skill.key);
                        found
                            .warnings
                            .extend(warnings.flat_map(|(_, warnings)| warnings.iter().cloned()));
                        newer.push(found);
                    }
                    Err(error) => failed.push(Failed::of(skill.key.clone(), error)),
                }
            }
        }
        newer.sort_by(|one, other| one.key.cmp(&other.key));
        newer
    }
}

/// A skill in what its source gave.
fn found(skill: &Sought, harvest: &Harvest) -> Result<Newer, Error> {
    let offered = same_skill(harvest, &skill.origin, &skill.key.name)?;
    let mut warnings = offered.warnings.clone();
    if offered.path != skill.origin.path {
        warnings.push(format!(
            "it has moved in its source, from `{}` to `{}`",
            skill.origin.path, offered.path
        ));
    }
    Ok(Newer {
        key: skill.key.clone(),
        origin: skill.origin.clone().at(&offered.path),
        revision: harvest.revision.clone(),
        tree: offered.tree.clone(),
        warnings,
    })
}
