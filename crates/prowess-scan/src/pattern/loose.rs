//! Patterns, read loosely.
//!
//! What is read here matches at least wherever a pattern does. It knows no borders of words, counts to three,
//! takes letters in either case, and every byte beyond ASCII for any character that is not written out.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::plain::code_point;

/// A pattern over bytes, looser than the one that it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Loose {
    /// Nothing at all.
    Nothing,
    /// A byte beyond ASCII.
    Byte(u8),
    /// One character.
    One(Class),
    /// The start or the end of the text, or of a line.
    Border(Border),
    /// One after the other.
    Sequence(Vec<Loose>),
    /// Any of them.
    Choice(Vec<Loose>),
    /// A part at least so often.
    Repeat(Box<Loose>, usize, Most),
}

/// How often a part may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Most {
    Once,
    Unbounded,
}

/// A place that has no character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Border {
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
}

/// A class of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Class {
    /// Its members in ASCII, one a bit.
    pub(super) ascii: u128,
    /// Whether it is taken to hold every character beyond ASCII.
    pub(super) foreign: bool,
}

impl Class {
    /// The members from one to another in ASCII.
    const fn range(first: u8, last: u8) -> u128 {
        let upto = u128::MAX >> (127 - last as u32);
        upto & (u128::MAX << first as u32)
    }

    /// With its letters in either case.
    const fn folded(self) -> Self {
        const UPPER: u128 = Class::range(b'A', b'Z');
        const LOWER: u128 = Class::range(b'a', b'z');
        const BETWEEN: u32 = (b'a' - b'A') as u32;
        let ascii = self.ascii | (self.ascii & UPPER) << BETWEEN | (self.ascii & LOWER) >> BETWEEN;
        Self { ascii, ..self }
    }

    const fn negated(self) -> Self {
        Self {
            ascii: !self.ascii,
            foreign: true,
        }
    }

    const fn add(&mut self, other: Self) {
        self.ascii |= other.ascii;
        self.foreign |= other.foreign;
    }

    /// What `\w` and its kin stand for.
    const fn of_perl(letter: u8) -> Option<Self> {
        let ascii = match letter.to_ascii_lowercase() {
            b'w' => {
                Self::range(b'a', b'z')
                    | Self::range(b'A', b'Z')
                    | Self::range(b'0', b'9')
                    | Self::range(b'_', b'_')
            }
            b's' => Self::range(b'\t', b'\r') | Self::range(b' ', b' '),
            b'd' => Self::range(b'0', b'9'),
            _ => return None,
        };
        let class = Self {
            ascii,
            foreign: true,
        };
        Some(match letter.is_ascii_uppercase() {
            true => class.negated(),
            false => class,
        })
    }
}

/// Reads `pattern`; nothing where it holds something that is not known here.
pub(super) fn read(pattern: &str) -> Option<Loose> {
    let mut reader = Reader {
        rest: pattern,
        verbose: false,
        of_lines: false,
        dot: Class {
            ascii: !Class::range(b'\n', b'\n'),
            foreign: true,
        },
    };
    if let Some((flags, behind)) = pattern
        .strip_prefix("(?")
        .and_then(|rest| rest.split_once(')'))
        && flags.bytes().all(|flag| b"imsx".contains(&flag))
    {
        reader.rest = behind;
        reader.verbose = flags.contains('x');
        reader.of_lines = flags.contains('m');
        if flags.contains('s') {
            reader.dot.ascii = u128::MAX;
        }
    }
    let read = reader.choice()?;
    reader.rest.is_empty().then_some(read)
}

struct Reader<'p> {
    rest: &'p str,
    /// Blanks mean nothing, and `#` begins a comment.
    verbose: bool,
    /// `^` and `$` stand for borders of lines.
    of_lines: bool,
    /// What a dot stands for.
    dot: Class,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = self.rest.get(character.len_utf8()..)?;
        Some(character)
    }

    fn skips(&mut self, prefix: &str) -> bool {
        let behind = self.rest.strip_prefix(prefix);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    /// Alternatives, up to the end of the group.
    fn choice(&mut self) -> Option<Loose> {
        let mut parts = vec![self.sequence()?];
        while self.skips("|") {
            parts.push(self.sequence()?);
        }
        Some(match parts.len() {
            1 => parts.remove(0),
            _ => Loose::Choice(parts),
        })
    }

    fn sequence(&mut self) -> Option<Loose> {
        let mut parts: Vec<Loose> = Vec::new();
        while let Some(character) = self.peek().filter(|next| !matches!(next, '|' | ')')) {
            self.next();
            let part = match character {
                '\\' => self.escape()?,
                '[' => Loose::One(self.class()?),
                '(' => self.group()?,
                '.' => Loose::One(self.dot),
                '^' if self.of_lines => Loose::Border(Border::LineStart),
                '$' if self.of_lines => Loose::Border(Border::LineEnd),
                '^' => Loose::Border(Border::TextStart),
                '$' => Loose::Border(Border::TextEnd),
                '?' | '*' | '+' | '{' => {
                    let repeated = self.repeated(character, parts.pop()?)?;
                    parts.push(repeated);
                    continue;
                }
                _ if self.verbose && character.is_whitespace() => continue,
                '#' if self.verbose => {
                    self.rest = self.rest.split_once('\n').map_or("", |(_, behind)| behind);
                    continue;
                }
                _ => literal(character)?,
            };
            parts.push(part);
        }
        Some(match parts.len() {
            1 => parts.remove(0),
            _ => Loose::Sequence(parts),
        })
    }

    /// A part that is repeated, given the sign of that. Whether it takes as much or as little as it can is all
    /// the same here.
    fn repeated(&mut self, sign: char, part: Loose) -> Option<Loose> {
        let (least, most) = match sign {
            '?' => (0, Most::Once),
            '*' => (0, Most::Unbounded),
            '+' => (1, Most::Unbounded),
            _ => {
                let (inside, behind) = self.rest.split_once('}')?;
                self.rest = behind;
                let least: usize = inside.split(',').next()?.trim().parse().ok()?;
                (least.min(3), Most::Unbounded)
            }
        };
        self.skips("?");
        Some(Loose::Repeat(Box::new(part), least, most))
    }

    /// A group, given what follows its `(`.
    fn group(&mut self) -> Option<Loose> {
        if self.skips("?") && !self.skips(":") && !self.skips("-u:") {
            let name = self.skips("P<") || self.skips("<");
            self.rest = self.rest.split_once('>').filter(|_| name)?.1;
        }
        let inside = self.choice()?;
        self.skips(")").then_some(inside)
    }

    /// An escape outside a class, given what follows its `\`.
    fn escape(&mut self) -> Option<Loose> {
        let character = self.peek()?;
        match character {
            // A border of words in Unicode is one that bytes do not know.
            'b' | 'B' => {
                self.next();
                Some(Loose::Nothing)
            }
            _ => match self.escaped()? {
                Member::Class(class) => Some(Loose::One(class)),
                Member::Character(character) => literal(character),
            },
        }
    }

    /// What an escape stands for, inside a class and outside.
    fn escaped(&mut self) -> Option<Member> {
        let character = self.next()?;
        if let Ok(letter) = u8::try_from(character)
            && let Some(class) = Class::of_perl(letter)
        {
            return Some(Member::Class(class));
        }
        Some(Member::Character(match character {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' => '\x07',
            'x' | 'u' => {
                let (code, behind) = code_point(character, self.rest)?;
                self.rest = behind;
                code
            }
            '<' | '>' => return None,
            _ if character.is_ascii_alphanumeric() => return None,
            _ => character,
        }))
    }

    /// A class, given what follows its `[`.
    fn class(&mut self) -> Option<Class> {
        let is_negated = self.skips("^");
        let mut class = Class::default();
        // A bracket that comes first is a member.
        let mut is_first = true;
        while is_first || !self.skips("]") {
            is_first = false;
            if self.verbose && self.peek()?.is_whitespace() {
                self.next();
                continue;
            }
            let first = match self.member()? {
                Member::Class(member) => {
                    class.add(member);
                    continue;
                }
                Member::Character(first) => first,
            };
            if self.rest.starts_with("--") {
                return None;
            }
            let is_range = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            let last = match is_range && self.skips("-") {
                true => match self.member()? {
                    Member::Character(last) => last,
                    Member::Class(_) => return None,
                },
                false => first,
            };
            class.foreign |= !last.is_ascii();
            if let Ok(first) = u8::try_from(first)
                && first.is_ascii()
            {
                let last = u8::try_from(last).map_or(127, |last| last.min(127));
                class.ascii |= Class::range(first, last);
            }
        }
        // What a class leaves out is left out in the case in which it is written.
        Some(match is_negated {
            true => class.negated(),
            false => class.folded(),
        })
    }

    /// A member of a class; nothing where it is more than that, as a class within a class is.
    fn member(&mut self) -> Option<Member> {
        match self.next()? {
            '\\' => self.escaped(),
            '[' => None,
            '#' if self.verbose => None,
            sign @ ('&' | '~' | '-') if self.rest.starts_with(sign) => None,
            character => Some(Member::Character(character)),
        }
    }
}

/// What stands in a class.
enum Member {
    Character(char),
    Class(Class),
}

/// A character as it is written, in either case.
fn literal(character: char) -> Option<Loose> {
    if let Ok(byte) = u8::try_from(character)
        && byte.is_ascii()
    {
        let class = Class {
            ascii: Class::range(byte, byte),
            foreign: false,
        };
        return Some(Loose::One(class.folded()));
    }
    let mut cases = ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
    cases.try_case_fold_simple().ok()?;
    let bytes = |character: char| {
        let mut buffer = [0; 4];
        let written = character.encode_utf8(&mut buffer).bytes();
        Loose::Sequence(written.map(Loose::Byte).collect())
    };
    let mut written: Vec<Loose> = cases
        .iter()
        .flat_map(|range| range.start()..=range.end())
        .map(bytes)
        .collect();
    Some(match written.len() {
        1 => written.remove(0),
        _ => Loose::Choice(written),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(ascii: &str, foreign: bool) -> Loose {
        let ascii = ascii
            .bytes()
            .fold(0, |all, byte| all | Class::range(byte, byte));
        Loose::One(Class { ascii, foreign })
    }

    /// Borders of words go, counts become loose, letters are of either case.
    #[test]
    fn parts() {
        let any = |part, least| Loose::Repeat(Box::new(part), least, Most::Unbounded);
        let maybe = |part| Loose::Repeat(Box::new(part), 0, Most::Once);
        for (pattern, expected) in [
            (
                r"\bk1",
                Loose::Sequence(vec![Loose::Nothing, one("kK", false), one("1", false)]),
            ),
            (r"[a-c\x22]{2,9}?", any(one("abcABC\"", false), 2)),
            (r"(?x) [^\x00-y] ? # no", maybe(one("z{|}~\x7f", true))),
            (
                r"(?:^|不)$",
                Loose::Sequence(vec![
                    Loose::Choice(vec![
                        Loose::Border(Border::TextStart),
                        Loose::Sequence(vec![
                            Loose::Byte(0xe4),
                            Loose::Byte(0xb8),
                            Loose::Byte(0x8d),
                        ]),
                    ]),
                    Loose::Border(Border::TextEnd),
                ]),
            ),
            (r"[]—]*", any(one("]", true), 0)),
            (r"(?P<n>\d)", one("0123456789", true)),
        ] {
            assert_eq!(read(pattern), Some(expected), "{pattern}");
        }
        for unknown in [
            "[[:alpha:]]",
            r"\pL",
            r"a\z",
            "(?i:a)",
            "[a&&b]",
            "[a--b]",
            "(a",
            "a)",
        ] {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }
}
