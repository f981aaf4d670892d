//! From the text of a command to its words, where that needs no shell.

/// Why a text is not plain words: a shell would do more with it than split it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotPlain {
    /// It holds several commands, or one within another.
    #[error("it is more than one command")]
    Compound,
    /// A shell would put something else in a place of it.
    #[error("a shell would expand it")]
    Expands,
    /// It reads or writes files by itself.
    #[error("it redirects")]
    Redirects,
    /// It begins with values of variables.
    #[error("it sets variables")]
    Assigns,
    /// A quote is not closed, or nothing follows a backslash.
    #[error("it does not end")]
    Unclosed,
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
}

/// The words of a command, as `sh` would give them to a program, for a text that is one plain command.
///
/// # Errors
///
/// [`NotPlain`] for every text of which a shell would make anything but one program with these words. A character that is special
/// in any common shell counts as special, so that the answer does not depend on which one runs it.
pub fn words(text: &str) -> Result<Vec<String>, NotPlain> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some('\'') => break,
                        Some(letter) => word.push(letter),
                        None => return Err(NotPlain::Unclosed),
                    }
                }
            }
            '"' => quoted(&mut letters, word.get_or_insert_default())?,
            '\\' => match letters.next() {
                Some('\n' | '\r') => return Err(NotPlain::Compound),
                Some(letter) => word.get_or_insert_default().push(letter),
                None => return Err(NotPlain::Unclosed),
            },
            ';' | '&' | '|' | '(' | ')' | '\n' | '\r' => return Err(NotPlain::Compound),
            '<' | '>' => return Err(NotPlain::Redirects),
            '$' | '`' | '*' | '?' | '[' | ']' | '{' | '}' | '!' | '%' | '^' => {
                return Err(NotPlain::Expands);
            }
            '~' | '#' | '=' if word.is_none() => return Err(NotPlain::Expands),
            letter if letter.is_control() => return Err(NotPlain::Compound),
            letter => {
                let is_assignment =
                    letter == '=' && words.is_empty() && word.as_deref().is_some_and(is_variable);
                if is_assignment {
                    return Err(NotPlain::Assigns);
                }
                word.get_or_insert_default().push(letter);
            }
        }
    }
    words.extend(word);
    match words.is_empty() {
        true => Err(NotPlain::Empty),
        false => Ok(words),
    }
}

/// The rest of a word in double quotes.
fn quoted(letters: &mut impl Iterator<Item = char>, word: &mut String) -> Result<(), NotPlain> {
    loop {
        match letters.next() {
            Some('"') => return Ok(()),
            Some('$' | '`' | '\\' | '!' | '%') => return Err(NotPlain::Expands),
            Some(letter) => word.push(letter),
            None => return Err(NotPlain::Unclosed),
        }
    }
}

fn is_variable(word: &str) -> bool {
    let word = word.strip_suffix('+').unwrap_or(word);
    !word.starts_with(|letter: char| letter.is_ascii_digit())
        && word
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_commands_are_split() {
        let split = |text| words(text).map(|words| words.join("|"));
        assert_eq!(split("git status"), Ok("git|status".to_owned()));
        assert_eq!(
            split("  git commit -m 'a b; c' \"d e\"\\ f "),
            Ok("git|commit|-m|a b; c|d e f".to_owned())
        );
        assert_eq!(split("echo '' a=b"), Ok("echo||a=b".to_owned()));
    }

    #[test]
    fn what_a_shell_would_do_more_with_is_not_plain() {
        for (text, expected) in [
            ("git status; rm x", NotPlain::Compound),
            ("git status && rm x", NotPlain::Compound),
            ("git status\nrm x", NotPlain::Compound),
            ("git status & rm x", NotPlain::Compound),
            ("git log | sh", NotPlain::Compound),
            ("git $(rm x)", NotPlain::Expands),
            ("git `rm x`", NotPlain::Expands),
            ("git \"$(rm x)\"", NotPlain::Expands),
            ("git \"`rm x`\"", NotPlain::Expands),
            ("git $X", NotPlain::Expands),
            ("git *", NotPlain::Expands),
            ("git {a,b}", NotPlain::Expands),
            ("git ~/x", NotPlain::Expands),
            ("git log > x", NotPlain::Redirects),
            ("git <(rm x)", NotPlain::Redirects),
            ("GIT_PAGER=sh git log", NotPlain::Assigns),
            ("A+=b git log", NotPlain::Assigns),
            ("git 'log", NotPlain::Unclosed),
            ("git \"log", NotPlain::Unclosed),
            ("git log\\", NotPlain::Unclosed),
            ("", NotPlain::Empty),
            ("git log # x", NotPlain::Expands),
            ("git log\u{0}", NotPlain::Compound),
        ] {
            assert_eq!(words(text), Err(expected), "`{text}`");
        }
    }
}
