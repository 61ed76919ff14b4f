//! What crosses from the main world once a frame.

use bevy::ecs::change_detection::DetectChanges;
use bevy::prelude::*;
use bevy::render::Extract;

use crate::frame::{FrameDim, FrameTint, FrameTints, GsFrame};
use crate::lines::{DebugLines, LineVertex};
use crate::scene::GsScene;
use crate::settings::GsSettings;

/// The frame to draw. Vectors are reused from frame to frame.
#[derive(Resource, Default)]
pub(crate) struct ExtractedFrame {
    pub scene: GsScene,
    pub settings: GsSettings,
    pub tints: FrameTints,
    pub image: AssetId<Image>,
    pub size: UVec2,
    /// Depth-tested lines, then the others.
    pub lines: Vec<LineVertex>,
    pub tested_line_ends: u32,
}

pub(crate) fn extract(
    mut extracted: ResMut<ExtractedFrame>,
    scene: Extract<Res<GsScene>>,
    settings: Extract<Res<GsSettings>>,
    frame: Extract<Res<GsFrame>>,
    lines: Extract<Res<DebugLines>>,
    tint: Extract<Res<FrameTint>>,
    dim: Extract<Res<FrameDim>>,
) {
    if scene.is_changed() {
        let extracted = &mut extracted.scene;
        extracted.view = scene.view;
        extracted.fog = scene.fog;
        extracted.overlay = scene.overlay;
        extracted.meshes.clone_from(&scene.meshes);
        extracted.lights.clone_from(&scene.lights);
    }
    if settings.is_changed() {
        extracted.settings = settings.clone();
    }
    extracted.tints = FrameTints {
        colour: tint.0,
        dim: dim.0,
    };
    extracted.image = frame.image.id();
    extracted.size = frame.size;
    extracted.lines.clear();
    extracted.lines.extend_from_slice(&lines.tested);
    extracted.lines.extend_from_slice(&lines.on_top);
    extracted.tested_line_ends = lines.tested.len() as u32;
}
