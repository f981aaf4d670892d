//! `lock import FILE`: skills that another program keeps are kept from now on.

use std::path::{Path, PathBuf};

use super::adopt::Adopt;
use super::install::{Install, Pick};
use super::report::{Failed, Made, Skill, SkillKey};
use super::{Conflicts, Run, Store};
use crate::change::Means;
use crate::fetch::Revision;
use crate::lock::import::{self, Form, ImportedSkill, NotImported, Pin};
use crate::{Error, Scope};

/// What is to be imported.
#[derive(Debug, Clone)]
pub struct Import {
    /// The file.
    pub file: PathBuf,
    /// Whom its skills are for; nothing: as the form says, else the project.
    pub scope: Option<Scope>,
    /// The clients that get them.
    pub targets: Vec<String>,
    /// Whether it is done.
    pub run: Run,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct ImportedFile {
    /// The skills that are kept now: those that lay there as they lie, the others as their sources have them.
    pub skills: Vec<Skill>,
    /// What could not be kept.
    pub failed: Vec<Failed>,
    /// Entries of the file that say too little.
    pub refused: Vec<NotImported>,
    /// What the file says and is not carried over.
    pub lost: Vec<String>,
    /// What was changed, of each skill apart.
    pub made: Vec<Made>,
}

impl Store<'_> {
    /// Keeps the skills that a file of another program names. Each is a change of its own.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where it is no file of a form that is known, or not as that form is; [`Error::Newer`]; [`Error::Disk`].
    pub async fn import(&self, request: &Import) -> Result<ImportedFile, Error> {
        let path = self.fetcher.folder.join(&request.file);
        let form = Form::of(&path).ok_or_else(|| Error::State {
            path: path.clone(),
            reason: "it has the name of no lock that is known".to_owned(),
        })?;
        let bytes = prowess_fs::read(&path, import::BYTES)?;
        let file = import::read(form, &path, &bytes)?;
        let scope = request.scope.or(form.scope()).unwrap_or(Scope::Project);
        let mut imported = ImportedFile {
            skills: Vec::new(),
            failed: Vec::new(),
            refused: file.refused,
            lost: file.lost,
            made: Vec::new(),
        };
        for skill in &file.skills {
            let key = SkillKey {
                scope,
                name: skill.name.to_string(),
            };
            match self.import_one(request, &path, &key, skill).await {
                Ok((mut kept, made)) => {
                    let lost = skill.lost.iter();
                    kept.warnings
                        .extend(lost.map(|lost| format!("not carried over: {lost}")));
                    imported.skills.push(kept);
                    imported.made.push(made);
                }
                Err(error) => imported.failed.push(Failed::of(key, error)),
            }
        }
        Ok(imported)
    }

    async fn import_one(
        &self,
        request: &Import,
        file: &Path,
        key: &SkillKey,
        skill: &ImportedSkill,
    ) -> Result<(Skill, Made), Error> {
        let mut origin = skill.origin.clone();
        origin.source = self.source_of(file, key.scope, origin.source);
        let at = skill.pin.as_ref().and_then(revision);
        if crate::disk::is_there(&self.place(key)?)? {
            let adopted = self
                .adopt(&Adopt {
                    name: key.name.clone(),
                    scope: key.scope,
                    origin: Some(origin),
                    at,
                    login: None,
                    targets: request.targets.clone(),
                    run: request.run,
                })
                .await?;
            return Ok((adopted.skill, adopted.made));
        }
        let source = self.fetched_source(key.scope, &origin);
        let pick = match (&source, origin.path.as_str()) {
            (crate::Source::Git(_), path) if !path.is_empty() => {
                Pick::Named(vec![format!("./{path}")])
            }
            (_, "") => Pick::Only,
            (_, path) => Pick::Named(vec![format!("./{path}")]),
        };
        let install = Install {
            source,
            login: None,
            pick,
            name: Some(key.name.clone()),
            scope: key.scope,
            targets: request.targets.clone(),
            means: Means::Link,
            conflicts: Conflicts::Stop,
            run: request.run,
        };
        let installed = self.install_at(&install, at.as_ref()).await?;
        let none = || Error::NoSkill {
            source_name: skill.origin.source.to_string(),
            wanted: Some(key.name.clone()),
            offered: Vec::new(),
        };
        match installed.failed.into_iter().next() {
            Some(failed) => Err(failed.error),
            None => {
                let skill = installed.skills.into_iter().next().ok_or_else(none)?;
                Ok((skill, installed.made))
            }
        }
    }
}

/// What a pin says, where it is exact enough to be read again.
fn revision(pin: &Pin) -> Option<Revision> {
    match pin {
        Pin::Commit(commit) => Some(Revision::Commit {
            commit: commit.clone(),
        }),
        Pin::Version { version, archive } => Some(Revision::Version {
            version: version.clone(),
            digest: archive.as_ref()?.to_string(),
        }),
    }
}
