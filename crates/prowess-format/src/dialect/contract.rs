//! How a skill is run: `execution` and the keys beside it.
//!
//! Where a word is not known, what happens less on its own counts: `prompt`, `react`. The tools of a
//! tree are a bound on what runs without a model, so that a list which cannot be read makes the skill
//! invalid; elsewhere no one acts on it, and it is ignored.

use serde_json::Value as Json;

use super::fields::Text;
use super::reader::Reader;
use super::requirements::entry;
use crate::codes::dialect::{FIELD_IGNORED, WORD_UNKNOWN};
use crate::{Contract, Entry, Execution, Node, NodeKind, Orchestration, Port, to_json};

/// The entries of a header that say how the skill is run.
#[derive(Default)]
pub(super) struct ContractKeys<'d> {
    execution: Option<&'d Entry<'d>>,
    orchestration: Option<&'d Entry<'d>>,
    inputs: Option<&'d Entry<'d>>,
    outputs: Option<&'d Entry<'d>>,
    required: Option<&'d Entry<'d>>,
    tools: Option<&'d Entry<'d>>,
    role: Option<&'d Entry<'d>>,
}

impl<'d> ContractKeys<'d> {
    /// The place of a key's entry; nothing for a key that is none of these.
    pub(super) fn slot(&mut self, key: &str) -> Option<&mut Option<&'d Entry<'d>>> {
        Some(match key {
            "execution" => &mut self.execution,
            "orchestration" => &mut self.orchestration,
            "inputs" => &mut self.inputs,
            "outputs" => &mut self.outputs,
            "required" => &mut self.required,
            "tools" => &mut self.tools,
            "role" => &mut self.role,
            _ => return None,
        })
    }

    fn is_empty(&self) -> bool {
        let keys = [
            self.execution,
            self.orchestration,
            self.inputs,
            self.outputs,
            self.required,
            self.tools,
            self.role,
        ];
        keys.iter().all(Option::is_none)
    }
}

impl<'d> Reader<'d> {
    /// What a header says about running the skill; nothing where it has none of the keys.
    pub(super) fn contract(&mut self, keys: &ContractKeys<'d>) -> Option<Box<Contract>> {
        if keys.is_empty() {
            return None;
        }
        let execution = self.word(
            keys.execution,
            [("prompt", Execution::Prompt), ("bt", Execution::Tree)],
        );
        let orchestration = self.word(
            keys.orchestration,
            [
                ("react", Orchestration::React),
                ("direct", Orchestration::Direct),
            ],
        );
        let tools = match execution {
            Execution::Tree => keys.tools.map(|tools| self.denied_tools(Some(tools))),
            Execution::Prompt => self.names(keys.tools),
        };
        Some(Box::new(Contract {
            execution,
            orchestration,
            inputs: self.ports(keys.inputs),
            outputs: self.ports(keys.outputs),
            required: self.names(keys.required).unwrap_or_default(),
            tools,
            role: self.text(keys.role).map(Box::from),
        }))
    }

    /// The value of one of two words, the first where there is none or another one.
    fn word<T: Copy>(&mut self, entry: Option<&Entry<'_>>, words: [(&str, T); 2]) -> T {
        let [(first, default), (second, _)] = words;
        let Some(entry) = entry else {
            return default;
        };
        let text = Text::of(&entry.value);
        let found = words.iter().find(|(word, _)| {
            text.given()
                .is_some_and(|text| text.eq_ignore_ascii_case(word))
        });
        if let Some((_, value)) = found {
            return *value;
        }
        self.warn(
            WORD_UNKNOWN,
            entry.key_span,
            || {
                format!(
                    "`{}` has no word that is known here; it counts as `{first}`",
                    entry.key
                )
            },
            &format!("write `{first}` or `{second}`"),
        );
        default
    }

    /// Names as a list, or as text with commas. Anything else is told and ignored.
    pub(super) fn names(&mut self, entry: Option<&Entry<'_>>) -> Option<Box<[Box<str>]>> {
        let entry = entry?;
        let names = names_of(&entry.value);
        if names.is_none() {
            self.warn(
                FIELD_IGNORED,
                entry.key_span,
                || format!("`{}` is no list of names, so it is ignored", entry.key),
                "write a list, one name an element",
            );
        }
        names
    }

    /// Inputs or outputs: a mapping from names to what is said about them, a JSON Schema of an
    /// object with its `properties`, a list of names, or a list of mappings with a `name`.
    fn ports(&mut self, entry: Option<&Entry<'_>>) -> Box<[Port]> {
        let Some(entry) = entry else {
            return Box::default();
        };
        ports_of(&entry.value).unwrap_or_else(|| {
            self.warn(
                FIELD_IGNORED,
                entry.key_span,
                || {
                    format!(
                        "`{}` names nothing for certain, so it is ignored",
                        entry.key
                    )
                },
                "write a mapping, each name with its `type` and `description`",
            );
            Box::default()
        })
    }
}

fn names_of(node: &Node<'_>) -> Option<Box<[Box<str>]>> {
    match &node.kind {
        NodeKind::Sequence(elements) => elements
            .iter()
            .map(|element| Text::of(element).given().map(Box::from))
            .collect(),
        NodeKind::Scalar(_) => Some(
            Text::of(node)
                .given()
                .unwrap_or("")
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(Box::from)
                .collect(),
        ),
        NodeKind::Mapping(_) => None,
    }
}

fn ports_of(node: &Node<'_>) -> Option<Box<[Port]>> {
    let bare = |name: Box<str>| Port {
        name,
        schema: Json::Null,
    };
    match &node.kind {
        NodeKind::Mapping(entries) => {
            let properties =
                entry(entries, "properties").and_then(|entry| entry.value.as_mapping());
            let named = properties.unwrap_or(entries);
            Some(
                named
                    .iter()
                    .map(|entry| Port {
                        name: (*entry.key).into(),
                        schema: to_json(&entry.value),
                    })
                    .collect(),
            )
        }
        NodeKind::Sequence(elements) => elements
            .iter()
            .map(|element| match element.as_mapping() {
                Some(fields) => port_of(fields),
                None => Text::of(element).given().map(|name| bare(name.into())),
            })
            .collect(),
        NodeKind::Scalar(_) => names_of(node).map(|names| names.into_iter().map(bare).collect()),
    }
}

fn port_of(fields: &[Entry<'_>]) -> Option<Port> {
    let name = Text::of(&entry(fields, "name")?.value).given()?;
    let others = fields.iter().filter(|field| field.key != "name");
    Some(Port {
        name: name.into(),
        schema: others
            .map(|field| (field.key.to_string(), to_json(&field.value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    })
}

#[cfg(test)]
mod tests {
    use prowess_base::Diagnostic;
    use serde_json::json;

    use super::Json;
    use crate::{Dialect, Document, Limits};

    /// What the own dialect reads, as JSON, and the codes of what it says.
    fn read(fields: &str) -> (Json, Vec<String>) {
        let text = format!("---\nname: a\ndescription: d\n{fields}\n---\n");
        let limits = Limits::default();
        let (document, mut diagnostics) = Document::parse(&text, &limits);
        let reading = Dialect::Own.read(&document, "a", &limits);
        diagnostics.extend(reading.diagnostics);
        let code = |diagnostic: &Diagnostic| {
            format!("{} {}", diagnostic.code, diagnostic.severity.as_str())
        };
        let contract = serde_json::to_value(&reading.manifest.contract).unwrap();
        (contract, diagnostics.iter().map(code).collect())
    }

    /// Every key is read, names and schemas in the order of the header.
    #[test]
    fn whole() {
        let fields = "execution: bt\norchestration: direct\n\
            inputs:\n  query: {type: string}\n  depth: {type: integer, default: 2}\n\
            outputs: {result: {type: string}}\nrequired: [result]\ntools: [web_search]\nrole: writer";
        let contract = json!({
            "execution": "bt",
            "orchestration": "direct",
            "inputs": [
                {"name": "query", "schema": {"type": "string"}},
                {"name": "depth", "schema": {"type": "integer", "default": 2}},
            ],
            "outputs": [{"name": "result", "schema": {"type": "string"}}],
            "required": ["result"],
            "tools": ["web_search"],
            "role": "writer",
        });
        assert_eq!(read(fields), (contract, vec![]));
        assert_eq!(read("license: MIT"), (Json::Null, vec![]));
    }

    /// Inputs have one meaning in each of their forms.
    #[test]
    fn forms_of_ports() {
        for (form, schema) in [
            ("{a: {type: string}}", json!({"type": "string"})),
            (
                "{type: object, properties: {a: {type: string}}}",
                json!({"type": "string"}),
            ),
            ("[{name: a, type: string}]", json!({"type": "string"})),
            ("[a]", Json::Null),
            ("a", Json::Null),
            ("{a: }", Json::Null),
        ] {
            let (contract, said) = read(&format!("inputs: {form}"));
            assert_eq!(contract["inputs"], json!([{"name": "a", "schema": schema}]));
            assert_eq!(said, [""; 0], "{form}");
        }
        assert_eq!(read("inputs: [[a]]").1, ["PW137 warning"]);
    }

    /// An unknown word takes the value that does less; a tree's tools must be read for certain, and
    /// an empty list of them allows none.
    #[test]
    fn doubtful_values() {
        let (contract, said) = read("execution: tree\norchestration: [direct]");
        assert_eq!(
            contract,
            json!({"execution": "prompt", "orchestration": "react"})
        );
        assert_eq!(said, ["PW146 warning", "PW146 warning"]);
        assert_eq!(read("execution: bt\ntools: {a: b}").1, ["PW136 error"]);
        assert_eq!(read("tools: {a: b}").1, ["PW137 warning"]);
        assert_eq!(read("execution: bt\ntools: []").0["tools"], json!([]));
    }
}
