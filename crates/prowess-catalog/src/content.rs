//! The text of a skill, read again when someone asks for it.
//!
//! The catalogue keeps no bodies. A file is opened beneath its root each time, and its identity tells
//! whether it is the one that was judged.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use prowess_base::{Digest, Span};
use prowess_format::{Document, Limits, Source};
use prowess_fs::{Folder, Links};

use crate::{Embedded, Entry, Error, FileIdentity, FileKind, Root, Scope};

/// The text of a skill as it stands now.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Content {
    /// The whole text, decoded.
    pub text: String,
    /// Where the body stands in it.
    pub body: Span,
    /// The identity of the file that it was read from.
    pub identity: FileIdentity,
}

impl Content {
    fn new(bytes: &[u8], identity: FileIdentity, kind: FileKind) -> Self {
        let (source, _) = Source::decode(bytes);
        let text = source.text.into_owned();
        let body = match kind {
            FileKind::Instructions => Span::new(0, text.len()),
            _ => Document::parse(&text, &Limits::default()).0.body,
        };
        Self {
            text,
            body,
            identity,
        }
    }

    /// The body: everything behind the header.
    #[must_use]
    pub fn body(&self) -> &str {
        self.body.slice(&self.text)
    }

    /// The digest of the text as UTF-8, bytes that were no text replaced.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(self.text.as_bytes())
    }
}

/// Where files are read from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Library<'l> {
    pub(crate) roots: &'l [Root],
    pub(crate) embedded: Option<&'l Embedded>,
    pub(crate) file_bytes: u64,
}

impl Library<'_> {
    /// Reads the file of an entry into `bytes`, whatever state it is in now.
    pub(crate) fn read(&self, entry: &Entry, bytes: &mut Vec<u8>) -> Result<FileIdentity, Error> {
        let root = self.roots.get(entry.root.0 as usize);
        if let Some(embedded) = self.embedded
            && root.is_some_and(|root| root.scope == Scope::BuiltIn)
            && let Some(text) = embedded.text(&entry.file)
        {
            bytes.clear();
            bytes.extend_from_slice(text.as_bytes());
            return Ok(entry.identity);
        }
        let beneath = root
            .filter(|_| entry.listed.is_none())
            .and_then(|root| Some((root, beneath(&entry.file, &root.path)?)));
        let (folder, path) = match beneath {
            Some((root, path)) => (root.path.as_path(), path),
            None => (
                entry.folder(),
                entry
                    .file
                    .file_name()
                    .map_or(Path::new("SKILL.md"), Path::new),
            ),
        };
        let folder = Folder::open(folder)?;
        let file = folder.file(path, Links::Beneath)?;
        file.read(self.file_bytes, bytes)?;
        Ok(file.identity())
    }

    /// The text of an entry, if its file is still the one that was judged.
    pub(crate) fn content(&self, entry: &Entry) -> Result<Content, Error> {
        if let Some(fault) = entry.stale.first() {
            return Err(Error::Stale {
                name: entry.name.to_string(),
                file: entry.file.to_path_buf(),
                why: fault.message.clone(),
            });
        }
        let mut bytes = Vec::new();
        let identity = self.read(entry, &mut bytes)?;
        if identity != entry.identity {
            return Err(Error::Changed {
                file: entry.file.to_path_buf(),
            });
        }
        Ok(Content::new(&bytes, identity, entry.kind))
    }
}

/// `path` relative to `root`, told from the text of both: cheap, and right for paths that were
/// made by joining.
pub(crate) fn beneath<'p>(path: &'p Path, root: &Path) -> Option<&'p Path> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let rest = path
            .as_os_str()
            .as_bytes()
            .strip_prefix(root.as_os_str().as_bytes())?;
        let rest = rest.strip_prefix(b"/").or_else(|| {
            // A root that ends with its own separator, such as `/`.
            root.as_os_str().as_bytes().ends_with(b"/").then_some(rest)
        })?;
        Some(Path::new(OsStr::from_bytes(rest)))
    }
    #[cfg(not(unix))]
    {
        path.strip_prefix(root).ok()
    }
}

/// Digests of files that had to be told apart, kept by identity.
#[derive(Debug, Default)]
pub(crate) struct Digests {
    known: HashMap<FileIdentity, Digest>,
}

impl Digests {
    /// Whether two files are equal byte for byte. A file that cannot be read equals none.
    pub(crate) fn is_same(&mut self, one: &Entry, other: &Entry, library: &Library<'_>) -> bool {
        if one.header != other.header || one.identity.size != other.identity.size {
            return false;
        }
        match (self.digest(one, library), self.digest(other, library)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }

    fn digest(&mut self, entry: &Entry, library: &Library<'_>) -> Option<Digest> {
        let is_on_disk = entry.identity.inode != 0;
        if let Some(known) = self.known.get(&entry.identity).filter(|_| is_on_disk) {
            return Some(*known);
        }
        let mut bytes = Vec::new();
        library.read(entry, &mut bytes).ok()?;
        let digest = Digest::of(&bytes);
        if is_on_disk {
            self.known.insert(entry.identity, digest);
        }
        Some(digest)
    }
}
