//! A long body that refers to no other file puts everything into the conversation at once, needed
//! or not (agentskills.io, progressive disclosure).

use prowess_base::{Diagnostic, Severity, Span};

use super::body_length::{MOST_LINES, MOST_TOKENS};
use super::link_broken::relative_links;
use super::{Facts, words};
use crate::codes::rules::BODY_UNDIVIDED;

/// Folders that the specification names for other files.
const FOLDERS: [&str; 3] = ["references/", "scripts/", "assets/"];

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let body = facts.document.body();
    let is_long = body.lines().count() > MOST_LINES || words::estimated_tokens(body) > MOST_TOKENS;
    if !is_long || refers_to_a_file(facts, body) {
        return;
    }
    let start = facts.document.body.start as usize;
    let message = "the body is long and refers to no other file of the skill";
    out.push(
        facts
            .at(
                Span::new(start, start),
                BODY_UNDIVIDED,
                Severity::Advice,
                message,
            )
            .help("move details into `references/` and say in the body when to read which"),
    );
}

fn refers_to_a_file(facts: &Facts<'_>, body: &str) -> bool {
    let resources = facts.subject.resources.unwrap_or_default();
    words::contains_any(body, &FOLDERS)
        || resources.iter().any(|resource| body.contains(resource))
        || relative_links(body).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A long body fires, one that names a file and a short one do not.
    #[test]
    fn bodies() {
        let of = |body: &str| says(check, &described("d").replace("Body.\n", body));
        let long = "a\n".repeat(501);
        let message = "the body is long and refers to no other file of the skill";
        assert_eq!(of(&long), one("", message));
        assert_eq!(of(&(long.clone() + "Read references/more.md\n")), []);
        assert_eq!(of(&(long + "[more](more.md)\n")), []);
        assert_eq!(of("a\n"), []);
    }
}
