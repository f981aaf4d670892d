//! Characters of no width in text of Latin script.

use prowess_base::Span;

use crate::codes;
use crate::derive::characters;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::ZERO_WIDTH,
    id: "zero-width",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "a word that is broken by what nobody sees is another word to a search, and the same to a person",
    advice: "delete the character; copying from a web page often brings it in",
    check: Check::Text {
        hints: &[
            "\u{ad}", "\u{34f}", "\u{180e}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{2060}",
            "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}", "\u{feff}", "\u{3164}", "\u{ffa0}",
            "\u{115f}", "\u{1160}",
        ],
        run: check,
    },
};

/// So many broken words are no accident.
const WORDS: usize = 3;
/// So many rows of several characters are none either.
const ROWS: usize = 5;
/// So many characters in a row spell something.
const ROW: usize = 8;

fn check(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if !matches!(unit.origin, Origin::File | Origin::Decoded) {
        return;
    }
    let text: &str = &unit.text;
    let mut found: Vec<Place> = Vec::new();
    let mut end = 0;
    for place in places {
        let start = *place as usize;
        if start < end {
            continue;
        }
        let row = row(text, start);
        end = row.range().end;
        found.extend(Place::of(text, row));
    }
    let length = |place: &Place| place.span.slice(text).chars().count();
    let rows = found.iter().filter(|place| length(place) > 1).count();
    let broken = found.iter().filter(|place| place.within_word).count();
    for place in found {
        let count = length(&place);
        let in_numbers = place.within_word && broken >= WORDS || count > 1 && rows >= ROWS;
        let strength = match in_numbers || count >= ROW {
            true => Strength::Strong,
            false => Strength::Weak,
        };
        let first = place.span.slice(text).chars().next().map_or(0, u32::from);
        let message = match (count, place.within_word) {
            (1, true) => format!("U+{first:04X} within a word"),
            (1, false) => format!("U+{first:04X} in text of Latin script"),
            (count, _) => format!("{count} characters of no width, from U+{first:04X} on"),
        };
        signals.push(&RULE, strength, unit, place.span, message);
    }
}

/// Unseen characters in a row, and where they stand.
struct Place {
    span: Span,
    within_word: bool,
}

impl Place {
    fn of(text: &str, span: Span) -> Option<Self> {
        // A byte order mark belongs at the start.
        if span.start == 0 && span.slice(text) == "\u{feff}" {
            return None;
        }
        let before = text.get(..span.range().start)?.chars().next_back();
        let after = text.get(span.range().end..)?.chars().next();
        let joins =
            |character: char| matches!(character, '\u{200c}' | '\u{200d}' | '\u{34f}' | '\u{ad}');
        let is_word = |side: Option<char>| side.is_some_and(|side| side.is_ascii_alphanumeric());
        // The tags of a flag are joined like emoji.
        let all_join = span
            .slice(text)
            .chars()
            .all(|character| joins(character) || matches!(character, '\u{e0020}'..='\u{e007f}'));
        let is_foreign =
            |side: Option<char>| side.is_some_and(|side| !side.is_ascii() && !side.is_whitespace());
        // Joiners belong to scripts that join letters, and to emoji.
        if all_join && (is_foreign(before) || is_foreign(after)) {
            return None;
        }
        // In scripts without blanks a character of no width marks where a line may break.
        if is_foreign(before) && is_foreign(after) && span.slice(text).chars().count() == 1 {
            return None;
        }
        let within_word = is_word(before) && is_word(after);
        // A soft hyphen within a long word is where it may break.
        if span.slice(text) == "\u{ad}" && !within_word {
            return None;
        }
        Some(Self { span, within_word })
    }
}

fn row(text: &str, start: usize) -> Span {
    let rest = text.get(start..).unwrap_or("");
    let unseen = |character: &char| {
        characters::is_unseen(*character) && !matches!(character, '\u{fe00}'..='\u{fe0f}')
    };
    let length: usize = rest.chars().take_while(unseen).map(char::len_utf8).sum();
    Span::new(start, start + length.max(1))
}
