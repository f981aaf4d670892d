//! Lines with branches.

use super::Drawing;
use super::label::{Label, outcome};
use crate::plan::NodeId;

pub(super) fn draw(drawing: Drawing<'_>) -> String {
    let mut text = String::new();
    add(drawing, NodeId(0), "", "", &mut text);
    text
}

/// `own` stands before the node, `below` before what is below it.
fn add(drawing: Drawing<'_>, id: NodeId, own: &str, below: &str, text: &mut String) {
    let node = drawing.node(id);
    let label = Label::of(node);
    text.push_str(own);
    text.push_str(label.sign);
    text.push(' ');
    text.push_str(&label.title);
    if !label.detail.is_empty() {
        text.push_str("  ");
        text.push_str(&label.detail);
    }
    if let Some(trace) = drawing.trace(node) {
        text.push_str("  [");
        text.push_str(&outcome(trace));
        text.push(']');
    }
    text.push('\n');
    for (index, child) in node.children.iter().enumerate() {
        let (branch, rest) = match index + 1 == node.children.len() {
            true => ("└─ ", "   "),
            false => ("├─ ", "│  "),
        };
        let (own, below) = (format!("{below}{branch}"), format!("{below}{rest}"));
        add(drawing, *child, &own, &below, text);
    }
}
