//! Fonts: tables that fill the file.

use super::bytes::Cursor;
use super::media::Verified;

/// A font's tables lie within it and end with it (OpenType specification, "Font file").
pub(crate) fn sfnt(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("font");
    verified.end = tables(bytes, 0)?.min(bytes.len());
    Some(verified)
}

/// Several fonts that may share tables.
pub(crate) fn collection(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("font");
    let mut place = Cursor::at(bytes, 4);
    let version = place.u32_big()?;
    let count = place.u32_big()?;
    for _ in 0..count {
        let start = place.u32_big()? as usize;
        verified.end = verified.end.max(tables(bytes, start)?);
    }
    if version >= 0x2_0000 && place.take(4)? == b"DSIG" {
        let length = place.u32_big()? as usize;
        let start = place.u32_big()? as usize;
        verified.end = verified.end.max(start.checked_add(length)?);
    }
    verified.end = verified.end.min(bytes.len());
    (count > 0).then_some(verified)
}

/// The end of the last table, padded to four bytes, of the font whose directory is at `start`.
fn tables(bytes: &[u8], start: usize) -> Option<usize> {
    let mut place = Cursor::at(bytes, start.checked_add(4)?);
    let count = place.u16_big()?;
    place.take(6)?;
    let mut last = 0;
    for _ in 0..count {
        let tag = place.take(4)?;
        place.take(4)?;
        let offset = place.u32_big()? as usize;
        let end = offset.checked_add(place.u32_big()? as usize)?;
        if end > bytes.len() || !tag.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            return None;
        }
        last = last.max(end);
    }
    (count > 0).then(|| last.next_multiple_of(4))
}

/// A packed font says how long it is, and its tables lie within (WOFF 1.0, 4 and 5).
pub(crate) fn woff(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("woff");
    let mut place = Cursor::at(bytes, 8);
    let length = place.u32_big()? as usize;
    let count = place.u16_big()?;
    place.take(30)?;
    for _ in 0..count {
        place.take(4)?;
        let offset = place.u32_big()? as usize;
        let end = offset.checked_add(place.u32_big()? as usize)?;
        place.take(8)?;
        if end > length {
            return None;
        }
    }
    verified.end = length;
    (count > 0 && length <= bytes.len() && length >= place.at).then_some(verified)
}

/// A packed font says how long it is, and how long its data (WOFF 2.0, 5).
pub(crate) fn woff2(bytes: &[u8]) -> Option<Verified> {
    let mut verified = Verified::new("woff2");
    let mut place = Cursor::at(bytes, 8);
    let length = place.u32_big()? as usize;
    let count = place.u16_big()?;
    place.take(6)?;
    let data = place.u32_big()? as usize;
    place.take(24)?;
    verified.end = length;
    let holds = count > 0 && length <= bytes.len() && data.checked_add(place.at)? <= length;
    holds.then_some(verified)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A font ends with its last table; a table beyond the file breaks it.
    #[test]
    fn tables_lie_within() {
        let mut bytes =
            b"\0\x01\0\0\0\x01\0\0\0\0\0\0name\0\0\0\0\0\0\0\x1C\0\0\0\x02ab\0\0sh".to_vec();
        assert_eq!(sfnt(&bytes).map(|verified| verified.end), Some(32));
        bytes[27] = 99;
        assert_eq!(sfnt(&bytes), None);
    }
}
