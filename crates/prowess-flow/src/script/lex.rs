//! Script text to tokens.

use std::sync::Arc;

use prowess_base::Span;

use crate::value::prefix_number;
use crate::{Fault, Value};

/// One token and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Literal(Value),
    Name(Arc<str>),
    Sign(Sign),
}

macro_rules! signs {
    ($($name:ident $text:literal)*) => {
        /// Operators and punctuation, longest first where one begins another.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Sign { $($name),* }

        impl Sign {
            const ALL: &[(Self, &'static str)] = &[$((Self::$name, $text)),*];
        }
    };
}

signs! {
    Create ":="
    AddTo "+="
    TakeFrom "-="
    MultiplyBy "*="
    DivideBy "/="
    Equal "=="
    NotEqual "!="
    LessEqual "<="
    GreaterEqual ">="
    And "&&"
    Or "||"
    Concat ".."
    Assign "="
    Less "<"
    Greater ">"
    Plus "+"
    Minus "-"
    Times "*"
    Divide "/"
    BitAnd "&"
    BitOr "|"
    BitXor "^"
    Not "!"
    Complement "~"
    Question "?"
    Colon ":"
    Semicolon ";"
    Open "("
    Close ")"
}

/// The tokens of a script. A token that is none is a fault wherever it stands.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let blanks = rest.len() - rest.trim_ascii_start().len();
        if blanks > 0 {
            at += blanks;
            continue;
        }
        if rest.is_empty() {
            break;
        }
        let (kind, length) = token(rest).map_err(|fault| match fault {
            Unread::Bad(length) => Fault::ScriptBadToken {
                token: rest.get(..length).unwrap_or(rest).into(),
                position: at,
            },
            Unread::TooLarge(length) => Fault::StringConversion {
                text: rest.get(..length).unwrap_or(rest).into(),
                to: "double",
            },
        })?;
        let span = Span::new(at, at + length);
        found.push(Token { kind, span });
        at += length;
    }
    Ok(found)
}

/// What is no token, with its length in bytes.
enum Unread {
    Bad(usize),
    TooLarge(usize),
}

fn token(rest: &str) -> Result<(Kind, usize), Unread> {
    let first = rest.chars().next().unwrap_or('\0');
    match first {
        '0'..='9' => number(rest),
        '\'' => string(rest),
        'a'..='z' | 'A'..='Z' | '_' | '@' => {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            let length = 1 + rest.bytes().skip(1).take_while(is_name).count();
            let name = rest.get(..length).unwrap_or(rest);
            let kind = match name {
                "true" => Kind::Literal(Value::real(1.0)),
                "false" => Kind::Literal(Value::real(0.0)),
                _ => Kind::Name(name.into()),
            };
            Ok((kind, length))
        }
        _ => Sign::ALL
            .iter()
            .find(|(_, text)| rest.starts_with(text))
            .map(|(sign, text)| (Kind::Sign(*sign), text.len()))
            .ok_or(Unread::Bad(first.len_utf8())),
    }
}

fn string(rest: &str) -> Result<(Kind, usize), Unread> {
    let body = rest.get(1..).unwrap_or("");
    let length = body.find('\'').ok_or(Unread::Bad(rest.len()))?;
    let text = body.get(..length).unwrap_or("");
    Ok((Kind::Literal(Value::text(text)), length + 2))
}

/// A decimal or hexadecimal integer, or a real. Integers that do not fit 64 bits become 0, as there.
fn number(rest: &str) -> Result<(Kind, usize), Unread> {
    let bytes = rest.as_bytes();
    let run = |start: usize, holds: fn(&u8) -> bool| {
        let behind = bytes.get(start..).unwrap_or(&[]);
        behind.iter().take_while(|byte| holds(byte)).count()
    };
    let is_hexadecimal = matches!(bytes.get(..2), Some(b"0x" | b"0X"));
    if is_hexadecimal {
        let length = 2 + run(2, u8::is_ascii_hexdigit);
        if length == 2 || glued(bytes, length) {
            return Err(Unread::Bad(word(bytes)));
        }
        let digits = rest.get(2..length).unwrap_or("");
        let number = i64::from_str_radix(digits, 16).unwrap_or(0);
        return Ok((Kind::Literal(Value::int(number)), length));
    }
    let whole = run(0, u8::is_ascii_digit);
    let mut length = whole;
    let mut is_real = false;
    let is_point = bytes.get(length) == Some(&b'.') && bytes.get(length + 1) != Some(&b'.');
    if is_point {
        let fraction = run(length + 1, u8::is_ascii_digit);
        if fraction == 0 {
            return Err(Unread::Bad(word(bytes)));
        }
        length += 1 + fraction;
        is_real = true;
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let exponent = run(length + 1 + sign, u8::is_ascii_digit);
        if exponent == 0 {
            return Err(Unread::Bad(word(bytes)));
        }
        length += 1 + sign + exponent;
        is_real = true;
    }
    if glued(bytes, length) {
        return Err(Unread::Bad(word(bytes)));
    }
    let text = rest.get(..length).unwrap_or("");
    let value = if is_real {
        Value::real(prefix_number(text).ok_or(Unread::TooLarge(length))?)
    } else {
        Value::int(text.parse().unwrap_or(0))
    };
    Ok((Kind::Literal(value), length))
}

/// Whether a letter, a digit, an underscore or a single point follows a number directly.
fn glued(bytes: &[u8], end: usize) -> bool {
    match bytes.get(end) {
        Some(b'.') => bytes.get(end + 1) != Some(&b'.'),
        Some(byte) => byte.is_ascii_alphanumeric() || *byte == b'_',
        None => false,
    }
}

/// The length of the run of letters, digits, underscores and points that begins here.
fn word(bytes: &[u8]) -> usize {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    bytes.iter().take_while(is_word).count()
}
