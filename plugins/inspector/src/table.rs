//! The one table: columns are data, a click on a head orders the rows, words filter them.

use bevy_egui::egui::{self, Align, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use crate::colours::Rgb;
use crate::text;
use crate::widgets::{colour, row};

/// What rows are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortKey {
    /// A number.
    Number(u64),
    /// Words.
    Words(&'static str),
}

impl From<usize> for SortKey {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<f32> for SortKey {
    /// Floats that are not negative are ordered as their bits.
    fn from(number: f32) -> Self {
        Self::Number(number.max(0.0).to_bits().into())
    }
}

/// A column of rows `R`.
pub struct Column<'a, R> {
    name: &'static str,
    width: f32,
    value: Box<dyn Fn(&R) -> String + 'a>,
    key: Option<Box<dyn Fn(&R) -> SortKey + 'a>>,
    colour: Option<Box<dyn Fn(&R) -> Rgb + 'a>>,
    searched: bool,
    largest_first: bool,
}

impl<'a, R> Column<'a, R> {
    /// Of a name, a width in points (the last column takes the rest) and what its cells say.
    pub fn new(name: &'static str, width: f32, value: impl Fn(&R) -> String + 'a) -> Self {
        Self {
            name,
            width,
            value: Box::new(value),
            key: None,
            colour: None,
            searched: false,
            largest_first: false,
        }
    }

    /// Rows can be ordered by it.
    pub fn sorted<K: Into<SortKey>>(mut self, key: impl Fn(&R) -> K + 'a) -> Self {
        self.key = Some(Box::new(move |row| key(row).into()));
        self
    }

    /// It brings the rows into the order that they are made in.
    pub fn in_order(self) -> Self {
        self.sorted(|_| 0usize)
    }

    /// Its first click brings the largest to the top.
    pub fn largest_first(mut self) -> Self {
        self.largest_first = true;
        self
    }

    /// The filter looks into it.
    pub fn searched(mut self) -> Self {
        self.searched = true;
        self
    }

    /// Its cells have colours.
    pub fn coloured(mut self, colour: impl Fn(&R) -> Rgb + 'a) -> Self {
        self.colour = Some(Box::new(colour));
        self
    }

    /// What a row's cell says.
    pub fn cell(&self, row: &R) -> String {
        (self.value)(row)
    }
}

/// A table's own state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Words that a row must hold, or must not with a minus.
    pub filter: String,
    /// The name of the column that rows are ordered by; none has it: in the order that they are made in.
    pub column: &'static str,
    /// Largest first.
    pub descending: bool,
}

impl Default for Table {
    /// By number, smallest first.
    fn default() -> Self {
        Self {
            filter: String::new(),
            column: "no.",
            descending: false,
        }
    }
}

impl Table {
    /// Orders by a column; a second time turns the order round.
    pub fn choose<R>(&mut self, column: &Column<'_, R>) {
        self.descending = if self.column == column.name {
            !self.descending
        } else {
            column.largest_first
        };
        self.column = column.name;
    }

    /// The rows that the filter lets through, in the chosen order; equal ones in the order they are made in.
    pub fn listed<R>(
        &self,
        columns: &[Column<'_, R>],
        rows: impl IntoIterator<Item = R>,
    ) -> Vec<R> {
        let mut rows: Vec<R> = rows.into_iter().collect();
        // Only a filter needs every row's words.
        if !self.filter.trim().is_empty() {
            rows.retain(|row| {
                let searched = columns.iter().filter(|column| column.searched);
                let cells: Vec<_> = searched.map(|column| column.cell(row)).collect();
                text::matches(&self.filter, &cells.join(" "))
            });
        }
        let column = columns.iter().find(|column| column.name == self.column);
        if let Some(key) = column.and_then(|column| column.key.as_ref()) {
            rows.sort_by_cached_key(key);
        }
        if self.descending {
            rows.reverse();
        }
        rows
    }

    /// Draws heads and rows in all of the room that is left. Answers which row was clicked, and whether twice.
    pub(crate) fn show<R>(
        &mut self,
        ui: &mut Ui,
        columns: &[Column<'_, R>],
        rows: &[R],
        is_selected: impl Fn(&R) -> bool,
    ) -> Option<(usize, bool)> {
        self.show_heads(ui, columns);
        let widths: Vec<f32> = columns.iter().map(|column| column.width).collect();
        let widths = widths.split_last().map_or(&[][..], |(_, widths)| widths);
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 1.0;
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical()
            .auto_shrink(false)
            .show_rows(ui, height, rows.len(), |ui, shown| {
                for at in shown {
                    let Some(of) = rows.get(at) else {
                        continue;
                    };
                    let cells: Vec<_> = columns.iter().map(|column| rich(column, of)).collect();
                    let response = row(ui, widths, &cells, is_selected(of));
                    if response.clicked() {
                        clicked = Some((at, response.double_clicked()));
                    }
                }
            });
        clicked
    }

    fn show_heads<R>(&mut self, ui: &mut Ui, columns: &[Column<'_, R>]) {
        ui.horizontal(|ui| {
            ui.add_space(ui.spacing().item_spacing.x);
            for (at, column) in columns.iter().enumerate() {
                let mark = match (column.name == self.column, self.descending) {
                    (false, _) => "",
                    (true, true) => " v",
                    (true, false) => " ^",
                };
                let words = RichText::new(format!("{}{mark}", column.name));
                let width = if at + 1 < columns.len() {
                    column.width
                } else {
                    ui.available_width().max(40.0)
                };
                let size = vec2(width, ui.spacing().interact_size.y);
                let layout = Layout::left_to_right(Align::Center);
                ui.allocate_ui_with_layout(size, layout, |ui| {
                    ui.set_min_width(width);
                    let head = Label::new(words.small().strong())
                        .truncate()
                        .selectable(false);
                    if column.key.is_none() {
                        ui.add(head);
                    } else if ui.add(head.sense(Sense::click())).clicked() {
                        self.choose(column);
                    }
                });
            }
        });
    }
}

fn rich<R>(column: &Column<'_, R>, row: &R) -> egui::RichText {
    let words = RichText::new(column.cell(row)).small();
    match &column.colour {
        Some(rgb) => words.color(colour(rgb(row))),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_begins_with_the_smallest_and_a_second_click_turns_it_round() {
        let column = |name| Column::<u8>::new(name, 1.0, ToString::to_string);
        let mut table = Table::default();
        table.choose(&column("one"));
        assert_eq!((table.column, table.descending), ("one", false));
        table.choose(&column("one"));
        assert_eq!((table.column, table.descending), ("one", true));
        table.choose(&column("two"));
        assert_eq!((table.column, table.descending), ("two", false));
        table.choose(&column("three").largest_first());
        assert_eq!((table.column, table.descending), ("three", true));
    }
}
