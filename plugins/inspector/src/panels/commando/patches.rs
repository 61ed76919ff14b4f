//! Patches: what each is made of, and what becomes of it in the frame.

use std::collections::BTreeSet;

use bevy::prelude::{Vec3, World};
use bevy_egui::egui::Ui;
use wonderwheel_commando_view::choose::Eye;
use wonderwheel_commando_view::choose::terrain::{PatchFate, PatchView};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::terrain::TerrainPatch;
use wonderwheel_commando_view::{CommandoFrame, CommandoSettings};

use super::tints;
use super::words::{listed, listed_with, place, units};
use crate::colours::{Rgb, SectorLook};
use crate::focus;
use crate::in_play::{Game, scene};
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::table::{Column, Table};
use crate::widgets::{filter, go_to, no_level};

/// Colour of what is not in the picture.
const AWAY: Rgb = [138, 138, 134];

/// What is known of a frame when a patch's fate is asked for.
pub struct FrameFates<'a> {
    eye: &'a Eye,
    /// None while terrain is not drawn at all.
    view: Option<PatchView<'a>>,
}

impl<'a> FrameFates<'a> {
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
fn rank(fate: Option<PatchFate>) -> usize {
    match fate {
        Some(PatchFate::Drawn { mode, .. }) => {
            let modes = tints::TERRAIN.iter();
            modes.take_while(|(number, ..)| *number != mode).count()
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

/// A patch with its place among the level's.
type PatchRow<'a> = (usize, &'a TerrainPatch);

/// The columns, for what is known of the frame.
fn columns<'a>(
    scene: &'a LevelScene,
    seen: Option<&'a FrameFates<'a>>,
) -> [Column<'a, PatchRow<'a>>; 9] {
    type Row<'a> = PatchRow<'a>;
    let fate = move |patch: &TerrainPatch| seen.map(|seen| seen.fate(patch));
    let distance = move |(_, patch): &Row| seen.map(|seen| seen.distance(patch));
    [
        Column::new("no.", 34.0, |(_, patch): &Row| match patch.chunk {
            0 => patch.index.to_string(),
            chunk => format!("{chunk}:{}", patch.index),
        })
        .in_order(),
        Column::new("centre", 80.0, |(_, patch): &Row| {
            place(patch.sphere.centre)
        }),
        Column::new("radius", 44.0, |(_, patch): &Row| {
            units(patch.sphere.radius)
        })
        .sorted(|(_, patch)| patch.sphere.radius),
        Column::new("away", 42.0, move |row: &Row| {
            distance(row).map_or("-".into(), units)
        })
        .sorted(move |row| distance(row).unwrap_or_default()),
        Column::new("base", 30.0, |(_, patch): &Row| {
            if patch.base_only { "base" } else { "" }.into()
        })
        .sorted(|(_, patch)| usize::from(patch.base_only)),
        Column::new("positions", 52.0, |(_, patch): &Row| {
            patch.positions.to_string()
        })
        .sorted(|(_, patch)| patch.positions),
        Column::new("triangles", 76.0, |(_, patch): &Row| {
            listed(patch.triangles)
        })
        .sorted(|(_, patch)| patch.triangles[0]),
        Column::new("drawn", 96.0, move |(_, patch): &Row| {
            fate(patch).map_or("-", |fate| words(fate).0).into()
        })
        .sorted(move |(_, patch)| fate(patch).map_or(0, rank))
        .coloured(move |(_, patch)| words(fate(patch).flatten()).1),
        Column::new("textures", 0.0, move |(_, patch): &Row| {
            listed_with(" ", textures(scene, patch))
        }),
    ]
    .map(Column::searched)
}

/// A patch in words and numbers: the cells of its row.
pub fn cells(
    scene: &LevelScene,
    patch: &TerrainPatch,
    seen: Option<&FrameFates<'_>>,
) -> [String; 9] {
    columns(scene, seen).map(|column| column.cell(&(0, patch)))
}

/// The page's own state.
#[derive(Debug, Default)]
pub struct PatchesPanel {
    /// The table's own state.
    pub table: Table,
}

impl PatchesPanel {
    /// The patches that the filter lets through, in the chosen order: places among the level's.
    pub fn listed(&self, scene: &LevelScene, seen: Option<&FrameFates<'_>>) -> Vec<usize> {
        let rows = scene.terrain.patches.iter().enumerate();
        let listed = self.table.listed(&columns(scene, seen), rows);
        listed.into_iter().map(|(at, _)| at).collect()
    }
}

impl Panel for PatchesPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Patches", Place::Below)
            .only_of(Game::Commando)
            .filling()
    }

    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, world: &mut World) {
        let Some(scene) = scene(world) else {
            return no_level(ui);
        };
        let settings = world
            .get_resource::<CommandoSettings>()
            .cloned()
            .unwrap_or_default();
        let eye = world
            .get_resource::<CommandoFrame>()
            .and_then(|frame| frame.eye);
        let seen = eye
            .as_ref()
            .map(|eye| FrameFates::new(&scene, eye, &settings));
        let columns = columns(&scene, seen.as_ref());
        let patches = &scene.terrain.patches;
        let rows = self.table.listed(&columns, patches.iter().enumerate());
        let mut go = false;
        ui.horizontal(|ui| {
            filter(ui, &mut self.table.filter, "filter: LOD 0 -base");
            ui.weak(format!("{} of {}", rows.len(), patches.len()));
            go = go_to(ui, matches!(selected, Some(Selection::Patch(_))));
        });
        let is_selected = |(at, _): &PatchRow| *selected == Some(Selection::Patch(*at));
        if let Some((row, double)) = self.table.show(ui, &columns, &rows, is_selected) {
            *selected = rows.get(row).map(|(at, _)| Selection::Patch(*at));
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
