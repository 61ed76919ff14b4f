//! A mesh as the GPU takes it.

use bevy::asset::Asset;
use bevy::reflect::TypePath;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::mip_words::MipWords;
use wonderwheel_renderware::world::Aabb;

use crate::material::DrawMaterial;
use crate::vertex::{GsFloatVertex, GsVertex};

/// The triangles of one atomic, ready for the GPU.
#[derive(Asset, TypePath, Debug, Clone, PartialEq)]
pub struct SceneryMesh {
    /// Vertices of all draws, draw after draw, each in strip order.
    pub vertices: MeshVertices,
    /// Three a triangle, counter-clockwise from the front.
    pub indices: Vec<u32>,
    /// What to draw, in order.
    pub draws: Vec<MeshDraw>,
    /// The materials that draws name.
    pub materials: Vec<DrawMaterial>,
    /// Metres a position unit; 1 for float vertices.
    pub position_scale: f32,
    /// Texture widths a uv unit; 1 for float vertices.
    pub uv_scale: f32,
    /// Centre x, y, z and radius in metres, about the mesh's own origin.
    pub sphere: [f32; 4],
    /// Smallest box around the vertices in metres, about the mesh's own origin.
    pub bounds: Aabb,
    /// Whether any vertex has a normal; without them only ambient light counts.
    pub has_normals: bool,
    /// Triangles of the index list.
    pub triangle_count: u32,
}

/// The vertices of a mesh, in one of the two layouts.
#[derive(Debug, Clone, PartialEq)]
pub enum MeshVertices {
    /// The game's own pipelines.
    Packed(Vec<GsVertex>),
    /// RenderWare's default pipeline.
    Float(Vec<GsFloatVertex>),
}

/// Some triangles of a mesh with one material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeshDraw {
    /// First index in [`SceneryMesh::indices`].
    pub first_index: u32,
    /// Number of indices, a multiple of 3.
    pub index_count: u32,
    /// Index into [`SceneryMesh::materials`].
    pub material: u32,
    /// The lowest prelight alpha of its vertices: it says whether the alpha test can fail at all.
    pub min_alpha: u8,
}

impl MeshVertices {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        match self {
            Self::Packed(vertices) => vertices.len(),
            Self::Float(vertices) => vertices.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of the vertex buffer.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Packed(vertices) => bytemuck::cast_slice(vertices),
            Self::Float(vertices) => bytemuck::cast_slice(vertices),
        }
    }
}

impl SceneryMesh {
    /// Bytes of the vertex and index buffers.
    pub fn byte_size(&self) -> u64 {
        (self.vertices.as_bytes().len() + self.indices.len() * size_of::<u32>()) as u64
    }

    /// Leaves to the mesh's texture names only the K and L that no texture of their own file has taken. `materials` are
    /// those that the mesh was made from.
    pub fn settle_mip_words(&mut self, materials: &[Material], words: &MipWords) {
        for (drawn, material) in self.materials.iter_mut().zip(materials) {
            drawn.settle_mip_words(material, words);
        }
    }
}
