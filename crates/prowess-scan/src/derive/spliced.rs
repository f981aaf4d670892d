//! Commands as a shell reads them.
//!
//! Empty quotes, escapes, and variables that hold nothing or a blank cut a word up without changing it for
//! the shell: `c''url`, `$'\x63url'`, `cu$@rl`, `curl${IFS}-s`, `` i`ex ``, `c^url`. Such a text is given once
//! more without them.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::decoded::unescaped;
use super::visible::{Edit, rewritten};

use crate::unit::{Language, Unit};

/// What the Bourne shells take out of a word, or put a blank for; each is a group of its own.
static SHELL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?x)
        \$'((?:[^'\\\n]|\\.)*)'                      # 1: text with escapes
        | (\$\{?IFS(?:%\?\?|:[^}\n]{0,12}|%%[^}\n]{0,12})?\}?(?:\$9)?)  # 2: the variable that holds blanks
        | [A-Za-z0-9] ((?:''|""|\$@|\$\*|\$\{@\}|\$\{\*\})+) [A-Za-z0-9] # 3: nothing within a word
        | [a-z] (\\) [a-z]                            # 4: a letter escaped for nothing, outside of quotes
        "#,
    )
});
static POWERSHELL: LazyLock<Pattern> = LazyLock::new(|| Pattern::new("[A-Za-z](`)[A-Za-z]"));
static BATCH: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"[A-Za-z](\^)[A-Za-z]"));

/// Gives a unit of commands as its shell reads it, where that differs.
pub(super) fn derive<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let edits = edits(&unit.text, unit.language);
    if !edits.is_empty() {
        give(rewritten(unit, Span::new(0, unit.text.len()), &edits));
    }
}

/// Words of commands that were cut up: where each stands, and how the shell reads it.
pub(crate) fn words(text: &str, language: Language) -> Vec<(Span, String)> {
    let mut words: Vec<(Span, String)> = Vec::new();
    for edit in edits(text, language) {
        let before = text.get(..edit.span.range().start).unwrap_or("");
        let after = text.get(edit.span.range().end..).unwrap_or("");
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let head = before.len() - before.trim_end_matches(is_word).len();
        let tail = after.len() - after.trim_start_matches(is_word).len();
        let start = edit.span.range().start - head;
        let end = edit.span.range().end + tail;
        match words.last_mut() {
            Some((span, word)) if span.end as usize > start => {
                // One more cut in the same word.
                let beyond = (span.end as usize).saturating_sub(edit.span.range().start);
                let known = word.floor_char_boundary(word.len().saturating_sub(beyond));
                word.truncate(known);
                word.push_str(&edit.seen);
                word.push_str(after.get(..tail).unwrap_or(""));
                *span = Span::new(span.start as usize, end);
            }
            _ => {
                let word = [
                    before.get(start..).unwrap_or(""),
                    &edit.seen,
                    after.get(..tail).unwrap_or(""),
                ];
                words.push((Span::new(start, end), word.concat()));
            }
        }
    }
    words
}

fn edits(text: &str, language: Language) -> Vec<Edit> {
    let bytes = text.as_bytes();
    let (pattern, sign) = match language {
        Language::Shell => (
            &SHELL,
            memchr::memchr3(b'$', b'\\', b'\'', bytes).or_else(|| memchr::memchr(b'"', bytes)),
        ),
        Language::PowerShell => (&POWERSHELL, memchr::memchr(b'`', bytes)),
        Language::Batch => (&BATCH, memchr::memchr(b'^', bytes)),
        _ => return Vec::new(),
    };
    let Some(from) = sign else {
        return Vec::new();
    };
    let cuts = pattern.search(text);
    let mut edits: Vec<Edit> = Vec::new();
    let mut quotes = Quotes::default();
    let mut at = text.floor_char_boundary(from.saturating_sub(1));
    while let Some(found) = cuts.captures_at(at) {
        let Some((group, part)) =
            (1..found.len()).find_map(|group| Some((group, found.get(group)?)))
        else {
            break;
        };
        let whole = found.get(0).map_or(part.end(), |whole| whole.end());
        let (span, seen) = match (language, group) {
            (Language::Shell, 1) => {
                at = whole;
                let start = found.get(0).map_or(part.start(), |whole| whole.start());
                (Span::new(start, whole), unescaped(part.as_str()))
            }
            (Language::Shell, 2) => {
                at = part.end();
                (Span::new(part.start(), part.end()), Some(" ".to_owned()))
            }
            // Within quotes a shell leaves it: it is a path of Windows, or a pattern.
            (Language::Shell, 4) if quotes.hold(bytes, part.start()) => {
                at = part.end();
                continue;
            }
            _ => {
                at = part.end();
                (Span::new(part.start(), part.end()), Some(String::new()))
            }
        };
        if let Some(seen) = seen {
            edits.push(Edit { span, seen });
        }
    }
    edits
}

/// Quotes on the lines of a shell's text, looked at once from the start on.
#[derive(Debug, Default)]
struct Quotes {
    /// All before it was looked at.
    at: usize,
}

impl Quotes {
    /// Whether the byte at `target` stands between two quotes of its line. Targets must ascend.
    fn hold(&mut self, bytes: &[u8], target: usize) -> bool {
        while self.at < target {
            match bytes.get(self.at) {
                Some(b'\\') => self.at += 2,
                Some(quote @ (b'"' | b'\'')) => match close(bytes, self.at + 1, *quote) {
                    Some(end) if end > target => return true,
                    Some(end) => self.at = end + 1,
                    None => self.at += 1,
                },
                _ => self.at += 1,
            }
        }
        false
    }
}

/// Where the quote that opened before `from` closes on its line.
fn close(bytes: &[u8], mut from: usize, quote: u8) -> Option<usize> {
    loop {
        match *bytes.get(from)? {
            b'\n' => return None,
            b'\\' if quote == b'"' => from += 2,
            byte if byte == quote => return Some(from),
            _ => from += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, language: Language) -> String {
        let mut result = text.to_owned();
        for edit in edits(text, language).iter().rev() {
            result.replace_range(edit.span.range(), &edit.seen);
        }
        result
    }

    /// Each way to cut a word up, in each shell.
    #[test]
    fn as_read() {
        for (text, language, expected) in [
            ("c''url x", Language::Shell, "curl x"),
            (r"$'\x63\x75rl' -s", Language::Shell, "curl -s"),
            ("cu$@rl${IFS}-s$IFS$9x", Language::Shell, "curl -s x"),
            (r"c\ur\l x", Language::Shell, "curl x"),
            (
                r#"rm "C:\a\b" 'c\d' e\f "g" h\i "j\k"#,
                Language::Shell,
                r#"rm "C:\a\b" 'c\d' ef "g" hi "jk"#,
            ),
            ("i`ex (iw`r x)", Language::PowerShell, "iex (iwr x)"),
            ("c^url x", Language::Batch, "curl x"),
            ("echo '' \"\" a", Language::Shell, "echo '' \"\" a"),
        ] {
            assert_eq!(read(text, language), expected, "{text}");
        }
        let found = words("x c''u''rl y", Language::Shell);
        assert_eq!(found, [(Span::new(2, 10), "curl".to_owned())]);
    }
}
