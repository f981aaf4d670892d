//! An SVG picture: the root at the left, its children in the next column, one row for each leaf.

use unicode_width::UnicodeWidthStr;

use super::Drawing;
use super::label::{Label, outcome};
use crate::Status;
use crate::document::escape;
use crate::plan::NodeId;

/// Sizes in pixels.
const ROW: usize = 52;
const BOX: usize = 42;
const GAP: usize = 38;
const MARGIN: usize = 16;
const INNER: usize = 12;
/// Width of one column of text, a little more than fonts take.
const LETTER: usize = 7;

/// One node in its place.
struct Placed {
    id: NodeId,
    label: Label,
    outcome: Option<(Status, String)>,
    depth: usize,
    /// The middle of its box, from the top.
    middle: usize,
}

pub(super) fn draw(drawing: Drawing<'_>) -> String {
    let mut placed = Vec::new();
    let mut rows = 0;
    place(drawing, NodeId(0), 0, &mut rows, &mut placed);
    let depth = placed.iter().map(|node| node.depth + 1).max().unwrap_or(0);
    // Each column is as wide as its widest box.
    let mut widths = vec![0; depth];
    for node in &placed {
        if let Some(width) = widths.get_mut(node.depth) {
            *width = node.width().max(*width);
        }
    }
    let mut lefts = Vec::new();
    let mut left = MARGIN;
    for width in &widths {
        lefts.push(left);
        left += width + GAP;
    }
    let (width, height) = (left - GAP.min(left) + MARGIN, rows * ROW + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let columns = Columns { lefts, widths };
    for node in &placed {
        lines(drawing, node, &placed, &columns, &mut svg);
    }
    for node in &placed {
        boxed(node, &columns, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

struct Columns {
    lefts: Vec<usize>,
    widths: Vec<usize>,
}

impl Columns {
    fn left(&self, depth: usize) -> usize {
        self.lefts.get(depth).copied().unwrap_or(MARGIN)
    }

    fn width(&self, depth: usize) -> usize {
        self.widths.get(depth).copied().unwrap_or(0)
    }
}

impl Placed {
    fn width(&self) -> usize {
        let title = self.label.title.width() + 3;
        let outcome = self
            .outcome
            .as_ref()
            .map_or(0, |(_, text)| text.width() + 2);
        let widest = (title + outcome).max(self.label.detail.width());
        widest * LETTER + 2 * INNER
    }
}

/// Places a node and what is below it, and gives the middle of its box.
fn place(
    drawing: Drawing<'_>,
    id: NodeId,
    depth: usize,
    rows: &mut usize,
    placed: &mut Vec<Placed>,
) -> usize {
    let node = drawing.node(id);
    let at = placed.len();
    placed.push(Placed {
        id,
        label: Label::of(node),
        outcome: drawing
            .trace(node)
            .map(|trace| (trace.status, outcome(trace))),
        depth,
        middle: 0,
    });
    let mut ends: Option<(usize, usize)> = None;
    for child in &node.children {
        let middle = place(drawing, *child, depth + 1, rows, placed);
        let first = ends.map_or(middle, |(first, _)| first);
        ends = Some((first, middle));
    }
    let middle = match ends {
        Some((first, last)) => first.midpoint(last),
        None => {
            *rows += 1;
            MARGIN + (*rows - 1) * ROW + ROW / 2
        }
    };
    if let Some(own) = placed.get_mut(at) {
        own.middle = middle;
    }
    middle
}

/// Lines from a node to its children.
fn lines(
    drawing: Drawing<'_>,
    node: &Placed,
    placed: &[Placed],
    columns: &Columns,
    svg: &mut String,
) {
    let children = &drawing.node(node.id).children;
    let right = columns.left(node.depth) + columns.width(node.depth);
    let turn = right + GAP / 2;
    // Nodes are placed in the order of their numbers.
    for child in children.iter().filter_map(|id| placed.get(id.index())) {
        let (from, to) = (node.middle, child.middle);
        let end = columns.left(child.depth);
        svg.push_str(&format!(
            "<path d=\"M{right} {from} H{turn} V{to} H{end}\" fill=\"none\" stroke=\"#9aa4b0\" \
             stroke-width=\"1.5\"/>\n"
        ));
    }
}

fn boxed(node: &Placed, columns: &Columns, svg: &mut String) {
    let (left, width) = (columns.left(node.depth), columns.width(node.depth));
    let top = node.middle - BOX / 2;
    let (fill, stroke) = colors(node.outcome.as_ref().map(|(status, _)| *status));
    let (text, right) = (left + INNER, left + width - INNER);
    let title_line = match node.label.detail.is_empty() {
        true => node.middle + 5,
        false => node.middle - 4,
    };
    svg.push_str(&format!(
        "<g>\n<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{BOX}\" rx=\"6\" \
         fill=\"{fill}\" stroke=\"{stroke}\"/>\n\
         <text x=\"{text}\" y=\"{title_line}\" fill=\"#1c2530\"><tspan fill=\"{stroke}\">{}</tspan> \
         <tspan font-weight=\"600\">{}</tspan></text>\n",
        node.label.sign,
        escape(&node.label.title),
    ));
    if !node.label.detail.is_empty() {
        svg.push_str(&format!(
            "<text x=\"{text}\" y=\"{}\" fill=\"#56606c\" font-size=\"11\">{}</text>\n",
            node.middle + 13,
            escape(&node.label.detail),
        ));
    }
    if let Some((_, outcome)) = &node.outcome {
        svg.push_str(&format!(
            "<text x=\"{right}\" y=\"{title_line}\" fill=\"{stroke}\" font-size=\"11\" \
             text-anchor=\"end\">{}</text>\n",
            escape(outcome),
        ));
    }
    svg.push_str("</g>\n");
}

/// Fill and line; both also differ in brightness, and the status stands beside them as a word.
fn colors(status: Option<Status>) -> (&'static str, &'static str) {
    match status {
        Some(Status::Success) => ("#e3f4e6", "#2e7d32"),
        Some(Status::Failure) => ("#fbe4e4", "#c62828"),
        Some(Status::Running) => ("#fff3d6", "#b26a00"),
        Some(Status::Skipped) => ("#e5eaf3", "#546e9a"),
        Some(Status::Idle) => ("#f2f2f2", "#757575"),
        None => ("#f7f9fb", "#5b6b7d"),
    }
}
