//! The deliberate differences: `differences.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use prowess_tests::Vector;
use serde::Deserialize;

/// Why a line is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Prowess answers otherwise, on purpose.
    Deliberate,
    /// Prowess has no such function; the line is not run.
    NotOurs,
}

/// One entry of the file. It holds for the lines that `ids` or `when` select.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Difference {
    /// The vector file, as in `openclaw/install.jsonl`.
    file: String,
    /// The parts of the file's fields that it is about; none means every part.
    #[serde(default)]
    part: Parts,
    /// Identifiers; a `*` at the end stands for any rest.
    #[serde(default)]
    ids: Vec<String>,
    /// Dotted path → condition, all of which must hold.
    #[serde(default)]
    when: BTreeMap<String, Condition>,
    /// Why.
    pub(crate) reason: String,
    /// Which kind.
    pub(crate) kind: Kind,
}

/// One part or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Parts {
    One(String),
    Several(Vec<String>),
}

impl Default for Parts {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl Parts {
    fn hold(&self, part: &str) -> bool {
        match self {
            Self::One(own) => own == part,
            Self::Several(own) => own.is_empty() || own.iter().any(|own| own == part),
        }
    }
}

/// What must hold for the value at a path.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Condition {
    /// This text; a `*` at its end stands for any rest.
    Text(String),
    Flag(bool),
    Number(i64),
    /// Null, or not there.
    Nothing {
        nothing: bool,
    },
    /// Text that is none of these words in any letter case.
    NoneOf {
        #[serde(rename = "none-of")]
        none_of: Vec<String>,
    },
}

/// How one line was selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selection {
    /// By its whole identifier: it must differ.
    Exact,
    /// By the start of its identifier or by its labels: it may differ.
    Rule,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    difference: Vec<Difference>,
}

/// Every entry that is about `part` of `file`.
pub(crate) fn load(file: &str, part: &str) -> Vec<Difference> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/differences.toml");
    let text = std::fs::read_to_string(path).expect("differences.toml");
    let entries: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    entries
        .difference
        .into_iter()
        .filter(|entry| entry.file == file && entry.part.hold(part))
        .collect()
}

impl Difference {
    /// Whether it is about this line, and how it names it.
    pub(crate) fn selects(&self, vector: &Vector) -> Option<Selection> {
        if self.ids.contains(&vector.id) {
            return Some(Selection::Exact);
        }
        let by_prefix = self
            .ids
            .iter()
            .filter_map(|id| id.strip_suffix('*'))
            .any(|prefix| vector.id.starts_with(prefix));
        let by_label = !self.when.is_empty()
            && self
                .when
                .iter()
                .all(|(path, condition)| condition.holds(vector.field(path)));
        (by_prefix || by_label).then_some(Selection::Rule)
    }
}

impl Condition {
    fn holds(&self, found: Option<&serde_json::Value>) -> bool {
        let found = found.filter(|value| !value.is_null());
        let text = found.and_then(serde_json::Value::as_str);
        match self {
            Self::Text(expected) => text.is_some_and(|text| match expected.strip_suffix('*') {
                Some(prefix) => text.starts_with(prefix),
                None => text == expected,
            }),
            Self::Flag(expected) => found.is_some_and(|found| found == expected),
            Self::Number(expected) => found.is_some_and(|found| found == expected),
            Self::Nothing { nothing } => found.is_none() == *nothing,
            Self::NoneOf { none_of } => text.is_some_and(|text| {
                let is_word = |word: &String| text.trim().eq_ignore_ascii_case(word);
                !none_of.iter().any(is_word)
            }),
        }
    }
}
