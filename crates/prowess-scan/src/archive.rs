//! Archives, entry by entry and within bounds, for whoever unpacks them: the reader of the scan itself, so that what is
//! unpacked is what was looked at.
//!
//! Names, modes and links are given as they are written. What of them may be used is for the caller to say.

use crate::Limits;
use crate::package::archive::{self, Opened, Part};
use crate::package::limits::Budget;
use crate::package::{Kind, Oddity, archive::Wanted, zip};

/// What an archive holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Archive {
    /// Its entries in their order. Folders are left out, but for those whose names lead out.
    pub entries: Vec<Entry>,
    /// What is wrong with it as a whole.
    pub faults: Vec<Fault>,
    /// Why it was not read to its end.
    pub unfinished: Option<String>,
}

/// One entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name as it is written; bytes that are no text are replaced.
    pub name: String,
    /// Whether its mode lets anybody execute it.
    pub executable: bool,
    /// What it is.
    pub body: Body,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// A file with what it holds.
    File(Vec<u8>),
    /// A symbolic link with its target.
    Link(Vec<u8>),
    /// A second name of another entry, with that one's name.
    HardLink(Vec<u8>),
    /// A device or pipe.
    Special(&'static str),
    /// It was not asked for.
    PassedOver,
    /// It cannot be read, or lies beyond a bound, and why.
    Unread(String),
}

/// Something that no archive of an honest and careful writer has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The entry is encrypted.
    #[error("it is encrypted")]
    Encrypted,
    /// Two readers of the archive see different files.
    #[error("{0}: two programs would unpack different files")]
    Differs(String),
    /// It is made to exhaust whoever unpacks it.
    #[error("it unpacks to far more than it is: {0}")]
    Bomb(String),
    /// Names that stand twice, counts, sizes and checksums that do not fit.
    #[error("{0}")]
    Sloppy(String),
    /// The mode lets it run with the rights of its owner or group.
    #[error("it would run as another user")]
    OtherUser,
}

/// Reads a zip, tar or gzip-compressed tar archive, told by its first bytes; nothing where it is none of them. Entries
/// whose names are not `wanted` are listed and not unpacked.
///
/// Of the bounds those on files, on the whole, on entries and on the ratio count.
#[must_use]
pub fn read(bytes: &[u8], limits: &Limits, wanted: &dyn Fn(&str) -> bool) -> Option<Archive> {
    let opened = open(bytes, limits, wanted)?;
    Some(Archive {
        entries: opened.parts.into_iter().map(entry).collect(),
        faults: opened.oddities.into_iter().filter_map(fault).collect(),
        unfinished: opened.fault,
    })
}

fn open(bytes: &[u8], limits: &Limits, wanted: Wanted<'_>) -> Option<Opened> {
    let mut budget = Budget::new(limits);
    match Kind::of("", bytes) {
        Kind::Zip => zip::open(bytes, limits, &mut budget, wanted),
        Kind::Gzip => Some(archive::tar_gz(bytes, limits, &mut budget, wanted)),
        Kind::Tar => Some(archive::tar(bytes, limits, &mut budget, wanted)),
        _ => None,
    }
}

fn entry(part: Part) -> Entry {
    Entry {
        name: part.name,
        executable: part.executable,
        body: match part.body {
            archive::Body::Bytes(bytes) => Body::File(bytes),
            archive::Body::Link(target) => Body::Link(target),
            archive::Body::HardLink(target) => Body::HardLink(target),
            archive::Body::Special(kind) => Body::Special(kind),
            archive::Body::PassedOver => Body::PassedOver,
            archive::Body::Unread(reason) => Body::Unread(reason),
        },
        faults: part.oddities.into_iter().filter_map(fault).collect(),
    }
}

fn fault(oddity: Oddity) -> Option<Fault> {
    match oddity {
        Oddity::Encrypted => Some(Fault::Encrypted),
        Oddity::Differs(how) => Some(Fault::Differs(how)),
        Oddity::Bomb(how) => Some(Fault::Bomb(how)),
        Oddity::Sloppy(how) => Some(Fault::Sloppy(how)),
        // A device is told by the body.
        Oddity::Special("a device") => None,
        Oddity::Special(_) => Some(Fault::OtherUser),
        Oddity::Polyglot(_) | Oddity::Active(_) | Oddity::Macros(_) => None,
    }
}
