//! Patches: what each is made of, and what becomes of it in the frame.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use bevy::prelude::{Vec3, World};
use bevy_egui::egui::{self, RichText, Ui};
use wonderwheel_commando_view::choose::Eye;
use wonderwheel_commando_view::choose::terrain::{PatchFate, PatchView};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::terrain::TerrainPatch;
use wonderwheel_commando_view::{CommandoFrame, CommandoSettings};

use super::{Order, heads, listed, place, scene, tints, units};
use crate::colours::{Rgb, SectorLook};
use crate::focus;
use crate::overlay::{Overlay, Selection};
use crate::text;

/// Widths of all columns but the last, points.
const WIDTHS: [f32; 8] = [34.0, 80.0, 44.0, 42.0, 30.0, 52.0, 76.0, 96.0];
/// Colour of what is not in the picture.
const AWAY: Rgb = [138, 138, 134];

/// A column that rows can be ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Column {
    /// Number in the block.
    #[default]
    Number,
    /// Radius of the sphere.
    Radius,
    /// Distance from the camera.
    Distance,
    /// Base alone.
    Base,
    /// Positions.
    Positions,
    /// Triangles of the finest level.
    Triangles,
    /// What becomes of it.
    Fate,
}

/// What is known of a frame when a patch's fate is asked for.
pub struct Seen<'a> {
    eye: &'a Eye,
    /// None while terrain is not drawn at all.
    view: Option<PatchView<'a>>,
}

impl<'a> Seen<'a> {
    /// Of a frame's eye and the switches.
    pub fn new(scene: &'a LevelScene, eye: &'a Eye, settings: &CommandoSettings) -> Self {
        let on = settings.layers.terrain;
        Self {
            eye,
            view: on.then(|| PatchView::new(scene, eye, settings)),
        }
    }

    /// What becomes of a patch; none while terrain is not drawn at all.
    pub fn fate(&self, patch: &TerrainPatch) -> Option<PatchFate> {
        self.view.as_ref().map(|view| view.fate(patch))
    }

    fn distance(&self, patch: &TerrainPatch) -> f32 {
        let centre = Vec3::from(patch.sphere.centre);
        (centre.distance(self.eye.position) - patch.sphere.radius).max(0.0)
    }
}

/// A fate in words, with its colour.
pub fn words(fate: Option<PatchFate>) -> (&'static str, Rgb) {
    match fate {
        None => ("not drawn", AWAY),
        Some(PatchFate::Elsewhere) => ("other chunk", AWAY),
        Some(PatchFate::Outside) => ("outside", AWAY),
        Some(PatchFate::Hidden) => ("hidden", SectorLook::Hole.colour()),
        Some(PatchFate::Drawn { mode, .. }) => {
            let (colour, words) = tints::of_terrain(mode);
            (words, colour)
        }
    }
}

/// Orders fates: drawn ones by their mode, finest first, then hidden ones, then those outside and those of other chunks.
fn rank(fate: Option<PatchFate>) -> u32 {
    match fate {
        Some(PatchFate::Drawn { mode, .. }) => {
            let modes = tints::TERRAIN.iter();
            modes.take_while(|(number, ..)| *number != mode).count() as u32
        }
        Some(PatchFate::Hidden) => 100,
        Some(PatchFate::Outside) => 200,
        Some(PatchFate::Elsewhere) => 300,
        None => 400,
    }
}

/// The numbers of the textures that any of a patch's levels samples, and whether any run has none.
pub fn textures(scene: &LevelScene, patch: &TerrainPatch) -> BTreeSet<usize> {
    let runs = patch
        .runs
        .iter()
        .filter_map(|runs| scene.terrain.runs.get(runs.clone()));
    let textures = runs.flatten().filter_map(|run| {
        let material = scene.materials.list.get(run.material as usize)?;
        let sampled = scene.materials.textures.get(material.texture?)?;
        Some(scene.pictures.get(sampled.picture)?.index)
    });
    textures.collect()
}

/// A patch in words and numbers: the cells of its row.
pub fn cells(scene: &LevelScene, patch: &TerrainPatch, seen: Option<&Seen<'_>>) -> [String; 9] {
    let fate = seen.map(|seen| words(seen.fate(patch)).0);
    [
        match patch.chunk {
            0 => patch.index.to_string(),
            chunk => format!("{chunk}:{}", patch.index),
        },
        place(patch.sphere.centre),
        units(patch.sphere.radius),
        seen.map_or("-".into(), |seen| units(seen.distance(patch))),
        if patch.base_only { "base" } else { "" }.into(),
        patch.positions.to_string(),
        listed(patch.triangles),
        fate.unwrap_or("-").into(),
        textures(scene, patch)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    ]
}

/// The page's own state.
#[derive(Debug, Default)]
pub struct PatchesPanel {
    /// Words that a row must hold, or must not with a minus.
    pub filter: String,
    /// What rows are ordered by.
    pub order: Order<Column>,
}

impl PatchesPanel {
    /// The patches that the filter lets through, in the chosen order: places among the level's.
    pub fn listed(&self, scene: &LevelScene, seen: Option<&Seen<'_>>) -> Vec<usize> {
        let patches = &scene.terrain.patches;
        let all = patches.iter().enumerate();
        let mut listed: Vec<_> = match self.filter.trim().is_empty() {
            true => all.collect(),
            // Only a filter needs every row's words.
            false => all
                .filter(|(_, patch)| {
                    text::matches(&self.filter, &cells(scene, patch, seen).join(" "))
                })
                .collect(),
        };
        // Floats that are not negative are ordered as their bits.
        let key = |patch: &TerrainPatch| match self.order.column {
            Column::Number => 0,
            Column::Radius => patch.sphere.radius.max(0.0).to_bits(),
            Column::Distance => seen.map_or(0, |seen| seen.distance(patch).to_bits()),
            Column::Base => u32::from(patch.base_only),
            Column::Positions => patch.positions as u32,
            Column::Triangles => patch.triangles[0] as u32,
            Column::Fate => seen.map_or(0, |seen| rank(seen.fate(patch))),
        };
        let mut keyed: Vec<_> = listed
            .drain(..)
            .map(|(at, patch)| (key(patch), at))
            .collect();
        keyed.sort_by(|a, b| {
            let by_column: Ordering = a.0.cmp(&b.0);
            self.order.of(by_column, a.1.cmp(&b.1))
        });
        keyed.into_iter().map(|(_, at)| at).collect()
    }
}

pub(crate) fn show(ui: &mut Ui, overlay: &mut Overlay, world: &mut World) {
    let Some(scene) = scene(world) else {
        return super::super::no_level(ui);
    };
    if show_table(ui, overlay, world, &scene)
        && let Some(selection) = overlay.selected
    {
        focus::go_to(world, selection);
    }
}

/// Answers whether the camera shall go to what is selected.
fn show_table(ui: &mut Ui, overlay: &mut Overlay, world: &World, scene: &LevelScene) -> bool {
    let settings = world
        .get_resource::<CommandoSettings>()
        .cloned()
        .unwrap_or_default();
    let eye = world
        .get_resource::<CommandoFrame>()
        .and_then(|frame| frame.eye);
    let seen = eye.as_ref().map(|eye| Seen::new(scene, eye, &settings));
    let Overlay {
        commando, selected, ..
    } = overlay;
    let panel = &mut commando.patches;
    let listed = panel.listed(scene, seen.as_ref());
    let mut go = false;
    ui.horizontal(|ui| {
        super::super::filter(ui, &mut panel.filter, "filter: LOD 0 -base");
        ui.weak(format!(
            "{} of {}",
            listed.len(),
            scene.terrain.patches.len()
        ));
        let picked = matches!(selected, Some(Selection::Patch(_)));
        go = ui
            .add_enabled(picked, egui::Button::new("Go to"))
            .on_hover_text("Takes the camera above what is selected. Key: G, or a double click.")
            .clicked();
    });
    heads(
        ui,
        &WIDTHS,
        &[
            (Some(Column::Number), "no."),
            (None, "centre"),
            (Some(Column::Radius), "radius"),
            (Some(Column::Distance), "away"),
            (Some(Column::Base), ""),
            (Some(Column::Positions), "positions"),
            (Some(Column::Triangles), "triangles"),
            (Some(Column::Fate), "drawn"),
            (None, "textures"),
        ],
        &mut panel.order,
    );
    ui.spacing_mut().item_spacing.y = 1.0;
    let height = ui.spacing().interact_size.y;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        height,
        listed.len(),
        |ui, shown| {
            for &at in listed.get(shown).unwrap_or_default() {
                let Some(patch) = scene.terrain.patches.get(at) else {
                    continue;
                };
                let mut cells =
                    cells(scene, patch, seen.as_ref()).map(|cell| RichText::new(cell).small());
                let (_, colour) = words(seen.as_ref().and_then(|seen| seen.fate(patch)));
                cells[7] = std::mem::take(&mut cells[7]).color(super::super::colour(colour));
                let about = Selection::Patch(at);
                let response = super::super::row(ui, &WIDTHS, &cells, *selected == Some(about));
                if response.clicked() {
                    *selected = Some(about);
                }
                go |= response.double_clicked();
            }
        },
    );
    go
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_commando::tfrag::{Lod, LodMode};

    #[test]
    fn fates_go_from_the_finest_to_what_is_outside() {
        let drawn = |mode: LodMode| {
            Some(PatchFate::Drawn {
                lod: mode.lod(),
                mode: mode as u32,
                morphs: false,
            })
        };
        let finest_first = LodMode::ALL.into_iter().rev().map(drawn);
        let rest = [
            Some(PatchFate::Hidden),
            Some(PatchFate::Outside),
            Some(PatchFate::Elsewhere),
            None,
        ];
        let ranks: Vec<_> = finest_first.chain(rest).map(rank).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
        assert_eq!(words(drawn(LodMode::Lod1Collapse)).0, "LOD 1, collapses");
        assert_eq!(LodMode::Lod1Collapse.lod(), Lod::One);
    }
}
