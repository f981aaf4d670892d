//! Lists of tools: `allowed-tools` and `disallowed-tools`.

use super::reader::Reader;
use crate::codes::dialect::{GRANT_DROPPED, REQUIREMENT_UNREADABLE};
use crate::{Entry, Node, NodeKind, Value};

/// Why a list of tools cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Mapping,
    Nested,
    Parentheses,
    LonePattern,
    NoName,
}

impl Fault {
    const fn message(self) -> &'static str {
        match self {
            Self::Mapping => "is a mapping",
            Self::Nested => "holds something else than text",
            Self::Parentheses => "has parentheses that do not close",
            Self::LonePattern => "has a pattern that no tool's name stands before",
            Self::NoName => "is no list of names",
        }
    }
}

impl Reader<'_> {
    /// Tools that are granted. What cannot be read for certain grants nothing.
    pub(super) fn granted_tools(&mut self, entry: Option<&Entry<'_>>) -> Box<[Box<str>]> {
        let Some(entry) = entry else {
            return Box::default();
        };
        read(&entry.value).unwrap_or_else(|fault| {
            self.warn(
                GRANT_DROPPED,
                entry.key_span,
                || format!("`{}` {}, so it grants nothing", entry.key, fault.message()),
                "write a list, one tool an element",
            );
            Box::default()
        })
    }

    /// Tools that are taken away.
    pub(super) fn denied_tools(&mut self, entry: Option<&Entry<'_>>) -> Box<[Box<str>]> {
        let Some(entry) = entry else {
            return Box::default();
        };
        read(&entry.value).unwrap_or_else(|fault| {
            self.fail(
                REQUIREMENT_UNREADABLE,
                entry.key_span,
                || format!("`{}` {}", entry.key, fault.message()),
                "write a list, one tool an element",
            );
            Box::default()
        })
    }
}

fn read(node: &Node<'_>) -> Result<Box<[Box<str>]>, Fault> {
    match &node.kind {
        NodeKind::Mapping(_) => Err(Fault::Mapping),
        NodeKind::Scalar(scalar) => match scalar.value() {
            Value::Null => Ok(Box::default()),
            Value::Text(text) => split(text),
            _ => Err(Fault::NoName),
        },
        NodeKind::Sequence(elements) => elements.iter().map(element).collect(),
    }
}

fn element(node: &Node<'_>) -> Result<Box<str>, Fault> {
    let text = match node.as_scalar().map(crate::Scalar::value) {
        Some(Value::Text(text)) => text.trim(),
        _ => return Err(Fault::Nested),
    };
    match text.chars().next() {
        None => Err(Fault::NoName),
        Some('(') => Err(Fault::LonePattern),
        Some(_) if !balanced(text) => Err(Fault::Parentheses),
        Some(_) => Ok(text.into()),
    }
}

fn balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0
}

/// Splits at commas and blanks, never inside parentheses: patterns hold both.
fn split(text: &str) -> Result<Box<[Box<str>]>, Fault> {
    let mut tools = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut close = |piece: &str| match piece {
        "" => Ok(()),
        // `Bash (git *)` may be meant as `Bash(git *)`: granting `Bash` would be wider.
        piece if piece.starts_with('(') => Err(Fault::LonePattern),
        piece => {
            tools.push(Box::from(piece));
            Ok(())
        }
    };
    for (index, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or(Fault::Parentheses)?,
            ',' if depth == 0 => {
                close(text.get(start..index).unwrap_or(""))?;
                start = index + 1;
            }
            blank if depth == 0 && blank.is_whitespace() => {
                close(text.get(start..index).unwrap_or(""))?;
                start = index + blank.len_utf8();
            }
            _ => {}
        }
    }
    if depth != 0 {
        return Err(Fault::Parentheses);
    }
    close(text.get(start..).unwrap_or(""))?;
    Ok(tools.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(text: &str) -> Result<Vec<String>, Fault> {
        split(text).map(|tools| tools.iter().map(ToString::to_string).collect())
    }

    /// FM-24: commas and blanks split, but not inside parentheses.
    #[test]
    fn fm_24_patterns_stay_whole() {
        assert_eq!(
            tools("Bash(make -C *), Bash(a, (b c)) Read,Write"),
            Ok(["Bash(make -C *)", "Bash(a, (b c))", "Read", "Write"]
                .map(String::from)
                .to_vec())
        );
        assert_eq!(tools(" , "), Ok(vec![]));
    }

    /// A grant is never read wider than it may be meant.
    #[test]
    fn doubtful_grants() {
        assert_eq!(tools("Bash (git *)"), Err(Fault::LonePattern));
        assert_eq!(tools("Bash(git"), Err(Fault::Parentheses));
        assert_eq!(tools("Bash) Read"), Err(Fault::Parentheses));
    }
}
