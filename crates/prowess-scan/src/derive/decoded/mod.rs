//! What encoded literals hold.
//!
//! A literal becomes a text only where decoding gives one: digests, certificates, images, tokens and fonts
//! give bytes that are none. Encodings within encodings are taken off one by one, each bounded, and every
//! text that comes out is looked at again like any other.

mod ciphers;
mod codecs;
mod escapes;
mod literals;

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use prowess_base::Span;

use super::sniff;
use crate::unit::{Language, Mapping, Origin, Unit};

/// Gives every text that stands encoded in `unit`; says whether something was left because a bound was
/// reached.
pub(super) fn derive<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) -> Bound {
    let text: &str = &unit.text;
    let mut found = Found::default();
    escapes::find(text, &mut found);
    literals::find(text, &mut found);
    ciphers::find(text, &mut found);
    if unit.origin == Origin::Decoded && matches!(unit.mapping, Mapping::Whole(_)) {
        // A text that came out of one encoding may be another one as a whole, whatever its alphabet.
        found.whole(text);
    }
    for decoded in found.texts {
        let language = sniff::code(&decoded.text).unwrap_or(Language::Markdown);
        give(unit.derived(decoded.span, decoded.text, language, decoded.origin));
    }
    found.bound
}

/// A text of a shell with its escapes read (`$'…'`).
pub(super) fn unescaped(text: &str) -> Option<String> {
    escapes::read(text)
}

/// Whether a bound was reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Kept,
    Reached,
}

/// What was decoded so far.
#[derive(Debug, Default)]
struct Found {
    texts: Vec<Decoded>,
    /// Byte strings that are no text, for ciphers whose key stands near.
    bytes: Vec<(Span, Vec<u8>)>,
    bound: Bound,
}

#[derive(Debug)]
struct Decoded {
    span: Span,
    text: String,
    origin: Origin,
}

impl Found {
    /// Most bytes of literals that are kept for ciphers.
    const MOST_KEPT: usize = 64 << 10;

    /// Takes the bytes that the literal at `span` stands for, if they are a text or hold one.
    fn bytes(&mut self, span: Span, bytes: Vec<u8>) -> Outcome {
        match self.text_of(&bytes) {
            Some(text) => {
                self.texts.push(Decoded {
                    span,
                    text,
                    origin: Origin::Decoded,
                });
                Outcome::Text
            }
            None => {
                if bytes.len() <= Self::MOST_KEPT && self.bytes.len() < 256 {
                    self.bytes.push((span, bytes));
                }
                Outcome::Bytes
            }
        }
    }

    /// Takes a text.
    fn text(&mut self, span: Span, text: String, origin: Origin) {
        self.texts.push(Decoded { span, text, origin });
    }

    /// The text that bytes are or hold: as they stand, as UTF-16, or compressed. Programs are given by
    /// their first bytes, so that rules see that one was carried.
    fn text_of(&mut self, bytes: &[u8]) -> Option<String> {
        const DEEPEST: usize = 4;
        let mut bytes = std::borrow::Cow::Borrowed(bytes);
        for _ in 0..DEEPEST {
            if let Some(text) = plain(&bytes) {
                return Some(text);
            }
            if is_program(&bytes) {
                let head = bytes.get(..64).unwrap_or(&bytes);
                return Some(String::from_utf8_lossy(head).into_owned());
            }
            let (inflated, bound) = codecs::inflate(&bytes)?;
            if bound == Bound::Reached {
                self.bound = Bound::Reached;
            }
            bytes = inflated.into();
        }
        None
    }

    /// Takes a text that may be one encoded literal from end to end.
    fn whole(&mut self, text: &str) {
        let trimmed = text.trim();
        let span = Span::new(0, text.len());
        if trimmed.len() < 8
            || self
                .texts
                .iter()
                .any(|found| found.span.range().len() * 2 > text.len())
        {
            return;
        }
        for decode in [codecs::base85, codecs::ascii85, codecs::z85, codecs::base32] {
            if let Some(bytes) = decode(trimmed)
                && let Some(text) = self.text_of(&bytes)
                && is_language(&text)
            {
                self.text(span, text, Origin::Decoded);
                return;
            }
        }
    }
}

/// What became of the bytes of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Text,
    Bytes,
}

/// Whether bytes begin like a program for a machine: ELF, PE, Mach-O, WebAssembly.
fn is_program(bytes: &[u8]) -> bool {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    starts(b"\x7fELF")
        || (starts(b"MZ") && bytes.len() > 64)
        || starts(b"\xcf\xfa\xed\xfe")
        || starts(b"\xca\xfe\xba\xbe")
        || starts(b"\0asm")
}

/// The bytes as text, UTF-8 or UTF-16, where it can be read from end to end.
fn plain(bytes: &[u8]) -> Option<String> {
    const FEWEST: usize = 4;
    if bytes.len() < FEWEST {
        return None;
    }
    if let Some(text) = wide(bytes) {
        return is_readable(&text).then_some(text);
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.trim_end_matches('\0');
    is_readable(text).then(|| text.to_owned())
}

/// UTF-16 of mostly ASCII, as PowerShell takes it.
fn wide(bytes: &[u8]) -> Option<String> {
    let pairs = bytes.len() / 2;
    let (_, low) = (
        0,
        bytes
            .iter()
            .skip(1)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count(),
    );
    if bytes.len() < 8 || low * 10 < pairs * 8 {
        return None;
    }
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .filter_map(|pair| Some(u16::from_le_bytes([*pair.first()?, *pair.last()?])))
        .collect();
    String::from_utf16(&units).ok()
}

/// Whether a text can be read: hardly any control characters, and letters for the most part. Random bytes
/// that happen to be printable are told by how few letters stand beside letters.
fn is_readable(text: &str) -> bool {
    let (mut all, mut letters, mut strange, mut pairs) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut before = ' ';
    for character in text.chars() {
        all += 1;
        if character.is_control() && !matches!(character, '\n' | '\r' | '\t' | '\u{1b}') {
            return false;
        }
        let unassigned =
            matches!(character, '\u{80}'..='\u{9f}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}');
        strange +=
            usize::from(unassigned || (!character.is_ascii() && !character.is_alphanumeric()));
        let letter = character.is_alphabetic();
        letters += usize::from(letter);
        let same = before.is_lowercase() == character.is_lowercase() || before.is_uppercase();
        pairs += usize::from(letter && before.is_alphabetic() && same);
        before = character;
    }
    all > 0 && strange * 5 <= all && letters * 10 >= all * 3 && pairs * 10 >= letters * 3
}

/// Whether a text is a language, of people or of programs, rather than letters: for decoders that make
/// letters of whatever they are given.
fn is_language(text: &str) -> bool {
    static WORDS: LazyLock<AnyOf> = LazyLock::new(|| {
        AnyOf::in_either_case(&[
            " the ",
            " and ",
            " you ",
            "your ",
            " all ",
            " this ",
            " with ",
            "ignore",
            "instruction",
            "http",
            "curl",
            "wget",
            "bash",
            "/bin/",
            "import ",
            "exec(",
            "exec ",
            "eval(",
            "eval ",
            "print",
            "powershell",
            "invoke-",
            "require(",
            "system",
            "subprocess",
            "os.environ",
            "function",
            "echo ",
            "sudo",
            ".ssh",
            "password",
            "secret",
            "python",
            "rm -",
        ])
    });
    WORDS.is_in(text)
}

/// Several literals that are looked for at once.
struct AnyOf(AhoCorasick);

impl AnyOf {
    fn new(literals: &[&str]) -> Self {
        Self::of(
            AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst),
            literals,
        )
    }

    /// Letters of ASCII in either case.
    fn in_either_case(literals: &[&str]) -> Self {
        Self::of(
            AhoCorasick::builder().ascii_case_insensitive(true),
            literals,
        )
    }

    #[expect(
        clippy::expect_used,
        reason = "the literals are part of the program, and tests look for them"
    )]
    fn of(builder: &mut AhoCorasickBuilder, literals: &[&str]) -> Self {
        Self(builder.build(literals).expect("literals make an automaton"))
    }

    fn is_in(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}
