//! `skills-ref/prompt.jsonl`, the form of the text: what the reference library wrote is taken apart and
//! written again in the style of agentskills.io.

use std::path::Path;
use std::sync::Arc;

use prowess_catalog::{Entry, Profile, Snapshot};
use prowess_prompt::{RenderOptions, render};
use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};

#[test]
fn skills_ref_style() {
    run("skills-ref/prompt.jsonl", "style", answer);
}

fn answer(vector: &Vector) -> Answers {
    let text = vector.text("output.stdout").trim_end_matches('\n');
    // Without skills that program writes an empty list; here there is nothing to tell.
    let entries: Vec<Entry> = text.split("<skill>\n").skip(1).map(entry).collect();
    let theirs = if entries.is_empty() { "" } else { text };
    let profile = Arc::new(Profile::agentskills());
    let snapshot = Snapshot::new(profile, Vec::new(), entries.into(), Vec::new());
    let rendered = render(&snapshot, &RenderOptions::default());
    Answers {
        ours: json!(rendered.text),
        theirs: json!(theirs),
    }
}

fn entry(element: &str) -> Entry {
    let content = |tag: &str| {
        let (_, rest) = element.split_once(&format!("<{tag}>\n")).expect("a tag");
        let (content, _) = rest.split_once(&format!("\n</{tag}>")).expect("its end");
        content
    };
    Entry {
        name: unescape(content("name")).into(),
        description: unescape(content("description")).into(),
        file: Path::new(content("location")).into(),
        ..Entry::default()
    }
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}
