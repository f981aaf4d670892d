//! Hermes, from its documentation; there are no vectors.
//!
//! Beside the fields of agentskills.io: `platforms`, `required_environment_variables` and below
//! `metadata.hermes` what has to be there for the skill to be listed.

use super::fields::Text;
use super::reader::Reader;
use super::requirements::{Lists, entry};
use crate::codes::dialect::REQUIREMENT_UNREADABLE;
use crate::{Entry, Manifest, Node, NodeKind};

/// What that client knows and nothing here acts on.
const KNOWN: [&str; 1] = ["version"];

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let mut manifest = Manifest::default();
    let mut description = None::<&Entry<'_>>;
    let mut lists = Lists::default();
    let mut unread = Vec::new();
    for entry in reader.entries() {
        match &*entry.key {
            "name" => manifest.name = reader.name(Some(entry)),
            "description" => description = Some(entry),
            "license" => manifest.license = reader.text(Some(entry)).map(Box::from),
            "compatibility" => manifest.compatibility = reader.text(Some(entry)).map(Box::from),
            "allowed-tools" => manifest.allowed_tools = reader.granted_tools(Some(entry)).into(),
            "platforms" => reader.systems(entry, &mut lists.os),
            "required_environment_variables" => variables(reader, entry, &mut lists.env),
            "metadata" => {
                if let Some(metadata) = reader.metadata(entry) {
                    block(reader, &metadata, &mut lists);
                }
            }
            other if KNOWN.contains(&other) => {}
            other => unread.push(other.into()),
        }
    }
    manifest.description = reader.description(description);
    manifest.requirements = lists.finish();
    manifest.unread_keys = unread.into();
    manifest
}

/// Names of variables: text, or mappings with a `name`.
fn variables(reader: &mut Reader<'_>, entry: &Entry<'_>, names: &mut Vec<Box<str>>) {
    let Some(elements) = entry.value.as_sequence() else {
        reader.list(entry, names);
        return;
    };
    for element in elements {
        let name = match &element.kind {
            NodeKind::Mapping(_) => element.get("name"),
            _ => Some(element),
        };
        match name.map(Text::of) {
            Some(Text::Given(name)) => names.push(name.into()),
            _ => reader.fail(
                REQUIREMENT_UNREADABLE,
                element.span,
                || format!("an element of `{}` has no name", entry.key),
                "write the variable's name, or a mapping with `name`",
            ),
        }
    }
}

/// `metadata.hermes`: tools without which the skill is not listed.
fn block(reader: &mut Reader<'_>, metadata: &Node<'_>, lists: &mut Lists) {
    let Some(hermes) = metadata.as_mapping().and_then(|it| entry(it, "hermes")) else {
        return;
    };
    let Some(fields) = hermes.value.as_mapping() else {
        if !hermes.value.is_null() {
            reader.ignored_block(hermes);
        }
        return;
    };
    for field in fields {
        if matches!(&*field.key, "requires_tools" | "requires_toolsets") {
            reader.list(field, &mut lists.tools);
        }
    }
}

#[cfg(test)]
mod tests {
    use prowess_base::Diagnostic;

    use crate::{Dialect, Document, Limits, Requirements};

    fn requirements(fields: &str) -> (Requirements, bool) {
        let text = format!("---\nname: a\ndescription: d\n{fields}\n---\n");
        let limits = Limits::default();
        let (document, _) = Document::parse(&text, &limits);
        let reading = Dialect::Hermes.read(&document, "a", &limits);
        let is_usable = !reading.diagnostics.iter().any(Diagnostic::is_error);
        (reading.manifest.requirements, is_usable)
    }

    /// Platforms, variables in both forms, and tools below `metadata.hermes`.
    #[test]
    fn what_has_to_be_there() {
        let (requirements, is_usable) = requirements(
            "platforms: [macos, linux]\nrequired_environment_variables:\n  - A\n  - name: B\n    help: h\n\
             metadata:\n  hermes:\n    tags: [x]\n    requires_tools: [web]\n    requires_toolsets: [terminal]",
        );
        let list = |names: &[&str]| names.iter().map(|&name| name.into()).collect();
        assert_eq!(
            requirements,
            Requirements {
                os: list(&["macos", "linux"]),
                env: list(&["A", "B"]),
                tools: list(&["web", "terminal"]),
                ..Requirements::default()
            }
        );
        assert!(is_usable);
    }

    /// A variable without a name is a requirement that cannot be read.
    #[test]
    fn unnamed_variable() {
        assert!(!requirements("required_environment_variables:\n  - help: h").1);
    }
}
