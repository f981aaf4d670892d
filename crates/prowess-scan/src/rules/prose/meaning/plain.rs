//! A passage as its words are looked for: small letters, one blank between words, sentences apart.

/// The longest sentence, in bytes and in marks: a longer one is read as several.
const LONGEST: usize = 1000;

/// A passage in small letters, with one blank between its words, and where each of its bytes came from.
pub(super) struct Plain {
    pub(super) text: String,
    pub(super) places: Vec<u32>,
    /// Where sentences end in `text`, and whether a heading ends there.
    pub(super) ends: Vec<(usize, bool)>,
}

/// The text of a passage in small letters.
pub(super) fn plain(part: &str) -> Plain {
    let mut plain = Plain {
        text: String::with_capacity(part.len() + 8),
        places: Vec::with_capacity(part.len() + 8),
        ends: Vec::new(),
    };
    let mut in_heading = part.starts_with('#');
    let mut previous = ' ';
    for (at, character) in part.char_indices() {
        let rest = || part.get(at + character.len_utf8()..).unwrap_or("");
        match character {
            'a'..='z' | '0'..='9' => plain.push(character, at),
            'A'..='Z' => plain.push(character.to_ascii_lowercase(), at),
            '\n' => {
                let next = rest().trim_start_matches([' ', '\t', '\r', '>']);
                if in_heading || next.starts_with('\n') || opens_line(next) {
                    plain.end(in_heading);
                }
                in_heading = next.starts_with('#');
                plain.blank(at);
            }
            '.' | '!' | '?' => {
                plain.push(character, at);
                let rest = rest();
                let is_end =
                    rest.is_empty() || rest.starts_with([' ', '\n', '\r', '"', '”', ')', '*', '`']);
                if is_end && !plain.text.ends_with("e.g.") && !plain.text.ends_with("i.e.") {
                    plain.end(false);
                }
            }
            '。' | '！' | '？' => {
                plain.push(' ', at);
                plain.end(false);
            }
            '"' | '\'' if ends_item(rest()) => plain.end(false),
            // A group of a pattern of expressions, not words in brackets.
            ')' if rest().starts_with(['?', '*', '+', '|']) => plain.end(false),
            '*' if rest().starts_with('.') => plain.push('*', at),
            '\'' | '’' if previous.is_alphanumeric() => plain.push('\'', at),
            '*' | '`' | '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '‘' | '’' | '\''
            | '|' | '>' | '(' | ')' | '[' | ']' | '{' | '}' => plain.blank(at),
            _ if character.is_whitespace() => plain.blank(at),
            _ => {
                for small in character.to_lowercase() {
                    plain.push(small, at);
                }
            }
        }
        previous = character;
    }
    plain.end(false);
    plain
}

impl Plain {
    fn push(&mut self, character: char, at: usize) {
        self.text.push(character);
        let place = u32::try_from(at).unwrap_or(u32::MAX);
        self.places.resize(self.text.len(), place);
        if self.text.len() - self.ends.last().map_or(0, |(end, _)| *end) > LONGEST {
            self.end(false);
        }
    }

    fn blank(&mut self, at: usize) {
        if !self.text.ends_with(' ') {
            self.push(' ', at);
        }
    }

    fn end(&mut self, heading: bool) {
        let at = self.text.len();
        if self.ends.last().map_or(0, |(end, _)| *end) < at {
            self.ends.push((at, heading));
        } else if let Some((_, last)) = self.ends.last_mut() {
            *last |= heading;
        }
    }
}

/// Whether a quotation mark, with this behind it, ends an item of a list in a program.
fn ends_item(rest: &str) -> bool {
    let next = rest.strip_prefix(',').map(str::trim_start);
    rest.starts_with("),")
        || next.is_some_and(|next| next.starts_with(['"', '\'', '(']) || next.starts_with("r\""))
}

/// Whether a line opens an item, a row, a block or a heading.
fn opens_line(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.starts_with(['#', '|', '•'])
        || line.starts_with("```")
        || line.starts_with("- ")
        || line.starts_with("* ")
        || line.starts_with("+ ")
        || line.starts_with("---")
        || digits > 0
            && line
                .get(digits..)
                .is_some_and(|rest| rest.starts_with(['.', ')', '、']))
}
