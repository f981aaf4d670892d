//! Archives: zip, tar and gzip-compressed tar, told by their first bytes.
//!
//! An archive is first listed, and refused where any of its entries could do harm to some program or system; only then the
//! skills in it are unpacked, and nothing beside them. Everything is unpacked to memory, so that no name of an entry ever
//! reaches the file system before it has become the path of a tree.

use std::collections::BTreeSet;
use std::path::Path;

use prowess_base::Digest;
use prowess_scan::archive::{self, Archive, Body, Fault};

use super::harvest::{Entry, Files, beneath, find, gather};
use super::{Harvest, Limits, Revision};
use crate::{Error, Source, TreeFile};

/// Endings of the names of archives, longest first.
pub(crate) const ENDINGS: [&str; 5] = [".tar.gz", ".skill", ".tgz", ".tar", ".zip"];

/// The name of an archive without its ending, if it has one.
pub(crate) fn stem(name: &str) -> Option<&str> {
    ENDINGS.iter().find_map(|ending| {
        let at = name.len().checked_sub(ending.len())?;
        let (stem, end) = name.split_at_checked(at)?;
        (!stem.is_empty() && end.eq_ignore_ascii_case(ending)).then_some(stem)
    })
}

/// Reads an archive of this machine. `source` is what it is called by.
///
/// # Errors
///
/// [`Error::Disk`], and those of [`harvest`].
pub fn open(path: &Path, source: Source, limits: &Limits) -> Result<Harvest, Error> {
    let bytes = prowess_fs::read(path, limits.archive_bytes)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    harvest(source, stem(&name).unwrap_or(&name), &bytes, limits)
}

/// The skills of an archive. A single folder around everything, as `repo-main/`, is no part of their paths; it names a skill
/// that has no name of its own, else `name` does.
///
/// The revision is the digest of `bytes`.
///
/// # Errors
///
/// [`Error::Archive`] with the entry and the reason.
pub fn harvest(
    source: Source,
    name: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Harvest, Error> {
    let source_name = source.to_string();
    let reader = Reader::list(&source_name, bytes, limits)?;
    let found = find(reader.paths(), "");
    let files = reader.files(bytes, limits, &|path| found.of(path).is_some())?;
    let revision = Revision::File {
        digest: Digest::of(bytes).to_string(),
    };
    let name = reader.wrapper().unwrap_or(name);
    Ok(gather(source, revision, name, files, limits))
}

/// Everything that an archive holds, for what is no skill. A single folder around everything is left in the paths.
///
/// # Errors
///
/// [`Error::Archive`] with the entry and the reason.
pub fn read(source_name: &str, bytes: &[u8], limits: &Limits) -> Result<Files, Error> {
    let mut reader = Reader::list(source_name, bytes, limits)?;
    reader.wrapper.clear();
    reader.files(bytes, limits, &|_| true)
}

/// The files of an archive that are in one of its folders, their paths within that folder. A single folder around everything
/// does not count.
///
/// # Errors
///
/// [`Error::Archive`] with the entry and the reason.
pub(super) fn within(
    source_name: &str,
    bytes: &[u8],
    folder: &str,
    limits: &Limits,
) -> Result<Files, Error> {
    let reader = Reader::list(source_name, bytes, limits)?;
    let mut files = reader.files(bytes, limits, &|path| beneath(path, folder).is_some())?;
    files.entries = std::mem::take(&mut files.entries)
        .into_iter()
        .filter_map(|(path, entry)| Some((beneath(&path, folder)?.to_owned(), entry)))
        .collect();
    Ok(files)
}

/// A listed archive that may be unpacked.
struct Reader<'s> {
    source_name: &'s str,
    /// The paths of its entries, the wrapper taken off.
    paths: BTreeSet<String>,
    /// The folder around everything, with a slash; empty where there is none.
    wrapper: String,
}

impl<'s> Reader<'s> {
    fn list(source_name: &'s str, bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let mut reader = Self {
            source_name,
            paths: BTreeSet::new(),
            wrapper: String::new(),
        };
        let size = bytes.len() as u64;
        if size > limits.archive_bytes {
            let bound = limits.archive_bytes;
            return Err(reader.refused(format!("it has {size} bytes, more than {bound}")));
        }
        let archive = reader.open(bytes, limits, &|_| false)?;
        for entry in &archive.entries {
            let path = plain(&entry.name);
            if !reader.paths.insert(path.to_owned()) {
                return Err(reader.refused(format!("two entries have the name `{path}`")));
            }
        }
        reader.wrapper = wrapper(&reader.paths);
        let length = reader.wrapper.len();
        if length > 0 {
            let paths = std::mem::take(&mut reader.paths);
            reader.paths = paths
                .into_iter()
                .map(|path| path.get(length..).map_or(path.clone(), str::to_owned))
                .collect();
        }
        Ok(reader)
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }

    fn wrapper(&self) -> Option<&str> {
        self.wrapper.strip_suffix('/')
    }

    /// Unpacks the entries whose paths are wanted.
    fn files(
        &self,
        bytes: &[u8],
        limits: &Limits,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Files, Error> {
        let path = |name: &str| {
            let path = plain(name);
            path.strip_prefix(&self.wrapper).unwrap_or(path).to_owned()
        };
        let archive = self.open(bytes, limits, &|name| wanted(&path(name)))?;
        let mut files = Files::default();
        let mut unpacked = 0_u64;
        for entry in archive.entries {
            let body = match entry.body {
                Body::File(bytes) => {
                    unpacked += bytes.len() as u64;
                    Entry::File(TreeFile {
                        bytes,
                        executable: entry.executable,
                    })
                }
                Body::Link(target) => Entry::Link(String::from_utf8_lossy(&target).into_owned()),
                Body::Unread(reason) => Entry::Unread(match reason.starts_with("has ") {
                    true => reason,
                    false => format!("cannot be unpacked: {reason}"),
                }),
                _ => continue,
            };
            let path = path(&entry.name);
            if entry.faults.contains(&Fault::OtherUser) {
                files.left_out.push(format!(
                    "the right of `{path}` to run as another user is not kept"
                ));
            }
            files.entries.insert(path, body);
        }
        let size = bytes.len() as u64;
        if unpacked > limits.ratio_from && unpacked / size.max(1) > limits.ratio {
            return Err(self.refused(format!(
                "it unpacks to {unpacked} bytes from {size}, more than {} to 1",
                limits.ratio
            )));
        }
        Ok(files)
    }

    fn open(
        &self,
        bytes: &[u8],
        limits: &Limits,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<Archive, Error> {
        let mut bounds = prowess_scan::Limits::default();
        bounds.file_bytes = limits.tree.file_bytes;
        bounds.package_bytes = limits.unpacked_bytes;
        bounds.archive_entries = limits.entries;
        // What comes out in all is held against what went in here.
        bounds.archive_ratio = u64::MAX;
        let mut archive = archive::read(bytes, &bounds, wanted)
            .ok_or_else(|| self.refused("it is no zip, tar or tar.gz archive".to_owned()))?;
        self.check(&archive)?;
        // Folders are there where something is odd about them.
        archive.entries.retain(|entry| !entry.name.ends_with('/'));
        Ok(archive)
    }

    /// Refuses an archive that could do harm to whoever unpacks it, or that two programs read differently.
    fn check(&self, archive: &Archive) -> Result<(), Error> {
        for entry in &archive.entries {
            let at = |reason: &dyn std::fmt::Display| {
                self.refused(format!(
                    "the entry `{}`: {reason}",
                    entry.name.escape_debug()
                ))
            };
            if let Some(reason) = harm(&entry.name) {
                return Err(at(&reason));
            }
            if let Some(fault) = entry
                .faults
                .iter()
                .find(|fault| **fault != Fault::OtherUser)
            {
                return Err(at(fault));
            }
            let is_folder = entry.name.ends_with('/');
            match &entry.body {
                Body::File(bytes) if is_folder && bytes.is_empty() => {}
                _ if is_folder => return Err(at(&"it is both a folder and a file")),
                Body::HardLink(_) => return Err(at(&"it is a second name of another file")),
                Body::Special(kind) => return Err(at(&format_args!("it is {kind}"))),
                _ => {}
            }
        }
        if let Some(reason) = &archive.unfinished {
            return Err(self.refused(reason.clone()));
        }
        match archive.faults.first() {
            Some(fault) => Err(self.refused(fault.to_string())),
            None => Ok(()),
        }
    }

    fn refused(&self, reason: String) -> Error {
        Error::Archive {
            source_name: self.source_name.to_owned(),
            reason,
        }
    }
}

/// Why a name would lead out of the folder that it is unpacked in, on some system. What else is wrong with it matters only
/// where it is in a skill, and is told by the tree there.
fn harm(name: &str) -> Option<&'static str> {
    let is_drive = matches!(name.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z', b':', ..]);
    if is_drive || name.starts_with(['/', '\\']) {
        Some("its path is not relative")
    } else if name.contains('\\') {
        Some("it holds a backslash, which is a folder on some systems")
    } else if name.contains(char::is_control) {
        Some("it holds a control character")
    } else if name.contains(char::REPLACEMENT_CHARACTER) {
        Some("its name is no UTF-8")
    } else if name.split('/').any(|part| part == "..") {
        Some("a part of it is `..`")
    } else {
        None
    }
}

/// A name without the `./` that tar puts in front.
fn plain(name: &str) -> &str {
    let mut name = name;
    while let Some(rest) = name.strip_prefix("./") {
        name = rest;
    }
    name
}

/// The one folder that everything lies in, with a slash. What archivers add by themselves does not count.
fn wrapper(paths: &BTreeSet<String>) -> String {
    let mut tops = paths
        .iter()
        .filter(|path| !path.starts_with("__MACOSX/") && *path != ".DS_Store")
        .map(|path| path.split_once('/').map(|(top, _)| top));
    let Some(Some(first)) = tops.next() else {
        return String::new();
    };
    match tops.all(|top| top == Some(first)) {
        true => format!("{first}/"),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests;
