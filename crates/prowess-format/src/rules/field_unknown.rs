//! The specification has six fields. Clients ignore others or read them as their own; the
//! reference library and an upload to claude.ai refuse them.

use prowess_base::{Diagnostic, Severity};

use super::{Facts, Target};
use crate::Entry;
use crate::codes::rules::FIELD_UNKNOWN;
use crate::strict::FIELDS;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let unknown: Vec<&Entry<'_>> = facts
        .entries()
        .iter()
        .filter(|entry| !FIELDS.contains(&&*entry.key))
        .collect();
    let Some(first) = unknown.first() else {
        return;
    };
    let names: Vec<&str> = unknown.iter().map(|entry| &*entry.key).collect();
    let message = format!(
        "outside the specification, and refused by some clients: `{}`",
        names.join("`, `")
    );
    let severity = match facts.target {
        Target::Any => Severity::Advice,
        Target::ClaudeAi => Severity::Error,
    };
    out.push(
        facts
            .at(first.key_span, FIELD_UNKNOWN, severity, message)
            .help("move what is for one client or for readers below `metadata`"),
    );
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// Fields of one's own fire together, the six of the specification do not.
    #[test]
    fn fields() {
        let more = described("d\nversion: 1\nlicense: MIT\ntags: a");
        let message = "outside the specification, and refused by some clients: `version`, `tags`";
        assert_eq!(says(check, &more), one("version", message));
        assert_eq!(says(check, &described("d\nlicense: MIT")), []);
    }
}
