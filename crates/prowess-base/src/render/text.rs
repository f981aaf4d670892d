//! Diagnostics for a person: the path first, then the line with a caret, then what to do.

use std::fmt::Write as _;
use std::path::Path;

use unicode_width::UnicodeWidthChar;

use crate::{Diagnostic, Place, Severity};

/// What stands around a severity word and a caret, so that a terminal can colour them.
///
/// The default marks are empty: the text is readable without colour.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks {
    /// Before an error's word and caret.
    pub error: &'static str,
    /// Before a warning's.
    pub warning: &'static str,
    /// Before an advice's.
    pub advice: &'static str,
    /// After each of them.
    pub reset: &'static str,
}

impl Marks {
    fn of(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Advice => self.advice,
        }
    }
}

/// Renders one diagnostic, with a line end after every line.
///
/// Paths beneath `base` are shown relative to it. Control characters of the source are shown as
/// `�`, so that a file cannot drive the terminal.
#[must_use]
pub fn to_text(diagnostic: &Diagnostic, base: &Path, marks: &Marks) -> String {
    let mut out = String::new();
    let shown = |path: &Path| shown_path(path, base);
    if let Some(file) = &diagnostic.file {
        out.push_str(&shown(file));
        out.push(':');
        if let Some(place) = &diagnostic.place {
            let _ = write!(out, "{}:{}:", place.start.line, place.start.column);
        }
        out.push(' ');
    } else if let Some(place) = &diagnostic.place {
        let _ = write!(out, "{}:{}: ", place.start.line, place.start.column);
    }
    let mark = marks.of(diagnostic.severity);
    let word = diagnostic.severity.as_str();
    let reset = if mark.is_empty() { "" } else { marks.reset };
    let _ = writeln!(
        out,
        "{mark}{word}[{}]{reset}: {}",
        diagnostic.code,
        printable(&diagnostic.message)
    );
    if let Some(place) = &diagnostic.place {
        excerpt(&mut out, place, mark, reset);
    }
    for related in &diagnostic.related {
        let _ = write!(out, "  see {}", shown(&related.file));
        if let Some(position) = related.position {
            let _ = write!(out, ":{}:{}", position.line, position.column);
        }
        let _ = writeln!(out, ": {}", printable(&related.message));
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  help: {}", printable(help));
    }
    out
}

fn shown_path(path: &Path, base: &Path) -> String {
    let path = match path.strip_prefix(base) {
        Ok(rest) if !rest.as_os_str().is_empty() => rest,
        _ => path,
    };
    printable(&path.to_string_lossy())
}

/// Columns of a source line that are shown; a longer line is cut around the caret.
const WIDTH: usize = 100;

fn excerpt(out: &mut String, place: &Place, mark: &str, reset: &str) {
    let line: Vec<char> = place.line_text.chars().collect();
    let start = (place.start.column as usize)
        .saturating_sub(1)
        .min(line.len());
    let end = if place.end.line == place.start.line {
        (place.end.column as usize)
            .saturating_sub(1)
            .clamp(start, line.len())
    } else {
        line.len()
    };
    let from = if start > WIDTH * 3 / 4 {
        start - WIDTH / 2
    } else {
        0
    };
    let to = line.len().min(from + WIDTH);
    let piece = |range: std::ops::Range<usize>| -> String {
        line.get(range)
            .unwrap_or(&[])
            .iter()
            .map(|&c| printable_char(c))
            .collect()
    };
    let width = |text: &str| text.chars().map(|c| c.width().unwrap_or(1)).sum::<usize>();
    let number = place.start.line.to_string();
    let gutter = " ".repeat(number.len());
    let lead = if from > 0 { "…" } else { "" };
    let tail = if to < line.len() { "…" } else { "" };
    let indent = width(lead) + width(&piece(from..start));
    let carets = width(&piece(start..end.min(to))).max(1);
    let _ = writeln!(out, "  {number} | {lead}{}{tail}", piece(from..to));
    let _ = writeln!(
        out,
        "  {gutter} | {}{mark}{}{reset}",
        " ".repeat(indent),
        "^".repeat(carets)
    );
}

fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

/// Controls and bidirectional overrides could rewrite what a terminal shows; a tab becomes a blank.
fn printable_char(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Span};

    fn sample() -> Diagnostic {
        let text = "---\nname: x\ndescription: 茶 a: b\n---\n";
        let start = text.find("茶").unwrap();
        Diagnostic::new(
            Code::new(110),
            Severity::Warning,
            "value needs quotes: it contains `: `",
        )
        .at(text, Span::new(start, start + "茶 a: b".len()))
        .in_file("/w/skills/x/SKILL.md")
        .help("write `description: \"茶 a: b\"`")
    }

    /// The path comes first, the caret stands below the value also behind wide characters.
    #[test]
    fn text() {
        let expected = "skills/x/SKILL.md:3:14: warning[PW110]: value needs quotes: it contains `: `\n  \
                        3 | description: 茶 a: b\n    |              ^^^^^^^\n  \
                        help: write `description: \"茶 a: b\"`\n";
        assert_eq!(
            to_text(&sample(), Path::new("/w"), &Marks::default()),
            expected
        );
    }

    /// A file cannot send controls to the terminal.
    #[test]
    fn controls_are_shown_harmless() {
        let text = "a\u{1b}[2J\u{202e}b";
        let diagnostic = Diagnostic::new(Code::new(110), Severity::Error, "bad\u{7}")
            .at(text, Span::new(0, 1))
            .in_file("/w/\u{1b}x");
        let shown = to_text(&diagnostic, Path::new("/w"), &Marks::default());
        assert!(
            !shown.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{shown:?}"
        );
    }
}
