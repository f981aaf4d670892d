//! Claude Code, from its documentation; there are no vectors.
//!
//! Every field is optional. The folder gives the skill's command, `name` is a label. Without a
//! description the first line of the body that is not blank stands for it. Where that client loads
//! a skill whose header it could not read as if it had none, the skill is invalid here: the header
//! may hold a restriction.

use super::fields::{Flag, Text};
use super::invoked::InvokedKeys;
use super::reader::Reader;
use crate::{Entry, Header, Invocation, Manifest};

/// What that client knows and nothing here acts on.
const KNOWN: [&str; 7] = [
    "model",
    "effort",
    "context",
    "agent",
    "background",
    "hooks",
    "shell",
];

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let mut manifest = Manifest::default();
    let mut description = None::<&Entry<'_>>;
    let mut invoked = InvokedKeys::default();
    let mut unread = Vec::new();
    for entry in reader.entries() {
        let entry = Some(entry);
        match entry.map_or("", |entry| &*entry.key) {
            "name" => manifest.name = reader.name(entry),
            "description" => description = entry,
            "when_to_use" => manifest.when_to_use = reader.text(entry).map(Box::from),
            "license" => manifest.license = reader.text(entry).map(Box::from),
            "compatibility" => manifest.compatibility = reader.text(entry).map(Box::from),
            "disable-model-invocation" | "user-invocable" => {
                invocation(reader, entry, &mut manifest.invocation);
            }
            "allowed-tools" => manifest.allowed_tools = reader.granted_tools(entry).into(),
            "disallowed-tools" => manifest.disallowed_tools = reader.denied_tools(entry),
            "metadata" => {
                if let Some(entry) = entry {
                    reader.metadata(entry);
                }
            }
            key @ ("paths" | "arguments" | "argument-hint") => {
                if let Some(slot) = invoked.slot(key) {
                    *slot = entry;
                }
            }
            other if KNOWN.contains(&other) => {}
            other => unread.push(other.into()),
        }
    }
    manifest.description = self::description(reader, description).map(Into::into);
    manifest.arguments = reader.arguments(&invoked);
    manifest.trigger = reader.trigger(&invoked, None);
    if manifest.trigger.is_some() {
        // The model loads it by itself only while files that fit are at hand.
        manifest.invocation.model = false;
    }
    manifest.unread_keys = unread.into();
    manifest
}

fn invocation(reader: &mut Reader<'_>, entry: Option<&Entry<'_>>, invocation: &mut Invocation) {
    let Some(entry) = entry else { return };
    if entry.key == "user-invocable" {
        invocation.user = reader.flag(entry, Flag::No) == Flag::Yes;
    } else {
        invocation.model = reader.flag(entry, Flag::Yes) == Flag::No;
    }
}

fn description<'d>(reader: &mut Reader<'d>, entry: Option<&'d Entry<'d>>) -> Option<&'d str> {
    if let Some(entry) = entry {
        let text = Text::of(&entry.value);
        if let Text::Given(text) = text {
            return Some(text);
        }
        reader.no_description(Some((entry, text.fault())));
        return None;
    }
    if matches!(
        reader.document.header,
        Header::Unterminated { .. } | Header::Unreadable { .. }
    ) {
        return None;
    }
    let first = reader.document.body().lines().map(str::trim);
    first.into_iter().find(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Document, Limits, Manifest};

    fn read(text: &str) -> (Manifest, bool) {
        let limits = Limits::default();
        let (document, diagnostics) = Document::parse(text, &limits);
        let reading = Dialect::ClaudeCode.read(&document, "folder", &limits);
        let mut all = diagnostics.iter().chain(&reading.diagnostics);
        let is_usable = !all.any(|diagnostic| diagnostic.is_error());
        (reading.manifest, is_usable)
    }

    /// Without a description the first line of the body stands for it, also without any header.
    #[test]
    fn description_of_the_body() {
        for text in [
            "---\nname: a\n---\n\n  First.\nSecond.\n",
            "\nFirst.\n",
            "---\n---\nFirst.",
        ] {
            let (manifest, is_usable) = read(text);
            assert_eq!(manifest.description.as_deref(), Some("First."), "{text:?}");
            assert!(is_usable, "{text:?}");
        }
    }

    /// A skill for some files alone is none for the model until one of them is touched.
    #[test]
    fn paths() {
        let (manifest, _) = read("---\ndescription: d\npaths: src/**\n---\n");
        assert!(!manifest.invocation.model && manifest.invocation.user);
        assert_eq!(manifest.trigger.unwrap().paths(), ["src/**".into()]);
    }

    /// A header that cannot be read may hold a restriction.
    #[test]
    fn broken_header() {
        assert!(!read("---\ndescription: [a\n---\nFirst.\n").1);
    }

    /// Keys that only this client knows are read or known; others are kept as unread.
    #[test]
    fn keys() {
        let (manifest, _) = read(
            "---\ndescription: d\nwhen_to_use: w\nmodel: m\nhooks: {}\ndisable-model-invocation: on\n\
             user-invocable: 0\nallowed-tools: Read, Bash(git *)\nversion: 1\n---\n",
        );
        assert_eq!(manifest.when_to_use.as_deref(), Some("w"));
        assert!(!manifest.invocation.model && !manifest.invocation.user);
        assert_eq!(
            &*manifest.allowed_tools,
            ["Read".into(), "Bash(git *)".into()]
        );
        assert_eq!(&*manifest.unread_keys, ["version".into()]);
    }
}
