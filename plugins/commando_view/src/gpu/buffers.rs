//! What the GPU holds: a level's buffers, made when it appears, and the frame's records.

use std::sync::Arc;
use std::time::Instant;

use bevy::ecs::world::FromWorld;
use bevy::prelude::*;
use bevy::render::render_resource::{
    Buffer, BufferInitDescriptor, BufferUsages, PipelineCache, RawBufferVec,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bytemuck::cast_slice;
use wonderwheel_gs_render::kit::{BufferGroup, refill};
use wonderwheel_gs_render::scene::GsView;
use wonderwheel_world_streaming::view::camera::view_from_world;

use super::extract::ExtractedLevel;
use super::layout::{FrameRecord, MaterialRecord, flag};
use super::pipelines::level_layout;
use crate::axes::world_from_game;
use crate::choose::{DrawnRecord, Eye};
use crate::scene::LevelScene;
use crate::scene::lighting::Colours;
use crate::scene::pictures::Materials;

/// Flag of a material with a texture.
const TEXTURED: u32 = 1;

/// Everything of a level on the GPU.
#[derive(Resource)]
pub(crate) struct LevelBuffers {
    pub level: Option<GpuLevel>,
    /// What they were made from.
    scene: Option<Arc<LevelScene>>,
    colours: Arc<Colours>,
    frame: RawBufferVec<FrameRecord>,
    drawn: RawBufferVec<DrawnRecord>,
    /// Group 0.
    pub bound: BufferGroup<7>,
    pub prepare_ms: f32,
}

/// The buffers of a level.
pub(crate) struct GpuLevel {
    materials: Buffer,
    instances: Buffer,
    positions: Buffer,
    infos: Buffer,
    colours: Buffer,
    pub terrain_indices: Buffer,
    pub model_vertices: Buffer,
    pub model_indices: Buffer,
    pub sky_vertices: Buffer,
    pub sky_indices: Buffer,
    pub collision: Buffer,
    pub collision_vertices: u32,
}

impl FromWorld for LevelBuffers {
    fn from_world(_: &mut World) -> Self {
        Self {
            level: None,
            scene: None,
            colours: Arc::default(),
            frame: RawBufferVec::new(BufferUsages::UNIFORM),
            drawn: RawBufferVec::new(BufferUsages::STORAGE),
            bound: BufferGroup::default(),
            prepare_ms: 0.0,
        }
    }
}

impl LevelBuffers {
    fn bind(&mut self, cache: &PipelineCache, device: &RenderDevice) {
        let (Some(frame), Some(drawn), Some(level)) =
            (self.frame.buffer(), self.drawn.buffer(), &self.level)
        else {
            return;
        };
        let buffers = [
            frame,
            drawn,
            &level.materials,
            &level.instances,
            &level.positions,
            &level.infos,
            &level.colours,
        ];
        self.bound
            .bind("commando level", level_layout, buffers, cache, device);
    }
}

/// Brings the level and the frame's records to the GPU.
pub(crate) fn prepare(
    extracted: Res<ExtractedLevel>,
    mut buffers: ResMut<LevelBuffers>,
    cache: Res<PipelineCache>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let start = Instant::now();
    let buffers = buffers.as_mut();
    let is_same_scene = match (&buffers.scene, &extracted.scene) {
        (Some(before), Some(now)) => Arc::ptr_eq(before, now),
        (before, now) => before.is_none() && now.is_none(),
    };
    let is_same_light = Arc::ptr_eq(&buffers.colours, &extracted.colours);
    buffers.colours.clone_from(&extracted.colours);
    if !is_same_scene {
        buffers.scene.clone_from(&extracted.scene);
        let scene = extracted.scene.as_ref();
        buffers.level =
            scene.map(|scene| GpuLevel::new(scene, cast_slice(&extracted.colours.bytes), &device));
        buffers.bound = BufferGroup::default();
    } else if !is_same_light && let Some(level) = &mut buffers.level {
        let bytes: &[u8] = cast_slice(&extracted.colours.bytes);
        if bytes.len() as u64 <= level.colours.size() {
            queue.write_buffer(&level.colours, 0, bytes);
        } else {
            level.colours = list(&device, "colours", bytes);
        }
    }
    let (Some(scene), Some((eye, view))) = (&extracted.scene, &extracted.eye) else {
        return;
    };
    let record = frame_record(scene, eye, view, &extracted);
    refill(&mut buffers.frame, &[record], &device, &queue);
    refill(&mut buffers.drawn, &extracted.drawn, &device, &queue);
    buffers.bind(&cache, &device);
    buffers.prepare_ms = start.elapsed().as_secs_f32() * 1000.0;
}

impl GpuLevel {
    fn new(scene: &LevelScene, colours: &[u8], device: &RenderDevice) -> Self {
        let terrain = &scene.terrain;
        let records: Vec<MaterialRecord> = material_records(scene);
        Self {
            materials: list(device, "materials", cast_slice(&records)),
            instances: list(device, "instances", cast_slice(&scene.instances.records)),
            positions: list(device, "positions", cast_slice(&terrain.positions)),
            infos: list(device, "infos", cast_slice(&terrain.infos)),
            colours: list(device, "colours", colours),
            terrain_indices: indices(device, "terrain", &terrain.indices),
            model_vertices: vertices(device, "models", cast_slice(&scene.models.vertices)),
            model_indices: indices(device, "models", &scene.models.indices),
            sky_vertices: vertices(device, "sky", cast_slice(&scene.sky.vertices)),
            sky_indices: indices(device, "sky", &scene.sky.indices),
            collision: vertices(device, "collision", cast_slice(&scene.collision.vertices)),
            collision_vertices: scene.collision.vertices.len() as u32,
        }
    }
}

fn material_records(scene: &LevelScene) -> Vec<MaterialRecord> {
    let Materials { list, textures } = &scene.materials;
    let records = list.iter().map(|material| {
        let sampled = material.texture.and_then(|texture| textures.get(texture));
        let picture = sampled.and_then(|sampled| scene.pictures.get(sampled.picture));
        MaterialRecord {
            k: f32::from(material.k),
            last_level: picture
                .map_or(0.0, |picture| picture.levels.len().saturating_sub(1) as f32),
            flags: if picture.is_some() { TEXTURED } else { 0 },
            padding: 0,
        }
    });
    records.collect()
}

/// A buffer must not be empty, and a list of records holds at least one.
const LEAST_BYTES: usize = 128;

fn filled(device: &RenderDevice, label: &str, bytes: &[u8], usage: BufferUsages) -> Buffer {
    let room = [0; LEAST_BYTES];
    let contents = if bytes.is_empty() { &room } else { bytes };
    device.create_buffer_with_data(&BufferInitDescriptor {
        label: Some(label),
        contents,
        usage: usage | BufferUsages::COPY_DST,
    })
}

fn list(device: &RenderDevice, label: &str, bytes: &[u8]) -> Buffer {
    filled(device, label, bytes, BufferUsages::STORAGE)
}

fn vertices(device: &RenderDevice, label: &str, bytes: &[u8]) -> Buffer {
    filled(device, label, bytes, BufferUsages::VERTEX)
}

fn indices(device: &RenderDevice, label: &str, indices: &[u32]) -> Buffer {
    filled(device, label, cast_slice(indices), BufferUsages::INDEX)
}

fn frame_record(
    scene: &LevelScene,
    eye: &Eye,
    view: &GsView,
    extracted: &ExtractedLevel,
) -> FrameRecord {
    let rotation = view_from_world(Vec3::ZERO, view.forward, view.up);
    let clip = view.lens.clip_from_view(view.far) * rotation * world_from_game();
    let environment = &scene.environment;
    let [red, green, blue] = environment.fog_colour.map(f32::from);
    let fog = &environment.fog;
    let (settings, frame) = (&extracted.settings, &extracted.frame);
    let distances = &scene.terrain.distances;
    let switches = [
        (settings.lit, flag::LIT),
        (settings.lod_tint, flag::LOD_TINT),
        (settings.fog && frame.fog, flag::FOG),
        (frame.mip, flag::MIPPED),
        (frame.alpha_test, flag::ALPHA_TEST),
    ];
    let on = switches.into_iter().filter(|(on, _)| *on);
    FrameRecord {
        clip_from_relative: clip.to_cols_array_2d(),
        eye: eye.position.extend(view.lens.near).to_array(),
        forward: eye.forward.extend(0.0).to_array(),
        right: eye.right.extend(0.0).to_array(),
        fog_colour: [red, green, blue, 0.0],
        fog: [fog.near, fog.far, fog.near_intensity, fog.far_intensity],
        distances: [distances.coarse, distances.middle, distances.fine, 0.0],
        flags: on.fold(0, |flags, (_, flag)| flags | flag),
        ..FrameRecord::default()
    }
}
