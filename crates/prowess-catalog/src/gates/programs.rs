//! Programs, looked up in the folders of `PATH`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::{Platform, Surroundings};

use super::Host;
use crate::{Entry, Gates, Reason};

/// `PATHEXT` where a Windows system does not set it.
const DEFAULT_EXTENSIONS: &str = ".COM;.EXE;.BAT;.CMD";

/// OpenClaw's own default, which has another order.
const OPENCLAW_EXTENSIONS: &str = ".EXE;.CMD;.BAT;.COM";

/// Where Python's `shutil.which` looks when `PATH` is not set at all.
const PYTHON_DEFAULT_PATH: &str = "/bin:/usr/bin";

/// The programs that skills ask for, each looked up once.
///
/// What was found and what was not is kept until [`Programs::look_again`], which every refresh
/// calls, so that a program that was just installed is seen.
#[derive(Debug, Clone)]
pub struct Programs {
    search: Search,
    known: BTreeMap<Box<str>, Option<PathBuf>>,
}

/// How a program is searched.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Search {
    rule: Rule,
    folders: Vec<PathBuf>,
    /// The folders as text, shared by all reasons.
    shown: Arc<[String]>,
    /// What a name may lack at its end; nothing off Windows.
    extensions: Option<Vec<String>>,
    current_dir: PathBuf,
}

/// What counts as a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// A file that may be executed. A name with a separator is a path.
    File,
    /// Whatever may be executed, folders included; every name is put behind each folder (OpenClaw
    /// 2026.6.11, correction 24).
    Anything,
}

impl Programs {
    /// No program looked up yet.
    #[must_use]
    pub fn new(gates: Gates, surroundings: &Surroundings) -> Self {
        Self {
            search: Search::new(gates, surroundings),
            known: BTreeMap::new(),
        }
    }

    /// Looks up the names that are not known yet.
    pub fn add<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        for name in names {
            if !self.known.contains_key(name) {
                self.known.insert(name.into(), self.search.find(name));
            }
        }
    }

    /// Looks up every known name again and tells whether any is now elsewhere, gone or there.
    pub fn look_again(&mut self) -> bool {
        let mut changed = false;
        for (name, known) in &mut self.known {
            let now = self.search.find(name);
            changed |= now.is_some() != known.is_some();
            *known = now;
        }
        changed
    }

    /// Where a program is. A name that was not added is looked up on the spot.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        match self.known.get(name) {
            Some(known) => known.clone(),
            None => self.search.find(name),
        }
    }

    /// Whether a program is there.
    #[must_use]
    pub fn is_there(&self, name: &str) -> bool {
        match self.known.get(name) {
            Some(known) => known.is_some(),
            None => self.search.find(name).is_some(),
        }
    }

    /// The folders that are searched, for a reader.
    #[must_use]
    pub fn searched(&self) -> &Arc<[String]> {
        &self.search.shown
    }
}

impl Search {
    fn new(gates: Gates, surroundings: &Surroundings) -> Self {
        let environment = &surroundings.environment;
        let is_windows = surroundings.platform == Platform::Windows;
        let path = environment
            .get("PATH")
            .or_else(|| environment.get("Path").filter(|_| is_windows));
        let path = match (path, gates) {
            (None, Gates::Nanobot | Gates::Programs | Gates::SystemAndPrograms) if !is_windows => {
                Some(OsStr::new(PYTHON_DEFAULT_PATH))
            }
            (path, _) => path,
        };
        let folders: Vec<_> = path
            .map(|path| split(path, is_windows))
            .unwrap_or_default()
            .into_iter()
            .map(|folder| surroundings.current_dir.join(folder))
            .collect();
        let default = match gates {
            Gates::OpenClaw => OPENCLAW_EXTENSIONS,
            _ => DEFAULT_EXTENSIONS,
        };
        let extensions = is_windows.then(|| {
            environment
                .get_text("PATHEXT")
                .unwrap_or(default)
                .split(';')
                .filter(|extension| !extension.is_empty())
                .map(str::to_owned)
                .collect()
        });
        Self {
            rule: match gates {
                Gates::OpenClaw => Rule::Anything,
                _ => Rule::File,
            },
            shown: folders
                .iter()
                .map(|folder| folder.display().to_string())
                .collect(),
            folders,
            extensions,
            current_dir: surroundings.current_dir.clone(),
        }
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        if name.is_empty() {
            return None;
        }
        match (self.rule, &self.extensions) {
            (Rule::Anything, extensions) => self.find_anything(name, extensions.as_deref()),
            (Rule::File, None) => self
                .places(name)
                .into_iter()
                .find(|place| is_file(place) && is_executable(place)),
            (Rule::File, Some(extensions)) => self
                .places(name)
                .into_iter()
                .find_map(|place| with_extension(&place, extensions)),
        }
    }

    fn find_anything(&self, name: &str, extensions: Option<&[String]>) -> Option<PathBuf> {
        self.folders.iter().find_map(|folder| {
            let bare = append(folder, name);
            let longer = extensions
                .unwrap_or(&[])
                .iter()
                .map(|extension| append(folder, &format!("{name}{extension}")));
            std::iter::once(bare.clone())
                .chain(longer)
                .find(|place| match extensions {
                    // No bit tells a program on Windows: what is there may be run.
                    Some(_) => place.exists(),
                    None => is_executable(place),
                })
        })
    }

    /// The paths that a name may mean.
    fn places(&self, name: &str) -> Vec<PathBuf> {
        let has_separator =
            name.contains('/') || (self.extensions.is_some() && name.contains('\\'));
        if has_separator {
            vec![self.current_dir.join(name)]
        } else {
            self.folders
                .iter()
                .map(|folder| folder.join(name))
                .collect()
        }
    }
}

/// The folders of a `PATH`. An empty part means the current folder to a shell; it is left out, as
/// no one means it.
fn split(path: &OsStr, is_windows: bool) -> Vec<PathBuf> {
    let separator = if is_windows { b';' } else { b':' };
    match path.to_str() {
        Some(text) => text
            .split(char::from(separator))
            .filter(|part| !part.is_empty())
            .map(PathBuf::from)
            .collect(),
        None => std::env::split_paths(path)
            .filter(|part| !part.as_os_str().is_empty())
            .collect(),
    }
}

/// A path put together as text: `join` would let an absolute name replace the folder.
fn append(folder: &Path, name: &str) -> PathBuf {
    let mut path = folder.as_os_str().to_owned();
    path.push("/");
    path.push(name);
    PathBuf::from(path)
}

/// A name without an extension of the list is tried with each; one that has one stands as it is.
/// Letter case does not count, as on the file systems of Windows.
fn with_extension(place: &Path, extensions: &[String]) -> Option<PathBuf> {
    let name = place.file_name()?.to_str()?;
    let has_one = extensions.iter().any(|extension| {
        name.len() > extension.len()
            && name
                .get(name.len() - extension.len()..)
                .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    });
    let folder = place.parent()?;
    let wanted: Vec<String> = if has_one {
        vec![name.to_owned()]
    } else {
        extensions
            .iter()
            .map(|extension| format!("{name}{extension}"))
            .collect()
    };
    if cfg!(windows) {
        return wanted
            .iter()
            .map(|name| folder.join(name))
            .find(|place| is_file(place));
    }
    // The file system here tells letter cases apart and Windows does not: its names are compared.
    let listed: Vec<_> = folder
        .read_dir()
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    wanted.iter().find_map(|wanted| {
        let name = listed
            .iter()
            .find(|listed| listed.eq_ignore_ascii_case(wanted))?;
        Some(folder.join(name)).filter(|place| is_file(place))
    })
}

fn is_file(path: &Path) -> bool {
    path.is_file()
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.exists()
}

pub(super) fn missing(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let wanted = entry.manifest.requirements.bins.iter();
    wanted
        .filter(|name| !is_anywhere(name, host))
        .map(|name| Reason::Program {
            name: name.to_string(),
            searched: Arc::clone(host.programs.searched()),
        })
        .collect()
}

pub(super) fn none_of(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let wanted = &entry.manifest.requirements.any_bins;
    if wanted.is_empty() || wanted.iter().any(|name| is_anywhere(name, host)) {
        return Vec::new();
    }
    vec![Reason::AnyProgram {
        names: wanted.iter().map(|name| name.to_string()).collect(),
        searched: Arc::clone(host.programs.searched()),
    }]
}

fn is_anywhere(name: &str, host: &Host<'_>) -> bool {
    host.programs.is_there(name)
        || host
            .remote
            .is_some_and(|remote| remote.bins.iter().any(|known| known == name))
}

/// Every program that an entry asks for.
pub(crate) fn wanted(entry: &Entry) -> impl Iterator<Item = &str> {
    let requirements = &entry.manifest.requirements;
    let names = requirements.bins.iter().chain(&*requirements.any_bins);
    names.map(AsRef::as_ref)
}
