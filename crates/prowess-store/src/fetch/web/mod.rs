//! What lies at an address by itself: an archive, or one SKILL.md.

use prowess_base::Digest;
use prowess_net::{Client, Credential, Request, Response, shown};
use url::Url;

use super::{Harvest, Limits, Revision, archive, skill_file};
use crate::progress::{At, Progress};
use crate::source::{Location, Login};
use crate::{Error, Source};

/// By which way something is fetched, within which limits, and who is told how far it is.
#[derive(Clone, Copy)]
pub struct Via<'v> {
    /// The client, with the user's rules.
    pub client: &'v Client,
    /// What stood in the address and proves who asks. It goes to the host of the source alone.
    pub login: Option<&'v Login>,
    /// How much is taken.
    pub limits: &'v Limits,
    /// Who is told.
    pub progress: &'v dyn Progress,
}

impl std::fmt::Debug for Via<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Via")
            .field("client", self.client)
            .field("login", &self.login)
            .field("limits", self.limits)
            .finish_non_exhaustive()
    }
}

impl Via<'_> {
    /// Fetches a whole answer; `source_name` is what the progress calls it by.
    pub(super) async fn fetch(
        &self,
        source_name: &str,
        request: &Request,
    ) -> Result<Response, Error> {
        let mut told = |bytes, of| {
            self.progress.tell(At::Fetching {
                source: source_name,
                bytes,
                of,
            });
        };
        Ok(self.client.fetch_telling(request, &mut told).await?)
    }

    /// The login, for the host of the source.
    pub(super) fn credential(&self) -> Option<Credential> {
        self.login.map(Login::credential)
    }
}

/// Fetches an archive and the skills in it. Its form is told by its bytes; the revision is the digest of the archive, and must be that
/// of `at` where there is one. A skill at the root of the archive that has no name is called by the address.
///
/// # Errors
///
/// [`Error::Net`]; [`Error::Digest`]; [`Error::Archive`], also where a page of the web came.
pub async fn archive(url: &Url, at: Option<&Revision>, via: &Via<'_>) -> Result<Harvest, Error> {
    let source = Source::Archive(Location::Url(url.clone()));
    let source_name = source.to_string();
    let request = Request::get(url.clone())
        .at_most(via.limits.archive_bytes)
        .credential(via.credential());
    let response = via.fetch(&source_name, &request).await?;
    if starts_as_page(&response.bytes) {
        return Err(Error::Archive {
            source_name,
            reason: "a page of the web is there, not an archive".to_owned(),
        });
    }
    check_digest(&source_name, at, Digest::of(&response.bytes))?;
    let last = url.path_segments().and_then(|mut parts| parts.next_back());
    let last = last.unwrap_or_default();
    let name = archive::stem(last).unwrap_or(last).to_owned();
    let limits = *via.limits;
    aside(&source_name, move || {
        archive::harvest(source, &name, &response.bytes, &limits)
    })
    .await
}

/// Fetches one SKILL.md. The revision is its digest, and must be that of `at` where there is one. A page of the web that stands in its
/// place, as a login does, is refused.
///
/// # Errors
///
/// [`Error::Net`]; [`Error::Digest`]; [`Error::Source`] where a page came.
pub async fn skill_file(url: &Url, at: Option<&Revision>, via: &Via<'_>) -> Result<Harvest, Error> {
    let source = Source::SkillFile(url.clone()).to_string();
    let request = Request::get(url.clone())
        .at_most(via.limits.skill_file_bytes)
        .credential(via.credential());
    let response = via.fetch(&source, &request).await?;
    if is_page(&response) {
        return Err(Error::Source {
            text: source,
            reason:
                "a page of the web is there, not a `SKILL.md`; take the address of the raw file"
                    .to_owned(),
        });
    }
    check_digest(&source, at, Digest::of(&response.bytes))?;
    Ok(skill_file::harvest(url, response.bytes, via.limits))
}

/// The digest of the file that lies at an address now. There is no cheaper look at one: it is fetched whole.
///
/// # Errors
///
/// [`Error::Net`].
pub async fn newest(url: &Url, via: &Via<'_>) -> Result<Revision, Error> {
    let request = Request::get(url.clone())
        .at_most(via.limits.archive_bytes)
        .credential(via.credential());
    let response = via.fetch(&shown(url), &request).await?;
    Ok(Revision::File {
        digest: Digest::of(&response.bytes).to_string(),
    })
}

/// Unpacks beside the tasks of the runtime: a large archive takes its time.
pub(super) async fn aside<T: Send + 'static>(
    source_name: &str,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Error::Archive {
            source_name: source_name.to_owned(),
            reason: "reading it was broken off".to_owned(),
        })
    })
}

/// Holds what came against what was read before. A revision of another kind says nothing of these bytes: the digest of the lock's tree
/// still holds them.
pub(super) fn check_digest(
    source_name: &str,
    at: Option<&Revision>,
    found: Digest,
) -> Result<(), Error> {
    let expected = match at {
        Some(Revision::File { digest } | Revision::Version { digest, .. }) => digest,
        _ => return Ok(()),
    };
    let found = found.to_string();
    if *expected == found {
        return Ok(());
    }
    Err(Error::Digest {
        source_name: source_name.to_owned(),
        expected: expected.clone(),
        found,
    })
}

/// Whether a page of HTML came, by its type or by its start.
fn is_page(response: &Response) -> bool {
    let kind = response.field("content-type").unwrap_or_default();
    kind.starts_with("text/html") || starts_as_page(&response.bytes)
}

fn starts_as_page(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let is_start = |mark: &[u8]| {
        start
            .get(..mark.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(mark))
    };
    is_start(b"<!doctype html") || is_start(b"<html")
}
