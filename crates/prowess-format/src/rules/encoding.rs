//! A byte order mark hides the header from clients that look for `---` at the first byte, the
//! reference library among them.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use crate::Encoding;
use crate::codes::rules::ENCODING;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    if facts.source.encoding == Encoding::Utf8WithMark {
        let message = "the file begins with a byte order mark, and some clients then see no header";
        out.push(
            Diagnostic::new(ENCODING, Severity::Warning, message)
                .help("save it as UTF-8 without a byte order mark"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A mark fires, its absence does not.
    #[test]
    fn byte_order_mark() {
        let text = described("Sorts.");
        let message = "the file begins with a byte order mark, and some clients then see no header";
        assert_eq!(says(check, &format!("\u{feff}{text}")), one("", message));
        assert_eq!(says(check, &text), []);
    }
}
