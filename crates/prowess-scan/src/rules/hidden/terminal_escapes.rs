//! Control sequences of terminals, as raw characters.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::TERMINAL_ESCAPES,
    id: "terminal-escapes",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a terminal that shows the file moves, deletes or hides text, or fills the clipboard",
    advice: "delete the sequences; write colours as escapes in the program that prints them",
    check: Check::Text {
        hints: &["\u{1b}", "\u{9b}", "\u{9d}"],
        run: check,
    },
};

fn check(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if !matches!(unit.origin, Origin::File | Origin::Decoded) {
        return;
    }
    let mut worst: Option<(Strength, Span, &'static str)> = None;
    for place in places {
        let start = *place as usize;
        let rest = unit.text.get(start..).unwrap_or("");
        let (strength, what) = of(rest);
        if worst.is_none_or(|(before, ..)| before < strength) {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            worst = Some((strength, Span::new(start, start + length), what));
        }
    }
    // One finding a text, of the worst there is: recorded output is full of them.
    if let Some((strength, span, what)) = worst {
        signals.push(&RULE, strength, unit, span, what);
    }
}

/// What the sequence at the start of `rest` does (ECMA-48, and xterm's operating system commands).
fn of(rest: &str) -> (Strength, &'static str) {
    let colour = (
        Strength::Note,
        "a control sequence that changes how text looks",
    );
    let mut characters = rest.chars();
    let (kind, body) = match characters.next() {
        Some('\u{9b}') => ('[', characters.as_str()),
        Some('\u{9d}') => (']', characters.as_str()),
        _ => match characters.next() {
            Some(kind) => (kind, characters.as_str()),
            None => return colour,
        },
    };
    match kind {
        ']' if body.starts_with("52;") => (
            Strength::Strong,
            "a control sequence that fills the clipboard",
        ),
        ']' if body.starts_with("8;") => (
            Strength::Strong,
            "a control sequence that shows a link under another name",
        ),
        ']' => (
            Strength::Weak,
            "a control sequence that commands the terminal",
        ),
        'P' | '_' | '^' | 'X' => (
            Strength::Strong,
            "a control sequence that commands the terminal",
        ),
        '[' => {
            let parameters = body.trim_start_matches(|sign: char| {
                sign.is_ascii_digit() || matches!(sign, ';' | '?' | '>' | ':')
            });
            let given = body.get(..body.len() - parameters.len()).unwrap_or("");
            match parameters.chars().next() {
                Some('m') if given.split(';').any(|one| one == "8") => (
                    Strength::Strong,
                    "a control sequence that hides the text behind it",
                ),
                Some('m') => colour,
                Some(
                    'A'..='H' | 'J' | 'K' | 'L' | 'M' | 'P' | 'S' | 'T' | 'X' | 'f' | 's' | 'u',
                ) => (
                    Strength::Strong,
                    "a control sequence that moves the cursor or deletes text",
                ),
                _ => (
                    Strength::Weak,
                    "a control sequence that commands the terminal",
                ),
            }
        }
        _ => (Strength::Weak, "an escape character"),
    }
}
