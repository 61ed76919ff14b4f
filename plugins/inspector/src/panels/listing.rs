//! A list of texts of any length: they are wrapped and never cut, and only the rows in sight are laid out.

use std::ops::Range;

use bevy_egui::egui::{
    self, Color32, FontId, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, pos2,
};

use crate::text;

/// Columns that the rows after an entry's first one are set in.
const INDENT: usize = 2;
/// Columns between a label and the words behind it.
const GAP: usize = 2;
/// Fewest columns for words behind a label; else they begin in the row below.
const FEWEST: usize = 24;
/// Points between rows.
const ROW_GAP: f32 = 2.0;
/// Points that are left free for the scroll bar, which lies over what it scrolls.
const SCROLL_BAR: f32 = 10.0;

/// An entry of the list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Entry<'a> {
    /// What it is about, in front of the first row; empty for none.
    pub label: &'a str,
    /// The label's colour.
    pub label_colour: Color32,
    /// What it says.
    pub words: &'a str,
    /// The words' colour.
    pub colour: Color32,
}

/// A row: a piece of an entry's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row<'a> {
    entry: usize,
    /// The first row of its entry, with the label.
    first: bool,
    words: &'a str,
}

/// Shows the entries in all of the room that is left. With `follow` the last one stays in sight.
pub(crate) fn show(ui: &mut Ui, entries: &[Entry], follow: bool) {
    let font = TextStyle::Monospace.resolve(ui.style());
    let column = {
        let sample = "M".repeat(64);
        let sample = ui
            .painter()
            .layout_no_wrap(sample, font.clone(), Color32::WHITE);
        sample.size().x / 64.0
    };
    let columns = ((ui.available_width() - SCROLL_BAR) / column).max(0.0) as usize;
    let rows = rows(entries, columns);
    let list = List {
        entries,
        rows: &rows,
        font,
        column,
        height: ui.text_style_height(&TextStyle::Monospace),
    };
    ui.spacing_mut().item_spacing.y = ROW_GAP;
    ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(follow)
        .show_rows(ui, list.height, rows.len(), |ui, shown| {
            list.paint(ui, shown)
        });
}

/// The rows that entries take in a list so many columns wide.
fn rows<'a>(entries: &[Entry<'a>], columns: usize) -> Vec<Row<'a>> {
    let mut rows = Vec::with_capacity(entries.len());
    let others = columns.saturating_sub(INDENT);
    for (entry, of) in entries.iter().enumerate() {
        let before = label_columns(of);
        let mut first = true;
        let mut room = columns.saturating_sub(before);
        if before > 0 && room < FEWEST {
            rows.push(Row {
                entry,
                first,
                words: "",
            });
            (first, room) = (false, others);
        }
        for words in text::wrap(of.words, room, others) {
            rows.push(Row {
                entry,
                first,
                words,
            });
            first = false;
        }
    }
    rows
}

/// Columns that an entry's label takes with the gap behind it.
fn label_columns(entry: &Entry) -> usize {
    match entry.label.chars().count() {
        0 => 0,
        count => count + GAP,
    }
}

struct List<'a> {
    entries: &'a [Entry<'a>],
    rows: &'a [Row<'a>],
    font: FontId,
    column: f32,
    height: f32,
}

impl List<'_> {
    fn paint(&self, ui: &mut Ui, shown: Range<usize>) {
        let place = ui.max_rect();
        let pitch = self.height + ROW_GAP;
        // One thing to hover for all rows: rows come and go below the pointer, this stays.
        let sight = place.intersect(ui.clip_rect());
        let response = ui.interact(sight, ui.id().with("rows"), Sense::hover());
        let hovered = response.hover_pos().and_then(|pointer| {
            let at = ((pointer.y - place.top()) / pitch).max(0.0) as usize;
            self.rows.get(shown.start + at).map(|row| row.entry)
        });
        for (at, row) in self.rows.get(shown).unwrap_or_default().iter().enumerate() {
            let Some(entry) = self.entries.get(row.entry) else {
                continue;
            };
            let corner = pos2(place.left(), place.top() + at as f32 * pitch);
            if hovered == Some(row.entry) {
                let size = egui::vec2(place.width(), pitch);
                let fill = ui.visuals().widgets.noninteractive.bg_stroke.color;
                ui.painter().rect_filled(
                    Rect::from_min_size(corner, size),
                    0.0,
                    fill.gamma_multiply(0.6),
                );
            }
            let columns = if row.first {
                self.paint_piece(ui, corner, 0, entry.label, entry.label_colour);
                label_columns(entry)
            } else {
                INDENT
            };
            self.paint_piece(ui, corner, columns, row.words, entry.colour);
        }
        let several = |entry| self.rows.iter().filter(|row| row.entry == entry).count() > 1;
        if let Some(entry) = hovered
            .filter(|&entry| several(entry))
            .and_then(|entry| self.entries.get(entry))
        {
            response.on_hover_ui_at_pointer(|ui| show_whole(ui, entry));
        }
    }

    fn paint_piece(
        &self,
        ui: &Ui,
        corner: egui::Pos2,
        columns: usize,
        piece: &str,
        colour: Color32,
    ) {
        if piece.is_empty() {
            return;
        }
        let corner = corner + egui::vec2(columns as f32 * self.column, 0.0);
        let galley = ui
            .painter()
            .layout_no_wrap(piece.to_owned(), self.font.clone(), colour);
        ui.painter().galley(corner, galley, colour);
    }
}

/// An entry in one piece, for a look at what the list breaks into rows.
fn show_whole(ui: &mut Ui, entry: &Entry) {
    // As wide as the text, within the screen.
    ui.set_max_width(ui.ctx().content_rect().width() * 0.8);
    if !entry.label.is_empty() {
        ui.label(
            RichText::new(entry.label)
                .monospace()
                .color(entry.label_colour),
        );
    }
    ui.label(RichText::new(entry.words.trim_end()).monospace());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(label: &'a str, words: &'a str) -> Entry<'a> {
        Entry {
            label,
            label_colour: Color32::RED,
            words,
            colour: Color32::GRAY,
        }
    }

    fn shown<'a>(entries: &[Entry<'a>], columns: usize) -> Vec<(usize, bool, &'a str)> {
        rows(entries, columns)
            .into_iter()
            .map(|row| (row.entry, row.first, row.words))
            .collect()
    }

    #[test]
    fn the_rows_below_the_first_are_indented_and_as_much_shorter() {
        let entries = [entry("", "read part 4 for 12"), entry("", "wait")];
        assert_eq!(
            shown(&entries, 11),
            [
                (0, true, "read part 4"), // 11 columns
                (0, false, "for 12"),
                (1, true, "wait")
            ]
        );
        assert_eq!(
            shown(&entries, 10),
            [
                (0, true, "read part"),
                (0, false, "4 for 12"), // 8 columns, 2 are the indent
                (1, true, "wait")
            ]
        );
    }

    #[test]
    fn a_label_stands_before_the_first_row_of_a_message_of_many_lines() {
        let entries = [entry("a.wgsl", "error: no\n  +- a.wgsl:3:1")];
        assert_eq!(
            shown(&entries, 40),
            [(0, true, "error: no"), (0, false, "  +- a.wgsl:3:1")]
        );
        // 6 and 2 leave 12 of 20 columns: too few behind the label.
        assert_eq!(
            shown(&entries, 20),
            [
                (0, true, ""),
                (0, false, "error: no"),
                (0, false, "  +- a.wgsl:3:1")
            ]
        );
    }

    #[test]
    fn a_list_without_width_is_long_and_not_endless() {
        assert_eq!(shown(&[entry("", "ab c")], 0).len(), 3);
    }
}
