//! Code in Markdown, as units: blocks, transcripts of consoles, and spans that are commands.

use prowess_base::Span;

use super::layout::{Block, BlockKind, CodeSpan, Layout, SpanKind};
use super::sniff;
use crate::unit::{Language, Origin, Unit};

/// Gives the code of a Markdown unit.
pub(super) fn derive<'p>(unit: &Unit<'p>, layout: &Layout, give: &mut dyn FnMut(Unit<'p>)) {
    for block in &layout.blocks {
        if let Some(part) = of_block(unit, block) {
            give(part);
        }
    }
    for span in &layout.spans {
        if let Some(part) = of_span(unit, *span) {
            give(part);
        }
    }
}

fn of_block<'p>(unit: &Unit<'p>, block: &Block) -> Option<Unit<'p>> {
    if block.kind == BlockKind::Loaded {
        return Some(unit.pieces(&block.code, Language::Shell, Origin::LoadCommand));
    }
    let mut part = unit.pieces(&block.code, Language::Plain, Origin::Fence);
    let sniffed = sniff::code(&part.text);
    let told = sniff::by_name(block.info.slice(&unit.text));
    part.language = match (block.kind, told, sniffed) {
        // Text further down in a list is no code unless it looks like it.
        (BlockKind::Indented, _, sniffed) => sniffed?,
        // The label does not decide what a model would run.
        (_, Some(told), Some(Language::Shell)) if !is_code(told) => Language::Shell,
        (_, Some(told), _) => told,
        (_, None, sniffed) => sniffed.unwrap_or(Language::Plain),
    };
    let Some(typed) = transcript(&part) else {
        return Some(part);
    };
    // Origin, depth and role of what is typed are those of the block it is a part of.
    let depth = part.depth;
    let mut typed = part.pieces(&typed.lines, typed.language, Origin::Fence);
    typed.depth = depth;
    Some(typed)
}

const fn is_code(language: Language) -> bool {
    matches!(
        language,
        Language::Shell
            | Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::PowerShell
            | Language::Batch
            | Language::OtherScript
            | Language::Recipes
            | Language::Dockerfile
    )
}

fn of_span<'p>(unit: &Unit<'p>, span: CodeSpan) -> Option<Unit<'p>> {
    let text = span.inner.slice(&unit.text);
    let (language, origin) = match span.kind {
        SpanKind::Loaded => (Language::Shell, Origin::LoadCommand),
        SpanKind::Code => (sniff::command(text)?, Origin::CodeSpan),
    };
    // In a table a pipe is written with a backslash before it.
    if !text.contains("\\|") || !is_in_table(&unit.text, span.inner) {
        return Some(unit.part(span.inner, language, origin));
    }
    let mut pieces = Vec::new();
    let mut start = span.inner.start as usize;
    for (at, _) in text.match_indices("\\|") {
        let at = span.inner.start as usize + at;
        pieces.push(Span::new(start, at));
        start = at + 1;
    }
    pieces.push(Span::new(start, span.inner.end as usize));
    Some(unit.pieces(&pieces, language, origin))
}

/// Whether the line of a span begins with a pipe. Lines of tables are short: what stands further left
/// than that is not looked at.
fn is_in_table(text: &str, span: Span) -> bool {
    const FURTHEST: usize = 4096;
    let end = span.start as usize;
    let start = text.floor_char_boundary(end.saturating_sub(FURTHEST));
    let before = text.get(start..end).unwrap_or("");
    before
        .rsplit('\n')
        .next()
        .is_some_and(|line| line.trim_start().starts_with('|'))
}

/// What a person types in a transcript of a console.
struct Typed {
    lines: Vec<Span>,
    language: Language,
}

/// The lines behind prompts, without these, and lines of output that look like commands themselves: in a
/// transcript nothing tells a model that the next line is not to be typed.
fn transcript(unit: &Unit<'_>) -> Option<Typed> {
    let text: &str = &unit.text;
    if !matches!(
        unit.language,
        Language::Shell
            | Language::PowerShell
            | Language::Batch
            | Language::Plain
            | Language::Python
    ) {
        return None;
    }
    let mut lines: Vec<Span> = Vec::new();
    let mut language = None;
    let (mut prompts, mut at, mut goes_on) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let typed = match prompt(line) {
            Some((length, of)) => {
                prompts += 1;
                language.get_or_insert(of);
                Some(length)
            }
            None if goes_on || sniff::command(line).is_some() => Some(0),
            None => None,
        };
        goes_on = typed.is_some() && line.trim_end().ends_with(['\\', '`', '^']);
        if let Some(length) = typed {
            lines.push(Span::new(start + length, at));
        }
    }
    (prompts > 0).then_some(Typed {
        lines,
        language: language?,
    })
}

/// The bytes of the prompt at the start of a line, and what is typed behind it.
fn prompt(line: &str) -> Option<(usize, Language)> {
    let text = line.trim_start();
    let blanks = line.len() - text.len();
    let found = |length: usize, language| Some((blanks + length, language));
    if let Some(rest) = text
        .strip_prefix(">>> ")
        .or_else(|| text.strip_prefix("... "))
    {
        return found(text.len() - rest.len(), Language::Python);
    }
    if let Some(rest) = text.strip_prefix("PS ")
        && let Some(end) = rest.find("> ").filter(|end| *end < 120)
    {
        return found(3 + end + 2, Language::PowerShell);
    }
    if let Some(rest) = text.strip_prefix("PS> ") {
        return found(text.len() - rest.len(), Language::PowerShell);
    }
    if text.as_bytes().get(1..3) == Some(br":\")
        && let Some(end) = text.find('>').filter(|end| *end < 120)
    {
        return found(end + 1, Language::Batch);
    }
    for sign in ["$ ", "% ", "❯ ", "➜ "] {
        if let Some(rest) = text.strip_prefix(sign) {
            return found(text.len() - rest.len(), Language::Shell);
        }
    }
    // `user@host:~/folder$ command`, `root@host:/# command`
    let end = text.find(['$', '#']).filter(|end| *end < 80)?;
    let before = text.get(..end)?;
    let behind = text.get(end + 1..)?;
    let is_prompt = behind.starts_with(' ')
        && before.contains('@')
        && before.contains(':')
        && !before.trim_end().contains(' ');
    if is_prompt {
        return found(end + 2, Language::Shell);
    }
    // `> command` and `# command` are prompts only before what is a command for certain.
    let rest = text.strip_prefix("> ")?;
    let language = sniff::command(rest)?;
    found(2, language)
}
