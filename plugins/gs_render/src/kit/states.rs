//! How passes of the frame bind, blend and test depth.

use std::borrow::Cow;
use std::iter::{once, repeat_n};
use std::num::NonZeroU64;

use bevy::asset::Handle;
use bevy::mesh::VertexBufferLayout;
use bevy::render::render_resource::binding_types::{
    sampler, storage_buffer_read_only_sized, texture_2d, uniform_buffer_sized,
};
use bevy::render::render_resource::{
    BindGroupLayoutDescriptor, BindGroupLayoutEntries, BlendComponent, BlendFactor, BlendOperation,
    BlendState, ColorTargetState, ColorWrites, CompareFunction, DepthStencilState, FragmentState,
    PrimitiveState, RenderPipelineDescriptor, SamplerBindingType, ShaderStages, TextureFormat,
    TextureSampleType, VertexState,
};
use bevy::shader::Shader;

/// The frame's colour format: bytes as the GS leaves them, already display-encoded.
pub const COLOUR_FORMAT: TextureFormat = TextureFormat::Rgba8Unorm;
/// The frame's depth format, reversed: 1 near, cleared to 0.
pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;

/// Group 0 of a pass: one record for the frame at binding 0, and `lists` lists of records behind it.
pub fn records_layout<Frame>(label: &'static str, lists: usize) -> BindGroupLayoutDescriptor {
    let frame = uniform_buffer_sized(false, size_of_record::<Frame>());
    let lists = repeat_n(storage_buffer_read_only_sized(false, None), lists);
    let numbered = once(frame).chain(lists).zip(0..);
    let entries: Vec<_> = numbered
        .map(|(entry, binding)| entry.build(binding, ShaderStages::VERTEX_FRAGMENT))
        .collect();
    BindGroupLayoutDescriptor::new(label, &entries)
}

/// Group 1 of what has a texture, as [`GpuGsTexture::bind_group`](crate::resident::GpuGsTexture::bind_group) fills it: texture and
/// sampler, for the fragment stage.
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

pub(crate) fn size_of_record<T>() -> Option<NonZeroU64> {
    NonZeroU64::new(size_of::<T>() as u64)
}

/// A pipeline that draws into the frame: premultiplied colour over what is there, so that a shader chooses any blend of the GS by
/// its own factors. The frame's alpha stays 255, and a saved frame is an ordinary opaque picture.
#[derive(Debug)]
pub struct FramePipeline {
    /// For debuggers.
    pub label: Cow<'static, str>,
    /// The shader of both stages.
    pub shader: Handle<Shader>,
    /// Bind groups.
    pub groups: Vec<BindGroupLayoutDescriptor>,
    /// Entry point of the vertex stage.
    pub vertex: &'static str,
    /// Vertex buffers.
    pub buffers: Vec<VertexBufferLayout>,
    /// Entry point of the fragment stage.
    pub fragment: &'static str,
    /// Topology and faces.
    pub primitive: PrimitiveState,
    /// The depth test; `GreaterEqual` is "not behind".
    pub depth: CompareFunction,
    /// Whether depth is written.
    pub writes_depth: bool,
}

impl From<FramePipeline> for RenderPipelineDescriptor {
    fn from(pipeline: FramePipeline) -> Self {
        Self {
            label: Some(pipeline.label),
            layout: pipeline.groups,
            vertex: VertexState {
                shader: pipeline.shader.clone(),
                entry_point: Some(pipeline.vertex.into()),
                buffers: pipeline.buffers,
                ..VertexState::default()
            },
            primitive: pipeline.primitive,
            depth_stencil: Some(DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(pipeline.writes_depth),
                depth_compare: Some(pipeline.depth),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            fragment: Some(FragmentState {
                shader: pipeline.shader,
                entry_point: Some(pipeline.fragment.into()),
                targets: vec![Some(colour_target())],
                ..FragmentState::default()
            }),
            ..Self::default()
        }
    }
}

fn colour_target() -> ColorTargetState {
    let over = BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::OneMinusSrcAlpha,
        operation: BlendOperation::Add,
    };
    ColorTargetState {
        format: COLOUR_FORMAT,
        blend: Some(BlendState {
            color: over,
            alpha: over,
        }),
        write_mask: ColorWrites::COLOR,
    }
}
