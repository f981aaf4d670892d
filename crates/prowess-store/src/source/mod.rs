//! Where skills come from, as a person writes it and as the lock keeps it.
//!
//! Every form that is read says its host: `owner/repo` is that repository of github.com on every machine. User
//! information of an address is taken off before anything else is done with it.

mod forge;
mod git;
mod login;
mod parse;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use url::Url;

pub use login::Login;
pub use parse::{Context, Parsed, REGISTRY};
pub(crate) use parse::{is_owner, is_slug, is_version};

use crate::Error;
use crate::fetch::archive::stem;

/// A place that holds skills.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A folder of this machine. A relative path is relative to the folder that the source was written in.
    Folder(PathBuf),
    /// An archive: `.zip`, `.skill`, `.tar.gz`, `.tgz`, `.tar`.
    Archive(Location),
    /// One SKILL.md by its address.
    SkillFile(Url),
    /// A repository of Git.
    Git(GitSource),
    /// A site with an index of skills at its well-known address.
    WellKnown(Url),
    /// A registry that speaks as ClawHub does.
    Registry(RegistrySource),
}

/// Where a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// On this machine.
    Path(PathBuf),
    /// At an address.
    Url(Url),
}

/// A repository of Git, and what of it is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitSource {
    /// The whole address with its host, without secrets: `https://github.com/o/r`, `ssh://git@host/o/r`.
    pub url: String,
    /// A branch, tag or commit, as written; nothing: the default branch. It may hold slashes.
    pub reference: Option<String>,
    /// A folder of the repository; empty: all of it.
    pub subfolder: String,
    /// One skill by its name.
    pub skill: Option<String>,
    /// Where an address does not tell the reference from the folder (`tree/a/b/c`): all of it. The longest
    /// beginning that is a reference is meant.
    pub undivided: Option<String>,
}

impl GitSource {
    /// All of the default branch of a repository.
    #[must_use]
    pub fn of(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            reference: None,
            subfolder: String::new(),
            skill: None,
            undivided: None,
        }
    }
}

/// One skill of a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistrySource {
    /// The registry's address.
    pub registry: Url,
    /// Whose it is, where that is said.
    pub owner: Option<String>,
    /// The skill.
    pub slug: String,
    /// The version; nothing: the newest.
    pub version: Option<String>,
}

impl Source {
    /// Reads what a person wrote; the forms are listed in `docs/sources.md`. User information of an address comes back
    /// apart, for this run only.
    ///
    /// # Errors
    ///
    /// [`Error::Source`], whose text holds no user information.
    pub fn parse(text: &str, context: &Context<'_>) -> Result<Parsed, Error> {
        parse::parse(text.trim(), context)
    }
}

impl FromStr for Source {
    type Err = Error;

    /// Reads a form that is kept in a file. There is no home in it and no user information.
    fn from_str(text: &str) -> Result<Self, Error> {
        let parsed = Self::parse(text, &Context::default())?;
        match parsed.login {
            None => Ok(parsed.source),
            Some(_) => Err(parse::fault(
                text,
                "it holds user information, which is not kept in a file",
            )),
        }
    }
}

/// What would end a parameter of a fragment, or begin another.
const PARAMETER: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'#').add(b' ').add(b'+');

impl fmt::Display for Source {
    /// The host-qualified form that the lock keeps and [`FromStr`] reads back; never with user information.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => {
                let path = shown(path);
                // A folder may be called like an archive.
                let is_like_file =
                    stem(&path).is_some() || parse::skill_file_folder(&path).is_some();
                write!(f, "{path}{}", if is_like_file { "/" } else { "" })
            }
            Self::Archive(Location::Path(path)) => f.write_str(&shown(path)),
            Self::Archive(Location::Url(url)) => match parse::web(url.clone()) {
                Ok(Self::Archive(_)) => write!(f, "{url}"),
                _ => write!(f, "archive+{url}"),
            },
            Self::SkillFile(url) => match parse::web(url.clone()) {
                Ok(Self::SkillFile(_)) => write!(f, "{url}"),
                _ => write!(f, "skill+{url}"),
            },
            Self::Git(git) => git.fmt(f),
            Self::WellKnown(url) => write!(f, "well-known+{url}"),
            Self::Registry(registry) => {
                write!(f, "registry+{}#", registry.registry)?;
                if let Some(owner) = &registry.owner {
                    write!(f, "@{owner}/")?;
                }
                f.write_str(&registry.slug)?;
                match &registry.version {
                    Some(version) => write!(f, "@{version}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for GitSource {
    /// `git+URL#ref=…&tree=…&path=…&skill=…`, each part where there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "git+{}", self.url)?;
        let parts = [
            ("ref", self.reference.as_deref()),
            ("tree", self.undivided.as_deref()),
            (
                "path",
                Some(self.subfolder.as_str()).filter(|path| !path.is_empty()),
            ),
            ("skill", self.skill.as_deref()),
        ];
        let mut separator = '#';
        for (key, value) in parts {
            let Some(value) = value else { continue };
            write!(
                f,
                "{separator}{key}={}",
                utf8_percent_encode(value, PARAMETER)
            )?;
            separator = '&';
        }
        // An `@` in the address itself is no reference where a fragment follows.
        let path = self.url.split_once("://").map_or("", |(_, rest)| rest);
        let has_at = path
            .split_once('/')
            .is_some_and(|(_, path)| path.contains('@'));
        if separator == '#' && has_at {
            f.write_str("#")?;
        }
        Ok(())
    }
}

/// A path in a form that is taken for one.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    match parse::is_path(&text) && !text.starts_with('~') {
        true => text.into_owned(),
        false => format!("./{text}"),
    }
}
