//! The agentskills.io reference library against `format`'s strict reading.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use prowess_format::strict::{self, Argument, PathKind, Properties, StrictFile, StrictSkill};
use prowess_tests::reference::{CRASH, fault_label, sentence_label, subset_json};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};

/// What `read-properties` and `to-prompt` print for the shared inputs, and what `validate` finds.
#[test]
fn headers() {
    run("skills-ref/headers.jsonl", "strict", |vector| {
        let input = HeaderInput::of(vector);
        let path = format!("{{WS}}/{}", input.folder);
        let properties = strict::read_properties(input.file());
        let valid = strict::validate(&input.skill());
        let mut ours = json!({
            "loaded": properties.is_ok(),
            "valid": valid.is_empty(),
            "validate": validation(&path, &valid),
            "read_properties": printed(properties.as_ref().map(Properties::to_json)),
            "to_prompt": printed(properties.as_ref().map(|properties| {
                let file = format!("{path}/{}", input.file_name);
                strict::to_prompt([(properties, file.as_str())])
            })),
        });
        if let (Ok(properties), Some(fields)) = (&properties, ours.as_object_mut()) {
            let shape = |value: &Option<_>| value.as_ref().map_or(Value::Null, subset_json);
            fields.insert("name".into(), json!(properties.name));
            fields.insert("description".into(), json!(properties.description));
            fields.insert("license".into(), shape(&properties.license));
            fields.insert("compatibility".into(), shape(&properties.compatibility));
            fields.insert("allowed_tools".into(), shape(&properties.allowed_tools));
            fields.insert("metadata".into(), shape(&properties.metadata));
        }
        let mut theirs = vector.output.clone();
        for command in ["validate", "read_properties", "to_prompt"] {
            if let Some(output) = theirs.get_mut(command) {
                *output = answer_of(output);
            }
        }
        Answers { ours, theirs }
    });
}

/// What `validate` finds in the shared inputs, and every command with odd paths.
#[test]
fn validate() {
    run("skills-ref/validate.jsonl", "strict", |vector| {
        if vector.id.starts_with("path/") {
            return command(vector);
        }
        let input = HeaderInput::of(vector);
        let found = strict::validate(&input.skill());
        let labels: Vec<_> = found.iter().map(fault_label).collect();
        let theirs = match vector.output.get("errors").and_then(Value::as_array) {
            Some(errors) => errors
                .iter()
                .filter_map(Value::as_str)
                .map(sentence_label)
                .collect(),
            None => vec![CRASH.to_owned()],
        };
        let exit = i32::from(!found.is_empty());
        Answers {
            ours: json!({ "exit": exit, "faults": labels }),
            theirs: json!({ "exit": vector.output["exit"], "faults": theirs }),
        }
    });
}

/// `to-prompt` over several skills.
#[test]
fn prompt() {
    run("skills-ref/prompt.jsonl", "strict", command);
}

struct HeaderInput {
    folder: String,
    file_name: String,
    bytes: Vec<u8>,
}

impl HeaderInput {
    fn of(vector: &Vector) -> Self {
        let text = |key: &str| vector.input.get(key).and_then(Value::as_str);
        let encoded = text("base64").map(|encoded| {
            base64::engine::general_purpose::STANDARD
                .decode(encoded)
                .expect("base64")
        });
        Self {
            folder: text("dir").expect("dir").to_owned(),
            file_name: text("file").expect("file").to_owned(),
            bytes: encoded.unwrap_or_else(|| text("text").expect("text").as_bytes().to_vec()),
        }
    }

    fn file(&self) -> StrictFile<'_> {
        match self.file_name.as_str() {
            "SKILL.md" | "skill.md" => StrictFile::Bytes(&self.bytes),
            _ => StrictFile::Missing,
        }
    }

    fn skill(&self) -> StrictSkill<'_> {
        StrictSkill {
            folder: &self.folder,
            file: self.file(),
        }
    }
}

/// Runs the command of a vector on a tree of its own.
fn command(vector: &Vector) -> Answers {
    let stage = Stage::new()
        .with_folder("{WS}", "ws")
        .with_folder("{HOME}", "home");
    let field = |path: &str| vector.field(path).expect(path);
    stage.build_tree(field("input.tree"));
    let folder = PathBuf::from(stage.expand(field("input.cwd").as_str().expect("a path")));
    let arguments: Vec<String> = field("input.args")
        .as_array()
        .expect("args")
        .iter()
        .map(|argument| stage.expand(argument.as_str().expect("an argument")))
        .collect();
    let (name, paths) = arguments.split_first().expect("a command");
    let ours = match (name.as_str(), paths) {
        ("validate", [path]) => on_skill(&folder, path, |shown, skill| {
            validation(shown, &strict::validate(skill))
        }),
        ("read-properties", [path]) => on_skill(&folder, path, |_, skill| {
            printed(
                strict::read_properties(skill.file)
                    .as_ref()
                    .map(Properties::to_json),
            )
        }),
        ("to-prompt", [_, ..]) => prompt_of(&folder, paths),
        _ => usage_fault(),
    };
    Answers {
        ours: stage.contract_value(&ours),
        theirs: answer_of(&vector.output),
    }
}

/// Calls `answer` with the path as it is printed and the skill that stands there.
fn on_skill(
    folder: &Path,
    path: &str,
    answer: impl FnOnce(&str, &StrictSkill<'_>) -> Value,
) -> Value {
    let argument = Argument::new(path);
    let Some(skill) = argument.folder(kind_of(&folder.join(argument.display()))) else {
        return usage_fault();
    };
    let (_, bytes) = skill_file(&folder.join(skill.display()));
    answer(
        skill.display(),
        &StrictSkill {
            folder: skill.folder_name(),
            file: bytes.as_file(),
        },
    )
}

fn prompt_of(folder: &Path, paths: &[String]) -> Value {
    let mut read = Vec::new();
    for path in paths {
        let argument = Argument::new(path);
        match argument.folder(kind_of(&folder.join(argument.display()))) {
            Some(skill) => read.push(folder.join(skill.display())),
            None => return usage_fault(),
        }
    }
    let skills: Result<Vec<_>, _> = read
        .iter()
        .map(|skill| {
            let (file, bytes) = skill_file(&skill.canonicalize().expect("a real path"));
            let properties = strict::read_properties(bytes.as_file())?;
            Ok((properties, file.to_string_lossy().into_owned()))
        })
        .collect();
    printed(skills.as_ref().map(|skills| {
        strict::to_prompt(
            skills
                .iter()
                .map(|(properties, file)| (properties, file.as_str())),
        )
    }))
}

fn kind_of(path: &Path) -> PathKind {
    match path.metadata() {
        Err(_) => PathKind::Missing,
        Ok(metadata) if metadata.is_dir() => PathKind::Folder,
        Ok(_) => PathKind::File,
    }
}

enum Found {
    NotAFolder,
    Missing,
    Unreadable,
    Bytes(Vec<u8>),
}

impl Found {
    fn as_file(&self) -> StrictFile<'_> {
        match self {
            Self::NotAFolder => StrictFile::NotAFolder,
            Self::Missing => StrictFile::Missing,
            Self::Unreadable => StrictFile::Unreadable,
            Self::Bytes(bytes) => StrictFile::Bytes(bytes),
        }
    }
}

fn skill_file(folder: &Path) -> (PathBuf, Found) {
    if !folder.is_dir() {
        return (folder.to_owned(), Found::NotAFolder);
    }
    let candidates = ["SKILL.md", "skill.md"].map(|name| folder.join(name));
    match candidates.into_iter().find(|path| path.exists()) {
        None => (folder.to_owned(), Found::Missing),
        Some(path) => {
            let found = std::fs::read(&path).map_or(Found::Unreadable, Found::Bytes);
            (path, found)
        }
    }
}

fn validation(path: &str, faults: &[strict::StrictFault]) -> Value {
    let labels: Vec<_> = faults.iter().map(fault_label).collect();
    if labels.is_empty() {
        json!({ "exit": 0, "stdout": format!("Valid skill: {path}\n") })
    } else if labels.iter().any(|label| label == CRASH) {
        json!({ "exit": 1, "faults": [CRASH] })
    } else {
        json!({ "exit": 1, "stdout": "", "path": path, "faults": labels })
    }
}

fn printed(text: Result<String, &strict::StrictFault>) -> Value {
    match text {
        Ok(text) => json!({ "exit": 0, "stdout": format!("{text}\n") }),
        Err(fault) if fault.is_crash() => json!({ "exit": 1, "faults": [CRASH] }),
        Err(fault) => json!({ "exit": 1, "stdout": "", "faults": [fault_label(fault)] }),
    }
}

fn usage_fault() -> Value {
    json!({ "exit": 2, "stdout": "" })
}

/// The library's output in the form of [`validation`] and [`printed`]: its sentences as labels,
/// the click library's usage text as its exit code alone.
fn answer_of(output: &Value) -> Value {
    let exit = output.get("exit");
    if output.get("traceback_last_line").is_some() {
        return json!({ "exit": exit, "faults": [CRASH] });
    }
    let text = |key: &str| output.get(key).and_then(Value::as_str).unwrap_or("");
    let (stdout, stderr) = (text("stdout"), text("stderr"));
    if let Some(failed) = stderr.strip_prefix("Validation failed for ") {
        let (path, list) = failed.split_once(":\n").expect("a list of faults");
        let faults: Vec<String> = list
            .split("  - ")
            .skip(1)
            .map(|item| sentence_label(item.trim_end_matches('\n')))
            .collect();
        json!({ "exit": exit, "stdout": stdout, "path": path, "faults": faults })
    } else if let Some(sentence) = stderr.strip_prefix("Error: ") {
        let fault = sentence_label(sentence.trim_end());
        json!({ "exit": exit, "stdout": stdout, "faults": [fault] })
    } else {
        json!({ "exit": exit, "stdout": stdout })
    }
}
