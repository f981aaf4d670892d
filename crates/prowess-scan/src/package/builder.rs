//! From files to a package: each is looked at, and what it holds becomes files of its own.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

use prowess_base::{Digest, Execution, TreeDigest};

use super::archive::{self, Body, Opened, Part};
use super::kind::Kind;
use super::limits::{Budget, Limits};
use super::oddity::Oddity;
use super::pdf::{self, Pdf};
use super::text::{Decoded, decode};
use super::{Content, Coverage, FileId, Package, PackageFile, git, media, office, path, zip};
use crate::role::is_program;

/// A file that is to be looked at.
#[derive(Debug)]
pub(crate) struct Item {
    /// The bytes of its path, with `/`.
    pub(crate) path: Vec<u8>,
    pub(crate) executable: bool,
    pub(crate) body: Body,
    pub(crate) oddities: Vec<Oddity>,
}

/// A package in the making.
#[derive(Debug)]
pub(crate) struct Builder<'l> {
    limits: &'l Limits,
    budget: Budget,
    files: Vec<PackageFile>,
}

/// What a look at a file's bytes gave.
struct Look {
    content: Content,
    coverage: Coverage,
    kind: Kind,
    oddities: Vec<Oddity>,
    parts: Vec<Part>,
}

impl<'l> Builder<'l> {
    /// `budget` is what the files themselves have left of the bounds.
    pub(crate) fn new(limits: &'l Limits, budget: Budget) -> Self {
        Self {
            limits,
            budget,
            files: Vec::new(),
        }
    }

    /// Looks at all files of a package.
    pub(crate) fn build(mut self, name: String, origin: PathBuf, mut items: Vec<Item>) -> Package {
        items.sort_by(|one, other| one.path.cmp(&other.path));
        let mut tree = TreeDigest::new();
        let mut whole = true;
        for item in items {
            let path = match String::from_utf8_lossy(&item.path) {
                Cow::Borrowed(path) => path.to_owned(),
                Cow::Owned(path) => path,
            };
            let execution = match item.executable {
                true => Execution::Executable,
                false => Execution::Plain,
            };
            match &item.body {
                Body::Bytes(_) => {}
                Body::Link(target) | Body::HardLink(target) => {
                    tree.link(item.path.clone(), target);
                }
                Body::Unread(_) | Body::Special(_) | Body::PassedOver => whole = false,
            }
            let part = Part {
                name: path,
                executable: item.executable,
                body: item.body,
                oddities: item.oddities,
            };
            let placed = self.files.len();
            self.place(part, None, 0);
            if let Some(digest) = self.files.get(placed).and_then(|file| file.digest) {
                tree.file(item.path, execution, digest);
            }
        }
        self.close_links();
        Package {
            name,
            origin,
            files: self.files,
            digest: whole.then(|| tree.finish()),
        }
    }

    /// What a link leads to is judged where it is a file of the package, and else cannot be.
    fn close_links(&mut self) {
        let paths: BTreeSet<String> = self.files.iter().map(|file| file.path.clone()).collect();
        for file in &mut self.files {
            let Content::Link(target) = &file.content else {
                continue;
            };
            let target = path::target(&file.path, target);
            let is_within = target.is_some_and(|target| {
                let beneath = format!("{target}/");
                let next = paths.range(beneath.clone()..).next();
                paths.contains(&target) || next.is_some_and(|next| next.starts_with(&beneath))
            });
            if !is_within {
                file.coverage = Coverage::Opaque("link to what is not in the package".to_owned());
            }
        }
    }

    fn place(&mut self, part: Part, container: Option<FileId>, nesting: u8) {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let mut file = PackageFile {
            path: part.name,
            content: Content::Unread,
            coverage: Coverage::Text,
            executable: part.executable,
            container,
            digest: None,
            kind: Kind::Other,
            oddities: part.oddities,
        };
        let mut parts = Vec::new();
        match part.body {
            Body::Unread(reason) => file.coverage = Coverage::Opaque(reason),
            Body::Special(reason) => file.coverage = Coverage::Opaque(reason.to_owned()),
            Body::PassedOver => file.coverage = Coverage::Opaque("not read".to_owned()),
            Body::Link(target) | Body::HardLink(target) => {
                file.content = Content::Link(String::from_utf8_lossy(&target).into_owned());
                file.coverage = Coverage::Inert("link");
            }
            Body::Bytes(bytes) => {
                file.digest = Some(Digest::of(&bytes));
                let look = look(&file.path, bytes, self.limits, &mut self.budget, nesting);
                file.content = look.content;
                file.coverage = look.coverage;
                file.kind = look.kind;
                file.oddities.extend(look.oddities);
                parts = look.parts;
            }
        }
        let room = self.budget.entries.min(parts.len());
        self.budget.entries -= room;
        if room < parts.len() {
            parts.truncate(room);
            file.coverage = Coverage::Opaque(format!(
                "holds more than the {} files that a package may have",
                self.limits.entries
            ));
        }
        let around = file.path.clone();
        self.files.push(file);
        for mut part in parts {
            part.name = format!("{around}!/{}", part.name);
            self.place(part, Some(id), nesting + 1);
        }
    }
}

fn look(path: &str, bytes: Vec<u8>, limits: &Limits, budget: &mut Budget, nesting: u8) -> Look {
    let kind = match Kind::of(path, &bytes) {
        Kind::Git if git::is_whole(path, &bytes, limits.file_bytes) => {
            return Look::covered(Kind::Git, bytes, "git-data");
        }
        // What only lies where Git's files lie is a file like any other.
        Kind::Git => Kind::of(path::name(path), &bytes),
        kind => kind,
    };
    match kind {
        Kind::Media(media) => match media::verify(media, &bytes) {
            Some(verified) => held(kind, bytes, &verified),
            None => broken(kind, bytes, path),
        },
        Kind::Pdf => match pdf::look(&bytes) {
            Pdf::Pages(verified) => held(kind, bytes, &verified),
            Pdf::Active(names, verified) => {
                let mut look = held(kind, bytes, &verified);
                look.oddities.push(Oddity::Active(names.join("`, `")));
                look.coverage = Coverage::Opaque("PDF that holds programs or files".to_owned());
                look
            }
            Pdf::Closed(reason) => Look::closed(kind, bytes, reason),
        },
        Kind::Zip | Kind::Gzip | Kind::Tar => opened(path, kind, bytes, limits, budget, nesting),
        Kind::Native(name) => Look::closed(kind, bytes, name),
        Kind::PythonBytecode => Look::closed(kind, bytes, "Python bytecode"),
        Kind::Closed(name) => Look::closed(kind, bytes, name),
        Kind::Git | Kind::Other if zip::is_zip(&bytes) => {
            appended(path, bytes, limits, budget, nesting)
        }
        Kind::Git | Kind::Other => plain(Kind::Other, bytes),
    }
}

/// Text, or nothing that is known.
fn plain(kind: Kind, bytes: Vec<u8>) -> Look {
    let (content, coverage) = match decode(bytes) {
        Decoded::Text(text) => (Content::Text(text), Coverage::Text),
        Decoded::Mixed(text) => {
            let coverage = Coverage::Opaque("text with binary data behind it".to_owned());
            (Content::Text(text), coverage)
        }
        Decoded::Binary(bytes) => {
            let coverage = Coverage::Opaque("binary data of an unknown kind".to_owned());
            (Content::Bytes(bytes), coverage)
        }
    };
    Look {
        content,
        coverage,
        kind,
        oddities: Vec::new(),
        parts: Vec::new(),
    }
}

/// A file whose structure holds, up to where it ends; what stands behind is a file of its own.
fn held(kind: Kind, bytes: Vec<u8>, verified: &media::Verified) -> Look {
    let behind = bytes.get(verified.end..).unwrap_or_default();
    let mut parts: Vec<Part> = (1..)
        .zip(&verified.texts)
        .map(|(number, text)| {
            Part::new(
                format!("text {number}.md"),
                Body::Bytes(text.clone().into()),
            )
        })
        .collect();
    let mut oddities = Vec::new();
    if !archive::is_padding(behind) {
        parts.push(Part::new("behind the end", Body::Bytes(behind.to_vec())));
        oddities.extend(second_kind(behind).map(Oddity::Polyglot));
    } else if zip::is_zip(&bytes) {
        // Within the structure: a directory of zip in a comment or chunk.
        oddities.push(Oddity::Polyglot("zip archive"));
    }
    let mut look = Look::covered(kind, bytes, verified.label);
    look.oddities = oddities;
    look.parts = parts;
    look
}

/// What bytes behind the end of another file are, where that is worth telling.
fn second_kind(bytes: &[u8]) -> Option<&'static str> {
    match Kind::of("", bytes) {
        Kind::Native(name) => Some(name),
        Kind::PythonBytecode => Some("Python bytecode"),
        Kind::Zip | Kind::Gzip | Kind::Tar => Some("archive"),
        Kind::Closed(name) => Some(name),
        _ if zip::is_zip(bytes) => Some("zip archive"),
        _ => match decode(bytes.to_vec()) {
            Decoded::Text(text) | Decoded::Mixed(text) if is_code(&text) => Some("script"),
            Decoded::Text(_) | Decoded::Mixed(_) => Some("text"),
            Decoded::Binary(_) => None,
        },
    }
}

/// Whether a text where none belongs is a program, be it of one line.
fn is_code(text: &str) -> bool {
    const MARKS: [&str; 10] = [
        "import ",
        "require(",
        "eval(",
        "exec(",
        "system(",
        "<?php",
        "<script",
        "curl ",
        "wget ",
        "powershell",
    ];
    is_program("", text) || MARKS.iter().any(|mark| text.contains(mark))
}

/// A file that begins like a kind and does not hold what that promises.
fn broken(kind: Kind, bytes: Vec<u8>, path: &str) -> Look {
    let mut look = plain(kind, bytes);
    if matches!(look.content, Content::Text(_)) {
        let is_named_text = matches!(path::ending(path), Some("md" | "txt"));
        if !is_named_text {
            look.oddities.push(Oddity::Polyglot("text"));
        }
    } else {
        look.coverage =
            Coverage::Opaque("picture, font, sound or film with a broken structure".to_owned());
    }
    look
}

fn opened(
    path: &str,
    kind: Kind,
    bytes: Vec<u8>,
    limits: &Limits,
    budget: &mut Budget,
    nesting: u8,
) -> Look {
    if nesting >= limits.archive_nesting {
        let nesting = limits.archive_nesting;
        return Look::closed(kind, bytes, &format!("more than {nesting} archives deep"));
    }
    let Some(opened) = open(path, kind, &bytes, limits, budget) else {
        return Look::closed(kind, bytes, "broken archive");
    };
    Look {
        coverage: opened.fault.map_or(Coverage::Opened, Coverage::Opaque),
        content: Content::Bytes(bytes),
        kind,
        oddities: opened.oddities,
        parts: opened.parts,
    }
}

/// Opens an archive of a known kind.
pub(crate) fn open(
    path: &str,
    kind: Kind,
    bytes: &[u8],
    limits: &Limits,
    budget: &mut Budget,
) -> Option<Opened> {
    let mut opened = match kind {
        Kind::Zip => {
            let mut opened = zip::open(bytes, limits, budget, &|_| true)?;
            opened.parts.append(&mut opened.beside);
            office::look(&mut opened);
            opened
        }
        Kind::Gzip => archive::gzip(path, bytes, limits, budget),
        Kind::Tar => archive::tar(bytes, limits, budget, &|_| true),
        _ => return None,
    };
    opened.parts.append(&mut opened.beside);
    Some(opened)
}

/// A text or binary with a zip archive at its end, as self-extracting programs and zipapps are. What
/// stands in front becomes a file of the archive.
fn appended(path: &str, bytes: Vec<u8>, limits: &Limits, budget: &mut Budget, nesting: u8) -> Look {
    let mut look = opened(path, Kind::Zip, bytes, limits, budget, nesting);
    look.oddities.push(Oddity::Polyglot("zip archive"));
    look
}

impl Look {
    fn covered(kind: Kind, bytes: Vec<u8>, label: &'static str) -> Self {
        Self {
            content: Content::Bytes(bytes),
            coverage: Coverage::Inert(label),
            kind,
            oddities: Vec::new(),
            parts: Vec::new(),
        }
    }

    fn closed(kind: Kind, bytes: Vec<u8>, reason: &str) -> Self {
        Self {
            content: Content::Bytes(bytes),
            coverage: Coverage::Opaque(reason.to_owned()),
            kind,
            oddities: Vec::new(),
            parts: Vec::new(),
        }
    }
}
