//! The files of a skill beside its SKILL.md: named and counted, never read.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use prowess_fs::{EntryKind, Folder, Links, Listing};
use serde::Serialize;

use crate::Error;

/// Folders whose contents are nobody's resource.
const SKIPPED: [&str; 2] = ["node_modules", "__pycache__"];

/// Endings of files that are no text.
const BINARY: [&str; 44] = [
    "7z", "avif", "bin", "bmp", "bz2", "class", "db", "dll", "doc", "docx", "dylib", "eot", "exe",
    "flac", "gif", "gz", "icns", "ico", "jar", "jpeg", "jpg", "mov", "mp3", "mp4", "o", "ogg",
    "otf", "parquet", "pdf", "png", "pptx", "pyc", "so", "sqlite", "tar", "tgz", "tiff", "ttf",
    "wasm", "wav", "webp", "woff", "woff2", "xlsx",
];

/// Bounds on a look into a skill's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Most files that are named; the others are counted.
    pub files: usize,
    /// Most entries that are looked at in all; what lies beyond is not counted.
    pub entries: usize,
    /// Folders below the skill's own that are entered, one in the other.
    pub depth: usize,
}

impl Default for ResourceLimits {
    /// 100 files, 10,000 entries, 8 levels.
    fn default() -> Self {
        Self {
            files: 100,
            entries: 10_000,
            depth: 8,
        }
    }
}

/// The files of a skill beside its SKILL.md.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// The first files by path, in the order of its parts.
    pub files: Vec<Resource>,
    /// How many more there are, as far as they were counted.
    pub more: u32,
    /// How many bytes those hold.
    pub more_bytes: u64,
}

/// One file of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Resource {
    /// Relative to the skill's folder, with forward slashes.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// What it probably is.
    pub kind: ResourceKind,
}

/// What a file probably is, told from the ending of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResourceKind {
    /// Text.
    Text,
    /// No text: an image, a font, an archive, a program.
    Binary,
}

impl ResourceKind {
    fn of(path: &str) -> Self {
        let ending = Path::new(path).extension().and_then(OsStr::to_str);
        let is_binary = ending.is_some_and(|ending| {
            BINARY
                .iter()
                .any(|known| known.eq_ignore_ascii_case(ending))
        });
        if is_binary { Self::Binary } else { Self::Text }
    }
}

impl Resources {
    /// Looks through a skill's folder. Hidden files and folders, `node_modules` and `__pycache__` are
    /// passed over, links are followed to files beneath the folder, and pipes, sockets and devices do
    /// not count.
    ///
    /// # Errors
    ///
    /// [`Error::Folder`] where the skill's folder cannot be opened or listed. Folders in it that cannot
    /// be opened are passed over.
    pub fn of(folder: &Path, limits: &ResourceLimits) -> Result<Self, Error> {
        let top = Folder::open(folder)?;
        let mut look = Look {
            limits,
            entries: 0,
            resources: Self::default(),
        };
        look.folder(&top, &PathBuf::new(), 0)?;
        Ok(look.resources)
    }

    /// Files in all.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.files.len() as u64 + u64::from(self.more)
    }

    /// Bytes in all.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.more_bytes + self.files.iter().map(|file| file.bytes).sum::<u64>()
    }
}

struct Look<'l> {
    limits: &'l ResourceLimits,
    entries: usize,
    resources: Resources,
}

impl Look<'_> {
    fn folder(&mut self, folder: &Folder, below: &Path, depth: usize) -> Result<(), Error> {
        let mut listing = Listing::default();
        folder.list(self.limits.entries, &mut listing)?;
        for (name, kind) in listing.iter() {
            if self.entries == self.limits.entries {
                return Ok(());
            }
            self.entries += 1;
            let is_own_file = below.as_os_str().is_empty() && name == "SKILL.md";
            if is_own_file || is_skipped(name) {
                continue;
            }
            let path = below.join(name);
            match kind {
                EntryKind::Folder if depth < self.limits.depth => {
                    if let Ok(inner) = folder.folder(Path::new(name), Links::Refused) {
                        // A folder that vanishes meanwhile holds nothing.
                        let _ = self.folder(&inner, &path, depth + 1);
                    }
                }
                EntryKind::File => {
                    if let Ok((identity, EntryKind::File)) = folder.identity_of(Path::new(name)) {
                        self.add(&path, identity.size);
                    }
                }
                EntryKind::Link => {
                    if let Ok(file) = folder.file(Path::new(name), Links::Beneath) {
                        self.add(&path, file.identity().size);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, bytes: u64) {
        if self.resources.files.len() == self.limits.files {
            self.resources.more = self.resources.more.saturating_add(1);
            self.resources.more_bytes += bytes;
            return;
        }
        let parts: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
        let path = parts.join("/");
        self.resources.files.push(Resource {
            kind: ResourceKind::of(&path),
            bytes,
            path,
        });
    }
}

fn is_skipped(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || SKIPPED.iter().any(|skipped| name == *skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(files: &[(&str, usize)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, size) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, vec![0xff; *size]).unwrap();
        }
        folder
    }

    fn resource(path: &str, bytes: u64, kind: ResourceKind) -> Resource {
        Resource {
            path: path.to_owned(),
            bytes,
            kind,
        }
    }

    /// DS-24: files that are no text are listed with size and kind and never read; what systems
    /// leave behind is passed over.
    #[test]
    fn ds_24_binary_files() {
        let folder = skill(&[
            ("SKILL.md", 1),
            (".DS_Store", 4),
            ("assets/logo.PNG", 11),
            ("node_modules/a.js", 5),
            ("scripts/run.sh", 7),
        ]);
        let resources = Resources::of(folder.path(), &ResourceLimits::default()).unwrap();
        assert_eq!(
            resources.files,
            [
                resource("assets/logo.PNG", 11, ResourceKind::Binary),
                resource("scripts/run.sh", 7, ResourceKind::Text),
            ]
        );
    }

    /// Beyond the bound files are counted, with their bytes.
    #[test]
    fn bounded() {
        let folder = skill(&[("a", 1), ("b/c", 2), ("d", 4)]);
        let limits = ResourceLimits {
            files: 1,
            ..ResourceLimits::default()
        };
        let resources = Resources::of(folder.path(), &limits).unwrap();
        assert_eq!(
            (
                resources.more,
                resources.more_bytes,
                resources.count(),
                resources.bytes()
            ),
            (2, 6, 3, 7)
        );
    }
}
