//! Registries that speak as ClawHub does, version 1 of its HTTP interface
//! (<https://github.com/openclaw/clawhub/blob/main/docs/http-api.md>).
//!
//! ```text
//! search ─► Found                 what there is for some words
//! inspect ─► Inspection           one skill: whose it is, its newest version, what the registry thinks of it
//! versions ─► Versions            what was published of it
//! harvest ─► detail ─► delivery ─► archive of the registry, or a commit of GitHub ─► Harvest
//! ```
//!
//! What a registry thinks of a skill becomes a warning, never trust: it can only make things stricter, and what it calls clean is
//! scanned like everything else. The digest of a version is that of the bytes that came.

mod answer;
mod delivery;
mod opinion;

use prowess_net::{Credential, Request};
use url::Url;

pub use opinion::Opinion;

use self::answer::Answer;
use self::delivery::Delivery;
use super::web::Via;
use super::{Harvest, Revision};
use crate::source::{RegistrySource, is_owner, is_slug, is_version};
use crate::{Error, Source};

/// Most bytes of an answer that is no archive.
pub const ANSWER_BYTES: u64 = 4 << 20;

/// Most skills that a search gives.
pub const HITS: usize = 200;

/// Most versions that are listed.
pub const VERSIONS: usize = 1000;

/// Most pages of a list that are asked for.
const PAGES: usize = 20;

/// What a search gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The skills, the best first, as the registry sees it.
    pub hits: Vec<Hit>,
    /// What it gave that is no skill.
    pub left_out: Vec<String>,
}

/// A skill that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hit {
    /// How it is installed: its registry, its name there, and its owner where that is told.
    pub source: RegistrySource,
    /// What it is called.
    pub title: String,
    /// What it does.
    pub summary: Option<String>,
    /// Its newest version.
    pub version: Option<String>,
}

/// One skill, as its registry describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inspection {
    /// How it is installed, its owner where that is told.
    pub source: RegistrySource,
    /// What it is called.
    pub title: String,
    /// What it does.
    pub summary: Option<String>,
    /// Its newest version.
    pub newest: Option<String>,
    /// What the newest version changed.
    pub changes: Option<String>,
    /// What the registry thinks of it; nothing where it says nothing.
    pub opinion: Option<Opinion>,
}

/// What was published of a skill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Versions {
    /// The versions, the newest first, as the registry gives them.
    pub versions: Vec<Version>,
    /// Whether there are more than are listed.
    pub is_cut: bool,
}

/// One published version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Version {
    /// Its name.
    pub version: String,
    /// What it changed.
    pub changes: Option<String>,
}

/// Searches a registry for skills that fit `words`, at most `limit` and [`HITS`] of them.
///
/// # Errors
///
/// [`Error::Net`]; [`Error::Answer`].
pub async fn search(
    registry: &Url,
    words: &str,
    limit: usize,
    via: &Via<'_>,
) -> Result<Found, Error> {
    let limit = limit.clamp(1, HITS);
    let pairs = [
        ("q", Some(words.trim())),
        ("limit", Some(&*limit.to_string())),
    ];
    let desk = Desk::new(registry, via);
    let answer = desk.ask(&["search"], &pairs).await?;
    let results = answer
        .list("/results")
        .ok_or_else(|| answer.fault("it has no list `results`"))?;
    let mut found = Found::default();
    for result in results.take(limit) {
        let slug = result.text("/slug").unwrap_or_default();
        if !is_slug(&slug) {
            let name = if slug.is_empty() {
                "a skill without a name"
            } else {
                &slug
            };
            found
                .left_out
                .push(format!("{name}: it cannot be installed by that name"));
            continue;
        }
        let owner = result
            .text("/ownerHandle")
            .or_else(|| result.text("/owner/handle"));
        found.hits.push(Hit {
            title: result.text("/displayName").unwrap_or_else(|| slug.clone()),
            summary: result.text("/summary"),
            version: result
                .text("/version")
                .filter(|version| is_version(version)),
            source: RegistrySource {
                registry: registry.clone(),
                owner: owner.filter(|owner| is_owner(owner)),
                slug,
                version: None,
            },
        });
    }
    Ok(found)
}

/// What a registry says of a skill.
///
/// # Errors
///
/// [`Error::Net`]; [`Error::Answer`], also where it is another owner's; [`Error::Ambiguous`] where several owners have a skill of the name.
pub async fn inspect(source: &RegistrySource, via: &Via<'_>) -> Result<Inspection, Error> {
    let desk = Desk::new(&source.registry, via);
    let answer = desk.detail(source).await?;
    let newest = answer.text("/latestVersion/version");
    let newest = newest.or_else(|| answer.text("/skill/tags/latest"));
    Ok(Inspection {
        source: RegistrySource {
            owner: source.owner.clone().or_else(|| owner_of(&answer)),
            ..source.clone()
        },
        title: answer
            .text("/skill/displayName")
            .unwrap_or_else(|| source.slug.clone()),
        summary: answer.text("/skill/summary"),
        newest: newest.filter(|version| is_version(version)),
        changes: answer.text("/latestVersion/changelog"),
        opinion: Opinion::of_skill(&answer),
    })
}

/// The versions of a skill that were published, at most [`VERSIONS`].
///
/// # Errors
///
/// As [`inspect`].
pub async fn versions(source: &RegistrySource, via: &Via<'_>) -> Result<Versions, Error> {
    let desk = Desk::new(&source.registry, via);
    let mut all = Versions::default();
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES {
        let pairs = [
            ("ownerHandle", source.owner.as_deref()),
            ("cursor", cursor.as_deref()),
        ];
        let answer = desk.of_skill(source, &["versions"], &pairs).await?;
        let items = answer
            .list("/items")
            .ok_or_else(|| answer.fault("it has no list `items`"))?;
        for item in items {
            let version = item.text("/version").filter(|version| is_version(version));
            let Some(version) = version else { continue };
            if all.versions.len() >= VERSIONS {
                all.is_cut = true;
                return Ok(all);
            }
            all.versions.push(Version {
                version,
                changes: item.text("/changelog"),
            });
        }
        let next = answer
            .raw_text("/nextCursor")
            .filter(|next| !next.is_empty());
        if next.is_none() || next == cursor {
            return Ok(all);
        }
        cursor = next;
    }
    all.is_cut = true;
    Ok(all)
}

/// Fetches a version of a skill: that of `at`, else the one that the source names, else the newest. Its bytes must have the digest of `at`,
/// where there is one, and that which the registry gives with them.
///
/// # Errors
///
/// As [`inspect`]; [`Error::Digest`]; [`Error::Archive`].
pub async fn harvest(
    source: &RegistrySource,
    at: Option<&Revision>,
    via: &Via<'_>,
) -> Result<Harvest, Error> {
    let desk = Desk::new(&source.registry, via);
    let detail = desk.detail(source).await?;
    let delivery = delivery::decide(&desk, source, at, Some(&detail)).await?;
    let mut harvest = delivery::fetch(&desk, source, &delivery, at).await?;
    let mut warnings: Vec<String> = Opinion::of_skill(&detail)
        .iter()
        .filter_map(Opinion::warning)
        .collect();
    if let Delivery::Archive { version, .. } = &delivery {
        warnings.extend(opinion::scan(&desk, source, version).await);
    }
    if let (None, Some(owner)) = (&source.owner, owner_of(&detail)) {
        warnings.push(format!(
            "`{slug}` is `{owner}`'s today; `@{owner}/{slug}` says that it has to be",
            slug = source.slug
        ));
    }
    for skill in &mut harvest.skills {
        skill.warnings.clone_from(&warnings);
    }
    Ok(harvest)
}

/// What a registry has now. Where it is the version of `at`, nothing is fetched: what was published under a version stays, and is held
/// against its digest whenever it is fetched.
///
/// # Errors
///
/// As [`harvest`].
pub async fn newest(
    source: &RegistrySource,
    at: Option<&Revision>,
    via: &Via<'_>,
) -> Result<Revision, Error> {
    let desk = Desk::new(&source.registry, via);
    match (delivery::decide(&desk, source, None, None).await?, at) {
        (Delivery::Commit { commit, .. }, _) => Ok(Revision::Commit { commit }),
        (
            Delivery::Archive { version, .. },
            Some(Revision::Version {
                version: known,
                digest,
            }),
        ) if version == *known => {
            let digest = digest.clone();
            Ok(Revision::Version { version, digest })
        }
        (delivery, _) => Ok(delivery::fetch(&desk, source, &delivery, None)
            .await?
            .revision),
    }
}

/// Whose a skill is, where the registry tells it.
fn owner_of(detail: &Answer) -> Option<String> {
    detail.text("/owner/handle").filter(|owner| is_owner(owner))
}

/// Where a registry is asked.
struct Desk<'d> {
    registry: &'d Url,
    via: &'d Via<'d>,
}

impl<'d> Desk<'d> {
    fn new(registry: &'d Url, via: &'d Via<'d>) -> Self {
        Self { registry, via }
    }

    /// What proves who asks. A token that stands alone goes as the registry wants it (`Bearer`).
    fn credential(&self, url: &Url) -> Option<Credential> {
        let login = self.via.login?;
        if url.origin() != self.registry.origin() {
            return None;
        }
        Some(match login.password {
            None => Credential::bearer(&login.user),
            Some(_) => login.credential(),
        })
    }

    /// The address of a place in the interface.
    fn place(&self, parts: &[&str], pairs: &[(&str, Option<&str>)]) -> Url {
        let mut url = self.registry.clone();
        url.set_query(None);
        url.set_fragment(None);
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["api", "v1"]).extend(parts);
        }
        let pairs = pairs
            .iter()
            .filter_map(|(key, value)| Some((key, (*value)?)));
        for (key, value) in pairs {
            url.query_pairs_mut().append_pair(key, value);
        }
        url
    }

    async fn ask(&self, parts: &[&str], pairs: &[(&str, Option<&str>)]) -> Result<Answer, Error> {
        let url = self.place(parts, pairs);
        let request = Request::get(url.clone())
            .at_most(ANSWER_BYTES)
            .field("accept", "application/json")
            .credential(self.credential(&url));
        let response = self.via.fetch(self.registry.as_str(), &request).await?;
        Answer::read(&response.bytes, &url)
    }

    /// Asks for something of a skill. Where only its name is said and several owners have one, they are told.
    async fn of_skill(
        &self,
        source: &RegistrySource,
        parts: &[&str],
        pairs: &[(&str, Option<&str>)],
    ) -> Result<Answer, Error> {
        let mut all = vec!["skills", source.slug.as_str()];
        all.extend(parts);
        match self.ask(&all, pairs).await {
            Err(Error::Net(prowess_net::Error::Status { status: 409, .. })) => {
                Err(self.ambiguous(source).await)
            }
            answer => answer,
        }
    }

    /// What the registry says of a skill.
    async fn detail(&self, source: &RegistrySource) -> Result<Answer, Error> {
        let pairs = [("ownerHandle", source.owner.as_deref())];
        let answer = self.of_skill(source, &[], &pairs).await?;
        match (&source.owner, answer.text("/owner/handle")) {
            (Some(asked), Some(is)) if !asked.eq_ignore_ascii_case(&is) => {
                Err(answer.fault(&format!("`{}` is `{is}`'s, not `{asked}`'s", source.slug)))
            }
            _ => Ok(answer),
        }
    }

    async fn ambiguous(&self, source: &RegistrySource) -> Error {
        let found = search(self.registry, &source.slug, HITS, self.via).await;
        let hits = found.map(|found| found.hits).unwrap_or_default();
        let named = hits
            .into_iter()
            .filter(|hit| hit.source.slug == source.slug);
        let mut paths: Vec<String> = named
            .filter_map(|hit| Some(format!("@{}/{}", hit.source.owner?, source.slug)))
            .collect();
        paths.sort();
        paths.dedup();
        if paths.is_empty() {
            paths.push(format!("@OWNER/{}, of several owners", source.slug));
        }
        Error::Ambiguous {
            name: source.slug.clone(),
            paths,
        }
    }

    fn source_name(source: &RegistrySource) -> String {
        Source::Registry(source.clone()).to_string()
    }
}
