//! What crosses from the main world once a frame.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::Extract;
use wonderwheel_gs_render::scene::GsView;
use wonderwheel_gs_render::settings::GsSettings;
use wonderwheel_level_assets::texture::GsTexture;

use crate::choose::{Call, DrawnRecord, Eye};
use crate::level::ShownLevel;
use crate::scene::LevelScene;
use crate::scene::lighting::Colours;
use crate::settings::CommandoSettings;
use crate::view::CommandoFrame;

/// The level to draw, and what of it. Vectors are reused from frame to frame.
#[derive(Resource, Default)]
pub(crate) struct ExtractedLevel {
    pub scene: Option<Arc<LevelScene>>,
    pub colours: Arc<Colours>,
    pub textures: Arc<[Handle<GsTexture>]>,
    pub eye: Option<(Eye, GsView)>,
    pub drawn: Vec<DrawnRecord>,
    pub calls: Vec<Call>,
    pub settings: CommandoSettings,
    pub frame: GsSettings,
}

pub(crate) fn extract(
    mut extracted: ResMut<ExtractedLevel>,
    shown: Extract<Res<ShownLevel>>,
    frame: Extract<Res<CommandoFrame>>,
    settings: Extract<Res<CommandoSettings>>,
    gs: Extract<Res<GsSettings>>,
) {
    let extracted = extracted.as_mut();
    extracted.scene.clone_from(&shown.scene);
    extracted.textures.clone_from(&shown.textures);
    extracted.colours.clone_from(&shown.colours);
    extracted.eye = frame.eye.zip(frame.view);
    extracted.drawn.clear();
    extracted.drawn.extend_from_slice(&frame.chosen.drawn);
    extracted.calls.clone_from(&frame.chosen.calls);
    if settings.is_changed() {
        extracted.settings = settings.clone();
    }
    if gs.is_changed() {
        extracted.frame = gs.clone();
    }
}
