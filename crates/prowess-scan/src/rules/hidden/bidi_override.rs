//! Characters that change the direction of text.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::BIDI_OVERRIDE,
    id: "bidi-override",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "text is shown in another order than a model or a program reads it",
    advice: "delete the character; text of right-to-left scripts needs none",
    check: Check::Text {
        hints: &[
            "\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2067}",
            "\u{2068}", "\u{2069}",
        ],
        run: check,
    },
};

fn check(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if !matches!(unit.origin, Origin::File | Origin::Fence | Origin::Decoded) {
        return;
    }
    let text: &str = &unit.text;
    let mut line_end = 0;
    for place in places {
        let start = *place as usize;
        // One finding a line is enough.
        if start < line_end {
            continue;
        }
        let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else {
            continue;
        };
        if is_in_range(text, start, character) {
            continue;
        }
        let line = line_around(text, start);
        line_end = line.range().end;
        let shown = line.slice(text);
        let right_to_left = shown.chars().any(|character| {
            matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        });
        let overrides = shown.contains(['\u{202d}', '\u{202e}']);
        let balanced = is_balanced(shown);
        let strength = match (is_code(unit.language), overrides, right_to_left) {
            (_, false, true) if balanced => continue,
            (true, ..) => Strength::Strong,
            (false, true, false) => Strength::Strong,
            _ => Strength::Weak,
        };
        let number = u32::from(character);
        signals.push(
            &RULE,
            strength,
            unit,
            Span::new(start, start + character.len_utf8()),
            format!("U+{number:04X} changes the direction of the text behind it"),
        );
    }
}

/// Whether a character is an end of a range of a regular expression whose other end, or whose neighbour, is
/// such a character too: `\u{200b}-\u{200f}\u{202a}-\u{202e}`.
fn is_in_range(text: &str, start: usize, character: char) -> bool {
    let before = text.get(..start).unwrap_or("");
    let after = text.get(start + character.len_utf8()..).unwrap_or("");
    let is_unseen = |side: Option<char>| {
        side.is_some_and(|side| matches!(side, '\u{ad}' | '\u{600}'..='\u{6ff}' | '\u{180e}' | '\u{2000}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'))
    };
    let ends = before
        .strip_suffix('-')
        .is_some_and(|before| is_unseen(before.chars().next_back()));
    let starts = after
        .strip_prefix('-')
        .is_some_and(|after| is_unseen(after.chars().next()));
    let alone = is_unseen(before.chars().next_back()) && is_unseen(after.chars().next());
    let in_class = text
        .get(text.floor_char_boundary(start.saturating_sub(CLASS))..start)
        .is_some_and(|near| near.contains('[') || near.contains('-'));
    (ends || starts || alone) && in_class
}

/// How far before a character the start of its class is looked for, in bytes.
const CLASS: usize = 64;

/// Whether every direction that is begun on a line is ended on it.
fn is_balanced(line: &str) -> bool {
    let mut open = 0_i32;
    for character in line.chars() {
        match character {
            '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' | '\u{2066}'..='\u{2068}' => {
                open += 1
            }
            '\u{202c}' | '\u{2069}' => open -= 1,
            _ => {}
        }
    }
    open == 0
}

const fn is_code(language: Language) -> bool {
    !matches!(
        language,
        Language::Markdown | Language::Plain | Language::Markup | Language::Json | Language::Yaml
    )
}

/// The line around a place, at most a few hundred bytes each way.
fn line_around(text: &str, at: usize) -> Span {
    const FURTHEST: usize = 400;
    let start = text.floor_char_boundary(at.saturating_sub(FURTHEST));
    let end = text.ceil_char_boundary((at + FURTHEST).min(text.len()));
    let before = text.get(start..at).unwrap_or("");
    let after = text.get(at..end).unwrap_or("");
    let start = before.rfind('\n').map_or(start, |found| start + found + 1);
    let end = after.find('\n').map_or(end, |found| at + found);
    Span::new(start, end)
}
