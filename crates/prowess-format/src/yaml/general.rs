//! All of YAML 1.2, by parser events.
//!
//! Indentation is judged as strictly as the specification does, so that a header which one client
//! refuses is not read here in silence; what is refused goes to `repair`. Nothing is expanded:
//! aliases are errors.

use std::borrow::Cow;

use granit_parser::{
    ErrorKind, Event, Parser, ScalarStyle as Style, StrInput, StructureStyle, Tag,
};
use prowess_base::{Diagnostic, Place, Related, Severity, Span};

use super::{Keys, Notes};
use crate::codes::parse::{
    ALIAS, ANCHOR, BEYOND_BOUND, COMPLEX_KEY, DUPLICATE_KEY, MERGE_KEY, TAG,
};
use crate::field::Role;
use crate::{Entry, Limits, Node, NodeKind, Scalar, ScalarStyle};

/// The YAML to read and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Input<'t, 'c> {
    /// The YAML.
    pub(crate) yaml: &'t str,
    /// The whole text, for places in diagnostics.
    pub(crate) text: &'c str,
    /// Turns a span of `yaml` into one of `text`.
    pub(crate) locate: &'c dyn Fn(Span) -> Span,
    /// Bounds on depth and nodes.
    pub(crate) limits: &'c Limits,
}

/// Why nothing was read.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It is not YAML.
    Syntax {
        /// Where, in the whole text.
        at: Span,
        /// What is the matter.
        message: String,
    },
    /// It passes a bound.
    Bound(Box<Diagnostic>),
}

/// Deepest nesting whatever the limits say: reading is recursive.
const DEPTH_BOUND: usize = 128;

/// Reads `input`; no node where there is nothing but blanks and comments.
pub(crate) fn read<'t>(
    input: Input<'t, '_>,
    notes: &mut Notes,
) -> Result<Option<Node<'t>>, Failure> {
    let depth = input.limits.depth.min(DEPTH_BOUND);
    // One level more than allowed, so that our own bound is the one that is passed.
    let options = granit_parser::options! {
        strict_indentation: true,
        disallow_directives: true,
        bom_inside_document_as_content: true,
        emit_comments: false,
        flow_nesting_limit: depth + 2,
        block_nesting_limit: depth + 2,
    };
    let mut reader = Reader {
        input,
        parser: Parser::new_from_str_with_options(input.yaml, options),
        notes,
        depth,
        nodes: 0,
        strict_keys: true,
    };
    reader.document()
}

struct Reader<'t, 'c, 'n> {
    input: Input<'t, 'c>,
    parser: Parser<'t, StrInput<'t>>,
    notes: &'n mut Notes,
    depth: usize,
    nodes: usize,
    /// Whether a duplicate key is an error here.
    strict_keys: bool,
}

impl<'t> Reader<'t, '_, '_> {
    fn document(&mut self) -> Result<Option<Node<'t>>, Failure> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(root),
                Event::StreamStart | Event::DocumentEnd => {}
                Event::DocumentStart(..) if root.is_some() => {
                    return Err(self.syntax(span, "a second YAML document begins here"));
                }
                Event::DocumentStart(..) => {}
                event => root = Some(self.node(event, span, 0)?),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Failure> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                let offset = |marker: &granit_parser::Marker| marker.byte_offset().unwrap_or(0);
                Ok((event, Span::new(offset(&span.start), offset(&span.end))))
            }
            Some(Err(error)) => {
                let at = error.marker().byte_offset().unwrap_or(0);
                if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
                    return Err(self.too_deep(Span::new(at, at)));
                }
                Err(self.syntax(Span::new(at, at), &error.kind().to_string()))
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Node<'t>, Failure> {
        self.count(span, depth)?;
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.properties(span, anchor, tag.as_deref());
                Ok(self.scalar(text, style, tag.as_deref(), span))
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.properties(span, anchor, tag.as_deref());
                self.sequence(span, style, depth)
            }
            Event::MappingStart(style, anchor, tag) => {
                self.properties(span, anchor, tag.as_deref());
                self.mapping(span, style, depth)
            }
            Event::Alias(_) => {
                let located = self.locate(span);
                let text = self.input.text;
                self.notes.add(Severity::Error, || {
                    Diagnostic::new(ALIAS, Severity::Error, "aliases are not read")
                        .at(text, located)
                        .help("write the value out, or put it in quotes if `*` is part of it")
                });
                let text = Cow::Borrowed(span.slice(self.input.yaml));
                let style = ScalarStyle::Text;
                Ok(Node {
                    span: located,
                    kind: NodeKind::Scalar(Scalar { text, style }),
                })
            }
            _ => Err(self.syntax(span, "a value is expected here")),
        }
    }

    fn sequence(
        &mut self,
        start: Span,
        style: StructureStyle,
        depth: usize,
    ) -> Result<Node<'t>, Failure> {
        let mut elements: Vec<Node<'t>> = Vec::new();
        let end = loop {
            match self.next()? {
                (Event::SequenceEnd, end) => break end,
                (event, span) => elements.push(self.node(event, span, depth + 1)?),
            }
        };
        let parts = elements.iter().map(|node| node.span);
        let span = self.extent(start, end, style, parts);
        let kind = NodeKind::Sequence(elements);
        Ok(Node { span, kind })
    }

    fn mapping(
        &mut self,
        start: Span,
        style: StructureStyle,
        depth: usize,
    ) -> Result<Node<'t>, Failure> {
        let mut entries: Vec<Entry<'t>> = Vec::new();
        let mut seen = Keys::default();
        let end = loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                break span;
            }
            let (key, key_span) = self.key(event, span, depth)?;
            let (event, span) = self.next()?;
            if depth == 0 {
                self.strict_keys = Role::of(&key) != Role::Other;
            }
            let strict = self.strict_keys || depth == 0;
            // An empty value has no place of its own: it stands behind its colon.
            let missing = span.is_empty() && matches!(event, Event::Scalar(_, Style::Plain, ..));
            let mut value = self.node(event, span, depth + 1)?;
            if missing {
                value.span = Span::new(key_span.end as usize, key_span.end as usize);
            }
            if let Some(first) = seen.find(&entries, &key) {
                self.duplicate(&key, key_span, first, strict);
            } else {
                seen.insert(&key);
                entries.push(Entry {
                    key,
                    key_span,
                    value,
                });
            }
        };
        let parts = entries
            .iter()
            .map(|entry| entry.key_span.to(entry.value.span));
        let span = self.extent(start, end, style, parts);
        let kind = NodeKind::Mapping(entries);
        Ok(Node { span, kind })
    }

    /// Where a collection stands: with its brackets, or from its first part to its last.
    fn extent(
        &self,
        start: Span,
        end: Span,
        style: StructureStyle,
        parts: impl Iterator<Item = Span>,
    ) -> Span {
        let brackets = || self.locate(start).to(self.locate(end));
        if style == StructureStyle::Flow {
            return brackets();
        }
        parts.reduce(Span::to).unwrap_or_else(brackets)
    }

    fn key(
        &mut self,
        event: Event<'t>,
        span: Span,
        depth: usize,
    ) -> Result<(Cow<'t, str>, Span), Failure> {
        let node = self.node(event, span, depth + 1)?;
        let text = self.input.text;
        let at = node.span;
        match node.kind {
            NodeKind::Scalar(scalar) => {
                if scalar.text == "<<" && scalar.style == ScalarStyle::Plain {
                    self.notes.add(Severity::Warning, || {
                        Diagnostic::new(
                            MERGE_KEY,
                            Severity::Warning,
                            "the merge key `<<` merges nothing in YAML 1.2",
                        )
                        .at(text, at)
                        .help("write the entries out")
                    });
                }
                Ok((scalar.text, at))
            }
            _ => {
                self.notes.add(Severity::Warning, || {
                    Diagnostic::new(
                        COMPLEX_KEY,
                        Severity::Warning,
                        "a list or a mapping is the key here",
                    )
                    .at(text, at)
                    .help("use text as the key")
                });
                let mut key = String::new();
                write_key(&node, self.input.text, &mut key);
                Ok((Cow::Owned(key), at))
            }
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'t, str>,
        style: Style,
        tag: Option<&Tag>,
        span: Span,
    ) -> Node<'t> {
        // A block is not said to reach over the blank lines behind it.
        let written = match style {
            Style::Literal | Style::Folded => {
                let text = span.slice(self.input.yaml);
                let length = text.trim_end_matches([' ', '\t', '\n', '\r']).len();
                Span::new(span.start as usize, span.start as usize + length)
            }
            _ => span,
        };
        let core = tag.and_then(Tag::core_suffix);
        let non_specific = tag.is_some_and(|tag| tag.parts() == ("", "!"));
        // The parser gives `~` for a value that is not there.
        let text = if span.is_empty() && style == Style::Plain {
            Cow::Borrowed("")
        } else {
            text
        };
        let style = match (core, style) {
            (Some("str"), _) => ScalarStyle::Text,
            (Some("int" | "float" | "bool" | "null"), _) => ScalarStyle::Plain,
            _ if non_specific => ScalarStyle::Text,
            (_, Style::Plain) => ScalarStyle::Plain,
            _ => ScalarStyle::Text,
        };
        Node {
            span: self.locate(written),
            kind: NodeKind::Scalar(Scalar { text, style }),
        }
    }

    /// Tells of an anchor and of a tag that means nothing here.
    fn properties(&mut self, span: Span, anchor: usize, tag: Option<&Tag>) {
        let at = self.locate(span);
        let text = self.input.text;
        if anchor != 0 {
            self.notes.add(Severity::Warning, || {
                Diagnostic::new(
                    ANCHOR,
                    Severity::Warning,
                    "the anchor of this value is ignored",
                )
                .at(text, at)
                .help("remove it, or put the value in quotes if `&` is part of it")
            });
        }
        if let Some(tag) = tag
            && tag.core_suffix().is_none()
            && tag.parts() != ("", "!")
        {
            self.notes.add(Severity::Warning, || {
                Diagnostic::new(
                    TAG,
                    Severity::Warning,
                    format!("the tag `{}` of this value is ignored", tag.original()),
                )
                .at(text, at)
                .help("remove it, or put the value in quotes if `!` is part of it")
            });
        }
    }

    fn duplicate(&mut self, key: &str, at: Span, first: Span, strict: bool) {
        let severity = if strict {
            Severity::Error
        } else {
            Severity::Warning
        };
        let text = self.input.text;
        self.notes.add(severity, || {
            let (place, first) = (Place::of(text, at), Place::of(text, first));
            let mut diagnostic = Diagnostic::new(
                DUPLICATE_KEY,
                severity,
                format!(
                    "duplicate key `{key}`: line {} has it, line {} has it again",
                    first.start.line, place.start.line
                ),
            )
            .help("remove one of the two")
            .related(Related {
                file: std::path::PathBuf::new(),
                position: Some(first.start),
                message: format!("`{key}` stands here first"),
            });
            diagnostic.place = Some(place);
            diagnostic
        });
    }

    fn count(&mut self, span: Span, depth: usize) -> Result<(), Failure> {
        self.nodes += 1;
        if depth > self.depth {
            return Err(self.too_deep(span));
        }
        if self.nodes > self.input.limits.nodes {
            let message = format!("the header has more than {} nodes", self.input.limits.nodes);
            return Err(self.beyond(span, message));
        }
        Ok(())
    }

    fn too_deep(&self, span: Span) -> Failure {
        self.beyond(
            span,
            format!("the header nests deeper than {} levels", self.depth),
        )
    }

    fn beyond(&self, span: Span, message: String) -> Failure {
        let diagnostic = Diagnostic::new(BEYOND_BOUND, Severity::Error, message)
            .at(self.input.text, self.locate(span))
            .help("move data out of the header into a file beside it");
        Failure::Bound(Box::new(diagnostic))
    }

    fn locate(&self, span: Span) -> Span {
        (self.input.locate)(span)
    }

    fn syntax(&self, span: Span, message: &str) -> Failure {
        Failure::Syntax {
            at: self.locate(span),
            message: message.to_owned(),
        }
    }
}

/// A list or a mapping as the text of a key, on one line, as npm's `yaml` gives it to its users.
fn write_key(node: &Node<'_>, text: &str, key: &mut String) {
    match &node.kind {
        NodeKind::Scalar(_) => key.push_str(node.span.slice(text)),
        NodeKind::Sequence(elements) => {
            key.push('[');
            for (index, element) in elements.iter().enumerate() {
                key.push_str(if index > 0 { ", " } else { " " });
                write_key(element, text, key);
            }
            key.push_str(" ]");
        }
        NodeKind::Mapping(entries) => {
            key.push('{');
            for (index, entry) in entries.iter().enumerate() {
                key.push_str(if index > 0 { ", " } else { " " });
                key.push_str(entry.key_span.slice(text));
                key.push_str(": ");
                write_key(&entry.value, text, key);
            }
            key.push_str(" }");
        }
    }
}
