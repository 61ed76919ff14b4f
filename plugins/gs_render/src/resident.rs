//! Meshes and textures as the render world holds them, in `RenderAssets`: what a pass of another crate draws with.

pub use crate::gpu::mesh::{GpuSceneryMesh, VertexLayout};
pub use crate::gpu::texture::{GpuGsTexture, TextureFacts};
