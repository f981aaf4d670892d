//! What the reference library finds fault with.

use std::fmt;

use prowess_base::{Code, Diagnostic, Severity, Span};

use super::FIELDS;
use super::subset::SubsetFault;
use crate::codes::{dialect, parse, rules as codes};

/// One fault that the reference library finds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrictFault {
    /// The path is no folder.
    NotAFolder,
    /// The folder has no `SKILL.md`.
    FileMissing,
    /// The file cannot be read. The library crashes.
    FileUnreadable,
    /// The file is not UTF-8. The library crashes.
    NotUtf8,
    /// A control character stands in the header. The library crashes.
    ControlCharacter(char),
    /// The file does not begin with three dashes.
    NoOpeningFence,
    /// No three dashes follow the first ones.
    NoClosingFence,
    /// The header is not of the library's subset of YAML.
    Yaml(SubsetFault),
    /// The header is empty, a list or a text.
    NotMapping,
    /// Fields that the specification does not have, in ascending order.
    UnexpectedFields(Vec<String>),
    /// No `name`.
    NameMissing,
    /// `name` is no text or blank.
    NameEmpty,
    /// `name` is too long; the count of characters is given.
    NameTooLong(usize),
    /// `name` has capitals.
    NameNotLowerCase,
    /// `name` starts or ends with `-`.
    NameEdgeHyphen,
    /// `name` holds `--`.
    NameDoubleHyphen,
    /// `name` holds something other than letters, digits and `-`; the first such is given.
    NameCharacter(char),
    /// The folder's name is another one.
    FolderDiffers {
        /// The folder's name.
        folder: String,
        /// The declared name in normal form KC.
        name: String,
    },
    /// No `description`.
    DescriptionMissing,
    /// `description` is no text or blank.
    DescriptionEmpty,
    /// `description` is too long; the count of characters is given.
    DescriptionTooLong(usize),
    /// `compatibility` is a list or a mapping.
    CompatibilityNotText,
    /// `compatibility` is too long; the count of characters is given.
    CompatibilityTooLong(usize),
}

impl StrictFault {
    /// Whether the library ends with an exception that it does not catch, instead of a message.
    #[must_use]
    pub fn is_crash(&self) -> bool {
        match self {
            Self::FileUnreadable | Self::NotUtf8 | Self::ControlCharacter(_) => true,
            Self::Yaml(fault) => fault.kind.is_crash(),
            _ => false,
        }
    }

    /// The code that explains it.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::NotAFolder | Self::FileMissing | Self::FileUnreadable => codes::SKILL_FILE,
            Self::NotUtf8 => codes::ENCODING,
            Self::NoOpeningFence => dialect::NO_HEADER,
            Self::NoClosingFence => parse::UNTERMINATED,
            Self::NotMapping => parse::NO_MAPPING,
            Self::Yaml(_) | Self::ControlCharacter(_) => codes::REFERENCE_YAML,
            Self::UnexpectedFields(_) => codes::FIELD_UNKNOWN,
            Self::NameMissing | Self::NameEmpty => codes::NAME_MISSING,
            Self::NameTooLong(_)
            | Self::NameNotLowerCase
            | Self::NameEdgeHyphen
            | Self::NameDoubleHyphen
            | Self::NameCharacter(_) => codes::NAME_FORM,
            Self::FolderDiffers { .. } => codes::NAME_FOLDER,
            Self::DescriptionMissing | Self::DescriptionEmpty => dialect::NO_DESCRIPTION,
            Self::DescriptionTooLong(_) => codes::DESCRIPTION_LENGTH,
            Self::CompatibilityNotText | Self::CompatibilityTooLong(_) => codes::COMPATIBILITY,
        }
    }

    /// It as an `Error`. `text` is the file's text, in which a YAML fault is pointed at.
    #[must_use]
    pub fn diagnostic(&self, text: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code(), Severity::Error, self.to_string());
        match self {
            Self::Yaml(fault) => diagnostic.at(text, fault.span(text)),
            _ => diagnostic,
        }
    }
}

impl fmt::Display for StrictFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAFolder => f.write_str("the path is no folder"),
            Self::FileMissing => f.write_str("the folder has no `SKILL.md`"),
            Self::FileUnreadable => f.write_str("`SKILL.md` cannot be read as a file"),
            Self::NotUtf8 => f.write_str("the file is not UTF-8"),
            Self::ControlCharacter(character) => write!(
                f,
                "the header holds the control character U+{:04X}",
                u32::from(*character)
            ),
            Self::NoOpeningFence => f.write_str("the file does not begin with `---`"),
            Self::NoClosingFence => f.write_str("no second `---` closes the header"),
            Self::Yaml(fault) => write!(f, "the header is not plain YAML: {}", fault.kind),
            Self::NotMapping => f.write_str("the header has no `key: value` lines"),
            Self::UnexpectedFields(fields) => write!(
                f,
                "fields outside the specification: `{}`; it has `{}`",
                fields.join("`, `"),
                FIELDS.join("`, `")
            ),
            Self::NameMissing => f.write_str("`name` is missing"),
            Self::NameEmpty => f.write_str("`name` is not a text with something in it"),
            Self::NameTooLong(length) => write!(
                f,
                "`name` has {length} characters, at most {} are allowed",
                super::NAME_LENGTH
            ),
            Self::NameNotLowerCase => f.write_str("`name` has capitals"),
            Self::NameEdgeHyphen => f.write_str("`name` starts or ends with `-`"),
            Self::NameDoubleHyphen => f.write_str("`name` holds `--`"),
            Self::NameCharacter(character) => write!(
                f,
                "`name` holds `{}`, which is no letter, digit or `-`",
                character.escape_debug()
            ),
            Self::FolderDiffers { folder, name } => {
                write!(f, "the folder is `{folder}`, `name` is `{name}`")
            }
            Self::DescriptionMissing => f.write_str("`description` is missing"),
            Self::DescriptionEmpty => {
                f.write_str("`description` is not a text with something in it")
            }
            Self::DescriptionTooLong(length) => write!(
                f,
                "`description` has {length} characters, at most {} are allowed",
                super::DESCRIPTION_LENGTH
            ),
            Self::CompatibilityNotText => f.write_str("`compatibility` is not a text"),
            Self::CompatibilityTooLong(length) => write!(
                f,
                "`compatibility` has {length} characters, at most {} are allowed",
                super::COMPATIBILITY_LENGTH
            ),
        }
    }
}

impl SubsetFault {
    /// The character that it is about, in the text of the whole file.
    pub(crate) fn span(&self, text: &str) -> Span {
        // The header's text begins behind the dashes of line 1.
        let column = if self.line == 1 {
            self.column + 3
        } else {
            self.column
        };
        let (mut line, mut line_start) = (1, 0);
        for (index, byte) in text.bytes().enumerate() {
            let ends_line =
                byte == b'\n' || (byte == b'\r' && text.as_bytes().get(index + 1) != Some(&b'\n'));
            if line < self.line && ends_line {
                line += 1;
                line_start = index + 1;
            }
        }
        let rest = text.get(line_start..).unwrap_or("");
        let (offset, length) = rest
            .char_indices()
            .nth(column - 1)
            .map_or((rest.len(), 0), |(offset, found)| {
                (offset, found.len_utf8())
            });
        Span::new(line_start + offset, line_start + offset + length)
    }
}
