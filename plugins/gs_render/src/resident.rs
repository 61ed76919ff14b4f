//! Meshes and textures as the render world holds them, in `RenderAssets`: what a pass of another crate draws with.

pub use crate::gpu::mesh::{GpuSceneryMesh, VertexLayout};
pub use crate::gpu::pipelines::{COLOUR_FORMAT, DEPTH_FORMAT, texture_layout};
pub use crate::gpu::texture::{GpuGsTexture, TextureFacts};
