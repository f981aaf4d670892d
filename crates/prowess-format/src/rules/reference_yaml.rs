//! The reference library reads a subset of YAML: no lists or mappings in brackets, no anchors, no
//! tags, one indentation for mappings side by side. What Prowess reads without a word is refused
//! there.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::Header;
use crate::codes::parse;
use crate::codes::rules::REFERENCE_YAML;
use crate::strict::parse_subset;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Header::Mapping { span, .. } = &facts.document.header else {
        return;
    };
    // What had to be repaired is no YAML at all; that is told already.
    if out.iter().any(is_repair) {
        return;
    }
    let header = span.slice(facts.text());
    // Line ends as Python reads them; the line numbers stay.
    let header = header.replace("\r\n", "\n").replace('\r', "\n");
    // What stands behind three dashes is another rule's affair. To the library the header begins
    // with the rest of the opening fence's line.
    let header = format!("\n{}", header.split("---").next().unwrap_or(""));
    let Err(fault) = parse_subset(&header) else {
        return;
    };
    let message = format!("the reference library refuses the header: {}", fault.kind);
    let place = fault.span(facts.text());
    out.push(
        facts
            .at(place, REFERENCE_YAML, Severity::Warning, message)
            .help("write every value as plain or quoted text, lists and mappings on lines of their own"),
    );
}

/// Whether the parser mended something.
fn is_repair(diagnostic: &Diagnostic) -> bool {
    diagnostic.fix.is_some() && parse::PAGES.iter().any(|page| page.code == diagnostic.code)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{one, says};
    use super::*;

    /// Brackets fire with their place, the same list on lines of its own does not.
    #[test]
    fn brackets() {
        let text = |tags: &str| format!("---\nname: demo\ndescription: d\nmetadata:{tags}\n---\n");
        let message = "the reference library refuses the header: it has no lists or mappings in \
            `[` or `{`";
        assert_eq!(says(check, &text(" {a: b}")), one("{", message));
        assert_eq!(says(check, &text("\n  a: b")), []);
    }
}
