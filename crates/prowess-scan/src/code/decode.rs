//! Spellings of texts: escapes of shells and languages, base64, hexadecimal.

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

/// What base64 in either alphabet holds, where that is text.
pub(super) fn base64(text: &str) -> Option<String> {
    let clean: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let alphabet = if clean.contains(['-', '_']) {
        &base64::alphabet::URL_SAFE
    } else {
        &base64::alphabet::STANDARD
    };
    let bytes = GeneralPurpose::new(alphabet, LENIENT)
        .decode(clean.trim_end_matches('='))
        .ok()?;
    String::from_utf8(bytes).ok()
}

/// What pairs of hexadecimal digits hold, where that is text.
pub(super) fn hex(text: &str) -> Option<String> {
    let digits: Vec<u8> = text
        .trim()
        .trim_start_matches("0x")
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace() && *byte != b':')
        .map(|byte| {
            char::from(byte)
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        })
        .collect::<Option<_>>()?;
    let bytes = digits
        .chunks_exact(2)
        .map(|pair| pair.iter().fold(0_u8, |byte, digit| (byte << 4) | digit))
        .collect();
    String::from_utf8(bytes).ok()
}

/// A shell word without the backslashes that quote.
pub(super) fn backslashes(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('\n') | None => {}
                Some(quoted) => plain.push(quoted),
            },
            other => plain.push(other),
        }
    }
    plain
}

/// What stands in double quotes of a shell, where a backslash quotes only some characters.
pub(super) fn in_double_quotes(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some('\n')) => {
                characters.next();
            }
            ('\\', Some('"' | '\\' | '$' | '`')) => plain.extend(characters.next()),
            (other, _) => plain.push(other),
        }
    }
    plain
}

/// A literal with the escapes of `$'…'`, Python and JavaScript put in.
pub(super) fn escapes(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        let Some(kind) = characters.next() else { break };
        match kind {
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'r' => plain.push('\r'),
            'e' => plain.push('\u{1b}'),
            'x' => plain.extend(hexadecimal(&mut characters, 2)),
            'U' => plain.extend(hexadecimal(&mut characters, 8)),
            'u' => {
                if characters.peek() == Some(&'{') {
                    characters.next();
                    let mut code = 0_u32;
                    while let Some(digit) = characters.peek().and_then(|c| c.to_digit(16)) {
                        code = code.saturating_mul(16).saturating_add(digit);
                        characters.next();
                    }
                    characters.next_if_eq(&'}');
                    plain.extend(char::from_u32(code));
                } else {
                    plain.extend(hexadecimal(&mut characters, 4));
                }
            }
            '0'..='7' => {
                let mut code = kind.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = characters.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    code = code * 8 + digit;
                    characters.next();
                }
                plain.extend(char::from_u32(code));
            }
            '\n' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The character of at most this many hexadecimal digits.
fn hexadecimal(
    characters: &mut std::iter::Peekable<std::str::Chars<'_>>,
    most: usize,
) -> Option<char> {
    let mut number = None;
    for _ in 0..most {
        let Some(digit) = characters.peek().and_then(|c| c.to_digit(16)) else {
            break;
        };
        number = Some(number.unwrap_or(0) * 16 + digit);
        characters.next();
    }
    number.and_then(char::from_u32)
}

/// `OFFSET:LENGTH` of a text, as in `${name:1:3}`.
pub(super) fn slice(text: &str, range: &str) -> String {
    let (offset, length) = range.split_once(':').unwrap_or((range, ""));
    let count = text.chars().count();
    let offset: i64 = offset.trim().parse().unwrap_or(0);
    let offset = if offset < 0 {
        count.saturating_sub(usize::try_from(-offset).unwrap_or(0))
    } else {
        usize::try_from(offset).unwrap_or(0)
    };
    let length = length.trim().parse::<usize>().unwrap_or(usize::MAX);
    text.chars().skip(offset).take(length).collect()
}

/// A text turned by 13 letters.
pub(super) fn rot13(text: &str) -> String {
    text.chars()
        .map(|character| {
            let turned = |base: u8| {
                let letter = u32::from(character) - u32::from(base);
                char::from_u32((letter + 13) % 26 + u32::from(base)).unwrap_or(character)
            };
            match character {
                'a'..='z' => turned(b'a'),
                'A'..='Z' => turned(b'A'),
                other => other,
            }
        })
        .collect()
}

/// What base64 of UTF-16 holds, as PowerShell's `-EncodedCommand` takes it.
pub(super) fn wide_base64(text: &str) -> Option<String> {
    let clean: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = GeneralPurpose::new(&base64::alphabet::STANDARD, LENIENT)
        .decode(clean.trim_end_matches('='))
        .ok()?;
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| {
            pair.iter()
                .rev()
                .fold(0_u16, |unit, byte| (unit << 8) | u16::from(*byte))
        })
        .collect();
    String::from_utf16(&units)
        .ok()
        .filter(|text| text.chars().all(|c| !c.is_control() || c.is_whitespace()))
}
