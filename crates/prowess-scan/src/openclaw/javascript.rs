//! Texts as JavaScript sees them.

use regex::Regex;

/// What `\s` is in a regular expression of JavaScript: ECMAScript's *WhiteSpace* and *LineTerminator*.
/// The word of Unicode differs: it has U+0085 and not U+FEFF.
pub(super) const BLANK: &str = r"[\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}]";

/// Most UTF-16 units of evidence.
const EVIDENCE_UNITS: usize = 120;

/// A regular expression in which `␣` stands for JavaScript's `\s`, and `\b` is a border of ASCII words.
#[expect(
    clippy::expect_used,
    reason = "the expressions are part of the program, and a test builds each"
)]
pub(super) fn expression(pattern: &str) -> Regex {
    let pattern = pattern.replace('␣', BLANK).replace(r"\b", r"(?-u:\b)");
    Regex::new(&pattern).expect("a regular expression")
}

/// Whether a character is blank to `trim` and `\s`.
const fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{3000}'
                | '\u{feff}'
    )
}

/// Whether `.` does not match it.
pub(super) const fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// A line as evidence: without blanks at its ends, cut.
pub(super) fn evidence(line: &str) -> String {
    cut(line.trim_matches(is_blank), "…")
}

/// The first 120 UTF-16 units, and `more` where that is not all. A character that does not fit as a
/// whole goes.
pub(super) fn cut(text: &str, more: &str) -> String {
    let mut units = 0;
    for (at, character) in text.char_indices() {
        units += character.len_utf16();
        if units > EVIDENCE_UNITS {
            let kept = text.get(..at).unwrap_or("");
            return [kept, more].concat();
        }
    }
    text.to_owned()
}

/// A text by lines, which end at U+000A alone and keep what else stands before it.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    /// Where each line starts, and one past the end of the last with a line end thought behind it.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let starts = std::iter::once(0)
            .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1))
            .chain([text.len() + 1])
            .collect();
        Self { text, starts }
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The line with this index; empty where there is none.
    pub(super) fn line(&self, index: usize) -> &'t str {
        self.run(index, index + 1)
    }

    /// The lines from one to before another, as they stand.
    pub(super) fn run(&self, from: usize, to: usize) -> &'t str {
        let start = self.starts.get(from).copied();
        let end = self.starts.get(to.min(self.count())).copied();
        match (start, end) {
            (Some(start), Some(end)) if start < end => self.text.get(start..end - 1).unwrap_or(""),
            _ => "",
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &'t str)> {
        (0..self.count()).map(|index| (index, self.line(index)))
    }
}

/// The text without comments, every line end kept, so that lines keep their numbers.
///
/// A comment is found as OpenClaw finds it: quotes hide slashes, a quote that is not closed hides them
/// to the end of the text, and a regular expression is not known.
pub(super) fn without_comments(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut rest = source;
    let may_begin = |byte: u8| matches!(byte, b'/' | b'\'' | b'"' | b'`');
    while let Some(at) = rest.bytes().position(may_begin) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let end = match from.as_bytes() {
            [b'/', b'/', ..] => memchr::memchr(b'\n', from.as_bytes()).unwrap_or(from.len()),
            [b'/', b'*', ..] => {
                let inside = from.get(2..).unwrap_or("");
                let length = memchr::memmem::find(inside.as_bytes(), b"*/");
                let comment = inside.get(..length.unwrap_or(inside.len())).unwrap_or("");
                kept.extend(comment.matches('\n'));
                length.map_or(from.len(), |length| length + 4)
            }
            [b'/', ..] | [] => {
                kept.push('/');
                1
            }
            [quote, quoted @ ..] => {
                let end = end_of_quoted(quoted, *quote) + 1;
                kept.push_str(from.get(..end).unwrap_or(from));
                end
            }
        };
        rest = from.get(end..).unwrap_or("");
    }
    kept.push_str(rest);
    kept
}

/// How many bytes belong to a quoted text, the closing quote among them.
fn end_of_quoted(text: &[u8], quote: u8) -> usize {
    let mut from = 0;
    while let Some(at) = text
        .get(from..)
        .and_then(|rest| memchr::memchr2(quote, b'\\', rest))
    {
        let at = from + at;
        if text.get(at) == Some(&quote) {
            return at + 1;
        }
        from = (at + 2).min(text.len());
    }
    text.len()
}

/// One part of a [`Chain`]: an expression, and what may stand between it and the next part.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) expression: Regex,
    /// Most UTF-16 units before the next part.
    pub(super) units: usize,
    /// Whether a character may stand there.
    pub(super) between: fn(char) -> bool,
}

/// Expressions that stand in one order, near to each other: `a.{0,50}b.{0,30}c`. JavaScript counts
/// the units between them in UTF-16, and looks for every way to do it.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
    pub(super) last: Regex,
}

impl Chain {
    /// Whether it is in a text. The time is linear in the text.
    ///
    /// For each match of a part, only the nearest good start of the next part matters: what is too far
    /// for it, or cut off from it, is so for all later ones.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let mut good: Vec<usize> = self
            .last
            .find_iter(text)
            .map(|found| found.start())
            .collect();
        for link in self.links.iter().rev() {
            let mut starts = Vec::new();
            let mut next = good.iter().copied().peekable();
            for found in link.expression.find_iter(text) {
                while next.next_if(|start| *start < found.end()).is_some() {}
                let Some(start) = next.peek().copied() else {
                    break;
                };
                if link.spans(text, found.end(), start) {
                    starts.push(found.start());
                }
            }
            good = starts;
        }
        !good.is_empty()
    }
}

impl Link {
    /// Whether what stands between two places may stand there.
    fn spans(&self, text: &str, from: usize, to: usize) -> bool {
        // A UTF-16 unit is at most three bytes of UTF-8.
        if to.saturating_sub(from) > 3 * self.units {
            return false;
        }
        let gap = text.get(from..to).unwrap_or("");
        gap.chars().map(char::len_utf16).sum::<usize>() <= self.units
            && gap.chars().all(self.between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comments go, their line ends stay, and quotes hide them.
    #[test]
    fn comments() {
        let of = without_comments;
        assert_eq!(of("a // b\nc /* d\ne */ f"), "a \nc \n f");
        assert_eq!(of("'//' \"/*\" `\n//` x"), "'//' \"/*\" `\n//` x");
        assert_eq!(of(r"'\'//' //x"), r"'\'//' ");
        assert_eq!(of("a / b /* c"), "a / b ");
        assert_eq!(of("/*/ a */ b"), " b");
        assert_eq!(of("'open\n// x"), "'open\n// x");
        assert_eq!(of("é//é\né"), "é\né");
    }

    /// Evidence is counted in UTF-16 units, and blanks are JavaScript's.
    #[test]
    fn evidence_is_cut() {
        assert_eq!(evidence("\u{feff} a\u{3000}\r"), "a");
        assert_eq!(evidence("\u{85}a"), "\u{85}a");
        let long = "x".repeat(119);
        assert_eq!(evidence(&format!("{long}🧪")), format!("{long}…"));
        assert_eq!(evidence(&format!("{long}é")), format!("{long}é"));
    }

    /// A line ends at U+000A alone, and the last one need not end.
    #[test]
    fn lines() {
        let lines = Lines::of("a\r\n\nb");
        assert_eq!(
            lines.iter().collect::<Vec<_>>(),
            [(0, "a\r"), (1, ""), (2, "b")]
        );
        assert_eq!(lines.run(1, 9), "\nb");
        assert_eq!(Lines::of("").count(), 1);
    }

    /// A chain finds a way through several candidates, and counts units between.
    #[test]
    fn chains() {
        let chain = |units| Chain {
            links: vec![Link {
                expression: expression("a"),
                units,
                between: |character| !is_line_end(character),
            }],
            last: expression("b"),
        };
        assert!(chain(2).is_in("a  .. a 🧪b a🧪b"));
        assert!(!chain(1).is_in("a🧪b"));
        assert!(!chain(9).is_in("a\nb"));
        assert!(!chain(9).is_in("b a"));
    }
}
