//! Pipelines: which shader entry, which vertex layout, how faces and depth are treated.

use bevy::ecs::resource::Resource;
use bevy::ecs::world::{FromWorld, World};
use bevy::mesh::VertexBufferLayout;
use bevy::render::render_resource::binding_types::{sampler, texture_2d, uniform_buffer_sized};
use bevy::render::render_resource::{
    BindGroupLayoutDescriptor, BindGroupLayoutEntries, ColorTargetState, ColorWrites,
    CompareFunction, Face, FragmentState, FrontFace, PipelineCache, PrimitiveState,
    PrimitiveTopology, RenderPipelineDescriptor, SamplerBindingType, ShaderStages, TextureFormat,
    TextureSampleType, VertexFormat, VertexState, VertexStepMode,
};

use super::layout::{FrameRecord, PresentRecord};
use super::mesh::VertexLayout;
use super::shaders::GsShaders;
use crate::kit::{FramePipeline, PipelineStore, records_layout, size_of_record, texture_layout};

/// One pipeline of the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PipelineKey {
    /// Meshes.
    Mesh {
        layout: VertexLayout,
        cull: bool,
        step: MeshStep,
    },
    /// A tint over the whole frame.
    Tint,
    /// Debug lines.
    Line { tested: bool },
    /// The finished frame on a target of some format.
    Present { format: TextureFormat },
}

/// The alpha test and depth write of a mesh pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MeshStep {
    /// What passes, with depth.
    Pass,
    /// What fails, without depth.
    Fail,
    /// Everything, with depth.
    Whole,
    /// Everything, without depth.
    ColourOnly,
}

/// All pipelines of this crate.
#[derive(Resource)]
pub(crate) struct GsPipelines {
    shaders: GsShaders,
    pub store: PipelineStore<PipelineKey>,
}

impl FromWorld for GsPipelines {
    fn from_world(world: &mut World) -> Self {
        let mut pipelines = Self {
            shaders: world.resource::<GsShaders>().clone(),
            store: PipelineStore::default(),
        };
        let cache = world.resource::<PipelineCache>();
        for key in usual_pipelines() {
            pipelines.request(key, cache);
        }
        pipelines
    }
}

impl GsPipelines {
    /// Starts to compile a pipeline unless that has been done before.
    pub fn request(&mut self, key: PipelineKey, cache: &PipelineCache) {
        let shaders = &self.shaders;
        self.store.request(key, cache, || descriptor(key, shaders));
    }
}

/// What every level needs, so that it compiles before the first level is there.
fn usual_pipelines() -> impl Iterator<Item = PipelineKey> {
    use MeshStep::*;
    use VertexLayout::*;
    let meshes = [
        (Packed, true, Pass),
        (Packed, true, Fail),
        (Packed, true, Whole),
        (Packed, true, ColourOnly),
        (Packed, false, Pass),
        (Packed, false, Fail),
        (Packed, false, Whole),
        (Packed, false, ColourOnly),
        (Float, false, Pass),
        (Float, false, Fail),
        (Float, false, Whole),
    ];
    let meshes = meshes
        .into_iter()
        .map(|(layout, cull, step)| PipelineKey::Mesh { layout, cull, step });
    meshes.chain([
        PipelineKey::Tint,
        PipelineKey::Line { tested: true },
        PipelineKey::Line { tested: false },
    ])
}

/// Group 0 of every pipeline of the frame: frame, draws, placements, lights.
pub(crate) fn frame_layout() -> BindGroupLayoutDescriptor {
    records_layout::<FrameRecord>("gs frame", 3)
}

/// Group 0 of the presenting pipeline.
pub(crate) fn present_layout() -> BindGroupLayoutDescriptor {
    BindGroupLayoutDescriptor::new(
        "gs present",
        &BindGroupLayoutEntries::sequential(
            ShaderStages::FRAGMENT,
            (
                uniform_buffer_sized(false, size_of_record::<PresentRecord>()),
                texture_2d(TextureSampleType::Float { filterable: true }),
                sampler(SamplerBindingType::Filtering),
            ),
        ),
    )
}

fn descriptor(key: PipelineKey, shaders: &GsShaders) -> RenderPipelineDescriptor {
    let shader = shaders.gs.clone();
    let pipeline = match key {
        PipelineKey::Mesh { layout, cull, step } => FramePipeline {
            label: format!("gs mesh {layout:?} {step:?}").into(),
            shader,
            groups: vec![frame_layout(), texture_layout()],
            vertex: match layout {
                VertexLayout::Packed => "vertex_packed",
                VertexLayout::Float => "vertex_float",
            },
            buffers: vec![layout.buffer()],
            fragment: match step {
                MeshStep::Pass => "fragment_pass",
                MeshStep::Fail => "fragment_fail",
                MeshStep::Whole | MeshStep::ColourOnly => "fragment_all",
            },
            primitive: PrimitiveState {
                front_face: FrontFace::Ccw,
                cull_mode: cull.then_some(Face::Back),
                ..PrimitiveState::default()
            },
            depth: CompareFunction::GreaterEqual,
            writes_depth: matches!(step, MeshStep::Pass | MeshStep::Whole),
        },
        PipelineKey::Tint => FramePipeline {
            label: "gs tint".into(),
            shader,
            groups: vec![frame_layout()],
            vertex: "vertex_tint",
            buffers: Vec::new(),
            fragment: "fragment_tint",
            primitive: PrimitiveState::default(),
            depth: CompareFunction::Always,
            writes_depth: false,
        },
        PipelineKey::Line { tested } => FramePipeline {
            label: "gs lines".into(),
            shader,
            groups: vec![frame_layout()],
            vertex: "vertex_line",
            buffers: vec![line_buffer()],
            fragment: "fragment_line",
            primitive: PrimitiveState {
                topology: PrimitiveTopology::LineList,
                ..PrimitiveState::default()
            },
            depth: if tested {
                CompareFunction::GreaterEqual
            } else {
                CompareFunction::Always
            },
            writes_depth: false,
        },
        PipelineKey::Present { format } => return present_descriptor(format, shaders),
    };
    pipeline.into()
}

fn present_descriptor(format: TextureFormat, shaders: &GsShaders) -> RenderPipelineDescriptor {
    let entry = if format.is_srgb() {
        "fragment_srgb"
    } else {
        "fragment_raw"
    };
    let target = ColorTargetState {
        format,
        blend: None,
        write_mask: ColorWrites::ALL,
    };
    RenderPipelineDescriptor {
        label: Some("gs present".into()),
        layout: vec![present_layout()],
        vertex: VertexState {
            shader: shaders.present.clone(),
            entry_point: Some("vertex_present".into()),
            ..VertexState::default()
        },
        fragment: Some(FragmentState {
            shader: shaders.present.clone(),
            entry_point: Some(entry.into()),
            targets: vec![Some(target)],
            ..FragmentState::default()
        }),
        ..RenderPipelineDescriptor::default()
    }
}

/// Position and colour: locations 0 and 1.
fn line_buffer() -> VertexBufferLayout {
    let formats = [VertexFormat::Float32x3, VertexFormat::Unorm8x4];
    VertexBufferLayout::from_vertex_formats(VertexStepMode::Vertex, formats)
}

#[cfg(test)]
mod tests {
    use wonderwheel_level_assets::vertex::{GsFloatVertex, GsVertex};

    use super::*;
    use crate::lines::LineVertex;

    #[test]
    fn vertex_buffers_are_read_where_rust_writes_the_fields() {
        let packed = layout!("packed", GsVertex: position uv colour normal);
        let float = layout!("float", GsFloatVertex: position uv colour normal);
        let line = layout!("line", LineVertex: position colour);
        for (written, read) in [
            (packed, VertexLayout::Packed.buffer()),
            (float, VertexLayout::Float.buffer()),
            (line, line_buffer()),
        ] {
            assert!(written.is_read_by(&read), "{written:?} {read:?}");
        }
    }
}
