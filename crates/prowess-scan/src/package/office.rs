//! Office documents, once their archive is open: their text without markup, and macros.

use super::archive::{Body, Opened, Part};
use super::oddity::Oddity;

/// Adds what a reader of the document sees, and notes macros.
pub(crate) fn look(opened: &mut Opened) {
    const MARKS: [&str; 6] = [
        "[Content_Types].xml",
        "mimetype",
        "word/",
        "ppt/",
        "xl/",
        "content.xml",
    ];
    let is_office = |part: &Part| MARKS.iter().any(|mark| part.name.starts_with(mark));
    if !opened.parts.iter().any(is_office) {
        return;
    }
    let mut texts = Vec::new();
    for part in &opened.parts {
        let name = part.name.to_ascii_lowercase();
        if name.ends_with("vbaproject.bin")
            || name.contains("/macrosheets/")
            || name.starts_with("basic/")
        {
            opened.oddities.push(Oddity::Macros("it holds macros"));
        }
        let Body::Bytes(bytes) = &part.body else {
            continue;
        };
        let Ok(text) = std::str::from_utf8(bytes) else {
            continue;
        };
        if name.ends_with(".rels")
            && text.contains("\"External\"")
            && ["attachedTemplate", "oleObject", "/frame\""]
                .iter()
                .any(|kind| text.contains(kind))
        {
            opened.oddities.push(Oddity::Macros(
                "it loads a template or object from elsewhere",
            ));
        }
        if name.ends_with(".xml") {
            let text = plain(text);
            if text.trim().len() >= 4 {
                texts.push(Part::new(
                    format!("{}!/text.md", part.name),
                    Body::Bytes(text.into_bytes()),
                ));
            }
        }
    }
    opened.oddities.dedup();
    opened.parts.extend(texts);
}

/// The text between the marks: runs of one paragraph joined, a line for each paragraph.
fn plain(markup: &str) -> String {
    let mut text = String::new();
    // A run that is not shown stands in a comment, as it would in Markdown.
    let mut is_hidden = false;
    for piece in markup.split('<') {
        let (mark, rest) = piece.split_once('>').unwrap_or(("", piece));
        let mark = mark.trim_end_matches('/');
        let name = mark.split_ascii_whitespace().next().unwrap_or("");
        let local = name.rsplit([':', '/']).next().unwrap_or(name);
        let ends = (name.starts_with('/') && matches!(local, "p" | "h" | "si" | "row" | "comment"))
            || matches!(local, "br" | "tab" | "line-break");
        if ends && !text.ends_with('\n') {
            text.push('\n');
        }
        match name {
            "w:vanish" | "w:webHidden" => {
                is_hidden = !mark.contains("\"0\"") && !mark.contains("false")
            }
            "/w:r" => is_hidden = false,
            _ => {}
        }
        if is_hidden && !rest.trim().is_empty() {
            text.push_str("<!-- ");
            entities(rest, &mut text);
            text.push_str(" -->");
        } else {
            entities(rest, &mut text);
        }
    }
    text
}

fn entities(piece: &str, text: &mut String) {
    let mut parts = piece.split('&');
    text.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (entity, rest) = part.split_once(';').unwrap_or(("", part));
        let number = entity.strip_prefix("#x").map_or_else(
            || {
                entity
                    .strip_prefix('#')
                    .and_then(|digits| digits.parse().ok())
            },
            |digits| u32::from_str_radix(digits, 16).ok(),
        );
        match entity {
            "lt" => text.push('<'),
            "gt" => text.push('>'),
            "amp" => text.push('&'),
            "quot" => text.push('"'),
            "apos" => text.push('\''),
            _ => text.extend(number.and_then(char::from_u32)),
        }
        text.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that is not shown is told from those that are.
    #[test]
    fn hidden_runs() {
        let markup = "<w:r><w:t>seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>not</w:t></w:r><w:r><w:t>seen</w:t></w:r>";
        assert_eq!(plain(markup), "seen<!-- not -->seen");
    }

    /// A command that is cut into runs is read as one.
    #[test]
    fn runs_are_joined() {
        let markup = "<w:p><w:r><w:t>cu</w:t></w:r><w:r><w:t>rl a &amp;&#38; b</w:t></w:r></w:p><w:p><w:t>next</w:t></w:p>";
        assert_eq!(plain(markup), "curl a && b\nnext\n");
    }
}
