//! Meshes on the GPU: one buffer a mesh, vertices first, indices behind them.

use bevy::asset::{AssetId, RenderAssetUsages};
use bevy::ecs::system::SystemParamItem;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::mesh::VertexBufferLayout;
use bevy::render::render_asset::{AssetExtractionError, PrepareAssetError, RenderAsset};
use bevy::render::render_resource::{
    Buffer, BufferInitDescriptor, BufferUsages, IndexFormat, VertexFormat, VertexStepMode,
};
use bevy::render::renderer::RenderDevice;
use wonderwheel_level_assets::material::DrawMaterial;
use wonderwheel_level_assets::mesh::{MeshDraw, MeshVertices, SceneryMesh};

/// A mesh whose vertices live on the GPU. Its [`SceneryMesh`] keeps everything but vertices and indices.
#[derive(Debug)]
pub struct GpuSceneryMesh {
    /// Vertices, and indices from [`Self::index_offset`] on.
    pub buffer: Buffer,
    /// Where the indices begin, bytes.
    pub index_offset: u64,
    /// How wide they are.
    pub index_format: IndexFormat,
    /// How the vertices lie.
    pub layout: VertexLayout,
    /// Which indices are drawn with which material.
    pub draws: Vec<MeshDraw>,
    /// The materials.
    pub materials: Vec<DrawMaterial>,
    /// Metres of a position's unit.
    pub position_scale: f32,
    /// Factor of texture coordinates.
    pub uv_scale: f32,
}

/// Which of the two vertex layouts a mesh has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VertexLayout {
    /// [`wonderwheel_level_assets::vertex::GsVertex`].
    Packed,
    /// [`wonderwheel_level_assets::vertex::GsFloatVertex`].
    Float,
}

impl VertexLayout {
    /// Position, texture coordinates, prelight, normal: locations 0 to 3.
    pub fn buffer(self) -> VertexBufferLayout {
        use VertexFormat::{Float32x3, Float32x4, Sint8x4, Sint16x4, Uint8x4};
        let formats = match self {
            Self::Packed => [Sint16x4, Sint16x4, Uint8x4, Sint8x4],
            Self::Float => [Float32x3, Float32x4, Uint8x4, Sint8x4],
        };
        VertexBufferLayout::from_vertex_formats(VertexStepMode::Vertex, formats)
    }
}

impl RenderAsset for GpuSceneryMesh {
    type SourceAsset = SceneryMesh;
    type Param = SRes<RenderDevice>;

    fn asset_usage(_: &SceneryMesh) -> RenderAssetUsages {
        RenderAssetUsages::RENDER_WORLD
    }

    fn take_gpu_data(
        mesh: &mut SceneryMesh,
        _: Option<&Self>,
    ) -> Result<SceneryMesh, AssetExtractionError> {
        if mesh.vertices.is_empty() && !mesh.draws.is_empty() {
            return Err(AssetExtractionError::AlreadyExtracted);
        }
        let empty = match mesh.vertices {
            MeshVertices::Packed(_) => MeshVertices::Packed(Vec::new()),
            MeshVertices::Float(_) => MeshVertices::Float(Vec::new()),
        };
        let vertices = std::mem::replace(&mut mesh.vertices, empty);
        let indices = std::mem::take(&mut mesh.indices);
        Ok(SceneryMesh {
            vertices,
            indices,
            ..mesh.clone()
        })
    }

    fn byte_len(mesh: &SceneryMesh) -> Option<usize> {
        Some(mesh.byte_size() as usize)
    }

    fn prepare_asset(
        mesh: SceneryMesh,
        _: AssetId<SceneryMesh>,
        device: &mut SystemParamItem<Self::Param>,
        _: Option<&Self>,
    ) -> Result<Self, PrepareAssetError<SceneryMesh>> {
        let layout = match mesh.vertices {
            MeshVertices::Packed(_) => VertexLayout::Packed,
            MeshVertices::Float(_) => VertexLayout::Float,
        };
        let (contents, index_offset, index_format) = buffer_contents(&mesh);
        let buffer = device.create_buffer_with_data(&BufferInitDescriptor {
            label: Some("scenery mesh"),
            contents: &contents,
            usage: BufferUsages::VERTEX | BufferUsages::INDEX,
        });
        let mut draws = mesh.draws;
        draws.retain(|draw| {
            let end = u64::from(draw.first_index) + u64::from(draw.index_count);
            end <= mesh.indices.len() as u64 && (draw.material as usize) < mesh.materials.len()
        });
        Ok(Self {
            buffer,
            index_offset,
            index_format,
            layout,
            draws,
            materials: mesh.materials,
            position_scale: mesh.position_scale,
            uv_scale: mesh.uv_scale,
        })
    }
}

/// Vertices, then indices: 16 bits wide where the vertex count allows, which halves them.
fn buffer_contents(mesh: &SceneryMesh) -> (Vec<u8>, u64, IndexFormat) {
    let vertices = mesh.vertices.as_bytes();
    let narrow = mesh.vertices.len() <= usize::from(u16::MAX) + 1;
    let width = if narrow {
        size_of::<u16>()
    } else {
        size_of::<u32>()
    };
    let mut contents =
        Vec::with_capacity((vertices.len() + mesh.indices.len() * width).next_multiple_of(4));
    contents.extend_from_slice(vertices);
    let index_offset = contents.len() as u64;
    if narrow {
        contents.extend(
            mesh.indices
                .iter()
                .flat_map(|index| (*index as u16).to_le_bytes()),
        );
    } else {
        contents.extend_from_slice(bytemuck::cast_slice(&mesh.indices));
    }
    contents.resize(contents.len().next_multiple_of(4), 0);
    (
        contents,
        index_offset,
        if narrow {
            IndexFormat::Uint16
        } else {
            IndexFormat::Uint32
        },
    )
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;
    use wonderwheel_level_assets::vertex::GsVertex;

    use super::*;

    fn mesh(vertices: usize, indices: Vec<u32>) -> SceneryMesh {
        SceneryMesh {
            vertices: MeshVertices::Packed(vec![GsVertex::zeroed(); vertices]),
            triangle_count: indices.len() as u32 / 3,
            draws: vec![MeshDraw {
                first_index: 0,
                index_count: indices.len() as u32,
                material: 0,
                min_alpha: 255,
            }],
            indices,
            materials: Vec::new(),
            position_scale: 1.0,
            uv_scale: 1.0,
            sphere: [0.0; 4],
            bounds: Default::default(),
            has_normals: false,
        }
    }

    #[test]
    fn indices_are_sixteen_bits_wide_up_to_65536_vertices() {
        let (contents, offset, format) = buffer_contents(&mesh(65_536, vec![0, 1, 65_535]));
        assert_eq!((offset, format), (65_536 * 24, IndexFormat::Uint16));
        assert_eq!(
            contents[offset as usize..],
            [0, 0, 1, 0, 255, 255, 0, 0],
            "padded to four bytes"
        );
        let (contents, offset, format) = buffer_contents(&mesh(65_537, vec![0, 1, 65_536]));
        assert_eq!(format, IndexFormat::Uint32);
        assert_eq!(contents[offset as usize + 8..], [0, 0, 1, 0]);
    }

    #[test]
    fn vertices_leave_the_main_world_and_the_rest_stays() {
        let mut source = mesh(3, vec![0, 1, 2]);
        let taken = GpuSceneryMesh::take_gpu_data(&mut source, None).expect("first extraction");
        assert_eq!(
            (taken.vertices.len(), taken.indices.len(), taken.draws.len()),
            (3, 3, 1)
        );
        assert_eq!(
            (
                source.vertices.len(),
                source.indices.len(),
                source.draws.len()
            ),
            (0, 0, 1)
        );
        assert!(
            GpuSceneryMesh::take_gpu_data(&mut source, None).is_err(),
            "nothing is left to extract"
        );
    }
}
