//! Text far to the right, or far down.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::intent::{self, Intent};

pub(crate) static RULE: Rule = Rule {
    code: codes::PADDING,
    id: "padding",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "who looks at the start of a line or a file takes the blank for its end",
    advice: "delete the blank, and look at what stands behind it",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

/// Blanks in a row that push text out of sight.
const BLANKS: usize = 200;
/// Empty lines in a row that do.
const LINES: usize = 100;

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if !matches!(unit.origin, Origin::File | Origin::Decoded) {
        return;
    }
    let text: &str = &unit.text;
    let bytes = text.as_bytes();
    // Every such run holds a blank at a multiple of its least length: plain text costs little.
    let mut at = 0;
    while let Some(byte) = bytes.get(at + LINES - 1) {
        if !is_blank(*byte) {
            at += LINES;
            continue;
        }
        let middle = at + LINES - 1;
        let before = bytes.get(at..middle).unwrap_or(&[]);
        let start = middle
            - before
                .iter()
                .rev()
                .take_while(|byte| is_blank(**byte))
                .count();
        let rest = bytes.get(middle..).unwrap_or(&[]);
        let end = middle + rest.iter().take_while(|byte| is_blank(**byte)).count();
        at = end + 1;
        judge(unit, start, end, signals);
    }
    for blank in ['\u{a0}', '\u{2003}', '\u{2800}', '\u{3000}'] {
        wide(unit, blank, signals);
    }
}

/// The same with blanks that are not ASCII.
fn wide(unit: &Unit<'_>, blank: char, signals: &mut Signals) {
    let text: &str = &unit.text;
    if text.is_ascii() {
        return;
    }
    let row: String = std::iter::repeat_n(blank, LINES).collect();
    let mut from = 0;
    while let Some(at) =
        memchr::memmem::find(text.as_bytes().get(from..).unwrap_or(&[]), row.as_bytes())
    {
        let start = from + at;
        let rest = text.get(start..).unwrap_or("");
        let behind = rest.trim_start_matches([blank, ' ', '\t']);
        let end = text.len() - behind.len();
        judge(unit, start, end, signals);
        from = end;
    }
}

/// Blanks and line ends of ASCII.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn judge(unit: &Unit<'_>, start: usize, end: usize, signals: &mut Signals) {
    let text: &str = &unit.text;
    let run = text.get(start..end).unwrap_or("");
    let behind = text.get(end..).unwrap_or("");
    if behind.is_empty() {
        return;
    }
    let lines = run.bytes().filter(|byte| *byte == b'\n').count();
    let down = lines >= LINES;
    // What leads a line is indentation.
    let right = lines == 0 && run.len() >= BLANKS && start > 0;
    if !down && !right {
        return;
    }
    let line = behind.lines().next().unwrap_or("");
    let in_table = right && is_table(text, start, line);
    let told = match down {
        true => behind,
        false => line,
    };
    let of_code = right && is_code(unit.language) && runs_something(line);
    let strength = match intent::of(told) {
        Some(Intent::Orders(_)) => Strength::Strong,
        _ if of_code => Strength::Strong,
        _ if in_table => return,
        _ => Strength::Weak,
    };
    let message = match down {
        true => format!("text stands behind {lines} empty lines"),
        false => format!("text stands behind {} blanks on its line", run.len()),
    };
    signals.push(
        &RULE,
        strength,
        unit,
        Span::new(end, end + line.len()),
        message,
    );
}

/// Whether a line is one of a table, whose columns are padded.
fn is_table(text: &str, at: usize, behind: &str) -> bool {
    const FURTHEST: usize = 4096;
    let start = text.floor_char_boundary(at.saturating_sub(FURTHEST));
    let before = text.get(start..at).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("").trim_start();
    line.starts_with(['|', '+', '│']) || behind.starts_with(['|', '│', '+'])
}

fn runs_something(line: &str) -> bool {
    line.contains('(')
        || line.contains("import ")
        || line.contains('|')
        || line.starts_with([';', '&'])
}

const fn is_code(language: Language) -> bool {
    matches!(
        language,
        Language::Shell
            | Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::PowerShell
            | Language::Batch
            | Language::OtherScript
    )
}
