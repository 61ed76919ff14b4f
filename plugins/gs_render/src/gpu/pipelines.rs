//! Pipelines: which shader entry, which vertex layout, how faces and depth are treated.

use super::layout::{FrameRecord, PresentRecord};
use super::mesh::VertexLayout;
use crate::shaders::GsShaders;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::{FromWorld, World};
use bevy::mesh::VertexBufferLayout;
use bevy::platform::collections::HashMap;
use bevy::render::render_resource::binding_types::{
    sampler, storage_buffer_read_only_sized, texture_2d, uniform_buffer_sized,
};
use bevy::render::render_resource::{
    BindGroupLayoutDescriptor, BindGroupLayoutEntries, BlendComponent, BlendFactor, BlendOperation,
    BlendState, CachedRenderPipelineId, ColorTargetState, ColorWrites, CompareFunction,
    DepthStencilState, Face, FragmentState, FrontFace, PipelineCache, PrimitiveState,
    PrimitiveTopology, RenderPipeline, RenderPipelineDescriptor, SamplerBindingType, ShaderStages,
    TextureFormat, TextureSampleType, VertexFormat, VertexState, VertexStepMode,
};
use std::num::NonZeroU64;

/// The frame's colour format: bytes as the GS leaves them, already display-encoded.
pub const COLOUR_FORMAT: TextureFormat = TextureFormat::Rgba8Unorm;
/// The frame's depth format, reversed: 1 near, cleared to 0.
pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;

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

/// All pipelines asked for so far, and the last of each that compiled.
#[derive(Resource)]
pub(crate) struct GsPipelines {
    shaders: GsShaders,
    known: HashMap<PipelineKey, Known>,
}

struct Known {
    id: CachedRenderPipelineId,
    /// Stays while a changed shader compiles or does not.
    last_good: Option<RenderPipeline>,
}

impl FromWorld for GsPipelines {
    fn from_world(world: &mut World) -> Self {
        let mut pipelines = Self {
            shaders: world.resource::<GsShaders>().clone(),
            known: HashMap::default(),
        };
        let cache = world.resource::<PipelineCache>();
        for key in usual_pipelines() {
            pipelines.request(key, cache);
        }
        pipelines
    }
}

impl GsPipelines {
    /// Starts compiling a pipeline unless that has been done before.
    pub fn request(&mut self, key: PipelineKey, cache: &PipelineCache) {
        let shaders = &self.shaders;
        self.known.entry(key).or_insert_with(|| Known {
            id: cache.queue_render_pipeline(descriptor(key, shaders)),
            last_good: None,
        });
    }

    /// Takes over what has compiled since.
    pub fn refresh(&mut self, cache: &PipelineCache) {
        for known in self.known.values_mut() {
            if let Some(pipeline) = cache.get_render_pipeline(known.id)
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
        self.known.get(&key)?.last_good.as_ref()
    }

    /// How many pipelines have never been ready.
    pub fn pending(&self) -> usize {
        self.known
            .values()
            .filter(|known| known.last_good.is_none())
            .count()
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
    BindGroupLayoutDescriptor::new(
        "gs frame",
        &BindGroupLayoutEntries::sequential(
            ShaderStages::VERTEX_FRAGMENT,
            (
                uniform_buffer_sized(false, size_of_record::<FrameRecord>()),
                storage_buffer_read_only_sized(false, None),
                storage_buffer_read_only_sized(false, None),
                storage_buffer_read_only_sized(false, None),
            ),
        ),
    )
}

/// The layout of [`GpuGsTexture::bind_group`](super::texture::GpuGsTexture::bind_group), group 1 of mesh pipelines: texture
/// and sampler, for the fragment stage.
pub fn texture_layout() -> BindGroupLayoutDescriptor {
    BindGroupLayoutDescriptor::new(
        "gs texture",
        &BindGroupLayoutEntries::sequential(
            ShaderStages::FRAGMENT,
            (
                texture_2d(TextureSampleType::Float { filterable: true }),
                sampler(SamplerBindingType::Filtering),
            ),
        ),
    )
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

fn size_of_record<T>() -> Option<NonZeroU64> {
    NonZeroU64::new(size_of::<T>() as u64)
}

fn descriptor(key: PipelineKey, shaders: &GsShaders) -> RenderPipelineDescriptor {
    match key {
        PipelineKey::Mesh { layout, cull, step } => mesh_descriptor(layout, cull, step, shaders),
        PipelineKey::Tint => RenderPipelineDescriptor {
            label: Some("gs tint".into()),
            layout: vec![frame_layout()],
            vertex: vertex(shaders, "vertex_tint", Vec::new()),
            depth_stencil: Some(depth(CompareFunction::Always, false)),
            fragment: Some(fragment(shaders, "fragment_tint")),
            ..RenderPipelineDescriptor::default()
        },
        PipelineKey::Line { tested } => {
            let compare = if tested {
                CompareFunction::GreaterEqual
            } else {
                CompareFunction::Always
            };
            RenderPipelineDescriptor {
                label: Some("gs lines".into()),
                layout: vec![frame_layout()],
                vertex: vertex(shaders, "vertex_line", vec![line_buffer()]),
                primitive: PrimitiveState {
                    topology: PrimitiveTopology::LineList,
                    ..PrimitiveState::default()
                },
                depth_stencil: Some(depth(compare, false)),
                fragment: Some(fragment(shaders, "fragment_line")),
                ..RenderPipelineDescriptor::default()
            }
        }
        PipelineKey::Present { format } => {
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
    }
}

fn mesh_descriptor(
    layout: VertexLayout,
    cull: bool,
    step: MeshStep,
    shaders: &GsShaders,
) -> RenderPipelineDescriptor {
    let entry = match layout {
        VertexLayout::Packed => "vertex_packed",
        VertexLayout::Float => "vertex_float",
    };
    let fragment_entry = match step {
        MeshStep::Pass => "fragment_pass",
        MeshStep::Fail => "fragment_fail",
        MeshStep::Whole | MeshStep::ColourOnly => "fragment_all",
    };
    let writes_depth = matches!(step, MeshStep::Pass | MeshStep::Whole);
    RenderPipelineDescriptor {
        label: Some(format!("gs mesh {layout:?} {step:?}").into()),
        layout: vec![frame_layout(), texture_layout()],
        vertex: vertex(shaders, entry, vec![layout.buffer()]),
        primitive: PrimitiveState {
            front_face: FrontFace::Ccw,
            cull_mode: cull.then_some(Face::Back),
            ..PrimitiveState::default()
        },
        depth_stencil: Some(depth(CompareFunction::GreaterEqual, writes_depth)),
        fragment: Some(fragment(shaders, fragment_entry)),
        ..RenderPipelineDescriptor::default()
    }
}

fn vertex(
    shaders: &GsShaders,
    entry: &'static str,
    buffers: Vec<VertexBufferLayout>,
) -> VertexState {
    VertexState {
        shader: shaders.gs.clone(),
        entry_point: Some(entry.into()),
        buffers,
        ..VertexState::default()
    }
}

/// Position and colour: locations 0 and 1.
fn line_buffer() -> VertexBufferLayout {
    let formats = [VertexFormat::Float32x3, VertexFormat::Unorm8x4];
    VertexBufferLayout::from_vertex_formats(VertexStepMode::Vertex, formats)
}

/// Premultiplied over; the frame's alpha stays 255, so that a saved frame is an ordinary opaque picture.
fn fragment(shaders: &GsShaders, entry: &'static str) -> FragmentState {
    let component = BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::OneMinusSrcAlpha,
        operation: BlendOperation::Add,
    };
    FragmentState {
        shader: shaders.gs.clone(),
        entry_point: Some(entry.into()),
        targets: vec![Some(ColorTargetState {
            format: COLOUR_FORMAT,
            blend: Some(BlendState {
                color: component,
                alpha: component,
            }),
            write_mask: ColorWrites::COLOR,
        })],
        ..FragmentState::default()
    }
}

fn depth(compare: CompareFunction, write: bool) -> DepthStencilState {
    DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: Default::default(),
        bias: Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::LineVertex;
    use std::mem::offset_of;
    use wonderwheel_level_assets::vertex::{GsFloatVertex, GsVertex};

    fn offsets(layout: &VertexBufferLayout) -> (usize, Vec<usize>) {
        let attributes = layout.attributes.iter();
        (
            layout.array_stride as usize,
            attributes
                .map(|attribute| attribute.offset as usize)
                .collect(),
        )
    }

    macro_rules! layout_of {
        ($vertex:ty { $($field:ident),* }) => {
            (size_of::<$vertex>(), vec![$(offset_of!($vertex, $field)),*])
        };
    }

    #[test]
    fn vertex_buffers_are_read_where_rust_writes_the_fields() {
        let packed = offsets(&VertexLayout::Packed.buffer());
        assert_eq!(
            packed,
            layout_of!(GsVertex {
                position,
                uv,
                colour,
                normal
            })
        );
        let float = offsets(&VertexLayout::Float.buffer());
        assert_eq!(
            float,
            layout_of!(GsFloatVertex {
                position,
                uv,
                colour,
                normal
            })
        );
        assert_eq!(
            offsets(&line_buffer()),
            layout_of!(LineVertex { position, colour })
        );
    }
}
