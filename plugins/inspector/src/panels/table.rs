//! The tables of sectors and parts: state, distance, bytes, and why.

use std::cmp::Ordering;

use bevy::prelude::{Vec3, World};
use bevy_egui::egui::{self, RichText, Ui};
use wonderwheel_world_streaming::core::distance::camera_distance_sq;
use wonderwheel_world_streaming::core::slots::world_word;
use wonderwheel_world_streaming::core::tables::WorldTables;
use wonderwheel_world_streaming::core::worlds::Worlds;
use wonderwheel_world_streaming::prelude::FailedSectors;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::colours::{Rgb, part_colour};
use crate::focus;
use crate::lines::look_of;
use crate::overlay::{Overlay, Selection};
use crate::text;
use crate::why::{self, PartHistory};

/// Widths of all columns but the last, points.
const WIDTHS: [f32; 6] = [56.0, 44.0, 84.0, 64.0, 78.0, 44.0];

/// A column that rows can be ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Column {
    /// World, then number.
    #[default]
    Number,
    /// State.
    State,
    /// Distance from the cameras.
    Distance,
    /// Bytes charged.
    Bytes,
}

/// The tables' own state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePanel {
    /// Sectors instead of parts.
    pub sectors: bool,
    /// What rows are ordered by.
    pub order: Column,
    /// Largest first.
    pub descending: bool,
    /// Words that a row must hold, or must not with a minus.
    pub filter: String,
}

impl Default for TablePanel {
    fn default() -> Self {
        Self {
            sectors: false,
            order: Column::Distance,
            descending: false,
            filter: String::new(),
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

impl Row {
    fn line(&self) -> String {
        format!("{} {} {} {}", self.world, self.number, self.state, self.why)
    }
}

impl TablePanel {
    /// Brings rows into the chosen order; equal ones by world and number.
    pub fn sort(&self, rows: &mut [Row]) {
        let by_number = |a: &Row, b: &Row| b.world.cmp(a.world).then(a.number.cmp(&b.number));
        rows.sort_by(|a, b| {
            let order = match self.order {
                Column::Number => Ordering::Equal,
                Column::State => a.state.cmp(b.state),
                Column::Distance => a.distance_sq.total_cmp(&b.distance_sq),
                Column::Bytes => a.bytes.cmp(&b.bytes),
            };
            let order = order.then_with(|| by_number(a, b));
            if self.descending {
                order.reverse()
            } else {
                order
            }
        });
    }

    fn choose(&mut self, column: Column) {
        if self.order == column {
            self.descending = !self.descending;
        } else {
            self.order = column;
            self.descending = column == Column::Bytes;
        }
    }
}

/// A row for every part, or for every sector.
pub fn rows(
    sectors: bool,
    worlds: &Worlds,
    eyes: &[Vec3],
    history: Option<&PartHistory>,
    failed: Option<&FailedSectors>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for tables in worlds.iter() {
        if sectors {
            let listed = (0..tables.sector_count()).filter(|&sector| tables.part_of(sector) > 0);
            rows.extend(listed.map(|sector| sector_row(tables, sector, eyes, history, failed)));
        } else {
            rows.extend(
                (1..=tables.part_count()).map(|part| part_row(tables, part, eyes, history, failed)),
            );
        }
    }
    rows
}

fn part_row(
    tables: &WorldTables,
    part: u32,
    eyes: &[Vec3],
    history: Option<&PartHistory>,
    failed: Option<&FailedSectors>,
) -> Row {
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
        why: why_part(tables, part, history, failed),
        colour: part_colour(state),
    }
}

fn sector_row(
    tables: &WorldTables,
    sector: u32,
    eyes: &[Vec3],
    history: Option<&PartHistory>,
    failed: Option<&FailedSectors>,
) -> Row {
    let (slot, part) = (tables.slot(), tables.part_of(sector));
    let look = look_of(tables, sector);
    let error = failed.and_then(|failed| {
        failed
            .sectors
            .iter()
            .find(|found| (found.slot, found.sector) == (slot, sector))
    });
    Row {
        about: Selection::Sector(slot, sector),
        world: world_word(slot),
        number: sector,
        state: look.name(),
        distance_sq: camera_distance_sq(&tables.sector_bounds(sector), eyes),
        bytes: tables.part_size(part).heap_bytes,
        other: part,
        why: why::of_sector(
            tables.sector_state(sector),
            tables.was_visible(sector),
            tables.is_in_use(sector),
            &why_part(tables, part, history, failed),
            error.map(|found| &*found.fault),
        ),
        colour: look.colour(),
    }
}

fn why_part(
    tables: &WorldTables,
    part: u32,
    history: Option<&PartHistory>,
    failed: Option<&FailedSectors>,
) -> String {
    let slot = tables.slot();
    let error = failed.and_then(|failed| {
        failed
            .sectors
            .iter()
            .find(|found| (found.slot, found.part) == (slot, part))
    });
    let last = history.and_then(|history| history.last(slot, part));
    why::of_part(
        tables.part_state(part),
        last,
        error.map(|found| &*found.fault),
    )
}

pub(crate) fn show(ui: &mut Ui, overlay: &mut Overlay, world: &mut World) {
    if show_table(ui, overlay, world)
        && let Some(selection) = overlay.selected
    {
        focus::go_to(world, selection);
    }
}

/// Answers whether the camera shall go to what is selected.
fn show_table(ui: &mut Ui, overlay: &mut Overlay, world: &mut World) -> bool {
    let eyes: Vec<Vec3> = world
        .query::<&GameCamera>()
        .iter(world)
        .map(|camera| camera.position)
        .collect();
    let Some(worlds) = world
        .get_resource::<Worlds>()
        .filter(|worlds| !worlds.is_empty())
    else {
        super::no_level(ui);
        return false;
    };
    let Overlay {
        table, selected, ..
    } = overlay;
    let mut rows = rows(
        table.sectors,
        worlds,
        &eyes,
        world.get_resource::<PartHistory>(),
        world.get_resource::<FailedSectors>(),
    );
    let all = rows.len();
    rows.retain(|row| text::matches(&table.filter, &row.line()));
    table.sort(&mut rows);

    let mut go = false;
    ui.horizontal(|ui| {
        ui.selectable_value(&mut table.sectors, false, "parts");
        ui.selectable_value(&mut table.sectors, true, "sectors");
        super::filter(ui, &mut table.filter, "filter: detail reading");
        ui.weak(format!("{} of {all}", rows.len()));
        go = ui
            .add_enabled(selected.is_some(), egui::Button::new("Go to"))
            .on_hover_text("Takes the camera above what is selected. Key: G, or a double click.")
            .clicked();
    });
    show_heads(ui, table);
    ui.spacing_mut().item_spacing.y = 1.0;
    let height = ui.spacing().interact_size.y;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        height,
        rows.len(),
        |ui, shown| {
            for row in rows.get(shown).unwrap_or_default() {
                let cells = [
                    RichText::new(row.world).small(),
                    RichText::new(row.number.to_string()).small(),
                    RichText::new(row.state)
                        .small()
                        .color(super::colour(row.colour)),
                    RichText::new(text::metres_of_sq(row.distance_sq)).small(),
                    RichText::new(text::grouped(u64::from(row.bytes))).small(),
                    RichText::new(row.other.to_string()).small(),
                    RichText::new(&row.why).small(),
                ];
                let row_response = super::row(ui, &WIDTHS, &cells, *selected == Some(row.about));
                if row_response.clicked() {
                    *selected = Some(row.about);
                }
                go |= row_response.double_clicked();
            }
        },
    );
    go
}

/// The columns' names; a click orders by the column, a second one turns the order round.
fn show_heads(ui: &mut Ui, table: &mut TablePanel) {
    let heads = [
        (Some(Column::Number), "world"),
        (Some(Column::Number), "no."),
        (Some(Column::State), "state"),
        (Some(Column::Distance), "away"),
        (Some(Column::Bytes), "bytes"),
        (None, if table.sectors { "part" } else { "sectors" }),
        (None, "why"),
    ];
    ui.horizontal(|ui| {
        ui.add_space(ui.spacing().item_spacing.x);
        for (at, (column, name)) in heads.into_iter().enumerate() {
            let mark = match column {
                Some(column) if column == table.order && at != 1 => {
                    if table.descending {
                        " v"
                    } else {
                        " ^"
                    }
                }
                _ => "",
            };
            let words = RichText::new(format!("{name}{mark}")).small().strong();
            let width = WIDTHS.get(at).copied().unwrap_or(40.0);
            let height = ui.spacing().interact_size.y;
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(egui::vec2(width, height), layout, |ui| {
                ui.set_min_width(width);
                let head = egui::Label::new(words).truncate().selectable(false);
                let Some(column) = column else {
                    ui.add(head);
                    return;
                };
                if ui.add(head.sense(egui::Sense::click())).clicked() {
                    table.choose(column);
                }
            });
        }
    });
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

    fn numbers(panel: &TablePanel) -> Vec<u32> {
        let mut rows = vec![
            row("scenery", 1, 9.0, 10),
            row("scenery", 2, 4.0, 30),
            row("detail", 3, 9.0, 20),
        ];
        panel.sort(&mut rows);
        rows.iter().map(|row| row.number).collect()
    }

    #[test]
    fn rows_are_ordered_by_the_column_and_equal_ones_by_world_and_number() {
        let mut panel = TablePanel::default();
        assert_eq!(
            numbers(&panel),
            [2, 1, 3],
            "nearest first, scenery before detail"
        );
        panel.choose(Column::Distance);
        assert_eq!(
            numbers(&panel),
            [3, 1, 2],
            "a second click turns the order round"
        );
        panel.choose(Column::Bytes);
        assert_eq!(numbers(&panel), [2, 3, 1], "largest first");
        panel.choose(Column::Number);
        assert_eq!(numbers(&panel), [1, 2, 3]);
    }
}
