//! Events as lines, with secrets hidden.

use std::sync::{Arc, Mutex};

use prowess_flow::{Line, LineEvent, Lines, Manual, Mask, Tree};

use crate::support::{Calls, plan, registry};

fn trace(body: &str, mask: Mask) -> Vec<String> {
    let plan = plan(&registry(&Calls::default()), body);
    let mut tree = Tree::new(plan, Manual::new());
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = lines.clone();
    tree.watch(Lines::new(mask, move |line| {
        sink.lock()
            .unwrap()
            .push(serde_json::to_string(line).unwrap());
    }));
    tree.tick().unwrap();
    std::mem::take(&mut *lines.lock().unwrap())
}

/// One line an event, in order, each read back as it was.
#[test]
fn lines() {
    let lines = trace("<L name=\"a\" out=\"{x}\"/>", Mask::default());
    assert_eq!(
        lines,
        [
            "{\"tick\":1,\"at\":0,\"node\":1,\"path\":\"a\",\"id\":\"L\",\"event\":\"answer\",\
             \"status\":\"SUCCESS\",\"took\":0,\"inputs\":{\"letters\":\"S\",\"secret\":\"***\"},\
             \"outputs\":{\"x\":1}}"
                .replace("\"x\":1", "\"out\":1"),
            "{\"tick\":1,\"at\":0,\"node\":1,\"path\":\"a\",\"id\":\"L\",\"event\":\"status\",\
             \"from\":\"IDLE\",\"to\":\"SUCCESS\"}"
                .to_owned(),
            "{\"tick\":1,\"at\":0,\"node\":1,\"path\":\"a\",\"id\":\"L\",\"event\":\"status\",\
             \"from\":\"SUCCESS\",\"to\":\"IDLE\"}"
                .to_owned(),
        ]
    );
    for text in &lines {
        let line: Line = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&line).unwrap(), *text);
    }
}

/// A secret is shown nowhere, whether its port says so or its text is known.
#[test]
fn secrets() {
    let body = "<L secret=\"from-the-port\" letters=\"S-known-secret\"/>";
    let lines = trace(body, Mask::new(["known-secret".to_owned()]));
    let all = lines.concat();
    assert!(!all.contains("from-the-port") && !all.contains("known-secret"));
    assert!(all.contains("\"letters\":\"S-***\"") && all.contains("\"secret\":\"***\""));
}

/// Long texts are cut, with a sign.
#[test]
fn long_texts() {
    let letters = "S".repeat(3_000);
    let lines = trace(&format!("<L letters=\"{letters}\"/>"), Mask::default());
    let line: Line = serde_json::from_str(&lines[0]).unwrap();
    let LineEvent::Answer { inputs, .. } = line.event else {
        panic!("an answer comes first");
    };
    assert_eq!(inputs["letters"], format!("{}…", "S".repeat(2_000)));
}
