//! Packages on the disk: folders, archives, single files.

use std::path::{Path, PathBuf};

use prowess_fs::{EntryKind, Folder, Links, Listed, Listing};

use super::archive::{Body, Part};
use super::builder::{Builder, Item, open};
use super::kind::Kind;
use super::limits::{Budget, Limits};
use super::{Error, Package, path};

/// Reads the package at `path`.
pub(crate) fn package(path: &Path, limits: &Limits) -> Result<Package, Error> {
    match Folder::open(path) {
        Ok(folder) => Ok(of_folder(path, &folder, limits)),
        Err(prowess_fs::Error::NotFolder { .. }) => of_file(path, limits),
        Err(error) => Err(error.into()),
    }
}

/// The name of the folder or file that a path leads to.
fn name(path: &Path) -> String {
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let name = real.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn of_folder(path: &Path, folder: &Folder, limits: &Limits) -> Package {
    let mut walk = Walk {
        limits,
        budget: Budget::new(limits),
        items: Vec::new(),
    };
    walk.folder(folder, &[], 0);
    Builder::new(limits, walk.budget).build(name(path), path.to_path_buf(), walk.items)
}

struct Walk<'l> {
    limits: &'l Limits,
    budget: Budget,
    items: Vec<Item>,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Folder, prefix: &[u8], depth: usize) {
        let mut listing = Listing::default();
        if let Err(error) = folder.list(self.limits.entries, &mut listing) {
            self.item(prefix.to_vec(), Body::Unread(error.reason()));
            return;
        }
        if listing.listed() == Listed::BeyondBound {
            let reason = format!("a folder of more than {} entries", self.limits.entries);
            self.item(prefix.to_vec(), Body::Unread(reason));
            return;
        }
        for (name, kind) in listing.iter() {
            let mut full = prefix.to_vec();
            full.extend_from_slice(name.as_encoded_bytes());
            if self.budget.entries == 0 {
                let reason = format!(
                    "more than {} files; this one and what follows",
                    self.limits.entries
                );
                self.item(full, Body::Unread(reason));
                return;
            }
            self.budget.entries -= 1;
            let name = Path::new(name);
            match kind {
                EntryKind::Folder if depth >= self.limits.depth => {
                    let reason = format!("more than {} folders deep", self.limits.depth);
                    self.item(full, Body::Unread(reason));
                }
                EntryKind::Folder => match folder.folder(name, Links::Refused) {
                    Ok(inner) => {
                        full.push(b'/');
                        self.folder(&inner, &full, depth + 1);
                    }
                    Err(error) => self.item(full, Body::Unread(error.reason())),
                },
                EntryKind::File => self.file(folder, name, full),
                EntryKind::Link => {
                    let body = match folder.read_link(name) {
                        Ok(target) => Body::Link(target.into_os_string().into_encoded_bytes()),
                        Err(error) => Body::Unread(error.reason()),
                    };
                    self.item(full, body);
                }
                EntryKind::Other => {
                    self.item(full, Body::Unread("a pipe, socket or device".to_owned()))
                }
            }
        }
    }

    fn file(&mut self, folder: &Folder, name: &Path, full: Vec<u8>) {
        let bound = self.limits.file_bytes.min(self.budget.bytes);
        let mut bytes = Vec::new();
        let read = folder
            .file(name, Links::Refused)
            .and_then(|file| file.read(bound, &mut bytes).map(|()| file.is_executable()));
        match read {
            Ok(executable) => {
                self.budget.bytes = self.budget.bytes.saturating_sub(bytes.len() as u64);
                self.items.push(Item {
                    path: full,
                    executable,
                    body: Body::Bytes(bytes),
                    oddities: Vec::new(),
                });
            }
            Err(error) => self.item(full, Body::Unread(error.reason())),
        }
    }

    fn item(&mut self, path: Vec<u8>, body: Body) {
        self.items.push(Item {
            path,
            executable: false,
            body,
            oddities: Vec::new(),
        });
    }
}

/// An archive is opened as if it were the folder; any other file is a package of its own.
fn of_file(path: &Path, limits: &Limits) -> Result<Package, Error> {
    let file_name = name(path);
    let bytes = match prowess_fs::read(path, limits.package_bytes) {
        Ok(bytes) => bytes,
        Err(prowess_fs::Error::TooLarge { size, bound, .. }) => {
            let reason = format!("has {size} bytes, more than {bound}");
            let item = item(Part::unread(file_name.clone(), &reason));
            let builder = Builder::new(limits, Budget::new(limits));
            return Ok(builder.build(file_name, path.to_path_buf(), vec![item]));
        }
        Err(error) => return Err(error.into()),
    };
    let origin = path.to_path_buf();
    let mut budget = Budget::new(limits);
    let opened = open(
        &file_name,
        Kind::of(&file_name, &bytes),
        &bytes,
        limits,
        &mut budget,
    );
    let Some(mut opened) = opened else {
        budget.bytes = budget.bytes.saturating_sub(bytes.len() as u64);
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = real.parent().and_then(Path::file_name).unwrap_or_default();
        let item = item(Part::new(file_name, Body::Bytes(bytes)));
        let folder = folder.to_string_lossy().into_owned();
        return Ok(Builder::new(limits, budget).build(folder, origin, vec![item]));
    };
    let mut name = stem(&file_name).to_owned();
    if let Some(folder) = single_folder(&opened.parts) {
        for part in &mut opened.parts {
            if let Some(rest) = part.name.strip_prefix(&folder) {
                part.name = rest.to_owned();
            }
        }
        name = folder.trim_end_matches('/').to_owned();
    }
    if opened.fault.is_some() || opened.parts.is_empty() {
        let reason = opened.fault.as_deref().unwrap_or("empty archive");
        opened.parts.push(Part::unread(file_name, reason));
    }
    // What is odd about the archive as a whole is told at its skill, else at its first file.
    let is_skill = |part: &Part| part.name.eq_ignore_ascii_case("SKILL.md");
    let place = opened.parts.iter().position(is_skill).unwrap_or(0);
    if let Some(part) = opened.parts.get_mut(place) {
        part.oddities.extend(opened.oddities);
    }
    budget.entries = budget.entries.saturating_sub(opened.parts.len());
    let items = opened.parts.into_iter().map(item).collect();
    Ok(Builder::new(limits, budget).build(name, origin, items))
}

fn item(part: Part) -> Item {
    Item {
        path: part.name.into_bytes(),
        executable: part.executable,
        body: part.body,
        oddities: part.oddities,
    }
}

/// The one folder that all files of an archive lie in, with a slash, where it holds the skill.
fn single_folder(parts: &[Part]) -> Option<String> {
    let skill = parts.iter().find_map(|part| {
        let name = part.name.strip_suffix("SKILL.md")?;
        (name.ends_with('/') && name.matches('/').count() == 1 && !path::leaves(name))
            .then_some(name)
    })?;
    let is_beside = |part: &&Part| !part.name.starts_with(skill) && !is_packing(&part.name);
    parts
        .iter()
        .find(is_beside)
        .is_none()
        .then(|| skill.to_owned())
}

/// What archivers add by themselves.
fn is_packing(name: &str) -> bool {
    name.starts_with("__MACOSX/") || matches!(name, ".DS_Store" | "comment")
}

/// The name of an archive without its endings.
fn stem(name: &str) -> &str {
    const ENDINGS: [&str; 6] = [".tar.gz", ".tgz", ".tar", ".zip", ".skill", ".gz"];
    let ending = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
    ending.unwrap_or(name)
}

/// The packages at one path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Packages {
    /// What [`Package::open`] is to be called with, in the order of the paths.
    pub paths: Vec<PathBuf>,
    /// Files and folders beside the packages, which belong to none: a folder here stands for all that
    /// it holds.
    pub outside: Vec<PathBuf>,
    /// Folders that could not be looked into, with the reason.
    pub unread: Vec<(PathBuf, String)>,
}

impl Packages {
    /// The packages at `path`: itself where it is a file, has a SKILL.md, or has none anywhere beneath;
    /// else every topmost folder beneath that has one. A skill within a skill belongs to the outer
    /// one. No more folders are looked into than a package may have files.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] where the path itself cannot be opened.
    pub fn find(path: &Path, limits: &Limits) -> Result<Self, Error> {
        let folder = match Folder::open(path) {
            Ok(folder) => folder,
            Err(prowess_fs::Error::NotFolder { .. }) => return Ok(Self::one(path)),
            Err(error) => return Err(error.into()),
        };
        let mut found = Self::default();
        found.look(path, &folder, 0, &mut limits.entries.clone(), limits);
        if found.paths.is_empty() {
            return Ok(Self::one(path));
        }
        Ok(found)
    }

    fn one(path: &Path) -> Self {
        Self {
            paths: vec![path.to_path_buf()],
            ..Self::default()
        }
    }

    /// Adds what lies beneath `folder`; says whether that holds a skill.
    fn look(
        &mut self,
        path: &Path,
        folder: &Folder,
        depth: usize,
        folders: &mut usize,
        limits: &Limits,
    ) -> bool {
        if *folders == 0 || depth > limits.depth {
            let reason = format!(
                "more than {} folders, or {} deep",
                limits.entries, limits.depth
            );
            self.unread.push((path.to_path_buf(), reason));
            return false;
        }
        *folders -= 1;
        let mut listing = Listing::default();
        let listed = folder.list(limits.entries, &mut listing);
        if let Err(error) = listed {
            self.unread.push((path.to_path_buf(), error.reason()));
            return false;
        }
        if listing.listed() == Listed::BeyondBound {
            let reason = format!("a folder of more than {} entries", limits.entries);
            self.unread.push((path.to_path_buf(), reason));
            return false;
        }
        let is_skill = |(name, kind): (&std::ffi::OsStr, EntryKind)| {
            kind != EntryKind::Folder && name.eq_ignore_ascii_case("SKILL.md")
        };
        if listing.iter().any(is_skill) {
            self.paths.push(path.to_path_buf());
            return true;
        }
        let mut beside = Vec::new();
        let mut holds = false;
        for (name, kind) in listing.iter() {
            let full = path.join(name);
            let inner = match kind {
                EntryKind::Folder => folder.folder(Path::new(name), Links::Refused),
                _ => {
                    beside.push(full);
                    continue;
                }
            };
            match inner {
                Ok(inner) if self.look(&full, &inner, depth + 1, folders, limits) => holds = true,
                Ok(_) => beside.push(full),
                Err(error) => self.unread.push((full, error.reason())),
            }
        }
        // Where nothing was found beneath, the folder itself is told by whoever asked.
        if holds {
            self.outside.extend(beside);
        }
        holds
    }
}
