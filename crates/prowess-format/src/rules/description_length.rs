//! A description has at most 1,024 characters (agentskills.io, field `description`). Some clients
//! drop a longer one, some cut it.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::codes::rules::DESCRIPTION_LENGTH;
use crate::strict::StrictFault;

/// Most characters (Unicode scalar values).
const MOST: usize = 1024;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((description, span)) = facts.field("description") else {
        return;
    };
    let length = description.chars().count();
    if length > MOST {
        let message = StrictFault::DescriptionTooLong(length).to_string();
        out.push(
            facts
                .at(span, DESCRIPTION_LENGTH, Severity::Error, message)
                .help("keep what it does and when to use it; move the rest into the body"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// FM-41, FM-42: characters count, not bytes; field, count and limit are named.
    #[test]
    fn fm_41_and_42_length() {
        let of = |count: usize| says(check, &described(&"茶".repeat(count)));
        let message = "`description` has 1025 characters, at most 1024 are allowed";
        assert_eq!(of(1025), one(&"茶".repeat(1025), message));
        assert_eq!(of(1024), []);
    }
}
