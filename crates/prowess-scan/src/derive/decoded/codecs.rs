//! Decoders: from the characters of a literal to the bytes that it stands for.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

use super::Bound;

/// Most bytes that one compressed literal may give.
const MOST_INFLATED: u64 = 4 << 20;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&base64::alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&base64::alphabet::URL_SAFE, LENIENT);

/// RFC 4648, sections 4 and 5, padded or not. A last character that stands for no whole byte is left.
pub(super) fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let padding = text.iter().rev().take_while(|byte| **byte == b'=').count();
    let mut digits = text.get(..text.len() - padding)?;
    if digits.len() % 4 == 1 {
        digits = digits.get(..digits.len() - 1)?;
    }
    let engine = match memchr::memchr2(b'-', b'_', digits) {
        Some(_) => URL_SAFE,
        None => STANDARD,
    };
    engine.decode(digits).ok()
}

/// RFC 4648, section 6, either case, padded or not.
pub(super) fn base32(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(digits.len() * 5 / 8), 0_u32, 0);
    for byte in digits.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a',
            b'2'..=b'7' => byte - b'2' + 26,
            _ => return None,
        };
        held = held << 5 | u32::from(value);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).ok()?);
        }
    }
    Some(bytes)
}

/// Hexadecimal digits, two a byte.
pub(super) fn hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    text.chunks_exact(2)
        .map(|pair| {
            let value = digit(pair.first()?)? << 4 | digit(pair.last()?)?;
            u8::try_from(value).ok()
        })
        .collect()
}

/// The alphabet of RFC 1924, as Python's `b85encode` and Git write it.
pub(super) fn base85(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8; 85] =
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    groups_of_five(text, |byte| ALPHABET.iter().position(|sign| *sign == byte))
}

/// ZeroMQ RFC 32.
pub(super) fn z85(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8; 85] =
        b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
    groups_of_five(text, |byte| ALPHABET.iter().position(|sign| *sign == byte))
}

/// Adobe's: `!` to `u`, `z` for four zero bytes, with or without `<~` and `~>`.
pub(super) fn ascii85(text: &str) -> Option<Vec<u8>> {
    let text = text.strip_prefix("<~").unwrap_or(text);
    let text = text
        .strip_suffix("~>")
        .unwrap_or(text)
        .replace('z', "!!!!!");
    groups_of_five(&text, |byte| {
        matches!(byte, b'!'..=b'u').then(|| usize::from(byte - b'!'))
    })
}

fn groups_of_five(text: &str, value: impl Fn(u8) -> Option<usize>) -> Option<Vec<u8>> {
    let digits: Vec<u64> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| value(byte).and_then(|value| u64::try_from(value).ok()))
        .collect::<Option<_>>()?;
    let mut bytes = Vec::with_capacity(digits.len() * 4 / 5);
    for group in digits.chunks(5) {
        let missing = 5 - group.len();
        if missing == 4 {
            return None;
        }
        let digits = group
            .iter()
            .copied()
            .chain(std::iter::repeat_n(84, missing));
        let number = digits.fold(0, |number, digit| number * 85 + digit);
        let four = u32::try_from(number).ok()?.to_be_bytes();
        bytes.extend(four.iter().take(4 - missing));
    }
    Some(bytes)
}

/// What zlib, gzip, bzip2-free raw deflate data holds, up to a bound. Raw deflate has no mark and is taken
/// only where it is whole.
pub(super) fn inflate(bytes: &[u8]) -> Option<(Vec<u8>, Bound)> {
    match bytes {
        [0x1f, 0x8b, ..] => read(flate2::read::MultiGzDecoder::new(bytes)),
        [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..] => read(flate2::read::ZlibDecoder::new(bytes)),
        _ => read(flate2::read::DeflateDecoder::new(bytes)),
    }
}

fn read(decoder: impl std::io::Read) -> Option<(Vec<u8>, Bound)> {
    let mut inflated = Vec::new();
    let whole = decoder.take(MOST_INFLATED + 1).read_to_end(&mut inflated);
    let bound = match inflated.len() as u64 > MOST_INFLATED {
        true => Bound::Reached,
        false => Bound::Kept,
    };
    (whole.is_ok() && inflated.len() >= 4).then_some((inflated, bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each decoder gives back what the encoders of common libraries made.
    #[test]
    fn decoders() {
        let text = b"curl h.test".to_vec();
        assert_eq!(base64(b"Y3VybCBoLnRlc3Q="), Some(text.clone()));
        assert_eq!(base64(b"Y3VybCBoLnRlc3Q"), Some(text.clone()));
        assert_eq!(base64(b"_-8"), Some(vec![0xff, 0xef]));
        assert_eq!(base32("MN2XE3BANAXHIZLTOQ======"), Some(text.clone()));
        assert_eq!(hex(b"6375726c20682e74657374"), Some(text.clone()));
        assert_eq!(base85("V{jr*AY*7@Wgun%").map(|bytes| bytes.len()), Some(12));
        assert_eq!(
            ascii85("<~87cURD]i,\"Ebo80~>").as_deref(),
            Some(&b"Hello World!"[..])
        );
        assert_eq!(
            z85("HelloWorld").as_deref(),
            Some(&[0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b][..])
        );
        assert_eq!(base85("a b\u{e4}"), None);
    }
}
