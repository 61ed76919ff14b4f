//! From the scene to a list of draws: which pipeline draws what, with which record.

use std::ops::Range;

use bevy::asset::AssetId;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{BindGroup, Buffer, IndexFormat};
use wonderwheel_level_assets::material::DrawMaterial;
use wonderwheel_level_assets::mesh::MeshDraw;
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::gs::{Blend, dual_blend};

use super::layout::{DrawRecord, FrameRecord, LightRecord, PlacementRecord, flag};
use super::mesh::GpuSceneryMesh;
use super::pipelines::{MeshStep, PipelineKey};
use super::records::{
    factors, frame_record, light_record, placement_record, textured, tint_record,
};
use super::texture::{GpuGsTexture, TextureFacts};
use crate::frame::FrameTints;
use crate::scene::{GsScene, PlacedMesh, Tint};
use crate::settings::GsSettings;
use crate::steps::{BasePass, FirstPass};

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
pub(crate) struct ResidentAssets<'a> {
    pub meshes: &'a RenderAssets<GpuSceneryMesh>,
    pub textures: &'a RenderAssets<GpuGsTexture>,
    pub white: &'a BindGroup,
}

impl Plan {
    /// Replaces the plan by that of this scene.
    pub fn build(
        &mut self,
        scene: &GsScene,
        tints: &FrameTints,
        settings: &GsSettings,
        resident: &ResidentAssets,
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

    fn place(&mut self, placed: &PlacedMesh, settings: &GsSettings, resident: &ResidentAssets) {
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
        resident: &ResidentAssets,
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
        resident: &ResidentAssets,
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
