//! What is known of a value in a program: its text as far as it is constant, and where it comes from.

use prowess_base::Span;

use super::HOLE;
use crate::fact::Source;
use crate::unit::UnitId;

/// Most bytes that are kept of one text.
const TEXT: usize = 64 << 10;
/// Most sources that are kept of one value.
const TAINTS: usize = 8;
/// Most places that are kept of the way of one source.
const TRAIL: usize = 6;
/// Most elements that are kept of one list or map.
const ITEMS: usize = 512;

/// What is known of a value.
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// The text, with [`HOLE`] for every part that is not known.
    pub(super) text: String,
    /// Where it comes from.
    pub(super) taints: Vec<Taint>,
    /// Elements of a list, with empty keys, or of a map.
    pub(super) items: Vec<(String, Value)>,
    pub(super) kind: Kind,
}

/// What sort of thing a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A text, a number, a list, or nothing that is known.
    Plain,
    /// A part of a library, or a thing that it made, by its canonical name: `subprocess.run`.
    Named(String),
    /// A function of a program that was read.
    Function(FunctionId),
}

/// A function of a program that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FunctionId {
    pub(super) program: usize,
    pub(super) index: usize,
}

/// One source of a value, and the way from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Taint {
    pub(super) from: Source,
    pub(super) trail: Vec<(UnitId, Span)>,
}

impl Value {
    /// Nothing is known.
    pub(super) fn unknown() -> Self {
        Self::known(HOLE)
    }

    pub(super) fn known(text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.len() > TEXT {
            text.truncate(text.floor_char_boundary(TEXT));
            text.push(HOLE);
        }
        Self {
            text,
            taints: Vec::new(),
            items: Vec::new(),
            kind: Kind::Plain,
        }
    }

    pub(super) fn empty() -> Self {
        Self::known("")
    }

    pub(super) fn named(name: impl Into<String>) -> Self {
        Self {
            kind: Kind::Named(name.into()),
            ..Self::unknown()
        }
    }

    pub(super) fn of(from: Source, unit: UnitId, span: Span) -> Self {
        Self {
            taints: vec![Taint {
                from,
                trail: vec![(unit, span)],
            }],
            ..Self::unknown()
        }
    }

    pub(super) fn list(items: Vec<(String, Self)>) -> Self {
        let mut list = Self::unknown();
        for (_, item) in &items {
            list.add_taints(&item.taints);
        }
        list.items = items;
        list.items.truncate(ITEMS);
        list
    }

    /// Whether the whole text is known.
    pub(super) fn is_known(&self) -> bool {
        !self.text.contains(HOLE)
    }

    pub(super) fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Named(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn add_taints(&mut self, taints: &[Taint]) {
        for taint in taints {
            if self.taints.len() < TAINTS && self.taints.iter().all(|own| own.from != taint.from) {
                self.taints.push(taint.clone());
            }
        }
    }

    /// This value with the sources of another.
    pub(super) fn tainted_by(mut self, other: &Self) -> Self {
        self.add_taints(&other.taints);
        self
    }

    /// Puts a place on the way of every source.
    pub(super) fn through(mut self, unit: UnitId, span: Span) -> Self {
        for taint in &mut self.taints {
            if taint.trail.len() < TRAIL && taint.trail.last() != Some(&(unit, span)) {
                taint.trail.push((unit, span));
            }
        }
        self
    }

    /// This text and behind it the other.
    pub(super) fn push(&mut self, other: &Self) {
        self.add_taints(&other.taints);
        if self.text.len() + other.text.len() <= TEXT {
            self.text.push_str(&other.text);
        } else if !self.text.ends_with(HOLE) {
            self.text.push(HOLE);
        }
    }

    pub(super) fn concat<'v>(parts: impl IntoIterator<Item = &'v Self>) -> Self {
        let mut whole = Self::empty();
        for part in parts {
            whole.push(part);
        }
        whole
    }

    /// One or the other: the text is known where both agree, or where one has none.
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.add_taints(&other.taints);
        if self.text.chars().all(|character| character == HOLE) {
            self.text.clone_from(&other.text);
        }
        if self.items.is_empty() {
            self.items.clone_from(&other.items);
        }
        if self.kind == Kind::Plain {
            self.kind = other.kind.clone();
        }
        self
    }

    /// What a call that is not known gives for this argument: single variables are taken for settings
    /// and do not come back out.
    pub(super) fn through_unknown(&self) -> Self {
        let mut result = Self::unknown();
        for taint in &self.taints {
            if !matches!(taint.from, Source::Variable(_)) {
                result.add_taints(std::slice::from_ref(taint));
            }
        }
        result
    }

    /// Whether it comes from a source that fits.
    pub(super) fn comes_from(&self, fits: impl Fn(&Source) -> bool) -> bool {
        self.taints.iter().any(|taint| fits(&taint.from))
    }

    /// The texts of the elements of a list, else the text itself.
    pub(super) fn texts(&self) -> Vec<Self> {
        if self.items.is_empty() {
            vec![self.clone()]
        } else {
            self.items.iter().map(|(_, item)| item.clone()).collect()
        }
    }

    /// The element under `key`, a name or a number.
    pub(super) fn item(&self, key: &str) -> Option<&Self> {
        if let Some((_, item)) = self
            .items
            .iter()
            .find(|(own, _)| own == key && !key.is_empty())
        {
            return Some(item);
        }
        let index: i64 = key.parse().ok()?;
        let index = if index < 0 {
            self.items
                .len()
                .checked_sub(usize::try_from(-index).ok()?)?
        } else {
            usize::try_from(index).ok()?
        };
        self.items
            .get(index)
            .filter(|(own, _)| own.is_empty())
            .map(|(_, item)| item)
    }
}
