//! Codex, from its source as the specification page tells it; there are no vectors.
//!
//! `name`, `description` and `metadata.short-description` count. Blanks in a row are one. A name of
//! more than 64 characters or a description of more than 1,024 makes the skill unusable there.

use std::sync::Arc;

use super::fields::Text;
use super::reader::Reader;
use super::requirements::{entry, find};
use crate::codes::dialect::CLIENT_HABIT;
use crate::{Entry, Manifest};

/// Most characters of a name.
const NAME: usize = 64;

/// Most characters of a description, short or long.
const DESCRIPTION: usize = 1_024;

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let entries = reader.entries();
    let name_entry = entry(entries, "name");
    let description_entry = entry(entries, "description");
    let name = reader.name(name_entry);
    let description = reader.description(description_entry);
    if let Some(metadata) = entry(entries, "metadata")
        && let Some(node) = reader.metadata(metadata)
        && let Some(fields) = node.as_mapping()
        && let Some(short) = find(fields, "short-description")
        && let Text::Given(short) = Text::of(short)
    {
        bounded(reader, metadata, short, DESCRIPTION);
    }
    Manifest {
        name: name.map(|name| bounded_or_as_it_is(reader, name_entry, &name, NAME).into()),
        description: description.map(|text| {
            Arc::from(bounded_or_as_it_is(
                reader,
                description_entry,
                &text,
                DESCRIPTION,
            ))
        }),
        unread_keys: entries
            .iter()
            .filter(|entry| !["name", "description", "metadata"].contains(&&*entry.key))
            .map(|entry| (*entry.key).into())
            .collect(),
        ..Manifest::default()
    }
}

fn bounded_or_as_it_is(
    reader: &mut Reader<'_>,
    entry: Option<&Entry<'_>>,
    text: &str,
    bound: usize,
) -> String {
    match entry {
        Some(entry) => bounded(reader, entry, text, bound),
        None => text.to_owned(),
    }
}

/// The text on one line; one that is too long is an error.
fn bounded(reader: &mut Reader<'_>, entry: &Entry<'_>, text: &str, bound: usize) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let length = line.chars().count();
    if length > bound {
        reader.fail(
            CLIENT_HABIT,
            entry.key_span,
            || {
                format!(
                    "`{}` has {length} characters, this client takes no skill with more than {bound}",
                    entry.key
                )
            },
            "shorten it",
        );
    }
    line
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Document, Limits};

    /// Blanks in a row are one, and the bounds are of characters.
    #[test]
    fn bounds() {
        let read = |text: &str| {
            let limits = Limits::default();
            let (document, _) = Document::parse(text, &limits);
            Dialect::Codex.read(&document, "folder", &limits)
        };
        let header = |name: &str, description: &str, short: &str| {
            format!(
                "---\nname: {name}\ndescription: {description}\nmetadata:\n  short-description: {short}\n---\n"
            )
        };
        let reading = read(&header("a", "\"one \\n two\"", "s"));
        assert_eq!(reading.manifest.description.as_deref(), Some("one two"));
        assert_eq!(reading.diagnostics, []);
        let long = |count| "é".repeat(count);
        assert_eq!(read(&header(&long(64), &long(1024), "s")).diagnostics, []);
        for text in [
            header(&long(65), "d", "s"),
            header("a", &long(1025), "s"),
            header("a", "d", &long(1025)),
        ] {
            assert_eq!(read(&text).diagnostics.len(), 1);
        }
    }
}
