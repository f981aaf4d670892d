//! What a skill is called with, and what brings it in without being called.

use serde_json::Value as Json;

use super::fields::Text;
use super::reader::Reader;
use crate::codes::dialect::{FIELD_IGNORED, TRIGGER_IGNORED};
use crate::{CommandArguments, Contract, Entry, NodeKind, Port, TaskInput, Trigger};

/// The entries of a header about commands and triggers.
#[derive(Default)]
pub(super) struct InvokedKeys<'d> {
    triggers: Option<&'d Entry<'d>>,
    paths: Option<&'d Entry<'d>>,
    arguments: Option<&'d Entry<'d>>,
    hint: Option<&'d Entry<'d>>,
}

impl<'d> InvokedKeys<'d> {
    /// The place of a key's entry; nothing for a key that is none of these.
    pub(super) fn slot(&mut self, key: &str) -> Option<&mut Option<&'d Entry<'d>>> {
        Some(match key {
            "triggers" => &mut self.triggers,
            "paths" => &mut self.paths,
            "arguments" => &mut self.arguments,
            "argument-hint" | "argument_hint" => &mut self.hint,
            _ => return None,
        })
    }
}

impl<'d> Reader<'d> {
    /// What the skill's command takes. Names may be a list, or text with blanks or commas.
    pub(super) fn arguments(&mut self, keys: &InvokedKeys<'d>) -> Option<Box<CommandArguments>> {
        let names = keys
            .arguments
            .map_or_else(Box::default, |entry| self.argument_names(entry));
        // A hint in brackets is a list to YAML, and is meant as text all the same.
        let hint = keys.hint.and_then(|entry| match &entry.value.kind {
            NodeKind::Sequence(_) => Some(entry.value.span.slice(self.document.text)),
            _ => self.text(Some(entry)),
        });
        let arguments = CommandArguments {
            names,
            hint: hint.map(Box::from),
        };
        (arguments != CommandArguments::default()).then(|| Box::new(arguments))
    }

    fn argument_names(&mut self, entry: &Entry<'_>) -> Box<[Box<str>]> {
        let is_name = |name: &str| {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit())
        };
        let names: Option<Vec<Box<str>>> = match &entry.value.kind {
            NodeKind::Sequence(elements) => elements
                .iter()
                .map(|element| Text::of(element).given().map(Box::from))
                .collect(),
            NodeKind::Scalar(_) => {
                let text = Text::of(&entry.value).given().unwrap_or("");
                let names = text.split(|c: char| c == ',' || c.is_whitespace());
                Some(
                    names
                        .filter(|name| !name.is_empty())
                        .map(Box::from)
                        .collect(),
                )
            }
            NodeKind::Mapping(_) => None,
        };
        match names {
            Some(names) if names.iter().all(|name| is_name(name)) => names.into(),
            _ => {
                self.warn(
                    FIELD_IGNORED,
                    entry.key_span,
                    || format!("`{}` is no list of names, so it is ignored", entry.key),
                    "write a list, each name of letters, digits, `_` and `-`",
                );
                Box::default()
            }
        }
    }

    /// What brings the skill in without being called. What cannot be read brings nothing in.
    pub(super) fn trigger(
        &mut self,
        keys: &InvokedKeys<'d>,
        contract: Option<&Contract>,
    ) -> Option<Box<Trigger>> {
        let mut list = |entry| {
            let names = self.names(entry);
            names.filter(|names| !names.is_empty())
        };
        let (paths, words) = (list(keys.paths), list(keys.triggers));
        if let Some(paths) = paths {
            if let (Some(_), Some(entry)) = (words, keys.triggers) {
                self.warn(
                    TRIGGER_IGNORED,
                    entry.key_span,
                    || format!("`{}` does not count beside `paths`", entry.key),
                    "make two skills of it, one with `paths` and one without",
                );
            }
            return Some(Box::new(Trigger::Path { paths }));
        }
        let words = words?;
        let inputs = contract.map_or(&[][..], |contract| &contract.inputs);
        Some(Box::new(if inputs.is_empty() {
            Trigger::Keyword { keywords: words }
        } else {
            Trigger::Task {
                triggers: words,
                inputs: inputs.iter().map(task_input).collect(),
            }
        }))
    }
}

fn task_input(port: &Port) -> TaskInput {
    let description = port.schema.get("description").and_then(Json::as_str);
    TaskInput {
        name: port.name.clone(),
        description: description.unwrap_or("").into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Json;
    use crate::{Dialect, Document, Limits};

    /// What the own dialect reads about calls and triggers, and the codes of what it says.
    fn read(fields: &str) -> (Json, Vec<String>) {
        let text = format!("---\nname: a\ndescription: d\n{fields}\n---\n");
        let limits = Limits::default();
        let (document, mut diagnostics) = Document::parse(&text, &limits);
        let reading = Dialect::Own.read(&document, "a", &limits);
        diagnostics.extend(reading.diagnostics);
        let manifest = serde_json::to_value(&reading.manifest).unwrap();
        let said = diagnostics.iter().map(|said| said.code.to_string());
        (
            json!([manifest["trigger"], manifest["arguments"]]),
            said.collect(),
        )
    }

    /// Words, words with inputs, and patterns; patterns go before words, which is told.
    #[test]
    fn triggers() {
        let keyword = json!({"type": "keyword", "keywords": ["ai", "tax form"]});
        for form in ["[ai, tax form]", "ai, tax form", "\n- ai\n- tax form"] {
            let read = read(&format!("triggers: {form}"));
            assert_eq!(read, (json!([keyword, null]), vec![]), "{form}");
        }
        let task = json!({
            "type": "task", "triggers": ["go"],
            "inputs": [{"name": "x", "description": "An x."}, {"name": "y", "description": ""}],
        });
        let fields = "triggers: [go]\ninputs: [{name: x, description: An x.}, y]";
        assert_eq!(read(fields), (json!([task, null]), vec![]));
        let path = json!({"type": "path", "paths": ["src/**", "*.py"]});
        let fields = "paths: src/**, *.py\ntriggers: [go]";
        assert_eq!(
            read(fields),
            (json!([path, null]), vec!["PW149".to_owned()])
        );
    }

    /// What is no list brings nothing in.
    #[test]
    fn unreadable_triggers() {
        for fields in ["triggers: {a: b}", "triggers: [[a]]", "paths: {a: b}"] {
            let (manifest, said) = read(fields);
            assert_eq!(manifest, json!([null, null]), "{fields}");
            assert_eq!(said, ["PW137"], "{fields}");
        }
        assert_eq!(read("triggers: []"), (json!([null, null]), vec![]));
    }

    /// Names as a list or as text, and a hint as it is written, in brackets too.
    #[test]
    fn arguments() {
        let arguments = json!([null, {"names": ["src", "dst"], "hint": "[src] [dst]"}]);
        for fields in [
            "arguments: [src, dst]\nargument-hint: '[src] [dst]'",
            "arguments: src dst\nargument-hint: \"[src] [dst]\"",
        ] {
            assert_eq!(read(fields), (arguments.clone(), vec![]), "{fields}");
        }
        let (manifest, said) = read("argument-hint: [issue]");
        assert_eq!(
            (manifest, said),
            (json!([null, {"hint": "[issue]"}]), vec![])
        );
        for fields in ["arguments: {a: b}", "arguments: [1st]", "arguments: a.b"] {
            assert_eq!(read(fields).1, ["PW137"], "{fields}");
        }
    }
}
