//! What the agentskills.io reference library makes of a skill.
//!
//! [`validate`], [`read_properties`] and [`to_prompt`] answer as the PyPI package `skills-ref` 0.1.1
//! does, its quirks included: the header ends at the next three dashes wherever they stand, only a
//! subset of YAML is read, names follow Python's idea of letters. Texts of messages are our own;
//! which faults are found, in which order and about what is the library's.
//!
//! The library's command takes paths; [`Argument`] makes of a path what that command does.

mod argument;
mod fault;
pub(crate) mod python;
mod scanner;
mod subset;

use unicode_normalization::UnicodeNormalization;

pub use argument::{Argument, PathKind};
pub use fault::StrictFault;
pub use subset::{SUBSET_DEPTH, SubsetFault, SubsetFaultKind, SubsetValue, parse_subset};

/// Longest name in characters.
const NAME_LENGTH: usize = 64;
/// Longest description in characters, blanks around it included.
const DESCRIPTION_LENGTH: usize = 1024;
/// Longest `compatibility` in characters.
const COMPATIBILITY_LENGTH: usize = 500;
/// The fields of the specification.
pub(crate) const FIELDS: [&str; 6] = [
    "allowed-tools",
    "compatibility",
    "description",
    "license",
    "metadata",
    "name",
];

/// A skill folder as the reference library sees it.
#[derive(Debug, Clone, Copy)]
pub struct StrictSkill<'a> {
    /// The last part of the folder's path: see [`Argument::folder_name`].
    pub folder: &'a str,
    /// Its `SKILL.md`, else its `skill.md`.
    pub file: StrictFile<'a>,
}

/// The file of a [`StrictSkill`].
#[derive(Debug, Clone, Copy)]
pub enum StrictFile<'a> {
    /// What should be the folder is something else.
    NotAFolder,
    /// The folder has neither file.
    Missing,
    /// It is there and cannot be read, for instance because it is a folder.
    Unreadable,
    /// What it holds.
    Bytes(&'a [u8]),
}

/// The fields that the reference library reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Properties {
    /// `name`, without blanks around it.
    pub name: String,
    /// `description`, without blanks around it.
    pub description: String,
    /// `license`; any shape.
    pub license: Option<SubsetValue>,
    /// `compatibility`; any shape.
    pub compatibility: Option<SubsetValue>,
    /// `allowed-tools`; any shape.
    pub allowed_tools: Option<SubsetValue>,
    /// `metadata`; any shape. In a mapping every value is text: a nested list or mapping is in
    /// Python's source form.
    pub metadata: Option<SubsetValue>,
}

/// All faults of a skill, in the order of the reference library. None: it is valid.
#[must_use]
pub fn validate(skill: &StrictSkill<'_>) -> Vec<StrictFault> {
    let header = match skill.file {
        StrictFile::NotAFolder => return vec![StrictFault::NotAFolder],
        StrictFile::Missing => return vec![StrictFault::FileMissing],
        StrictFile::Unreadable => return vec![StrictFault::FileUnreadable],
        StrictFile::Bytes(bytes) => read_header(bytes),
    };
    match header {
        Ok(header) => validate_header(&header, skill.folder),
        Err(fault) => vec![fault],
    }
}

/// The fields of a skill. Only that `name` and `description` are there is checked.
///
/// # Errors
///
/// The first [`StrictFault`] that the reference library stops at.
pub fn read_properties(file: StrictFile<'_>) -> Result<Properties, StrictFault> {
    let mut header = match file {
        StrictFile::NotAFolder | StrictFile::Missing => return Err(StrictFault::FileMissing),
        StrictFile::Unreadable => return Err(StrictFault::FileUnreadable),
        StrictFile::Bytes(bytes) => read_header(bytes)?,
    };
    let name = header.take("name").ok_or(StrictFault::NameMissing)?;
    let description = header
        .take("description")
        .ok_or(StrictFault::DescriptionMissing)?;
    Ok(Properties {
        name: stripped(&name).ok_or(StrictFault::NameEmpty)?.to_owned(),
        description: stripped(&description)
            .ok_or(StrictFault::DescriptionEmpty)?
            .to_owned(),
        license: header.take("license"),
        compatibility: header.take("compatibility"),
        allowed_tools: header.take("allowed-tools"),
        metadata: header.take("metadata"),
    })
}

impl Properties {
    /// The JSON of the command `read-properties`: indented by two, ASCII only, absent fields and
    /// empty `metadata` left out, without a line end behind it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = |text: &String| SubsetValue::Text(text.clone());
        let metadata = self.metadata.clone().filter(|value| !value.is_empty());
        let fields = [
            ("name", Some(text(&self.name))),
            ("description", Some(text(&self.description))),
            ("license", self.license.clone()),
            ("compatibility", self.compatibility.clone()),
            ("allowed-tools", self.allowed_tools.clone()),
            ("metadata", metadata),
        ];
        let fields = fields
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)))
            .collect();
        let mut out = String::new();
        python::write_json(&SubsetValue::Map(fields), 0, &mut out);
        out
    }
}

/// The text of the command `to-prompt` for skills with the absolute path of their file, without a
/// line end behind it. Name and description are escaped, the path is not.
#[must_use]
pub fn to_prompt<'p>(skills: impl IntoIterator<Item = (&'p Properties, &'p str)>) -> String {
    let mut out = String::from("<available_skills>\n");
    for (properties, path) in skills {
        out.push_str("<skill>\n<name>\n");
        python::escape_html(&properties.name, &mut out);
        out.push_str("\n</name>\n<description>\n");
        python::escape_html(&properties.description, &mut out);
        out.push_str("\n</description>\n<location>\n");
        out.push_str(path);
        out.push_str("\n</location>\n</skill>\n");
    }
    out.push_str("</available_skills>");
    out
}

/// A header's mapping.
struct StrictHeader(Vec<(String, SubsetValue)>);

impl StrictHeader {
    fn get(&self, key: &str) -> Option<&SubsetValue> {
        self.0
            .iter()
            .find(|(found, _)| found == key)
            .map(|(_, value)| value)
    }

    fn take(&mut self, key: &str) -> Option<SubsetValue> {
        let index = self.0.iter().position(|(found, _)| found == key)?;
        Some(self.0.swap_remove(index).1)
    }
}

fn read_header(bytes: &[u8]) -> Result<StrictHeader, StrictFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| StrictFault::NotUtf8)?;
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let header = header_text(&text)?;
    if let Some(character) = header.chars().find(|&character| !is_readable(character)) {
        return Err(StrictFault::ControlCharacter(character));
    }
    match parse_subset(header) {
        Ok(Some(SubsetValue::Map(mut entries))) => {
            for (key, value) in &mut entries {
                if let ("metadata", SubsetValue::Map(inner)) = (key.as_str(), value) {
                    for (_, value) in inner {
                        *value = SubsetValue::Text(python::text_of(value));
                    }
                }
            }
            Ok(StrictHeader(entries))
        }
        Ok(_) => Err(StrictFault::NotMapping),
        Err(fault) => Err(StrictFault::Yaml(fault)),
    }
}

/// What stands between the first three dashes, at the very start, and the next three, wherever
/// they stand.
pub(crate) fn header_text(text: &str) -> Result<&str, StrictFault> {
    let behind = text
        .strip_prefix("---")
        .ok_or(StrictFault::NoOpeningFence)?;
    let (header, _) = behind
        .split_once("---")
        .ok_or(StrictFault::NoClosingFence)?;
    Ok(header)
}

/// Whether the library's YAML reader takes the character at all.
fn is_readable(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..
    )
}

fn validate_header(header: &StrictHeader, folder: &str) -> Vec<StrictFault> {
    let mut faults = Vec::new();
    let mut unexpected: Vec<String> = header
        .0
        .iter()
        .filter(|(key, _)| !FIELDS.contains(&key.as_str()))
        .map(|(key, _)| key.clone())
        .collect();
    if !unexpected.is_empty() {
        unexpected.sort_unstable();
        faults.push(StrictFault::UnexpectedFields(unexpected));
    }
    match header.get("name") {
        None => faults.push(StrictFault::NameMissing),
        Some(name) => validate_name(name, folder, &mut faults),
    }
    match header.get("description") {
        None => faults.push(StrictFault::DescriptionMissing),
        Some(description) => validate_description(description, &mut faults),
    }
    match header.get("compatibility") {
        None => {}
        Some(SubsetValue::Text(text)) => {
            let length = text.chars().count();
            if length > COMPATIBILITY_LENGTH {
                faults.push(StrictFault::CompatibilityTooLong(length));
            }
        }
        Some(_) => faults.push(StrictFault::CompatibilityNotText),
    }
    faults
}

fn validate_name(name: &SubsetValue, folder: &str, faults: &mut Vec<StrictFault>) {
    let Some(name) = stripped(name) else {
        faults.push(StrictFault::NameEmpty);
        return;
    };
    let name: String = name.nfkc().collect();
    faults.extend(name_faults(&name));
    if folder.nfkc().ne(name.chars()) {
        faults.push(StrictFault::FolderDiffers {
            folder: folder.to_owned(),
            name,
        });
    }
}

/// The faults of a name in normal form KC, the folder's name aside.
pub(crate) fn name_faults(name: &str) -> Vec<StrictFault> {
    let mut faults = Vec::new();
    let length = name.chars().count();
    if length > NAME_LENGTH {
        faults.push(StrictFault::NameTooLong(length));
    }
    if name.to_lowercase() != name {
        faults.push(StrictFault::NameNotLowerCase);
    }
    if name.starts_with('-') || name.ends_with('-') {
        faults.push(StrictFault::NameEdgeHyphen);
    }
    if name.contains("--") {
        faults.push(StrictFault::NameDoubleHyphen);
    }
    let stranger = name
        .chars()
        .find(|&character| character != '-' && !python::is_alphanumeric(character));
    if let Some(character) = stranger {
        faults.push(StrictFault::NameCharacter(character));
    }
    faults
}

fn validate_description(description: &SubsetValue, faults: &mut Vec<StrictFault>) {
    if stripped(description).is_none() {
        faults.push(StrictFault::DescriptionEmpty);
        return;
    }
    let length = description.as_text().map_or(0, |text| text.chars().count());
    if length > DESCRIPTION_LENGTH {
        faults.push(StrictFault::DescriptionTooLong(length));
    }
}

/// The text without blanks around it; nothing where it is no text or nothing is left.
fn stripped(value: &SubsetValue) -> Option<&str> {
    Some(python::strip(value.as_text()?)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(folder: &str, text: &str) -> Vec<StrictFault> {
        validate(&StrictSkill {
            folder,
            file: StrictFile::Bytes(text.as_bytes()),
        })
    }

    /// Three dashes end the header wherever they stand, and what is left is what counts.
    #[test]
    fn cut_at_dashes() {
        let text = "---\nname: a\ndescription: foo --- bar\n---\n";
        let properties = read_properties(StrictFile::Bytes(text.as_bytes()));
        assert_eq!(faults("a", text), []);
        assert_eq!(properties.map(|found| found.description), Ok("foo".into()));
    }

    /// NM-01: capitals and characters are told apart, and the folder is compared as well.
    #[test]
    fn nm_01_strict() {
        let text = "---\nname: My Tool\ndescription: d\n---\nBody.\n";
        assert_eq!(
            faults("My Tool", text),
            [
                StrictFault::NameNotLowerCase,
                StrictFault::NameCharacter(' ')
            ]
        );
    }

    /// Letters of any script are letters, vowel signs are not; full-width letters fold.
    #[test]
    fn names_of_the_world() {
        let of = |name: &str| faults(name, &format!("---\nname: {name}\ndescription: d\n---\n"));
        assert_eq!(of("螺栓-2"), []);
        assert_eq!(of("ａｂ"), []);
        assert_eq!(of("हिन"), [StrictFault::NameCharacter('ि')]);
    }

    /// FM-41: lengths are counted in characters.
    #[test]
    fn fm_41_length_in_characters() {
        let of = |count: usize| {
            let description = "茶".repeat(count);
            faults(
                "a",
                &format!("---\nname: a\ndescription: {description}\n---\n"),
            )
        };
        assert_eq!(of(1024), []);
        assert_eq!(of(1025), [StrictFault::DescriptionTooLong(1025)]);
    }

    /// A fault of the YAML is pointed at in the file, whatever its line ends.
    #[test]
    fn place_of_a_yaml_fault() {
        let text = "---\r\nname: a\r\nmetadata: {a: b}\r\n---\r\n";
        let places: Vec<_> = faults("a", text)
            .iter()
            .filter_map(|fault| fault.diagnostic(text).place)
            .map(|place| (place.start.line, place.start.column, place.span.slice(text)))
            .collect();
        assert_eq!(places, [(3, 11, "{")]);
    }

    /// A byte order mark and bytes that are no UTF-8 each have their own fault.
    #[test]
    fn encodings() {
        assert_eq!(
            faults("a", "\u{feff}---\nname: a\n---\n"),
            [StrictFault::NoOpeningFence]
        );
        let found = validate(&StrictSkill {
            folder: "a",
            file: StrictFile::Bytes(b"---\nname: \xff\n---\n"),
        });
        assert_eq!(found, [StrictFault::NotUtf8]);
    }
}
