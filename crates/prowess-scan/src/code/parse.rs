//! Syntax trees, within bounds.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use prowess_base::Span;
use tree_sitter::{Node, ParseOptions, Parser, Tree};

use super::bound::Bound;
use crate::unit::Language;

/// Longest text that becomes a tree, in bytes.
pub(super) const TEXT: usize = 1 << 20;
/// Most nodes within nodes that are followed.
pub(super) const DEPTH: u16 = 120;

/// Bytes that the parser is given at a time.
const CHUNK: usize = 1 << 10;
/// How often the parser may be given each byte, and so many more in all. The scanners of some grammars look ahead
/// to the end of the text from every word.
const AGAIN: usize = 32;
const AGAIN_IN_ALL: usize = 1 << 20;

/// Work of a processor for one text, and so much more for each of its bytes: about twenty times what an honest text takes, errors
/// in it included.
const WORK: Duration = Duration::from_millis(100);
const WORK_A_BYTE: Duration = Duration::from_micros(5);

/// The syntax tree of `text`, or why there is none: the text is too long, or the parser needs too many steps, looks too
/// far ahead too often, or works too long. The first bounds are numbers, so that the same text gives the same answer. The last
/// is there because mending of errors can take longer with each step: what it stops is never taken for judged.
pub(super) fn parse(language: Language, text: &str) -> Result<Tree, Bound> {
    if text.len() > TEXT {
        return Err(Bound::Length);
    }
    let grammar = match language {
        Language::Shell => tree_sitter_bash::LANGUAGE,
        Language::Python => tree_sitter_python::LANGUAGE,
        Language::JavaScript => tree_sitter_javascript::LANGUAGE,
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        _ => return Err(Bound::Tree),
    };
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.into())
        .map_err(|_| Bound::Tree)?;
    // The callback comes once in about a hundred steps of the parser; a byte takes a step or two.
    let mut left = 2_000 + text.len() / 10;
    let to_give = Cell::new(AGAIN * text.len() + AGAIN_IN_ALL);
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let most = WORK + WORK_A_BYTE * length;
    let begun = work();
    let mut progress = |_: &tree_sitter::ParseState| {
        left = left.saturating_sub(1);
        if left == 0 || to_give.get() == 0 || work().saturating_sub(begun) > most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let bytes = text.as_bytes();
    let tree = parser.parse_with_options(
        &mut |at, _| {
            let rest = bytes.get(at..).unwrap_or(&[]);
            let chunk = rest.get(..CHUNK).unwrap_or(rest);
            to_give.set(to_give.get().saturating_sub(chunk.len()));
            // Nothing more is the end of the text: whoever looks ahead stops, and the parser is told to.
            if to_give.get() == 0 { &[] } else { chunk }
        },
        None,
        Some(ParseOptions::new().progress_callback(&mut progress)),
    );
    tree.ok_or(Bound::Tree)
}

/// How long a processor has worked for this thread; what other programs do meanwhile does not count where the system tells it apart.
#[cfg(unix)]
fn work() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// How long this program has run.
#[cfg(not(unix))]
fn work() -> Duration {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed()
}

/// Where a node stands.
pub(super) fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// The text of a node.
pub(super) fn text<'t>(node: Node<'_>, text: &'t str) -> &'t str {
    text.get(node.byte_range()).unwrap_or("")
}

/// The named children of a node, without comments.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| child.kind() != "comment")
        .collect()
}

/// The children of a node that have this name in the grammar.
pub(super) fn fields<'n>(node: Node<'n>, name: &str) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a scanner of the grammar reads to its end again from every word is given up, and what is mended ever more slowly;
    /// what is long and honest is not.
    #[test]
    fn looking_ahead() {
        let slow = ">>> (".repeat(20_000);
        assert_eq!(parse(Language::Shell, &slow).err(), Some(Bound::Tree));
        // Each error that is mended here costs more than the one before.
        let worse = "Vec::is_empty ".repeat(20_000);
        assert_eq!(parse(Language::JavaScript, &worse).err(), Some(Bound::Tree));
        let long =
            "curl -s \"$(cat <<EOF\na $b `c`\nEOF\n)\" | sed 's/a/b/' > \"$d\"\n".repeat(5_000);
        assert!(parse(Language::Shell, &long).is_ok());
    }
}
