//! An active skill's whole body stands in the conversation. agentskills.io advises fewer than 500
//! lines and 5,000 tokens.

use prowess_base::{Diagnostic, Severity, Span};

use super::{Facts, words};
use crate::codes::rules::{BODY_LINES, BODY_TOKENS};

/// Most lines.
pub(super) const MOST_LINES: usize = 500;
/// Most tokens, by estimate.
pub(super) const MOST_TOKENS: usize = 5_000;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let body = facts.document.body();
    let start = facts.document.body.start as usize;
    let mut say = |code, message: String| {
        out.push(
            facts
                .at(Span::new(start, start), code, Severity::Advice, message)
                .help("move what is not always needed into files that the body names"),
        );
    };
    let lines = body.trim_end().lines().count();
    if lines > MOST_LINES {
        say(
            BODY_LINES,
            format!("the body has {lines} lines, {MOST_LINES} are advised at most"),
        );
    }
    let tokens = words::estimated_tokens(body);
    if tokens > MOST_TOKENS {
        say(
            BODY_TOKENS,
            format!("the body has an estimated {tokens} tokens, {MOST_TOKENS} are advised at most"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    fn of(body: &str) -> Vec<(String, String)> {
        says(check, &described("d").replace("Body.\n", body))
    }

    /// One line more than advised fires, as many do not; blank lines at the end do not count.
    #[test]
    fn lines() {
        let message = "the body has 501 lines, 500 are advised at most";
        assert_eq!(of(&"a\n".repeat(501)), one("", message));
        assert_eq!(of(&("a\n".repeat(500) + "\n\n\n")), []);
    }

    /// Tokens are estimated, in both scripts.
    #[test]
    fn tokens() {
        let message = "the body has an estimated 5001 tokens, 5000 are advised at most";
        assert_eq!(of(&"茶".repeat(5001)), one("", message));
        assert_eq!(of(&"x".repeat(20_001)), one("", message));
        assert_eq!(of(&"x".repeat(20_000)), []);
    }
}
