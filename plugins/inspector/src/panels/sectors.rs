//! The tables of sectors and parts: state, distance, bytes, and why.

use bevy::prelude::{Vec3, World};
use bevy_egui::egui::Ui;
use wonderwheel_world_streaming::core::distance::camera_distance_sq;
use wonderwheel_world_streaming::core::slots::world_word;
use wonderwheel_world_streaming::core::tables::WorldTables;
use wonderwheel_world_streaming::core::worlds::Worlds;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::colours::{Rgb, part_colour};
use crate::in_play::Game;
use crate::lines::look_of;
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::table::{Column, SortKey, Table};
use crate::why::Reasons;
use crate::widgets::{filter, go_to, no_level, streamed};
use crate::{focus, text};

/// The panel's own state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectorsPanel {
    /// Sectors instead of parts.
    pub sectors: bool,
    /// The table's own state.
    pub table: Table,
}

impl Default for SectorsPanel {
    fn default() -> Self {
        let table = Table {
            column: "away",
            ..Table::default()
        };
        Self {
            sectors: false,
            table,
        }
    }
}

/// A row: what it is about, and its cells as text and value.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What it is about.
    pub about: Selection,
    /// `scenery` or `detail`.
    pub world: &'static str,
    /// Sector index or part number.
    pub number: u32,
    /// State in words.
    pub state: &'static str,
    /// Squared metres from the nearest camera.
    pub distance_sq: f32,
    /// Bytes charged: the part's own, or those of the sector's part.
    pub bytes: u32,
    /// How many sectors the part has, or which part the sector is of.
    pub other: u32,
    /// Why it is in its state.
    pub why: String,
    /// Colour of the state.
    pub colour: Rgb,
}

/// The columns of the table of sectors, or of parts.
pub fn columns(sectors: bool) -> [Column<'static, Row>; 7] {
    [
        Column::new("world", 56.0, |row: &Row| row.world.into())
            .in_order()
            .searched(),
        Column::new("no.", 44.0, |row: &Row| row.number.to_string())
            .in_order()
            .searched(),
        Column::new("state", 84.0, |row: &Row| row.state.into())
            .sorted(|row| SortKey::Words(row.state))
            .searched()
            .coloured(|row| row.colour),
        Column::new("away", 64.0, |row: &Row| {
            text::metres_of_sq(row.distance_sq)
        })
        .sorted(|row| row.distance_sq),
        Column::new("bytes", 78.0, |row: &Row| text::grouped(row.bytes.into()))
            .sorted(|row| row.bytes as usize)
            .largest_first(),
        Column::new(
            if sectors { "part" } else { "sectors" },
            44.0,
            |row: &Row| row.other.to_string(),
        ),
        Column::new("why", 0.0, |row: &Row| row.why.clone()).searched(),
    ]
}

/// A row for every part, or for every sector.
fn rows(sectors: bool, worlds: &Worlds, eyes: &[Vec3], reasons: &Reasons) -> Vec<Row> {
    let mut rows = Vec::new();
    for tables in worlds.iter() {
        if sectors {
            let listed = (0..tables.sector_count()).filter(|&sector| tables.part_of(sector) > 0);
            rows.extend(listed.map(|sector| sector_row(tables, sector, eyes, reasons)));
        } else {
            rows.extend(
                (1..=tables.part_count()).map(|part| part_row(tables, part, eyes, reasons)),
            );
        }
    }
    rows
}

fn part_row(tables: &WorldTables, part: u32, eyes: &[Vec3], reasons: &Reasons) -> Row {
    use wonderwheel_world_streaming::core::tables::PartState;
    let (slot, state) = (tables.slot(), tables.part_state(part));
    Row {
        about: Selection::Part(slot, part),
        world: world_word(slot),
        number: part,
        state: match state {
            PartState::Absent => "absent",
            PartState::Reading => "reading",
            PartState::Resident => "resident",
            PartState::Releasing => "releasing",
            PartState::Failed => "failed",
        },
        distance_sq: tables.part_distance_sq(part, eyes),
        bytes: tables.part_size(part).heap_bytes,
        other: tables.part_sectors(part).len() as u32,
        why: reasons.of_part(tables, part),
        colour: part_colour(state),
    }
}

fn sector_row(tables: &WorldTables, sector: u32, eyes: &[Vec3], reasons: &Reasons) -> Row {
    let (slot, part) = (tables.slot(), tables.part_of(sector));
    let look = look_of(tables, sector);
    Row {
        about: Selection::Sector(slot, sector),
        world: world_word(slot),
        number: sector,
        state: look.name(),
        distance_sq: camera_distance_sq(&tables.sector_bounds(sector), eyes),
        bytes: tables.part_size(part).heap_bytes,
        other: part,
        why: reasons.of_sector(tables, sector),
        colour: look.colour(),
    }
}

impl Panel for SectorsPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Sectors, parts", Place::Below)
            .only_of(Game::Warriors)
            .filling()
    }

    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, world: &mut World) {
        let eyes: Vec<Vec3> = world
            .query::<&GameCamera>()
            .iter(world)
            .map(|camera| camera.position)
            .collect();
        let Some(worlds) = streamed(world) else {
            no_level(ui);
            return;
        };
        let columns = columns(self.sectors);
        let rows = rows(self.sectors, worlds, &eyes, &Reasons::of(world));
        let all = rows.len();
        let rows = self.table.listed(&columns, rows);
        let mut go = false;
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.sectors, false, "parts");
            ui.selectable_value(&mut self.sectors, true, "sectors");
            filter(ui, &mut self.table.filter, "filter: detail reading");
            ui.weak(format!("{} of {all}", rows.len()));
            go = go_to(ui, selected.is_some());
        });
        let is_selected = |row: &Row| *selected == Some(row.about);
        if let Some((row, double)) = self.table.show(ui, &columns, &rows, is_selected) {
            *selected = rows.get(row).map(|row| row.about);
            go |= double;
        }
        if go && let Some(selection) = *selected {
            focus::go_to(world, selection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_warriors::names::WorldSlot;

    fn row(world: &'static str, number: u32, distance_sq: f32, bytes: u32) -> Row {
        Row {
            about: Selection::Part(WorldSlot::Scenery, number),
            world,
            number,
            state: "absent",
            distance_sq,
            bytes,
            other: 1,
            why: String::new(),
            colour: [0; 3],
        }
    }

    #[test]
    fn rows_are_ordered_by_the_column_and_equal_ones_by_world_and_number() {
        let mut table = SectorsPanel::default().table;
        let columns = columns(false);
        let numbers = |table: &Table| -> Vec<u32> {
            let rows = [
                row("scenery", 1, 9.0, 10),
                row("scenery", 2, 4.0, 30),
                row("detail", 3, 9.0, 20),
            ];
            let listed = table.listed(&columns, rows);
            listed.iter().map(|row| row.number).collect()
        };
        let [_, number, _, away, bytes, ..] = &columns;
        assert_eq!(
            numbers(&table),
            [2, 1, 3],
            "nearest first, scenery before detail"
        );
        table.choose(away);
        assert_eq!(
            numbers(&table),
            [3, 1, 2],
            "a second click turns the order round"
        );
        table.choose(bytes);
        assert_eq!(numbers(&table), [2, 3, 1], "largest first");
        table.choose(number);
        assert_eq!(numbers(&table), [1, 2, 3]);
    }
}
