//! Patterns for texts of ASCII alone.

/// A pattern over bytes that matches what `pattern` does in texts of ASCII alone, where classes and borders
/// of words are those of ASCII: every other character is a byte that stands in no such text. Nothing where
/// `pattern` names classes of Unicode.
pub(super) fn plain(pattern: &str) -> Option<String> {
    const NEVER: &str = r"\xff";
    let mut plain = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(character) = rest.chars().next() {
        let behind = rest.get(character.len_utf8()..)?;
        rest = match character {
            '\\' => {
                let escaped = behind.chars().next()?;
                let after = behind.get(escaped.len_utf8()..)?;
                match escaped {
                    'x' | 'u' => {
                        let (code, after) = code_point(escaped, after)?;
                        match code.is_ascii() {
                            true => plain.push_str(&format!("\\x{:02x}", u32::from(code))),
                            false => plain.push_str(NEVER),
                        }
                        after
                    }
                    'p' | 'P' => return None,
                    _ if escaped.is_ascii() => {
                        plain.push('\\');
                        plain.push(escaped);
                        after
                    }
                    _ => {
                        plain.push_str(NEVER);
                        after
                    }
                }
            }
            _ if character.is_ascii() => {
                plain.push(character);
                behind
            }
            _ => {
                plain.push_str(NEVER);
                behind
            }
        };
    }
    Some(plain)
}

/// The character that `\x` or `\u` stands for, and what follows it.
pub(super) fn code_point(kind: char, after: &str) -> Option<(char, &str)> {
    let (digits, after) = match after.strip_prefix('{') {
        Some(inside) => inside.split_once('}')?,
        None => after.split_at_checked(if kind == 'x' { 2 } else { 4 })?,
    };
    let code = u32::from_str_radix(digits, 16).ok()?;
    Some((char::from_u32(code)?, after))
}
