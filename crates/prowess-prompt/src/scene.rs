//! What a style writes: the skills that may be listed, and how much of each.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use prowess_catalog::{Entry, EntryId, Root, Snapshot, Trust, Verdict};

use crate::options::{RenderOptions, Resident};
use crate::rendered::{Omission, Part, PartKind};
use crate::shorten::{Description, Sentences};

/// How much of one skill is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// All of it.
    Full,
    /// At most so many characters of its description.
    Cut(usize),
    /// No description.
    Name,
    /// Nothing.
    Left,
}

/// One skill that may be listed.
#[derive(Debug, Clone)]
pub(crate) struct Line<'a> {
    pub(crate) id: EntryId,
    pub(crate) entry: &'a Entry,
    pub(crate) form: Form,
    /// The sentences of the description as the style shows it.
    sentences: OnceCell<Sentences<'a>>,
}

impl<'a> Line<'a> {
    pub(crate) fn new(id: EntryId, entry: &'a Entry) -> Self {
        Self {
            id,
            entry,
            form: Form::Full,
            sentences: OnceCell::new(),
        }
    }

    /// The description as the own style has it, with `when_to_use` behind it.
    pub(crate) fn description(&self) -> Description<'a> {
        Description::new(
            &self.entry.description,
            self.entry.manifest.when_to_use.as_deref(),
        )
    }

    /// The description in its form; nothing where only the name is written.
    pub(crate) fn shown_description(&self, description: Description<'a>) -> Option<Cow<'a, str>> {
        let limit = match self.form {
            Form::Full => usize::MAX,
            Form::Cut(limit) => limit,
            Form::Name | Form::Left => return None,
        };
        Some(description.shortened(limit, &self.sentences))
    }

    pub(crate) fn is_left(&self) -> bool {
        self.form == Form::Left
    }

    pub(crate) fn is_available(&self) -> bool {
        self.entry.is_eligible()
    }
}

/// Everything that a style looks at.
pub(crate) struct Scene<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) options: &'a RenderOptions<'a>,
    /// The tool that reads skills.
    pub(crate) reader: Reader<'a>,
    pub(crate) residents: Vec<&'a Resident<'a>>,
    /// In listing order.
    pub(crate) lines: Vec<Line<'a>>,
    /// Eligible, model-visible skills that a bound left out before anything was written.
    pub(crate) over: Vec<(EntryId, Omission)>,
    /// Skills that do not count, and how many of them are named.
    pub(crate) unavailable: Vec<&'a Entry>,
    pub(crate) unavailable_named: usize,
}

/// With what a model reads a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader<'a> {
    /// A tool that takes a skill's name.
    ByName(&'a str),
    /// A tool that takes a path.
    ByPath(&'a str),
    /// Nothing is known about tools.
    Unknown,
}

impl<'a> Scene<'a> {
    pub(crate) fn root(&self, entry: &Entry) -> Option<&'a Root> {
        self.snapshot.root(entry.root)
    }

    /// The listed lines.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &Line<'a>> {
        self.lines.iter().filter(|line| !line.is_left())
    }

    /// Eligible, model-visible skills that are not listed.
    pub(crate) fn omitted(&self) -> usize {
        self.over.len()
            + self
                .lines
                .iter()
                .filter(|line| line.is_left() && line.is_available())
                .count()
    }

    /// How many listed skills have this property.
    pub(crate) fn count(&self, property: impl Fn(&Line<'a>) -> bool) -> usize {
        self.listed().filter(|line| property(line)).count()
    }

    pub(crate) fn is_on_disk(&self, line: &Line<'_>) -> bool {
        match self.options.on_disk {
            Some(on_disk) => on_disk(line.id, line.entry),
            None => !self.snapshot.is_embedded(line.entry),
        }
    }

    /// The source of the trusted skill that this untrusted one stands in for.
    pub(crate) fn replaced(&self, entry: &Entry) -> Option<&'a Root> {
        if entry.trust != Trust::Untrusted {
            return None;
        }
        let replaced = self.snapshot.entry(entry.replaces?)?;
        self.snapshot.root(replaced.root)
    }
}

/// The reasons of an entry that does not count, as one clause; empty where there is none.
pub(crate) fn reasons(entry: &Entry) -> String {
    match &entry.verdict {
        Verdict::Ineligible { reasons } => {
            let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
            reasons.join("; ")
        }
        _ => String::new(),
    }
}

/// The text that is being written. It is used again for every try at a budget.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) ranges: Vec<(EntryId, Range<usize>)>,
}

impl Sheet {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.parts.clear();
        self.ranges.clear();
    }

    /// Writes one part, `separator` before it where something stands already. A part that writes
    /// nothing is none.
    pub(crate) fn part(&mut self, kind: PartKind, separator: &str, write: impl FnOnce(&mut Self)) {
        let before = self.text.len();
        if before > 0 {
            self.text.push_str(separator);
        }
        let start = self.text.len();
        write(self);
        if self.text.len() == start {
            self.text.truncate(before);
        } else {
            self.parts.push(Part {
                kind,
                range: start..self.text.len(),
            });
        }
    }

    /// Writes one skill and notes where it stands.
    pub(crate) fn skill(&mut self, id: EntryId, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        self.ranges.push((id, start..self.text.len()));
    }

    /// The text of a part; empty where there is none of it.
    pub(crate) fn part_text(&self, kind: PartKind) -> &str {
        let part = self.parts.iter().find(|part| part.kind == kind);
        part.and_then(|part| self.text.get(part.range.clone()))
            .unwrap_or("")
    }

    /// Where the parts that the budget counts begin: behind the residents.
    pub(crate) fn budgeted(&self) -> &str {
        let start = self
            .parts
            .iter()
            .find(|part| part.kind != PartKind::Residents)
            .map_or(self.text.len(), |part| part.range.start);
        self.text.get(start..).unwrap_or("")
    }
}

/// Writes a number without an allocation.
pub(crate) fn number(out: &mut String, number: usize) {
    use std::fmt::Write as _;
    let _ = write!(out, "{number}");
}
