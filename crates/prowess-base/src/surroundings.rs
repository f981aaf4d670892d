//! The machine and user around a run, as plain data that is passed in.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// An operating system, named as Node's `process.platform` names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "String")]
#[non_exhaustive]
pub enum Platform {
    /// `linux`
    Linux,
    /// `darwin`
    Darwin,
    /// `win32`
    Windows,
    /// Any other, by its Node name.
    Other(String),
}

impl Platform {
    /// The Node name: `linux`, `darwin`, `win32`, …
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Linux => "linux",
            Self::Darwin => "darwin",
            Self::Windows => "win32",
            Self::Other(name) => name,
        }
    }

    /// The platform with this Node name. No alias is known here and case counts.
    #[must_use]
    pub fn from_node_name(name: &str) -> Self {
        match name {
            "linux" => Self::Linux,
            "darwin" => Self::Darwin,
            "win32" => Self::Windows,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The platform that this program was built for.
    #[must_use]
    pub fn of_this_build() -> Self {
        match std::env::consts::OS {
            "linux" => Self::Linux,
            "macos" => Self::Darwin,
            "windows" => Self::Windows,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl From<Platform> for String {
    fn from(platform: Platform) -> Self {
        platform.as_str().to_owned()
    }
}

/// Environment variables of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// The value of a variable, also when it is empty. Names are compared exactly, on Windows
    /// without regard to ASCII case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        if let Some(value) = self.variables.get(OsStr::new(name)) {
            return Some(value);
        }
        if cfg!(windows) {
            let same = |key: &OsString| {
                key.to_str()
                    .is_some_and(|key| key.eq_ignore_ascii_case(name))
            };
            return self
                .variables
                .iter()
                .find(|(key, _)| same(key))
                .map(|(_, value)| value.as_os_str());
        }
        None
    }

    /// The value of a variable as text, if it is Unicode.
    #[must_use]
    pub fn get_text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(OsStr::to_str)
    }

    /// Whether a variable is there and not empty. Blanks count.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_empty())
    }

    /// All variables by name.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables
            .iter()
            .map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// Sets one variable.
    pub fn set(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) {
        self.variables.insert(name.into(), value.into());
    }
}

impl<N: Into<OsString>, V: Into<OsString>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        Self {
            variables: variables
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        }
    }
}

/// The user's own folders of the engine. `PROWESS_HOME` puts all three beneath one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    /// The user's configuration.
    pub config: PathBuf,
    /// Managed skills, trust, sessions, memory, jobs.
    pub data: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
}

impl Folders {
    /// All three beneath one folder, as `PROWESS_HOME` asks for.
    #[must_use]
    pub fn beneath(home: &Path) -> Self {
        Self {
            config: home.join("config"),
            data: home.join("data"),
            cache: home.join("cache"),
        }
    }

    /// The folders of the operating system's convention: XDG variables or their defaults on
    /// Unix, `Library` on macOS, `AppData` on Windows. A relative XDG value is ignored, as the
    /// XDG specification asks. Nothing where no home is known.
    #[must_use]
    pub fn by_convention(
        platform: &Platform,
        home: Option<&Path>,
        environment: &Environment,
    ) -> Option<Self> {
        if let Some(own) = environment
            .get("PROWESS_HOME")
            .filter(|value| !value.is_empty())
        {
            return Some(Self::beneath(Path::new(own)));
        }
        let absolute = |name: &str| {
            environment
                .get(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let home = home?;
        let folders = match platform {
            Platform::Darwin => {
                let support = home.join("Library/Application Support/prowess");
                Self {
                    config: support.clone(),
                    data: support,
                    cache: home.join("Library/Caches/prowess"),
                }
            }
            Platform::Windows => {
                let roaming = absolute("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming"));
                let local = absolute("LOCALAPPDATA").unwrap_or_else(|| home.join("AppData/Local"));
                Self {
                    config: roaming.join("prowess"),
                    data: roaming.join("prowess/data"),
                    cache: local.join("prowess/cache"),
                }
            }
            _ => Self {
                config: absolute("XDG_CONFIG_HOME")
                    .unwrap_or_else(|| home.join(".config"))
                    .join("prowess"),
                data: absolute("XDG_DATA_HOME")
                    .unwrap_or_else(|| home.join(".local/share"))
                    .join("prowess"),
                cache: absolute("XDG_CACHE_HOME")
                    .unwrap_or_else(|| home.join(".cache"))
                    .join("prowess"),
            },
        };
        Some(folders)
    }
}

/// Everything about the machine and the user that the engine may look at.
///
/// Library crates take it as a value; only a host program reads it from the process.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The current folder, absolute.
    pub current_dir: PathBuf,
    /// The user's home folder, absolute; nothing where none is known.
    pub home: Option<PathBuf>,
    /// The engine's own folders; nothing where no home is known.
    pub folders: Option<Folders>,
    /// Environment variables.
    pub environment: Environment,
    /// The operating system.
    pub platform: Platform,
    /// The numeric user, on systems that have one.
    pub user: Option<u32>,
}

impl Surroundings {
    /// Surroundings on this build's platform with nothing in them but a current folder.
    #[must_use]
    pub fn bare(current_dir: impl Into<PathBuf>) -> Self {
        Self {
            current_dir: current_dir.into(),
            home: None,
            folders: None,
            environment: Environment::default(),
            platform: Platform::of_this_build(),
            user: None,
        }
    }

    /// The path with a leading `~` or `~/` put in place by the home folder; others unchanged.
    #[must_use]
    pub fn expand_home(&self, path: &Path) -> PathBuf {
        match (path.strip_prefix("~"), &self.home) {
            (Ok(rest), Some(home)) => home.join(rest),
            _ => path.to_path_buf(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// XDG values count where they are absolute; `PROWESS_HOME` goes before everything.
    #[test]
    fn folders() {
        let home = Path::new("/home/ann");
        let of = |variables: &[(&str, &str)]| {
            let environment = variables.iter().copied().collect();
            Folders::by_convention(&Platform::Linux, Some(home), &environment).unwrap()
        };
        assert_eq!(of(&[]).data, Path::new("/home/ann/.local/share/prowess"));
        assert_eq!(
            of(&[("XDG_DATA_HOME", "rel")]).data,
            Path::new("/home/ann/.local/share/prowess")
        );
        assert_eq!(of(&[("XDG_DATA_HOME", "/d")]).data, Path::new("/d/prowess"));
        assert_eq!(
            of(&[("XDG_DATA_HOME", "/d"), ("PROWESS_HOME", "/p")]).data,
            Path::new("/p/data")
        );
    }

    /// `~` is a whole first part of a path, not a letter.
    #[test]
    fn home_expansion() {
        let mut surroundings = Surroundings::bare("/w");
        assert_eq!(surroundings.expand_home(Path::new("~/a")), Path::new("~/a"));
        surroundings.home = Some("/home/ann".into());
        assert_eq!(
            surroundings.expand_home(Path::new("~/a")),
            Path::new("/home/ann/a")
        );
        assert_eq!(surroundings.expand_home(Path::new("~a")), Path::new("~a"));
    }
}
