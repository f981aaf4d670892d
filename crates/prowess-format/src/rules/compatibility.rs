//! `compatibility` is a text of at most 500 characters (agentskills.io). It is for readers; no
//! client reads it by machine, so that its shape is a warning.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::NodeKind;
use crate::codes::rules::COMPATIBILITY;
use crate::strict::StrictFault;

/// Most characters (Unicode scalar values).
const MOST: usize = 500;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some(entry) = facts.entry("compatibility") else {
        return;
    };
    let (severity, fault) = match &entry.value.kind {
        NodeKind::Scalar(scalar) => match scalar.text.chars().count() {
            length if length > MOST => (Severity::Error, StrictFault::CompatibilityTooLong(length)),
            _ => return,
        },
        _ => (Severity::Warning, StrictFault::CompatibilityNotText),
    };
    out.push(
        facts
            .at(entry.key_span, COMPATIBILITY, severity, fault.to_string())
            .help("say in a sentence what the skill needs; what a client must check goes below `metadata`"),
    );
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A mapping and a long text fire, a short text does not.
    #[test]
    fn shapes() {
        let of = |value: &str| says(check, &described(&format!("d\ncompatibility: {value}")));
        assert_eq!(
            of("{a: b}"),
            one("compatibility", "`compatibility` is not a text")
        );
        let message = "`compatibility` has 501 characters, at most 500 are allowed";
        assert_eq!(of(&"x".repeat(501)), one("compatibility", message));
        assert_eq!(of(&"x".repeat(500)), []);
    }
}
