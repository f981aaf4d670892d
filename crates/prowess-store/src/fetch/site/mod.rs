//! Sites that publish an index of their skills at a well-known address (RFC 8615).
//!
//! The index is small and gives a digest for each skill: a look costs one request, and a list of what there is needs no
//! skill. What comes is held against its digest before anything else is done with it.

mod index;

use prowess_base::Digest;
use prowess_net::{Credential, Request, shown};
use url::Url;

pub use index::{Artifact, ENTRIES, FILES, Index, IndexEntry};

use super::harvest::{Entry, Files, gather};
use super::web::{Via, aside};
use super::{Harvest, RefusedSkill, Revision, archive, skill_file};
use crate::{Error, Source, TreeError};

/// Most bytes of an index.
pub const INDEX_BYTES: u64 = 4 << 20;

/// Where an index is, beneath the address of the site: version 0.2.0, and what came before.
const PLACES: [&str; 2] = [
    ".well-known/agent-skills/index.json",
    ".well-known/skills/index.json",
];

/// Fetches the index of a site. `site` may be the address of the index itself.
///
/// # Errors
///
/// [`Error::Net`], with the newer address where there is no index at either; [`Error::Answer`].
pub async fn look(site: &Url, via: &Via<'_>) -> Result<Index, Error> {
    let source_name = Source::WellKnown(site.clone()).to_string();
    let mut not_there = None;
    for url in places(site)? {
        let request = Request::get(url)
            .at_most(INDEX_BYTES)
            .credential(via.credential());
        match via.fetch(&source_name, &request).await {
            Ok(response) => {
                let mut index = Index::read(&response.bytes, &response.url)?;
                if response.url.origin() != site.origin() {
                    let warning = format!("the site leads to `{}`", index::host(&response.url));
                    for entry in &mut index.entries {
                        entry.warnings.insert(0, warning.clone());
                    }
                }
                return Ok(index);
            }
            Err(error @ Error::Net(prowess_net::Error::NotFound { .. })) => {
                not_there.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    Err(not_there.unwrap_or_else(|| Error::Answer {
        url: shown(site),
        reason: "it can have no index".to_owned(),
    }))
}

/// Fetches every skill of a site.
///
/// A site has no older state to go back to, so that there is no revision to ask for: the digest of each skill in the lock says
/// whether it is the one that was kept.
///
/// # Errors
///
/// As [`look`] and [`take`].
pub async fn harvest(site: &Url, via: &Via<'_>) -> Result<Harvest, Error> {
    let index = look(site, via).await?;
    take(site, &index, &|_| true, via).await
}

/// What the site's index is now: its digest. Another index is no word about one skill of it, which has its own.
///
/// # Errors
///
/// As [`look`].
pub async fn newest(site: &Url, via: &Via<'_>) -> Result<Revision, Error> {
    Ok(look(site, via).await?.revision())
}

/// Fetches the skills of an index that are wanted.
///
/// One whose bytes have another digest, are not there, or are no skill, is among [`Harvest::refused`].
///
/// # Errors
///
/// [`Error::Net`] where nothing can be said of a skill: no network, a limit of requests, a time that passed.
pub async fn take(
    site: &Url,
    index: &Index,
    wanted: &(dyn Fn(&IndexEntry) -> bool + Sync),
    via: &Via<'_>,
) -> Result<Harvest, Error> {
    let source = Source::WellKnown(site.clone());
    let taking = Taking {
        source_name: source.to_string(),
        site,
        index,
        via,
    };
    let mut all = Files {
        left_out: index.left_out.clone(),
        ..Files::default()
    };
    let mut refused = Vec::new();
    let mut left = via.limits.archive_bytes;
    for entry in index.entries.iter().filter(|entry| wanted(entry)) {
        match taking.entry(entry, &mut left).await? {
            Ok(files) => {
                let name = entry.name.as_str();
                let inner = files.entries.into_iter();
                all.entries
                    .extend(inner.map(|(path, entry)| (format!("{name}/{path}"), entry)));
                let left_out = files.left_out.into_iter();
                all.left_out
                    .extend(left_out.map(|what| format!("{name}: {what}")));
            }
            Err(error) => refused.push(RefusedSkill {
                path: entry.name.to_string(),
                name: entry.name.to_string(),
                error,
            }),
        }
    }
    let mut harvest = gather(source, index.revision(), "", all, via.limits);
    harvest.refused.append(&mut refused);
    harvest
        .refused
        .sort_by(|one, other| one.path.cmp(&other.path));
    for skill in &mut harvest.skills {
        let mut entries = index.entries.iter();
        if let Some(entry) = entries.find(|entry| entry.name.as_str() == skill.path) {
            skill.warnings.clone_from(&entry.warnings);
        }
        if skill.name != skill.path {
            skill.warnings.push(format!(
                "the index calls it `{}`, it calls itself `{}`",
                skill.path,
                skill.name.escape_debug()
            ));
        }
    }
    Ok(harvest)
}

impl Index {
    /// The revision of what is taken from it.
    #[must_use]
    pub fn revision(&self) -> Revision {
        Revision::File {
            digest: self.digest.to_string(),
        }
    }
}

/// The addresses at which the index of a site may be.
fn places(site: &Url) -> Result<Vec<Url>, Error> {
    if site.path().ends_with("/index.json") {
        return Ok(vec![site.clone()]);
    }
    let mut base = site.clone();
    if !base.path().ends_with('/') {
        base.set_path(&format!("{}/", base.path()));
    }
    PLACES
        .iter()
        .map(|place| {
            base.join(place).map_err(|error| Error::Answer {
                url: shown(site),
                reason: error.to_string(),
            })
        })
        .collect()
}

struct Taking<'t> {
    source_name: String,
    site: &'t Url,
    index: &'t Index,
    via: &'t Via<'t>,
}

/// What kept one skill from being taken, or everything.
enum Fault {
    Skill(TreeError),
    All(Error),
}

impl Taking<'_> {
    /// The files of one skill, or why it is refused.
    async fn entry(
        &self,
        entry: &IndexEntry,
        left: &mut u64,
    ) -> Result<Result<Files, TreeError>, Error> {
        match self.files(entry, left).await {
            Ok(files) => Ok(Ok(files)),
            Err(Fault::Skill(error)) => Ok(Err(error)),
            Err(Fault::All(error)) => Err(error),
        }
    }

    async fn files(&self, entry: &IndexEntry, left: &mut u64) -> Result<Files, Fault> {
        let limits = self.via.limits;
        match &entry.artifact {
            Artifact::SkillFile { url, digest } => {
                let bound = limits.skill_file_bytes;
                let bytes = self.bytes(url, Some(*digest), bound, left).await?;
                let mut files = Files::default();
                let file = skill_file::file(bytes);
                files.entries.insert("SKILL.md".to_owned(), file);
                Ok(files)
            }
            Artifact::Archive { url, digest } => {
                let bound = limits.archive_bytes;
                let bytes = self.bytes(url, Some(*digest), bound, left).await?;
                let (name, limits) = (shown(url), *limits);
                let read = aside(&self.source_name, move || {
                    archive::read(&name, &bytes, &limits)
                });
                let files = read.await.map_err(|error| match error {
                    Error::Archive { reason, .. } => unusable(url, &reason),
                    error => Fault::All(error),
                })?;
                // A folder around everything is for archives of repositories.
                match files.entries.keys().any(|path| is_skill_file(path)) {
                    true => Ok(files),
                    false => Err(unusable(url, "has no `SKILL.md` at its root")),
                }
            }
            Artifact::Files {
                folder,
                files: list,
            } => {
                let mut files = Files::default();
                for (path, digest) in list {
                    let mut url = folder.clone();
                    if let Ok(mut parts) = url.path_segments_mut() {
                        parts.pop_if_empty().extend(path.as_str().split('/'));
                    }
                    let bound = match path.as_str() {
                        path if is_skill_file(path) => limits.skill_file_bytes,
                        _ => limits.tree.file_bytes,
                    };
                    let bytes = self.bytes(&url, *digest, bound, left).await?;
                    let file: Entry = skill_file::file(bytes);
                    files.entries.insert(path.to_string(), file);
                }
                match files.entries.keys().any(|path| is_skill_file(path)) {
                    true => Ok(files),
                    false => Err(unusable(folder, "is listed without a `SKILL.md`")),
                }
            }
        }
    }

    /// Fetches what is at an address, at most `bound` and what is `left` for all together, and holds it against its digest.
    async fn bytes(
        &self,
        url: &Url,
        digest: Option<Digest>,
        bound: u64,
        left: &mut u64,
    ) -> Result<Vec<u8>, Fault> {
        let request = Request::get(url.clone())
            .at_most(bound.min(*left))
            .given_by(&self.index.url)
            .credential(self.credential(url));
        let response = match self.via.fetch(&self.source_name, &request).await {
            Ok(response) => response,
            Err(Error::Net(error)) if is_of_skill(&error) => {
                return Err(unusable(url, &error.to_string()));
            }
            Err(error) => return Err(Fault::All(error)),
        };
        *left = left.saturating_sub(response.bytes.len() as u64);
        let found = Digest::of(&response.bytes);
        match digest {
            Some(expected) if expected != found => Err(unusable(
                url,
                &format!("has the digest {found}, not {expected}"),
            )),
            _ => Ok(response.bytes),
        }
    }

    /// The login, where the address is at the site itself.
    fn credential(&self, url: &Url) -> Option<Credential> {
        let is_there = url.origin() == self.site.origin();
        self.via.credential().filter(|_| is_there)
    }
}

/// Whether an error says something of the one skill, not of the network or the site.
fn is_of_skill(error: &prowess_net::Error) -> bool {
    use prowess_net::Error as Net;
    matches!(
        error,
        Net::Scheme { .. }
            | Net::Private { .. }
            | Net::Redirects { .. }
            | Net::TooLarge { .. }
            | Net::NotFound { .. }
            | Net::Status { .. }
    )
}

fn unusable(url: &Url, reason: &str) -> Fault {
    Fault::Skill(TreeError::Unread {
        path: shown(url),
        reason: reason.to_owned(),
    })
}

fn is_skill_file(path: &str) -> bool {
    path.eq_ignore_ascii_case("SKILL.md")
}
