//! Where the header begins and ends.
//!
//! A fence is a line of exactly three dashes and blanks (spaces and tabs) at column zero. The
//! opening one is the first line of the text; the next such line closes the header. Lines end at
//! LF, CRLF or CR.

use prowess_base::Span;

/// What the fences of a text say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fences {
    /// The first line is no fence.
    Absent,
    /// No second fence follows.
    Unterminated {
        /// The three dashes.
        fence: Span,
        /// Behind the opening fence's line.
        rest: usize,
    },
    /// Both are there.
    Found {
        /// Between the fences: from behind the opening line to the closing dashes.
        header: Span,
        /// Behind the closing fence's line.
        body: usize,
    },
}

/// Finds the fences of `text`.
pub(super) fn find(text: &str) -> Fences {
    let bytes = text.as_bytes();
    let Some(start) = fence_end(bytes, 0) else {
        return Fences::Absent;
    };
    let mut line = start;
    loop {
        if let Some(body) = fence_end(bytes, line) {
            return Fences::Found {
                header: Span::new(start, line),
                body,
            };
        }
        match next_line(bytes, line) {
            Some(next) => line = next,
            None => {
                return Fences::Unterminated {
                    fence: Span::new(0, 3),
                    rest: start,
                };
            }
        }
    }
}

/// Where the line behind the fence at `start` begins, if one stands there.
fn fence_end(bytes: &[u8], start: usize) -> Option<usize> {
    let blanks = bytes.get(start..)?.strip_prefix(b"---")?;
    let end = blanks
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .unwrap_or(blanks.len());
    let ends_line = match blanks.get(end..)? {
        [] => 0,
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => return None,
    };
    Some(start + 3 + end + ends_line)
}

/// Where the next line begins; nothing at the end of the text.
fn next_line(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let end = memchr::memchr2(b'\n', b'\r', rest)?;
    let length = if rest.get(end..end + 2) == Some(b"\r\n") {
        2
    } else {
        1
    };
    Some(start + end + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (&str, &str) {
        match find(text) {
            Fences::Found { header, body } => (header.slice(text), text.get(body..).unwrap()),
            other => panic!("{other:?} in {text:?}"),
        }
    }

    /// FM-07: all three line ends, and a closing fence as the very last bytes.
    #[test]
    fn fm_07_line_ends() {
        assert_eq!(found("---\na\n---\nb"), ("a\n", "b"));
        assert_eq!(found("---\r\na\r\n---\r\nb"), ("a\r\n", "b"));
        assert_eq!(found("---\ra\r---\rb"), ("a\r", "b"));
        assert_eq!(found("---\na\n---"), ("a\n", ""));
    }

    /// FM-11: blanks behind a fence do not count.
    #[test]
    fn fm_11_blanks_behind_a_fence() {
        assert_eq!(found("--- \t\na\n---  \nb"), ("a\n", "b"));
    }

    /// FM-13: four dashes, or dashes with text, are no fence.
    #[test]
    fn fm_13_more_than_a_fence() {
        for text in ["---\na\n----\nb", "---\na\n---extra\nb", "---\na\n --- \nb"] {
            let fence = Span::new(0, 3);
            assert_eq!(find(text), Fences::Unterminated { fence, rest: 4 });
        }
        assert_eq!(find("----\n---\n"), Fences::Absent);
        assert_eq!(find(" ---\n---\n"), Fences::Absent);
        assert_eq!(find("\u{feff}---\n---\n"), Fences::Absent);
    }

    /// FM-14: an empty header is told from none and from an unterminated one.
    #[test]
    fn fm_14_empty() {
        assert_eq!(found("---\n---\nb"), ("", "b"));
        assert_eq!(find(""), Fences::Absent);
        let fence = Span::new(0, 3);
        assert_eq!(find("---"), Fences::Unterminated { fence, rest: 3 });
    }

    /// FM-15, FM-16: rules and samples in the body are body.
    #[test]
    fn fm_15_fm_16_rules_in_the_body() {
        assert_eq!(found("---\na\n---\nb\n---\nc"), ("a\n", "b\n---\nc"));
        assert_eq!(find("# Plain\n\n---\n\nstays\n\n---\n"), Fences::Absent);
    }
}
