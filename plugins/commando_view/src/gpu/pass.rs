//! The pass that draws a level into the GS frame.

use std::time::Instant;

use bevy::prelude::*;
use bevy::render::diagnostic::RecordDiagnostics;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::TrackedRenderPass;
use bevy::render::render_resource::{BindGroup, IndexFormat, PipelineCache};
use bevy::render::renderer::RenderContext;
use wonderwheel_gs_render::kit::PipelineStore;
use wonderwheel_gs_render::resident::GpuGsTexture;
use wonderwheel_gs_render::world_pass::{FrameTarget, WorldPassReport};

use super::buffers::{GpuLevel, LevelBuffers};
use super::extract::ExtractedLevel;
use super::pipelines::{CommandoPipelines, PipelineKey, Step};
use crate::choose::{Call, Stage};

/// Draws what was chosen.
pub(crate) fn draw(
    extracted: Res<ExtractedLevel>,
    buffers: Res<LevelBuffers>,
    mut pipelines: ResMut<CommandoPipelines>,
    textures: Res<RenderAssets<GpuGsTexture>>,
    cache: Res<PipelineCache>,
    target: Res<FrameTarget>,
    mut report: ResMut<WorldPassReport>,
    mut context: RenderContext,
) {
    let start = Instant::now();
    pipelines.0.refresh(&cache);
    let (Some(scene), Some(_)) = (&extracted.scene, &extracted.eye) else {
        return;
    };
    report.pipelines_pending += pipelines.0.pending();
    let (Some(views), Some(level), Some(group)) =
        (&target.0, &buffers.level, buffers.bound.group())
    else {
        report.meshes_pending += 1;
        return;
    };
    let of_material = |material: u32| -> Option<Option<&BindGroup>> {
        let material = scene.materials.list.get(material as usize)?;
        let Some(texture) = material.texture else {
            return Some(None);
        };
        let handle = extracted.textures.get(texture)?;
        Some(Some(&textures.get(handle)?.bind_group))
    };
    // What has no texture is drawn with any: the shader does not look at it.
    let any = extracted
        .textures
        .iter()
        .find_map(|handle| textures.get(handle));
    let diagnostics = context.diagnostic_recorder();
    let diagnostics = diagnostics.as_deref();
    let colour = [Some(views.colour())];
    let mut pass = context.begin_tracked_render_pass(views.pass("commando level", &colour));
    let span = diagnostics.pass_span(&mut pass, "commando level");
    pass.set_bind_group(0, group, &[]);
    let mut recorder = Recorder {
        pass: &mut pass,
        pipelines: &pipelines.0,
        level,
        report: &mut report,
    };
    for call in &extracted.calls {
        let texture = match of_material(call.material) {
            Some(Some(texture)) => texture,
            Some(None) => match any {
                Some(any) => &any.bind_group,
                None => continue,
            },
            None => {
                recorder.report.textures_pending += 1;
                continue;
            }
        };
        recorder.call(call, texture);
    }
    if extracted.settings.collision {
        recorder.collision();
    }
    span.end(&mut pass);
    drop(pass);
    report.cpu_ms += buffers.prepare_ms + start.elapsed().as_secs_f32() * 1000.0;
}

struct Recorder<'a, 'p> {
    pass: &'a mut TrackedRenderPass<'p>,
    pipelines: &'p PipelineStore<PipelineKey>,
    level: &'p GpuLevel,
    report: &'a mut WorldPassReport,
}

impl<'p> Recorder<'_, 'p> {
    fn call(&mut self, call: &Call, texture: &'p BindGroup) {
        let keys: &[PipelineKey] = match (call.stage, call.opaque) {
            (Stage::Sky, _) => &[PipelineKey::Sky],
            (stage, true) => &[PipelineKey::Mesh(stage, Step::Whole)],
            (stage, false) => &[
                PipelineKey::Mesh(stage, Step::Pass),
                PipelineKey::Mesh(stage, Step::Fail),
            ],
        };
        self.pass.set_bind_group(1, texture, &[]);
        self.set_buffers(call.stage);
        for key in keys {
            let Some(pipeline) = self.pipelines.get(*key) else {
                continue;
            };
            self.pass.set_render_pipeline(pipeline);
            let (indices, drawn) = (call.indices.clone(), call.drawn.clone());
            self.report.draw_calls += 1;
            self.report.triangles += indices.len() as u32 / 3 * drawn.len() as u32;
            match call.stage {
                Stage::Billboard => self.pass.draw(indices, drawn),
                _ => self.pass.draw_indexed(indices, 0, drawn),
            }
        }
    }

    fn set_buffers(&mut self, stage: Stage) {
        let level = self.level;
        let (vertices, indices) = match stage {
            Stage::Sky => (Some(&level.sky_vertices), Some(&level.sky_indices)),
            Stage::Terrain => (None, Some(&level.terrain_indices)),
            Stage::Model => (Some(&level.model_vertices), Some(&level.model_indices)),
            Stage::Billboard => (None, None),
        };
        if let Some(vertices) = vertices {
            self.pass.set_vertex_buffer(0, vertices.slice(..));
        }
        if let Some(indices) = indices {
            self.pass
                .set_index_buffer(indices.slice(..), IndexFormat::Uint32);
        }
    }

    fn collision(&mut self) {
        let vertices = self.level.collision_vertices;
        let Some(pipeline) = self
            .pipelines
            .get(PipelineKey::Collision)
            .filter(|_| vertices > 0)
        else {
            return;
        };
        self.pass.set_render_pipeline(pipeline);
        self.pass
            .set_vertex_buffer(0, self.level.collision.slice(..));
        self.pass.draw(0..vertices, 0..1);
        self.report.draw_calls += 1;
        self.report.triangles += vertices / 3;
    }
}
