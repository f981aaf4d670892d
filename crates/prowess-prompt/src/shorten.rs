//! Shortening a description so that a model still knows when to use the skill.
//!
//! What a skill is good for stands anywhere in its description, often at the end. Cutting the tail
//! loses it, so the sentences that say when and when not are kept and the others are cut.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::cut::{ELLIPSIS, ellipsize, length, with_ellipsis};
use crate::escape::line_length;

/// What a sentence says about when to use a skill, in English, from the start of a word on.
const ENGLISH_SIGNS: [&str; 25] = [
    "use when",
    "use this",
    "use it",
    "use for",
    "used for",
    "used when",
    "used to",
    "useful for",
    "when ",
    "whenever ",
    "only for",
    "only if",
    "not for",
    "not meant for",
    "do not ",
    "don't",
    "never ",
    "unless ",
    "except ",
    "trigger",
    "if the ",
    "if you",
    "instead of",
    "rather than",
    "applies to",
];

/// The letters that the signs begin with: most words need no closer look.
const FIRST_LETTERS: &[u8] = b"adeinortuw";

/// The same in Chinese.
const CHINESE_SIGNS: [&str; 18] = [
    "用于",
    "适用",
    "不适",
    "不用",
    "不要",
    "不能",
    "请勿",
    "禁止",
    "避免",
    "仅",
    "只在",
    "只有",
    "除非",
    "如果",
    "当用户",
    "时使用",
    "时，",
    "触发",
];

/// The description and, where the header says it apart, when to use the skill. One text for a
/// reader: the second follows the first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Description<'t> {
    pub(crate) text: &'t str,
    pub(crate) when: &'t str,
}

/// The sentences of a description by what they say.
#[derive(Debug, Clone)]
pub(crate) struct Sentences<'t> {
    /// Those that say when and when not, most important first.
    conditions: Vec<&'t str>,
    /// The others, in order.
    others: Vec<&'t str>,
}

impl<'t> Description<'t> {
    /// `when` counts once where the description holds it already.
    pub(crate) fn new(text: &'t str, when: Option<&'t str>) -> Self {
        let text = text.trim();
        let when = when.unwrap_or("").trim();
        Self {
            text,
            when: if text.contains(when) { "" } else { when },
        }
    }

    /// Bytes of the whole: no fewer than its scalar values, and at hand without a look.
    pub(crate) fn bytes(self) -> usize {
        self.text.len() + self.when.len() + 1
    }

    /// Characters of the whole as a line shows it: a run of blanks and line ends is one, control
    /// characters are none.
    pub(crate) fn length(self) -> usize {
        let when = match self.when {
            "" => 0,
            when => line_length(when) + 1,
        };
        line_length(self.text) + when
    }

    /// The whole where its length is within the limit, else at most `limit` scalar values of it with `…` where something is left out.
    /// `sentences` keeps what is found out about this description from one limit to the next.
    ///
    /// Kept first is the separate `when`, then the sentences that say when and when not, in order,
    /// as far as they leave a quarter to the others; then the start of the others.
    pub(crate) fn shortened(
        self,
        limit: usize,
        sentences: &OnceCell<Sentences<'t>>,
    ) -> Cow<'t, str> {
        if self.bytes() <= limit || self.length() <= limit {
            return match self.when {
                "" => Cow::Borrowed(self.text),
                when => Cow::Owned(format!("{} {when}", self.text)),
            };
        }
        Cow::Owned(self.cut(limit, sentences.get_or_init(|| self.sentences())))
    }

    fn cut(self, limit: usize, sentences: &Sentences<'t>) -> String {
        let Sentences { conditions, others } = sentences;
        let others_length: usize = length_of(others);
        let reserve = others_length.min(limit / 4);
        let mut room = limit - reserve;
        let mut kept = Vec::new();
        for &condition in conditions {
            let cost = length(condition) + 1;
            if cost <= room {
                room -= cost;
                kept.push(condition);
            }
        }
        if kept.is_empty() {
            return match conditions.first() {
                Some(condition) if others.is_empty() => with_ellipsis(condition, limit),
                Some(condition) => {
                    let condition = ellipsize(condition, (limit - reserve).saturating_sub(1));
                    joined(others, &[condition.as_ref()], limit)
                }
                None => with_ellipsis(self.text, limit),
            };
        }
        // In the order of the text; `when`, which was taken first, comes last.
        if !self.when.is_empty() && kept.first() == Some(&self.when) {
            kept.rotate_left(1);
        }
        joined(others, &kept, limit)
    }

    fn sentences(self) -> Sentences<'t> {
        let mut conditions = Vec::new();
        let mut others = Vec::new();
        if !self.when.is_empty() {
            conditions.push(self.when);
        }
        for sentence in sentences(self.text) {
            if says_when(sentence) {
                conditions.push(sentence);
            } else {
                others.push(sentence);
            }
        }
        Sentences { conditions, others }
    }
}

/// The sentences of a text, trimmed, none empty. A sentence ends behind `。！？`, at a line end, and
/// behind `.!?` where a blank and no lower-case letter follow.
///
/// The rules of UAX 29 know more cases and take a hundred times as long, which is felt where a
/// catalogue of hundreds of skills is over its budget.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = sentence_end(rest);
        let (sentence, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(sentence.trim())
    })
    .filter(|sentence| !sentence.is_empty())
}

/// Where the first sentence of a text ends, in bytes. Most bytes need one look.
fn sentence_end(text: &str) -> usize {
    let wide = |at: usize| {
        let rest = text.get(at..).unwrap_or("");
        rest.starts_with(['。', '！', '？'])
    };
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => return at + 1,
            b'.' | b'!' | b'?' => {
                let after = text.get(at + 1..).unwrap_or("");
                if after.starts_with(char::is_whitespace)
                    && !after.trim_start().starts_with(char::is_lowercase)
                {
                    return at + 1;
                }
            }
            // The first bytes of the wide marks.
            0xe3 | 0xef if wide(at) => return at + '。'.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The start of `others` with an ellipsis, then all of `kept`, at most `limit` scalar values.
fn joined(others: &[&str], kept: &[&str], limit: usize) -> String {
    let room = limit.saturating_sub(length_of(kept) + 1);
    let mut text = others.join(" ");
    if length(&text) < room {
        text.push(ELLIPSIS);
    } else {
        text = with_ellipsis(&text, room);
    }
    for sentence in kept {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(sentence);
    }
    match ellipsize(&text, limit) {
        Cow::Borrowed(_) => text,
        Cow::Owned(cut) => cut,
    }
}

/// Scalar values of the sentences with one space between two.
fn length_of(sentences: &[&str]) -> usize {
    let lengths: usize = sentences.iter().map(|sentence| length(sentence)).sum();
    lengths + sentences.len().saturating_sub(1)
}

fn says_when(sentence: &str) -> bool {
    let bytes = sentence.as_bytes();
    let begins_with = |rest: &[u8], sign: &str| {
        rest.get(..sign.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(sign.as_bytes()))
    };
    let mut in_word = false;
    for (at, byte) in bytes.iter().enumerate() {
        let starts_word = !in_word && FIRST_LETTERS.contains(&byte.to_ascii_lowercase());
        in_word = byte.is_ascii_alphanumeric();
        let rest = bytes.get(at..).unwrap_or(&[]);
        if starts_word && ENGLISH_SIGNS.iter().any(|sign| begins_with(rest, sign)) {
            return true;
        }
    }
    !sentence.is_ascii() && CHINESE_SIGNS.iter().any(|sign| sentence.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortened(text: &str, when: Option<&str>, limit: usize) -> String {
        let description = Description::new(text, when);
        description.shortened(limit, &OnceCell::new()).into_owned()
    }

    /// The sentence that says when survives a cut that takes the rest, wherever it stands.
    #[test]
    fn conditions_stay() {
        let text = format!(
            "Reads tide tables. {} Use when the user asks for tides. Not for weather.",
            "It knows many harbours. ".repeat(20)
        );
        assert_eq!(
            shortened(&text, None, 90),
            "Reads tide tables. It knows many… Use when the user asks for tides. Not for weather."
        );
    }

    /// The same in Chinese, where sentences end without a blank.
    #[test]
    fn chinese_conditions_stay() {
        let text = format!(
            "处理表格。{}当用户提到潮汐时使用。不用于天气。",
            "支持很多港口。".repeat(30)
        );
        let short = shortened(&text, None, 40);
        assert!(
            short.ends_with("当用户提到潮汐时使用。 不用于天气。"),
            "{short}"
        );
        assert!(length(&short) <= 40);
    }

    /// A separate `when_to_use` follows the description, counts once, and is cut last.
    #[test]
    fn separate_when() {
        assert_eq!(shortened("D.", Some("Use it so."), 50), "D. Use it so.");
        assert_eq!(
            shortened("D. Use it so.", Some("Use it so."), 50),
            "D. Use it so."
        );
        let filler = "filler ".repeat(30);
        assert_eq!(
            shortened(&filler, Some("Only for tides."), 30),
            "filler filler… Only for tides."
        );
    }

    /// Every sign is found at the start of a word and not within one.
    #[test]
    fn signs() {
        for sign in ENGLISH_SIGNS.iter().chain(&CHINESE_SIGNS) {
            assert!(says_when(&format!("Tables, {sign} ")), "{sign}");
        }
        assert!(!says_when("Somewhen do nothing"));
    }

    /// An abbreviation before a lower-case word ends no sentence; a version number neither.
    #[test]
    fn sentence_ends() {
        let found: Vec<_> = sentences("Reads e.g. v1.2 files. Then\nmore! 好。再").collect();
        assert_eq!(
            found,
            ["Reads e.g. v1.2 files.", "Then", "more!", "好。", "再"]
        );
    }

    /// Text without any such sentence, and one sentence longer than all room, are cut at the end.
    #[test]
    fn plain_cut() {
        assert_eq!(shortened("one two three four", None, 16), "one two three…");
        assert_eq!(
            shortened("use when aaaaaaaa bbbb", None, 18),
            "use when aaaaaaaa…"
        );
        assert_eq!(shortened("abc", None, 0), "");
    }
}
