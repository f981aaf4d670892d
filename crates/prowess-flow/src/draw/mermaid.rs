//! A Mermaid flow chart.

use super::Drawing;
use super::label::{Label, outcome};
use crate::Status;

pub(super) fn draw(drawing: Drawing<'_>) -> String {
    let mut text = String::from("flowchart LR\n");
    for node in drawing.plan.nodes() {
        let label = Label::of(node);
        let mut lines = vec![format!("{} {}", label.sign, label.title)];
        if !label.detail.is_empty() {
            lines.push(label.detail);
        }
        let trace = drawing.trace(node);
        lines.extend(trace.map(outcome));
        let words: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        let number = node.id.number();
        text.push_str(&format!("    n{number}[\"{}\"]", words.join("<br/>")));
        if let Some(trace) = trace {
            text.push_str(&format!(":::{}", class(trace.status)));
        }
        text.push('\n');
    }
    for node in drawing.plan.nodes() {
        for child in &node.children {
            let (from, to) = (node.id.number(), child.number());
            text.push_str(&format!("    n{from} --> n{to}\n"));
        }
    }
    if drawing.traced.is_some() {
        for (class, fill, stroke) in CLASSES {
            text.push_str(&format!(
                "    classDef {class} fill:{fill},stroke:{stroke}\n"
            ));
        }
    }
    text
}

const CLASSES: [(&str, &str, &str); 5] = [
    ("success", "#e3f4e6", "#2e7d32"),
    ("failure", "#fbe4e4", "#c62828"),
    ("running", "#fff3d6", "#b26a00"),
    ("skipped", "#e5eaf3", "#546e9a"),
    ("idle", "#f2f2f2", "#757575"),
];

fn class(status: Status) -> &'static str {
    match status {
        Status::Success => "success",
        Status::Failure => "failure",
        Status::Running => "running",
        Status::Skipped => "skipped",
        Status::Idle => "idle",
    }
}

/// Text inside a quoted label: whatever Mermaid or HTML could read is an entity of its.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '<' | '>' | '&' | '#' | '`' | ';' | '\\' | '[' | ']' | '{' | '}' => {
                escaped.push_str(&format!("#{};", u32::from(character)));
            }
            other => escaped.push(other),
        }
    }
    escaped
}
