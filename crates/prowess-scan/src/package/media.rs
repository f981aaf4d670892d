//! Pictures, sound and films: their structure walked to the last byte, and the texts they carry.

use super::bytes::{Cursor, crc32, inflate_zlib, latin1, printable_runs};
use super::kind::Media;

/// A file whose structure holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Verified {
    /// What it is, in a word.
    pub(crate) label: &'static str,
    /// Texts within it that programs and models may read: comments, descriptions.
    pub(crate) texts: Vec<String>,
    /// Where its structure ends. What stands behind does not belong to it.
    pub(crate) end: usize,
}

/// The longest compressed text that is unpacked, in bytes.
const TEXT: u64 = 1 << 20;
/// The shortest run of letters in binary data that counts as a text.
const RUN: usize = 12;

/// Walks the structure; nothing where it is broken.
pub(crate) fn verify(media: Media, bytes: &[u8]) -> Option<Verified> {
    match media {
        Media::Png => png(bytes),
        Media::Jpeg => jpeg(bytes),
        Media::Gif => gif(bytes),
        Media::Riff => riff(bytes),
        Media::Bmp => bmp(bytes),
        Media::Icon => icon(bytes),
        Media::Ogg => ogg(bytes),
        Media::Mp3 => mp3(bytes),
        Media::Mp4 => mp4(bytes),
        Media::Font => super::font::sfnt(bytes),
        Media::FontCollection => super::font::collection(bytes),
        Media::Woff => super::font::woff(bytes),
        Media::Woff2 => super::font::woff2(bytes),
    }
}

impl Verified {
    pub(crate) fn new(label: &'static str) -> Self {
        Self {
            label,
            ..Self::default()
        }
    }

    /// Keeps a text, if it says anything.
    fn text(&mut self, text: String) {
        if text.trim().len() >= 4 {
            self.texts.push(text);
        }
    }

    fn runs(&mut self, bytes: &[u8]) {
        self.text(printable_runs(bytes, RUN));
    }
}

/// Chunks with their checksums, from IHDR to IEND (PNG, third edition, 5).
fn png(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("png");
    let mut place = Cursor::at(bytes, 8);
    let mut first = true;
    loop {
        let length = place.u32_big()? as usize;
        let kind = place.take(4)?;
        let data = place.take(length)?;
        if place.u32_big()? != crc32([kind, data]) || first != (kind == b"IHDR") {
            return None;
        }
        first = false;
        match kind {
            b"IEND" => {
                verified.end = place.at;
                return (length == 0).then_some(verified);
            }
            b"tEXt" => verified.text(latin1(data).replace('\0', ": ")),
            b"zTXt" => {
                let start = memchr::memchr(0, data)?.checked_add(2)?;
                let text = inflate_zlib(data.get(start..)?, TEXT)?;
                verified.text(String::from_utf8_lossy(&text).into_owned());
            }
            b"iTXt" => {
                let keyword = memchr::memchr(0, data)?;
                let compressed = *data.get(keyword + 1)? == 1;
                let rest = data.get(keyword + 3..)?;
                let language = memchr::memchr(0, rest)?;
                let rest = rest.get(language + 1..)?;
                let text = rest.get(memchr::memchr(0, rest)? + 1..)?;
                let unpacked = compressed.then(|| inflate_zlib(text, TEXT));
                let text = match &unpacked {
                    Some(unpacked) => unpacked.as_deref()?,
                    None => text,
                };
                verified.text(String::from_utf8_lossy(text).into_owned());
            }
            b"IHDR" | b"PLTE" | b"IDAT" | b"fdAT" | b"iCCP" => {}
            _ => verified.runs(data),
        }
    }
}

/// Segments, and compressed data up to the next mark, from SOI to EOI (ITU-T T.81, annex B).
fn jpeg(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("jpeg");
    let mut place = Cursor::at(bytes, 2);
    let mut scans = 0_usize;
    loop {
        if place.u8()? != 0xFF {
            return None;
        }
        let mut mark = place.u8()?;
        while mark == 0xFF {
            mark = place.u8()?;
        }
        match mark {
            0xD9 => {
                verified.end = place.at;
                return (scans > 0).then_some(verified);
            }
            0x01 | 0xD0..=0xD7 => {}
            0xC0..=0xFE => {
                let length = usize::from(place.u16_big()?).checked_sub(2)?;
                let data = place.take(length)?;
                match mark {
                    0xFE => verified.text(String::from_utf8_lossy(data).into_owned()),
                    0xE0..=0xEF if !data.starts_with(b"ICC_PROFILE") => verified.runs(data),
                    0xDA => {
                        scans += 1;
                        loop {
                            place.at += memchr::memchr(0xFF, place.rest())?;
                            match place.rest() {
                                [_, 0 | 0xD0..=0xD7, ..] => place.at += 2,
                                [_, 0xFF, ..] => place.at += 1,
                                _ => break,
                            }
                        }
                    }
                    _ => {}
                }
            }
            _ => return None,
        }
    }
}

/// Blocks up to the trailer (GIF89a specification).
fn gif(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("gif");
    let mut place = Cursor::at(bytes, 10);
    let table = |flags: u8| match flags & 0x80 {
        0 => 0,
        _ => 3 << ((flags & 7) + 1),
    };
    let flags = place.u8()?;
    place.take(2 + table(flags))?;
    let blocks = |place: &mut Cursor<'_>| -> Option<Vec<u8>> {
        let mut data = Vec::new();
        loop {
            match place.u8()? {
                0 => return Some(data),
                length => data.extend_from_slice(place.take(usize::from(length))?),
            }
        }
    };
    loop {
        match place.u8()? {
            0x3B => {
                verified.end = place.at;
                return Some(verified);
            }
            0x21 => {
                let label = place.u8()?;
                let data = blocks(&mut place)?;
                if label != 0xF9 {
                    verified.text(printable_runs(&data, 4));
                }
            }
            0x2C => {
                place.take(8)?;
                let flags = place.u8()?;
                place.take(table(flags) + 1)?;
                blocks(&mut place)?;
            }
            _ => return None,
        }
    }
}

/// Chunks that fill the size of the whole (RIFF; WebP container specification).
fn riff(bytes: &[u8]) -> Option<Verified> {
    let mut place = Cursor::at(bytes, 4);
    let size = place.u32_little()? as usize;
    let label = match place.take(4)? {
        b"WEBP" => "webp",
        b"WAVE" => "wav",
        b"AVI " => "avi",
        _ => return None,
    };
    let mut verified = Verified::new(label);
    let end = size.checked_add(8)?;
    let mut place = Cursor::at(bytes.get(..end)?, 12);
    while !place.is_at_end() {
        let kind = place.take(4)?;
        let length = place.u32_little()? as usize;
        let data = place.take(length)?;
        if !length.is_multiple_of(2) && !place.is_at_end() {
            place.take(1)?;
        }
        if matches!(kind, b"EXIF" | b"XMP " | b"LIST") && label != "avi" {
            verified.runs(data);
        }
    }
    verified.end = end;
    Some(verified)
}

/// A header whose sizes hold (Windows bitmaps).
fn bmp(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("bmp");
    let mut place = Cursor::at(bytes, 2);
    let size = place.u32_little()? as usize;
    place.take(4)?;
    let pixels = place.u32_little()? as usize;
    let header = place.u32_little()? as usize;
    let is_known = matches!(header, 12 | 40 | 52 | 56 | 64 | 108 | 124);
    let palette = pixels.checked_sub(14 + header)?;
    if !is_known || size > bytes.len() || pixels > size || palette > 4 * 256 + 12 {
        return None;
    }
    verified.end = size;
    Some(verified)
}

/// Images that fill the file, each a PNG or a bitmap without its head (Windows icons and cursors).
fn icon(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("ico");
    let mut place = Cursor::at(bytes, 4);
    let count = place.u16_little()?;
    for _ in 0..count {
        place.take(8)?;
        let length = place.u32_little()? as usize;
        let start = place.u32_little()? as usize;
        let end = start.checked_add(length)?;
        let image = bytes.get(start..end)?;
        match image {
            [0x89, b'P', b'N', b'G', ..] => {
                let inner = png(image)?;
                verified.texts.extend(inner.texts);
                if inner.end != image.len() {
                    return None;
                }
            }
            [40, 0, 0, 0, ..] => {}
            _ => return None,
        }
        verified.end = verified.end.max(end);
    }
    Some(verified)
}

/// Pages (RFC 3533, 6).
fn ogg(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("ogg");
    let mut place = Cursor::at(bytes, 0);
    while place.rest().starts_with(b"OggS") {
        place.take(26)?;
        let segments = usize::from(place.u8()?);
        let length = place
            .take(segments)?
            .iter()
            .map(|one| usize::from(*one))
            .sum();
        let data = place.take(length)?;
        if matches!(
            data,
            [3, b'v', b'o', b'r', b'b', ..] | [b'O', b'p', b'u', b's', b'T', ..]
        ) {
            verified.runs(data);
        }
        verified.end = place.at;
    }
    (verified.end > 0).then_some(verified)
}

/// A tag and frames whose lengths follow from their heads (ISO 11172-3, 2.4.2; ID3v2.4, 3.1).
fn mp3(bytes: &[u8]) -> Option<Verified> {
    const KILOBITS: [[u32; 16]; 2] = [
        [
            0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0,
        ],
        [
            0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0,
        ],
    ];
    const HERTZ: [u32; 4] = [44_100, 48_000, 32_000, 0];
    let mut verified = Verified::new("mp3");
    let mut place = Cursor::at(bytes, 0);
    if bytes.starts_with(b"ID3") {
        place.take(6)?;
        let size = place
            .take(4)?
            .iter()
            .fold(0_usize, |size, byte| size << 7 | usize::from(byte & 0x7F));
        verified.runs(place.take(size)?);
    }
    let mut frames = 0_usize;
    while let [0xFF, second, third, _, ..] = place.rest() {
        let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
        if *second < 0xE0 || layer != 1 || version == 1 {
            break;
        }
        let is_first = version == 3;
        let table = KILOBITS.get(usize::from(!is_first))?;
        let kilobits = *table.get(usize::from(third >> 4))?;
        let hertz = *HERTZ.get(usize::from(third >> 2 & 3))?
            >> match version {
                3 => 0,
                2 => 1,
                _ => 2,
            };
        if kilobits == 0 || hertz == 0 {
            break;
        }
        let samples = if is_first { 144_000 } else { 72_000 };
        let length = samples * kilobits / hertz + u32::from(third >> 1 & 1);
        // The last frame may be cut.
        let length = (length as usize).min(place.rest().len());
        place.take(length)?;
        frames += 1;
    }
    if place.rest().starts_with(b"TAG") && place.rest().len() >= 128 {
        verified.runs(place.take(128)?);
    }
    verified.end = place.at;
    (frames > 0).then_some(verified)
}

/// Boxes of known kinds (ISO 14496-12, 4.2).
fn mp4(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("mp4");
    let mut place = Cursor::at(bytes, 0);
    while !place.is_at_end() {
        let start = place.at;
        let mut size = u64::from(match place.u32_big() {
            Some(size) => size,
            None => break,
        });
        let kind = place.take(4)?;
        if size == 1 {
            size = place.u64_big()?;
        }
        let end = match size {
            0 => bytes.len(),
            size => start.checked_add(usize::try_from(size).ok()?)?,
        };
        match kind {
            b"ftyp" | b"mdat" | b"free" | b"skip" | b"wide" | b"moof" | b"mfra" | b"sidx"
            | b"styp" | b"pdin" | b"emsg" => {}
            b"moov" | b"meta" | b"uuid" | b"udta" => verified.runs(bytes.get(place.at..end)?),
            _ => break,
        }
        if end <= start || end > bytes.len() {
            return None;
        }
        place.at = end;
        verified.end = end;
    }
    (verified.end > 0).then_some(verified)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A PNG of one chunk kind after the other.
    pub(crate) fn png_of(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1A\n".to_vec();
        for (kind, data) in chunks {
            bytes.extend((data.len() as u32).to_be_bytes());
            bytes.extend(*kind);
            bytes.extend(*data);
            bytes.extend(crc32([&kind[..], data]).to_be_bytes());
        }
        bytes
    }

    /// A PNG is verified to IEND, its text is told; a wrong checksum breaks it.
    #[test]
    fn png_is_walked() {
        let mut bytes = png_of(&[
            (b"IHDR", &[0; 13]),
            (b"tEXt", b"Comment\0run me"),
            (b"IEND", b""),
        ]);
        let end = bytes.len();
        let verified = Verified {
            label: "png",
            texts: vec!["Comment: run me".to_owned()],
            end,
        };
        assert_eq!(verify(Media::Png, &bytes), Some(verified));
        bytes[20] ^= 1;
        assert_eq!(verify(Media::Png, &bytes), None);
    }

    /// A JPEG ends at its mark, not at one that is stuffed or restarts.
    #[test]
    fn jpeg_is_walked() {
        let bytes = [
            &b"\xFF\xD8\xFF\xFE\0\x09comment\xFF\xDA\0\x03\0abc\xFF\0d\xFF\xD0e\xFF\xD9"[..],
            b"behind",
        ]
        .concat();
        let verified = verify(Media::Jpeg, &bytes).unwrap();
        assert_eq!(verified.texts, ["comment"]);
        assert_eq!(&bytes[verified.end..], b"behind");
    }

    /// A script behind the head of a GIF is no GIF.
    #[test]
    fn gif_is_walked() {
        let bytes = b"GIF89a\x01\0\x01\0\0\0\0\x21\xFE\x05hello\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3B";
        let verified = verify(Media::Gif, bytes).unwrap();
        assert_eq!((verified.end, verified.texts.len()), (bytes.len(), 1));
        assert_eq!(
            verify(Media::Gif, b"GIF89a=1;require('child_process')"),
            None
        );
    }

    /// A RIFF's chunks fill it, and its end is where it says.
    #[test]
    fn riff_is_walked() {
        let bytes = b"RIFF\x10\0\0\0WEBPVP8 \x03\0\0\0abc\0more";
        assert_eq!(
            verify(Media::Riff, bytes).map(|verified| verified.end),
            Some(24)
        );
        assert_eq!(
            verify(Media::Riff, b"RIFF\x10\0\0\0WEBPVP8 \x09\0\0\0abc\0"),
            None
        );
    }
}
