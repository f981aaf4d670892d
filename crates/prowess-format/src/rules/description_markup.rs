//! A description goes into prompts made of XML. An upload to claude.ai refuses `<` and `>` in it;
//! clients that do not escape show a model broken tags.

use prowess_base::Diagnostic;

use super::Facts;
use crate::codes::rules::DESCRIPTION_MARKUP;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((description, span)) = facts.field("description") else {
        return;
    };
    if let Some(bracket) = description
        .chars()
        .find(|bracket| matches!(bracket, '<' | '>'))
    {
        let message = format!("`description` holds `{bracket}`, which some clients refuse");
        out.push(
            facts
                .at(span, DESCRIPTION_MARKUP, facts.refused_by_claude(), message)
                .help("say it in words"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// An angle bracket fires, other signs do not.
    #[test]
    fn brackets() {
        let message = "`description` holds `<`, which some clients refuse";
        assert_eq!(says(check, &described("a <b> c")), one("a <b> c", message));
        assert_eq!(says(check, &described("a & b")), []);
    }
}
