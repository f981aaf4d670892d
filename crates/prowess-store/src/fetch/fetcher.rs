//! One way to every form of source.

use std::path::{Path, PathBuf};

use super::git::{self, GitProgram};
use super::{Harvest, Limits, Revision, Via, archive, folder, registry, site, web};
use crate::progress::{At, Progress};
use crate::source::{Location, Login};
use crate::{Error, Source};

/// How sources are read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fetcher {
    /// The network; nothing where the user wants none, and then only what lies on this machine can be read.
    pub client: Option<prowess_net::Client>,
    /// The program that reads repositories of Git; nothing where none is to be run.
    pub git: Option<GitProgram>,
    /// How much is taken.
    pub limits: Limits,
    /// The folder that relative paths count from.
    pub folder: PathBuf,
}

impl Fetcher {
    /// A fetcher without a network.
    #[must_use]
    pub fn offline(folder: PathBuf) -> Self {
        Self {
            client: None,
            git: None,
            limits: Limits::default(),
            folder,
        }
    }

    /// Reads the skills of a source; where `at` says it, exactly as they were then. A folder has no revision: whether it is still the
    /// same is told by digests alone.
    ///
    /// # Errors
    ///
    /// [`Error::Offline`]; [`Error::Digest`] where a file is not the one of `at`; and whatever the form of source says.
    pub async fn harvest(
        &self,
        source: &Source,
        at: Option<&Revision>,
        login: Option<&Login>,
        progress: &dyn Progress,
    ) -> Result<Harvest, Error> {
        let shown = source.to_string();
        progress.tell(At::Fetching {
            source: &shown,
            bytes: 0,
            of: None,
        });
        match source {
            Source::Folder(path) => folder::read(&self.whole(path), source.clone(), &self.limits),
            Source::Archive(Location::Path(path)) => {
                let harvest = archive::open(&self.whole(path), source.clone(), &self.limits)?;
                match (at, &harvest.revision) {
                    (
                        Some(Revision::File { digest: expected }),
                        Revision::File { digest: found },
                    ) if expected != found => Err(Error::Digest {
                        source_name: shown,
                        expected: expected.clone(),
                        found: found.clone(),
                    }),
                    _ => Ok(harvest),
                }
            }
            Source::Archive(Location::Url(url)) => {
                web::archive(url, at, &self.via(&shown, login, progress)?).await
            }
            Source::SkillFile(url) => {
                web::skill_file(url, at, &self.via(&shown, login, progress)?).await
            }
            Source::WellKnown(url) => site::harvest(url, &self.via(&shown, login, progress)?).await,
            Source::Registry(registry) => {
                registry::harvest(registry, at, &self.via(&shown, login, progress)?).await
            }
            Source::Git(repository) => {
                let at = match at {
                    Some(Revision::Commit { commit }) => Some(commit.as_str()),
                    _ => None,
                };
                let program = self.git(&shown)?;
                git::harvest(repository, at, program, login, &self.limits, progress).await
            }
        }
    }

    /// What a source is now, as cheaply as that can be told. `at` is what is known of it: a registry that still has that version is
    /// asked for nothing more.
    ///
    /// # Errors
    ///
    /// As [`Fetcher::harvest`].
    pub async fn newest(
        &self,
        source: &Source,
        at: Option<&Revision>,
        login: Option<&Login>,
        progress: &dyn Progress,
    ) -> Result<Revision, Error> {
        let shown = source.to_string();
        match source {
            Source::Folder(_) => Ok(Revision::Folder),
            Source::Archive(Location::Url(url)) | Source::SkillFile(url) => {
                web::newest(url, &self.via(&shown, login, progress)?).await
            }
            Source::WellKnown(url) => site::newest(url, &self.via(&shown, login, progress)?).await,
            Source::Registry(registry) => {
                registry::newest(registry, at, &self.via(&shown, login, progress)?).await
            }
            Source::Git(repository) => {
                let commit = git::newest(repository, self.git(&shown)?, login).await?;
                Ok(Revision::Commit { commit })
            }
            _ => Ok(self.harvest(source, None, login, progress).await?.revision),
        }
    }

    /// A path that may be relative, as a whole one.
    fn whole(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The program for repositories.
    fn git(&self, source: &str) -> Result<&GitProgram, Error> {
        match (&self.git, &self.client) {
            (Some(program), Some(_)) => Ok(program),
            (_, None) => Err(Error::Offline {
                source_name: source.to_owned(),
            }),
            (None, _) => Err(Error::Git {
                reason: format!("`{source}` is a repository, and no program `git` may be run"),
            }),
        }
    }

    /// The way to the network.
    fn via<'v>(
        &'v self,
        source: &str,
        login: Option<&'v Login>,
        progress: &'v dyn Progress,
    ) -> Result<Via<'v>, Error> {
        let client = self.client.as_ref().ok_or_else(|| Error::Offline {
            source_name: source.to_owned(),
        })?;
        Ok(Via {
            client,
            login,
            limits: &self.limits,
            progress,
        })
    }
}
