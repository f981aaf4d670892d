//! A document being read, and what is said about it.

use prowess_base::{Code, Diagnostic, Severity, Span};

use crate::codes::dialect::{NO_DESCRIPTION, NO_HEADER};
use crate::yaml::Notes;
use crate::{Document, Entry, Header, Limits};

/// A document being read in some dialect, and what is said about it.
pub(super) struct Reader<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) limits: &'d Limits,
    notes: Notes,
}

impl<'d> Reader<'d> {
    pub(super) fn new(document: &'d Document<'d>, limits: &'d Limits) -> Self {
        Self {
            document,
            limits,
            notes: Notes::default(),
        }
    }

    /// The entries of the header, none where it has no mapping.
    pub(super) fn entries(&self) -> &'d [Entry<'d>] {
        self.document
            .root()
            .and_then(|root| root.as_mapping())
            .unwrap_or(&[])
    }

    /// Says something about `span`; `make` gets a diagnostic that points there.
    pub(super) fn say(
        &mut self,
        code: Code,
        severity: Severity,
        span: Span,
        message: impl FnOnce() -> String,
        help: &str,
    ) {
        let text = self.document.text;
        self.notes.add(severity, || {
            Diagnostic::new(code, severity, message())
                .at(text, span)
                .help(help)
        });
    }

    pub(super) fn warn(
        &mut self,
        code: Code,
        span: Span,
        message: impl FnOnce() -> String,
        help: &str,
    ) {
        self.say(code, Severity::Warning, span, message, help);
    }

    pub(super) fn fail(
        &mut self,
        code: Code,
        span: Span,
        message: impl FnOnce() -> String,
        help: &str,
    ) {
        self.say(code, Severity::Error, span, message, help);
    }

    /// Says that there is no description, unless the parser has told why already. `found` is what
    /// stands there instead.
    pub(super) fn no_description(&mut self, found: Option<(&Entry<'_>, &str)>) {
        const HELP: &str = "say what the skill does and when to use it, in `description: …` between two lines of `---`";
        match (&self.document.header, found) {
            (Header::Unterminated { .. } | Header::Unreadable { .. }, _) => {}
            (Header::Absent, _) => {
                let start = Span::new(0, 0);
                let message =
                    || "the file has no header, so the skill has no description".to_owned();
                self.fail(NO_HEADER, start, message, HELP);
            }
            (_, Some((entry, kind))) => self.fail(
                NO_DESCRIPTION,
                entry.key_span,
                || format!("`{}` is {kind}", entry.key),
                HELP,
            ),
            (Header::Empty { span } | Header::Mapping { span, .. }, None) => {
                let span = Span::new(span.start as usize, span.start as usize);
                self.fail(
                    NO_DESCRIPTION,
                    span,
                    || "the header has no `description`".to_owned(),
                    HELP,
                );
            }
        }
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.notes.into_vec()
    }
}
