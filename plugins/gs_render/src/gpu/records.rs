//! What the shader reads, computed from the scene's plain values: one function a record.

use bevy::math::{Mat4, Vec3};
use wonderwheel_ps2::gs::{Blend, TEXTURED_SCALE, UNTEXTURED_SCALE};
use wonderwheel_ps2::mip::MipWord;
use wonderwheel_world_streaming::view::camera::view_from_world;
use wonderwheel_world_streaming::view::lens::Lens;

use super::layout::{DrawRecord, FrameRecord, LightRecord, PlacementRecord, ViewRecord, flag};
use super::mesh::GpuSceneryMesh;
use super::texture::TextureFacts;
use crate::lights::{LightKind, SceneLight};
use crate::scene::{GsScene, GsView, Layer, PlacedMesh, Tint};
use crate::settings::GsSettings;

/// Near and far clip of sky and clouds. Source: spec/gs-pipeline.md 9.
const SKY_CLIP: (f32, f32) = (0.05, 5.0);
/// Far clip of the skyline. Source: spec/gs-pipeline.md 9.
const SKYLINE_FAR: f32 = 560.0;

/// Indices into [`FrameRecord::views`].
mod view {
    pub const SKY: u32 = 0;
    pub const SKYLINE: u32 = 1;
    pub const WORLD: u32 = 2;
}

/// The blend as factors for premultiplied colour. Weights by the frame's alpha, which it does not keep, are drawn as source
/// alpha; no known level uses them. Source: spec/gs-pipeline.md 12.
pub(super) fn factors(blend: Blend) -> [f32; 4] {
    blend.premultiplied().unwrap_or([0.0, 1.0, 1.0, -1.0])
}

/// Colour scale, flags and mip constants of a draw with or without a texture.
pub(super) fn textured(
    record: DrawRecord,
    facts: Option<TextureFacts>,
    reference_mip_word: Option<u32>,
    layer: Layer,
    settings: &GsSettings,
) -> DrawRecord {
    let Some(facts) = facts else {
        return DrawRecord {
            colour_scale: UNTEXTURED_SCALE,
            ..record
        };
    };
    let mip = MipWord(reference_mip_word.unwrap_or(facts.mip_word));
    let mipped = facts.mipped && settings.mip && layer.is_world();
    DrawRecord {
        colour_scale: TEXTURED_SCALE,
        k: mip.k(),
        l_scale: (1 << mip.l()) as f32,
        flags: record.flags & !flag::MIPPED
            | flag::TEXTURED
            | if mipped { flag::MIPPED } else { 0 },
        ..record
    }
}

pub(super) fn frame_record(view: &GsView, scene: &GsScene, settings: &GsSettings) -> FrameRecord {
    let fog = &scene.fog;
    let range = (view.far - fog.start).max(f32::EPSILON);
    let [red, green, blue] = fog.colour.map(f32::from);
    let clip = |eye: Vec3, near: f32, far: f32| view_record(view, eye, near, far);
    FrameRecord {
        views: [
            clip(Vec3::ZERO, SKY_CLIP.0, SKY_CLIP.1),
            clip(view.position, view.skyline_near, SKYLINE_FAR),
            clip(view.position, view.lens.near, view.far),
        ],
        fog_colour: [red, green, blue, f32::from(settings.fog)],
        fog_far: view.far,
        fog_inverse_range: range.recip(),
        prelight_scale: settings.prelight_scale.factor(),
        ..FrameRecord::default()
    }
}

/// The sky's eye lies in the origin: its boxes are modelled around the camera.
fn view_record(view: &GsView, eye: Vec3, near: f32, far: f32) -> ViewRecord {
    let rotation: Mat4 = view_from_world(Vec3::ZERO, view.forward, view.up);
    let clip_from_view = Lens { near, ..view.lens }.clip_from_view(far);
    ViewRecord {
        clip_from_relative: (clip_from_view * rotation).to_cols_array_2d(),
        eye: eye.extend(near).to_array(),
    }
}

pub(super) fn placement_record(
    placed: &PlacedMesh,
    mesh: &GpuSceneryMesh,
    settings: &GsSettings,
) -> PlacementRecord {
    let scale = mesh.position_scale;
    let row = |axis: usize| {
        let row = placed.rotation.row(axis) * scale;
        [row.x, row.y, row.z, placed.origin[axis]]
    };
    let indices = placed.lights.lights;
    let pair = |word: usize| u32::from(indices[word * 2]) | u32::from(indices[word * 2 + 1]) << 16;
    PlacementRecord {
        world_from_local: [row(0), row(1), row(2)],
        ambient: placed.lights.ambient.to_array(),
        light_count: if settings.lights {
            u32::from(placed.lights.count)
        } else {
            0
        },
        light_indices: [pair(0), pair(1), pair(2), pair(3)],
        uv_scale: mesh.uv_scale,
        normal_scale: (127.0 * scale).recip(),
        view: match placed.layer {
            Layer::Sky | Layer::Clouds => view::SKY,
            Layer::Skyline => view::SKYLINE,
            Layer::Glow | Layer::Scenery | Layer::Detail => view::WORLD,
        },
        padding: 0,
    }
}

pub(super) fn light_record(light: &SceneLight) -> LightRecord {
    LightRecord {
        position: light.position.to_array(),
        radius: light.radius,
        colour: light.colour.to_array(),
        kind: match light.kind {
            LightKind::Ambient | LightKind::Directional => 0,
            LightKind::Point => 1,
            LightKind::Spot => 2,
        },
        direction: light.direction.to_array(),
        cone_cosine: light.cone_cosine,
    }
}

pub(super) fn tint_record(tint: Tint) -> [f32; 4] {
    let cover = f32::from(tint.alpha.min(128)) / 128.0;
    let [red, green, blue] = tint
        .colour
        .map(|channel| f32::from(channel) / 255.0 * cover);
    [red, green, blue, cover]
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec4;
    use wonderwheel_ps2::gs::dual_blend;

    use super::*;

    fn look_along_z() -> GsView {
        GsView {
            position: Vec3::new(10.0, 2.0, -30.0),
            forward: Vec3::Z,
            up: Vec3::Y,
            lens: Lens::PLAYER,
            far: 115.0,
            skyline_near: 39.0,
        }
    }

    fn project(record: &ViewRecord, point: Vec3) -> Vec4 {
        let eye = Vec3::new(record.eye[0], record.eye[1], record.eye[2]);
        Mat4::from_cols_array_2d(&record.clip_from_relative) * (point - eye).extend(1.0)
    }

    #[test]
    fn the_picture_is_0_637_by_0_478_at_one_metre_with_x_on_the_left() {
        let frame = frame_record(&look_along_z(), &GsScene::default(), &GsSettings::default());
        let clip = project(&frame.views[2], Vec3::new(10.0 + 6.371, 2.0 + 4.778, -20.0));
        assert!((clip.w - 10.0).abs() < 1e-4);
        assert!(
            (clip.x / clip.w + 1.0).abs() < 1e-3 && (clip.y / clip.w - 1.0).abs() < 1e-3,
            "{clip}"
        );
    }

    #[test]
    fn each_view_has_its_own_clips_with_depth_one_at_the_near_one() {
        let frame = frame_record(&look_along_z(), &GsScene::default(), &GsSettings::default());
        let depth = |view: usize, ahead: f32| {
            let eye = frame.views[view].eye;
            let clip = project(
                &frame.views[view],
                Vec3::new(eye[0], eye[1], eye[2] + ahead),
            );
            clip.z / clip.w
        };
        for (view, near, far) in [(0, 0.05, 5.0), (1, 39.0, 560.0), (2, 0.1, 115.0)] {
            assert!(
                (depth(view, near) - 1.0).abs() < 1e-4,
                "near of view {view}"
            );
            assert!(depth(view, far).abs() < 1e-5, "far of view {view}");
        }
        assert_eq!(
            frame.views[0].eye,
            [0.0, 0.0, 0.0, 0.05],
            "the sky moves with the camera"
        );
    }

    #[test]
    fn a_tint_is_premultiplied_by_its_share_of_128() {
        let tint = |colour, alpha| tint_record(Tint { colour, alpha });
        assert_eq!(tint([255, 0, 51], 64), [0.5, 0.0, 0.1, 0.5]);
        assert_eq!(tint([0; 3], 255)[3], 1.0);
    }

    #[test]
    fn source_alpha_mixes_by_as_of_128_and_destination_alpha_falls_back_to_it() {
        assert_eq!(factors(Blend::ALPHA), [0.0, 1.0, 1.0, -1.0]);
        assert_eq!(
            factors(dual_blend(7, 2)),
            factors(Blend::ALPHA),
            "destination alpha / one"
        );
        assert_eq!(
            factors(dual_blend(2, 6)),
            [0.0; 4],
            "a pair that does not exist is black"
        );
    }

    #[test]
    fn a_textures_own_k_and_l_give_way_to_the_references() {
        let facts = TextureFacts {
            min_alpha: 128,
            mip_word: 0x0FC0,
            mipped: true,
        };
        let settings = GsSettings::default();
        let draw = |facts, word, layer| {
            let record = DrawRecord::default();
            textured(record, facts, word, layer, &settings)
        };
        let own = draw(Some(facts), None, Layer::Scenery);
        let mipped = flag::TEXTURED | flag::MIPPED;
        assert_eq!((own.k, own.l_scale, own.flags), (-4.0, 1.0, mipped));
        let override_word = draw(Some(facts), Some(0x2010), Layer::Detail);
        assert_eq!((override_word.k, override_word.l_scale), (1.0, 4.0));
        let skyline = draw(Some(facts), None, Layer::Skyline);
        let words = "the background uses level 0 only";
        assert_eq!(skyline.flags, flag::TEXTURED, "{words}");
        let bare = draw(None, None, Layer::Scenery);
        assert_eq!((bare.colour_scale, bare.flags), (1.0 / 255.0, 0));
    }
}
