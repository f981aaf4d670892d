//! Findings about one file, turned into diagnostics that show no secret.

use std::path::Path;

use prowess_base::{Code, Diagnostic, LineIndex, Place, Severity, Span};

use crate::codes;

/// Most findings that are told about one file.
const MAX_FINDINGS: usize = 100;

/// Something found in a file, before it is known which parts of the file are secret.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) code: Code,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) span: Span,
}

/// Findings about one file.
#[derive(Debug)]
pub(crate) struct Report<'t> {
    path: &'t Path,
    text: &'t str,
    findings: Vec<Finding>,
    hidden: Vec<Span>,
}

impl<'t> Report<'t> {
    pub(crate) fn new(path: &'t Path, text: &'t str) -> Self {
        Self {
            path,
            text,
            findings: Vec::new(),
            hidden: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Keeps what stands in `span` out of every excerpt.
    pub(crate) fn hide(&mut self, span: Span) {
        self.hidden.push(span);
    }

    /// Keeps every value out of every excerpt, where the file may hold secrets: without a parse
    /// nobody knows where they stand.
    pub(crate) fn hide_values(&mut self) {
        if !(self.text.contains("api_key") || self.text.contains("env")) {
            return;
        }
        let mut start = 0;
        for line in self.text.split_inclusive(['\n', '\r']) {
            let end = start + line.len();
            let shown = match line.find('=') {
                Some(equals) => equals + 1,
                None if line.starts_with('[') => line.len(),
                None => 0,
            };
            self.hidden.push(Span::new(start + shown, end));
            start = end;
        }
    }

    /// The findings as diagnostics, in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.findings.sort_by_key(|finding| finding.span);
        self.hidden.sort_unstable();
        let left_out = self
            .findings
            .split_off(self.findings.len().min(MAX_FINDINGS));
        let index = LineIndex::new(self.text);
        let mut diagnostics: Vec<_> = self
            .findings
            .iter()
            .map(|finding| {
                let mut diagnostic =
                    Diagnostic::new(finding.code, finding.severity, finding.message.clone())
                        .in_file(self.path);
                diagnostic.help.clone_from(&finding.help);
                diagnostic.place = Some(self.place(&index, finding.span));
                diagnostic
            })
            .collect();
        if let Some(severity) = left_out.iter().map(|finding| finding.severity).max() {
            diagnostics.push(
                Diagnostic::new(
                    codes::MORE,
                    severity,
                    format!("{} more findings are not shown", left_out.len()),
                )
                .in_file(self.path)
                .help("mend the ones above first"),
            );
        }
        diagnostics
    }

    fn place(&self, index: &LineIndex<'t>, span: Span) -> Place {
        let start = index.position(span.start as usize);
        let line = index.line(start.line);
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let line_start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line_text = line
            .char_indices()
            .take(Place::LINE_BOUND)
            .map(|(at, character)| {
                if self.is_hidden(line_start + at) {
                    '•'
                } else {
                    character
                }
            })
            .collect();
        Place {
            span,
            start,
            end: index.position(span.end as usize),
            line_text,
        }
    }

    /// Whether a byte is in a hidden span. The spans are sorted and do not nest.
    fn is_hidden(&self, offset: usize) -> bool {
        let after = self
            .hidden
            .partition_point(|span| span.start as usize <= offset);
        after
            .checked_sub(1)
            .and_then(|last| self.hidden.get(last))
            .is_some_and(|span| offset < span.end as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(span: Span, severity: Severity) -> Finding {
        Finding {
            code: codes::UNKNOWN_KEY,
            severity,
            message: String::new(),
            help: None,
            span,
        }
    }

    /// A hidden value is covered character by character, and the caret stays where it was.
    #[test]
    fn hidden_spans() {
        let text = "x = 1\na = { k = \"sé\", e = 3 }";
        let mut report = Report::new(Path::new("/f"), text);
        let at = |needle: &str| {
            let start = text.find(needle).unwrap();
            Span::new(start, start + needle.len())
        };
        report.hide(at("\"sé\""));
        report.push(finding(at("3"), Severity::Error));
        let diagnostics = report.finish();
        let place = diagnostics[0].place.as_ref().unwrap();
        assert_eq!(place.line_text, "a = { k = ••••, e = 3 }");
        assert_eq!((place.start.line, place.start.column), (2, 21));
    }

    /// What is left out is counted and weighs as much as its heaviest finding.
    #[test]
    fn bounded() {
        let mut report = Report::new(Path::new("/f"), "x");
        for _ in 0..MAX_FINDINGS {
            report.push(finding(Span::new(0, 0), Severity::Warning));
        }
        report.push(finding(Span::new(1, 1), Severity::Error));
        let diagnostics = report.finish();
        assert_eq!(diagnostics.len(), MAX_FINDINGS + 1);
        assert_eq!(diagnostics[MAX_FINDINGS].code, codes::MORE);
        assert_eq!(diagnostics[MAX_FINDINGS].severity, Severity::Error);
    }
}
