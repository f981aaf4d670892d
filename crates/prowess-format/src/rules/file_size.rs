//! Clients bound the size of the file: OpenClaw 2026.6.11 leaves a skill out beyond 256,000 bytes.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::codes::rules::FILE_SIZE;

/// OpenClaw's bound in bytes.
const OPENCLAW_BYTES: usize = 256_000;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let size = facts.subject.bytes.len();
    if size > OPENCLAW_BYTES {
        let message =
            format!("the file has {size} bytes, and OpenClaw reads at most {OPENCLAW_BYTES}");
        out.push(
            Diagnostic::new(FILE_SIZE, Severity::Warning, message)
                .help("move parts into files of their own and refer to them"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// One byte beyond the bound fires, the bound itself does not.
    #[test]
    fn the_bound() {
        let mut text = described("Sorts.");
        text.extend(std::iter::repeat_n('x', OPENCLAW_BYTES - text.len()));
        assert_eq!(says(check, &text), []);
        text.push('x');
        let message = "the file has 256001 bytes, and OpenClaw reads at most 256000";
        assert_eq!(says(check, &text), one("", message));
    }
}
