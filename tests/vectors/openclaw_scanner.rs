//! `openclaw/scanner.jsonl`: what OpenClaw's scanner finds.
//!
//! Messages are sentences and are not compared. The files of a folder are compared as a set: OpenClaw
//! takes them in the order in which the system lists them.

use prowess_scan::openclaw::{
    Edition, File, Finding, Options, Reach, is_scannable, scan_content, scan_files, scan_source,
};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_scanner() {
    run("openclaw/scanner.jsonl", "scan", answer);
}

fn answer(vector: &Vector) -> Answers {
    let text = || vector.text("input.text");
    let ours = match vector.text("input.op") {
        "source" => json!({ "findings": found(&scan_source(text(), Edition::June2026)) }),
        "content" => json!({ "findings": found(&scan_content(text())) }),
        "isScannable" => json!({ "scannable": is_scannable(vector.text("input.name")) }),
        "directory" => folder(vector),
        other => panic!("an operation `{other}`"),
    };
    let mut theirs = vector.output.clone();
    if let Some(findings) = theirs.get_mut("findings").and_then(Value::as_array_mut) {
        for finding in findings.iter_mut() {
            without_message(finding);
        }
        if vector.text("input.op") == "directory" {
            sort(findings);
        }
    }
    Answers { ours, theirs }
}

fn found(findings: &[Finding]) -> Vec<Value> {
    findings
        .iter()
        .map(|finding| {
            let mut value = json!(finding);
            without_message(&mut value);
            value
        })
        .collect()
}

fn without_message(finding: &mut Value) {
    if let Some(fields) = finding.as_object_mut() {
        fields.remove("message");
    }
}

fn folder(vector: &Vector) -> Value {
    let tree = vector.value("input.tree").as_object().expect("a tree");
    let texts: Vec<(&String, String)> = tree
        .iter()
        .filter_map(|(path, file)| Some((path, content(file)?)))
        .collect();
    let files: Vec<File<'_>> = texts
        .iter()
        .map(|(path, text)| File {
            path,
            bytes: text.len() as u64,
            text: Some(text),
        })
        .collect();
    let summary = scan_files(
        &files,
        &options(vector.value("input.options")),
        Edition::June2026,
    );
    let mut findings = found(&summary.findings);
    sort(&mut findings);
    let mut answer = json!(summary);
    if let Some(fields) = answer.as_object_mut() {
        fields.insert("findings".to_owned(), Value::Array(findings));
    }
    answer
}

/// What a file of the tree holds; nothing for a link, which is not looked at.
fn content(file: &Value) -> Option<String> {
    if let Some(text) = file.as_str() {
        return Some(text.to_owned());
    }
    let pad = usize::try_from(file.get("pad")?.as_u64()?).expect("a size");
    let tail = file.get("tail").and_then(Value::as_str).unwrap_or("");
    Some("x".repeat(pad) + tail)
}

fn options(given: &Value) -> Options {
    let mut options = Options::default();
    let is_set = |name| given.get(name).and_then(Value::as_bool) == Some(true);
    if is_set("excludeTestFiles") {
        options.tests = Reach::Skipped;
    }
    if is_set("includeNodeModules") {
        options.node_modules = Reach::Read;
    }
    if is_set("includeHiddenDirectories") {
        options.hidden = Reach::Read;
    }
    if is_set("onlyIncludeFiles") {
        options.others = Reach::Skipped;
    }
    if let Some(names) = given.get("includeFiles").and_then(Value::as_array) {
        options.first = names
            .iter()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect();
    }
    if let Some(files) = given.get("maxFiles").and_then(Value::as_u64) {
        options.files = usize::try_from(files).expect("a number of files");
    }
    if let Some(bytes) = given.get("maxFileBytes").and_then(Value::as_u64) {
        options.file_bytes = bytes;
    }
    options
}

fn sort(findings: &mut [Value]) {
    findings.sort_by_key(ToString::to_string);
}
