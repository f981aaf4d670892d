//! Words in which letters of another script stand for Latin ones.

use crate::codes;
use crate::derive::visible::{self, Disguised};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::MIXED_SCRIPT,
    id: "mixed-script",
    class: 4,
    phase: Phase::Hide,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Weak],
    why: "the word is another one than it looks like: another host, another program, another name",
    advice: "write the word in the letters that it seems to have",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

/// So many such words in one text are no slip of the keyboard.
const WORDS: usize = 4;

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if !matches!(
        unit.origin,
        Origin::File | Origin::Fence | Origin::CodeSpan | Origin::LoadCommand | Origin::Decoded
    ) {
        return;
    }
    let words = visible::disguised(&unit.text);
    let many = words.iter().filter(|word| !word.greek).count() >= WORDS;
    for word in words {
        let seen = shown(&word.seen);
        let (strength, message) = match place(unit, &word) {
            Place::Host => (
                Strength::Conclusive,
                format!("a host that reads `{seen}` is another one"),
            ),
            Place::Code if !word.greek || is_shell(unit.language) => (
                Strength::Strong,
                format!("`{seen}` is written in letters of another script"),
            ),
            _ if many && !word.greek => (
                Strength::Strong,
                format!("`{seen}` is written in letters of another script"),
            ),
            _ => (
                Strength::Weak,
                format!("`{seen}` is written in letters of another script"),
            ),
        };
        signals.push(&RULE, strength, unit, word.span, message);
    }
}

/// Whether words are commands: no formula stands there.
const fn is_shell(language: Language) -> bool {
    matches!(
        language,
        Language::Shell | Language::PowerShell | Language::Batch
    )
}

/// Where a word stands.
enum Place {
    /// In the name of a host.
    Host,
    /// In a program or a command.
    Code,
    Prose,
}

fn place(unit: &Unit<'_>, word: &Disguised) -> Place {
    const AROUND: usize = 64;
    let start = word.span.start;
    let text: &str = &unit.text;
    let from = text.floor_char_boundary((start as usize).saturating_sub(AROUND));
    let before = text.get(from..start as usize).unwrap_or("");
    // `https://` with nothing but labels of a name between.
    let scheme = before.rsplit_once("://").is_some_and(|(_, labels)| {
        labels
            .chars()
            .all(|sign| sign.is_alphanumeric() || matches!(sign, '.' | '-' | '@'))
    });
    if scheme {
        return Place::Host;
    }
    let is_code = matches!(
        unit.language,
        Language::Shell
            | Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::PowerShell
            | Language::Batch
    );
    match is_code {
        true => Place::Code,
        false => Place::Prose,
    }
}
