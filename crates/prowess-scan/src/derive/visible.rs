//! What a reader sees of a text that is written to be misread.
//!
//! Invisible characters within words, letters of other scripts that look like Latin ones, mathematical and
//! full-width letters, struck-through letters, and letters with blanks between them: rules look for words,
//! so each such text is given once more as it reads. A text in which nothing of this stands costs one look
//! at its bytes.

use super::characters::{ascii_of, is_ideograph, is_look_alike, is_overlay, is_unseen};
use crate::unit::{Language, Origin, Unit};
use prowess_base::Span;

/// Gives `unit`, or the paragraphs of it, as a reader sees them, where that differs.
pub(super) fn derive<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let text: &str = &unit.text;
    let spaced = spaced_out(text);
    if spaced.is_empty() && text.is_ascii() {
        return;
    }
    let edits = edits(text, spaced);
    if edits.is_empty() {
        return;
    }
    if !matches!(unit.language, Language::Markdown | Language::Plain) {
        give(rewritten(unit, Span::new(0, text.len()), &edits));
        return;
    }
    // Of prose the paragraphs are enough; the rest is looked at as it stands.
    let mut from = 0;
    while let Some(first) = edits.get(from) {
        let part = paragraph(text, first.span);
        let inside = edits
            .iter()
            .skip(from)
            .take_while(|edit| edit.span.end <= part.end);
        let count = inside.count().max(1);
        give(rewritten(
            unit,
            part,
            edits.get(from..from + count).unwrap_or(&[]),
        ));
        from += count;
    }
}

/// A part of a text and what a reader sees for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) span: Span,
    pub(super) seen: String,
}

/// A part of a unit with its edits made.
pub(super) fn rewritten<'p>(unit: &Unit<'p>, part: Span, edits: &[Edit]) -> Unit<'p> {
    let mut text = String::with_capacity(part.range().len());
    let mut runs: Vec<(u32, u32)> = Vec::with_capacity(edits.len() * 2 + 1);
    let offset = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut at = part.start;
    for edit in edits {
        if at < edit.span.start {
            runs.push((offset(text.len()), at));
            text.push_str(
                Span {
                    start: at,
                    end: edit.span.start,
                }
                .slice(&unit.text),
            );
        }
        for character in edit.seen.chars() {
            runs.push((offset(text.len()), edit.span.start));
            text.push(character);
        }
        at = edit.span.end;
    }
    if at < part.end {
        runs.push((offset(text.len()), at));
        text.push_str(
            Span {
                start: at,
                end: part.end,
            }
            .slice(&unit.text),
        );
    }
    runs.push((offset(text.len()), part.end));
    unit.rewritten(text, &runs, Origin::Normalized)
}

/// The paragraph around a place, at most a few thousand bytes each way.
fn paragraph(text: &str, place: Span) -> Span {
    const FURTHEST: usize = 4096;
    let (from, to) = (place.start as usize, place.end as usize);
    let start = text.floor_char_boundary(from.saturating_sub(FURTHEST));
    let end = text.ceil_char_boundary((to + FURTHEST).min(text.len()));
    let before = text.get(start..from).unwrap_or("");
    let after = text.get(to..end).unwrap_or("");
    let start = before.rfind("\n\n").map_or(start, |at| start + at + 2);
    let end = after.find("\n\n").map_or(end, |at| to + at + 1);
    Span::new(start, end)
}

/// Everything that reads differently from what is written, in order.
fn edits(text: &str, spaced: Vec<Span>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = spaced
        .into_iter()
        .map(|span| Edit {
            span,
            seen: joined(span.slice(text)),
        })
        .collect();
    if !text.is_ascii() {
        let other_script = writes_in_other_script(text);
        tokens(text, |token| token.finish(text, other_script, &mut edits));
    }
    edits.sort_by_key(|edit| edit.span.start);
    let mut end = 0;
    edits.retain(|edit| {
        let fits = edit.span.start >= end;
        end = end.max(edit.span.end);
        fits
    });
    edits
}

/// A word in which letters of another script stand for Latin ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disguised {
    pub(crate) span: Span,
    /// How it reads.
    pub(crate) seen: String,
    /// Whether all letters that stand for others are Greek, as in formulas.
    pub(crate) greek: bool,
}

/// The words of `text` that mix Latin letters with look-alikes of other scripts.
pub(crate) fn disguised(text: &str) -> Vec<Disguised> {
    if text.is_ascii() {
        return Vec::new();
    }
    let other_script = writes_in_other_script(text);
    let mut found = Vec::new();
    let finish = |token: &Token| {
        let of_script = |character: &char| is_look_alike(*character);
        let letters = || token.characters.iter().map(|(_, character)| *character);
        let plain = letters().filter(char::is_ascii_alphabetic).count();
        let alike = letters().filter(of_script).count();
        let mut edits = Vec::new();
        token.finish(text, false, &mut edits);
        let (Some((first, _)), Some((last, end))) =
            (token.characters.first(), token.characters.last())
        else {
            return;
        };
        // Where the text is of that script, its endings stand behind foreign words.
        let ending = letters().skip_while(char::is_ascii).count();
        let is_inflected = other_script && ending == alike && ending <= 3;
        if plain > 0 && alike > 0 && !edits.is_empty() && !is_inflected {
            found.push(Disguised {
                span: Span::new(*first, last + end.len_utf8()),
                seen: letters()
                    .filter_map(|letter| match letter.is_ascii() {
                        true => Some(letter),
                        false => ascii_of(letter),
                    })
                    .collect(),
                greek: letters()
                    .filter(of_script)
                    .all(|letter| matches!(letter, '\u{370}'..='\u{3ff}')),
            });
        }
    };
    tokens(text, finish);
    found
}

/// Every word in which something stands that is not ASCII and might be seen as such.
fn tokens(text: &str, mut each: impl FnMut(&Token)) {
    const LONGEST_HEAD: usize = 1024;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| rest.iter().position(|byte| !byte.is_ascii()))
    {
        let foreign = at + found;
        let Some(character) = text.get(foreign..).and_then(|rest| rest.chars().next()) else {
            return;
        };
        if !Token::holds(character) {
            at = foreign + character.len_utf8();
            continue;
        }
        let before = bytes.get(at..foreign).unwrap_or(&[]);
        let letters = before.iter().rev().take(LONGEST_HEAD);
        let head = letters
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let start = foreign - head;
        let mut token = Token::default();
        at = text.len();
        for (offset, character) in text.get(start..).unwrap_or("").char_indices() {
            if !token.take(start + offset, character) {
                at = start + offset;
                break;
            }
        }
        each(&token);
    }
}

/// One word as it is written: letters, digits, and whatever cannot be seen between them.
#[derive(Debug, Default)]
struct Token {
    characters: Vec<(usize, char)>,
    /// Characters that are not plain ASCII.
    foreign: usize,
}

impl Token {
    fn take(&mut self, at: usize, character: char) -> bool {
        // A word is short; a text without any blank is looked at in parts.
        if self.characters.len() >= 4096 || !Self::holds(character) {
            return false;
        }
        self.foreign += usize::from(!character.is_ascii());
        self.characters.push((at, character));
        true
    }

    /// Whether a character may stand in a word.
    fn holds(character: char) -> bool {
        match character.is_ascii() {
            true => character.is_ascii_alphanumeric(),
            false => {
                !is_ideograph(character)
                    && (is_unseen(character)
                        || is_overlay(character)
                        || character.is_alphanumeric()
                        || ascii_of(character).is_some())
            }
        }
    }

    fn finish(&self, text: &str, other_script: bool, edits: &mut Vec<Edit>) {
        if self.foreign == 0 {
            return;
        }
        let is_letter =
            |character: char| character.is_ascii_alphanumeric() || ascii_of(character).is_some();
        let letters = self
            .characters
            .iter()
            .filter(|(_, character)| is_letter(*character))
            .count();
        let plain = self
            .characters
            .iter()
            .filter(|(_, character)| character.is_ascii())
            .count();
        let seen = self
            .characters
            .iter()
            .filter(|(_, character)| !is_unseen(*character))
            .count();
        // Words that hold letters with no Latin look are words of their own script.
        let looks_latin = letters
            == self
                .characters
                .iter()
                .filter(|(_, character)| !is_unseen(*character) && !is_overlay(*character))
                .count();
        let is_word = letters >= 3 && (plain > 0 || !other_script || self.is_styled());
        if seen < 2 || !looks_latin || !is_word {
            return;
        }
        for (index, (at, character)) in self.characters.iter().enumerate() {
            if character.is_ascii() {
                continue;
            }
            let inside = index > 0 && index + 1 < self.characters.len();
            let seen = match ascii_of(*character) {
                Some(seen) => seen.to_string(),
                // A byte order mark belongs at the start.
                None if inside || *at > 0 || is_overlay(*character) => String::new(),
                None => continue,
            };
            let end = at + character.len_utf8();
            if text.get(*at..end).is_some() {
                edits.push(Edit {
                    span: Span::new(*at, end),
                    seen,
                });
            }
        }
    }

    /// Whether the letters are Latin ones in another dress, which no script has of its own.
    fn is_styled(&self) -> bool {
        self.characters
            .iter()
            .any(|(_, character)| !character.is_ascii() && !is_look_alike(*character))
    }
}

/// Whether a text holds letters of Cyrillic or Greek that look like no Latin one: it is written in that script.
fn writes_in_other_script(text: &str) -> bool {
    text.chars().any(|character| {
        matches!(character, '\u{370}'..='\u{58f}')
            && character.is_alphabetic()
            && ascii_of(character).is_none()
    })
}

/// Runs of at least six single letters with one blank, or one and the same sign, between each two.
fn spaced_out(text: &str) -> Vec<Span> {
    const LETTERS: usize = 6;
    let bytes = text.as_bytes();
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let sign = |at: usize| {
        bytes
            .get(at)
            .copied()
            .filter(|byte| matches!(byte, b' ' | b'.' | b'-' | b'_' | b'*' | b'|' | b'/'))
    };
    let pair = |at: usize| {
        letter(at) && sign(at + 1).is_some() && sign(at + 1) == sign(at + 3) && letter(at + 2)
    };
    let mut found = Vec::new();
    let mut at = 0;
    // A run of six letters is eleven bytes, so one of every four places and its neighbour lie in it.
    while let Some([_, one, two, three, four, ..]) = bytes.get(at..) {
        // What stands between two pairs is the same sign: in most places this alone tells.
        if one != three && two != four {
            at += 4;
            continue;
        }
        let first = if pair(at) {
            at
        } else if pair(at + 1) {
            at + 1
        } else {
            at += 4;
            continue;
        };
        let between = sign(first + 1);
        let mut start = first;
        while start >= 2 && letter(start - 2) && sign(start - 1) == between {
            start -= 2;
        }
        let mut end = first + 1;
        loop {
            let step = match (sign(end) == between, letter(end + 1), letter(end + 2)) {
                (true, true, false) => 2,
                // Wider blanks stand between words.
                (true, _, _) if between == Some(b' ') => {
                    let blanks = bytes
                        .get(end..)
                        .unwrap_or(&[])
                        .iter()
                        .take(4)
                        .take_while(|byte| **byte == b' ')
                        .count();
                    let next = end + blanks;
                    if blanks < 2 || !letter(next) || letter(next + 1) {
                        break;
                    }
                    blanks + 1
                }
                _ => break,
            };
            end += step;
        }
        let alone = !(letter(end) || start > 0 && letter(start - 1));
        let letters = bytes
            .get(start..end)
            .unwrap_or(&[])
            .iter()
            .filter(|byte| byte.is_ascii_alphabetic())
            .count();
        if letters >= LETTERS
            && alone
            && found
                .last()
                .is_none_or(|last: &Span| last.end as usize <= start)
        {
            found.push(Span::new(start, end));
        }
        at = end.max(at + 1);
    }
    found
}

/// A run of single letters as words.
fn joined(run: &str) -> String {
    let mut word = String::with_capacity(run.len() / 2);
    let mut blanks = 0;
    for character in run.chars() {
        if !character.is_ascii_alphabetic() {
            blanks += 1;
            continue;
        }
        if blanks > 1 {
            word.push(' ');
        }
        blanks = 0;
        word.push(character);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> String {
        let mut result = text.to_owned();
        for edit in edits(text, spaced_out(text)).iter().rev() {
            result.replace_range(edit.span.range(), &edit.seen);
        }
        result
    }

    /// What reads as a Latin word is one.
    #[test]
    fn read_as_latin() {
        for (text, expected) in [
            ("cu\u{200b}rl x", "curl x"),
            ("cu\u{ad}rl", "curl"),
            ("the\u{200b}\u{200b} user", "the user"),
            ("b\u{430}sh \u{456}gnore", "bash ignore"),
            ("\u{456}gn\u{43e}r\u{435}", "ignore"),
            (
                "\u{1d422}\u{1d420}\u{1d427}\u{1d428}\u{1d42b}\u{1d41e}",
                "ignore",
            ),
            ("\u{ff43}\u{ff55}\u{ff52}\u{ff4c}", "curl"),
            ("b\u{336}a\u{336}s\u{336}h\u{336}", "bash"),
            ("i g n o r e  a l l r", "ignore allr"),
            ("x: i-g-n-o-r-e it", "x: ignore it"),
        ] {
            assert_eq!(seen(text), expected, "{text}");
        }
    }

    /// Other languages, emoji, accents and lists are as they are.
    #[test]
    fn left_alone() {
        for text in [
            "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{441}\u{43e}\u{440}",
            "中文 curl，然后 run（x）",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "caf\u{e9} na\u{ef}ve \u{1f468}\u{200d}\u{1f469} 1\u{fe0f}\u{20e3}",
            "\u{feff}word",
            "a b c and A B C",
            "plain text, a-b-c",
            "α and β, Δx",
        ] {
            assert_eq!(seen(text), text, "{text}");
        }
    }
}
