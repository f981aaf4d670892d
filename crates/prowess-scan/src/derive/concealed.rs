//! Text that a page does not show: comments, titles of links, alternative texts, hidden elements.
//!
//! A model reads the source, so it reads all of these. What stands in them is a unit of its own; whether it
//! is harmless is for the rules to say.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::layout::Layout;

use crate::unit::{Language, Origin, Unit};

/// Shorter texts say nothing.
const SHORTEST: usize = 12;

/// A definition of a link: its label, its target, and the title if it has one. With the target `#` or `<>`
/// it is the common way to write a comment.
static DEFINITION: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?m)^[ \t>]*\[([^\]\n]+)\]:[ \t]*(\S*)(?:[ \t]+|[ \t]*\n[ \t]*)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\(((?:[^)\\]|\\.)*)\))"#,
    )
});
static LABEL: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"(?m)^[ \t>]*\[([^\]\n]{12,})\]:[ \t]*(?:#|<>|<#>)[ \t]*"));
/// The title behind the target of a link.
static TITLE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"\]\([ \t]*(?:<[^>\n]*>|[^\s()]*)[ \t]*\n?[ \t]*(?:"((?:[^"\\]|\\.){12,}?)"|'((?:[^'\\]|\\.){12,}?)'|\(((?:[^)\\]|\\.){12,}?)\))[ \t]*\)"#,
    )
});
static ALTERNATIVE: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"!\[([^\]]{12,})\]"));
/// An attribute with a text.
static ATTRIBUTE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?i)<[a-z][^<>]*?(?-u:\b)(?:alt|title|aria-label|aria-description|content|placeholder|data-[a-z-]+)\s*=\s*(?:"([^"]{12,})"|'([^']{12,})')"#,
    )
});
/// The opening tag of an element that is not shown.
static UNSHOWN: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r#"(?i)<([a-z][a-z0-9-]*)(?-u:\b)[^<>]*?(?:"#,
        r#"\sstyle\s*=\s*["']?[^<>"']*?(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|"#,
        r#"opacity\s*:\s*(?:0(?:\.0[0-9]*)?|\.0[0-9]*)\s*(?:[;"']|!|$)|font-size\s*:\s*(?:0|1px|0?\.[0-9]+)|"#,
        r#"(?:^|[;"'\s])color\s*:\s*(?:white|transparent|#f{3}(?-u:\b)|#f{6}(?-u:\b)|rgba?\(\s*255\s*,\s*255\s*,\s*255)|"#,
        r#"(?:left|top|text-indent)\s*:\s*-[0-9]{3,}|(?:^|[;"'\s])(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*[;"'])"#,
        r#"|\scolor\s*=\s*["']?(?:white|#f{3}(?-u:\b)|#f{6}(?-u:\b))"#,
        r#"|\shidden(?:\s|=|>|/))[^<>]*>?"#,
    ))
});
static ALWAYS_UNSHOWN: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(r"(?i)<(template|noscript|noframes|noembed|datalist)(?-u:\b)[^<>]*>")
});
static SCRIPT: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"(?i)<script(?-u:\b)[^<>]*>"));
static SCRIPT_END: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"(?i)</script(?-u:\b)"));

/// Gives what a Markdown unit holds and its page does not show.
pub(super) fn derive<'p>(unit: &Unit<'p>, layout: &Layout, give: &mut dyn FnMut(Unit<'p>)) {
    for comment in &layout.comments {
        give(unit.part(*comment, Language::Markdown, Origin::Concealed));
    }
    let mut page = Page { unit, layout, give };
    // Elements go over paragraphs, but not over code and comments, which are shown and done.
    let mut shown: Option<Span> = None;
    for (prose, _) in &layout.prose {
        match &mut shown {
            Some(before) if before.end == prose.start => before.end = prose.end,
            _ => {
                if let Some(part) = shown.replace(*prose) {
                    page.part(part);
                }
            }
        }
    }
    if let Some(part) = shown {
        page.part(part);
    }
}

/// Gives what an HTML or XML unit holds and its page does not show, and its scripts. A block of code shows
/// all of itself.
pub(super) fn of_markup<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let text: &str = &unit.text;
    let whole = Span::new(0, text.len());
    let layout = Layout::default();
    let mut page = Page {
        unit,
        layout: &layout,
        give,
    };
    page.scripts(whole);
    if unit.origin == Origin::Fence {
        return;
    }
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(text.as_bytes().get(from..).unwrap_or(&[]), b"<!--") {
        let start = from + at + 4;
        let rest = text.as_bytes().get(start..).unwrap_or(&[]);
        let end = memchr::memmem::find(rest, b"-->").map_or(text.len(), |at| start + at);
        page.conceals(Span::new(start, end));
        from = end;
    }
    page.captures(whole, &ATTRIBUTE, 1);
    page.elements(whole);
}

/// A text that is shown as a page.
struct Page<'u, 'p, 'g> {
    unit: &'u Unit<'p>,
    layout: &'u Layout,
    give: &'g mut dyn FnMut(Unit<'p>),
}

impl Page<'_, '_, '_> {
    /// One part of it, without blocks of code and comments.
    fn part(&mut self, part: Span) {
        let bytes = part.slice(&self.unit.text).as_bytes();
        if memchr::memmem::find(bytes, b"]:").is_some() {
            self.captures(part, &DEFINITION, 3);
            self.captures(part, &LABEL, 1);
        }
        if memchr::memmem::find(bytes, b"](").is_some() {
            self.captures(part, &TITLE, 1);
        }
        if memchr::memmem::find(bytes, b"![").is_some() {
            self.captures(part, &ALTERNATIVE, 1);
        }
        if memchr::memchr(b'<', bytes).is_some() {
            self.captures(part, &ATTRIBUTE, 1);
            self.elements(part);
            self.scripts(part);
        }
    }

    /// Gives the groups of every match within a part, from the group of number `first` on.
    fn captures(&mut self, part: Span, pattern: &Pattern, first: usize) {
        for found in pattern.captures_iter(part.slice(&self.unit.text)) {
            for group in found.iter().skip(first).flatten() {
                if group.as_str().trim().contains(char::is_whitespace) {
                    let span = Span::new(group.start(), group.end());
                    self.conceals(span.shifted(part.start as usize));
                }
            }
        }
    }

    /// Elements that are not shown.
    fn elements(&mut self, part: Span) {
        let text = part.slice(&self.unit.text);
        for pattern in [&UNSHOWN, &ALWAYS_UNSHOWN] {
            let tags = pattern.search(text);
            let mut from = 0;
            while let Some(found) = tags.captures_at(from) {
                let (Some(tag), Some(name)) = (found.get(0), found.get(1)) else {
                    break;
                };
                let start = tag.end();
                from = start;
                let at = Span::new(tag.start(), start).shifted(part.start as usize);
                if !self.is_code(at) {
                    from = element_end(text, start, name.as_str());
                    self.conceals(Span::new(start, from).shifted(part.start as usize));
                }
            }
        }
    }

    fn scripts(&mut self, part: Span) {
        let text = part.slice(&self.unit.text);
        let (tags, ends) = (SCRIPT.search(text), SCRIPT_END.search(text));
        let mut from = 0;
        while let Some(tag) = tags.find_at(from) {
            let close = ends.find_at(tag.end());
            from = close.map_or(text.len(), |close| close.start());
            let span = Span::new(tag.end(), from).shifted(part.start as usize);
            if !self.is_code(span) {
                (self.give)(self.unit.part(span, Language::JavaScript, Origin::Embedded));
            }
        }
    }

    fn conceals(&mut self, span: Span) {
        let text = span.slice(&self.unit.text).trim();
        if text.len() >= SHORTEST && !self.is_code(span) {
            (self.give)(self.unit.part(span, Language::Markdown, Origin::Concealed));
        }
    }

    /// Whether a part begins within a span of code.
    fn is_code(&self, part: Span) -> bool {
        let spans = &self.layout.spans;
        let index = spans.partition_point(|span| span.inner.start <= part.start);
        index
            .checked_sub(1)
            .and_then(|index| spans.get(index))
            .is_some_and(|span| part.start < span.inner.end)
    }
}

/// Where the element that opened before `from` ends: at its closing tag, elements of the same name inside
/// counted, else with the text.
fn element_end(text: &str, from: usize, name: &str) -> usize {
    const VOID: [&str; 7] = ["img", "input", "br", "hr", "meta", "link", "source"];
    if VOID.iter().any(|void| name.eq_ignore_ascii_case(void)) {
        return from;
    }
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (from, 1_usize);
    while let Some(found) = memchr::memchr(b'<', bytes.get(at..).unwrap_or(&[])) {
        let start = at + found;
        at = start + 1;
        let closes = bytes.get(at) == Some(&b'/');
        let named = at + usize::from(closes);
        let is_same = text
            .get(named..named + name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
            && !bytes
                .get(named + name.len())
                .is_some_and(u8::is_ascii_alphanumeric);
        match (is_same, closes) {
            (true, true) if depth == 1 => return start,
            (true, true) => depth -= 1,
            (true, false) => depth += 1,
            _ => {}
        }
    }
    text.len()
}
