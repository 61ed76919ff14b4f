//! The drawing side, which lives in the render world.
//!
//! ```text
//! ExtractSchedule   extract     level, colours, what was chosen
//! PrepareResources  prepare     level's buffers when it is new, the frame's records (buffers.rs)
//! RenderGraph       draw        calls into the GS frame (pass.rs)
//! ```

mod buffers;
mod extract;
pub(crate) mod layout;
mod pass;
mod pipelines;
pub(crate) mod shader;
#[cfg(test)]
mod shader_test;

use bevy::prelude::*;
use bevy::render::renderer::RenderGraph;
use bevy::render::{ExtractSchedule, GpuResourceAppExt, Render, RenderApp, RenderSystems};
use wonderwheel_gs_render::world_pass::WorldPasses;

/// Adds shader, buffers, pipelines and the pass.
pub(crate) fn add_drawing(app: &mut App) {
    let shader = shader::add(app);
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .insert_resource(shader)
        .init_resource::<extract::ExtractedLevel>()
        .init_gpu_resource::<pipelines::CommandoPipelines>()
        .init_gpu_resource::<buffers::LevelBuffers>()
        .add_systems(ExtractSchedule, extract::extract)
        .add_systems(
            Render,
            buffers::prepare.in_set(RenderSystems::PrepareResources),
        )
        .add_systems(RenderGraph, pass::draw.in_set(WorldPasses));
}
