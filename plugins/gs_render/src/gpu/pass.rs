//! Buffers of the frame and the two render passes that draw it.

use std::cell::Cell;
use std::ops::Range;
use std::time::Instant;

use bevy::ecs::world::{FromWorld, World};
use bevy::prelude::*;
use bevy::render::diagnostic::RecordDiagnostics;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::TrackedRenderPass;
use bevy::render::render_resource::{
    BindGroup, BufferUsages, Extent3d, LoadOp, PipelineCache, RawBufferVec, TextureDescriptor,
    TextureDimension, TextureUsages, TextureView, TextureViewDescriptor,
};
use bevy::render::renderer::{RenderContext, RenderDevice, RenderQueue};
use bevy::render::texture::GpuImage;

use super::extract::ExtractedFrame;
use super::layout::{DrawRecord, FrameRecord, LightRecord, PlacementRecord};
use super::mesh::GpuSceneryMesh;
use super::pipelines::{GsPipelines, PipelineKey, frame_layout};
use super::plan::{Command, Plan, ResidentAssets};
use super::texture::GpuGsTexture;
use crate::kit::{BufferGroup, DEPTH_FORMAT, PipelineStore, refill};
use crate::lines::LineVertex;
use crate::stats::{GsReady, GsStats, Report, milliseconds};
use crate::world_pass::{FrameTarget, FrameViews, WorldPassReport};

/// The plan and what the GPU holds of it.
#[derive(Resource)]
pub(crate) struct GsDrawing {
    plan: Plan,
    white: GpuGsTexture,
    frame: RawBufferVec<FrameRecord>,
    draws: RawBufferVec<DrawRecord>,
    placements: RawBufferVec<PlacementRecord>,
    lights: RawBufferVec<LightRecord>,
    lines: RawBufferVec<LineVertex>,
    tested_line_ends: u32,
    bound: BufferGroup<4>,
    depth: Option<(UVec2, TextureView)>,
    prepare_ms: f32,
    record_ms: f32,
    draw_calls: u32,
    frames: u64,
}

impl FromWorld for GsDrawing {
    fn from_world(world: &mut World) -> Self {
        let white = GpuGsTexture::white(world.resource(), world.resource(), world.resource());
        Self {
            plan: Plan::default(),
            white,
            frame: RawBufferVec::new(BufferUsages::UNIFORM),
            draws: RawBufferVec::new(BufferUsages::STORAGE),
            placements: RawBufferVec::new(BufferUsages::STORAGE),
            lights: RawBufferVec::new(BufferUsages::STORAGE),
            lines: RawBufferVec::new(BufferUsages::VERTEX),
            tested_line_ends: 0,
            bound: BufferGroup::default(),
            depth: None,
            prepare_ms: 0.0,
            record_ms: 0.0,
            draw_calls: 0,
            frames: 0,
        }
    }
}

/// Plans the frame and fills the buffers.
pub(crate) fn prepare(
    extracted: Res<ExtractedFrame>,
    mut drawing: ResMut<GsDrawing>,
    mut pipelines: ResMut<GsPipelines>,
    meshes: Res<RenderAssets<GpuSceneryMesh>>,
    textures: Res<RenderAssets<GpuGsTexture>>,
    cache: Res<PipelineCache>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    let start = Instant::now();
    let drawing = drawing.as_mut();
    let resident = ResidentAssets {
        meshes: &meshes,
        textures: &textures,
        white: &drawing.white.bind_group,
    };
    drawing.plan.build(
        &extracted.scene,
        &extracted.tints,
        &extracted.settings,
        &resident,
    );
    for command in drawing.plan.background.iter().chain(&drawing.plan.world) {
        pipelines.request(command.pipeline, &cache);
    }
    drawing.fill_buffers(&extracted, &device, &queue);
    drawing.bind(&cache, &device);
    drawing.fit_depth(extracted.size, &device);
    drawing.prepare_ms = milliseconds(start);
}

impl GsDrawing {
    fn fill_buffers(
        &mut self,
        extracted: &ExtractedFrame,
        device: &RenderDevice,
        queue: &RenderQueue,
    ) {
        let plan = &self.plan;
        refill(
            &mut self.frame,
            std::slice::from_ref(&plan.frame),
            device,
            queue,
        );
        refill(&mut self.draws, &plan.draws, device, queue);
        refill(&mut self.placements, &plan.placements, device, queue);
        refill(&mut self.lights, &plan.lights, device, queue);
        self.tested_line_ends = extracted.tested_line_ends;
        if extracted.lines.is_empty() {
            self.lines.clear();
        } else {
            refill(&mut self.lines, &extracted.lines, device, queue);
        }
    }

    fn bind(&mut self, cache: &PipelineCache, device: &RenderDevice) {
        let (Some(frame), Some(draws), Some(placements), Some(lights)) = (
            self.frame.buffer(),
            self.draws.buffer(),
            self.placements.buffer(),
            self.lights.buffer(),
        ) else {
            return;
        };
        let buffers = [frame, draws, placements, lights];
        self.bound
            .bind("gs frame", frame_layout, buffers, cache, device);
    }

    fn fit_depth(&mut self, size: UVec2, device: &RenderDevice) {
        if self
            .depth
            .as_ref()
            .is_some_and(|(fitted, _)| *fitted == size)
            || size.x == 0
            || size.y == 0
        {
            return;
        }
        let texture = device.create_texture(&TextureDescriptor {
            label: Some("gs depth"),
            size: Extent3d {
                width: size.x,
                height: size.y,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format: DEPTH_FORMAT,
            usage: TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        self.depth = Some((size, texture.create_view(&TextureViewDescriptor::default())));
    }
}

/// Draws background; depth clear, glow and world; the level's tint. Passes of other crates come after it.
pub(crate) fn draw_world(
    extracted: Res<ExtractedFrame>,
    mut drawing: ResMut<GsDrawing>,
    mut pipelines: ResMut<GsPipelines>,
    images: Res<RenderAssets<GpuImage>>,
    cache: Res<PipelineCache>,
    mut target: ResMut<FrameTarget>,
    mut others: ResMut<WorldPassReport>,
    mut context: RenderContext,
) {
    let start = Instant::now();
    *others = WorldPassReport::default();
    target.0 = None;
    pipelines.store.refresh(&cache);
    let (Some(image), Some((size, depth)), Some(group)) = (
        images.get(extracted.image),
        &drawing.depth,
        drawing.bound.group(),
    ) else {
        return;
    };
    let image_size = image.texture_descriptor.size;
    if UVec2::new(image_size.width, image_size.height) != *size {
        // The image is resized a frame later than the settings.
        return;
    }
    let views = FrameViews {
        colour: image.texture_view.clone(),
        depth: depth.clone(),
        size: *size,
    };
    let plan = &drawing.plan;
    let recorder = Recorder {
        plan,
        pipelines: &pipelines.store,
        group,
        draw_calls: Cell::new(0),
    };
    let [red, green, blue] = extracted
        .scene
        .fog
        .colour
        .map(|channel| f32::from(channel) / 255.0);
    let mut clear = Some(LinearRgba::rgb(red, green, blue));
    let diagnostics = context.diagnostic_recorder();
    let diagnostics = diagnostics.as_deref();

    if !plan.background.is_empty() {
        let colour = [Some(views.colour_over(clear))];
        let descriptor = views.pass_from_depth(LoadOp::Clear(0.0), "gs background", &colour);
        let mut pass = context.begin_tracked_render_pass(descriptor);
        let span = diagnostics.pass_span(&mut pass, "gs background");
        recorder.meshes(&mut pass, &plan.background);
        span.end(&mut pass);
        clear = None;
    }
    let colour = [Some(views.colour_over(clear))];
    let descriptor = views.pass_from_depth(LoadOp::Clear(0.0), "gs world", &colour);
    let mut pass = context.begin_tracked_render_pass(descriptor);
    let span = diagnostics.pass_span(&mut pass, "gs world");
    recorder.meshes(&mut pass, &plan.world);
    // Water has its place here, between the d world and the tint; nothing draws it yet.
    recorder.tint(&mut pass, 0);
    span.end(&mut pass);
    drop(pass);

    let draw_calls = recorder.draw_calls.get();
    target.0 = Some(views);
    drawing.draw_calls = draw_calls;
    drawing.record_ms = milliseconds(start);
}

/// Draws what lies over all of that: lines, and tints over everything.
pub(crate) fn draw_over(
    mut drawing: ResMut<GsDrawing>,
    pipelines: Res<GsPipelines>,
    target: Res<FrameTarget>,
    others: Res<WorldPassReport>,
    report: Res<Report>,
    mut context: RenderContext,
) {
    let start = Instant::now();
    let (Some(views), Some(group)) = (&target.0, drawing.bound.group()) else {
        return;
    };
    let recorder = Recorder {
        plan: &drawing.plan,
        pipelines: &pipelines.store,
        group,
        draw_calls: Cell::new(0),
    };
    let diagnostics = context.diagnostic_recorder();
    let diagnostics = diagnostics.as_deref();
    let colour = [Some(views.colour())];
    let mut pass = context.begin_tracked_render_pass(views.pass("gs over", &colour));
    let span = diagnostics.pass_span(&mut pass, "gs over");
    if let Some(lines) = drawing.lines.buffer().filter(|_| !drawing.lines.is_empty()) {
        pass.set_vertex_buffer(0, lines.slice(..));
        let (tested, all) = (drawing.tested_line_ends, drawing.lines.len() as u32);
        recorder.lines(&mut pass, true, 0..tested);
        recorder.lines(&mut pass, false, tested..all);
    }
    recorder.tint(&mut pass, 1);
    recorder.tint(&mut pass, 2);
    span.end(&mut pass);
    drop(pass);

    let draw_calls = drawing.draw_calls + recorder.draw_calls.get() + others.draw_calls;
    let tally = drawing.plan.tally;
    drawing.frames += 1;
    let stats = GsStats {
        draw_calls,
        triangles: tally.triangles + others.triangles,
        sectors: tally.sectors,
        cpu_ms: drawing.prepare_ms + drawing.record_ms + others.cpu_ms + milliseconds(start),
        prepare_ms: drawing.prepare_ms,
        ..GsStats::default()
    };
    let ready = GsReady {
        frames: drawing.frames,
        pipelines_pending: pipelines.store.pending() + others.pipelines_pending,
        meshes_pending: tally.missing_meshes + others.meshes_pending,
        textures_pending: tally.missing_textures + others.textures_pending,
    };
    report.leave(stats, ready);
}

/// Turns commands into calls.
struct Recorder<'a> {
    plan: &'a Plan,
    pipelines: &'a PipelineStore<PipelineKey>,
    group: &'a BindGroup,
    draw_calls: Cell<u32>,
}

impl<'a> Recorder<'a> {
    fn meshes<'p>(&self, pass: &mut TrackedRenderPass<'p>, commands: &'a [Command])
    where
        'a: 'p,
    {
        pass.set_bind_group(0, self.group, &[]);
        for command in commands {
            let (Some(pipeline), Some(mesh), Some(texture)) = (
                self.pipelines.get(command.pipeline),
                self.plan.meshes.get(command.mesh as usize),
                self.plan.textures.get(command.texture as usize),
            ) else {
                continue;
            };
            pass.set_render_pipeline(pipeline);
            pass.set_bind_group(1, texture, &[]);
            pass.set_vertex_buffer(0, mesh.buffer.slice(..mesh.index_offset));
            pass.set_index_buffer(mesh.buffer.slice(mesh.index_offset..), mesh.index_format);
            pass.draw_indexed(command.indices.clone(), 0, command.draw..command.draw + 1);
            self.count();
        }
    }

    fn tint<'p>(&self, pass: &mut TrackedRenderPass<'p>, slot: u32)
    where
        'a: 'p,
    {
        let wanted = self
            .plan
            .tints
            .get(slot as usize)
            .copied()
            .unwrap_or_default();
        let Some(pipeline) = self.pipelines.get(PipelineKey::Tint).filter(|_| wanted) else {
            return;
        };
        pass.set_render_pipeline(pipeline);
        pass.set_bind_group(0, self.group, &[]);
        pass.draw(0..3, slot..slot + 1);
        self.count();
    }

    fn lines<'p>(&self, pass: &mut TrackedRenderPass<'p>, tested: bool, ends: Range<u32>)
    where
        'a: 'p,
    {
        let Some(pipeline) = self.pipelines.get(PipelineKey::Line { tested }) else {
            return;
        };
        // Without a camera there is no place to draw them at.
        if ends.is_empty() || self.plan.frame.fog_far == 0.0 {
            return;
        }
        pass.set_render_pipeline(pipeline);
        pass.set_bind_group(0, self.group, &[]);
        pass.draw(ends, 0..1);
        self.count();
    }

    fn count(&self) {
        self.draw_calls.set(self.draw_calls.get() + 1);
    }
}
