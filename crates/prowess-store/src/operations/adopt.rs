//! `adopt`: a skill that lies there already is kept from now on, as it lies there.

use super::arrive::{Targets, tell_placed};
use super::fetching::{Sought, same_skill};
use super::lying::Lying;
use super::make::{Admissions, Draft};
use super::report::{Became, Made, Skill, SkillKey};
use super::{Run, Store};
use crate::change::Means;
use crate::fetch::{Revision, folder_name};
use crate::kept::read_tree;
use crate::lock::{LockedSkill, Origin};
use crate::source::Login;
use crate::usage::Event;
use crate::wanted::WantedSkill;
use crate::{Error, Scope, Source, Tree, TreeLimits};

/// What is to be adopted.
#[derive(Debug, Clone)]
pub struct Adopt {
    /// Its folder beneath that of the scope.
    pub name: String,
    /// Whose folder it lies in.
    pub scope: Scope,
    /// Where it comes from; nothing: from nowhere but its own folder, so that it has no updates.
    pub origin: Option<Origin>,
    /// What exactly it was taken from, where that is known: a commit, a version.
    pub at: Option<Revision>,
    /// What stood in the address, for this run alone.
    pub login: Option<Login>,
    /// The clients that get it.
    pub targets: Vec<String>,
    /// Whether it is done.
    pub run: Run,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Adopted {
    /// The skill. Where it differs from what its source has, that is told as a warning, and it stays as it lies there: `verify` calls it
    /// changed until `edit` says that it is meant, or `update` merges.
    pub skill: Skill,
    /// What was changed.
    pub made: Made,
}

/// What a skill is compared with, and locked as.
struct Known {
    origin: Origin,
    revision: Revision,
    tree: Tree,
}

impl Store<'_> {
    /// Adopts a skill. Nothing in its folder is changed; the door is asked about what lies there.
    ///
    /// # Errors
    ///
    /// [`Error::AlreadyKept`]; [`Error::Disk`] with [`prowess_fs::Error::NotFound`] where nothing lies there; [`Error::Name`],
    /// [`Error::Client`]; those of fetching, of the door and of the change.
    pub async fn adopt(&self, request: &Adopt) -> Result<Adopted, Error> {
        let key = SkillKey {
            scope: request.scope,
            name: folder_name(&request.name)?.to_string(),
        };
        for client in &request.targets {
            self.clients.folder(client, key.scope)?;
        }
        let known = match &request.origin {
            None => None,
            Some(origin) => Some(self.known(&key, origin, request).await?),
        };
        let mut admissions = Admissions::default();
        let (mut skill, mut made, applied) = self.make("adopt", request.run, |draft| {
            self.adopt_one(draft, &mut admissions, request, &key, known.as_ref())
        })?;
        tell_placed([&mut skill], &applied);
        self.note(request.run, Event::Met, [&skill.key], &mut made);
        Ok(Adopted { skill, made })
    }

    /// What the source of a skill has.
    async fn known(
        &self,
        key: &SkillKey,
        origin: &Origin,
        request: &Adopt,
    ) -> Result<Known, Error> {
        let sought = Sought {
            key: key.clone(),
            origin: origin.clone(),
            at: request.at.clone(),
        };
        let source = self.fetched_source(key.scope, &sought.origin);
        let harvest = self
            .fetcher
            .harvest(
                &source,
                sought.at.as_ref(),
                request.login.as_ref(),
                self.progress,
            )
            .await?;
        let offered = same_skill(&harvest, origin, &key.name)?;
        let resolved = match &harvest.source {
            Source::Git(_) => Origin::of(harvest.source.clone()),
            _ => origin.clone(),
        };
        Ok(Known {
            origin: resolved.at(&offered.path),
            revision: harvest.revision.clone(),
            tree: offered.tree.clone(),
        })
    }

    fn adopt_one(
        &self,
        draft: &mut Draft<'_>,
        admissions: &mut Admissions,
        request: &Adopt,
        key: &SkillKey,
        known: Option<&Known>,
    ) -> Result<Skill, Error> {
        let name = folder_name(&key.name)?;
        if let Some(locked) = draft.books.get(key.scope, &key.name) {
            return Err(Error::AlreadyKept {
                name: key.name.clone(),
                scope: locked.scope,
                source_name: locked.source.clone(),
            });
        }
        draft.names.push(key.name.clone());
        let place = self.place(key)?;
        let whole = read_tree(&place, &TreeLimits::default())?;
        let whole = whole.ok_or_else(|| prowess_fs::Error::NotFound {
            path: place.clone(),
        })?;
        let own = || Known {
            origin: Origin::of(self.kept_source(key.scope, Source::Folder(place.clone()))),
            revision: Revision::Folder,
            tree: whole.clone(),
        };
        let own_one;
        let known = match known {
            Some(known) => known,
            None => {
                own_one = own();
                &own_one
            }
        };
        let mut entry = LockedSkill::new(
            &key.name,
            key.scope,
            &known.origin,
            known.revision.clone(),
            &known.tree,
        );
        entry.targets.clone_from(&request.targets);
        entry.targets.sort_unstable();
        entry.targets.dedup();
        let mut skill = Skill::same(&entry, place.clone());
        skill.became = Became::Taken;
        skill.admission =
            admissions.admit(self, request.run, key, &known.origin, [Some(&whole), None])?;
        let lying = Lying::read(&place, entry.files.keys(), Some(&entry))?;
        let lying = lying.ok_or(prowess_fs::Error::NotFound { path: place })?;
        let differs = entry.files.iter().any(|(path, digest)| {
            let file = lying.tree.get(path.as_str());
            file.map(|file| prowess_base::Digest::of(&file.bytes)) != Some(*digest)
        });
        if differs {
            let warning = "it differs from what its source has; it stays as it lies there";
            skill.warnings.push(warning.to_owned());
        }
        skill.warnings.extend(lying.warnings());
        let clients = Targets {
            had: &[],
            wanted: &entry.targets.clone(),
            means: Means::Link,
        };
        self.give_clients(draft, &mut skill, &lying.digests, clients)?;
        let wish = WantedSkill {
            origin: known.origin.clone(),
            scope: key.scope,
            targets: entry.targets.clone(),
        };
        draft.books.want(&name, &wish)?;
        draft.books.lock_mut(key.scope).put(entry);
        draft.sources.push(known.tree.clone());
        Ok(skill)
    }
}
