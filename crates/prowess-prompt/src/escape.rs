//! Skill text on its way into a prompt: escaped, so that it stays data.

/// Which characters are written as entities, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// `& < > " '`, the last as `&apos;` (OpenClaw).
    Xml,
    /// `& < > " '`, the last as `&#x27;` (Python's `html.escape`, which the reference library uses).
    Html,
    /// `& < >` (Nanobot's older summary).
    Text,
}

impl Escapes {
    fn entity(self, byte: u8) -> Option<&'static str> {
        match (byte, self) {
            (b'&', _) => Some("&amp;"),
            (b'<', _) => Some("&lt;"),
            (b'>', _) => Some("&gt;"),
            (_, Self::Text) => None,
            (b'"', _) => Some("&quot;"),
            (b'\'', Self::Xml) => Some("&apos;"),
            (b'\'', Self::Html) => Some("&#x27;"),
            _ => None,
        }
    }
}

/// Whether a text holds none of the characters that any style escapes, nor control characters.
/// Looks at every byte without a branch, which compilers turn into vector instructions.
fn is_plain(text: &str) -> bool {
    !text.bytes().fold(false, |special, byte| {
        special
            | (byte < 0x20)
            | (byte == 0x7f)
            | (byte == b'&')
            | (byte == b'<')
            | (byte == b'>')
            | (byte == b'"')
            | (byte == b'\'')
    })
}

/// Whether two blanks stand side by side.
fn has_double_blank(text: &str) -> bool {
    let after = text.bytes().skip(1);
    text.bytes()
        .zip(after)
        .fold(false, |found, pair| found | (pair == (b' ', b' ')))
}

/// Writes `text` with its special characters as entities. Text without any is one copy.
pub(crate) fn escape(out: &mut String, text: &str, escapes: Escapes) {
    if is_plain(text) {
        out.push_str(text);
        return;
    }
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(entity) = escapes.entity(byte) {
            out.push_str(text.get(copied..at).unwrap_or(""));
            out.push_str(entity);
            copied = at + 1;
        }
    }
    out.push_str(text.get(copied..).unwrap_or(""));
}

/// Writes `text` escaped, on one line: every run of blanks and line ends is one space, none stands
/// at the ends, and other control characters are left out.
///
/// A description cannot look like a line of the catalogue then, and costs no budget for layout.
pub(crate) fn escape_line(out: &mut String, text: &str) {
    let text = text.trim();
    if is_plain(text) && !has_double_blank(text) {
        out.push_str(text);
        return;
    }
    let mut copied = 0;
    let mut after_blank = false;
    for (at, byte) in text.bytes().enumerate() {
        let replacement = match byte {
            b'\t' | b'\n' | b'\r' | b' ' if after_blank => Some(""),
            b'\t' | b'\n' | b'\r' => Some(" "),
            0..0x20 | 0x7f => Some(""),
            _ => Escapes::Xml.entity(byte),
        };
        after_blank = matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
            || (after_blank && (byte < 0x20 || byte == 0x7f));
        if let Some(replacement) = replacement {
            out.push_str(text.get(copied..at).unwrap_or(""));
            out.push_str(replacement);
            copied = at + 1;
        }
    }
    out.push_str(text.get(copied..).unwrap_or(""));
}

/// Writes `text` as it stands on one line: line ends and control characters are spaces, so that no
/// name can look like another line.
pub(crate) fn one_line(out: &mut String, text: &str) {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    out.extend(text.chars().map(|c| if is_break(c) { ' ' } else { c }));
}

/// Characters that [`escape_line`] writes of a text, before special ones become entities.
pub(crate) fn line_length(text: &str) -> usize {
    if is_plain(text) && !has_double_blank(text) {
        return text.trim().chars().count();
    }
    let mut length = 0;
    let mut after_blank = false;
    for byte in text.trim().bytes() {
        match byte {
            b'\t' | b'\n' | b'\r' | b' ' => {
                length += usize::from(!after_blank);
                after_blank = true;
            }
            0..0x20 | 0x7f | 0x80..0xc0 => {}
            _ => {
                length += 1;
                after_blank = false;
            }
        }
    }
    length
}

/// The body with the `<` of every tag of `tags`, opening or closing, in any letter case, written
/// as an entity. A body cannot end the element that it is put in. Everything else stays.
pub(crate) fn neutralize_tags<'t>(body: &'t str, tags: &[&str]) -> std::borrow::Cow<'t, str> {
    let opens_tag = |at: usize| {
        let rest = body.get(at + 1..).unwrap_or("");
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        tags.iter().any(|tag| {
            rest.get(..tag.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(tag))
        })
    };
    let mut changed = String::new();
    let mut copied = 0;
    for (at, _) in body.match_indices('<').filter(|&(at, _)| opens_tag(at)) {
        changed.push_str(body.get(copied..at).unwrap_or(""));
        changed.push_str("&lt;");
        copied = at + 1;
    }
    if copied == 0 {
        return std::borrow::Cow::Borrowed(body);
    }
    changed.push_str(body.get(copied..).unwrap_or(""));
    std::borrow::Cow::Owned(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, escapes: Escapes) -> String {
        let mut out = String::new();
        escape(&mut out, text, escapes);
        out
    }

    /// Each client's entities; text without special characters is unchanged.
    #[test]
    fn entities() {
        let text = "é<&>\"'";
        assert_eq!(escaped(text, Escapes::Xml), "é&lt;&amp;&gt;&quot;&apos;");
        assert_eq!(escaped(text, Escapes::Html), "é&lt;&amp;&gt;&quot;&#x27;");
        assert_eq!(escaped(text, Escapes::Text), "é&lt;&amp;&gt;\"'");
        assert_eq!(escaped("plain", Escapes::Xml), "plain");
    }

    /// Line ends and runs of blanks are one space, control characters go, also between blanks.
    #[test]
    fn one_line() {
        let mut out = String::new();
        escape_line(&mut out, "\n a \u{0} \r\n\tb\u{7}c  <d> ");
        assert_eq!(out, "a bc &lt;d&gt;");
        assert_eq!(
            line_length("\n a \u{0} \r\n\tb\u{7}c  <d> é"),
            "a bc <d> é".chars().count()
        );
    }

    /// Tags of the wrapper are taken apart in any case; other markup is the body's own.
    #[test]
    fn wrapper_tags() {
        let tags = ["skill_content"];
        assert_eq!(
            neutralize_tags("<b>x</SKILL_content >", &tags),
            "<b>x&lt;/SKILL_content >"
        );
        assert!(matches!(
            neutralize_tags("<skill> </b>", &tags),
            std::borrow::Cow::Borrowed(_)
        ));
    }
}
