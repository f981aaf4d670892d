//! What a picture says about one node.

use std::time::Duration;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::plan::PlanNode;
use crate::registry::{Kind, NodeKind, Secrecy};
use crate::trace::NodeTrace;

/// Longest line of a label, in columns of a terminal.
const LONGEST: usize = 44;

/// The words of one node.
pub(super) struct Label {
    /// A sign for its kind.
    pub(super) sign: &'static str,
    /// Its name.
    pub(super) title: String,
    /// What it is, where that is not its name, then its ports and scripts.
    pub(super) detail: String,
}

impl Label {
    pub(super) fn of(node: &PlanNode) -> Self {
        let id = node.tree.as_deref().unwrap_or(&node.model.id);
        let mut parts = Vec::new();
        if *node.name != *id {
            parts.push(id.to_owned());
        }
        let set = node.inputs.iter().chain(node.outputs.iter().filter(|port| {
            let is_input = |known: &crate::Port| known.name == port.name;
            !node.inputs.iter().any(is_input)
        }));
        for port in set {
            let default = node
                .model
                .port(&port.name)
                .and_then(|model| model.default.as_deref());
            let value = port.source.text();
            if default == Some(value.as_str()) {
                continue;
            }
            let value = match (port.secrecy, port.literal_text()) {
                (Secrecy::Secret, Some(_)) => "***".to_owned(),
                _ => value,
            };
            parts.push(format!("{}={}", port.name, one_line(&value)));
        }
        for (name, script) in node.scripts() {
            parts.push(format!("{name}={}", one_line(script)));
        }
        Self {
            sign: sign(node),
            title: cut(&one_line(&node.name)),
            detail: cut(&parts.join(" ")),
        }
    }
}

fn sign(node: &PlanNode) -> &'static str {
    match node.kind {
        Kind::Sequence(_) | Kind::SequenceWithMemory | Kind::ReactiveSequence => "→",
        Kind::Fallback(_) | Kind::ReactiveFallback => "?",
        Kind::Parallel | Kind::ParallelAll => "⇉",
        Kind::IfThenElse | Kind::WhileDoElse | Kind::Switch(_) | Kind::TryCatch => "◆",
        _ => match node.model.kind {
            NodeKind::Decorator => "◇",
            NodeKind::SubTree => "▣",
            NodeKind::Condition => "○",
            NodeKind::Control => "→",
            NodeKind::Action => "■",
        },
    }
}

fn one_line(text: &str) -> String {
    let is_blank = |character: char| character.is_whitespace() || character.is_control();
    let words: Vec<&str> = text
        .split(is_blank)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// At most so many columns, with a sign where something is left out.
fn cut(text: &str) -> String {
    if text.width() <= LONGEST {
        return text.to_owned();
    }
    let mut width = 0;
    let is_in = |character: &char| {
        width += character.width().unwrap_or(0);
        width < LONGEST
    };
    let mut kept: String = text.chars().take_while(is_in).collect();
    kept.push('…');
    kept
}

/// The status of a node and how long it took: `SUCCESS 1.2 s`, with the number of answers where
/// that is more than one.
pub(super) fn outcome(trace: &NodeTrace) -> String {
    let again = match trace.answers {
        0 | 1 => String::new(),
        answers => format!(" ×{answers}"),
    };
    format!("{} {}{again}", trace.status, time(trace.span))
}

pub(super) fn time(time: Duration) -> String {
    let micros = time.as_micros();
    let seconds = time.as_secs_f64();
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..10_000 => format!("{:.1} ms", seconds * 1e3),
        10_000..1_000_000 => format!("{:.0} ms", seconds * 1e3),
        1_000_000..60_000_000 => format!("{seconds:.1} s"),
        _ => format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times are short and never lose their unit.
    #[test]
    fn times() {
        let shown = |micros| time(Duration::from_micros(micros));
        assert_eq!(
            [
                shown(7),
                shown(1_250),
                shown(15_400),
                shown(2_340_000),
                shown(125_000_000)
            ],
            ["7 µs", "1.2 ms", "15 ms", "2.3 s", "2 min 05 s"]
        );
    }
}
