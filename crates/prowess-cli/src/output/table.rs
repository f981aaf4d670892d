//! Columns of text that fit the terminal.

use comfy_table::{ColumnConstraint, ContentArrangement, Table as Grid, Width};

use super::printable::printable_line;

/// Rows of text beneath a head. On a terminal the last column takes what is left and is cut, so that
/// a row is one line; elsewhere nothing is cut.
#[derive(Debug)]
pub(crate) struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    last: LastColumn,
}

/// What becomes of a last column that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastColumn {
    /// It is cut, a row is one line.
    Cut,
    /// It is wrapped, nothing is lost.
    Wrapped,
}

impl Table {
    /// A table with these heads, in capitals by custom.
    pub(crate) fn new<const N: usize>(head: [&'static str; N], last: LastColumn) -> Self {
        Self {
            head: head.into(),
            rows: Vec::new(),
            last,
        }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.head.len());
        self.rows.push(cells.map(|cell| printable_line(&cell)).into());
    }

    /// Whether no row was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The text, a line end after every line. `width` is the terminal's, nothing where there is none.
    pub(crate) fn render(&self, width: Option<u16>) -> String {
        let mut grid = Grid::new();
        grid.load_style(comfy_table::presets::NOTHING);
        grid.set_header(self.head.iter().copied());
        for row in &self.rows {
            let mut row = comfy_table::Row::from(row.iter());
            if width.is_some() && self.last == LastColumn::Cut {
                row.max_height(1);
            }
            grid.add_row(row);
        }
        grid.set_truncation_indicator("…");
        match width {
            None => grid.set_content_arrangement(ContentArrangement::Disabled),
            Some(width) => grid
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(width),
        };
        let last = self.head.len().saturating_sub(1);
        for (index, column) in grid.column_iter_mut().enumerate() {
            column.set_padding((0, if index == last { 0 } else { 2 }));
            if width.is_some() && index != last {
                column.set_constraint(if index == 0 {
                    ColumnConstraint::UpperBoundary(Width::Percentage(40))
                } else {
                    ColumnConstraint::ContentWidth
                });
            }
        }
        let mut text = String::new();
        for line in grid.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(last: LastColumn) -> Table {
        let mut table = Table::new(["NAME", "TEXT"], last);
        table.row(["a".into(), "one two three four five six seven".into()]);
        table.row(["茶茶".into(), "b\u{1b}[2J".into()]);
        table
    }

    /// Without a terminal nothing is cut; wide characters take two columns; controls are harmless.
    #[test]
    fn no_terminal() {
        assert_eq!(
            sample(LastColumn::Cut).render(None),
            "NAME  TEXT\na     one two three four five six seven\n茶茶  b\u{fffd}[2J\n"
        );
    }

    /// On a narrow terminal a row stays one line, or is wrapped where nothing may be lost.
    #[test]
    fn narrow_terminal() {
        let cut = sample(LastColumn::Cut).render(Some(24));
        assert_eq!(cut, "NAME  TEXT\na     one two three fou…\n茶茶  b\u{fffd}[2J\n");
        let wrapped = sample(LastColumn::Wrapped).render(Some(24));
        assert_eq!(
            wrapped,
            "NAME  TEXT\na     one two three four\n      five six seven\n茶茶  b\u{fffd}[2J\n"
        );
    }
}
