//! Literals of letters and digits: base64, base32, hexadecimal, lists of numbers, and strings in pieces.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::super::sniff;
use super::{AnyOf, Found, Outcome, codecs, is_language};

use crate::unit::Origin;

/// Shortest run of characters that is tried: shorter ones hold nothing that can be run.
const SHORTEST: usize = 16;

/// Finds literals.
pub(super) fn find(text: &str, found: &mut Found) {
    runs(text, found);
    pieces(text, found);
    numbers(text, found);
    eighty_five(text, found);
}

/// Whether a byte stands for a digit of base64, in either alphabet.
const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Runs of digits of base64, hexadecimal or base32, those on following lines joined.
fn runs(text: &str, found: &mut Found) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut chain: Vec<Span> = Vec::new();
    // Every run of that length holds a byte at a multiple of it: in prose one byte in sixteen is looked at.
    while let Some(byte) = bytes.get(at + SHORTEST - 1) {
        if !is_digit(*byte) {
            at += SHORTEST;
            continue;
        }
        let from = at + SHORTEST - 1;
        let before = bytes.get(at..from).unwrap_or(&[]);
        let start = from
            - before
                .iter()
                .rev()
                .take_while(|byte| is_digit(**byte))
                .count();
        let rest = bytes.get(from..).unwrap_or(&[]);
        let end = from + rest.iter().take_while(|byte| is_digit(**byte)).count();
        at = end + 1;
        if end - start < SHORTEST {
            continue;
        }
        let padding = bytes
            .get(end..)
            .unwrap_or(&[])
            .iter()
            .take(6)
            .take_while(|byte| **byte == b'=')
            .count();
        let run = Span::new(start, end + padding);
        let joins = chain.last().is_some_and(|last| {
            let between = text.get(last.end as usize..start).unwrap_or("?");
            between.len() <= 64 && is_between(between)
        });
        if !joins {
            decode_chain(text, &chain, found);
            chain.clear();
        }
        chain.push(run);
    }
    // The last line of a long literal may be short.
    if let Some(last) = chain.last() {
        let end = last.end as usize;
        let rest = bytes.get(end..).unwrap_or(&[]);
        let gap = rest.iter().take_while(|byte| !is_digit(**byte)).count();
        let tail = rest
            .get(gap..)
            .unwrap_or(&[])
            .iter()
            .take_while(|byte| is_digit(**byte) || **byte == b'=')
            .count();
        let between = text.get(end..end + gap).unwrap_or("?");
        if chain.len() > 1 && tail > 0 && !between.is_empty() && is_between(between) {
            chain.push(Span::new(end + gap, end + gap + tail));
        }
    }
    decode_chain(text, &chain, found);
}

/// Whether nothing but what joins the lines of one literal stands between two runs.
fn is_between(between: &str) -> bool {
    let is_line = between.contains(['\n', '\r']);
    let is_join = between.contains(['"', '\'']) && between.contains(['+', '&', '.', '\n', ' ']);
    (is_line || is_join)
        && between
            .chars()
            .all(|character| character.is_whitespace() || "\"'+&.\\,()>#".contains(character))
}

fn decode_chain(text: &str, chain: &[Span], found: &mut Found) {
    let (Some(first), Some(last)) = (chain.first(), chain.last()) else {
        return;
    };
    if chain.len() > 1 {
        let joined: String = chain.iter().map(|run| run.slice(text)).collect();
        if decode(&joined, first.to(*last), found) == Outcome::Text {
            return;
        }
    }
    for run in chain {
        decode(run.slice(text), *run, found);
    }
}

/// Decodes one literal in the first alphabet in which it is a text.
fn decode(literal: &str, span: Span, found: &mut Found) -> Outcome {
    let digits = literal.trim_start_matches(['+', '/', '_', '-']);
    let skipped = literal.len() - digits.len();
    let span = Span {
        start: span.start + u32::try_from(skipped).unwrap_or(0),
        ..span
    };
    let is_hex = digits.len() >= SHORTEST && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex && digits.len().is_multiple_of(2) {
        return match codecs::hex(digits.as_bytes()) {
            Some(bytes) => found.bytes(span, bytes),
            None => Outcome::Bytes,
        };
    }
    // Only letters of one case, without digits: a word or a name. Text is never encoded so.
    let has = |test: fn(&u8) -> bool| digits.as_bytes().iter().any(test);
    let mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    if mixed
        && let Some(bytes) = codecs::base64(digits.as_bytes())
        && found.bytes(span, bytes) == Outcome::Text
    {
        return Outcome::Text;
    }
    let is_base32 = digits.len() >= 24
        && digits
            .trim_end_matches('=')
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'2'..=b'7'));
    match is_base32.then(|| codecs::base32(digits)).flatten() {
        Some(bytes) => found.bytes(span, bytes),
        None => Outcome::Bytes,
    }
}

/// Short strings that are put together, and lists of them.
static CHAIN: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?:(?:"[^"\\\n]{1,40}"|'[^'\\\n]{1,40}')\s*(?:\+|&|\.\.?)\s*)+(?:"[^"\\\n]{0,40}"|'[^'\\\n]{0,40}')"#,
    )
});
static LIST: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?:(?:"[^"\\\n]{1,40}"|'[^'\\\n]{1,40}')\s*,\s*){2,}(?:"[^"\\\n]{0,40}"|'[^'\\\n]{0,40}')"#,
    )
});
static STRING: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r#""([^"\\\n]*)"|'([^'\\\n]*)'"#));

/// Strings that are written in pieces so short that no word is whole.
fn pieces(text: &str, found: &mut Found) {
    const LONGEST_MEAN: usize = 6;
    let bytes = text.as_bytes();
    let is_joined_quote = |quote: usize| match bytes.get(quote + 1) {
        Some(b'+' | b',' | b'.') => true,
        Some(b' ') => bytes.get(quote + 2) == Some(&b'+'),
        _ => false,
    };
    if !memchr::memchr2_iter(b'"', b'\'', bytes).any(is_joined_quote) {
        return;
    }
    let chains = CHAIN.find_iter(text).map(|chain| (chain, false));
    let lists = LIST.find_iter(text).map(|list| (list, true));
    for (chain, is_list) in chains.chain(lists) {
        let parts: Vec<&str> = STRING
            .captures_iter(chain.as_str())
            .filter_map(|part| part.get(1).or(part.get(2)).map(|part| part.as_str()))
            .collect();
        let joined: String = parts.concat();
        let span = Span::new(chain.start(), chain.end());
        // A list of words is no word in pieces.
        if is_list && !is_joined(text, span) {
            continue;
        }
        // What is long by itself was looked at as it stands.
        let are_short = parts.iter().all(|part| part.len() < SHORTEST);
        if are_short
            && joined.len() >= SHORTEST
            && joined.bytes().all(|byte| is_digit(byte) || byte == b'=')
            && decode(&joined, span, found) == Outcome::Text
        {
            continue;
        }
        let is_cut = match parts.as_slice() {
            [head, tail] => !is_list && cuts_name(head, tail),
            _ => joined.len() <= parts.len() * LONGEST_MEAN && is_language(&joined),
        };
        if joined.len() >= 4 && is_cut {
            found.text(span, joined, Origin::Decoded);
        }
    }
}

/// Whether the name of a program, or of what runs one, is cut where two strings meet.
fn cuts_name(head: &str, tail: &str) -> bool {
    const NAMES: [&str; 12] = [
        "exec",
        "eval",
        "system",
        "popen",
        "subprocess",
        "child_process",
        "compile",
        "import",
        "__import__",
        "http",
        "https",
        "spawn",
    ];
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let first = head.len() - head.trim_end_matches(is_word).len();
    let second = tail.len() - tail.trim_start_matches(is_word).len();
    let word = [
        head.get(head.len() - first..).unwrap_or(""),
        tail.get(..second).unwrap_or(""),
    ]
    .concat();
    first > 0 && second > 0 && (sniff::is_program(&word) || NAMES.contains(&word.as_str()))
}

/// Whether a list is put together without anything between: `[…].join('')`, `''.join([…])`, `-join ''`.
fn is_joined(text: &str, list: Span) -> bool {
    static BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(r#"^,?\s*[\])]*\s*(?:\.join\(\s*(?:''|""|``)\s*\)|-join\s*(?:''|""))"#)
    });
    static BEFORE: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(r#"(?:(?:''|"")\.join\(\s*[\[(]?|-join\s*[@(]*)\s*$"#));
    const FURTHEST: usize = 40;
    let (start, end) = (list.range().start, list.range().end);
    let from = text.floor_char_boundary(start.saturating_sub(FURTHEST));
    let to = text.ceil_char_boundary((end + FURTHEST).min(text.len()));
    text.get(end..to)
        .is_some_and(|behind| BEHIND.is_match(behind))
        || text
            .get(from..start)
            .is_some_and(|before| BEFORE.is_match(before))
}

static NUMBERS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(r"(?i)(?:(?:0x[0-9a-f]{1,2}|[0-9]{1,3})[uL]?[ \t]*[,;]?\s*){5,}")
});
static NUMBER: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"(?i)0x([0-9a-f]{1,2})|([0-9]{1,3})"));
static CHARACTERS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)(?:(?:\[char\]\s*|(?-u:\b)chrw?\$?\s*\(\s*|fromcharcode\s*\(\s*|fromcodepoint\s*\(\s*)(?:0x[0-9a-f]{1,4}|[0-9]{1,5})\s*\)?\s*(?:\+|&|\.|,)?\s*){3,}",
    )
});

/// Bytes and characters by their numbers, where something near speaks of bytes or characters.
fn numbers(text: &str, found: &mut Found) {
    static HINTS: LazyLock<AnyOf> = LazyLock::new(|| {
        AnyOf::new(&[
            "chr(",
            "Chr(",
            "CHR(",
            "chr$(",
            "Chr$(",
            "ChrW(",
            "chrw(",
            "fromCharCode",
            "fromcharcode",
            "fromCodePoint",
            "[char]",
            "[Char]",
            "[CHAR]",
            "bytes(",
            "Bytes(",
            "bytearray",
            "Buffer.from",
            "Uint8Array",
            "[byte",
            "[Byte",
            "ascii",
            "ASCII",
            "ord(",
            "charcode",
            "charCode",
            "char code",
            "(chr,",
            "pack(",
            "codepoint",
        ])
    });
    // So short a literal alone would slow the others down.
    let has_prefix = memchr::memmem::find(text.as_bytes(), b"0x").is_some();
    if !has_prefix && !HINTS.is_in(text) {
        return;
    }
    for list in CHARACTERS.find_iter(text) {
        list_of(Span::new(list.start(), list.end()), list.as_str(), found);
    }
    for list in NUMBERS.find_iter(text) {
        list_of(Span::new(list.start(), list.end()), list.as_str(), found);
    }
}

fn list_of(span: Span, list: &str, found: &mut Found) {
    let bytes: Option<Vec<u8>> = NUMBER
        .captures_iter(list)
        .map(|number| match (number.get(1), number.get(2)) {
            (Some(digits), _) => u8::from_str_radix(digits.as_str(), 16).ok(),
            (_, Some(digits)) => digits.as_str().parse().ok(),
            _ => None,
        })
        .collect();
    if let Some(bytes) = bytes.filter(|bytes| bytes.len() >= 4) {
        found.bytes(span, bytes);
    }
}

/// Strings of base 85, where its name stands somewhere: its alphabet is that of any text.
fn eighty_five(text: &str, found: &mut Found) {
    static NAMED: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(r"(?i)b85|a85|base-?85|ascii-?85|z85"));
    static QUOTED: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(r#"(?s)"([^"\s]{12,})"|'([^'\s]{12,})'|`([^`\s]{12,})`|<~(.{8,}?)~>"#)
    });
    if memchr::memmem::find(text.as_bytes(), b"85").is_none() || !NAMED.is_match(text) {
        return;
    }
    for quoted in QUOTED.captures_iter(text) {
        let Some(string) = quoted.iter().skip(1).flatten().next() else {
            continue;
        };
        let span = Span::new(string.start(), string.end());
        let plain = string.as_str().replace("\\\\", "\\");
        for decode in [codecs::base85, codecs::ascii85, codecs::z85] {
            if let Some(bytes) = decode(&plain)
                && let Some(text) = found.text_of(&bytes)
            {
                found.text(span, text, Origin::Decoded);
                break;
            }
        }
    }
}
