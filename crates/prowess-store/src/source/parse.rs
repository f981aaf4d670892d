//! From a text to a source.

use std::path::{Path, PathBuf};

use url::Url;

use super::forge::{self, decoded};
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
    if let Some(git) = scp(text, At::Path)? {
        return Ok(Source::Git(git).into());
    }
    if stem(text).is_some() && !text.contains(['@', '#']) {
        let path = PathBuf::from(format!("./{text}"));
        return Ok(Source::Archive(Location::Path(path)).into());
    }
    shorthand(text)
}

/// What an `@` behind the name of a repository means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// The reference follows.
    Reference,
    /// It is a part of the path.
    Path,
}

fn with_scheme(
    text: &str,
    scheme: &str,
    rest: &str,
    context: &Context<'_>,
) -> Result<Parsed, String> {
    let forge = |host: &str| repository_of(&format!("https://{host}/{rest}"));
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => {
            let (url, login) = address(text)?;
            let source = web(url)?;
            Ok(Parsed { source, login })
        }
        "ssh" => ssh(text, At::Path).map(|git| Source::Git(git).into()),
        "git" if !rest.starts_with("//") => git_address(rest),
        "git+http" | "git+https" | "git+ssh" => git_address(text.get(4..).unwrap_or_default()),
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
            let (url, login) = address(text.get("well-known+".len()..).unwrap_or_default())?;
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
            let source = registry_skill(&skill, Some(url), context)?;
            Ok(Parsed { source, login })
        }
        "file" => Err("write the path itself".to_owned()),
        _ => match scp(text, At::Path)? {
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
fn address(text: &str) -> Result<(Url, Option<Login>), String> {
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
        reference_and_skill(&mut git, &decoded(fragment))?;
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

/// `owner/repo[/folder][@skill][#reference[@skill]]`.
fn shorthand(text: &str) -> Result<Parsed, String> {
    let (text, fragment) = match text.split_once('#') {
        Some((text, fragment)) => (text, Some(fragment)),
        None => (text, None),
    };
    let (path, skill) = match text.split_once('@') {
        Some((path, skill)) => (path, Some(skill)),
        None => (text, None),
    };
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let (owner, repository, folders) = match parts.as_slice() {
        [host, _, _, ..] if forge::KNOWN.contains(host) && skill.is_none() => {
            let fragment = fragment.map_or_else(String::new, |fragment| format!("#{fragment}"));
            let (url, _) = address(&format!("https://{path}{fragment}"))?;
            return web(url).map(Parsed::from);
        }
        [_] => {
            return Err(format!(
                "write `./{path}` for a folder, `clawhub:{path}` for a skill of the registry, `OWNER/{path}` for a repository of GitHub"
            ));
        }
        [owner, repository, folders @ ..] => (*owner, *repository, folders),
        [] => return Err("it is empty".to_owned()),
    };
    let mut git = github(owner, repository)?;
    git.subfolder = folders.join("/");
    if let Some(fragment) = fragment {
        reference_and_skill(&mut git, fragment)?;
    }
    if skill.is_some() {
        git.skill = skill.map(str::to_owned);
    }
    Ok(Source::Git(git).into())
}

/// A repository of GitHub.
fn github(owner: &str, repository: &str) -> Result<GitSource, String> {
    let repository = forge::without_git(repository);
    let is_owner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if owner.is_empty() || owner.starts_with('-') || !owner.bytes().all(is_owner) {
        return Err(format!(
            "`{owner}` is no owner at GitHub; write `./` in front of a folder, `https://` in front of a host"
        ));
    }
    let is_name = |byte: u8| is_owner(byte) || byte == b'.';
    if matches!(repository, "" | "." | "..") || !repository.bytes().all(is_name) {
        return Err(format!(
            "`{repository}` is no name of a repository at GitHub"
        ));
    }
    Ok(GitSource::of(format!(
        "https://github.com/{owner}/{repository}"
    )))
}

/// `reference[@skill]` of a fragment. A reference may hold an `@`, the name of a skill no slash.
fn reference_and_skill(git: &mut GitSource, fragment: &str) -> Result<(), String> {
    let (reference, skill) = match fragment.rsplit_once('@') {
        Some((reference, skill)) if !skill.is_empty() && !skill.contains('/') => {
            (reference, Some(skill))
        }
        _ => (fragment, None),
    };
    if !reference.is_empty() {
        git.reference = Some(reference.to_owned());
    }
    if skill.is_some() {
        git.skill = skill.map(str::to_owned);
    }
    match git.reference.is_none() && git.skill.is_none() {
        true => Err("nothing follows its `#`".to_owned()),
        false => Ok(()),
    }
}

/// `https://…` that may only be a repository.
fn repository_of(text: &str) -> Result<Parsed, String> {
    let (url, login) = address(text)?;
    let mut source = web(url)?;
    if let Source::Git(git) = &mut source
        && let Some((path, skill)) = git.url.clone().rsplit_once('@')
    {
        git.url = path.to_owned();
        git.skill = Some(decoded(skill));
    }
    match source {
        Source::Git(_) => Ok(Parsed { source, login }),
        _ => Err("it is no repository".to_owned()),
    }
}

/// What stands behind `git:` or `git+`: an address, or `owner/repo`, with `@reference` or a fragment of parameters.
fn git_address(text: &str) -> Result<Parsed, String> {
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("https://") || lower.starts_with("http://") {
        let (mut url, login) = address(text)?;
        let fragment = url.fragment().map(str::to_owned);
        let mut reference = None;
        if fragment.is_none() {
            let path = url.path().to_owned();
            if let Some((path, name)) = path.split_once('@') {
                reference = Some(decoded(name));
                url.set_path(path);
            }
        }
        let mut git = forge::repository(&url)?;
        git.reference = reference;
        parameters(&mut git, fragment.as_deref())?;
        let source = Source::Git(git);
        return Ok(Parsed { source, login });
    }
    if lower.starts_with("ssh://") {
        return ssh(text, At::Reference).map(|git| Source::Git(git).into());
    }
    if text.contains("://") {
        return Err("only https and ssh are used for Git".to_owned());
    }
    if let Some(git) = scp(text, At::Reference)? {
        return Ok(Source::Git(git).into());
    }
    let (path, reference) = match text.split_once('@') {
        Some((path, reference)) => (path, Some(reference.to_owned())),
        None => (text, None),
    };
    let mut git = match path.split('/').collect::<Vec<_>>().as_slice() {
        [owner, repository] => github(owner, repository)?,
        [host, _, _, ..] if host.contains('.') => {
            forge::repository(&address(&format!("https://{path}"))?.0)?
        }
        _ => return Err("write `git:OWNER/REPOSITORY@REFERENCE`".to_owned()),
    };
    git.reference = reference;
    Ok(Source::Git(git).into())
}

/// The parameters of a fragment, or a reference alone.
fn parameters(git: &mut GitSource, fragment: Option<&str>) -> Result<(), String> {
    let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty()) else {
        return Ok(());
    };
    let is_parameters = ["ref=", "tree=", "path=", "skill="]
        .iter()
        .any(|key| fragment.starts_with(key));
    if !is_parameters {
        return reference_and_skill(git, &decoded(fragment));
    }
    for part in fragment.split('&') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let value = decoded(value);
        match key {
            "ref" => git.reference = Some(value),
            "tree" => git.undivided = Some(value),
            "path" => git.subfolder = value,
            "skill" => git.skill = Some(value),
            _ => return Err(format!("`{key}` is no part of a repository that is known")),
        }
    }
    Ok(())
}

/// `ssh://[user@]host[:port]/path`. A password is not used by ssh, and goes.
fn ssh(text: &str, at: At) -> Result<GitSource, String> {
    let (start, fragment) = match text.split_once('#') {
        Some((start, fragment)) => (start, Some(fragment)),
        None => (text, None),
    };
    let mut url = Url::parse(start).map_err(|error| error.to_string())?;
    let _ = url.set_password(None);
    url.set_query(None);
    let host = url.host_str().unwrap_or_default().to_owned();
    if host.is_empty() || host.starts_with('-') || url.username().starts_with('-') {
        return Err("it has no host".to_owned());
    }
    let path = url.path().to_owned();
    let (path, reference) = match path.split_once('@') {
        Some((path, name)) if at == At::Reference && fragment.is_none() => {
            (path, Some(decoded(name)))
        }
        _ => (path.as_str(), None),
    };
    let path = path.trim_end_matches('/');
    if path.len() < 2 || path.split('/').any(|part| matches!(part, "." | "..")) {
        return Err("it names no repository".to_owned());
    }
    let path = match host.as_str() {
        "github.com" => forge::without_git(path),
        _ => path,
    };
    url.set_path(path);
    let mut git = GitSource::of(url);
    git.reference = reference;
    parameters(&mut git, fragment)?;
    Ok(git)
}

/// `[user@]host:path`, as scp and Git write it; nothing where the text is none.
fn scp(text: &str, at: At) -> Result<Option<GitSource>, String> {
    let Some((place, path)) = text.split_once(':') else {
        return Ok(None);
    };
    let (user, host) = match place.split_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, place),
    };
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_user = |user: &str| {
        !user.is_empty()
            && !user.starts_with('-')
            && user.bytes().all(|byte| is_host(byte) || byte == b'_')
    };
    if host.is_empty()
        || host.starts_with('-')
        || !host.bytes().all(is_host)
        || !(user.is_some() || host.contains('.'))
        || !user.is_none_or(is_user)
        || path.is_empty()
        || path.starts_with("//")
    {
        return Ok(None);
    }
    // The path is relative to the user's home; where that user is `git`, the host has none.
    let path = match user {
        _ if path.starts_with(['/', '~']) => path.trim_start_matches('/').to_owned(),
        None | Some("git") => path.to_owned(),
        Some(_) => format!("~/{path}"),
    };
    let user = user.map_or_else(String::new, |user| format!("{user}@"));
    ssh(&format!("ssh://{user}{host}/{path}"), at).map(Some)
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
        Source::Git(git) => check_git(git),
        Source::Registry(registry) => check_registry(registry),
        _ => Ok(()),
    }
}

fn check_git(git: &GitSource) -> Result<(), String> {
    for reference in git.reference.iter().chain(&git.undivided) {
        let is_bad = |character: char| {
            character.is_control()
                || matches!(character, ' ' | '~' | '^' | ':' | '?' | '*' | '[' | '\\')
        };
        // `git check-ref-format`, and what would be an option.
        if reference.is_empty()
            || reference.starts_with(['-', '/'])
            || reference.ends_with(['/', '.'])
            || reference.contains("..")
            || reference.contains("//")
            || reference.contains("@{")
            || reference.contains(is_bad)
        {
            return Err(format!(
                "`{reference}` is no name of a branch, tag or commit"
            ));
        }
    }
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\\');
    if !git.subfolder.is_empty()
        && (!git.subfolder.split('/').all(is_part) || git.subfolder.contains(char::is_control))
    {
        return Err(format!("`{}` is no folder of a repository", git.subfolder));
    }
    match &git.skill {
        Some(skill) if skill.is_empty() || skill.contains(['/', '\\', '@', '#']) => {
            Err(format!("`{skill}` is no name of a skill"))
        }
        _ => Ok(()),
    }
}

fn check_registry(registry: &RegistrySource) -> Result<(), String> {
    let is_end = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let fits = |text: &str, inner: &[u8], most: usize| {
        let bytes = text.as_bytes();
        is_end(bytes.first().copied())
            && is_end(bytes.last().copied())
            && bytes.len() <= most
            && bytes
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || inner.contains(byte))
    };
    let slug = &registry.slug;
    if !fits(slug, b"-", 128) {
        return Err(format!("`{slug}` is no name of a skill in a registry"));
    }
    match (&registry.owner, &registry.version) {
        (Some(owner), _) if !fits(owner, b"._-", 40) => Err(format!("`{owner}` is no owner")),
        (_, Some(version)) if !fits(version, b".+-", 64) => {
            Err(format!("`{version}` is no version"))
        }
        _ => Ok(()),
    }
}
