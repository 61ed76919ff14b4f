//! What every pass of the frame is made with, in this crate and in others: pipelines that outlive a broken shader, buffers that
//! are written only when they change, the frame's blend and depth, and shaders with the GS's pixel arithmetic.

mod buffers;
mod pipelines;
mod shaders;
mod states;

pub use buffers::{BufferGroup, refill};
pub use pipelines::PipelineStore;
pub use shaders::{GS_PIXEL, HotShader, ShaderFaults, WgslFile, add_hot_shader};
pub use states::{COLOUR_FORMAT, DEPTH_FORMAT, FramePipeline, records_layout, texture_layout};

pub(crate) use shaders::watch_shaders;
pub(crate) use states::size_of_record;
