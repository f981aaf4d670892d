//! Where in a header a requirement is written.

use prowess_base::LineIndex;
use prowess_format::{Document, Limits, Node, Requirements};

use crate::gates::Gate;

/// The lines of a header's requirements.
#[derive(Debug, Default)]
pub(super) struct Places {
    lines: Vec<(String, u32)>,
    /// The line of `metadata`, for requirements written as text within it.
    metadata: Option<u32>,
}

impl Places {
    /// The lines in a text; none where the text is not known.
    pub(super) fn of(text: Option<&str>) -> Self {
        let mut places = Self::default();
        let Some(text) = text else {
            return places;
        };
        let (document, _) = Document::parse(text, &Limits::default());
        let index = LineIndex::new(text);
        if let Some(root) = document.root() {
            places.collect(root, &index);
        }
        places.metadata = places.line("metadata");
        places
    }

    /// The line that a gate's requirement is written in; nothing where there is none.
    pub(super) fn line_of(&self, gate: Gate, requirements: &Requirements) -> Option<u32> {
        let (key, wanted) = match gate {
            Gate::OperatingSystem => ("os", &requirements.os),
            Gate::Programs => ("bins", &requirements.bins),
            Gate::AnyPrograms => ("anyBins", &requirements.any_bins),
            Gate::Environment => ("env", &requirements.env),
            Gate::Configuration => ("config", &requirements.config),
            Gate::Tools => ("tools", &requirements.tools),
            _ => return None,
        };
        if wanted.is_empty() {
            return None;
        }
        self.line(key).or(self.metadata)
    }

    fn line(&self, key: &str) -> Option<u32> {
        self.lines
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, line)| *line)
    }

    fn collect(&mut self, node: &Node<'_>, index: &LineIndex<'_>) {
        for entry in node.as_mapping().unwrap_or(&[]) {
            let line = index.position(entry.key_span.start as usize).line;
            self.lines.push((entry.key.to_string(), line));
            self.collect(&entry.value, index);
        }
    }
}
