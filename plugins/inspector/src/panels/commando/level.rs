//! What the level holds, and what the frame shows of it.

use std::collections::BTreeSet;

use bevy::prelude::World;
use bevy_egui::egui::{self, RichText, Sense, Ui, vec2};
use wonderwheel_commando_view::choose::{FrameChoice, Tally};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::environment::Environment;
use wonderwheel_commando_view::{CommandoFrame, CommandoSettings, ShownLevel};
use wonderwheel_level_assets::LevelFaults;

use super::words::{listed, listed_with, place, triangles, units};
use crate::colours::Rgb;
use crate::in_play::Game;
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::style;
use crate::text::grouped;
use crate::widgets::{colour, grid, line, no_level, section, warn};

/// Width of the bar of a region's share, points.
const BAR: f32 = 90.0;

/// What the frame shows of each kind.
pub fn tallies(chosen: &FrameChoice) -> [(&'static str, Tally); 4] {
    [
        ("patches", chosen.terrain),
        ("ties", chosen.ties),
        ("shrubs", chosen.shrubs),
        ("mobys", chosen.mobys),
    ]
}

/// How much of everything there is.
pub fn counts(scene: &LevelScene) -> Vec<(&'static str, String)> {
    let terrain = &scene.terrain;
    let number = |count: usize| grouped(count as u64);
    let of = |here: usize, all: usize| {
        if here == all {
            number(all)
        } else {
            format!("{} of {}", number(here), number(all))
        }
    };
    let sum = |lod: usize| {
        let patches = terrain.patches.iter();
        patches.map(|patch| patch.triangles[lod]).sum::<usize>() as u64
    };
    let instances = &scene.instances;
    let [ties, shrubs, mobys] = instances.counts;
    let shells = scene.sky.shells.iter();
    let of_sky: usize = shells.map(|(_, triangles)| triangles).sum();
    vec![
        ("chunks", number(chunks(scene))),
        // Only how many the core's block has is known.
        (
            "patches of the core",
            of(of_chunk(scene, 0), terrain.patch_count),
        ),
        ("patches", number(terrain.patches.len())),
        ("positions", number(terrain.positions.len())),
        ("vertices of patches", number(terrain.infos.len())),
        (
            "triangles by LOD",
            listed([0, 1, 2].map(|lod| grouped(sum(lod)))),
        ),
        ("tie classes", number(scene.ties.len())),
        ("shrub classes", number(scene.shrubs.len())),
        ("moby classes", number(scene.mobys.len())),
        (
            "triangles of classes",
            number(scene.models.indices.len() / 3),
        ),
        ("ties", of(instances.ties.len(), ties)),
        ("shrubs", of(instances.shrubs.len(), shrubs)),
        ("mobys", of(instances.mobys.len(), mobys)),
        ("textures", number(scene.pictures.len())),
        ("materials", number(scene.materials.list.len())),
        (
            "sky",
            format!(
                "{} shells, {} triangles",
                scene.sky.shells.len(),
                number(of_sky)
            ),
        ),
        (
            "collision",
            format!(
                "{} triangles of {} types",
                number(scene.collision.vertices.len() / 3),
                scene.collision.types.len()
            ),
        ),
        ("light sets", number(scene.lighting.bank.sets.len())),
        ("lit colours", number(scene.lighting.len())),
    ]
}

/// How many chunks have terrain.
pub(crate) fn chunks(scene: &LevelScene) -> usize {
    let patches = scene.terrain.patches.iter();
    let chunks: BTreeSet<usize> = patches.map(|patch| patch.chunk).collect();
    chunks.len()
}

fn of_chunk(scene: &LevelScene, chunk: usize) -> usize {
    let patches = scene.terrain.patches.iter();
    patches.filter(|patch| patch.chunk == chunk).count()
}

/// The class with the biggest mesh: what the level's triangles are spent on.
fn heaviest(scene: &LevelScene) -> Option<String> {
    let ties = scene
        .ties
        .iter()
        .map(|class| ("tie", class.class, triangles(&class.lods[0])));
    let shrubs = scene
        .shrubs
        .iter()
        .map(|class| ("shrub", class.class, triangles(&class.mesh)));
    let mobys = scene
        .mobys
        .iter()
        .map(|class| ("moby", class.class, triangles(&class.lists[0])));
    let (kind, class, count) = ties
        .chain(shrubs)
        .chain(mobys)
        .max_by_key(|(.., count)| *count)?;
    Some(format!(
        "{kind} {class}, {} triangles",
        grouped(count as u64)
    ))
}

/// Says that nothing is lit, when something should be.
pub fn light_warning(lit: usize, positions: usize) -> Option<&'static str> {
    (lit == 0 && positions > 0)
        .then_some("No set of the light bank shines on the terrain: it has its base colours alone.")
}

/// Whether the eye is where the level says what is seen.
fn occlusion_words(scene: &LevelScene, chosen: &FrameChoice, on: bool) -> &'static str {
    match (scene.occlusion.is_some(), chosen.in_grid, on) {
        (false, ..) => "no grid",
        (true, _, false) => "switched off",
        (true, true, true) => "inside the grid",
        (true, false, true) => "outside of the grid",
    }
}

/// What the level holds, and what the frame shows of it.
pub struct LevelPanel;

impl Panel for LevelPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Level", Place::Side).only_of(Game::Commando)
    }

    fn show(&mut self, ui: &mut Ui, _: &mut Option<Selection>, world: &mut World) {
        let shown = world.get_resource::<ShownLevel>();
        let Some((shown, scene)) = shown.and_then(|shown| Some((shown, shown.scene.as_ref()?)))
        else {
            return no_level(ui);
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(&shown.name).heading().color(style::BRIGHT));
            ui.weak(format!("id {}", scene.id));
        });
        let positions = scene.lighting.terrain.len();
        if let Some(warning) = light_warning(shown.colours.lit, positions) {
            warn(ui, warning);
        }
        if let Some(faults) = world.get_resource::<LevelFaults>() {
            let mut known = faults.as_slice().iter();
            if let Some(fault) = known.find(|fault| faults.is_outdated(&fault.file)) {
                let words = format!("What is shown is older than the files: {fault}");
                warn(ui, &words);
            }
        }
        section(ui, "In the frame", |ui| {
            if let Some(frame) = world.get_resource::<CommandoFrame>() {
                let occlusion = world
                    .get_resource::<CommandoSettings>()
                    .is_none_or(|settings| settings.occlusion);
                show_frame(ui, scene, frame, occlusion);
            }
        });
        section(ui, "Contents", |ui| {
            grid(ui, "contents", |ui| {
                for (name, value) in counts(scene) {
                    line(ui, name, value);
                }
                let [lit, all] = [shown.colours.lit, positions].map(|count| grouped(count as u64));
                line(ui, "lit positions", format!("{lit} of {all}"));
                if let Some(heaviest) = heaviest(scene) {
                    line(ui, "heaviest mesh", heaviest);
                }
            });
        });
        section(ui, "Core data", |ui| show_regions(ui, scene));
        section(ui, "Surroundings", |ui| {
            show_environment(ui, &scene.environment)
        });
        section(ui, "Loose members", |ui| {
            if scene.replaced.is_empty() {
                ui.weak("none: everything is the container's own");
            }
            for name in &scene.replaced {
                ui.monospace(name);
            }
        });
    }
}

fn show_frame(ui: &mut Ui, scene: &LevelScene, frame: &CommandoFrame, occlusion: bool) {
    let chosen = &frame.chosen;
    grid(ui, "tallies", |ui| {
        for name in ["", "all", "outside", "far", "hidden", "drawn"] {
            ui.weak(name);
        }
        ui.end_row();
        for (name, tally) in tallies(chosen) {
            ui.label(name);
            for count in [tally.total, tally.outside, tally.far, tally.hidden] {
                ui.monospace(grouped(u64::from(count)));
            }
            let drawn = RichText::new(grouped(u64::from(tally.drawn))).monospace();
            ui.label(drawn.color(style::BRIGHT));
            ui.end_row();
        }
    });
    grid(ui, "frame", |ui| {
        line(ui, "patches by LOD", listed(chosen.terrain_lods));
        if chunks(scene) > 1 {
            line(ui, "camera in chunk", chosen.chunk.to_string());
        }
        line(ui, "patches morphing", chosen.morphing.to_string());
        line(ui, "ties by LOD", listed(chosen.tie_lods));
        line(ui, "billboards", chosen.billboards.to_string());
        line(ui, "triangles", grouped(u64::from(chosen.triangles)));
        line(ui, "chosen in", format!("{:.2} ms", frame.choose_ms));
        line(ui, "occlusion", occlusion_words(scene, chosen, occlusion));
        if let Some(eye) = &frame.eye {
            line(ui, "camera, z up", place(eye.position.to_array()));
        }
    });
}

fn show_regions(ui: &mut Ui, scene: &LevelScene) {
    let ends = scene.regions.iter().map(|(_, range)| range.end);
    let whole = ends.max().unwrap_or_default();
    grid(ui, "regions", |ui| {
        for name in ["", "offset", "bytes", "share"] {
            ui.weak(name);
        }
        ui.end_row();
        for (name, range) in &scene.regions {
            ui.label(*name);
            ui.monospace(format!("0x{:06x}", range.start));
            ui.monospace(grouped(range.len() as u64));
            let share = range.len() as f32 / whole.max(1) as f32;
            ui.horizontal(|ui| {
                let size = vec2(BAR, ui.text_style_height(&egui::TextStyle::Body) * 0.6);
                let (bar, _) = ui.allocate_exact_size(size, Sense::hover());
                ui.painter().rect_filled(bar, 2.0, style::WELL);
                let filled = egui::Rect::from_min_size(bar.min, vec2(size.x * share, size.y));
                ui.painter().rect_filled(filled, 2.0, style::ACCENT);
                ui.monospace(format!("{:.1} %", share * 100.0));
            });
            ui.end_row();
        }
    });
}

fn show_environment(ui: &mut Ui, environment: &Environment) {
    let fog = &environment.fog;
    grid(ui, "surroundings", |ui| {
        swatch(ui, "background", environment.background);
        swatch(ui, "fog", environment.fog_colour);
        line(ui, "fog from, to", listed([fog.near, fog.far].map(units)));
        // What is left of a colour, of 255.
        let left = [fog.near_intensity, fog.far_intensity].map(units);
        line(ui, "colour left there", listed(left));
        line(ui, "a visit begins at", place(environment.start.to_array()));
        let heading = environment.heading.to_degrees();
        line(ui, "and looks", format!("{heading:.0} deg from x"));
    });
}

fn swatch(ui: &mut Ui, name: &str, rgb: Rgb) {
    ui.label(name);
    ui.horizontal(|ui| {
        let size = vec2(28.0, ui.text_style_height(&egui::TextStyle::Body));
        let (area, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(area, 2.0, colour(rgb));
        ui.monospace(listed_with(" ", rgb));
    });
    ui.end_row();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_warning_comes_when_nothing_is_lit_and_not_in_a_level_without_terrain() {
        assert!(light_warning(0, 10).is_some());
        assert_eq!(light_warning(1, 10), None);
        assert_eq!(light_warning(0, 0), None);
    }
}
