//! `gh skill publish` writes keys `github-…` below `metadata` when it installs, and refuses to
//! publish a skill that has them.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::codes::rules::METADATA_RESERVED;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let metadata = facts
        .entry("metadata")
        .and_then(|entry| entry.value.as_mapping());
    for entry in metadata.unwrap_or_default() {
        if entry.key.starts_with("github-") {
            let message = format!("`metadata.{}` is reserved by `gh skill`", entry.key);
            out.push(
                facts
                    .at(
                        entry.key_span,
                        METADATA_RESERVED,
                        Severity::Warning,
                        message,
                    )
                    .help("remove it before you publish the skill"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A reserved key fires, a similar one does not.
    #[test]
    fn keys() {
        let of = |key: &str| says(check, &described(&format!("d\nmetadata:\n  {key}: x")));
        let message = "`metadata.github-repo` is reserved by `gh skill`";
        assert_eq!(of("github-repo"), one("github-repo", message));
        assert_eq!(of("github"), []);
    }
}
