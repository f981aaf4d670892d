//! Letters that were moved: rot13, reversed strings, and bytes combined with a key.
//!
//! Each of these makes some text of any text, so it is tried only where the way back stands near, and kept
//! only where a language comes out.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::{AnyOf, Found, is_language, plain};

use crate::unit::Origin;

/// Most strings that are tried in one text.
const MOST: usize = 512;

static STRING: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r#""([^"\\\n]{8,})"|'([^'\\\n]{8,})'|`([^`\\]{8,})`"#));
static KEY: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)(?:\^=?|-bxor|(?-u:\b)xor(?-u:\b)[^\n0-9]{0,12})\s*(0x[0-9a-f]{1,2}|[0-9]{1,3})(?-u:\b)",
    )
});
static KEY_VALUE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)(?-u:\b)[A-Za-z0-9_]*(?:key|k|mask|salt)[A-Za-z0-9_]*\s*[:=]\s*(0x[0-9a-f]{1,2}|[0-9]{1,3})(?-u:\b)",
    )
});
static KEY_TEXT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?i)(?-u:\b)[A-Za-z0-9_]*(?:key|k|mask|salt|pass)[A-Za-z0-9_]*\s*[:=]\s*b?["']([^"'\n]{1,64})["']"#,
    )
});

/// Finds strings whose way back stands in the text.
pub(super) fn find(text: &str, found: &mut Found) {
    static ROT13: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(r"(?i)rot[_-]?13|n-za-m|(?-u:\b)caesar(?-u:\b)"));
    static REVERSE: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"\[::-1\]|\|\s*rev(?-u:\b)|(?-u:\b)reverse\(|(?-u:\b)reversed\(|strrev|\[-1\.\.|Array\]::Reverse|\.reverse(?-u:\b)",
        )
    });
    static HINTS: LazyLock<AnyOf> = LazyLock::new(|| {
        AnyOf::new(&[
            "ot13",
            "ot_13",
            "ot-13",
            "OT13",
            "n-za-m",
            "N-ZA-M",
            "aesar",
            "rev",
            "Rev",
            "[::-1]",
            "[-1..",
            "ackward",
            "right to left",
            "xor",
            "XOR",
        ])
    });
    // One byte alone would slow the others down.
    let has_caret = memchr::memchr(b'^', text.as_bytes()).is_some();
    if !has_caret && !HINTS.is_in(text) {
        return;
    }
    let lower = |word: &[u8]| memchr::memmem::find(text.as_bytes(), word).is_some();
    let may_rot = lower(b"13") || lower(b"n-z") || lower(b"N-Z") || lower(b"aesar");
    if may_rot && ROT13.is_match(text) {
        strings(text, |span, string| {
            let turned: String = string.chars().map(rot13).collect();
            if is_language(&turned) && !is_language(string) {
                found.text(span, turned, Origin::Decoded);
            }
        });
    }
    if (lower(b"rev") || lower(b"Rev") || lower(b"-1")) && REVERSE.is_match(text) {
        strings(text, |span, string| {
            // What begins like this stands between two strings.
            if string.starts_with([',', ' ', ')', ';', ']', ':']) {
                return;
            }
            let turned: String = string.chars().rev().collect();
            if is_language(&turned) && !is_language(string) {
                found.text(span, turned, Origin::Decoded);
            } else if string.len() >= 16
                && string
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
                && let Some(bytes) = super::codecs::base64(turned.as_bytes())
                && let Some(text) = found.text_of(&bytes)
                && is_language(&text)
            {
                found.text(span, text, Origin::Decoded);
            }
        });
        backwards(text, found);
    } else if (lower(b"backward") || lower(b"right to left")) && !text.is_empty() {
        backwards(text, found);
    }
    if memchr::memchr(b'^', text.as_bytes()).is_some() || lower(b"xor") || lower(b"XOR") {
        combined(text, found);
    }
}

/// Lines that are written from their end.
fn backwards(text: &str, found: &mut Found) {
    const SHORTEST: usize = 24;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.len() < SHORTEST || line.len() > 4096 || is_language(line) {
            continue;
        }
        let turned: String = line.trim().chars().rev().collect();
        if is_language(&turned) {
            found.text(
                Span::new(start, start + line.trim_end().len()),
                turned,
                Origin::Decoded,
            );
        }
    }
}

fn strings(text: &str, mut each: impl FnMut(Span, &str)) {
    for string in STRING.captures_iter(text).take(MOST) {
        if let Some(inner) = string.iter().skip(1).flatten().next() {
            each(Span::new(inner.start(), inner.end()), inner.as_str());
        }
    }
}

const fn rot13(character: char) -> char {
    let turned = match character {
        'a'..='m' | 'A'..='M' => character as u8 + 13,
        'n'..='z' | 'N'..='Z' => character as u8 - 13,
        _ => return character,
    };
    turned as char
}

/// Byte strings combined with a key that stands in the text, by exclusive or.
fn combined(text: &str, found: &mut Found) {
    if found.bytes.is_empty() {
        return;
    }
    let number = |digits: &str| match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    let single = [&KEY, &KEY_VALUE];
    let mut keys: Vec<Vec<u8>> = single
        .iter()
        .flat_map(|pattern| pattern.captures_iter(text).take(8))
        .filter_map(|key| number(key.get(1)?.as_str()).map(|key| vec![key]))
        .collect();
    keys.extend(
        KEY_TEXT
            .captures_iter(text)
            .take(8)
            .filter_map(|key| Some(key.get(1)?.as_str().as_bytes().to_vec())),
    );
    keys.sort_unstable();
    keys.dedup();
    keys.retain(|key| key.iter().any(|byte| *byte != 0));
    for (span, bytes) in std::mem::take(&mut found.bytes) {
        // Zeros, combined with a key, give the key: numbers that are padded hold no text.
        let zeros = memchr::memchr_iter(0, &bytes).count();
        if zeros * 2 > bytes.len() {
            continue;
        }
        let opened = keys.iter().find_map(|key| {
            let turned: Vec<u8> = bytes
                .iter()
                .zip(key.iter().cycle())
                .map(|(byte, key)| byte ^ key)
                .collect();
            plain(&turned).filter(|text| is_language(text))
        });
        if let Some(text) = opened {
            found.text(span, text, Origin::Decoded);
        }
    }
}
