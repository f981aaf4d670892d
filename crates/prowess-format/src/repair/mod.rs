//! Repairs.
use prowess_base::{Diagnostic, Severity, Span};
use crate::codes::parse::UNREADABLE;
use crate::{Limits, Node};
pub(crate) struct Fault { pub(crate) at: Span, pub(crate) message: String }
pub(crate) struct Repaired { pub(crate) root: Node<'static>, pub(crate) header: Span, pub(crate) body: Option<usize>, pub(crate) diagnostics: Vec<Diagnostic> }
pub(crate) fn read(text: &str, _span: Span, _limits: &Limits, fault: Fault) -> Result<Repaired, Vec<Diagnostic>> {
    Err(vec![Diagnostic::new(UNREADABLE, Severity::Error, format!("the header is not YAML: {}", fault.message)).at(text, fault.at)])
}
