//! Reading tables of a profile's file, with the place of every fault.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use prowess_base::{Diagnostic, Severity, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ReadTool;
use super::words::Word;
use crate::codes::roots::{PROFILE_FILE, PROFILE_KEY, PROFILE_VALUE};

/// The text of a file and the faults found so far.
pub(super) struct TomlFile<'t> {
    text: &'t str,
    file: &'t Path,
    faults: RefCell<Vec<Diagnostic>>,
}

/// One table of the file. What is read from it is known; [`Section::finish`] tells of the rest.
pub(super) struct Section<'s, 't> {
    source: &'s TomlFile<'t>,
    table: &'s DeTable<'t>,
    /// The keys before, with a dot at the end: `discovery.`.
    prefix: String,
    known: RefCell<Vec<&'static str>>,
}

/// What is wrong with a key.
#[derive(Debug)]
pub(super) enum Fault {
    /// A sentence of its own.
    Value(String),
    /// The value is something else than is wanted: both in words.
    Kind(String, String),
}

impl<'t> TomlFile<'t> {
    pub(super) fn new(text: &'t str, file: &'t Path) -> Self {
        Self {
            text,
            file,
            faults: RefCell::default(),
        }
    }

    /// The whole file as a table; a fault where it is no TOML.
    pub(super) fn parse(&self) -> Option<DeTable<'t>> {
        match DeTable::parse(self.text) {
            Ok(table) => Some(table.into_inner()),
            Err(error) => {
                let diagnostic =
                    Diagnostic::new(PROFILE_FILE, Severity::Error, "the file is no TOML")
                        .help(error.message().to_owned());
                self.push(diagnostic, error.span().unwrap_or(0..0));
                None
            }
        }
    }

    /// Every fault, in the order of the text.
    pub(super) fn into_faults(self) -> Vec<Diagnostic> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|fault| fault.place.as_ref().map(|place| place.span.start));
        faults
    }

    fn push(&self, diagnostic: Diagnostic, at: Range<usize>) {
        let small = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let span = Span {
            start: small(at.start),
            end: small(at.end),
        };
        let diagnostic = diagnostic.at(self.text, span).in_file(self.file);
        self.faults.borrow_mut().push(diagnostic);
    }
}

impl<'s, 't> Section<'s, 't> {
    pub(super) fn new(source: &'s TomlFile<'t>, table: &'s DeTable<'t>, prefix: &str) -> Self {
        Self {
            source,
            table,
            prefix: prefix.to_owned(),
            known: RefCell::default(),
        }
    }

    /// Tells of every key that nothing asked for.
    pub(super) fn finish(self) {
        let known = self.known.borrow();
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let message = format!("there is no key `{}{name}`", self.prefix);
            let diagnostic = Diagnostic::new(PROFILE_KEY, Severity::Error, message)
                .help(format!("known here: {}", known.join(", ")));
            self.source.push(diagnostic, key.span());
        }
    }

    /// Tells of a fault at a key.
    pub(super) fn fault(&self, key: &str, fault: Fault, help: &str) {
        let at = self
            .table
            .get(key)
            .map_or_else(|| self.start(), Spanned::span);
        let message = match fault {
            Fault::Value(message) => message,
            Fault::Kind(found, wanted) => {
                format!("`{}{key}` is {found}, not {wanted}", self.prefix)
            }
        };
        let diagnostic = Diagnostic::new(PROFILE_VALUE, Severity::Error, message).help(help);
        self.source.push(diagnostic, at);
    }

    /// Tells that a key is missing.
    pub(super) fn missing(&self, key: &'static str) {
        let message = format!("`{}{key}` is missing", self.prefix);
        self.fault(key, Fault::Value(message), "add it");
    }

    pub(super) fn text(&self, key: &'static str) -> Option<&'s str> {
        let value = self.get(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_kind(key, value, "a text");
        }
        text
    }

    pub(super) fn required_text(&self, key: &'static str) -> Option<&'s str> {
        if self.get(key).is_none() {
            self.missing(key);
        }
        self.text(key)
    }

    pub(super) fn set_text(&self, key: &'static str, slot: &mut String) {
        if let Some(text) = self.text(key) {
            text.clone_into(slot);
        }
    }

    pub(super) fn word<W: Word>(&self, key: &'static str) -> Option<W> {
        let text = self.text(key)?;
        let word = W::from_word(text);
        if word.is_none() {
            let words: Vec<String> = W::WORDS
                .iter()
                .map(|(word, _)| format!("`{word}`"))
                .collect();
            let wanted = format!("one of {}", words.join(", "));
            self.fault(
                key,
                Fault::Kind(format!("`{text}`"), wanted),
                "take one of these",
            );
        }
        word
    }

    pub(super) fn required_word<W: Word>(&self, key: &'static str) -> Option<W> {
        if self.get(key).is_none() {
            self.missing(key);
        }
        self.word(key)
    }

    pub(super) fn set_word<W: Word>(&self, key: &'static str, slot: &mut W) {
        if let Some(word) = self.word(key) {
            *slot = word;
        }
    }

    pub(super) fn set_number<N>(&self, key: &'static str, slot: &mut N, range: RangeInclusive<N>)
    where
        N: Copy + PartialOrd + Display + TryFrom<i64>,
    {
        if let Some(number) = self.number(key, &range) {
            *slot = number;
        }
    }

    /// Whether the text `none` stands there.
    pub(super) fn is_none_word(&self, key: &'static str) -> bool {
        let is_none = |value: &Spanned<DeValue<'_>>| value.get_ref().as_str() == Some("none");
        self.get(key).is_some_and(is_none)
    }

    /// A number, or the text `none` for no bound.
    pub(super) fn set_bound(&self, key: &'static str, slot: &mut Option<u32>) {
        if self.is_none_word(key) {
            *slot = None;
        } else if let Some(number) = self.number(key, &(0..=u32::MAX)) {
            *slot = Some(number);
        }
    }

    pub(super) fn texts(&self, key: &'static str) -> Option<Vec<String>> {
        let value = self.get(key)?;
        let texts = value.get_ref().as_array().and_then(|elements| {
            elements
                .iter()
                .map(|element| element.get_ref().as_str().map(str::to_owned))
                .collect::<Option<Vec<String>>>()
        });
        if texts.is_none() {
            self.wrong_kind(key, value, "a list of texts");
        }
        texts
    }

    pub(super) fn set_texts(&self, key: &'static str, slot: &mut Vec<String>) {
        if let Some(texts) = self.texts(key) {
            *slot = texts;
        }
    }

    /// Names of tools; a name in any letter case is a table with `case = "any"`, a tool that takes a
    /// skill's name one with `takes = "name"`.
    pub(super) fn read_tools(&self, key: &'static str) -> Option<Vec<ReadTool>> {
        let value = self.get(key)?;
        let one = |element: &'s Spanned<DeValue<'t>>| match element.get_ref() {
            DeValue::String(name) => Some(ReadTool::Exact(name.to_string())),
            DeValue::Table(table) => {
                let section = Section::new(self.source, table, &format!("{}{key}.", self.prefix));
                let name = section.required_text("name").map(str::to_owned);
                let case = section.text("case");
                let takes = section.text("takes");
                section.finish();
                Some(match (case, takes) {
                    (_, Some("name")) => ReadTool::ByName(name?),
                    (Some("any"), _) => ReadTool::AnyCase(name?),
                    _ => ReadTool::Exact(name?),
                })
            }
            _ => None,
        };
        let tools = value
            .get_ref()
            .as_array()
            .and_then(|elements| elements.iter().map(one).collect::<Option<Vec<_>>>());
        if tools.is_none() {
            self.wrong_kind(key, value, "a list of names");
        }
        tools
    }

    pub(super) fn table(&self, key: &'static str) -> Option<Section<'s, 't>> {
        let value = self.get(key)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_kind(key, value, "a table");
        }
        let prefix = format!("{}{key}.", self.prefix);
        table.map(|table| Section::new(self.source, table, &prefix))
    }

    pub(super) fn tables(&self, key: &'static str) -> Option<Vec<Section<'s, 't>>> {
        let value = self.get(key)?;
        let prefix = format!("{}{key}.", self.prefix);
        let tables = value.get_ref().as_array().and_then(|elements| {
            elements
                .iter()
                .map(|element| {
                    let table = element.get_ref().as_table()?;
                    Some(Section::new(self.source, table, &prefix))
                })
                .collect::<Option<Vec<_>>>()
        });
        if tables.is_none() {
            self.wrong_kind(key, value, "a list of tables");
        }
        tables
    }

    fn number<N>(&self, key: &'static str, range: &RangeInclusive<N>) -> Option<N>
    where
        N: Copy + PartialOrd + Display + TryFrom<i64>,
    {
        let value = self.get(key)?;
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        let Some(integer) = value.get_ref().as_integer() else {
            self.wrong_kind(key, value, &wanted);
            return None;
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.and_then(|number| N::try_from(number).ok());
        let fits = number.filter(|number| range.contains(number));
        if fits.is_none() {
            let found = integer.as_str().to_owned();
            self.fault(key, Fault::Kind(found, wanted), "take one of these");
        }
        fits
    }

    fn get(&self, key: &'static str) -> Option<&'s Spanned<DeValue<'t>>> {
        let mut known = self.known.borrow_mut();
        if !known.contains(&key) {
            known.push(key);
        }
        self.table.get(key)
    }

    fn wrong_kind(&self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let fault = Fault::Kind(found.to_owned(), wanted.to_owned());
        self.fault(key, fault, &format!("give {wanted}"));
    }

    /// The place of a table without the key that is asked for: its first key.
    fn start(&self) -> Range<usize> {
        let mut starts: Vec<_> = self.table.keys().map(Spanned::span).collect();
        starts.sort_by_key(|span| span.start);
        starts.into_iter().next().unwrap_or(0..0)
    }
}
