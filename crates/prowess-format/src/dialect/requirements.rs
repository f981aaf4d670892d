//! What must be there for a skill to count.

use super::fields::Text;
use super::reader::Reader;
use crate::codes::dialect::{REQUIREMENT_UNREADABLE, UNKNOWN_OS, UNKNOWN_REQUIREMENT};
use crate::{Entry, Node, NodeKind, Requirements, known_platform};

/// Lists of requirements while a header is read.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) os: Vec<Box<str>>,
    pub(super) bins: Vec<Box<str>>,
    pub(super) any_bins: Vec<Box<str>>,
    pub(super) env: Vec<Box<str>>,
    pub(super) config: Vec<Box<str>>,
    pub(super) tools: Vec<Box<str>>,
}

impl Lists {
    pub(super) fn finish(self) -> Requirements {
        Requirements {
            skip: false,
            os: self.os.into(),
            bins: self.bins.into(),
            any_bins: self.any_bins.into(),
            env: self.env.into(),
            config: self.config.into(),
            tools: self.tools.into(),
        }
    }
}

impl Reader<'_> {
    /// Adds the lists of one `requires`. Called for each place where they may stand: all of them
    /// must hold.
    pub(super) fn requires(&mut self, entry: &Entry<'_>, lists: &mut Lists) {
        for part in self.requires_entries(entry) {
            let list = match &*part.key {
                "bins" => &mut lists.bins,
                "anyBins" | "any_bins" | "any-bins" => {
                    self.alternatives(part, &mut lists.any_bins);
                    continue;
                }
                "os" => {
                    self.systems(part, &mut lists.os);
                    continue;
                }
                "env" => &mut lists.env,
                "config" => &mut lists.config,
                "tools" => &mut lists.tools,
                _ => {
                    self.unknown_requirement(part);
                    continue;
                }
            };
            self.list(part, list);
        }
    }

    /// The entries of a `requires`. What is there and is no mapping cannot be read for certain.
    pub(super) fn requires_entries<'n>(&mut self, entry: &'n Entry<'n>) -> &'n [Entry<'n>] {
        match &entry.value.kind {
            NodeKind::Mapping(entries) => entries,
            NodeKind::Sequence(elements) if elements.is_empty() => &[],
            _ if entry.value.is_null() => &[],
            _ => {
                self.unreadable(entry, "is no mapping");
                &[]
            }
        }
    }

    /// Adds operating systems, and tells of those that no one has. Given in two places, both
    /// must say the same: a list of alternatives cannot hold "this and also that".
    pub(super) fn systems(&mut self, entry: &Entry<'_>, list: &mut Vec<Box<str>>) {
        let before = list.len();
        self.alternatives(entry, list);
        for name in list.get(before..).unwrap_or(&[]) {
            if known_platform(name).is_none() {
                self.warn(
                    UNKNOWN_OS,
                    entry.key_span,
                    || format!("no operating system is called `{name}`"),
                    "write `darwin`, `linux` or `win32`",
                );
            }
        }
    }

    fn alternatives(&mut self, entry: &Entry<'_>, list: &mut Vec<Box<str>>) {
        let mut read = Vec::new();
        self.list(entry, &mut read);
        if list.is_empty() {
            *list = read;
        } else if !read.is_empty() && *list != read {
            self.unreadable(entry, "is given in two places that differ");
        }
    }

    /// Adds a list: a YAML list of scalars, or text with commas. Blank parts are dropped; nested
    /// values cannot be read for certain.
    pub(super) fn list(&mut self, entry: &Entry<'_>, list: &mut Vec<Box<str>>) {
        match &entry.value.kind {
            NodeKind::Sequence(elements) => {
                if elements.iter().any(|element| element.as_scalar().is_none()) {
                    self.unreadable(entry, "holds a list or a mapping");
                }
                let texts = elements
                    .iter()
                    .filter_map(|element| Text::of(element).given());
                list.extend(texts.map(Box::from));
            }
            NodeKind::Scalar(_) => {
                let text = Text::of(&entry.value).given().unwrap_or("");
                let parts = text
                    .split(',')
                    .map(str::trim)
                    .filter(|part| !part.is_empty());
                list.extend(parts.map(Box::from));
            }
            NodeKind::Mapping(_) => self.unreadable(entry, "is a mapping, not a list"),
        }
    }

    pub(super) fn unreadable(&mut self, entry: &Entry<'_>, fault: &str) {
        self.fail(
            REQUIREMENT_UNREADABLE,
            entry.key_span,
            || format!("the requirement `{}` {fault}", entry.key),
            "write `requires` as a mapping of lists, and a list as `[a, b]`",
        );
    }

    fn unknown_requirement(&mut self, entry: &Entry<'_>) {
        self.warn(
            UNKNOWN_REQUIREMENT,
            entry.key_span,
            || format!("no one checks the requirement `{}`", entry.key),
            "write it as one of `bins`, `anyBins`, `env`, `os`, `config` and `tools`",
        );
    }
}

/// The value of the first entry among `entries` with `key`.
pub(super) fn find<'n>(entries: &'n [Entry<'n>], key: &str) -> Option<&'n Node<'n>> {
    entry(entries, key).map(|entry| &entry.value)
}

/// The first entry among `entries` with `key`.
pub(super) fn entry<'n>(entries: &'n [Entry<'n>], key: &str) -> Option<&'n Entry<'n>> {
    entries.iter().find(|entry| entry.key == key)
}
