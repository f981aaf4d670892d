//! XML to elements with their places.
//!
//! Attribute values may hold a bare `<` or `&`, as BehaviorTree.CPP allows: conditions are full of them.
//! Each is told as a warning with its escape. Document types, and so entities, are refused.

use std::sync::Arc;

use prowess_base::Span;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::{Fault, Finding, Limits, Problem, Warning};

/// One attribute.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Attribute {
    pub(crate) name: Arc<str>,
    pub(crate) value: Arc<str>,
    /// Where the value stands, without its quotes.
    pub(crate) span: Span,
}

/// One element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Element {
    pub(crate) name: Arc<str>,
    /// Where the name stands in the start tag.
    pub(crate) span: Span,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) children: Vec<Element>,
    /// Text directly inside, without blanks around it.
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|found| &*found.name == name)
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Arc<str>> {
        self.attribute(name).map(|found| &found.value)
    }

    pub(crate) fn named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children
            .iter()
            .filter(move |child| &*child.name == name)
    }
}

/// One file with its findings.
pub(crate) struct File<'f> {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<str>,
    pub(crate) findings: &'f mut Vec<Finding>,
}

/// Most findings that are kept; one more says that there are others.
const FINDINGS: usize = 1_000;

impl File<'_> {
    pub(crate) fn warn(&mut self, warning: Warning, span: Span) {
        self.find(Problem::Warning(warning), span, None);
    }

    pub(crate) fn fault(&mut self, fault: Fault, span: Span, node: Option<&Arc<str>>) {
        self.find(Problem::Fault(fault), span, node.cloned());
    }

    fn find(&mut self, problem: Problem, span: Span, node: Option<Arc<str>>) {
        let is_fault = matches!(problem, Problem::Fault(_));
        let is_first_fault = is_fault && self.findings.iter().all(|found| found.fault().is_none());
        let problem = match self.findings.len() {
            0..FINDINGS => problem,
            // A fault among warnings must not be lost.
            _ if is_first_fault => problem,
            FINDINGS => Problem::Warning(Warning::More { bound: FINDINGS }),
            _ => return,
        };
        self.findings.push(Finding {
            problem,
            file: self.name.clone(),
            text: self.text.clone(),
            span,
            node,
        });
    }
}

/// Where a part that was borrowed from `text` stands in it.
fn span_of(text: &str, part: &[u8]) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// The root element, or nothing and a fault among the findings.
pub(crate) fn read(file: &mut File<'_>, limits: &Limits) -> Option<Element> {
    match root(file, limits) {
        Ok(root) => Some(root),
        Err((fault, span)) => {
            file.fault(fault, span, None);
            None
        }
    }
}

type Failure = (Fault, Span);

fn root(file: &mut File<'_>, limits: &Limits) -> Result<Element, Failure> {
    let whole = file.text.clone();
    if whole.len() > limits.bytes {
        let fault = Fault::TooLarge {
            what: "bytes",
            bound: limits.bytes,
        };
        return Err((fault, Span::default()));
    }
    let text = &*whole;
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root: Option<Element> = None;
    let mut count = 0_usize;
    loop {
        let before = place(reader.buffer_position());
        let event = reader.read_event().map_err(|error| {
            let at = place(reader.error_position());
            syntax(&error.to_string(), Span::new(at, at))
        })?;
        let here = Span::new(before, place(reader.buffer_position()));
        match event {
            Event::Start(tag) => {
                count += 1;
                check_size(count, open.len(), limits, here)?;
                open.push(element(file, text, &tag)?);
            }
            Event::Empty(tag) => {
                count += 1;
                check_size(count, open.len(), limits, here)?;
                let element = element(file, text, &tag)?;
                close(file, &mut open, &mut root, element);
            }
            Event::End(_) => {
                let Some(element) = open.pop() else {
                    return Err(syntax("an element ends that did not begin", here));
                };
                close(file, &mut open, &mut root, element);
            }
            Event::Text(part) => stray(file, &mut open, text, &part, here),
            Event::CData(part) => stray(file, &mut open, text, &part, here),
            Event::GeneralRef(part) => stray(file, &mut open, text, &part, here),
            Event::DocType(_) => return Err((Fault::DocumentType, here)),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => break,
        }
    }
    if let Some(element) = open.last() {
        let reason = format!("`<{}>` is not closed", element.name);
        return Err(syntax(&reason, element.span));
    }
    let end = text.len();
    root.ok_or_else(|| syntax("there is no element", Span::new(end, end)))
}

fn place(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

fn syntax(reason: &str, span: Span) -> Failure {
    let reason = reason.to_owned();
    (Fault::Xml { reason }, span)
}

fn check_size(count: usize, depth: usize, limits: &Limits, span: Span) -> Result<(), Failure> {
    if count > limits.elements {
        let fault = Fault::TooLarge {
            what: "elements",
            bound: limits.elements,
        };
        return Err((fault, span));
    }
    // `<root>` and `<BehaviorTree>` stand above the nodes.
    if depth >= limits.depth.saturating_add(2) {
        let bound = limits.depth;
        return Err((Fault::TooDeep { bound }, span));
    }
    Ok(())
}

/// Names of elements and attributes begin with a letter, `_`, `:` or a character beyond ASCII, and hold
/// digits, `.` and `-` besides.
fn check_name(name: &str, span: Span) -> Result<(), Failure> {
    let begins = |first: char| {
        first.is_ascii_alphabetic() || matches!(first, '_' | ':') || !first.is_ascii()
    };
    let holds = |other: char| begins(other) || other.is_ascii_digit() || matches!(other, '.' | '-');
    if name.starts_with(begins) && name.chars().all(holds) {
        return Ok(());
    }
    Err(syntax(&format!("`{name}` is no name"), span))
}

fn close(file: &mut File<'_>, open: &mut [Element], root: &mut Option<Element>, element: Element) {
    match (open.last_mut(), &root) {
        (Some(parent), _) => parent.children.push(element),
        (None, None) => *root = Some(element),
        (None, Some(_)) => file.warn(Warning::SecondRoot, element.span),
    }
}

fn stray(file: &mut File<'_>, open: &mut [Element], text: &str, part: &[u8], here: Span) {
    let span = span_of(text, part);
    let words = span.slice(text).trim();
    if words.is_empty() {
        return;
    }
    // Ports of a model are described by their text.
    let is_port = open
        .last()
        .is_some_and(|parent| parent.name.ends_with("_port"));
    match open.last_mut() {
        Some(parent) if is_port => {
            let words = unescape(words, |_, _| {});
            parent.text.push_str(&words);
        }
        _ => file.warn(Warning::StrayText, here),
    }
}

/// Most attributes of one element.
const ATTRIBUTES: usize = 256;

fn element(file: &mut File<'_>, text: &str, tag: &BytesStart<'_>) -> Result<Element, Failure> {
    let name = tag.name();
    let span = span_of(text, name.as_ref());
    check_name(span.slice(text), span)?;
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        // Looking for one that stands twice takes the square of their number.
        if attributes.len() >= ATTRIBUTES {
            let fault = Fault::TooLarge {
                what: "attributes of one element",
                bound: ATTRIBUTES,
            };
            return Err((fault, span));
        }
        let attribute = attribute.map_err(|error| syntax(&error.to_string(), span))?;
        let at = span_of(text, attribute.key.as_ref());
        let name = at.slice(text);
        check_name(name, at)?;
        let value = span_of(text, &attribute.value);
        let base = value.start as usize;
        let mut bare = Vec::new();
        let raw = value.slice(text);
        let unescaped = unescape(raw, |at, character| {
            if bare.len() <= FINDINGS {
                bare.push((at, character));
            }
        });
        for (at, character) in bare {
            let escape = if character == '<' { "&lt;" } else { "&amp;" };
            let warning = Warning::NotEscaped { character, escape };
            file.warn(warning, Span::new(base + at, base + at + 1));
        }
        attributes.push(Attribute {
            name: name.into(),
            value: unescaped.into(),
            span: value,
        });
    }
    Ok(Element {
        name: span.slice(text).into(),
        span,
        attributes,
        children: Vec::new(),
        text: String::new(),
    })
}

/// The text that an attribute stands for. What is no reference stays as it is; `bare` hears of each
/// such `<` and `&` with its byte.
fn unescape(raw: &str, mut bare: impl FnMut(usize, char)) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut at = 0;
    while let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) {
        let run = rest.find(['&', '<', '\r']).unwrap_or(rest.len());
        text.push_str(rest.get(..run).unwrap_or(""));
        at += run;
        let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) else {
            break;
        };
        if rest.starts_with('\r') {
            // Line ends are one line feed, as XML has it.
            text.push('\n');
            at += if rest.starts_with("\r\n") { 2 } else { 1 };
            continue;
        }
        match reference(rest) {
            Some((character, length)) => {
                text.push(character);
                at += length;
            }
            None => {
                let character = if rest.starts_with('<') { '<' } else { '&' };
                bare(at, character);
                text.push(character);
                at += 1;
            }
        }
    }
    text
}

/// The character of a reference, with its length.
fn reference(rest: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 10;
    let body = rest.strip_prefix('&')?;
    let end = body.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = body.get(..end)?;
    let character = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "apos" => '\'',
        "quot" => '"',
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(number).filter(|character| *character != '\0')?
        }
    };
    Some((character, end + 2))
}

/// Text as an attribute value or as text between elements.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bare signs stay and are told; references become what they stand for.
    #[test]
    fn references() {
        let mut bare = Vec::new();
        let text = unescape("a < b && c&lt;&#x41;&#66;&nope;\r\n", |at, character| {
            bare.push((at, character));
        });
        assert_eq!(text, "a < b && c<AB&nope;\n");
        assert_eq!(bare, [(2, '<'), (6, '&'), (7, '&'), (25, '&')]);
    }

    /// What is escaped is read back.
    #[test]
    fn round_trip() {
        let text = "a<b>&\"'\n\t\r";
        assert_eq!(unescape(&escape(text), |_, _| {}), text);
    }
}
