//! Everything that can be switched about the picture of a level. It writes settings and nothing else.

use bevy::prelude::World;
use bevy_egui::egui::Ui;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::collision::colour_of;
use wonderwheel_commando_view::{CommandoSettings, TerrainLod};
use wonderwheel_gs_render::settings::GsSettings;

use super::level::chunks;
use super::tints;
use crate::colours::Rgb;
use crate::in_play::scene;
use crate::panels::both_games::{internal_scale, selected_lines};
use crate::text::grouped;
use crate::widgets::{choice, edited, legends, switches};

pub(crate) fn show(ui: &mut Ui, world: &mut World) {
    let scene = scene(world);
    edited(ui, world, "Level", |ui, settings| {
        level(ui, settings, scene.as_deref())
    });
    edited(ui, world, "Picture", picture);
    edited(ui, world, "Lines in the frame", selected_lines);
}

fn level(ui: &mut Ui, settings: &mut CommandoSettings, scene: Option<&LevelScene>) {
    let names = TerrainLod::ALL;
    choice(ui, "terrain LOD", &mut settings.terrain_lod, &names);
    switches(
        ui,
        ("level", 3),
        [
            (&mut settings.lit, "lit"),
            (&mut settings.fog, "fog"),
            (&mut settings.occlusion, "occlusion"),
        ],
    );
    if scene.is_some_and(|scene| chunks(scene) > 1) {
        ui.checkbox(&mut settings.all_chunks, "all chunks")
            .on_hover_text("Off, terrain is that of the chunk the camera is in.");
    }
    ui.horizontal_wrapped(|ui| {
        let layers = &mut settings.layers;
        for (on, name) in [
            (&mut layers.sky, "sky"),
            (&mut layers.terrain, "terrain"),
            (&mut layers.ties, "ties"),
            (&mut layers.shrubs, "shrubs"),
            (&mut layers.mobys, "mobys"),
        ] {
            crate::style::toggle(ui, on, name);
        }
    });
    ui.checkbox(&mut settings.lod_tint, "tint by level of detail");
    let terrain = tints::TERRAIN.map(|(_, colour, words)| (colour, words));
    legends(ui, &terrain);
    legends(ui, &tints::MODELS);
    ui.checkbox(&mut settings.collision, "collision");
    if let Some(scene) = scene {
        legends(ui, &surfaces(scene));
    }
}

/// The types of collision surfaces with their colours and triangles.
pub(crate) fn surfaces(scene: &LevelScene) -> Vec<(Rgb, String)> {
    let types = scene.collision.types.iter();
    let words = |ty: u8, count: usize| format!("0x{ty:02x}: {}", grouped(count as u64));
    types
        .map(|(ty, count)| (colour_of(*ty), words(*ty, *count)))
        .collect()
}

/// The switches of the frame that hold for both games.
fn picture(ui: &mut Ui, settings: &mut GsSettings) {
    internal_scale(ui, settings);
    switches(
        ui,
        ("picture", 3),
        [
            (&mut settings.fog, "fog at all"),
            (&mut settings.alpha_test, "alpha test"),
            (&mut settings.mip, "mip levels"),
            (&mut settings.line_blend, "line blend"),
            (&mut settings.smooth, "smooth"),
        ],
    );
}
