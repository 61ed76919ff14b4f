//! Pipelines: which shader entry, which vertices, how depth is treated. Nothing is culled: the formats keep no winding.

use bevy::ecs::world::FromWorld;
use bevy::mesh::VertexBufferLayout;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::binding_types::{
    storage_buffer_read_only_sized, uniform_buffer_sized,
};
use bevy::render::render_resource::{
    BindGroupLayoutDescriptor, BindGroupLayoutEntries, BlendComponent, BlendFactor, BlendOperation,
    BlendState, CachedRenderPipelineId, ColorTargetState, ColorWrites, CompareFunction,
    DepthStencilState, FragmentState, PipelineCache, RenderPipeline, RenderPipelineDescriptor,
    ShaderStages, VertexFormat, VertexState, VertexStepMode,
};
use std::num::NonZeroU64;
use wonderwheel_gs_render::resident::{COLOUR_FORMAT, DEPTH_FORMAT, texture_layout};

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

/// The alpha test and depth write of a mesh pipeline, as the first game's frame has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// Everything, with depth: nothing shines through it.
    Whole,
    /// What passes, with depth.
    Pass,
    /// What fails, without depth.
    Fail,
}

/// All pipelines, and the last of each that compiled.
#[derive(Resource)]
pub(crate) struct CommandoPipelines(HashMap<PipelineKey, Known>);

struct Known {
    id: CachedRenderPipelineId,
    /// Stays while a changed shader compiles or does not.
    last_good: Option<RenderPipeline>,
}

impl FromWorld for CommandoPipelines {
    fn from_world(world: &mut World) -> Self {
        let shader = world.resource::<CommandoShader>();
        let cache = world.resource::<PipelineCache>();
        let known = keys().map(|key| {
            let id = cache.queue_render_pipeline(descriptor(key, shader));
            (
                key,
                Known {
                    id,
                    last_good: None,
                },
            )
        });
        Self(known.collect())
    }
}

impl CommandoPipelines {
    /// Takes over what has compiled since.
    pub fn refresh(&mut self, cache: &PipelineCache) {
        for known in self.0.values_mut() {
            let newest = cache.get_render_pipeline(known.id);
            if let Some(pipeline) = newest
                && known
                    .last_good
                    .as_ref()
                    .is_none_or(|last| last.id() != pipeline.id())
            {
                known.last_good = Some(pipeline.clone());
            }
        }
    }

    /// The newest pipeline that compiled.
    pub fn get(&self, key: PipelineKey) -> Option<&RenderPipeline> {
        self.0.get(&key)?.last_good.as_ref()
    }

    /// How many have never been ready.
    pub fn pending(&self) -> usize {
        self.0
            .values()
            .filter(|known| known.last_good.is_none())
            .count()
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
    let list = || storage_buffer_read_only_sized(false, None);
    let frame = NonZeroU64::new(size_of::<FrameRecord>() as u64);
    BindGroupLayoutDescriptor::new(
        "commando level",
        &BindGroupLayoutEntries::sequential(
            ShaderStages::VERTEX_FRAGMENT,
            (
                uniform_buffer_sized(false, frame),
                list(),
                list(),
                list(),
                list(),
                list(),
                list(),
            ),
        ),
    )
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
    let (fragment, compare, write) = match key {
        PipelineKey::Sky => ("fragment_sky", Always, false),
        PipelineKey::Collision => ("fragment_collision", GreaterEqual, false),
        PipelineKey::Mesh(_, Step::Whole) => ("fragment_all", GreaterEqual, true),
        PipelineKey::Mesh(_, Step::Pass) => ("fragment_pass", GreaterEqual, true),
        PipelineKey::Mesh(_, Step::Fail) => ("fragment_fail", GreaterEqual, false),
    };
    let layout = match key {
        PipelineKey::Collision => vec![level_layout()],
        _ => vec![level_layout(), texture_layout()],
    };
    RenderPipelineDescriptor {
        label: Some(format!("commando {key:?}").into()),
        layout,
        vertex: VertexState {
            shader: shader.0.clone(),
            entry_point: Some(vertex.into()),
            buffers,
            ..default()
        },
        depth_stencil: Some(DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(write),
            depth_compare: Some(compare),
            stencil: default(),
            bias: default(),
        }),
        fragment: Some(FragmentState {
            shader: shader.0.clone(),
            entry_point: Some(fragment.into()),
            targets: vec![Some(target())],
            ..default()
        }),
        ..default()
    }
}

/// Premultiplied over; the frame's alpha stays.
fn target() -> ColorTargetState {
    let component = BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::OneMinusSrcAlpha,
        operation: BlendOperation::Add,
    };
    ColorTargetState {
        format: COLOUR_FORMAT,
        blend: Some(BlendState {
            color: component,
            alpha: component,
        }),
        write_mask: ColorWrites::COLOR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::collision::CollisionVertex;
    use crate::scene::models::ModelVertex;
    use crate::scene::sky::SkyVertex;
    use std::mem::offset_of;

    fn offsets(layout: &VertexBufferLayout) -> (usize, Vec<usize>) {
        let attributes = layout.attributes.iter();
        let offsets = attributes.map(|attribute| attribute.offset as usize);
        (layout.array_stride as usize, offsets.collect())
    }

    macro_rules! layout_of {
        ($vertex:ty { $($field:ident),* }) => {
            (size_of::<$vertex>(), vec![$(offset_of!($vertex, $field)),*])
        };
    }

    #[test]
    fn vertex_buffers_are_read_where_rust_writes_the_fields() {
        let model = layout_of!(ModelVertex {
            position,
            delta,
            uv,
            colours
        });
        assert_eq!(offsets(&model_vertices()), model);
        let sky = layout_of!(SkyVertex {
            position,
            uv,
            colour
        });
        assert_eq!(offsets(&sky_vertices()), sky);
        let collision = layout_of!(CollisionVertex { position, colour });
        assert_eq!(offsets(&collision_vertices()), collision);
    }
}
