//! The folder has the skill's name (agentskills.io, field `name`). Clients that go by the folder
//! and clients that go by the header otherwise show two names.

use prowess_base::{Diagnostic, Severity};
use unicode_normalization::UnicodeNormalization;

use super::Facts;
use crate::codes::rules::NAME_FOLDER;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let folder = facts.subject.folder;
    let Some((name, span)) = facts.field("name") else {
        return;
    };
    if folder.is_empty() || folder.nfkc().eq(name.nfkc()) {
        return;
    }
    let message = format!("the folder is `{folder}`, `name` is `{name}`");
    out.push(
        facts
            .at(span, NAME_FOLDER, Severity::Error, message)
            .help("rename the one or the other"),
    );
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// NM-03: another name than the folder's is an error, the same one is not.
    #[test]
    fn nm_03_folder() {
        let text = described("d").replace("name: demo", "name: xy-demo");
        let message = "the folder is `demo`, `name` is `xy-demo`";
        assert_eq!(says(check, &text), one("xy-demo", message));
        assert_eq!(says(check, &described("d")), []);
    }
}
