//! Repositories of Git as a person writes them.

use url::Url;

use super::forge::{self, decoded};
use super::parse::{Parsed, address, web};
use super::{GitSource, Source};

/// What an `@` behind the name of a repository means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// The reference follows.
    Reference,
    /// It is a part of the path.
    Path,
}

/// `owner/repo[/folder][@skill][#reference[@skill]]`.
pub(super) fn shorthand(text: &str) -> Result<Parsed, String> {
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
pub(super) fn reference_and_skill(git: &mut GitSource, fragment: &str) -> Result<(), String> {
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
pub(super) fn repository_of(text: &str) -> Result<Parsed, String> {
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
pub(super) fn git_address(text: &str) -> Result<Parsed, String> {
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
pub(super) fn ssh(text: &str, at: At) -> Result<GitSource, String> {
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
pub(super) fn scp(text: &str, at: At) -> Result<Option<GitSource>, String> {
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

pub(super) fn check(git: &GitSource) -> Result<(), String> {
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
