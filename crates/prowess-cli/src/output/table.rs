//! Columns of text that fit the terminal.

use std::borrow::Cow;

use comfy_table::{ColumnConstraint, ContentArrangement, Table as Grid, Width};
use unicode_width::UnicodeWidthStr as _;

use super::printable::printable_text;

/// Rows of text beneath a head. On a terminal the last column takes what is left; elsewhere nothing is
/// cut.
#[derive(Debug)]
pub(crate) struct Table {
    head: Vec<Cow<'static, str>>,
    rows: Vec<Vec<String>>,
    last: LastColumn,
    spare: &'static [&'static str],
}

/// What becomes of a last column that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastColumn {
    /// It is cut, a row is one line.
    Cut,
    /// It is wrapped, nothing is lost.
    Wrapped,
}

/// Columns of the terminal that are kept for the last column before a spare one goes.
const ROOM: usize = 24;
/// Blanks between two columns.
const GAP: u16 = 2;

impl Table {
    /// A table with these heads, in capitals by custom.
    pub(crate) fn new<const N: usize>(head: [&'static str; N], last: LastColumn) -> Self {
        Self {
            head: head.map(Cow::Borrowed).into(),
            rows: Vec::new(),
            last,
            spare: &[],
        }
    }

    /// A table whose columns are not known before.
    pub(crate) fn of_columns(head: Vec<String>, last: LastColumn) -> Self {
        Self {
            head: head.into_iter().map(Cow::Owned).collect(),
            rows: Vec::new(),
            last,
            spare: &[],
        }
    }

    /// Names the columns that a narrow terminal can do without, the first to go first.
    pub(crate) fn spare(mut self, heads: &'static [&'static str]) -> Self {
        self.spare = heads;
        self
    }

    /// Adds a row. Each cell is one line, but for a last one that is wrapped.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.cells(cells.into());
    }

    /// The same with as many cells as the table has columns.
    pub(crate) fn cells(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.head.len());
        let mut cells: Vec<String> = cells.iter().map(|cell| printable_text(cell)).collect();
        let lines_stay = self.last == LastColumn::Wrapped;
        let last = cells.len().saturating_sub(1);
        for (index, cell) in cells.iter_mut().enumerate() {
            if !(lines_stay && index == last) {
                *cell = cell.replace(['\n', '\t'], " ");
            }
        }
        self.rows.push(cells);
    }

    /// The text, a line end after every line. `width` is the terminal's, nothing where there is none.
    pub(crate) fn render(&self, width: Option<u16>) -> String {
        let shown = self.shown_columns(width);
        let pick = |cells: &mut dyn Iterator<Item = String>| -> Vec<String> {
            cells
                .zip(&shown)
                .filter_map(|(cell, shown)| shown.then_some(cell))
                .collect()
        };
        let mut grid = Grid::new();
        grid.load_style(comfy_table::presets::NOTHING);
        grid.set_truncation_indicator("…");
        grid.set_header(pick(&mut self.head.iter().map(ToString::to_string)));
        for cells in &self.rows {
            let mut row = comfy_table::Row::from(pick(&mut cells.iter().cloned()));
            if width.is_some() && self.last == LastColumn::Cut {
                row.max_height(1);
            }
            grid.add_row(row);
        }
        match width {
            None => grid.set_content_arrangement(ContentArrangement::Disabled),
            Some(width) => grid
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(width),
        };
        let last = shown
            .iter()
            .filter(|shown| **shown)
            .count()
            .saturating_sub(1);
        for (index, column) in grid.column_iter_mut().enumerate() {
            column.set_padding((0, if index == last { 0 } else { GAP }));
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

    /// Which columns there is room for.
    fn shown_columns(&self, width: Option<u16>) -> Vec<bool> {
        let mut shown = vec![true; self.head.len()];
        let Some(width) = width else {
            return shown;
        };
        let widths = self.widths();
        for spare in self.spare {
            let used: usize = widths
                .iter()
                .zip(&shown)
                .take(self.head.len().saturating_sub(1))
                .enumerate()
                .filter(|(_, (_, shown))| **shown)
                .map(|(index, (&column, _))| {
                    let most = if index == 0 {
                        usize::from(width) * 2 / 5
                    } else {
                        column
                    };
                    column.min(most) + usize::from(GAP)
                })
                .sum();
            if used + ROOM <= usize::from(width) {
                break;
            }
            for (head, shown) in self.head.iter().zip(&mut shown) {
                if head == spare {
                    *shown = false;
                }
            }
        }
        shown
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.head.iter().map(|head| head.width()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        widths
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
        assert_eq!(
            cut,
            "NAME  TEXT\na     one two three fou…\n茶茶  b\u{fffd}[2J\n"
        );
        let wrapped = sample(LastColumn::Wrapped).render(Some(24));
        assert_eq!(
            wrapped,
            "NAME  TEXT\na     one two three four\n      five six seven\n茶茶  b\u{fffd}[2J\n"
        );
    }
    /// A narrow terminal loses the spare columns in their order, and no more of them than it must.
    #[test]
    fn spare_columns() {
        let mut table = Table::new(["NAME", "USER", "SOURCE", "TEXT"], LastColumn::Cut)
            .spare(&["SOURCE", "USER"]);
        table.row(["a".into(), "yes".into(), "workspace".into(), "t".into()]);
        let heads = |width| {
            let text = table.render(width);
            text.lines()
                .next()
                .unwrap_or("")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(heads(None), "NAME USER SOURCE TEXT");
        assert_eq!(heads(Some(47)), "NAME USER SOURCE TEXT");
        assert_eq!(heads(Some(46)), "NAME USER TEXT");
        assert_eq!(heads(Some(30)), "NAME TEXT");
    }
}
