//! From where a registry has a version sent, and the sending.

use prowess_base::Digest;
use prowess_net::{Request, Response, shown};
use url::Url;

use super::Desk;
use super::answer::Answer;
use crate::fetch::harvest::gather;
use crate::fetch::web::{aside, check_digest};
use crate::fetch::{Harvest, Revision, archive};
use crate::source::{RegistrySource, is_version};
use crate::{Error, Source};

/// How a version comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Delivery {
    /// As an archive that the registry has.
    Archive {
        /// The version.
        version: String,
        /// Where the archive is.
        url: Url,
    },
    /// As a folder of a commit of GitHub, which the registry has looked at.
    Commit {
        /// `owner/name`.
        repository: String,
        /// The folder; empty for the whole.
        folder: String,
        /// 40 hexadecimal digits.
        commit: String,
    },
}

/// Decides what to fetch. The newest version is asked for at `…/install`, which says where it is; a registry that has no such place is
/// taken at its description.
pub(super) async fn decide(
    desk: &Desk<'_>,
    source: &RegistrySource,
    at: Option<&Revision>,
    detail: Option<&Answer>,
) -> Result<Delivery, Error> {
    let asked = match at {
        Some(Revision::Version { version, .. }) => Some(version),
        _ => source.version.as_ref(),
    };
    let archive = |version: &str| Delivery::Archive {
        version: version.to_owned(),
        url: desk.place(
            &["download"],
            &[
                ("slug", Some(&source.slug)),
                ("ownerHandle", source.owner.as_deref()),
                ("version", Some(version)),
            ],
        ),
    };
    if let Some(version) = asked {
        return Ok(archive(version));
    }
    let pairs = [("ownerHandle", source.owner.as_deref())];
    match desk.of_skill(source, &["install"], &pairs).await {
        Ok(answer) => match (read(&answer, desk.registry)?, at) {
            // What was kept is fetched again, not what is newest.
            (
                Delivery::Commit {
                    repository, folder, ..
                },
                Some(Revision::Commit { commit }),
            ) => Ok(Delivery::Commit {
                repository,
                folder,
                commit: commit.clone(),
            }),
            (Delivery::Archive { .. }, Some(Revision::Commit { commit })) => Err(answer.fault(
                &format!("it gives out an archive now, and no longer the commit {commit}"),
            )),
            (delivery, _) => Ok(delivery),
        },
        Err(Error::Net(prowess_net::Error::NotFound { status: 404, .. })) => {
            let asked;
            let detail = match detail {
                Some(detail) => detail,
                None => {
                    asked = desk.detail(source).await?;
                    &asked
                }
            };
            let version = detail.text("/latestVersion/version");
            let version = version.or_else(|| detail.text("/skill/tags/latest"));
            match version.filter(|version| is_version(version)) {
                Some(version) => Ok(archive(&version)),
                None => Err(detail.fault("it names no version")),
            }
        }
        Err(error) => Err(error),
    }
}

/// Reads what the registry says about an installation.
fn read(answer: &Answer, registry: &Url) -> Result<Delivery, Error> {
    let whole = answer.whole();
    if whole.flag("/ok") != Some(true) {
        let reason = answer.text("/message").or_else(|| answer.text("/reason"));
        let reason = reason.unwrap_or_else(|| "no reason is given".to_owned());
        return Err(answer.fault(&format!("the registry does not give it out: {reason}")));
    }
    let kind = answer.text("/installKind").unwrap_or_default();
    match kind.as_str() {
        "archive" => {
            let version = answer.text("/archive/version").unwrap_or_default();
            if !is_version(&version) {
                return Err(answer.fault("it names no version"));
            }
            let url = answer.raw_text("/archive/downloadUrl").unwrap_or_default();
            let url = registry.join(&url).ok().filter(|_| !url.is_empty());
            let url = url.filter(|url| url.username().is_empty() && url.password().is_none());
            let url = url.ok_or_else(|| answer.fault("it gives no address of the archive"))?;
            Ok(Delivery::Archive { version, url })
        }
        "github" => {
            let text = |pointer: &str| answer.raw_text(pointer).unwrap_or_default();
            let (repository, commit) = (text("/github/repo"), text("/github/commit"));
            let is_commit = commit.len() == 40
                && commit
                    .bytes()
                    .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
            if !is_repository(&repository) || !is_commit {
                return Err(answer.fault("it names no repository with a whole commit"));
            }
            let folder = text("/github/path");
            let folder = folder.trim_start_matches("./").trim_matches('/');
            let folder = if folder == "." { "" } else { folder };
            Ok(Delivery::Commit {
                repository,
                folder: folder.to_owned(),
                commit,
            })
        }
        kind => Err(answer.fault(&format!(
            "its way of installing, `{}`, is not known to this program",
            kind.escape_debug()
        ))),
    }
}

/// `owner/name`, each of what GitHub allows.
fn is_repository(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    match text.split_once('/') {
        Some((owner, name)) => is_part(owner) && is_part(name),
        None => false,
    }
}

/// Fetches what was decided.
pub(super) async fn fetch(
    desk: &Desk<'_>,
    source: &RegistrySource,
    delivery: &Delivery,
    at: Option<&Revision>,
) -> Result<Harvest, Error> {
    let name = Desk::source_name(source);
    let kept = Source::Registry(source.clone());
    let slug = source.slug.clone();
    let limits = *desk.via.limits;
    match delivery {
        Delivery::Archive { version, url } => {
            let response = bytes(desk, &name, url).await?;
            let found = Digest::of(&response.bytes);
            if let Some(promised) = promised(&response)
                && promised != found
            {
                return Err(Error::Digest {
                    source_name: name,
                    expected: promised.to_string(),
                    found: found.to_string(),
                });
            }
            check_digest(&name, at, found)?;
            let mut harvest = aside(&name, move || {
                archive::harvest(kept, &slug, &response.bytes, &limits)
            })
            .await?;
            harvest.revision = Revision::Version {
                version: version.clone(),
                digest: found.to_string(),
            };
            Ok(harvest)
        }
        Delivery::Commit {
            repository,
            folder,
            commit,
        } => {
            let url = format!("https://codeload.github.com/{repository}/zip/{commit}");
            let url = Url::parse(&url).map_err(|error| Error::Answer {
                url,
                reason: error.to_string(),
            })?;
            let response = bytes(desk, &name, &url).await?;
            let (folder, commit) = (folder.clone(), commit.clone());
            aside(&name, move || {
                let files = archive::within(&shown(&url), &response.bytes, &folder, &limits)?;
                let revision = Revision::Commit { commit };
                Ok(gather(kept, revision, &slug, files, &limits))
            })
            .await
        }
    }
}

async fn bytes(desk: &Desk<'_>, source_name: &str, url: &Url) -> Result<Response, Error> {
    let request = Request::get(url.clone())
        .at_most(desk.via.limits.archive_bytes)
        .given_by(desk.registry)
        .credential(desk.credential(url));
    desk.via.fetch(source_name, &request).await
}

/// The digest that the registry gives with the bytes.
fn promised(response: &Response) -> Option<Digest> {
    let hex = response.field("x-clawhub-artifact-sha256")?.trim();
    format!("sha256:{}", hex.to_ascii_lowercase()).parse().ok()
}
