//! Addresses of pages at hosts of repositories: which repository, reference and folder they show.

use percent_encoding::percent_decode_str;
use url::Url;

use super::{GitSource, Location, RegistrySource, Source};
use crate::fetch::archive::stem;

/// Hosts whose addresses may be written without a scheme.
pub(super) const KNOWN: [&str; 5] = [
    "github.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "dev.azure.com",
];

/// The source that a page of a host shows; nothing where the address is that of no such page.
///
/// The forms are those of GitHub (`/o/r/tree/REST`, `blob`), GitLab (`/g/…/r/-/tree/REST`), Bitbucket (`/o/r/src/REF/REST`), Gitea and
/// Forgejo (`/o/r/src/branch/REST`) and Azure (`/o/p/_git/r?path=…&version=GB…`), on whatever host.
pub(super) fn page(url: &Url) -> Option<Result<Source, String>> {
    let parts: Vec<&str> = url
        .path_segments()?
        .filter(|part| !part.is_empty())
        .collect();
    let place = |word: &str| parts.iter().position(|part| *part == word);
    if let Some(at) = place("_git") {
        return Some(azure(url, &parts, at));
    }
    if let Some(at) = place("-")
        && let Some(kind @ ("tree" | "blob")) = parts.get(at + 1).copied()
    {
        return Some(shown(url, &parts, at, at + 2, kind));
    }
    match parts.as_slice() {
        [_, _, kind @ ("tree" | "blob"), ..] => Some(shown(url, &parts, 2, 3, kind)),
        [_, _, "src", "branch" | "tag" | "commit", _, ..] => Some(shown(url, &parts, 2, 4, "tree")),
        [_, _, "src", _, ..] if is_host(url, "bitbucket.org") => {
            Some(shown(url, &parts, 2, 3, "tree"))
        }
        [owner, repository, rest @ ..] if is_host(url, "skills.sh") => {
            let mut git = GitSource::of(format!("https://github.com/{owner}/{repository}"));
            git.skill = rest.first().map(|skill| decoded(skill));
            Some(Ok(Source::Git(git)))
        }
        [owner, slug] if is_host(url, "clawhub.ai") => {
            let registry = url.join("/").ok()?;
            Some(Ok(Source::Registry(RegistrySource {
                registry,
                owner: Some((*owner).to_owned()),
                slug: (*slug).to_owned(),
                version: None,
            })))
        }
        _ => None,
    }
}

/// A repository by its address alone.
pub(super) fn repository(url: &Url) -> Result<GitSource, String> {
    let parts: Vec<&str> = url
        .path_segments()
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    if is_host(url, "github.com") && parts.len() != 2 {
        return Err(
            "it is a page of GitHub, not a repository; write `https://github.com/OWNER/REPOSITORY`"
                .to_owned(),
        );
    }
    if parts.is_empty() {
        return Err("it names no repository".to_owned());
    }
    Ok(GitSource::of(address(url, &parts)))
}

fn is_host(url: &Url, host: &str) -> bool {
    url.host_str()
        .is_some_and(|known| known == host || known.strip_prefix("www.") == Some(host))
}

/// The address of the repository with these parts of the path.
fn address(url: &Url, parts: &[&str]) -> String {
    let mut repository = url.clone();
    repository.set_query(None);
    repository.set_fragment(None);
    let path = parts.join("/");
    // GitHub serves a repository under both names; one is kept.
    let path = match is_host(url, "github.com") {
        true => without_git(&path),
        false => &path,
    };
    repository.set_path(path);
    if is_host(url, "github.com") {
        // Never fails: the scheme stays one with a host.
        let _ = repository.set_host(Some("github.com"));
    }
    repository.into()
}

/// A page that shows a folder or a file: the repository ends at `end`, what is shown begins at `start`.
fn shown(
    url: &Url,
    parts: &[&str],
    end: usize,
    start: usize,
    kind: &str,
) -> Result<Source, String> {
    let repository = parts.get(..end).unwrap_or_default();
    let mut rest = parts.get(start..).unwrap_or_default();
    if repository.is_empty() || rest.is_empty() {
        return Err("it names no branch, tag or commit".to_owned());
    }
    if kind == "blob" {
        let (file, folders) = rest.split_last().unwrap_or((&"", &[]));
        if stem(file).is_some() {
            let mut raw: Vec<&str> = parts.to_vec();
            if let Some(kind) = raw.get_mut(start - 1) {
                *kind = "raw";
            }
            let mut url = url.clone();
            url.set_path(&raw.join("/"));
            url.set_query(None);
            url.set_fragment(None);
            return Ok(Source::Archive(Location::Url(url)));
        }
        if !file.eq_ignore_ascii_case("SKILL.md") || folders.is_empty() {
            return Err("it names a file that is neither a `SKILL.md` nor an archive".to_owned());
        }
        rest = folders;
    } else if let Some((last, folders)) = rest.split_last()
        && last.eq_ignore_ascii_case("SKILL.md")
        && !folders.is_empty()
    {
        rest = folders;
    }
    let mut git = GitSource::of(address(url, repository));
    divide(&mut git, rest);
    Ok(Source::Git(git))
}

/// Divides the reference from the folder where the address tells: a slash that is encoded is one of the reference.
fn divide(git: &mut GitSource, rest: &[&str]) {
    let rest: Vec<String> = rest.iter().map(|part| decoded(part)).collect();
    let Some((first, folders)) = rest.split_first() else {
        return;
    };
    let is_commit =
        matches!(first.len(), 40 | 64) && first.bytes().all(|byte| byte.is_ascii_hexdigit());
    if folders.is_empty() || is_commit || first.contains('/') {
        git.reference = Some(first.clone());
        git.subfolder = folders.join("/");
    } else {
        git.undivided = Some(rest.join("/"));
    }
}

fn azure(url: &Url, parts: &[&str], at: usize) -> Result<Source, String> {
    let repository = parts
        .get(..at + 2)
        .ok_or_else(|| "it names no repository".to_owned())?;
    let mut git = GitSource::of(address(url, repository));
    for (key, value) in url.query_pairs() {
        match &*key {
            "path" => {
                let path = value.trim_matches('/');
                let path = path.strip_suffix("SKILL.md").unwrap_or(path);
                git.subfolder = path.trim_end_matches('/').to_owned();
            }
            "version" => {
                let is_known = ["GB", "GT", "GC"]
                    .iter()
                    .any(|kind| value.starts_with(kind));
                git.reference = match value.get(2..) {
                    Some(name) if is_known => Some(name.to_owned()),
                    _ => return Err("its `version` names no branch, tag or commit".to_owned()),
                };
            }
            _ => {}
        }
    }
    Ok(Source::Git(git))
}

/// The path of a repository without the `.git` that some write behind its name.
pub(super) fn without_git(path: &str) -> &str {
    let name = path.trim_end_matches(".git");
    match name.is_empty() || name.ends_with(['/', '.']) {
        true => path,
        false => name,
    }
}

pub(super) fn decoded(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}
