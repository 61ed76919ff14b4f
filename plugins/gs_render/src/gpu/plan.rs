//! From the scene to a list of draws: what goes into the storage buffers, and which pipeline draws what.

use super::layout::{DrawRecord, FrameRecord, LightRecord, PlacementRecord, ViewRecord, flag};
use super::mesh::GpuSceneryMesh;
use super::pipelines::{MeshStep, PipelineKey};
use super::texture::{GpuGsTexture, TextureFacts};
use crate::frame::FrameTints;
use crate::lights::{LightKind, SceneLight};
use crate::scene::{GsScene, GsView, Layer, PlacedMesh, Tint};
use crate::settings::GsSettings;
use crate::steps::{BasePass, FirstPass, GS_ONE};
use bevy::asset::AssetId;
use bevy::math::{Mat4, Vec3};
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{BindGroup, Buffer, IndexFormat};
use std::ops::Range;
use wonderwheel_level_assets::material::DrawMaterial;
use wonderwheel_level_assets::mesh::MeshDraw;
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::gs::{Blend, dual_blend};
use wonderwheel_ps2::mip::MipWord;
use wonderwheel_world_streaming::camera::{Lens, view_from_world};

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

/// A frame that is ready to be recorded. Its vectors are kept from frame to frame.
#[derive(Default)]
pub(crate) struct Plan {
    pub frame: FrameRecord,
    pub draws: Vec<DrawRecord>,
    pub placements: Vec<PlacementRecord>,
    pub lights: Vec<LightRecord>,
    pub meshes: Vec<PlanMesh>,
    pub textures: Vec<BindGroup>,
    /// Sky, clouds, skyline.
    pub background: Vec<Command>,
    /// Glow and world.
    pub world: Vec<Command>,
    /// Which of [`FrameRecord::tints`] are to be drawn: below and above the lines.
    pub tints: [bool; 3],
    pub tally: Tally,
}

/// A mesh's buffer.
pub(crate) struct PlanMesh {
    pub buffer: Buffer,
    pub index_offset: u64,
    pub index_format: IndexFormat,
}

/// One draw call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Command {
    pub pipeline: PipelineKey,
    pub mesh: u32,
    pub texture: u32,
    pub indices: Range<u32>,
    pub draw: u32,
}

/// What a plan counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Placed meshes of the two worlds that were drawn.
    pub sectors: u32,
    /// Triangles of all draw calls.
    pub triangles: u32,
    /// Meshes that are not on the GPU yet.
    pub missing_meshes: u32,
    /// Textures that are not on the GPU yet.
    pub missing_textures: u32,
}

/// Where the GPU's meshes and textures are looked up.
pub(crate) struct Resident<'a> {
    pub meshes: &'a RenderAssets<GpuSceneryMesh>,
    pub textures: &'a RenderAssets<GpuGsTexture>,
    pub white: &'a BindGroup,
}

impl Plan {
    /// Plans the scene anew.
    pub fn build(
        &mut self,
        scene: &GsScene,
        tints: &FrameTints,
        settings: &GsSettings,
        resident: &Resident,
    ) {
        self.clear();
        self.textures.push(resident.white.clone());
        self.lights.extend(scene.lights.iter().map(light_record));
        let Some(view) = &scene.view else {
            self.frame = FrameRecord::default();
            self.set_tints([None, tints.colour, tints.dim()]);
            return;
        };
        self.frame = frame_record(view, scene, settings);
        let overlay = scene.overlay.filter(|_| settings.overlay);
        self.set_tints([overlay, tints.colour, tints.dim()]);
        for placed in &scene.meshes {
            self.place(placed, settings, resident);
        }
    }

    fn clear(&mut self) {
        self.draws.clear();
        self.placements.clear();
        self.lights.clear();
        self.meshes.clear();
        self.textures.clear();
        self.background.clear();
        self.world.clear();
        self.tally = Tally::default();
    }

    fn set_tints(&mut self, tints: [Option<Tint>; 3]) {
        for (slot, tint) in tints.into_iter().enumerate() {
            self.tints[slot] = tint.is_some();
            self.frame.tints[slot] = tint.map_or([0.0; 4], tint_record);
        }
    }

    fn place(&mut self, placed: &PlacedMesh, settings: &GsSettings, resident: &Resident) {
        let Some(mesh) = resident.meshes.get(placed.mesh) else {
            self.tally.missing_meshes += 1;
            return;
        };
        let placement = self.placements.len() as u32;
        self.placements
            .push(placement_record(placed, mesh, settings));
        let mesh_index = self.meshes.len() as u32;
        self.meshes.push(PlanMesh {
            buffer: mesh.buffer.clone(),
            index_offset: mesh.index_offset,
            index_format: mesh.index_format,
        });
        if placed.layer.is_world() {
            self.tally.sectors += 1;
        }
        let target = MeshTarget {
            placed,
            mesh,
            mesh_index,
            placement,
        };
        for draw in &mesh.draws {
            if let Some(material) = mesh.materials.get(draw.material as usize) {
                self.draw(&target, draw, material, settings, resident);
            }
        }
    }

    /// The base of one material and, right after it, its second layer.
    fn draw(
        &mut self,
        target: &MeshTarget,
        draw: &MeshDraw,
        material: &DrawMaterial,
        settings: &GsSettings,
        resident: &Resident,
    ) {
        let layer = target.placed.layer;
        let textures = target
            .placed
            .textures
            .get(draw.material as usize)
            .copied()
            .unwrap_or_default();
        let Ok(base) = self.texture(textures.base, resident) else {
            return;
        };
        let [red, green, blue, alpha] = material.colour;
        let alpha = target.placed.fade.unwrap_or(alpha);
        let first = FirstPass {
            layer,
            texture_min_alpha: base.map(|(_, facts)| facts.min_alpha),
            prelight_min_alpha: draw.min_alpha,
            material_alpha: alpha,
            alpha_test: settings.alpha_test,
        };
        let record = DrawRecord {
            material: [red, green, blue, alpha].map(f32::from),
            blend: factors(Blend::ALPHA),
            ambient_factor: material.ambient,
            diffuse_factor: material.diffuse,
            placement: target.placement,
            flags: if layer.is_fogged() { flag::FOGGED } else { 0 },
            ..DrawRecord::default()
        };
        let mip_word = material.texture.as_ref().and_then(|name| name.mip_word);
        let record = textured(
            record,
            base.map(|(_, facts)| facts),
            mip_word,
            layer,
            settings,
        );
        let texture = base.map_or(0, |(index, _)| index);
        let base_record = self.record(record);
        match first.choose() {
            BasePass::Whole => self.command(target, draw, MeshStep::Whole, texture, base_record),
            BasePass::ColourOnly => {
                self.command(target, draw, MeshStep::ColourOnly, texture, base_record)
            }
            BasePass::AllFail => self.command(target, draw, MeshStep::Fail, texture, base_record),
            BasePass::Split => {
                self.command(target, draw, MeshStep::Pass, texture, base_record);
                self.command(target, draw, MeshStep::Fail, texture, base_record);
            }
        }
        let Some(dual) = material.dual.as_ref().filter(|_| settings.dual_pass) else {
            return;
        };
        // Without its texture the second layer is left out. Source: spec/gs-pipeline.md 6.
        let Ok(Some((texture, facts))) = self.texture(textures.second, resident) else {
            return;
        };
        let blend = factors(dual_blend(dual.source_blend, dual.destination_blend));
        let second = DrawRecord {
            blend,
            flags: record.flags | flag::SECOND_UV,
            ..record
        };
        let second = DrawRecord {
            // The vertex colour is the base's, also where the base has no texture.
            colour_scale: record.colour_scale,
            ..textured(second, Some(facts), dual.texture.mip_word, layer, settings)
        };
        let second = self.record(second);
        // No alpha test, and depth written throughout, also where the base failed its test.
        let step = if layer.writes_depth() {
            MeshStep::Whole
        } else {
            MeshStep::ColourOnly
        };
        self.command(target, draw, step, texture, second);
    }

    /// `Ok(None)` without a texture, `Err` while it is on its way to the GPU.
    fn texture(
        &mut self,
        id: Option<AssetId<GsTexture>>,
        resident: &Resident,
    ) -> Result<Option<(u32, TextureFacts)>, NotResident> {
        let Some(id) = id else { return Ok(None) };
        let Some(texture) = resident.textures.get(id) else {
            self.tally.missing_textures += 1;
            return Err(NotResident);
        };
        let index = self.textures.len() as u32;
        self.textures.push(texture.bind_group.clone());
        Ok(Some((index, texture.facts)))
    }

    fn record(&mut self, record: DrawRecord) -> u32 {
        self.draws.push(record);
        self.draws.len() as u32 - 1
    }

    fn command(
        &mut self,
        target: &MeshTarget,
        draw: &MeshDraw,
        step: MeshStep,
        texture: u32,
        record: u32,
    ) {
        let layer = target.placed.layer;
        let pipeline = PipelineKey::Mesh {
            layout: target.mesh.layout,
            cull: layer.is_world(),
            step,
        };
        let command = Command {
            pipeline,
            mesh: target.mesh_index,
            texture,
            indices: draw.first_index..draw.first_index + draw.index_count,
            draw: record,
        };
        self.tally.triangles += draw.index_count / 3;
        if layer.is_background() {
            self.background.push(command)
        } else {
            self.world.push(command)
        }
    }
}

struct NotResident;

struct MeshTarget<'a> {
    placed: &'a PlacedMesh,
    mesh: &'a GpuSceneryMesh,
    mesh_index: u32,
    placement: u32,
}

/// The blend as factors for premultiplied colour. Weights by the frame's alpha, which it does not keep, are drawn as source
/// alpha; no known level uses them. Source: spec/gs-pipeline.md 12.
fn factors(blend: Blend) -> [f32; 4] {
    blend.premultiplied().unwrap_or([0.0, 1.0, 1.0, -1.0])
}

/// Colour scale, flags and mip constants of a draw with or without a texture.
fn textured(
    record: DrawRecord,
    facts: Option<TextureFacts>,
    reference_mip_word: Option<u32>,
    layer: Layer,
    settings: &GsSettings,
) -> DrawRecord {
    let Some(facts) = facts else {
        return DrawRecord {
            colour_scale: 1.0 / 255.0,
            ..record
        };
    };
    let mip = MipWord(reference_mip_word.unwrap_or(facts.mip_word));
    let mipped = facts.mipped && settings.mip && layer.is_world();
    DrawRecord {
        colour_scale: GS_ONE,
        k: mip.k(),
        l_scale: (1 << mip.l()) as f32,
        flags: record.flags & !flag::MIPPED
            | flag::TEXTURED
            | if mipped { flag::MIPPED } else { 0 },
        ..record
    }
}

fn frame_record(view: &GsView, scene: &GsScene, settings: &GsSettings) -> FrameRecord {
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

fn placement_record(
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

fn light_record(light: &SceneLight) -> LightRecord {
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

fn tint_record(tint: Tint) -> [f32; 4] {
    let cover = f32::from(tint.alpha.min(128)) / 128.0;
    let [red, green, blue] = tint
        .colour
        .map(|channel| f32::from(channel) / 255.0 * cover);
    [red, green, blue, cover]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec4;

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
        assert_eq!(
            tint_record(Tint {
                colour: [255, 0, 51],
                alpha: 64
            }),
            [0.5, 0.0, 0.1, 0.5]
        );
        assert_eq!(
            tint_record(Tint {
                colour: [0, 0, 0],
                alpha: 255
            })[3],
            1.0
        );
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
        let own = textured(
            DrawRecord::default(),
            Some(facts),
            None,
            Layer::Scenery,
            &settings,
        );
        assert_eq!(
            (own.k, own.l_scale, own.flags),
            (-4.0, 1.0, flag::TEXTURED | flag::MIPPED)
        );
        let override_word = textured(
            DrawRecord::default(),
            Some(facts),
            Some(0x2010),
            Layer::Detail,
            &settings,
        );
        assert_eq!((override_word.k, override_word.l_scale), (1.0, 4.0));
        let skyline = textured(
            DrawRecord::default(),
            Some(facts),
            None,
            Layer::Skyline,
            &settings,
        );
        assert_eq!(
            skyline.flags,
            flag::TEXTURED,
            "the background uses level 0 only"
        );
        let bare = textured(DrawRecord::default(), None, None, Layer::Scenery, &settings);
        assert_eq!((bare.colour_scale, bare.flags), (1.0 / 255.0, 0));
    }
}
