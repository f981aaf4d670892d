//! A package as it lies: every file, and of each whether it could be read.

use std::path::PathBuf;

use prowess_base::Digest;
use serde::Serialize;

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
    /// The archive that it lies in.
    pub container: Option<FileId>,
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
    /// Not judged, or not wholly, and why: `Python bytecode`, `encrypted`, `larger than 16 MiB`.
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
    /// A package of files in memory: paths with `/`, and their bytes.
    #[must_use]
    pub fn of_files<P: Into<String>, B: Into<Vec<u8>>>(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Self {
        let mut files: Vec<PackageFile> = files
            .into_iter()
            .map(|(path, bytes)| PackageFile {
                path: path.into(),
                content: Content::Text(String::from_utf8_lossy(&bytes.into()).into_owned()),
                coverage: Coverage::Text,
                executable: false,
                container: None,
            })
            .collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Self {
            name: name.into(),
            files,
            ..Self::default()
        }
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
}
