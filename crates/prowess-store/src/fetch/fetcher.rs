//! One way to every form of source.

use std::path::{Path, PathBuf};

use super::{Harvest, Limits, Revision, archive, folder, skill_file};
use crate::progress::{At, Progress};
use crate::source::{Location, Login};
use crate::{Error, Source};

/// How sources are read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fetcher {
    /// The network; nothing where the user wants none, and then only what lies on this machine can be read.
    pub client: Option<prowess_net::Client>,
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
        let harvest = match source {
            Source::Folder(path) => folder::read(&self.whole(path), source.clone(), &self.limits)?,
            Source::Archive(Location::Path(path)) => {
                archive::open(&self.whole(path), source.clone(), &self.limits)?
            }
            Source::SkillFile(url) => {
                let client = self.client(&shown)?;
                let credential = login.map(Login::credential);
                let mut tell = |bytes, of| {
                    progress.tell(At::Fetching {
                        source: &shown,
                        bytes,
                        of,
                    });
                };
                skill_file::fetch(client, url, credential, &self.limits, &mut tell).await?
            }
            _ => return Err(unread(source)),
        };
        match (at, &harvest.revision) {
            (Some(Revision::File { digest: expected }), Revision::File { digest: found })
                if expected != found =>
            {
                Err(Error::Digest {
                    source_name: shown,
                    expected: expected.clone(),
                    found: found.clone(),
                })
            }
            _ => Ok(harvest),
        }
    }

    /// What a source is now, as cheaply as that can be told.
    ///
    /// # Errors
    ///
    /// As [`Fetcher::harvest`].
    pub async fn newest(
        &self,
        source: &Source,
        login: Option<&Login>,
        progress: &dyn Progress,
    ) -> Result<Revision, Error> {
        match source {
            Source::Folder(_) => Ok(Revision::Folder),
            _ => Ok(self.harvest(source, None, login, progress).await?.revision),
        }
    }

    /// A path that may be relative, as a whole one.
    fn whole(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    fn client(&self, source: &str) -> Result<&prowess_net::Client, Error> {
        self.client.as_ref().ok_or_else(|| Error::Offline {
            source_name: source.to_owned(),
        })
    }
}

fn unread(source: &Source) -> Error {
    Error::Source {
        text: source.to_string(),
        reason: "such a source cannot be read yet".to_owned(),
    }
}
