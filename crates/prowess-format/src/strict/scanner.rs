//! The tokens of the reference library's YAML.
//!
//! The library reads headers with *strictyaml*, whose scanner is of YAML 1.1's line: a key may be
//! no longer than 1,024 characters, a tab may not stand before a token, a quoted text may go on at
//! column zero, U+0085 and U+2028 end a line. YAML 1.2 parsers differ in all of these, so that
//! agreement needs a scanner of its own. It knows block style only: what strictyaml refuses
//! wherever it stands (flow style, anchors, aliases, tags, directives) ends the scan.

use super::subset::{SubsetFault, SubsetFaultKind};

/// One token, and where it starts.
#[derive(Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) mark: Mark,
}

/// What a token is. Names follow the YAML 1.1 specification's productions.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind {
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    BlockEntry,
    Key,
    Value,
    Scalar(ScalarToken),
    DocumentEnd,
    StreamEnd,
}

/// A scalar's text. Whether it is plain decides only about the merge key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ScalarToken {
    pub(super) text: String,
    pub(super) plain: bool,
}

/// A place in the text: character index, line and column, all 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark {
    pub(super) index: usize,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// All tokens of `text`, the last one being the end of the stream.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SubsetFault> {
    let mut scanner = Scanner {
        characters: text.chars().collect(),
        at: Mark::default(),
        indent: -1,
        indents: Vec::new(),
        key_allowed: true,
        possible_key: None,
        tokens: Vec::new(),
    };
    while scanner.fetch()? == Stream::Open {}
    Ok(scanner.tokens)
}

/// Longest distance between the start of a key and its `:`, in characters.
const KEY_LENGTH: usize = 1024;

/// What stands behind the last character; it cannot stand in a text.
const END: char = '\0';

struct Scanner {
    characters: Vec<char>,
    at: Mark,
    /// Column of the innermost open block collection, -1 outside.
    indent: isize,
    indents: Vec<isize>,
    /// Whether a key may start here; in block style the same as: whether a collection may.
    key_allowed: bool,
    possible_key: Option<PossibleKey>,
    tokens: Vec<Token>,
}

/// A token that is a key if a `:` follows on its line.
#[derive(Clone, Copy)]
struct PossibleKey {
    token: usize,
    mark: Mark,
    /// Nothing but a key may stand there.
    required: bool,
}

#[derive(PartialEq)]
enum Stream {
    Open,
    Ended,
}

#[derive(Clone, Copy, PartialEq)]
enum BlockStyle {
    Literal,
    Folded,
}

#[derive(Clone, Copy, PartialEq)]
enum Chomping {
    Clip,
    Strip,
    Keep,
}

impl Scanner {
    fn fetch(&mut self) -> Result<Stream, SubsetFault> {
        self.skip_to_token();
        self.drop_stale_key()?;
        self.close_deeper_than(self.column());
        let next = self.peek(1);
        match self.peek(0) {
            END => {
                self.close_deeper_than(-1);
                self.drop_key()?;
                self.push(TokenKind::StreamEnd);
                return Ok(Stream::Ended);
            }
            '%' if self.at.column == 0 => return Err(self.fault(SubsetFaultKind::Directive)),
            '.' if self.at_document_end() => {
                self.close_deeper_than(-1);
                self.drop_key()?;
                self.key_allowed = false;
                self.push(TokenKind::DocumentEnd);
                self.forward(3);
            }
            '[' | '{' => return Err(self.fault(SubsetFaultKind::FlowStyle)),
            '-' if ends_word(next) => self.fetch_entry()?,
            '?' if ends_word(next) => self.fetch_explicit_key()?,
            ':' if ends_word(next) => self.fetch_value()?,
            '*' => return Err(self.fault(SubsetFaultKind::Alias)),
            '&' => return Err(self.fault(SubsetFaultKind::Anchor)),
            '!' => return Err(self.fault(SubsetFaultKind::Tag)),
            '|' => self.fetch_block_scalar(BlockStyle::Literal)?,
            '>' => self.fetch_block_scalar(BlockStyle::Folded)?,
            quote @ ('\'' | '"') => {
                self.save_possible_key()?;
                self.key_allowed = false;
                let mark = self.at;
                let text = self.scan_quoted(quote)?;
                self.push_scalar(mark, text, false);
            }
            first if starts_plain(first, next) => {
                self.save_possible_key()?;
                self.key_allowed = false;
                let mark = self.at;
                let text = self.scan_plain();
                self.push_scalar(mark, text, true);
            }
            other => return Err(self.fault(SubsetFaultKind::Character(other))),
        }
        Ok(Stream::Open)
    }

    fn fetch_entry(&mut self) -> Result<(), SubsetFault> {
        if !self.key_allowed {
            return Err(self.fault(SubsetFaultKind::EntryNotHere));
        }
        if self.open_at(self.column()) {
            self.push(TokenKind::BlockSequenceStart);
        }
        self.key_allowed = true;
        self.drop_key()?;
        self.push(TokenKind::BlockEntry);
        self.forward(1);
        Ok(())
    }

    fn fetch_explicit_key(&mut self) -> Result<(), SubsetFault> {
        if !self.key_allowed {
            return Err(self.fault(SubsetFaultKind::KeyNotHere));
        }
        if self.open_at(self.column()) {
            self.push(TokenKind::BlockMappingStart);
        }
        self.key_allowed = true;
        self.drop_key()?;
        self.push(TokenKind::Key);
        self.forward(1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<(), SubsetFault> {
        if let Some(key) = self.possible_key.take() {
            self.insert(key.token, TokenKind::Key, key.mark);
            if self.open_at(signed(key.mark.column)) {
                self.insert(key.token, TokenKind::BlockMappingStart, key.mark);
            }
            self.key_allowed = false;
        } else {
            if !self.key_allowed {
                return Err(self.fault(SubsetFaultKind::ValueNotHere));
            }
            if self.open_at(self.column()) {
                self.push(TokenKind::BlockMappingStart);
            }
            self.key_allowed = true;
        }
        self.push(TokenKind::Value);
        self.forward(1);
        Ok(())
    }

    fn fetch_block_scalar(&mut self, style: BlockStyle) -> Result<(), SubsetFault> {
        self.key_allowed = true;
        self.drop_key()?;
        let mark = self.at;
        let text = self.scan_block_scalar(style)?;
        self.push_scalar(mark, text, false);
        Ok(())
    }

    // Keys and indentation.

    fn save_possible_key(&mut self) -> Result<(), SubsetFault> {
        if self.key_allowed {
            self.drop_key()?;
            self.possible_key = Some(PossibleKey {
                token: self.tokens.len(),
                mark: self.at,
                required: self.indent == self.column(),
            });
        }
        Ok(())
    }

    fn drop_stale_key(&mut self) -> Result<(), SubsetFault> {
        match self.possible_key {
            Some(key)
                if key.mark.line != self.at.line || self.at.index - key.mark.index > KEY_LENGTH =>
            {
                self.drop_key()
            }
            _ => Ok(()),
        }
    }

    fn drop_key(&mut self) -> Result<(), SubsetFault> {
        match self.possible_key.take() {
            Some(key) if key.required => {
                Err(SubsetFault::new(SubsetFaultKind::KeyWithoutColon, key.mark))
            }
            _ => Ok(()),
        }
    }

    fn open_at(&mut self, column: isize) -> bool {
        let opens = self.indent < column;
        if opens {
            self.indents.push(self.indent);
            self.indent = column;
        }
        opens
    }

    fn close_deeper_than(&mut self, column: isize) {
        while self.indent > column {
            self.indent = self.indents.pop().unwrap_or(-1);
            self.push(TokenKind::BlockEnd);
        }
    }

    // Between tokens.

    fn skip_to_token(&mut self) {
        if self.at.index == 0 && self.peek(0) == '\u{feff}' {
            self.forward(1);
        }
        loop {
            while self.peek(0) == ' ' {
                self.forward(1);
            }
            if self.peek(0) == '#' {
                while !ends_line(self.peek(0)) {
                    self.forward(1);
                }
                self.key_allowed = true;
            } else if self.scan_break().is_some() {
                self.key_allowed = true;
                // Blank lines are kept with their blanks by this scanner's origin, and so is what
                // indents the line after them, tabs included.
                if self.peek(0) == '\n' {
                    while is_break(self.peek(0)) || matches!(self.peek(0), ' ' | '\t') {
                        self.forward(1);
                    }
                }
            } else {
                return;
            }
        }
    }

    fn at_document_end(&self) -> bool {
        self.at.column == 0 && self.at_three_dots()
    }

    fn at_three_dots(&self) -> bool {
        (0..3).all(|ahead| self.peek(ahead) == '.') && ends_word(self.peek(3))
    }

    // Scalars.

    fn scan_plain(&mut self) -> String {
        let indent = self.indent + 1;
        let mut text = String::new();
        let mut blanks = String::new();
        while self.peek(0) != '#' {
            let start = self.at.index;
            while !self.plain_ends_here() {
                self.forward(1);
            }
            if self.at.index == start {
                break;
            }
            self.key_allowed = false;
            text.push_str(&blanks);
            text.extend(self.between(start, self.at.index));
            blanks = self.scan_plain_blanks();
            if blanks.is_empty() || self.column() < indent {
                break;
            }
        }
        text
    }

    fn plain_ends_here(&self) -> bool {
        match self.peek(0) {
            ':' => ends_word(self.peek(1)),
            other => ends_word(other),
        }
    }

    /// The blanks inside a plain scalar as they count in its text; empty where it ends.
    fn scan_plain_blanks(&mut self) -> String {
        let start = self.at.index;
        while self.peek(0) == ' ' {
            self.forward(1);
        }
        let Some(line_break) = self.scan_break() else {
            return self.between(start, self.at.index).collect();
        };
        self.key_allowed = true;
        if self.at_three_dots() {
            return String::new();
        }
        let mut breaks = String::new();
        loop {
            if self.peek(0) == ' ' {
                self.forward(1);
            } else if let Some(another) = self.scan_break() {
                breaks.push(another);
                if self.at_three_dots() {
                    return String::new();
                }
            } else {
                return folded(line_break, &breaks);
            }
        }
    }

    fn scan_quoted(&mut self, quote: char) -> Result<String, SubsetFault> {
        let mark = self.at;
        let mut text = String::new();
        self.forward(1);
        loop {
            match (self.peek(0), quote) {
                (END, _) => return Err(SubsetFault::new(SubsetFaultKind::UnclosedQuote, mark)),
                ('\'', '\'') if self.peek(1) == '\'' => {
                    text.push('\'');
                    self.forward(2);
                }
                (closing, _) if closing == quote => {
                    self.forward(1);
                    return Ok(text);
                }
                ('\\', '"') => self.scan_escape(&mut text)?,
                (' ' | '\t', _) => self.scan_quoted_blanks(&mut text)?,
                (blank, _) if is_break(blank) => self.scan_quoted_blanks(&mut text)?,
                (other, _) => {
                    text.push(other);
                    self.forward(1);
                }
            }
        }
    }

    fn scan_quoted_blanks(&mut self, text: &mut String) -> Result<(), SubsetFault> {
        let start = self.at.index;
        while matches!(self.peek(0), ' ' | '\t') {
            self.forward(1);
        }
        if let Some(line_break) = self.scan_break() {
            let breaks = self.scan_quoted_breaks()?;
            text.push_str(&folded(line_break, &breaks));
        } else {
            text.extend(self.between(start, self.at.index));
        }
        Ok(())
    }

    fn scan_quoted_breaks(&mut self) -> Result<String, SubsetFault> {
        let mut breaks = String::new();
        loop {
            if self.at_three_dots() {
                return Err(self.fault(SubsetFaultKind::UnclosedQuote));
            }
            while matches!(self.peek(0), ' ' | '\t') {
                self.forward(1);
            }
            match self.scan_break() {
                Some(line_break) => breaks.push(line_break),
                None => return Ok(breaks),
            }
        }
    }

    fn scan_escape(&mut self, text: &mut String) -> Result<(), SubsetFault> {
        let mark = self.at;
        self.forward(1);
        let letter = self.peek(0);
        let simple = match letter {
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            't' | '\t' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'e' => '\u{1b}',
            ' ' | '"' | '/' | '\\' => letter,
            'N' => '\u{85}',
            '_' => '\u{a0}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            'x' | 'u' | 'U' => {
                let character = self.scan_code_point(letter, mark)?;
                text.push(character);
                return Ok(());
            }
            other if is_break(other) => {
                self.scan_break();
                let breaks = self.scan_quoted_breaks()?;
                text.push_str(&breaks);
                return Ok(());
            }
            _ => return Err(SubsetFault::new(SubsetFaultKind::Escape, mark)),
        };
        text.push(simple);
        self.forward(1);
        Ok(())
    }

    /// The character of `\xHH`, `\uHHHH` or `\UHHHHHHHH`. Two halves of a surrogate pair give the
    /// character that they stand for, a lone half U+FFFD; the library keeps halves as they are.
    fn scan_code_point(&mut self, letter: char, mark: Mark) -> Result<char, SubsetFault> {
        self.forward(1);
        let code = self.scan_hexadecimal(letter, mark)?;
        if (0xd800..0xdc00).contains(&code) && self.peek(0) == '\\' && self.peek(1) == 'u' {
            let behind_first_half = self.at;
            self.forward(2);
            let second = self.scan_hexadecimal('u', mark)?;
            if (0xdc00..0xe000).contains(&second) {
                let joined = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = behind_first_half;
        }
        if code > u32::from(char::MAX) {
            return Err(SubsetFault::new(SubsetFaultKind::BeyondUnicode, mark));
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn scan_hexadecimal(&mut self, letter: char, mark: Mark) -> Result<u32, SubsetFault> {
        let length = match letter {
            'x' => 2,
            'u' => 4,
            _ => 8,
        };
        let mut code = 0;
        for _ in 0..length {
            let Some(digit) = self.peek(0).to_digit(16) else {
                return Err(SubsetFault::new(SubsetFaultKind::Escape, mark));
            };
            code = code << 4 | digit;
            self.forward(1);
        }
        Ok(code)
    }

    fn scan_block_scalar(&mut self, style: BlockStyle) -> Result<String, SubsetFault> {
        self.forward(1);
        let (chomping, increment) = self.scan_block_indicators()?;
        let smallest = self.indent + 1;
        let (mut breaks, indent) = match increment {
            None => {
                let (breaks, deepest) = self.scan_block_indentation();
                (breaks, smallest.max(deepest))
            }
            Some(increment) => {
                let indent = smallest.max(1) + increment - 1;
                (self.scan_block_breaks(indent), indent)
            }
        };
        let mut text = String::new();
        let mut line_break = None;
        while self.column() == indent && self.peek(0) != END {
            text.push_str(&breaks);
            let more_indented = matches!(self.peek(0), ' ' | '\t');
            let start = self.at.index;
            while !ends_line(self.peek(0)) {
                self.forward(1);
            }
            text.extend(self.between(start, self.at.index));
            line_break = self.scan_break();
            breaks = self.scan_block_breaks(indent);
            let at_top = smallest == 0 && increment.is_none();
            if at_top && self.at_document_end() {
                break;
            }
            if self.column() != indent || self.peek(0) == END {
                break;
            }
            let joins = style == BlockStyle::Folded
                && line_break == Some('\n')
                && !more_indented
                && !matches!(self.peek(0), ' ' | '\t');
            if joins {
                if breaks.is_empty() {
                    text.push(' ');
                }
            } else {
                text.extend(line_break);
            }
        }
        if chomping != Chomping::Strip {
            text.extend(line_break);
        }
        if chomping == Chomping::Keep {
            text.push_str(&breaks);
        }
        Ok(text)
    }

    fn scan_block_indicators(&mut self) -> Result<(Chomping, Option<isize>), SubsetFault> {
        let mark = self.at;
        let mut chomping = None;
        let mut increment = None;
        loop {
            match self.peek(0) {
                '+' if chomping.is_none() => chomping = Some(Chomping::Keep),
                '-' if chomping.is_none() => chomping = Some(Chomping::Strip),
                digit @ '1'..='9' if increment.is_none() => {
                    increment = digit.to_digit(10).and_then(|digit| digit.try_into().ok());
                }
                _ => break,
            }
            self.forward(1);
        }
        if self.peek(0) != ' ' && !ends_line(self.peek(0)) {
            return Err(SubsetFault::new(SubsetFaultKind::BlockHeader, mark));
        }
        while self.peek(0) == ' ' {
            self.forward(1);
        }
        if self.peek(0) == '#' {
            while !ends_line(self.peek(0)) {
                self.forward(1);
            }
        }
        if !ends_line(self.peek(0)) {
            return Err(SubsetFault::new(SubsetFaultKind::BlockHeader, mark));
        }
        self.scan_break();
        Ok((chomping.unwrap_or(Chomping::Clip), increment))
    }

    /// The line breaks before the first line with text, and the deepest indentation up to it.
    fn scan_block_indentation(&mut self) -> (String, isize) {
        let mut breaks = String::new();
        let mut deepest = 0;
        loop {
            if self.peek(0) == ' ' {
                self.forward(1);
                deepest = deepest.max(self.column());
            } else if let Some(line_break) = self.scan_break() {
                breaks.push(line_break);
            } else {
                return (breaks, deepest);
            }
        }
    }

    fn scan_block_breaks(&mut self, indent: isize) -> String {
        let mut breaks = String::new();
        loop {
            while self.column() < indent && self.peek(0) == ' ' {
                self.forward(1);
            }
            match self.scan_break() {
                Some(line_break) => breaks.push(line_break),
                None => return breaks,
            }
        }
    }

    // Characters.

    fn peek(&self, ahead: usize) -> char {
        self.characters
            .get(self.at.index + ahead)
            .copied()
            .unwrap_or(END)
    }

    fn between(&self, start: usize, end: usize) -> impl Iterator<Item = char> {
        self.characters
            .get(start..end)
            .unwrap_or_default()
            .iter()
            .copied()
    }

    fn forward(&mut self, count: usize) {
        for _ in 0..count {
            match self.peek(0) {
                '\n' => {
                    self.at.line += 1;
                    self.at.column = 0;
                }
                '\u{feff}' => {}
                _ => self.at.column += 1,
            }
            self.at.index += 1;
        }
    }

    /// Reads one line break, as it counts in a text.
    fn scan_break(&mut self) -> Option<char> {
        let line_break = match self.peek(0) {
            '\n' | '\u{85}' => '\n',
            separator @ ('\u{2028}' | '\u{2029}') => separator,
            _ => return None,
        };
        self.forward(1);
        Some(line_break)
    }

    fn column(&self) -> isize {
        signed(self.at.column)
    }

    fn push(&mut self, kind: TokenKind) {
        let mark = self.at;
        self.tokens.push(Token { kind, mark });
    }

    fn push_scalar(&mut self, mark: Mark, text: String, plain: bool) {
        let kind = TokenKind::Scalar(ScalarToken { text, plain });
        self.tokens.push(Token { kind, mark });
    }

    fn insert(&mut self, index: usize, kind: TokenKind, mark: Mark) {
        self.tokens
            .insert(index.min(self.tokens.len()), Token { kind, mark });
    }

    fn fault(&self, kind: SubsetFaultKind) -> SubsetFault {
        SubsetFault::new(kind, self.at)
    }
}

fn signed(column: usize) -> isize {
    isize::try_from(column).unwrap_or(isize::MAX)
}

fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn ends_line(character: char) -> bool {
    character == END || is_break(character)
}

fn ends_word(character: char) -> bool {
    matches!(character, ' ' | '\t') || ends_line(character)
}

fn starts_plain(first: char, next: char) -> bool {
    match first {
        '-' | '?' | ':' => !ends_word(next),
        ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
        | '@' | '`' => false,
        other => !ends_word(other),
    }
}

/// One line break counts as a blank; of several, the first one counts nothing.
fn folded(line_break: char, breaks: &str) -> String {
    match (line_break, breaks) {
        ('\n', "") => " ".to_owned(),
        ('\n', breaks) => breaks.to_owned(),
        (separator, breaks) => format!("{separator}{breaks}"),
    }
}
