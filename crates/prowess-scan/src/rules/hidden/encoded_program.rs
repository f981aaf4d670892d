//! A program in an encoded literal.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use crate::codes;

use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::intent::{self, Intent};
use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::ENCODED_PROGRAM,
    id: "encoded-program",
    class: 9,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Note],
    why: "what would run cannot be read where it stands",
    advice: "ship the program as a file that can be read",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

/// What a program does that reaches outside of itself, or runs what it is given.
static REACHES: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)(?-u:\b)(?:curl|wget|iwr|irm|nc|ncat|socat|osascript|powershell|mshta|certutil|bitsadmin|chmod|crontab|launchctl|nohup|sudo)\s|https?://|/dev/tcp/|/bin/(?:ba|z|da)?sh|(?-u:\b)(?:ba|z|da)?sh\s+-c|subprocess|os\.system|os\.environ|__import__|child_process|(?-u:\b)(?:eval|exec)\s*\(|socket|urllib|requests\.|downloadstring|invoke-(?:webrequest|restmethod|expression)|iex(?-u:\b)|frombase64string|base64|\.ssh|id_rsa",
    )
});

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if unit.origin != Origin::Decoded {
        return;
    }
    let whole = Span::new(0, unit.text.len());
    if let Some(kind) = machine(&unit.text) {
        // Libraries carry their own WebAssembly so, and it reaches nothing by itself.
        let strength = match kind {
            "WebAssembly" => Strength::Note,
            _ => Strength::Strong,
        };
        let message = format!("a literal holds a program for {kind}");
        signals.push(&RULE, strength, unit, whole, message);
        return;
    }
    let head = unit
        .text
        .get(..unit.text.floor_char_boundary(64 << 10))
        .unwrap_or(&unit.text);
    let is_program = matches!(
        unit.language,
        Language::Shell
            | Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::PowerShell
            | Language::Batch
            | Language::OtherScript
    );
    let reaches = REACHES
        .find(head)
        .map(|found| Span::new(found.start(), found.end()));
    let (strength, span) = match (is_program, reaches) {
        (true, Some(span)) => (Strength::Strong, span),
        (true, None) => (Strength::Note, whole),
        (false, _) if !matches!(unit.language, Language::Markdown | Language::Plain) => return,
        (false, _) => match intent::of(head) {
            Some(Intent::Orders(span)) => (Strength::Strong, span),
            _ => return,
        },
    };
    let message = match is_program {
        true => format!("a literal holds a program: `{}`", shown(&unit.text)),
        false => format!("a literal holds orders: `{}`", shown(&unit.text)),
    };
    signals.push(&RULE, strength, unit, span, message);
}

/// Bytes of the shortest header of Mach-O: seven numbers of four bytes.
const MACH_HEADER: usize = 28;

/// The machine that a text's first bytes are a program for.
fn machine(text: &str) -> Option<&'static str> {
    if text.starts_with("\u{7f}ELF") {
        return Some("Linux (ELF)");
    }
    if text.starts_with("\0asm") {
        return Some("WebAssembly");
    }
    if text.starts_with("MZ") && text.contains('\u{fffd}') {
        return Some("Windows (PE)");
    }
    // The magic numbers of Mach-O are no text; what is shorter than its header is none.
    (text.starts_with('\u{fffd}') && text.chars().count() > MACH_HEADER).then_some("macOS (Mach-O)")
}
