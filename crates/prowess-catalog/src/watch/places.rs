//! Which folders are to be watched, and which names in them matter.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use super::system::Reach;
use crate::{Catalog, RootStatus};

/// Folders that are to be watched, by their real paths, with what matters in each.
///
/// What decides a catalogue is: the listings of roots and of groups of skills, the `SKILL.md` of each
/// skill (never what lies beside it), the way to each of them from the workspace, the home or the
/// current folder down, and the files of settings. Where something is not there, the nearest folder
/// above it that is tells when it comes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Places {
    folders: BTreeMap<PathBuf, Place>,
    /// Folders beneath which a watch that reaches further serves all.
    trees: BTreeSet<PathBuf>,
}

#[derive(Debug, Clone, PartialEq)]
struct Place {
    names: Names,
    mark: Mark,
}

#[derive(Debug, Clone, PartialEq)]
enum Names {
    All,
    Some(BTreeSet<OsString>),
}

/// Which folder a path meant when a watch was set on it. Systems without such numbers go by the
/// path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark {
    device: u64,
    inode: u64,
}

impl Mark {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self::default()
    }
}

impl Places {
    /// What the last look of a catalogue rests on, and these files of settings.
    #[must_use]
    pub fn of(catalog: &Catalog, files: &[PathBuf]) -> Self {
        let mut finder = Finder::new(catalog);
        for root in &catalog.plan.roots {
            if !root.path.as_os_str().is_empty() {
                finder.way(&root.path);
            }
        }
        for watched in &catalog.watched {
            finder.listing(&watched.path);
        }
        if let Some(snapshot) = catalog.snapshot() {
            for root in &snapshot.roots {
                if root.status == RootStatus::Read {
                    finder.tree(&root.path);
                }
            }
            let on_disk = |entry: &&crate::Entry| !snapshot.is_embedded(entry);
            for entry in snapshot.entries.iter().filter(on_disk) {
                finder.file(&entry.file);
                if let Some(beside) = catalog.profile.companion.beside(&entry.file) {
                    finder.file(&beside);
                }
            }
        }
        for file in files {
            finder.file(file);
        }
        finder.places
    }

    /// Whether what happened to `path` matters.
    pub(super) fn concerns(&self, path: &Path) -> bool {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return false;
        };
        match self.folders.get(folder).map(|place| &place.names) {
            Some(Names::All) => true,
            Some(Names::Some(names)) => names.contains(name),
            None => false,
        }
    }

    /// Whether `path` is one of the folders.
    pub(super) fn holds(&self, path: &Path) -> bool {
        self.folders.contains_key(path)
    }

    /// The folders on which a watch is to be set.
    pub(super) fn folders(&self, reach: Reach) -> BTreeMap<PathBuf, Mark> {
        let is_served = |path: &Path| {
            let mut above = path.ancestors().skip(1);
            reach == Reach::Tree && above.any(|above| self.trees.contains(above))
        };
        self.folders
            .iter()
            .filter(|(path, _)| !is_served(path))
            .map(|(path, place)| (path.clone(), place.mark))
            .collect()
    }
}

/// Puts places together. Each folder is looked at once.
struct Finder {
    places: Places,
    /// Folders from which the way to a root is watched.
    starts: Vec<PathBuf>,
    /// Real paths of folders, with their marks; nothing where there is none.
    known: HashMap<PathBuf, Option<(PathBuf, Mark)>>,
}

impl Finder {
    fn new(catalog: &Catalog) -> Self {
        let surroundings = &catalog.request.surroundings;
        let starts = [&catalog.plan.workspace, &surroundings.current_dir];
        Self {
            places: Places::default(),
            starts: starts
                .into_iter()
                .chain(&surroundings.home)
                .cloned()
                .collect(),
            known: HashMap::new(),
        }
    }

    /// A path that may come, go or be replaced by another: its name in the folder above matters, and
    /// so on up to where the way starts, or to the first folder that is there.
    fn way(&mut self, path: &Path) {
        let start = self.starts.iter().filter(|start| path.starts_with(start));
        let start = start.map(|start| start.components().count()).max();
        let mut at = path;
        while let (Some(folder), Some(name)) = (at.parent(), at.file_name()) {
            let is_there = self.name(folder, name);
            let is_below_start = start.is_some_and(|start| at.components().count() > start);
            if is_there && !is_below_start {
                break;
            }
            at = folder;
        }
    }

    /// A folder all of whose entries matter, or a file, or what may come there.
    fn listing(&mut self, path: &Path) {
        if let Some((real, mark)) = self.real(path) {
            self.add(real, mark, Names::All);
        }
        match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) if self.name(folder, name) => {}
            _ => self.way(path),
        }
    }

    /// A file, where it is listed and where a link leads.
    fn file(&mut self, path: &Path) {
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            if !self.name(folder, name) {
                self.way(path);
                return;
            }
            self.way_of_folder(folder);
        }
        let is_link = path
            .symlink_metadata()
            .is_ok_and(|metadata| metadata.file_type().is_symlink());
        if is_link && let Ok(real) = std::fs::canonicalize(path) {
            self.file(&real);
        }
    }

    /// The folder of a file may be replaced by another, which its own watch does not tell.
    fn way_of_folder(&mut self, folder: &Path) {
        if let (Some(above), Some(name)) = (folder.parent(), folder.file_name()) {
            self.name(above, name);
        }
    }

    fn tree(&mut self, path: &Path) {
        if let Some((real, _)) = self.real(path) {
            self.places.trees.insert(real);
        }
    }

    /// A name in a folder matters. Whether the folder is there.
    fn name(&mut self, folder: &Path, name: &OsStr) -> bool {
        let Some((real, mark)) = self.real(folder) else {
            return false;
        };
        let names = BTreeSet::from([name.to_os_string()]);
        self.add(real, mark, Names::Some(names));
        true
    }

    fn add(&mut self, folder: PathBuf, mark: Mark, names: Names) {
        let place = self.places.folders.entry(folder).or_insert_with(|| Place {
            names: Names::Some(BTreeSet::new()),
            mark,
        });
        match (&mut place.names, names) {
            (Names::Some(known), Names::Some(more)) => known.extend(more),
            (known, Names::All) => *known = Names::All,
            (Names::All, Names::Some(_)) => {}
        }
    }

    /// Where a folder really is: events are told by one path, however many lead there.
    fn real(&mut self, folder: &Path) -> Option<(PathBuf, Mark)> {
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let found = self.look(folder);
        self.known.insert(folder.to_path_buf(), found.clone());
        found
    }

    fn look(&mut self, folder: &Path) -> Option<(PathBuf, Mark)> {
        let metadata = folder.symlink_metadata().ok()?;
        if metadata.is_dir()
            && let (Some(above), Some(name)) = (folder.parent(), folder.file_name())
        {
            let (above, _) = self.real(above)?;
            return Some((above.join(name), Mark::of(&metadata)));
        }
        let metadata = folder.metadata().ok().filter(Metadata::is_dir)?;
        let real = std::fs::canonicalize(folder).ok()?;
        Some((real, Mark::of(&metadata)))
    }
}
