//! Characters written as escapes: `\x41`, `\u0041`, `\101`, `%41`, `&#65;`.

use prowess_base::Span;

use super::Found;
use crate::unit::Origin;

/// Fewest escapes in a run that is taken for an encoded text.
const FEWEST: usize = 4;
/// Most plain characters between two escapes of one run.
const MOST_BETWEEN: usize = 3;

/// Finds runs of escapes.
pub(super) fn find(text: &str, found: &mut Found) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) = memchr::memchr3(b'\\', b'%', b'&', bytes.get(at..).unwrap_or(&[])) {
        let start = at + start;
        match run(bytes, start) {
            Some(run) => {
                at = run.end;
                if run.escapes >= FEWEST {
                    take(Span::new(start, run.end), run, found);
                }
            }
            None => at = start + 1,
        }
    }
}

/// A text with every escape of bytes and characters in it read.
pub(super) fn read(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut read = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match escape(bytes.get(at..).unwrap_or(&[])).filter(|_| *byte == b'\\') {
            Some((Escape::Byte(byte), length)) => {
                read.push(byte);
                at += length;
            }
            Some((Escape::Character(number), length)) => {
                read.extend(char::from_u32(number)?.encode_utf8(&mut [0; 4]).bytes());
                at += length;
            }
            None => {
                read.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(read).ok()
}

struct Run {
    bytes: Vec<u8>,
    escapes: usize,
    /// Escapes that stand for ASCII letters and digits, which nobody needs to escape.
    needless: usize,
    end: usize,
}

fn take(span: Span, run: Run, found: &mut Found) {
    if run.needless * 2 >= run.escapes {
        if let Ok(text) = String::from_utf8(run.bytes) {
            found.text(span, text, Origin::Decoded);
        }
        return;
    }
    let origin = match run.needless {
        // Other scripts are often written so; that is how they read, not something that is encoded.
        0 => Origin::Normalized,
        _ => Origin::Decoded,
    };
    let letters = |text: &String| {
        text.chars()
            .filter(|character| character.is_alphabetic())
            .count()
    };
    match String::from_utf8(run.bytes) {
        Ok(text) if letters(&text) * 2 >= text.chars().count() => found.text(span, text, origin),
        Ok(_) => {}
        Err(error) => {
            found.bytes(span, error.into_bytes());
        }
    }
}

fn run(bytes: &[u8], start: usize) -> Option<Run> {
    let mut run = Run {
        bytes: Vec::new(),
        escapes: 0,
        needless: 0,
        end: start,
    };
    let mut high = None;
    loop {
        let Some((escape, length)) = escape(bytes.get(run.end..).unwrap_or(&[])) else {
            // A few plain characters may stand between escapes.
            let rest = bytes.get(run.end..).unwrap_or(&[]);
            let plain = rest
                .iter()
                .take(MOST_BETWEEN + 1)
                .take_while(|byte| byte.is_ascii_alphanumeric() || b" _-./:".contains(byte))
                .count();
            let next = rest.get(plain..).unwrap_or(&[]);
            if run.escapes == 0
                || plain == 0
                || plain > MOST_BETWEEN
                || self::escape(next).is_none()
            {
                break;
            }
            run.bytes.extend(rest.iter().take(plain));
            run.end += plain;
            continue;
        };
        run.escapes += 1;
        run.end += length;
        match escape {
            Escape::Byte(byte) => {
                run.needless += usize::from(byte.is_ascii_alphanumeric());
                run.bytes.push(byte);
            }
            Escape::Character(number) => {
                let number = match (high.take(), number) {
                    (_, 0xd800..=0xdbff) => {
                        high = Some(number);
                        continue;
                    }
                    (Some(high), 0xdc00..=0xdfff) => {
                        0x10000 + ((high - 0xd800) << 10) + (number - 0xdc00)
                    }
                    (_, number) => number,
                };
                let Some(character) = char::from_u32(number) else {
                    break;
                };
                run.needless += usize::from(character.is_ascii_alphanumeric());
                run.bytes.extend(character.encode_utf8(&mut [0; 4]).bytes());
            }
        }
    }
    (run.escapes > 0).then_some(run)
}

enum Escape {
    Byte(u8),
    Character(u32),
}

/// The escape at the start of `rest`, and its length.
fn escape(rest: &[u8]) -> Option<(Escape, usize)> {
    let digits = |from: usize, most: usize, radix: u32| {
        let mut value = 0_u32;
        let mut count = 0;
        for byte in rest.iter().skip(from).take(most) {
            let Some(digit) = char::from(*byte).to_digit(radix) else {
                break;
            };
            value = value * radix + digit;
            count += 1;
        }
        (value, count)
    };
    match rest {
        [b'\\', b'x', ..] => {
            let (value, count) = digits(2, 2, 16);
            (count == 2).then_some((Escape::Byte(u8::try_from(value).ok()?), 4))
        }
        [b'\\', b'u', b'{', ..] => {
            let (value, count) = digits(3, 6, 16);
            let closed = rest.get(3 + count) == Some(&b'}');
            (count > 0 && closed).then_some((Escape::Character(value), 4 + count))
        }
        [b'\\', b'u', ..] => {
            let (value, count) = digits(2, 4, 16);
            (count == 4).then_some((Escape::Character(value), 6))
        }
        [b'\\', b'U', ..] => {
            let (value, count) = digits(2, 8, 16);
            (count == 8).then_some((Escape::Character(value), 10))
        }
        [b'\\', b'0'..=b'7', ..] => {
            let (value, count) = digits(1, 3, 8);
            (count == 3).then_some((Escape::Byte(u8::try_from(value).ok()?), 4))
        }
        [b'%', ..] => {
            let (value, count) = digits(1, 2, 16);
            (count == 2).then_some((Escape::Byte(u8::try_from(value).ok()?), 3))
        }
        [b'&', b'#', b'x' | b'X', ..] => {
            let (value, count) = digits(3, 6, 16);
            let closed = rest.get(3 + count) == Some(&b';');
            (count > 0 && closed).then_some((Escape::Character(value), 4 + count))
        }
        [b'&', b'#', ..] => {
            let (value, count) = digits(2, 7, 10);
            let closed = rest.get(2 + count) == Some(&b';');
            (count > 0 && closed).then_some((Escape::Character(value), 3 + count))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, Origin)> {
        let mut found = Found::default();
        find(text, &mut found);
        found
            .texts
            .into_iter()
            .map(|found| (found.text, found.origin))
            .collect()
    }

    /// Escapes of every kind, some letters left plain.
    #[test]
    fn runs() {
        for text in [
            r"\x63\x75\x72\x6c",
            r"\u0063\u0075\u0072\u006c",
            r"\u{63}\u{75}\u{72}\u{6c}",
            r"\143\165\162\154",
            "%63%75%72%6c",
            "&#99;&#117;&#x72;&#108;",
        ] {
            assert_eq!(
                found(text),
                [("curl".to_owned(), Origin::Decoded)],
                "{text}"
            );
        }
        assert_eq!(
            found(r"$'\x63ur\x6c \x68\x2e'"),
            [("curl h.".to_owned(), Origin::Decoded)]
        );
    }

    /// Other scripts read as they are; what needs its escapes is left.
    #[test]
    fn needed() {
        assert_eq!(
            found(r"\u4e2d\u6587\u4e2d\u6587"),
            [("中文中文".to_owned(), Origin::Normalized)]
        );
        for text in [
            r"\x1b[0m\n\t",
            "100%25 a%20b",
            r"\\\\\\\\",
            r"\d+\.\d+",
            "a &amp; b &#38; c",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
