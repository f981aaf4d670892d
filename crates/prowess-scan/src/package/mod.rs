//! A package as it lies: every file, and of each whether it could be read.

pub(crate) mod archive;
mod builder;
mod bytes;
mod error;
mod font;
mod git;
mod kind;
pub(crate) mod limits;
mod media;
mod oddity;
mod office;
mod open;
pub(crate) mod path;
mod pdf;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod zip;

use std::path::{Path, PathBuf};

use prowess_base::Digest;
use serde::Serialize;

use builder::{Builder, Item};
pub use error::Error;
pub(crate) use kind::Kind;
use limits::Budget;
pub use limits::Limits;
pub(crate) use oddity::Oddity;
pub use open::Packages;

/// The index of a file in its package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

/// Everything that a skill package holds.
#[derive(Debug, Clone, Default)]
pub struct Package {
    /// The name of its folder, or of the archive without its ending; empty where there is none.
    pub name: String,
    /// Where it was read from; empty where it was made in memory.
    pub origin: PathBuf,
    /// Its files in the order of their paths, each archive followed by what it holds.
    pub files: Vec<PackageFile>,
    /// The digest of the whole tree; nothing where not every byte could be read.
    pub digest: Option<Digest>,
}

/// One file of a package, or of an archive inside.
#[derive(Debug, Clone)]
pub struct PackageFile {
    /// The path in the package with `/`. A file of an archive is `ARCHIVE!/PATH`.
    pub path: String,
    /// What it holds, as far as it was read.
    pub content: Content,
    /// Whether everything it holds can be judged.
    pub coverage: Coverage,
    /// Whether its mode lets it be executed.
    pub executable: bool,
    /// The archive, or other file, that it lies in.
    pub container: Option<FileId>,
    /// The digest of its bytes, where they were read.
    pub digest: Option<Digest>,
    pub(crate) kind: Kind,
    pub(crate) oddities: Vec<Oddity>,
}

/// What a file holds.
#[derive(Debug, Clone)]
pub enum Content {
    /// Text, decoded. Bytes that are no text of the encoding have become U+FFFD: they hide nothing.
    Text(String),
    /// Bytes that are no text.
    Bytes(Vec<u8>),
    /// A link, with its target as written.
    Link(String),
    /// Nothing was read.
    Unread,
}

/// Whether everything that a file holds can be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state", content = "detail")]
#[non_exhaustive]
pub enum Coverage {
    /// The whole text was given to the rules.
    Text,
    /// An archive whose every entry is a file of the package, or an empty one.
    Opened,
    /// A known harmless kind, its structure verified to the last byte: `png`, `ttf`.
    Inert(&'static str),
    /// Not judged, or not wholly, and why: `Python bytecode`, `encrypted`, `has 20 bytes, more than 16`.
    Opaque(String),
}

impl Coverage {
    /// Whether nothing is left that was not judged.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        !matches!(self, Self::Opaque(_))
    }
}

impl Package {
    /// Reads the package at `path`: a folder; an archive (zip, tar, gzip; by its contents, whatever its
    /// name), which is read as the folder that it would become; or a single file.
    ///
    /// Every file is read, whatever its name and folder, and nothing in the package decides what is.
    /// Links are not followed. What cannot be read, or lies beyond `limits`, is
    /// [`Coverage::Opaque`].
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] where `path` itself cannot be opened: a fault inside is never an error.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self, Error> {
        open::package(path, limits)
    }

    /// A package of files in memory: paths with `/`, and their bytes. They are looked at as those of a
    /// folder are, within the default [`Limits`] of what archives unpack to.
    #[must_use]
    pub fn of_files<P: Into<String>, B: Into<Vec<u8>>>(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Self {
        let items = files
            .into_iter()
            .map(|(path, bytes)| Item {
                path: path.into().into_bytes(),
                executable: false,
                body: archive::Body::Bytes(bytes.into()),
                oddities: Vec::new(),
            })
            .collect();
        let limits = Limits::default();
        let builder = Builder::new(&limits, Budget::new(&limits));
        builder.build(name.into(), PathBuf::new(), items)
    }

    /// The file with this id.
    #[must_use]
    pub fn file(&self, id: FileId) -> Option<&PackageFile> {
        self.files.get(id.0 as usize)
    }

    /// Every file with its id.
    pub fn with_ids(&self) -> impl Iterator<Item = (FileId, &PackageFile)> {
        (0..).map(FileId).zip(&self.files)
    }
}

impl PackageFile {
    /// The decoded text, where it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
    /// The part of the path that this file adds to its container's, or the whole path.
    pub(crate) fn own_path<'f>(&'f self, package: &'f Package) -> &'f str {
        self.container
            .and_then(|container| package.file(container))
            .and_then(|container| self.path.strip_prefix(&container.path))
            .and_then(|rest| rest.strip_prefix("!/"))
            .unwrap_or(&self.path)
    }
}
