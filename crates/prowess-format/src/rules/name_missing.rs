//! agentskills.io requires `name`. Most clients fall back on the folder's name.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::Header;
use crate::codes::rules::NAME_MISSING;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Header::Mapping { span, .. } = facts.document.header else {
        return;
    };
    if facts.entry("name").is_none() {
        let start = prowess_base::Span::new(span.start as usize, span.start as usize);
        let message = "`name` is missing";
        let help = match facts.subject.folder {
            "" => "add a line `name: …` with the name of the folder".to_owned(),
            folder => format!("add a line `name: {folder}`"),
        };
        out.push(
            facts
                .at(start, NAME_MISSING, Severity::Error, message)
                .help(help),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A header without a name fires; one with a name, and a file without a header, do not.
    #[test]
    fn names() {
        let text = "---\ndescription: d\n---\n";
        assert_eq!(says(check, text), one("", "`name` is missing"));
        assert_eq!(says(check, &described("d")), []);
        assert_eq!(says(check, "no header\n"), []);
    }
}
