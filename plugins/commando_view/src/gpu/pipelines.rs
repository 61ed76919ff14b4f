//! Pipelines: which shader entry, which vertices, how depth is treated. Nothing is culled: the formats keep no winding.

use bevy::ecs::world::FromWorld;
use bevy::mesh::VertexBufferLayout;
use bevy::prelude::*;
use bevy::render::render_resource::{
    BindGroupLayoutDescriptor, CompareFunction, PipelineCache, PrimitiveState,
    RenderPipelineDescriptor, VertexFormat, VertexStepMode,
};
use wonderwheel_gs_render::kit::{FramePipeline, PipelineStore, records_layout, texture_layout};

use super::layout::FrameRecord;
use super::shader::CommandoShader;
use crate::choose::Stage;

/// One pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PipelineKey {
    /// The shells.
    Sky,
    /// Triangles of a stage.
    Mesh(Stage, Step),
    /// The overlay.
    Collision,
}

/// The alpha test and depth write of a mesh pipeline, as The Warriors' frame has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// Everything, with depth: nothing shines through it.
    Whole,
    /// What passes, with depth.
    Pass,
    /// What fails, without depth.
    Fail,
}

/// All pipelines.
#[derive(Resource)]
pub(crate) struct CommandoPipelines(pub PipelineStore<PipelineKey>);

impl FromWorld for CommandoPipelines {
    fn from_world(world: &mut World) -> Self {
        let shader = world.resource::<CommandoShader>();
        let cache = world.resource::<PipelineCache>();
        let mut store = PipelineStore::default();
        for key in keys() {
            store.request(key, cache, || descriptor(key, shader));
        }
        Self(store)
    }
}

fn keys() -> impl Iterator<Item = PipelineKey> {
    let stages = [Stage::Terrain, Stage::Model, Stage::Billboard];
    let steps = [Step::Whole, Step::Pass, Step::Fail];
    let meshes = stages
        .into_iter()
        .flat_map(move |stage| steps.map(|step| PipelineKey::Mesh(stage, step)));
    meshes.chain([PipelineKey::Sky, PipelineKey::Collision])
}

/// Group 0 of every pipeline: frame, drawn, materials, instances, positions, infos, colours.
pub(crate) fn level_layout() -> BindGroupLayoutDescriptor {
    records_layout::<FrameRecord>("commando level", 6)
}

/// Position, delta, texture place, colour places.
fn model_vertices() -> VertexBufferLayout {
    use VertexFormat::{Float32x2, Float32x3, Uint16x4};
    let formats = [Float32x3, Float32x3, Float32x2, Uint16x4];
    VertexBufferLayout::from_vertex_formats(VertexStepMode::Vertex, formats)
}

/// Direction, texture place, colour.
fn sky_vertices() -> VertexBufferLayout {
    use VertexFormat::{Float32x2, Float32x3, Uint8x4};
    let formats = [Float32x3, Float32x2, Uint8x4];
    VertexBufferLayout::from_vertex_formats(VertexStepMode::Vertex, formats)
}

/// Position and colour.
fn collision_vertices() -> VertexBufferLayout {
    let formats = [VertexFormat::Float32x3, VertexFormat::Unorm8x4];
    VertexBufferLayout::from_vertex_formats(VertexStepMode::Vertex, formats)
}

fn descriptor(key: PipelineKey, shader: &CommandoShader) -> RenderPipelineDescriptor {
    use CompareFunction::{Always, GreaterEqual};
    let (vertex, buffers) = match key {
        PipelineKey::Sky => ("vertex_sky", vec![sky_vertices()]),
        PipelineKey::Collision => ("vertex_collision", vec![collision_vertices()]),
        PipelineKey::Mesh(Stage::Terrain | Stage::Sky, _) => ("vertex_terrain", Vec::new()),
        PipelineKey::Mesh(Stage::Model, _) => ("vertex_model", vec![model_vertices()]),
        PipelineKey::Mesh(Stage::Billboard, _) => ("vertex_billboard", Vec::new()),
    };
    let (fragment, depth, writes_depth) = match key {
        PipelineKey::Sky => ("fragment_sky", Always, false),
        PipelineKey::Collision => ("fragment_collision", GreaterEqual, false),
        PipelineKey::Mesh(_, Step::Whole) => ("fragment_all", GreaterEqual, true),
        PipelineKey::Mesh(_, Step::Pass) => ("fragment_pass", GreaterEqual, true),
        PipelineKey::Mesh(_, Step::Fail) => ("fragment_fail", GreaterEqual, false),
    };
    let groups = match key {
        PipelineKey::Collision => vec![level_layout()],
        _ => vec![level_layout(), texture_layout()],
    };
    let pipeline = FramePipeline {
        label: format!("commando {key:?}").into(),
        shader: shader.0.clone(),
        groups,
        vertex,
        buffers,
        fragment,
        primitive: PrimitiveState::default(),
        depth,
        writes_depth,
    };
    pipeline.into()
}

#[cfg(test)]
mod tests {
    use wonderwheel_gs_render::layout;

    use super::*;
    use crate::scene::collision::CollisionVertex;
    use crate::scene::models::ModelVertex;
    use crate::scene::sky::SkyVertex;

    #[test]
    fn vertex_buffers_are_read_where_rust_writes_the_fields() {
        let model = layout!("model", ModelVertex: position delta uv colours);
        let sky = layout!("sky", SkyVertex: position uv colour);
        let collision = layout!("collision", CollisionVertex: position colour);
        for (written, read) in [
            (model, model_vertices()),
            (sky, sky_vertices()),
            (collision, collision_vertices()),
        ] {
            assert!(written.is_read_by(&read), "{written:?} {read:?}");
        }
    }
}
