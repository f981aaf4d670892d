//! `install SOURCE`: skills of a source are put in their places, entered in the lock and wanted from then on.

use std::path::PathBuf;

use prowess_base::SkillName;

use super::arrive::{Arrival, tell_placed};
use super::make::{Admissions, Draft};
use super::report::{Became, Failed, Made, Skill, SkillKey};
use super::{Conflicts, Run, Store};
use crate::change::Means;
use crate::fetch::{Choice, Harvest, RefusedSkill, Revision};
use crate::lock::{Keeper, LockedSkill, Origin};
use crate::source::Login;
use crate::usage::Event;
use crate::wanted::WantedSkill;
use crate::{Error, Scope, Source, Tree};

/// What is to be installed.
#[derive(Debug, Clone)]
pub struct Install {
    /// Where it comes from. A relative path counts from [`crate::fetch::fetcher::Fetcher::folder`].
    pub source: Source,
    /// What stood in the address, for this run alone.
    pub login: Option<Login>,
    /// Which of the skills there.
    pub pick: Pick,
    /// Another name for the folder than the skill's own (`--as`); for one skill alone.
    pub name: Option<String>,
    /// Whom it is for.
    pub scope: Scope,
    /// The clients that get it, beside those that have it already.
    pub targets: Vec<String>,
    /// How they get it.
    pub means: Means,
    /// What becomes of conflicts where the skill is kept already, from the same place.
    pub conflicts: Conflicts,
    /// Whether it is done.
    pub run: Run,
}

/// Which skills of a source are meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Pick {
    /// The one that there is; where the source itself names one, that.
    #[default]
    Only,
    /// All.
    All,
    /// These, by name, or by path where that has a `/`.
    Named(Vec<String>),
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Installed {
    /// The skills, by their paths in the source.
    pub skills: Vec<Skill>,
    /// What could not be installed: refused at the door, or no place for it.
    pub failed: Vec<Failed>,
    /// Skills of the source that may not be kept, and why.
    pub refused: Vec<RefusedSkill>,
    /// What of the source was left out, and why.
    pub left_out: Vec<String>,
    /// The folder or archive that they are taken from, where it lies outside of the workspace whose lock names it: on another machine
    /// it is not there.
    pub outside: Option<PathBuf>,
    /// What was changed.
    pub made: Made,
}

/// A chosen skill.
struct Chosen<'h> {
    name: SkillName,
    origin: Origin,
    tree: &'h Tree,
    warnings: &'h [String],
}

impl Store<'_> {
    /// What a source holds, without taking anything of it.
    ///
    /// # Errors
    ///
    /// As [`crate::fetch::fetcher::Fetcher::harvest`].
    pub async fn list(&self, source: &Source, login: Option<&Login>) -> Result<Harvest, Error> {
        self.fetcher
            .harvest(source, None, login, self.progress)
            .await
    }

    /// Installs skills of a source. One that is kept already, from the same place, is brought to what is there now, as by an update.
    ///
    /// # Errors
    ///
    /// Those of fetching and choosing; [`Error::Client`]; [`Error::Name`]; those of the change. What concerns one of several skills is
    /// told in [`Installed::failed`] instead, also where that is the only one.
    pub async fn install(&self, request: &Install) -> Result<Installed, Error> {
        self.install_at(request, None).await
    }

    /// As [`Store::install`], from exactly what was read then.
    pub(super) async fn install_at(
        &self,
        request: &Install,
        at: Option<&Revision>,
    ) -> Result<Installed, Error> {
        for client in &request.targets {
            self.clients.folder(client, request.scope)?;
        }
        let login = request.login.as_ref();
        let source = &request.source;
        let harvest = self
            .fetcher
            .harvest(source, at, login, self.progress)
            .await?;
        let chosen = self.chosen(request, &harvest)?;
        let mut admissions = Admissions::default();
        let ((mut skills, failed), mut made, applied) =
            self.make("install", request.run, |draft| {
                let mut skills = Vec::new();
                let mut failed = Vec::new();
                for chosen in &chosen {
                    let key = SkillKey {
                        scope: request.scope,
                        name: chosen.name.to_string(),
                    };
                    match self.install_one(draft, &mut admissions, request, &harvest, chosen) {
                        Ok(skill) => skills.push(skill),
                        Err(error) => failed.push(Failed {
                            skills: vec![key],
                            error,
                        }),
                    }
                }
                Ok((skills, failed))
            })?;
        tell_placed(&mut skills, &applied);
        let outside = chosen
            .first()
            .and_then(|chosen| self.outside(request.scope, &chosen.origin));
        if let (Some(place), Run::Real, false) = (&outside, request.run, skills.is_empty()) {
            self.allow_outside(place)?;
        }
        let keys = skills.iter().map(|skill| &skill.key);
        self.note(request.run, Event::Met, keys, &mut made);
        Ok(Installed {
            skills,
            failed,
            refused: harvest.refused,
            left_out: harvest.left_out,
            outside,
            made,
        })
    }

    /// The skills that are meant, with the names of their folders.
    fn chosen<'h>(
        &self,
        request: &Install,
        harvest: &'h Harvest,
    ) -> Result<Vec<Chosen<'h>>, Error> {
        let chosen = harvest.choose(match &request.pick {
            Pick::Only => Choice::Only,
            Pick::All => Choice::All,
            Pick::Named(names) => Choice::Named(names),
        })?;
        if let (Some(name), true) = (&request.name, chosen.len() > 1) {
            return Err(Error::Name {
                name: name.clone(),
                reason: "several skills are chosen".to_owned(),
            });
        }
        let source = self.kept_source(request.scope, harvest.source.clone());
        let origin = Origin::of(source);
        let mut named: Vec<Chosen<'h>> = Vec::new();
        for skill in chosen {
            let name = skill.folder_name(request.name.as_deref())?;
            if let Some(other) = named.iter().find(|other| other.name == name) {
                return Err(Error::Ambiguous {
                    name: name.to_string(),
                    paths: vec![other.origin.path.clone(), skill.path.clone()],
                });
            }
            named.push(Chosen {
                name,
                origin: origin.clone().at(&skill.path),
                tree: &skill.tree,
                warnings: &skill.warnings,
            });
        }
        Ok(named)
    }

    fn install_one(
        &self,
        draft: &mut Draft<'_>,
        admissions: &mut Admissions,
        request: &Install,
        harvest: &Harvest,
        chosen: &Chosen<'_>,
    ) -> Result<Skill, Error> {
        let name = chosen.name.as_str();
        refuse_other(draft, request.scope, name, &chosen.origin)?;
        let mut targets = request.targets.clone();
        if let Some(locked) = draft.books.get(request.scope, name) {
            targets.extend(locked.targets.iter().cloned());
        }
        targets.sort_unstable();
        targets.dedup();
        let wanted = WantedSkill {
            origin: chosen.origin.clone(),
            scope: request.scope,
            targets: targets.clone(),
        };
        let arrival = Arrival {
            name: &chosen.name,
            scope: request.scope,
            origin: &chosen.origin,
            revision: &harvest.revision,
            tree: chosen.tree,
            targets,
            means: request.means,
            conflicts: request.conflicts,
        };
        draft.on_its_own(|draft| {
            let mut skill = self.arrive(draft, admissions, request.run, &arrival)?;
            skill.warnings.extend(chosen.warnings.iter().cloned());
            if skill.became != Became::Conflicting {
                draft.books.want(&chosen.name, &wanted)?;
            }
            Ok(skill)
        })
    }
}

/// A name is kept from one place, for one scope of a keeper.
fn refuse_other(draft: &Draft<'_>, scope: Scope, name: &str, origin: &Origin) -> Result<(), Error> {
    let is_other = |locked: &&LockedSkill| {
        locked.name == name
            && Keeper::of(locked.scope) == Keeper::of(scope)
            && (locked.scope != scope
                || locked.source != origin.source.to_string()
                || locked.path != origin.path)
    };
    match draft.books.skills().find(is_other) {
        None => Ok(()),
        Some(locked) => Err(Error::AlreadyKept {
            name: name.to_owned(),
            scope: locked.scope,
            source_name: locked.source.clone(),
        }),
    }
}
