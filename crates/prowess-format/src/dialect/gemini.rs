//! gemini-cli-core 0.61.0, from its vectors.
//!
//! Two fields count, `name` and `description`, and nothing is required of either but its key. Where
//! YAML gives no text for both, that client reads the header line by line, so that every value is
//! text: `null`, a number, a list on the lines below. Characters that no file name has become `-` in
//! a name. The folder's name is never used.

use super::last_block::{as_cut, cut_header};
use super::pi::text;
use super::reader::Reader;
use super::requirements::entry;
use crate::codes::dialect::{CLIENT_HABIT, NAME_UNUSABLE};
use crate::{Header, Manifest};
use prowess_base::Span;

/// What stands for a `-` in a name.
const UNSAFE: [char; 9] = [':', '\\', '/', '<', '>', '*', '?', '"', '|'];

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let entries = reader.entries();
    let unread_keys = entries
        .iter()
        .filter(|entry| !["name", "description"].contains(&&*entry.key))
        .map(|entry| (*entry.key).into())
        .collect();
    if let Some(metadata) = entry(entries, "metadata") {
        reader.metadata(metadata);
    }
    opening(reader);
    let (name, description) = match strict(reader) {
        Some((name, description)) => (Some(name), Some(description)),
        None => by_lines(cut_header(reader)),
    };
    if description.is_none() {
        reader.no_description(None);
    }
    let name = name.filter(|name| !name.trim().is_empty());
    if name.is_none() && description.is_some() {
        let start = Span::new(0, 0);
        reader.fail(
            NAME_UNUSABLE,
            start,
            || "the header has no `name`, and this client takes none from the folder".to_owned(),
            "write the skill's name in `name: …`",
        );
    }
    Manifest {
        name: name.map(|name| name.replace(UNSAFE, "-").into()),
        description: description.map(Into::into),
        unread_keys,
        ..Manifest::default()
    }
}

/// The opening fence has to be the very first line, and its line has to end in LF or CRLF directly
/// behind the dashes.
fn opening(reader: &mut Reader<'_>) {
    if matches!(reader.document.header, Header::Absent) {
        return;
    }
    let text = reader.document.text;
    if !text.starts_with("---\n") && !text.starts_with("---\r\n") {
        reader.fail(
            CLIENT_HABIT,
            Span::new(0, 3),
            || {
                "this client finds no header: the line of the opening `---` does not end there"
                    .to_owned()
            },
            "remove what stands behind the dashes, and end lines with a line feed",
        );
    }
}

/// Name and description where YAML reads both as text.
fn strict(reader: &Reader<'_>) -> Option<(String, String)> {
    let field = |key: &str| {
        let found = entry(reader.entries(), key)?;
        Some(as_cut(reader, found, text(&found.value)?).to_owned())
    };
    Some((field("name")?, field("description")?))
}

/// The last `name:` and `description:` of a header as lines; a description goes on over lines that
/// are indented.
fn by_lines(header: &str) -> (Option<String>, Option<String>) {
    let (mut name, mut description) = (None, None);
    let mut lines = header
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix("name:") {
            name = Some(rest.trim().to_owned());
        } else if let Some(rest) = line.strip_prefix("description:") {
            let mut text = rest.trim().to_owned();
            let goes_on = |line: &&str| line.starts_with([' ', '\t']) && !line.trim().is_empty();
            while let Some(more) = lines.next_if(goes_on) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(more.trim());
            }
            description = Some(text);
        }
    }
    (name, description)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines that are indented go on, a blank one ends the description, and the last key counts.
    #[test]
    fn lines() {
        let given = |text: &str| Some(text.to_owned());
        assert_eq!(
            by_lines("name: a\r\ndescription:\n  - x\n\t- y\n\n  z\n name: b: c"),
            (given("b: c"), given("- x - y"))
        );
        assert_eq!(by_lines("name:\nother: x"), (given(""), None));
    }
}
