//! Where skills come from, as a person writes it and as the lock keeps it.

use std::fmt;
use std::path::PathBuf;

use url::Url;

/// A place that holds skills.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A folder of this machine.
    Folder(PathBuf),
    /// An archive: `.zip`, `.skill`, `.tar.gz`.
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
    /// The whole address with its host, without user information: `https://github.com/o/r`, `ssh://git@host/o/r`.
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

impl fmt::Display for Source {
    /// The host-qualified form that the lock keeps and [`std::str::FromStr`] reads back; never with user information.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) | Self::Archive(Location::Path(path)) => {
                write!(f, "{}", path.display())
            }
            Self::Archive(Location::Url(url)) | Self::SkillFile(url) => write!(f, "{url}"),
            Self::Git(git) => write!(f, "git+{}", git.url),
            Self::WellKnown(url) => write!(f, "well-known+{url}"),
            Self::Registry(registry) => {
                write!(f, "registry+{}", registry.registry)?;
                if let Some(owner) = &registry.owner {
                    write!(f, "@{owner}/")?;
                }
                f.write_str(&registry.slug)
            }
        }
    }
}
