//! An upload to claude.ai refuses names with `anthropic` or `claude` in them (its platform
//! documentation). Nothing else does, so only that target hears of it.

use prowess_base::{Diagnostic, Severity};

use super::{Facts, Target};
use crate::codes::rules::NAME_RESERVED;

const RESERVED: [&str; 2] = ["anthropic", "claude"];

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    if facts.target != Target::ClaudeAi {
        return;
    }
    let Some((name, span)) = facts.field("name") else {
        return;
    };
    let lower = name.to_lowercase();
    if let Some(word) = RESERVED.iter().find(|&word| lower.contains(word)) {
        let message = format!("`name` contains the reserved word `{word}`");
        out.push(
            facts
                .at(span, NAME_RESERVED, Severity::Warning, message)
                .help("choose another name for the upload; local clients take this one"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says, says_for};
    use super::*;

    /// NM-11: a reserved word fires for that target alone.
    #[test]
    fn nm_11_reserved_for_one_target() {
        let text = described("d").replace("name: demo", "name: claude-helper");
        let message = "`name` contains the reserved word `claude`";
        let found = says_for(check, Target::ClaudeAi, &text);
        assert_eq!(found, one("claude-helper", message));
        assert_eq!(says(check, &text), []);
        assert_eq!(says_for(check, Target::ClaudeAi, &described("d")), []);
    }
}
