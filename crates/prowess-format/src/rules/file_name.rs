//! The file must be named exactly `SKILL.md`.
//!
//! agentskills.io, client guide: clients look for that name. The reference library and Prowess also
//! take `skill.md`; Codex, `gh skill` and clients on case-sensitive file systems do not.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::codes::rules::FILE_NAME;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let name = facts.subject.file_name;
    if name == "SKILL.md" {
        return;
    }
    let message = format!("the file is named `{name}`, and some clients look for `SKILL.md` only");
    out.push(
        Diagnostic::new(FILE_NAME, Severity::Warning, message).help("rename it to `SKILL.md`"),
    );
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, run};
    use super::super::{Subject, Target};
    use super::*;

    fn messages(file_name: &str) -> Vec<String> {
        let text = described("Sorts.");
        let subject = Subject {
            folder: "demo",
            file_name,
            bytes: text.as_bytes(),
            resources: None,
        };
        let found = run(check, Target::Any, &subject);
        found.into_iter().map(|found| found.message).collect()
    }

    /// Another letter case fires, the exact name does not.
    #[test]
    fn file_names() {
        let message = "the file is named `skill.md`, and some clients look for `SKILL.md` only";
        assert_eq!(messages("skill.md"), [message]);
        assert_eq!(messages("SKILL.md"), [""; 0]);
    }
}
