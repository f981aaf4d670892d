//! A header's YAML 1.2 as a tree.
//!
//! Two readers give the same tree: [`fast`] reads the grammar that most headers keep to and
//! declines the rest, [`general`] reads all of YAML.

pub(crate) mod fast;
pub(crate) mod general;
mod keys;
mod notes;

use prowess_base::{Diagnostic, Severity, Span};

use crate::codes::parse::UNREADABLE;
use crate::{Limits, Node};

pub(crate) use keys::Keys;
pub(crate) use notes::Notes;

/// Reads a YAML file that is no header, such as a client's settings, as strictly as a header and
/// without repairs. Nothing where it holds nothing but blanks and comments.
///
/// # Errors
///
/// The first fault with its place: no YAML (`PW103`), a key twice (`PW105`), an alias (`PW106`), or
/// beyond `limits` (`PW110`).
pub fn yaml_document<'t>(
    text: &'t str,
    limits: &Limits,
) -> Result<Option<Node<'t>>, Box<Diagnostic>> {
    let mut notes = Notes::default();
    let input = general::Input {
        yaml: text,
        text,
        locate: &|span: Span| span,
        limits,
    };
    let root = general::read(input, &mut notes).map_err(|failure| match failure {
        general::Failure::Bound(diagnostic) => diagnostic,
        general::Failure::Syntax { at, message } => {
            Box::new(Diagnostic::new(UNREADABLE, Severity::Error, message).at(text, at))
        }
    })?;
    match notes.into_vec().into_iter().find(Diagnostic::is_error) {
        Some(fault) => Err(Box::new(fault)),
        None => Ok(root),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file is read whole, with a place for each fault.
    #[test]
    fn files() {
        let limits = Limits::default();
        let read = |text| yaml_document(text, &limits);
        let root = read("---\n# set\npaths:\n  skills_dir: ../s\n")
            .unwrap()
            .unwrap();
        let folder = root.get("paths").unwrap().get("skills_dir").unwrap();
        assert_eq!(folder.as_scalar().unwrap().text, "../s");
        assert_eq!(read("# nothing\n"), Ok(None));
        let fault = |text| {
            let fault = read(text).unwrap_err();
            (fault.code.to_string(), fault.place.unwrap().start.line)
        };
        assert_eq!(fault("a: 1\nb: [\n"), ("PW103".to_owned(), 2));
        assert_eq!(fault("a: 1\na: 2\n"), ("PW105".to_owned(), 2));
    }
}
