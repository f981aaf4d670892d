//! Archives: what they hold, within bounds.

use std::io::Read as _;

use super::bytes::{Unpacked, unpack};
use super::limits::{Budget, Limits};
use super::oddity::Oddity;

/// The start of each member of a gzip file.
const GZIP: &[u8] = b"\x1F\x8B";

/// What an archive, or another file that holds files, was opened to.
#[derive(Debug, Default)]
pub(crate) struct Opened {
    pub(crate) parts: Vec<Part>,
    /// Bytes that belong to no entry.
    pub(crate) beside: Vec<Part>,
    /// About the archive as a whole.
    pub(crate) oddities: Vec<Oddity>,
    /// Why it was not opened to its end.
    pub(crate) fault: Option<String>,
}

/// One file in another.
#[derive(Debug)]
pub(crate) struct Part {
    /// As it is written, not made harmless.
    pub(crate) name: String,
    pub(crate) executable: bool,
    pub(crate) body: Body,
    pub(crate) oddities: Vec<Oddity>,
}

/// What is known of a file's contents.
#[derive(Debug)]
pub(crate) enum Body {
    Bytes(Vec<u8>),
    /// A link, with its target.
    Link(Vec<u8>),
    /// A second name of another entry, with that one's.
    HardLink(Vec<u8>),
    /// A device or pipe.
    Special(&'static str),
    /// Not asked for.
    PassedOver,
    /// Not read, and why.
    Unread(String),
}

impl Part {
    pub(crate) fn new(name: impl Into<String>, body: Body) -> Self {
        Self {
            name: name.into(),
            executable: false,
            body,
            oddities: Vec::new(),
        }
    }

    pub(crate) fn unread(name: impl Into<String>, reason: &str) -> Self {
        Self::new(name, Body::Unread(reason.to_owned()))
    }
}

impl Opened {
    /// Keeps bytes that belong to no entry, if they are more than padding.
    pub(crate) fn data(&mut self, name: &str, bytes: &[u8]) {
        if !is_padding(bytes) {
            self.beside
                .push(Part::new(name, Body::Bytes(bytes.to_vec())));
        }
    }
}

/// Says by its name whether an entry is to be unpacked.
pub(crate) type Wanted<'w> = &'w dyn Fn(&str) -> bool;

/// Whether bytes say nothing: zeros and blanks.
pub(crate) fn is_padding(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .all(|byte| *byte == 0 || byte.is_ascii_whitespace())
}

/// Opens the members of a gzip file. A tar archive within is opened too, as if it stood alone.
pub(crate) fn gzip(path: &str, bytes: &[u8], limits: &Limits, budget: &mut Budget) -> Opened {
    let mut opened = Opened::default();
    let bound = limits.package_bytes.min(budget.bytes);
    let mut plain = Vec::new();
    let mut rest = bytes;
    while rest.starts_with(GZIP) {
        let mut decoder = flate2::bufread::GzDecoder::new(rest);
        let left = bound.saturating_sub(plain.len() as u64);
        match unpack(&mut decoder, left) {
            Unpacked::All(member) => plain.extend_from_slice(&member),
            Unpacked::BeyondBound => {
                opened.fault = Some(format!("unpacks to more than {bound} bytes"));
                opened
                    .oddities
                    .push(Oddity::Bomb(format!("more than {bound} bytes")));
                return opened;
            }
            Unpacked::Broken => {
                opened.fault = Some("broken gzip archive".to_owned());
                return opened;
            }
        }
        rest = decoder.into_inner();
    }
    let ratio = plain.len() as u64 / (bytes.len() as u64).max(1);
    if ratio > limits.archive_ratio && plain.len() > 1 << 20 {
        opened.oddities.push(Oddity::Bomb(format!(
            "{} bytes from {}",
            plain.len(),
            bytes.len()
        )));
        opened.fault = Some("unpacks to much more than it is".to_owned());
        return opened;
    }
    if is_tar(&plain) {
        opened = tar(&plain, limits, budget, &|_| true);
    } else {
        budget.bytes = budget.bytes.saturating_sub(plain.len() as u64);
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = name.strip_suffix(".gz").unwrap_or(name);
        opened.parts.push(Part::new(name, Body::Bytes(plain)));
    }
    opened.data("behind the end", rest);
    opened
}

/// Opens a tar archive.
pub(crate) fn tar(
    bytes: &[u8],
    limits: &Limits,
    budget: &mut Budget,
    wanted: Wanted<'_>,
) -> Opened {
    let mut archive = ::tar::Archive::new(bytes);
    let mut opened = entries(&mut archive, limits, budget, wanted);
    if opened.fault.is_none() {
        opened.data("behind the end", archive.into_inner());
    }
    opened
}

/// Opens a compressed tar archive while it is unpacked, so that no more of it is unpacked than is asked for. Bytes behind
/// the compressed ones do not matter.
pub(crate) fn tar_gz(
    bytes: &[u8],
    limits: &Limits,
    budget: &mut Budget,
    wanted: Wanted<'_>,
) -> Opened {
    let bound = limits.package_bytes;
    let mut plain = Members(Some(flate2::bufread::GzDecoder::new(bytes))).take(bound);
    let mut archive = ::tar::Archive::new(&mut plain);
    let mut opened = entries(&mut archive, limits, budget, wanted);
    let is_bomb = |oddity: &Oddity| matches!(oddity, Oddity::Bomb(_));
    if opened.fault.is_some() && opened.oddities.iter().any(is_bomb) {
        // It is known for what it is; the rest would only take its time.
        return opened;
    }
    // The checksum stands at the end.
    let is_whole = std::io::copy(&mut plain, &mut std::io::sink()).is_ok();
    if plain.limit() == 0 {
        opened
            .oddities
            .push(Oddity::Bomb(format!("more than {bound} bytes")));
        opened.fault = Some(format!("unpacks to more than {bound} bytes"));
    } else if !is_whole && opened.fault.is_none() {
        opened.fault = Some("broken gzip archive".to_owned());
    }
    opened
}

/// The members of a gzip file, one behind the other.
struct Members<'b>(Option<flate2::bufread::GzDecoder<&'b [u8]>>);

impl std::io::Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(mut decoder) = self.0.take() {
            let count = decoder.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.0 = Some(decoder);
                return Ok(count);
            }
            let rest = decoder.into_inner();
            if rest.starts_with(GZIP) {
                self.0 = Some(flate2::bufread::GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

fn entries<R: std::io::Read>(
    archive: &mut ::tar::Archive<R>,
    limits: &Limits,
    budget: &mut Budget,
    wanted: Wanted<'_>,
) -> Opened {
    let mut opened = Opened::default();
    match archive.entries() {
        Ok(entries) => {
            for (index, entry) in entries.enumerate() {
                if index == limits.archive_entries {
                    let fault = format!("more than {} entries", limits.archive_entries);
                    opened.oddities.push(Oddity::Bomb(fault.clone()));
                    opened.fault = Some(fault);
                    break;
                }
                let Ok(mut entry) = entry else {
                    opened.fault = Some("broken tar archive".to_owned());
                    break;
                };
                opened
                    .parts
                    .extend(tar_entry(&mut entry, limits, budget, wanted));
            }
        }
        Err(_) => opened.fault = Some("broken tar archive".to_owned()),
    }
    let mut names: Vec<&str> = opened.parts.iter().map(|part| part.name.as_str()).collect();
    names.sort_unstable();
    if let Some([name, _]) = names.array_windows().find(|[one, other]| one == other) {
        let differs = Oddity::Sloppy(format!("two entries have the name `{name}`"));
        opened.oddities.push(differs);
    }
    opened
}

fn tar_entry<R: std::io::Read>(
    entry: &mut ::tar::Entry<'_, R>,
    limits: &Limits,
    budget: &mut Budget,
    wanted: Wanted<'_>,
) -> Option<Part> {
    use ::tar::EntryType;
    let mut part = Part::unread(String::from_utf8_lossy(&entry.path_bytes()), "broken entry");
    let mode = entry.header().mode().unwrap_or(0);
    let kind = entry.header().entry_type();
    if mode & 0o6000 != 0 && kind != EntryType::Directory {
        part.oddities
            .push(Oddity::Special("a program that runs as another user"));
    }
    part.body = match kind {
        EntryType::Directory => {
            let leaves = super::path::leaves(&part.name);
            return leaves.then_some(part);
        }
        EntryType::XGlobalHeader | EntryType::XHeader => return None,
        EntryType::Symlink => Body::Link(entry.link_name_bytes().unwrap_or_default().into_owned()),
        EntryType::Link => Body::HardLink(entry.link_name_bytes().unwrap_or_default().into_owned()),
        EntryType::Char | EntryType::Block => {
            part.oddities.push(Oddity::Special("a device"));
            Body::Special("a device")
        }
        EntryType::Fifo => Body::Special("a pipe"),
        _ if !wanted(&part.name) => Body::PassedOver,
        _ => {
            part.executable = mode & 0o111 != 0;
            let bound = limits.file_bytes.min(budget.bytes);
            match unpack(entry.by_ref(), bound) {
                Unpacked::All(bytes) if bytes.len() as u64 == entry.size() => {
                    budget.bytes = budget.bytes.saturating_sub(bytes.len() as u64);
                    Body::Bytes(bytes)
                }
                Unpacked::BeyondBound => {
                    Body::Unread(format!("has {} bytes, more than {bound}", entry.size()))
                }
                Unpacked::All(_) | Unpacked::Broken => Body::Unread("broken entry".to_owned()),
            }
        }
    };
    Some(part)
}

/// Whether the first block is a header of tar: its checksum holds (POSIX.1-2017, pax, "ustar Interchange Format").
pub(crate) fn is_tar(bytes: &[u8]) -> bool {
    let Some((header, _)) = bytes.split_first_chunk::<512>() else {
        return false;
    };
    let field = header.get(148..156).unwrap_or_default();
    let digits: Vec<u8> = field
        .iter()
        .copied()
        .skip_while(|byte| *byte == b' ')
        .take_while(|byte| matches!(byte, b'0'..=b'7'))
        .collect();
    let told = digits
        .iter()
        .fold(0_u32, |sum, digit| sum << 3 | u32::from(digit - b'0'));
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
    let rest = header.get(156..).unwrap_or_default();
    let start = header.get(..148).unwrap_or_default();
    !digits.is_empty() && told == sum(start) + 8 * u32::from(b' ') + sum(rest)
}
