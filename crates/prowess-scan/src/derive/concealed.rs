//! Text that a page does not show: comments, titles of links, alternative texts, hidden elements.
//!
//! A model reads the source, so it reads all of these. What stands in them is a unit of its own; whether it
//! is harmless is for the rules to say.

use std::sync::LazyLock;

use prowess_base::Span;
use regex::Regex;

use super::layout::Layout;
use super::sniff::pattern;
use crate::unit::{Language, Origin, Unit};

/// Shorter texts say nothing.
const SHORTEST: usize = 12;

/// A definition of a link: its label, its target, and the title if it has one. With the target `#` or `<>`
/// it is the common way to write a comment.
static DEFINITION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?m)^[ \t>]*\[([^\]\n]+)\]:[ \t]*(\S*)(?:[ \t]+|[ \t]*\n[ \t]*)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\(((?:[^)\\]|\\.)*)\))"#,
    )
});
static LABEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^[ \t>]*\[([^\]\n]{12,})\]:[ \t]*(?:#|<>|<#>)[ \t]*"));
/// The title behind the target of a link.
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"\]\([ \t]*(?:<[^>\n]*>|[^\s()]*)[ \t]*\n?[ \t]*(?:"((?:[^"\\]|\\.){12,}?)"|'((?:[^'\\]|\\.){12,}?)'|\(((?:[^)\\]|\\.){12,}?)\))[ \t]*\)"#,
    )
});
static ALTERNATIVE: LazyLock<Regex> = LazyLock::new(|| pattern(r"!\[([^\]]{12,})\]"));
/// An attribute with a text.
static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)<[a-z][^<>]*?(?-u:\b)(?:alt|title|aria-label|aria-description|content|placeholder|data-[a-z-]+)\s*=\s*(?:"([^"]{12,})"|'([^']{12,})')"#,
    )
});
/// The opening tag of an element that is not shown.
static UNSHOWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r#"(?i)<([a-z][a-z0-9-]*)(?-u:\b)[^<>]*?(?:"#,
        r#"\sstyle\s*=\s*["']?[^<>"']*?(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|"#,
        r#"opacity\s*:\s*(?:0(?:\.0[0-9]*)?|\.0[0-9]*)\s*(?:[;"']|!|$)|font-size\s*:\s*(?:0|1px|0?\.[0-9]+)|"#,
        r#"(?:^|[;"'\s])color\s*:\s*(?:white|transparent|#f{3}(?-u:\b)|#f{6}(?-u:\b)|rgba?\(\s*255\s*,\s*255\s*,\s*255)|"#,
        r#"(?:left|top|text-indent)\s*:\s*-[0-9]{3,}|(?:^|[;"'\s])(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*[;"'])"#,
        r#"|\scolor\s*=\s*["']?(?:white|#f{3}(?-u:\b)|#f{6}(?-u:\b))"#,
        r#"|\shidden(?:\s|=|>|/))[^<>]*>?"#,
    ))
});
static ALWAYS_UNSHOWN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)<(template|noscript|noframes|noembed|datalist)(?-u:\b)[^<>]*>"));
static SCRIPT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)<script(?-u:\b)[^<>]*>"));
static SCRIPT_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)</script(?-u:\b)"));

/// Gives what a Markdown unit holds and its page does not show.
pub(super) fn derive<'p>(unit: &Unit<'p>, layout: &Layout, give: &mut dyn FnMut(Unit<'p>)) {
    for comment in &layout.comments {
        give(unit.part(*comment, Language::Markdown, Origin::Concealed));
    }
    for (prose, _) in &layout.prose {
        let text = prose.slice(&unit.text);
        let bytes = text.as_bytes();
        if memchr::memmem::find(bytes, b"]:").is_some() {
            captures(unit, *prose, &DEFINITION, 3.., give);
            captures(unit, *prose, &LABEL, 1.., give);
        }
        if memchr::memmem::find(bytes, b"](").is_some() {
            captures(unit, *prose, &TITLE, 1.., give);
        }
        if memchr::memmem::find(bytes, b"![").is_some() {
            captures(unit, *prose, &ALTERNATIVE, 1.., give);
        }
        if memchr::memchr(b'<', bytes).is_some() {
            captures(unit, *prose, &ATTRIBUTE, 1.., give);
        }
    }
    elements(unit, give);
}

/// Gives what an HTML or XML unit holds and its page does not show, and its scripts.
pub(super) fn of_markup<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let text: &str = &unit.text;
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(text.as_bytes().get(from..).unwrap_or(&[]), b"<!--") {
        let start = from + at + 4;
        let rest = text.as_bytes().get(start..).unwrap_or(&[]);
        let end = memchr::memmem::find(rest, b"-->").map_or(text.len(), |at| start + at);
        give(unit.part(Span::new(start, end), Language::Markdown, Origin::Concealed));
        from = end;
    }
    captures(unit, Span::new(0, text.len()), &ATTRIBUTE, 1.., give);
    elements(unit, give);
}

/// Gives the groups of every match within a part of the unit, from the first group of `groups` on.
fn captures<'p>(
    unit: &Unit<'p>,
    part: Span,
    pattern: &Regex,
    groups: std::ops::RangeFrom<usize>,
    give: &mut dyn FnMut(Unit<'p>),
) {
    for found in pattern.captures_iter(part.slice(&unit.text)) {
        for group in found.iter().skip(groups.start).flatten() {
            if group.len() >= SHORTEST && group.as_str().trim().contains(char::is_whitespace) {
                let span = Span::new(group.start(), group.end()).shifted(part.start as usize);
                give(unit.part(span, Language::Markdown, Origin::Concealed));
            }
        }
    }
}

/// Elements that are not shown, and scripts.
fn elements<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let text: &str = &unit.text;
    if memchr::memchr(b'<', text.as_bytes()).is_none() {
        return;
    }
    for pattern in [&UNSHOWN, &ALWAYS_UNSHOWN] {
        let mut from = 0;
        while let Some(found) = pattern.captures_at(text, from) {
            let (Some(tag), Some(name)) = (found.get(0), found.get(1)) else {
                break;
            };
            let end = element_end(text, tag.end(), name.as_str());
            let inner = Span::new(tag.end(), end);
            if inner.slice(text).trim().len() >= SHORTEST {
                give(unit.part(inner, Language::Markdown, Origin::Concealed));
            }
            from = end.max(tag.end());
        }
    }
    let mut from = 0;
    while let Some(tag) = SCRIPT.find_at(text, from) {
        let end = SCRIPT_END
            .find_at(text, tag.end())
            .map_or(text.len(), |close| close.start());
        give(unit.part(
            Span::new(tag.end(), end),
            Language::JavaScript,
            Origin::Embedded,
        ));
        from = end;
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
