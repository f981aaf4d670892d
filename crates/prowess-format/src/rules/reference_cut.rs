//! The reference library ends the header at the next three dashes, wherever they stand: the rest
//! of a value, and the fields behind it, are lost without a word.

use prowess_base::{Diagnostic, Severity, Span};

use super::Facts;
use crate::Header;
use crate::codes::rules::REFERENCE_CUT;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Header::Mapping { span, .. } = &facts.document.header else {
        return;
    };
    let Some(offset) = span.slice(facts.text()).find("---") else {
        return;
    };
    let start = span.start as usize + offset;
    let dashes = Span::new(start, start + 3);
    let message = "the reference library ends the header at these dashes";
    out.push(
        facts
            .at(dashes, REFERENCE_CUT, Severity::Warning, message)
            .help("write a dash (`–`) or two dashes instead"),
    );
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// Dashes inside a value fire, the fences and dashes in the body do not.
    #[test]
    fn dashes() {
        let message = "the reference library ends the header at these dashes";
        assert_eq!(says(check, &described("foo --- bar")), one("---", message));
        assert_eq!(says(check, &(described("foo -- bar") + "---\n")), []);
    }
}
