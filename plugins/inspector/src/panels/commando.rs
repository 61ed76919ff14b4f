//! The pages of a level of Ratchet & Clank 2, one file each, and the pieces that several of them use.
//!
//! | Page | File |
//! | --- | --- |
//! | what the level holds, and what the frame shows of it | `level` |
//! | classes of ties, shrubs, mobys | `classes` |
//! | textures with their mip levels | `textures` |
//! | patches, and what becomes of each | `patches` |
//! | the light bank, to be changed | `lights` |
//! | switches | `switches` |

pub mod classes;
pub mod level;
pub mod lights;
mod made_from;
pub mod patches;
pub(crate) mod select;
pub(crate) mod switches;
pub mod textures;
pub mod tints;

use std::sync::Arc;

use bevy::prelude::World;
use bevy_egui::egui::{self, Align, Layout, RichText, Ui, vec2};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::models::ModelMesh;
use wonderwheel_commando_view::{COMMANDO_LEVELS, ShownLevel};
use wonderwheel_game_modes::LoadingState;
use wonderwheel_gs_render::stats::GsStats;

use crate::text;

/// The pages' own state.
#[derive(Default)]
pub struct CommandoPanels {
    /// Of the classes.
    pub classes: classes::ClassesPanel,
    /// Of the textures.
    pub textures: textures::TexturesPanel,
    /// Of the patches.
    pub patches: patches::PatchesPanel,
    /// Of the lights.
    pub lights: lights::LightsPanel,
}

/// The level on screen, when it is one of this game.
pub(crate) fn scene(world: &World) -> Option<Arc<LevelScene>> {
    world.get_resource::<ShownLevel>()?.scene.clone()
}

/// Whether a level of this game is on screen.
pub(crate) fn is_shown(world: &World) -> bool {
    world
        .get_resource::<ShownLevel>()
        .is_some_and(|shown| shown.scene.is_some())
}

/// Whether a level of this game is on screen or on its way.
pub(crate) fn is_in_play(world: &World) -> bool {
    let level = world.get_resource::<LoadingState>();
    is_shown(world) || level.is_some_and(|level| level.wanted_of(&COMMANDO_LEVELS).is_some())
}

/// What the bar says of a level of this game on screen.
pub(crate) fn facts(world: &World) -> Vec<(&'static str, String)> {
    let stats = world.get_resource::<GsStats>();
    stats.map_or_else(Vec::new, |stats| {
        vec![
            ("triangles", text::grouped(u64::from(stats.triangles))),
            ("calls", stats.draw_calls.to_string()),
        ]
    })
}

/// World units with one decimal.
pub(crate) fn units(length: f32) -> String {
    format!("{length:.1}")
}

/// A place with whole units.
pub(crate) fn place([x, y, z]: [f32; 3]) -> String {
    format!("{x:.0} {y:.0} {z:.0}")
}

/// Triangles of a mesh.
pub(crate) fn triangles(mesh: &ModelMesh) -> usize {
    let runs = mesh.runs.iter();
    runs.map(|run| run.indices.len() / 3).sum()
}

/// Numbers with a stroke in between.
pub(crate) fn listed<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    let numbers: Vec<_> = numbers.into_iter().map(|n| n.to_string()).collect();
    numbers.join(" / ")
}

/// A section that is open at first.
pub(crate) fn section(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    egui::CollapsingHeader::new(name)
        .default_open(true)
        .show(ui, add);
}

/// What rows are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Order<C> {
    /// The column.
    pub column: C,
    /// Largest first.
    pub descending: bool,
}

impl<C: PartialEq + Copy> Order<C> {
    /// Orders by a column; a second time turns the order round.
    pub fn choose(&mut self, column: C) {
        let descending = self.column == column && !self.descending;
        *self = Self { column, descending };
    }

    /// The order of two rows, equal ones by their number.
    pub(crate) fn of(
        &self,
        by_column: std::cmp::Ordering,
        by_number: std::cmp::Ordering,
    ) -> std::cmp::Ordering {
        let order = by_column.then(by_number);
        if self.descending {
            order.reverse()
        } else {
            order
        }
    }
}

/// The columns' names; a click orders by the column, a second one turns the order round.
pub(crate) fn heads<C: PartialEq + Copy>(
    ui: &mut Ui,
    widths: &[f32],
    heads: &[(Option<C>, &str)],
    order: &mut Order<C>,
) {
    ui.horizontal(|ui| {
        ui.add_space(ui.spacing().item_spacing.x);
        for (at, (column, name)) in heads.iter().enumerate() {
            let mark = match column {
                Some(column) if *column == order.column && order.descending => " v",
                Some(column) if *column == order.column => " ^",
                _ => "",
            };
            let words = RichText::new(format!("{name}{mark}")).small().strong();
            let width = widths
                .get(at)
                .copied()
                .unwrap_or_else(|| ui.available_width().max(40.0));
            let size = vec2(width, ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(width);
                let head = egui::Label::new(words).truncate().selectable(false);
                let Some(column) = column else {
                    ui.add(head);
                    return;
                };
                if ui.add(head.sense(egui::Sense::click())).clicked() {
                    order.choose(*column);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_begins_with_the_smallest_and_a_second_click_turns_it_round() {
        let mut order = Order::<u8>::default();
        order.choose(1);
        assert_eq!((order.column, order.descending), (1, false));
        order.choose(1);
        assert_eq!((order.column, order.descending), (1, true));
        order.choose(2);
        assert_eq!((order.column, order.descending), (2, false));
    }
}
