//! Single values: text and flags.

use std::sync::Arc;

use prowess_base::Code;

use super::reader::Reader;
use crate::codes::dialect::{
    FIELD_IGNORED, FLAG_WORD, INSTALL_DROPPED, NAME_UNUSABLE, SPELLED_TWICE,
};
use crate::install;
use crate::{Entry, InstallSpec, Node, NodeKind, Value};

/// What stands where text is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text<'n> {
    /// Text as the author wrote it (`1.10` stays `1.10`), trimmed and not empty.
    Given(&'n str),
    /// Nothing, or blanks.
    Blank,
    /// A list.
    List,
    /// A mapping.
    Mapping,
}

impl<'n> Text<'n> {
    pub(super) fn of(node: &'n Node<'_>) -> Self {
        match &node.kind {
            NodeKind::Sequence(_) => Self::List,
            NodeKind::Mapping(_) => Self::Mapping,
            NodeKind::Scalar(scalar) if scalar.value() == Value::Null => Self::Blank,
            NodeKind::Scalar(scalar) => match scalar.text.trim() {
                "" => Self::Blank,
                text => Self::Given(text),
            },
        }
    }

    pub(super) fn given(self) -> Option<&'n str> {
        match self {
            Self::Given(text) => Some(text),
            _ => None,
        }
    }

    /// What it is instead of text, for a message.
    pub(super) fn fault(self) -> &'static str {
        match self {
            Self::Given(_) => "text",
            Self::Blank => "empty",
            Self::List => "a list, not text",
            Self::Mapping => "a mapping, not text",
        }
    }
}

/// What a flag says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flag {
    Yes,
    No,
}

impl Flag {
    /// The flag that a word means: `true`, `yes`, `on`, `1` or `false`, `no`, `off`, `0`, in any
    /// letter case.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let word = word.trim();
        let is_one_of =
            |known: [&str; 4]| known.iter().any(|known| word.eq_ignore_ascii_case(known));
        if is_one_of(["true", "yes", "on", "1"]) {
            Some(Self::Yes)
        } else if is_one_of(["false", "no", "off", "0"]) {
            Some(Self::No)
        } else {
            None
        }
    }

    /// The flag that a value means; nothing where it is no flag word.
    pub(super) fn of(node: &Node<'_>) -> Option<Self> {
        Self::of_word(&node.as_scalar()?.text)
    }
}

impl<'d> Reader<'d> {
    /// The declared name, if it can be used.
    pub(super) fn name(&mut self, entry: Option<&'d Entry<'d>>) -> Option<Box<str>> {
        let entry = entry?;
        let text = Text::of(&entry.value);
        if let Text::Given(name) = text {
            return Some(name.into());
        }
        self.warn(
            NAME_UNUSABLE,
            entry.key_span,
            || format!("`name` is {}; the folder's name counts", text.fault()),
            "write the name as text, or remove the line",
        );
        None
    }

    /// The description; where there is none the skill cannot be used.
    pub(super) fn description(&mut self, entry: Option<&'d Entry<'d>>) -> Option<Arc<str>> {
        let Some(entry) = entry else {
            self.no_description(None);
            return None;
        };
        let text = Text::of(&entry.value);
        if let Text::Given(description) = text {
            return Some(description.into());
        }
        self.no_description(Some((entry, text.fault())));
        None
    }

    /// The text of a field that only describes; a list or a mapping is told and ignored.
    pub(super) fn text(&mut self, entry: Option<&'d Entry<'d>>) -> Option<&'d str> {
        let entry = entry?;
        let text = Text::of(&entry.value);
        if matches!(text, Text::List | Text::Mapping) {
            self.ignored(FIELD_IGNORED, entry, text.fault());
        }
        text.given()
    }

    /// A flag; `safe` where its word is not known, which is told.
    pub(super) fn flag(&mut self, entry: &Entry<'_>, safe: Flag) -> Flag {
        Flag::of(&entry.value).unwrap_or_else(|| self.unknown_flag(entry, safe))
    }

    /// Tells that a flag's word is not known, and gives the safe value.
    pub(super) fn unknown_flag(&mut self, entry: &Entry<'_>, safe: Flag) -> Flag {
        let value = match safe {
            Flag::Yes => "true",
            Flag::No => "false",
        };
        self.warn(
            FLAG_WORD,
            entry.key_span,
            || {
                format!(
                    "`{}` has no word that means yes or no; it counts as `{value}`",
                    entry.key
                )
            },
            "write `true` or `false`",
        );
        safe
    }

    /// The usable entries of `install`; the others are told.
    pub(super) fn installs(&mut self, entry: &Entry<'_>) -> Box<[InstallSpec]> {
        const HELP: &str = "write a list, each element with a known `kind` and what to install";
        let Some(elements) = entry.value.as_sequence() else {
            if !entry.value.is_null() {
                let message = || "`install` is no list, so it is ignored".to_owned();
                self.warn(INSTALL_DROPPED, entry.key_span, message, HELP);
            }
            return Box::default();
        };
        let mut specs = Vec::new();
        for element in elements {
            match InstallSpec::from_node(element) {
                Some(spec) => specs.push(spec),
                None => {
                    let message = || format!("this entry of `install` {}", install::fault(element));
                    self.warn(INSTALL_DROPPED, element.span, message, HELP);
                }
            }
        }
        specs.into()
    }

    pub(super) fn ignored(&mut self, code: Code, entry: &Entry<'_>, fault: &str) {
        self.warn(
            code,
            entry.key_span,
            || format!("`{}` is {fault}, so it is ignored", entry.key),
            "write it as text, in quotes if it needs them",
        );
    }

    /// Tells that one field is given in two spellings.
    pub(super) fn spelled_twice(&mut self, first: &Entry<'_>, second: &Entry<'_>) {
        self.fail(
            SPELLED_TWICE,
            second.key_span,
            || format!("`{}` and `{}` are the same field", first.key, second.key),
            "remove one of the two",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Flag words count in any letter case, with blanks around them, and no other word does.
    #[test]
    fn flag_words() {
        let words = ["true", " YES ", "On", "1", "false", "NO", "oFF", "0"];
        let yes_and_no = [[Some(Flag::Yes); 4], [Some(Flag::No); 4]].concat();
        assert_eq!(words.map(Flag::of_word).to_vec(), yes_and_no);
        assert_eq!(["", "y", "2", "enabled"].map(Flag::of_word), [None; 4]);
    }
}
