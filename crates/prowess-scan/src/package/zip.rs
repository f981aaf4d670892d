//! Zip archives, read by their directory and held against their local headers: where the two differ,
//! two programs unpack different files (APPNOTE.TXT 6.3.10).

use memchr::memmem;

use super::archive::{Body, Opened, Part, Wanted};
use super::bytes::{Cursor, Unpacked, crc32, latin1, unpack};
use super::limits::{Budget, Limits};
use super::oddity::Oddity;

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
/// The end record with the longest comment.
const TAIL: usize = 22 + 0xFFFF;
/// From this size on, a ratio is worth a look.
const SMALL: u64 = 1 << 20;

/// One record of the directory.
#[derive(Debug)]
struct Record {
    name: Vec<u8>,
    /// Another name, for programs that know Info-ZIP's extra field.
    unicode_name: Option<Vec<u8>>,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    mode: u32,
    offset: u64,
}

/// Where the directory stands.
#[derive(Debug, Clone, Copy)]
struct Directory {
    /// Where the end record stands, and where it ends, its comment included.
    end: usize,
    behind: usize,
    start: usize,
    /// Bytes in front of the archive.
    shift: usize,
    count: usize,
}

/// Whether the end of `bytes` is that of a zip archive, whatever stands in front.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    directory(bytes).is_some_and(|directory| directory.count > 0)
}

/// Opens an archive; nothing where there is no directory.
pub(crate) fn open(
    bytes: &[u8],
    limits: &Limits,
    budget: &mut Budget,
    wanted: Wanted<'_>,
) -> Option<Opened> {
    let directory = directory(bytes)?;
    let mut opened = Opened::default();
    let mut place = Cursor::at(bytes.get(..directory.end)?, directory.start);
    let mut records = Vec::new();
    while place.rest().starts_with(CENTRAL) {
        if records.len() == limits.archive_entries {
            opened.fault = Some(format!("more than {} entries", limits.archive_entries));
            opened.oddities.push(Oddity::Bomb(format!(
                "more than {} entries",
                limits.archive_entries
            )));
            break;
        }
        let Some(record) = record(&mut place) else {
            opened.fault = Some("broken directory".to_owned());
            break;
        };
        records.push(record);
    }
    if opened.fault.is_none() && records.len() & 0xFFFF != directory.count & 0xFFFF {
        opened.oddities.push(Oddity::Sloppy(format!(
            "the end record counts {} entries and the directory has {}",
            directory.count,
            records.len()
        )));
    }

    let mut used: Vec<(usize, usize, bool)> = Vec::with_capacity(records.len());
    for record in &records {
        entry(
            bytes,
            &directory,
            record,
            &mut Unpacking {
                limits,
                budget,
                wanted,
            },
            &mut used,
            &mut opened,
        );
    }
    duplicates(&records, &mut opened);
    if opened.fault.is_none() {
        gaps(bytes, &directory, &mut used, &mut opened);
    }
    let comment = bytes
        .get(directory.end + 22..directory.behind)
        .unwrap_or_default();
    opened.data("comment", comment);
    opened.data(
        "behind the end",
        bytes.get(directory.behind..).unwrap_or_default(),
    );
    Some(opened)
}

fn directory(bytes: &[u8]) -> Option<Directory> {
    let tail = bytes.len().saturating_sub(TAIL);
    let end = tail + memmem::rfind(bytes.get(tail..)?, END)?;
    let mut place = Cursor::at(bytes, end + 10);
    let count = usize::from(place.u16_little()?);
    let size = place.u32_little()? as usize;
    let offset = place.u32_little()? as usize;
    let comment = usize::from(place.u16_little()?);
    let behind = (end + 22 + comment).min(bytes.len());
    // The directory stands before the end record, or before the records of zip64.
    let starts = [end.checked_sub(size), Some(offset), zip64(bytes, end)];
    let start = starts.into_iter().flatten().find(|start| {
        bytes
            .get(*start..)
            .is_some_and(|rest| rest.starts_with(CENTRAL) || (count == 0 && *start == end))
    })?;
    Some(Directory {
        end,
        behind,
        start,
        shift: match offset {
            0xFFFF_FFFF => 0,
            offset => start.saturating_sub(offset),
        },
        count,
    })
}

/// Where the directory stands by the end record of zip64.
fn zip64(bytes: &[u8], end: usize) -> Option<usize> {
    let locator = bytes.get(end.checked_sub(20)?..end)?;
    let mut place = Cursor::at(locator, 8);
    let record = locator
        .starts_with(b"PK\x06\x07")
        .then(|| u64_little(&mut place))??;
    let mut place = Cursor::at(bytes, usize::try_from(record).ok()?);
    if place.take(4)? != b"PK\x06\x06" {
        return None;
    }
    place.take(44)?;
    usize::try_from(u64_little(&mut place)?).ok()
}

fn u64_little(place: &mut Cursor<'_>) -> Option<u64> {
    let low = u64::from(place.u32_little()?);
    Some(u64::from(place.u32_little()?) << 32 | low)
}

fn record(place: &mut Cursor<'_>) -> Option<Record> {
    place.take(4)?;
    let made_by = place.u16_little()?;
    place.take(2)?;
    let flags = place.u16_little()?;
    let method = place.u16_little()?;
    place.take(4)?;
    let crc = place.u32_little()?;
    let mut packed = u64::from(place.u32_little()?);
    let mut size = u64::from(place.u32_little()?);
    let name = usize::from(place.u16_little()?);
    let extra = usize::from(place.u16_little()?);
    let comment = usize::from(place.u16_little()?);
    place.take(4)?;
    let attributes = place.u32_little()?;
    let mut offset = u64::from(place.u32_little()?);
    let name = place.take(name)?.to_vec();
    let mut extra = Cursor::at(place.take(extra)?, 0);
    place.take(comment)?;
    let mut unicode_name = None;
    while let (Some(id), Some(length)) = (extra.u16_little(), extra.u16_little()) {
        let Some(data) = extra.take(usize::from(length)) else {
            break;
        };
        let mut data = Cursor::at(data, 0);
        match id {
            1 => {
                for value in [&mut size, &mut packed, &mut offset] {
                    if *value == 0xFFFF_FFFF {
                        *value = u64_little(&mut data)?;
                    }
                }
            }
            0x7075 => unicode_name = data.bytes.get(5..).map(<[u8]>::to_vec),
            _ => {}
        }
    }
    let is_unix = made_by >> 8 == 3 || made_by >> 8 == 19;
    Some(Record {
        name,
        unicode_name,
        flags,
        method,
        crc,
        packed,
        size,
        mode: if is_unix { attributes >> 16 } else { 0 },
        offset,
    })
}

fn name_of(name: &[u8]) -> String {
    std::str::from_utf8(name).map_or_else(|_| latin1(name), str::to_owned)
}

/// What of an archive is unpacked.
struct Unpacking<'u> {
    limits: &'u Limits,
    budget: &'u mut Budget,
    wanted: Wanted<'u>,
}

fn entry(
    bytes: &[u8],
    directory: &Directory,
    record: &Record,
    unpacking: &mut Unpacking<'_>,
    used: &mut Vec<(usize, usize, bool)>,
    opened: &mut Opened,
) {
    let name = name_of(&record.name);
    let mut part = Part::unread(name, "broken entry");
    part.executable = record.mode & 0o111 != 0 && record.mode & 0o170_000 != 0o120_000;
    if record.mode & 0o6000 != 0 {
        part.oddities
            .push(Oddity::Special("a program that runs as another user"));
    }
    let data = local(bytes, directory, record, &mut part, used);
    let is_folder = record.name.ends_with(b"/");
    if is_folder && record.size == 0 {
        // Only what is odd about it is kept.
        if !part.oddities.is_empty() || super::path::leaves(&part.name) {
            part.body = Body::Bytes(Vec::new());
            opened.parts.push(part);
        }
        return;
    }
    part.body = match data {
        None => Body::Unread("broken entry".to_owned()),
        Some(_) if record.flags & 1 != 0 => {
            part.oddities.push(Oddity::Encrypted);
            Body::Unread("encrypted".to_owned())
        }
        Some(_)
            if matches!(
                record.mode & 0o170_000,
                0o010_000 | 0o020_000 | 0o060_000 | 0o140_000
            ) =>
        {
            part.oddities.push(Oddity::Special("a device"));
            Body::Special("a pipe, socket or device")
        }
        Some(_) if !(unpacking.wanted)(&part.name) => Body::PassedOver,
        Some(data) => contents(
            record,
            data,
            unpacking.limits,
            unpacking.budget,
            &mut part.oddities,
        ),
    };
    if record.mode & 0o170_000 == 0o120_000
        && let Body::Bytes(target) = part.body
    {
        part.body = Body::Link(target);
    }
    opened.parts.push(part);
}

/// The packed data of an entry, by its local header; what differs is noted.
fn local<'b>(
    bytes: &'b [u8],
    directory: &Directory,
    record: &Record,
    part: &mut Part,
    used: &mut Vec<(usize, usize, bool)>,
) -> Option<&'b [u8]> {
    let start = usize::try_from(record.offset)
        .ok()?
        .checked_add(directory.shift)?;
    let mut place = Cursor::at(bytes.get(..directory.start)?, start);
    if place.take(4)? != LOCAL {
        return None;
    }
    place.take(2)?;
    let flags = place.u16_little()?;
    let method = place.u16_little()?;
    place.take(4)?;
    let crc = place.u32_little()?;
    let packed = place.u32_little()?;
    let size = place.u32_little()?;
    let name = usize::from(place.u16_little()?);
    let extra = usize::from(place.u16_little()?);
    let name = place.take(name)?;
    place.take(extra)?;
    let data = place.take(usize::try_from(record.packed).ok()?)?;
    let follows = flags & 8 != 0;
    let differs = |local: u32, central: u64| {
        local != 0xFFFF_FFFF && u64::from(local) != central && !(follows && local == 0)
    };
    let what = match () {
        () if name != record.name => Some(format!("the name `{}`", name_of(name))),
        () if record
            .unicode_name
            .as_ref()
            .is_some_and(|other| *other != record.name) =>
        {
            Some("a second name".to_owned())
        }
        () if method != record.method => Some("another compression".to_owned()),
        () if (flags ^ record.flags) & 1 != 0 => Some("another encryption".to_owned()),
        () if differs(packed, record.packed) || differs(size, record.size) => {
            Some("another size".to_owned())
        }
        () if differs(crc, u64::from(record.crc)) => Some("another checksum".to_owned()),
        () => None,
    };
    if let Some(what) = what {
        part.oddities.push(Oddity::Differs(format!(
            "the entry's own header has {what}"
        )));
    }
    used.push((start, place.at, follows));
    Some(data)
}

fn contents(
    record: &Record,
    data: &[u8],
    limits: &Limits,
    budget: &mut Budget,
    oddities: &mut Vec<Oddity>,
) -> Body {
    let bound = limits.file_bytes.min(budget.bytes);
    let ratio = record.size / record.packed.max(1);
    if record.size > SMALL && ratio > limits.archive_ratio {
        let size = record.size;
        oddities.push(Oddity::Bomb(format!("{size} bytes from {}", record.packed)));
        return Body::Unread("unpacks to much more than it is".to_owned());
    }
    let unpacked = match record.method {
        0 if data.len() as u64 <= bound => Unpacked::All(data.to_vec()),
        0 => Unpacked::BeyondBound,
        8 => unpack(
            flate2::bufread::DeflateDecoder::new(data),
            bound.min(record.size),
        ),
        method => return Body::Unread(format!("compressed by method {method}, which is not read")),
    };
    match unpacked {
        Unpacked::All(bytes) => {
            budget.bytes = budget.bytes.saturating_sub(bytes.len() as u64);
            if bytes.len() as u64 != record.size || crc32([bytes.as_slice()]) != record.crc {
                oddities.push(Oddity::Sloppy(
                    "size or checksum do not fit the contents".to_owned(),
                ));
            }
            Body::Bytes(bytes)
        }
        Unpacked::BeyondBound if record.size <= bound => {
            oddities.push(Oddity::Bomb("more comes out than is declared".to_owned()));
            Body::Unread("unpacks to more than it says".to_owned())
        }
        Unpacked::BeyondBound => {
            Body::Unread(format!("has {} bytes, more than {bound}", record.size))
        }
        Unpacked::Broken => Body::Unread("broken entry".to_owned()),
    }
}

fn duplicates(records: &[Record], opened: &mut Opened) {
    let mut names: Vec<&[u8]> = records
        .iter()
        .map(|record| record.name.as_slice())
        .collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        if let [one, other] = pair
            && one == other
        {
            let name = name_of(one);
            opened.oddities.push(Oddity::Sloppy(format!(
                "two entries have the name `{name}`"
            )));
            return;
        }
    }
}

/// What stands between the entries, which only programs that read from the front would see.
fn gaps(
    bytes: &[u8],
    directory: &Directory,
    used: &mut [(usize, usize, bool)],
    opened: &mut Opened,
) {
    /// A data descriptor: mark, checksum, two sizes of zip64.
    const DESCRIPTOR: usize = 24;
    used.sort_unstable();
    let (mut at, mut tolerated) = (0, 0);
    for (start, end, follows) in
        used.iter()
            .copied()
            .chain([(directory.start, directory.start, false)])
    {
        if start < at {
            opened
                .oddities
                .push(Oddity::Bomb("entries share their data".to_owned()));
        } else if start - at > tolerated {
            let gap = bytes.get(at..start).unwrap_or_default();
            if at > 0 && memmem::find(gap, LOCAL).is_some() {
                opened.oddities.push(Oddity::Differs(
                    "an entry is not in the directory".to_owned(),
                ));
            }
            opened.data(if at == 0 { "in front" } else { "between" }, gap);
        }
        at = at.max(end);
        tolerated = if follows { DESCRIPTOR } else { 0 };
    }
}
