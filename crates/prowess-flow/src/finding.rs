//! Faults and warnings at their places in a file.

use std::sync::Arc;

use prowess_base::{Code, Diagnostic, Severity, Span};

use crate::{Fault, codes};

/// A fault, or a warning, and where in which file it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What is wrong.
    pub problem: Problem,
    /// The file, as the host or an `include` named it.
    pub file: Arc<str>,
    /// The text of the file.
    pub text: Arc<str>,
    /// Where in the text.
    pub span: Span,
    /// The path or the element name of the node, where there is one.
    pub node: Option<Arc<str>>,
}

/// What a finding is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// The tree cannot run.
    Fault(Fault),
    /// The tree can run; something is odd.
    Warning(Warning),
}

/// Something odd in a document or tree that can run.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// A character that XML wants escaped.
    #[error("`{character}` stands for itself here; XML wants `{escape}`")]
    NotEscaped {
        /// The character.
        character: char,
        /// How XML writes it.
        escape: &'static str,
    },
    /// Text between elements, which nothing reads.
    #[error("text between elements is not read")]
    StrayText,
    /// A second element beside `<root>`.
    #[error("only the first `<root>` is read")]
    SecondRoot,
    /// An element that nothing reads.
    #[error("`<{name}>` is not read here")]
    ElementIgnored {
        /// The element.
        name: Arc<str>,
    },
    /// An attribute that nothing reads.
    #[error("attribute `{name}` is not read")]
    AttributeIgnored {
        /// The attribute.
        name: Arc<str>,
    },
    /// A tree that a later one of the same ID replaces.
    #[error("tree `{id}` is replaced by a later one")]
    TreeReplaced {
        /// The tree.
        id: Arc<str>,
    },
    /// `BTCPP_format` is missing or not 4.
    #[error("`BTCPP_format` should be `4`")]
    Format,
    /// A node that is never ticked.
    #[error("`{node}` is never reached: {reason}")]
    Unreachable {
        /// The node.
        node: Arc<str>,
        /// Why.
        reason: String,
    },
    /// A tree that the main tree does not use.
    #[error("tree `{id}` is not used")]
    TreeUnused {
        /// The tree.
        id: Arc<str>,
    },
    /// There are more findings than are kept.
    #[error("more than {bound} findings; mend these first")]
    More {
        /// How many are kept.
        bound: usize,
    },
    /// A script reads or assigns an entry that nothing makes.
    #[error("nothing makes entry `{name}`")]
    EntryNeverMade {
        /// The entry.
        name: Arc<str>,
    },
}

impl Warning {
    fn code(&self) -> Code {
        match self {
            Self::NotEscaped { .. } => codes::NOT_ESCAPED,
            Self::StrayText
            | Self::SecondRoot
            | Self::ElementIgnored { .. }
            | Self::AttributeIgnored { .. }
            | Self::TreeReplaced { .. }
            | Self::Format => codes::NOT_READ,
            Self::Unreachable { .. } | Self::TreeUnused { .. } => codes::UNREACHABLE,
            Self::More { .. } => codes::TOO_LARGE,
            Self::EntryNeverMade { .. } => codes::UNKNOWN_ENTRY,
        }
    }
}

impl Finding {
    /// The fault, where it is one.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.problem {
            Problem::Fault(fault) => Some(fault),
            Problem::Warning(_) => None,
        }
    }

    /// The diagnostic for people.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, severity, message, help) = match &self.problem {
            Problem::Fault(fault) => (
                fault.code(),
                Severity::Error,
                fault.to_string(),
                fault.help(),
            ),
            Problem::Warning(warning) => {
                (warning.code(), Severity::Warning, warning.to_string(), None)
            }
        };
        let message = match &self.node {
            Some(node) => format!("{node}: {message}"),
            None => message,
        };
        let mut diagnostic = Diagnostic::new(code, severity, message)
            .at(&self.text, self.span)
            .in_file(&*self.file);
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        if let Problem::Warning(Warning::NotEscaped { escape, .. }) = &self.problem {
            diagnostic = diagnostic.fix(self.span, *escape);
        }
        diagnostic
    }
}
