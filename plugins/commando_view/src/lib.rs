//! Levels of Ratchet & Clank 2 on screen, in the frame that the first game draws in.
//!
//! ```text
//! files -> loader: scene -> choose (each frame) -> gpu: one pass inside the GS frame
//! ```
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`axes`] | the game's axes and ours |
//! | [`loader`], [`members`] | the asset: a container, and members as loose files |
//! | [`level`] | from a level's name to the scene on screen, and again when a file changes |
//! | [`scene`] | a level laid out for drawing: plain data |
//! | [`choose`] | what of it a frame draws, and at which level of detail: plain functions |
//! | [`view`] | the camera, each frame |
//! | [`settings`], `keys` | switches, and the keys that turn them |
//!
//! The drawing side lives in the render world (`gpu`); its shader is `assets/shaders/commando.wgsl`.
//!
//! # Order of a frame
//!
//! Clear to the level's background, sky, what nothing shines through (terrain by texture, ties, mobys, shrubs), what shines
//! through in the same order, billboards, the collision overlay; then the frame's own lines and tints.

pub mod axes;
pub mod choose;
mod gpu;
mod keys;
pub mod level;
pub mod loader;
pub mod members;
pub mod scene;
pub mod settings;
pub mod summary;
pub mod view;

use bevy::prelude::*;
use bevy::render::RenderApp;
use wonderwheel_game_modes::{GameMode, LevelLoadingPlugin, LevelSources, LoadingSystems};
use wonderwheel_gs_render::GsRenderSet;
use wonderwheel_gs_render::prelude::GsScene;
use wonderwheel_level_assets::LevelFaults;

pub use gpu::shader::COMMANDO_SHADER;
pub use level::{COMMANDO_LEVELS, ShownLevel};
pub use settings::{CommandoLayers, CommandoSettings, TerrainLod};
pub use view::CommandoFrame;

/// Loads and draws the levels of Ratchet & Clank 2. Added after the plugins of game modes and frame; without the modes a level is
/// asked for by [`LoadingState::ask`](wonderwheel_game_modes::LoadingState::ask).
///
/// Without a render world (no adapter) levels load and are chosen from, and nothing is drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommandoViewPlugin;

/// The systems of this crate.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CommandoSet {
    /// `Update`: loads begin and end.
    Load,
    /// `PostUpdate`, after the frame's own collecting: the frame is chosen.
    Choose,
}

impl Plugin for CommandoViewPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<LevelLoadingPlugin>() {
            app.add_plugins(LevelLoadingPlugin);
        }
        app.world_mut()
            .resource_mut::<LevelSources>()
            .register(level::COMMANDO_LEVELS);
        app.register_type::<CommandoSettings>()
            .init_resource::<CommandoSettings>()
            .init_resource::<ShownLevel>()
            .init_resource::<CommandoFrame>()
            .init_resource::<level::LevelLoad>()
            .init_resource::<GsScene>()
            .init_resource::<LevelFaults>()
            .init_asset::<loader::CommandoLevel>()
            .init_asset_loader::<loader::CommandoLevelLoader>()
            .configure_sets(Update, CommandoSet::Load.in_set(LoadingSystems::Load))
            .configure_sets(PostUpdate, CommandoSet::Choose.after(GsRenderSet::Collect))
            .add_systems(
                Update,
                (
                    level::follow_modes,
                    level::follow_members,
                    level::follow_asset,
                    view::place_camera,
                )
                    .chain()
                    .in_set(CommandoSet::Load),
            )
            .add_systems(
                Update,
                (keys::read_keys.run_if(is_played), keys::name_keys).chain(),
            )
            .add_systems(PostUpdate, view::look.in_set(CommandoSet::Choose));
        if app.get_sub_app(RenderApp).is_some() {
            gpu::add_drawing(app);
        }
    }
}

/// In an app without modes a level that is there is in play.
fn is_played(mode: Option<Res<State<GameMode>>>) -> bool {
    mode.is_none_or(|mode| *mode.get() == GameMode::Play)
}
