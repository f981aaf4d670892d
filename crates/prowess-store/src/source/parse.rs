//! From a text to a source.

use std::path::{Path, PathBuf};

use url::Url;

use super::forge::{self, decoded};
use super::git;
use super::login::{Login, redacted};
use super::{GitSource, Location, RegistrySource, Source};
use crate::Error;
use crate::fetch::archive::stem;

/// The registry that is meant where none is named.
pub const REGISTRY: &str = "https://clawhub.ai/";

/// Longest text of a source, in bytes.
const BYTES: usize = 4096;

/// What the meaning of a text depends on.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Context<'c> {
    /// The user's home, for `~`.
    pub home: Option<&'c Path>,
    /// The registry of `clawhub:SLUG` and `@owner/slug`; else ClawHub's own.
    pub registry: Option<&'c Url>,
}

/// A source, and what stood in its address and is no part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The source.
    pub source: Source,
    /// User information of the address.
    pub login: Option<Login>,
}

impl From<Source> for Parsed {
    fn from(source: Source) -> Self {
        Self {
            source,
            login: None,
        }
    }
}

/// The error of a text that is no source.
pub(super) fn fault(text: &str, reason: impl Into<String>) -> Error {
    Error::Source {
        text: redacted(text).escape_debug().to_string(),
        reason: reason.into(),
    }
}

pub(super) fn parse(text: &str, context: &Context<'_>) -> Result<Parsed, Error> {
    let parsed = read(text, context).map_err(|reason| fault(text, reason))?;
    check(&parsed.source).map_err(|reason| fault(text, reason))?;
    Ok(parsed)
}

fn read(text: &str, context: &Context<'_>) -> Result<Parsed, String> {
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    if text.len() > BYTES {
        return Err(format!("it is longer than {BYTES} bytes"));
    }
    if text.contains(char::is_control) {
        return Err("it holds a control character".to_owned());
    }
    if is_path(text) {
        return path(text, context).map(Parsed::from);
    }
    if let Some(rest) = text.strip_prefix('@') {
        return registry_skill(&format!("@{rest}"), None, context).map(Parsed::from);
    }
    if let Some((scheme, rest)) = text.split_once(':')
        && !scheme.contains(['/', '@', '#'])
    {
        return with_scheme(text, scheme, rest, context);
    }
    if let Some(git) = git::scp(text, git::At::Path)? {
        return Ok(Source::Git(git).into());
    }
    if stem(text).is_some() && !text.contains(['@', '#']) {
        let path = PathBuf::from(format!("./{text}"));
        return Ok(Source::Archive(Location::Path(path)).into());
    }
    git::shorthand(text)
}

fn with_scheme(
    text: &str,
    scheme: &str,
    rest: &str,
    context: &Context<'_>,
) -> Result<Parsed, String> {
    let forge = |host: &str| git::repository_of(&format!("https://{host}/{rest}"));
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => {
            let (url, login) = address(text)?;
            let source = web(url)?;
            Ok(Parsed { source, login })
        }
        "ssh" => git::ssh(text, git::At::Path).map(|git| Source::Git(git).into()),
        "git" if !rest.starts_with("//") => git::git_address(rest),
        "git+http" | "git+https" | "git+ssh" => git::git_address(text.get(4..).unwrap_or_default()),
        "github" => forge("github.com"),
        "gitlab" => forge("gitlab.com"),
        "bitbucket" => forge("bitbucket.org"),
        "skills-sh" => match rest.split('/').collect::<Vec<_>>().as_slice() {
            [owner, repository, skill] => {
                let mut git = GitSource::of(format!("https://github.com/{owner}/{repository}"));
                git.skill = Some((*skill).to_owned());
                Ok(Source::Git(git).into())
            }
            _ => Err("write `skills-sh:OWNER/REPOSITORY/SKILL`".to_owned()),
        },
        "clawhub" => registry_skill(rest, None, context).map(Parsed::from),
        "well-known+http" | "well-known+https" => {
            let (mut url, login) = address(text.get("well-known+".len()..).unwrap_or_default())?;
            url.set_query(None);
            url.set_fragment(None);
            let source = Source::WellKnown(url);
            Ok(Parsed { source, login })
        }
        "archive+http" | "archive+https" => {
            let (url, login) = address(text.get("archive+".len()..).unwrap_or_default())?;
            let source = Source::Archive(Location::Url(file_address(url)?));
            Ok(Parsed { source, login })
        }
        "skill+http" | "skill+https" => {
            let (url, login) = address(text.get("skill+".len()..).unwrap_or_default())?;
            let source = Source::SkillFile(file_address(url)?);
            Ok(Parsed { source, login })
        }
        "registry+http" | "registry+https" => {
            let (mut url, login) = address(text.get("registry+".len()..).unwrap_or_default())?;
            let skill = url.fragment().map(decoded).unwrap_or_default();
            url.set_fragment(None);
            url.set_query(None);
            let source = registry_skill(&skill, Some(url), context)?;
            Ok(Parsed { source, login })
        }
        "file" => Err("write the path itself".to_owned()),
        _ => match git::scp(text, git::At::Path)? {
            Some(git) => Ok(Source::Git(git).into()),
            None => Err(format!("`{scheme}:` is no kind of source that is known")),
        },
    }
}

/// Whether a text is a path of this or another system: one that says where it starts, or that has a drive.
pub(super) fn is_path(text: &str) -> bool {
    let is_drive = matches!(text.as_bytes(), [letter, b':', rest @ ..]
        if letter.is_ascii_alphabetic() && !rest.starts_with(b"//"));
    let starts = ["/", "\\", "./", "../", ".\\", "..\\", "~/", "~\\"];
    is_drive
        || matches!(text, "." | ".." | "~")
        || starts.iter().any(|start| text.starts_with(start))
}

fn path(text: &str, context: &Context<'_>) -> Result<Source, String> {
    // A skill is the folder of its file.
    let text = skill_file_folder(text).unwrap_or(text);
    let path = match text.strip_prefix('~') {
        Some(rest) => context
            .home
            .ok_or_else(|| "there is no home that `~` could mean".to_owned())?
            .join(rest.trim_start_matches(['/', '\\'])),
        None => PathBuf::from(text),
    };
    if stem(text).is_some() {
        return Ok(Source::Archive(Location::Path(path)));
    }
    Ok(Source::Folder(path))
}

/// The folder of a path to a SKILL.md.
pub(super) fn skill_file_folder(text: &str) -> Option<&str> {
    let at = text.len().checked_sub("SKILL.md".len())?;
    let (folder, name) = text.split_at_checked(at)?;
    (name.eq_ignore_ascii_case("SKILL.md") && folder.ends_with(['/', '\\'])).then_some(folder)
}

/// An address of the web with its user information taken off.
pub(super) fn address(text: &str) -> Result<(Url, Option<Login>), String> {
    // What is written must have both slashes: other readers take the rest for something else.
    let is_plain = text
        .split_once("://")
        .is_some_and(|(_, rest)| !rest.starts_with(['/', '\\']) && !rest.contains('\\'));
    if !is_plain {
        return Err("it is no address".to_owned());
    }
    let mut url = Url::parse(text).map_err(|error| error.to_string())?;
    let login = Login::take(&mut url);
    match url.host_str() {
        None | Some("") => Err("it has no host".to_owned()),
        Some(_) => Ok((url, login)),
    }
}

/// What an address of the web stands for.
pub(super) fn web(url: Url) -> Result<Source, String> {
    if let Some(source) = forge::page(&url) {
        return source;
    }
    let last = url.path().rsplit('/').next().unwrap_or_default().to_owned();
    if stem(&last).is_some() {
        return file_address(url).map(|url| Source::Archive(Location::Url(url)));
    }
    if last.eq_ignore_ascii_case("SKILL.md") {
        return file_address(url).map(Source::SkillFile);
    }
    if url.path() == "/" {
        let mut url = url;
        url.set_query(None);
        url.set_fragment(None);
        return Ok(Source::WellKnown(url));
    }
    let mut git = forge::repository(&url)?;
    if let Some(fragment) = url.fragment() {
        git::reference_and_skill(&mut git, &decoded(fragment))?;
    }
    Ok(Source::Git(git))
}

/// Names of parts of a query that hold secrets: they would be kept with the address.
const SECRET: [&str; 10] = [
    "token",
    "secret",
    "password",
    "passwd",
    "signature",
    "credential",
    "apikey",
    "api_key",
    "auth",
    "jwt",
];

/// The address of a file, as it may be kept.
fn file_address(mut url: Url) -> Result<Url, String> {
    url.set_fragment(None);
    for (key, _) in url.query_pairs() {
        let lower = key.to_ascii_lowercase();
        if matches!(&*lower, "key" | "sig") || SECRET.iter().any(|word| lower.contains(word)) {
            return Err(format!(
                "the part `{key}` of its query looks like a secret, and would be kept; fetch the file yourself and install it from there"
            ));
        }
    }
    Ok(url)
}

/// `[@owner/]slug[@version]`. The grammars are those of ClawHub.
fn registry_skill(
    text: &str,
    registry: Option<Url>,
    context: &Context<'_>,
) -> Result<Source, String> {
    let (owner, rest) = match text.strip_prefix('@') {
        Some(rest) => match rest.split_once('/') {
            Some((owner, rest)) => (Some(owner.to_owned()), rest),
            None => return Err("write `@OWNER/SKILL`".to_owned()),
        },
        None => (None, text),
    };
    let (slug, version) = match rest.split_once('@') {
        Some((slug, version)) => (slug.to_owned(), Some(version.to_owned())),
        None => (rest.to_owned(), None),
    };
    let registry = match registry.or_else(|| context.registry.cloned()) {
        Some(registry) => registry,
        None => Url::parse(REGISTRY).map_err(|error| error.to_string())?,
    };
    Ok(Source::Registry(RegistrySource {
        registry,
        owner,
        slug,
        version,
    }))
}

/// Holds what was read against the grammars of its parts.
fn check(source: &Source) -> Result<(), String> {
    match source {
        Source::Git(git) => git::check(git),
        Source::Registry(registry) => check_registry(registry),
        _ => Ok(()),
    }
}

fn check_registry(registry: &RegistrySource) -> Result<(), String> {
    let slug = &registry.slug;
    if !is_slug(slug) {
        return Err(format!("`{slug}` is no name of a skill in a registry"));
    }
    match (&registry.owner, &registry.version) {
        (Some(owner), _) if !is_owner(owner) => Err(format!("`{owner}` is no owner")),
        (_, Some(version)) if !is_version(version) => Err(format!("`{version}` is no version")),
        _ => Ok(()),
    }
}

/// Whether a text can name a skill of a registry.
pub(crate) fn is_slug(text: &str) -> bool {
    fits(text, b"-", 128)
}

/// Whether a text can name an owner of a registry.
pub(crate) fn is_owner(text: &str) -> bool {
    fits(text, b"._-", 40)
}

/// Whether a text can name a version of a registry.
pub(crate) fn is_version(text: &str) -> bool {
    fits(text, b".+-", 64)
}

/// Whether a text has letters, digits and these marks, no mark at either end, and is not too long.
fn fits(text: &str, inner: &[u8], most: usize) -> bool {
    let is_end = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let bytes = text.as_bytes();
    is_end(bytes.first().copied())
        && is_end(bytes.last().copied())
        && bytes.len() <= most
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || inner.contains(byte))
}
