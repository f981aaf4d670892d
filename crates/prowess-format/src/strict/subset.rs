//! The subset of YAML that the reference library takes.
//!
//! *strictyaml* 1.7.3: block style only, no anchors, aliases, tags, directives or duplicate keys,
//! one indentation for the mappings of one mapping, and no types: every scalar is text.

use std::fmt;

use super::scanner::{Mark, ScalarToken, Token, TokenKind, tokens};

/// What a header of the subset says. There are no types: every scalar is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubsetValue {
    /// A scalar.
    Text(String),
    /// A list.
    List(Vec<SubsetValue>),
    /// A mapping, in the order of the text.
    Map(Vec<(String, SubsetValue)>),
}

impl SubsetValue {
    /// The text, if it is a scalar.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is an empty text, list or mapping.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::List(elements) => elements.is_empty(),
            Self::Map(entries) => entries.is_empty(),
        }
    }
}

/// Why a text is not of the subset, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubsetFault {
    /// Why.
    pub kind: SubsetFaultKind,
    /// 1-based line of the file.
    pub line: usize,
    /// 1-based column in characters.
    pub column: usize,
}

/// Why a text is not of the subset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubsetFaultKind {
    /// `[` or `{` opens a list or a mapping.
    FlowStyle,
    /// `&name`
    Anchor,
    /// `*name`
    Alias,
    /// `!name`
    Tag,
    /// `%name` at the start of a line.
    Directive,
    /// A key occurs twice in one mapping.
    DuplicateKey(String),
    /// A key is a mapping.
    KeyIsMapping,
    /// A key is a list.
    KeyIsList,
    /// `<<`, the merge key, with something other than mappings.
    MergeKey,
    /// The mappings of one mapping are indented differently.
    UnequalIndentation,
    /// A character that starts nothing, such as a tab, `@` or a backtick.
    Character(char),
    /// `: ` in a text without quotes.
    ValueNotHere,
    /// `- ` where no list can start.
    EntryNotHere,
    /// `? ` where no key can start.
    KeyNotHere,
    /// A line that should be a key has no `:`.
    KeyWithoutColon,
    /// A quote that is not closed.
    UnclosedQuote,
    /// An escape that does not exist.
    Escape,
    /// An escape of a number that no character has.
    BeyondUnicode,
    /// Something behind `|` or `>`.
    BlockHeader,
    /// Something stands where nothing can.
    Unexpected,
    /// A second document follows.
    SecondDocument,
    /// Nested deeper than [`SUBSET_DEPTH`].
    TooDeep,
}

/// Deepest nesting that is read. The library has no bound of its own; it ends in Python's recursion
/// limit somewhere between 200 and 300 levels.
pub const SUBSET_DEPTH: usize = 200;

impl SubsetFaultKind {
    /// Whether the library ends with an exception that it does not catch, instead of a message.
    #[must_use]
    pub fn is_crash(&self) -> bool {
        matches!(self, Self::KeyIsList | Self::BeyondUnicode | Self::TooDeep)
    }
}

impl SubsetFault {
    pub(super) fn new(kind: SubsetFaultKind, mark: Mark) -> Self {
        Self {
            kind,
            line: mark.line + 1,
            column: mark.column + 1,
        }
    }
}

impl fmt::Display for SubsetFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FlowStyle => f.write_str("it has no lists or mappings in `[` or `{`"),
            Self::Anchor => f.write_str("it has no anchors (`&`)"),
            Self::Alias => f.write_str("it has no aliases (`*`)"),
            Self::Tag => f.write_str("it has no tags (`!`)"),
            Self::Directive => f.write_str("it has no directives (`%`)"),
            Self::DuplicateKey(key) => write!(f, "the key `{}` occurs twice", key.escape_debug()),
            Self::KeyIsMapping => f.write_str("a key is a mapping"),
            Self::KeyIsList => f.write_str("a key is a list"),
            Self::MergeKey => f.write_str("`<<` merges something that is no mapping"),
            Self::UnequalIndentation => f.write_str("mappings side by side are indented unequally"),
            Self::Character(character) => {
                write!(f, "nothing starts with `{}`", character.escape_debug())
            }
            Self::ValueNotHere => f.write_str("`: ` stands in a text without quotes"),
            Self::EntryNotHere => f.write_str("no list can start here"),
            Self::KeyNotHere => f.write_str("no key can start here"),
            Self::KeyWithoutColon => f.write_str("a key has no `:` on its line"),
            Self::UnclosedQuote => f.write_str("a quote is not closed"),
            Self::Escape => f.write_str("an escape does not exist"),
            Self::BeyondUnicode => f.write_str("an escape names no character"),
            Self::BlockHeader => f.write_str("text stands behind `|` or `>`"),
            Self::Unexpected => f.write_str("something stands where nothing can"),
            Self::SecondDocument => f.write_str("text stands behind the end of the document"),
            Self::TooDeep => write!(f, "it is nested deeper than {SUBSET_DEPTH}"),
        }
    }
}

/// Reads `text`; nothing where there is no node in it.
///
/// # Errors
///
/// [`SubsetFault`] where the text is not of the subset.
pub fn parse_subset(text: &str) -> Result<Option<SubsetValue>, SubsetFault> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
        list_as_key: None,
    };
    if parser.peek() == Some(&TokenKind::StreamEnd) {
        return Ok(None);
    }
    let root = parser.node(Lists::Indented)?;
    parser.take_if(&TokenKind::DocumentEnd);
    match parser.peek() {
        Some(TokenKind::StreamEnd) | None => {}
        Some(_) => return Err(parser.fault(SubsetFaultKind::SecondDocument)),
    }
    parser.list_as_key.map_or(Ok(Some(root.value)), Err)
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    /// A list as a key, which the library stumbles over only when everything else is read.
    list_as_key: Option<SubsetFault>,
}

/// Whether a list may start at the column of the key before it.
#[derive(Clone, Copy, PartialEq)]
enum Lists {
    Indented,
    AtColumnOfKey,
}

struct SubsetNode {
    value: SubsetValue,
    mark: Mark,
    plain: bool,
}

impl Parser {
    fn node(&mut self, lists: Lists) -> Result<SubsetNode, SubsetFault> {
        self.depth += 1;
        if self.depth > SUBSET_DEPTH {
            return Err(self.fault(SubsetFaultKind::TooDeep));
        }
        let mark = self.mark();
        let node = match self.peek() {
            Some(TokenKind::BlockEntry) if lists == Lists::AtColumnOfKey => {
                SubsetNode::of(SubsetValue::List(self.entries()?), mark)
            }
            Some(TokenKind::Scalar(ScalarToken { text, plain })) => {
                let node = SubsetNode {
                    value: SubsetValue::Text(text.clone()),
                    mark,
                    plain: *plain,
                };
                self.next += 1;
                node
            }
            Some(TokenKind::BlockSequenceStart) => {
                self.next += 1;
                let entries = self.entries()?;
                self.expect_block_end()?;
                SubsetNode::of(SubsetValue::List(entries), mark)
            }
            Some(TokenKind::BlockMappingStart) => {
                self.next += 1;
                let entries = self.mapping()?;
                self.expect_block_end()?;
                SubsetNode::of(SubsetValue::Map(entries), mark)
            }
            _ => return Err(self.fault(SubsetFaultKind::Unexpected)),
        };
        self.depth -= 1;
        Ok(node)
    }

    fn entries(&mut self) -> Result<Vec<SubsetValue>, SubsetFault> {
        let mut entries = Vec::new();
        while self.take_if(&TokenKind::BlockEntry) {
            let empty = matches!(
                self.peek(),
                Some(
                    TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd
                )
            );
            entries.push(if empty {
                SubsetValue::Text(String::new())
            } else {
                self.node(Lists::Indented)?.value
            });
        }
        Ok(entries)
    }

    fn mapping(&mut self) -> Result<Vec<(String, SubsetValue)>, SubsetFault> {
        let mut entries: Vec<(String, SubsetValue)> = Vec::new();
        let mut indentation = None;
        loop {
            let mark = self.mark();
            let key = if self.take_if(&TokenKind::Key) {
                self.node_or_empty()?
            } else if self.peek() == Some(&TokenKind::Value) {
                SubsetNode::empty(mark)
            } else {
                return Ok(entries);
            };
            let value = if self.take_if(&TokenKind::Value) {
                self.node_or_empty()?
            } else {
                SubsetNode::empty(self.mark())
            };
            let text = match key.value {
                SubsetValue::Text(text) => text,
                SubsetValue::List(_) => {
                    let fault = SubsetFault::new(SubsetFaultKind::KeyIsList, mark);
                    self.list_as_key.get_or_insert(fault);
                    continue;
                }
                SubsetValue::Map(_) => {
                    return Err(SubsetFault::new(SubsetFaultKind::KeyIsMapping, mark));
                }
            };
            if key.plain && text == "<<" {
                // What is merged is taken and then forgotten by the library.
                if is_mergeable(&value.value) {
                    continue;
                }
                return Err(SubsetFault::new(SubsetFaultKind::MergeKey, mark));
            }
            if entries.iter().any(|(earlier, _)| *earlier == text) {
                return Err(SubsetFault::new(SubsetFaultKind::DuplicateKey(text), mark));
            }
            if matches!(value.value, SubsetValue::Map(_)) {
                let first = *indentation.get_or_insert(value.mark.column);
                if value.mark.column != first {
                    let kind = SubsetFaultKind::UnequalIndentation;
                    return Err(SubsetFault::new(kind, value.mark));
                }
            }
            entries.push((text, value.value));
        }
    }

    fn node_or_empty(&mut self) -> Result<SubsetNode, SubsetFault> {
        match self.peek() {
            Some(TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd) => {
                Ok(SubsetNode::empty(self.mark()))
            }
            _ => self.node(Lists::AtColumnOfKey),
        }
    }

    fn expect_block_end(&mut self) -> Result<(), SubsetFault> {
        if self.take_if(&TokenKind::BlockEnd) {
            Ok(())
        } else {
            Err(self.fault(SubsetFaultKind::Unexpected))
        }
    }

    fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    fn take_if(&mut self, kind: &TokenKind) -> bool {
        let found = self.peek() == Some(kind);
        self.next += usize::from(found);
        found
    }

    fn mark(&self) -> Mark {
        self.tokens
            .get(self.next)
            .map_or_else(Mark::default, |token| token.mark)
    }

    fn fault(&self, kind: SubsetFaultKind) -> SubsetFault {
        SubsetFault::new(kind, self.mark())
    }
}

impl SubsetNode {
    fn of(value: SubsetValue, mark: Mark) -> Self {
        Self {
            value,
            mark,
            plain: false,
        }
    }

    fn empty(mark: Mark) -> Self {
        Self::of(SubsetValue::Text(String::new()), mark)
    }
}

fn is_mergeable(value: &SubsetValue) -> bool {
    match value {
        SubsetValue::Text(_) => false,
        SubsetValue::Map(_) => true,
        SubsetValue::List(elements) => elements
            .iter()
            .all(|element| matches!(element, SubsetValue::Map(_))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Option<(SubsetFaultKind, usize, usize)> {
        let fault = parse_subset(text).err()?;
        Some((fault.kind, fault.line, fault.column))
    }

    fn entry(key: &str, value: SubsetValue) -> (String, SubsetValue) {
        (key.to_owned(), value)
    }

    fn text(text: &str) -> SubsetValue {
        SubsetValue::Text(text.to_owned())
    }

    /// Everything is text; lists may stand at the column of their key; blank lines and comments
    /// count nothing.
    #[test]
    fn values() {
        let found = parse_subset("\na: 1 # c\n\n# d\nb:\n- true\n-\nc:\n  d: >-\n    e\n    f\n");
        let expected = SubsetValue::Map(vec![
            entry("a", text("1")),
            entry("b", SubsetValue::List(vec![text("true"), text("")])),
            entry("c", SubsetValue::Map(vec![entry("d", text("e f"))])),
        ]);
        assert_eq!(found, Ok(Some(expected)));
        assert_eq!(parse_subset("\n# nothing\n"), Ok(None));
    }

    /// What the subset leaves out is told from what is no YAML, with its place.
    #[test]
    fn refused() {
        use SubsetFaultKind as Kind;
        assert_eq!(fault("a: {b: c}"), Some((Kind::FlowStyle, 1, 4)));
        assert_eq!(fault("a: &b c"), Some((Kind::Anchor, 1, 4)));
        assert_eq!(fault("a: *b"), Some((Kind::Alias, 1, 4)));
        assert_eq!(fault("a: !!str b"), Some((Kind::Tag, 1, 4)));
        assert_eq!(
            fault("a: b\na: c"),
            Some((Kind::DuplicateKey("a".into()), 2, 1))
        );
        assert_eq!(fault("a: b: c"), Some((Kind::ValueNotHere, 1, 5)));
        assert_eq!(fault("a:\tb"), Some((Kind::Character('\t'), 1, 3)));
        assert_eq!(
            fault("a:\n  b: c\nd:\n   e: f"),
            Some((Kind::UnequalIndentation, 4, 4))
        );
        assert_eq!(fault("a: b\n..."), None);
        assert_eq!(fault("a: b\n...\nc"), Some((Kind::SecondDocument, 3, 1)));
    }

    /// Nesting has a bound, and what lies beyond it does not exhaust the stack.
    #[test]
    fn depth() {
        let deep = |levels: usize| {
            let lines = (0..levels).map(|level| format!("{}a:\n", " ".repeat(level)));
            lines.collect::<String>()
        };
        assert_eq!(fault(&deep(SUBSET_DEPTH - 1)), None);
        let kind = fault(&deep(5000)).map(|(kind, ..)| kind);
        assert_eq!(kind, Some(SubsetFaultKind::TooDeep));
    }
}
