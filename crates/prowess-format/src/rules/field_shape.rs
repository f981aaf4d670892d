//! The specification gives each field a shape: `license` and `allowed-tools` are text, tools set
//! apart by blanks, and `metadata` maps text to text. Clients differ in what else they take;
//! `gh skill` refuses a list of tools.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::codes::rules::FIELD_SHAPE;
use crate::{Entry, NodeKind};

/// Keys below `metadata` whose client wants a mapping there.
const CLIENT_BLOCKS: [&str; 6] = [
    "openclaw", "clawdbot", "clawdis", "moltbot", "nanobot", "prowess",
];

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    for entry in facts.entries() {
        if let Some(fault) = fault(entry) {
            let message = format!("`{}` {fault}", entry.key);
            out.push(facts.at(entry.key_span, FIELD_SHAPE, Severity::Advice, message));
        }
    }
}

fn fault(entry: &Entry<'_>) -> Option<&'static str> {
    match (&*entry.key, &entry.value.kind) {
        ("license", NodeKind::Sequence(_) | NodeKind::Mapping(_)) => {
            Some("is text in the specification")
        }
        ("allowed-tools", NodeKind::Sequence(_) | NodeKind::Mapping(_)) => {
            Some("is one text in the specification, tools set apart by blanks")
        }
        ("allowed-tools", NodeKind::Scalar(tools)) if has_comma_outside_brackets(&tools.text) => {
            Some("sets tools apart by blanks in the specification, not by commas")
        }
        ("metadata", NodeKind::Sequence(_)) => Some("is a mapping in the specification"),
        ("metadata", NodeKind::Mapping(entries)) => entries
            .iter()
            .any(|entry| entry.value.as_scalar().is_none() && !CLIENT_BLOCKS.contains(&&*entry.key))
            .then_some("maps text to text in the specification; some clients lose what is nested"),
        _ => None,
    }
}

fn has_comma_outside_brackets(tools: &str) -> bool {
    let mut depth = 0_usize;
    tools.chars().any(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A comma between tools fires, one inside a tool's brackets does not.
    #[test]
    fn tools() {
        let message = "`allowed-tools` sets tools apart by blanks in the specification, not by \
            commas";
        let of = |tools: &str| says(check, &described(&format!("d\nallowed-tools: {tools}")));
        assert_eq!(of("Read, Write"), one("allowed-tools", message));
        assert_eq!(of("Bash(a, b) Read"), []);
    }

    /// Nested metadata fires; flat metadata and a client's own block do not.
    #[test]
    fn metadata() {
        let message = "`metadata` maps text to text in the specification; some clients lose what \
            is nested";
        let of = |inner: &str| says(check, &described(&format!("d\nmetadata:\n  {inner}")));
        assert_eq!(of("a:\n    b: c"), one("metadata", message));
        assert_eq!(of("a: b"), []);
        assert_eq!(of("openclaw:\n    emoji: c"), []);
    }
}
