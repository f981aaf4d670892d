//! How a Markdown text is laid out: blocks of code, spans of code, comments, prose.
//!
//! The reader that matters is a model, which sees the characters and not a rendered page. So this follows
//! CommonMark where it tells code from prose (sections 4.4, 4.5, 6.1 of its specification), and is wider
//! where a renderer would not show code at all: blocks inside of HTML elements, and blocks whose lines
//! stand left of the list item they belong to. Linear, whatever the text.

use prowess_base::Span;

use super::characters::is_unseen;

/// The parts of a Markdown text.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) blocks: Vec<Block>,
    pub(super) spans: Vec<CodeSpan>,
    /// The insides of comments and other markup that no page shows.
    pub(super) comments: Vec<Span>,
    /// What is neither a block of code nor a comment, each with the number of its paragraph, ascending.
    pub(super) prose: Vec<(Span, u32)>,
}

/// A block of code.
#[derive(Debug)]
pub(super) struct Block {
    /// What stands behind the opening fence; empty for an indented block.
    pub(super) info: Span,
    /// The code, without the marks of quotations and the indentation of lists.
    pub(super) code: Vec<Span>,
    pub(super) kind: BlockKind,
}

/// How a block of code is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Fenced,
    /// ```` ```! ````: run while the skill is loaded (Claude Code).
    Loaded,
    /// By four blanks. Text further down in a list looks the same.
    Indented,
}

/// Code between backticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeSpan {
    pub(super) inner: Span,
    pub(super) kind: SpanKind,
}

/// What a span of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpanKind {
    Code,
    /// `` !`cmd` `` at the start of a line or behind a blank: run while the skill is loaded (Claude Code).
    Loaded,
}

/// A fence that waits for its end.
struct Open {
    sign: u8,
    length: usize,
    /// How many quotation marks stand before it.
    quotes: usize,
    /// How many blanks, the mark of a list item counted in, stand behind those.
    indent: usize,
    block: Block,
}

/// Markup that no page shows: how it opens and closes.
const UNSHOWN: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];

impl Layout {
    /// The layout of `text` from byte `start` on.
    pub(super) fn of(text: &str, start: usize) -> Self {
        let mut layout = Self::default();
        let mut open: Option<Open> = None;
        let mut indented: Option<Block> = None;
        let mut paragraph = 0_u32;
        let mut after_blank = true;
        let mut at = start.min(text.len());
        let mut closers = Closers::default();
        while at < text.len() {
            let end = line_end(text, at);
            let line = text.get(at..end).unwrap_or("");
            if let Some(fence) = &mut open {
                if fence.take(line, at) {
                    at = end;
                    continue;
                }
                let closed = fence.is_closed_by(line);
                layout.blocks.extend(open.take().map(|open| open.block));
                paragraph += 1;
                after_blank = true;
                // A line outside of the quotation that held the block is looked at again.
                if closed {
                    at = end;
                }
                continue;
            }
            if let Some(fence) = Open::by(line, at) {
                layout.blocks.extend(indented.take());
                open = Some(fence);
                paragraph += 1;
                at = end;
                continue;
            }
            let blank = line.trim().is_empty();
            if blank {
                paragraph += 1;
            }
            let behind = line.trim_start_matches(' ');
            let is_indented = line.starts_with('\t') || line.len() - behind.len() >= 4;
            match &mut indented {
                Some(block) if is_indented || blank => {
                    push(&mut block.code, Span::new(at + indent_of(line, 4), end));
                }
                Some(_) => layout.blocks.extend(indented.take()),
                None if is_indented && !blank && after_blank => {
                    indented = Some(Block {
                        info: Span::new(at, at),
                        code: vec![Span::new(at + indent_of(line, 4), end)],
                        kind: BlockKind::Indented,
                    });
                }
                None => {}
            }
            after_blank = blank;
            if behind.starts_with('#') {
                paragraph += 1;
            }
            at = layout.prose_line(text, at, end, paragraph, &mut closers);
        }
        layout.blocks.extend(open.map(|open| open.block));
        layout.blocks.extend(indented);
        layout.find_spans(text);
        layout
    }

    /// One line of prose; gives where the next line starts, behind a comment that began on this one.
    fn prose_line(
        &mut self,
        text: &str,
        start: usize,
        end: usize,
        paragraph: u32,
        closers: &mut Closers,
    ) -> usize {
        let (mut start, mut end, mut from) = (start, end, start);
        while let Some(at) = memchr::memchr(b'<', text.as_bytes().get(from..end).unwrap_or(&[])) {
            let at = from + at;
            from = at + 1;
            let rest = text.get(at..).unwrap_or("");
            let Some((kind, (opens, closes))) = UNSHOWN
                .iter()
                .enumerate()
                .find(|(_, (opens, _))| rest.starts_with(opens))
            else {
                continue;
            };
            if is_in_span(
                text.get(start..at).unwrap_or(""),
                text.get(at..end).unwrap_or(""),
            ) {
                continue;
            }
            let inner = at + opens.len();
            let found = closers.find(text, kind, closes, inner);
            let starts_line = text.get(start..at).unwrap_or("").trim().is_empty();
            let (close, behind) = match found {
                Some(close) => (close, close + closes.len()),
                // What is never closed hides the rest of the page, if it starts a line.
                None if starts_line => (text.len(), text.len()),
                None => continue,
            };
            self.add_prose(Span::new(start, at), paragraph);
            self.comments.push(Span::new(inner, close));
            start = behind;
            from = behind;
            end = line_end(text, behind);
        }
        self.add_prose(Span::new(start, end), paragraph);
        end
    }

    fn add_prose(&mut self, span: Span, paragraph: u32) {
        if span.is_empty() {
            return;
        }
        match self.prose.last_mut() {
            Some((last, of)) if *of == paragraph && last.end == span.start => last.end = span.end,
            _ => self.prose.push((span, paragraph)),
        }
    }

    /// Spans of code: a run of backticks, and the next run of the same length in the same paragraph.
    fn find_spans(&mut self, text: &str) {
        struct Run {
            start: usize,
            length: usize,
            paragraph: u32,
            /// The next run of the same length.
            next: Option<usize>,
        }
        let mut runs: Vec<Run> = Vec::new();
        for (span, paragraph) in &self.prose {
            let bytes = text.as_bytes().get(span.range()).unwrap_or(&[]);
            let mut from = 0;
            while let Some(at) = memchr::memchr(b'`', bytes.get(from..).unwrap_or(&[])) {
                let at = from + at;
                let rest = bytes.get(at..).unwrap_or(&[]);
                let length = rest.iter().take_while(|byte| **byte == b'`').count();
                runs.push(Run {
                    start: span.start as usize + at,
                    length,
                    paragraph: *paragraph,
                    next: None,
                });
                from = at + length;
            }
        }
        let mut last: std::collections::HashMap<usize, usize> = std::collections::HashMap::new();
        for (index, run) in runs.iter_mut().enumerate().rev() {
            run.next = last.insert(run.length, index);
        }
        let mut index = 0;
        while let Some(run) = runs.get(index) {
            index += 1;
            let before = text.get(..run.start).unwrap_or("");
            let Some((next, close)) = run
                .next
                .and_then(|next| runs.get(next).map(|close| (next, close)))
                .filter(|(_, close)| close.paragraph == run.paragraph)
            else {
                continue;
            };
            if before.ends_with('\\') && run.length == 1 {
                continue;
            }
            let loads = run.length == 1
                && before.strip_suffix('!').is_some_and(|before| {
                    before.is_empty() || before.ends_with(char::is_whitespace)
                });
            self.spans.push(CodeSpan {
                inner: Span::new(run.start + run.length, close.start),
                kind: match loads {
                    true => SpanKind::Loaded,
                    false => SpanKind::Code,
                },
            });
            index = next + 1;
        }
    }
}

impl Open {
    /// The fence that `line`, which starts at byte `at`, opens.
    fn by(line: &str, at: usize) -> Option<Self> {
        let (prefix, quotes, indent) = prefix(line);
        let rest = line.get(prefix..)?;
        let sign = *rest.as_bytes().first()?;
        if sign != b'`' && sign != b'~' {
            return None;
        }
        let length = rest.bytes().take_while(|byte| *byte == sign).count();
        let info = rest.get(length..)?.trim_end();
        // Behind a fence of backticks there are none, else it is a span of code.
        if length < 3 || (sign == b'`' && info.contains('`')) {
            return None;
        }
        let start = at + prefix + length;
        Some(Self {
            sign,
            length,
            quotes,
            indent,
            block: Block {
                info: Span::new(start, start + info.len()),
                code: Vec::new(),
                kind: match sign == b'`' && info.starts_with('!') {
                    true => BlockKind::Loaded,
                    false => BlockKind::Fenced,
                },
            },
        })
    }

    /// Adds a line to the block, unless it ends it.
    fn take(&mut self, line: &str, at: usize) -> bool {
        let quoted = quotes(line, self.quotes);
        if self.is_closed_by(line) || (self.quotes > 0 && quoted == 0) {
            return false;
        }
        let inner = line.get(quoted..).unwrap_or("");
        let start = at + quoted + indent_of(inner, self.indent);
        push(&mut self.block.code, Span::new(start, at + line.len()));
        true
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let text = line.get(quotes(line, self.quotes)..).unwrap_or("");
        let text = text.trim_matches(|sign: char| sign.is_whitespace() || is_unseen(sign));
        text.len() >= self.length && text.bytes().all(|byte| byte == self.sign)
    }
}

/// For each kind of unshown markup where its next end is, so that openings without one cost one search.
#[derive(Default)]
struct Closers([Option<Option<usize>>; UNSHOWN.len()]);

impl Closers {
    fn find(&mut self, text: &str, kind: usize, closes: &str, from: usize) -> Option<usize> {
        let known = self.0.get_mut(kind)?;
        match known {
            Some(None) => return None,
            Some(Some(at)) if *at >= from => return Some(*at),
            _ => {}
        }
        let rest = text.as_bytes().get(from..).unwrap_or(&[]);
        let found = memchr::memmem::find(rest, closes.as_bytes()).map(|at| from + at);
        *known = Some(found);
        found
    }
}

/// Where the line that holds byte `at` ends, its end included (LF, CRLF, or a lone CR).
fn line_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let Some(found) = memchr::memchr2(b'\n', b'\r', bytes.get(at..).unwrap_or(&[])) else {
        return text.len();
    };
    let end = at + found + 1;
    match (bytes.get(end - 1), bytes.get(end)) {
        (Some(b'\r'), Some(b'\n')) => end + 1,
        _ => end,
    }
}

/// Adds a line, as one run with the line before where nothing lies between.
fn push(lines: &mut Vec<Span>, line: Span) {
    match lines.last_mut() {
        Some(last) if last.end == line.start => last.end = line.end,
        _ => lines.push(line),
    }
}

/// How many of at most `most` columns of blanks lead the text, in bytes. A tab counts as up to four.
fn indent_of(text: &str, most: usize) -> usize {
    let mut columns = 0;
    text.bytes()
        .take_while(|byte| {
            columns += match byte {
                b' ' => 1,
                b'\t' => 4 - columns % 4,
                _ => return false,
            };
            columns <= most
        })
        .count()
}

/// The bytes of at most `most` quotation marks at the start of the line, each with a blank behind.
fn quotes(line: &str, most: usize) -> usize {
    let mut end = 0;
    for _ in 0..most {
        let rest = line.get(end..).unwrap_or("");
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let Some(behind) = rest.get(blanks..).and_then(|rest| rest.strip_prefix('>')) else {
            break;
        };
        end += blanks + 1 + usize::from(behind.starts_with(' '));
    }
    end
}

/// The marks of quotations and list items before the text of a line: bytes, quotations, and columns behind
/// the last of those.
fn prefix(line: &str) -> (usize, usize, usize) {
    let bytes = line.as_bytes();
    let (mut at, mut quotes, mut from) = (0, 0, 0);
    loop {
        // What is not seen before a fence does not make it another thing for a reader.
        let rest = line.get(at..).unwrap_or("");
        let behind =
            rest.trim_start_matches(|sign: char| matches!(sign, ' ' | '\t') || is_unseen(sign));
        at += rest.len() - behind.len();
        let digits = bytes
            .get(at..)
            .unwrap_or(&[])
            .iter()
            .take(10)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let mark = match bytes.get(at + digits) {
            Some(b'>') if digits == 0 => {
                quotes += 1;
                at += 1;
                from = at + usize::from(bytes.get(at) == Some(&b' '));
                continue;
            }
            Some(b'-' | b'*' | b'+') if digits == 0 => 1,
            Some(b'.' | b')') if digits > 0 => digits + 1,
            _ => break,
        };
        if !matches!(bytes.get(at + mark), Some(b' ' | b'\t')) {
            break;
        }
        at += mark;
    }
    (at, quotes, at.saturating_sub(from))
}

/// Whether a place on a line, with what stands before and behind it, is within a span of code.
fn is_in_span(before: &str, behind: &str) -> bool {
    before.bytes().filter(|byte| *byte == b'`').count() % 2 == 1 && behind.contains('`')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<(String, String)> {
        let layout = Layout::of(text, 0);
        let code = |block: &Block| block.code.iter().map(|part| part.slice(text)).collect();
        layout
            .blocks
            .iter()
            .map(|block| (block.info.slice(text).to_owned(), code(block)))
            .collect()
    }

    fn spans(text: &str) -> Vec<(&str, SpanKind)> {
        let layout = Layout::of(text, 0);
        let spans = layout.spans.iter();
        spans
            .map(|span| (span.inner.slice(text), span.kind))
            .collect()
    }

    /// Fences of both signs, in lists and quotations, without an end, and with another inside.
    #[test]
    fn fences() {
        for (text, info, code) in [
            ("```sh\na\n```\n", "sh", "a\n"),
            ("~~~~ py x\na\n```\n~~~\n~~~~\nb", " py x", "a\n```\n~~~\n"),
            ("1. x\n\n   ```sh\n   a\n     b\n   ```\n", "sh", "a\n  b\n"),
            ("- ```sh\n  a\n  ```\n", "sh", "a\n"),
            ("> ```sh\n> a\n> ```\n> b\n", "sh", "a\n"),
            ("> ```sh\n> a\nb\n", "sh", "a\n"),
            ("```\r\na\r\n```\r\n", "", "a\r\n"),
            ("```\ra\r```\r", "", "a\r"),
            ("<div>\n```sh\na\n```\n</div>\n", "sh", "a\n"),
            ("```sh\na", "sh", "a"),
            ("\u{200b}```sh\na\n\u{200b}```\nb", "sh", "a\n"),
            ("x\n\n    a\n\n    b\ny", "", "a\n\nb\n"),
        ] {
            assert_eq!(
                blocks(text),
                [(info.to_owned(), code.to_owned())],
                "{text:?}"
            );
        }
        assert_eq!(blocks("```a`\nb\nc\n    d\n"), []);
    }

    /// Spans of code close with as many backticks as they open with, within the paragraph.
    #[test]
    fn code_spans() {
        use SpanKind::{Code, Loaded};
        assert_eq!(spans("a `b` ``c ` d`` e"), [("b", Code), ("c ` d", Code)]);
        assert_eq!(spans("a `b\nc` d"), [("b\nc", Code)]);
        assert_eq!(spans("a `b\n\nc` d"), []);
        assert_eq!(spans("```\n`a`\n```\n"), []);
        assert_eq!(
            spans("!`a` b!`c` \\!`d` !``e``"),
            [("a", Loaded), ("c", Code), ("d", Code), ("e", Code)]
        );
    }

    /// Comments hide fences, and fences and code hide comments.
    #[test]
    fn comments() {
        for (text, expected) in [
            ("a <!-- b --> c <!--d-->", vec![" b ", "d"]),
            ("<!-- a\n```\nb\n``` -->\n", vec![" a\n```\nb\n``` "]),
            ("<!-- a\n\nb", vec![" a\n\nb"]),
            ("a <!-- b", vec![]),
            ("`<!-- a -->`", vec![]),
            ("```\n<!-- a -->\n```", vec![]),
            ("<? a ?>", vec![" a "]),
        ] {
            let layout = Layout::of(text, 0);
            let found: Vec<&str> = layout
                .comments
                .iter()
                .map(|span| span.slice(text))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    proptest::proptest! {
        /// Whatever the text, every part lies in it on character borders, and parts of one kind ascend.
        #[test]
        fn any_text(text in "[`~<!\\-> \t\n\rä1.a]{0,80}") {
            let layout = Layout::of(&text, 0);
            let code = layout.blocks.iter().flat_map(|block| &block.code);
            let spans = layout.spans.iter().map(|span| &span.inner);
            let prose = layout.prose.iter().map(|(span, _)| span);
            for span in code.chain(spans).chain(prose).chain(&layout.comments) {
                proptest::prop_assert!(text.get(span.range()).is_some());
            }
            proptest::prop_assert!(layout.spans.is_sorted_by_key(|span| span.inner.start));
            proptest::prop_assert!(layout.comments.is_sorted_by_key(|span| span.start));
        }
    }
}
