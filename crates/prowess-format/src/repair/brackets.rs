//! Where brackets and quotation marks close.

/// The length of the bracketed value that `text` begins with, its closing bracket included;
/// nothing where a bracket stays open or closes another kind. Brackets in quotes and in `//` and
/// `/* */` comments do not count.
pub(super) fn closed(text: &str) -> Option<usize> {
    let mut open: Vec<char> = Vec::new();
    let mut before = ' ';
    let mut characters = text.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                if open.pop() != Some(character) {
                    return None;
                }
                if open.is_empty() {
                    return Some(index + 1);
                }
            }
            // An apostrophe inside a word is none of these.
            '"' | '\'' if matches!(before, ' ' | '\t' | '\n' | '\r' | '{' | '[' | ',' | ':') => {
                let length = quoted(text.get(index..)?, character)?;
                let end = index + length;
                while characters.clone().next().is_some_and(|(at, _)| at < end) {
                    characters.next();
                }
            }
            '/' if matches!(before, ' ' | '\t' | '\n' | '\r' | '{' | '[' | ',') => {
                let rest = text.get(index..)?;
                let length = if rest.starts_with("//") {
                    rest.find(['\n', '\r'])?
                } else if rest.starts_with("/*") {
                    rest.find("*/")? + 2
                } else {
                    0
                };
                let end = index + length;
                while characters.clone().next().is_some_and(|(at, _)| at < end) {
                    characters.next();
                }
            }
            _ => {}
        }
        before = character;
    }
    None
}

/// The length of the quoted text that `text` begins with, both marks included. In `"` a backslash
/// escapes the next character; in `'` two marks are one.
pub(super) fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((index, character)) = characters.next() {
        if character == '\\' && quote == '"' {
            characters.next();
        } else if character == quote {
            if quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == quote) {
                characters.next();
            } else {
                return Some(index + quote.len_utf8());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quotes and comments hide brackets; what stays open has no length.
    #[test]
    fn closing() {
        assert_eq!(closed("{a: [1, \"]\"]} x"), Some(13));
        assert_eq!(closed("[a's, 'b]', /* ] */ c] d"), Some(22));
        assert_eq!(closed("{ // }\n}"), Some(8));
        assert_eq!(closed("{[}"), None);
        assert_eq!(closed("{{}"), None);
        assert_eq!(closed("[https://a] b"), Some(11));
        assert_eq!(quoted(r#""a\"b" c"#, '"'), Some(6));
        assert_eq!(quoted("'a''b' c", '\''), Some(6));
        assert_eq!(quoted("\"a", '"'), None);
    }
}
