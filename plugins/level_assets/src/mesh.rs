//! Meshes that are ready for the GPU: one vertex array, one index list, and a draw a material.
//!
//! Decoding moves bytes: positions, texture coordinates, colours and normals stay in the PS2's packed integers, and the
//! strips become one index list with the parity kept. Everything here is a plain function, usable without an app.

mod index_list;
mod packed;
mod plain;

use bevy::asset::Asset;
use bevy::math::{Mat4, Vec3};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::bin_mesh::BinMesh;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::frame::clump_from_frame;
use wonderwheel_renderware::geometry::{Geometry, Vertices};
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::mip_words::MipWords;
use wonderwheel_renderware::native_data::{FloatMesh, decode_default, decode_packed};
use wonderwheel_renderware::world::{Aabb, World};

use crate::material::DrawMaterial;
use crate::mesh::index_list::push_triangles;
use crate::mesh::packed::VertexSink;
use crate::vertex::{GsFloatVertex, GsVertex, NO_COLOUR, Vertex};

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

/// Where the first chain of an atomic stands in its file: the nearest place that an error about the whole atomic can name.
pub(crate) fn offset_of(atomic: &Atomic) -> u64 {
    let geometry = atomic.geometry.as_ref();
    let first = geometry.and_then(|geometry| geometry.chains().next());
    first.map_or(0, |(_, chain)| chain.bytes.offset())
}

/// The mesh of a standalone atomic, as part files hold them.
///
/// # Errors
/// `Malformed` when a chain does not decode, or a mesh names a material that is not there.
pub fn from_atomic(atomic: &Atomic) -> Result<SceneryMesh> {
    let geometry = atomic.geometry.as_ref().ok_or_else(|| {
        FormatError::malformed(0, "an atomic with its geometry", "an atomic of a clump")
    })?;
    from_geometry(geometry, atomic.scales()).within(|| "geometry")
}

/// The mesh of a clump's first atomic and the matrix that takes it to the clump's own space. The level's background
/// models have exactly one atomic. Source: spec/renderware.md 6.2.
///
/// # Errors
/// As [`from_atomic`], and `Malformed` for a clump without atomics or with indices that lead nowhere.
pub fn from_clump(clump: &Clump) -> Result<(SceneryMesh, Mat4)> {
    let (atomic, geometry) = clump
        .atomic_geometries()
        .next()
        .ok_or_else(|| FormatError::malformed(0, "at least one atomic with a geometry", "none"))?;
    let frame = u32::try_from(atomic.frame_index)
        .ok()
        .filter(|&index| (index as usize) < clump.frames.len())
        .ok_or_else(|| {
            let expected = format!("a frame below {}", clump.frames.len());
            FormatError::malformed(offset_of(atomic), expected, atomic.frame_index)
                .within("atomic[0]")
        })?;
    let mesh = from_geometry(geometry, atomic.scales()).within(|| "geometry")?;
    Ok((mesh, clump_from_frame(&clump.frames, frame).into()))
}

/// The mesh of a glow world: one sector in RenderWare's default layout, in world coordinates.
/// Source: spec/renderware.md 9.4.
///
/// # Errors
/// `Malformed` when the sector's chains do not decode, or a mesh names a material that is not there.
pub fn from_glow(world: &World) -> Result<SceneryMesh> {
    let mut builder = Builder::new(&world.materials);
    let mut vertices = Vec::<GsFloatVertex>::new();
    for (i, sector) in world.sectors.iter().enumerate() {
        let strip = sector.bin_mesh.as_ref().is_some_and(BinMesh::is_strip);
        for (number, (mesh, chain)) in sector.chains().enumerate() {
            let first = vertices.len();
            let decoded = decode_default(chain, strip, mesh.vertex_count)
                .within(|| format!("mesh[{number}]"))
                .within(|| format!("sector[{i}]"))?;
            builder.has_normals |= !decoded.normals.is_empty();
            vertices.extend(interleave(&decoded));
            let material = mesh.material.saturating_add(sector.material_base);
            builder
                .draw(&vertices, first, strip, material)
                .map_err(|error| error.moved_by(chain.bytes.offset()))
                .within(|| format!("mesh[{number}]"))
                .within(|| format!("sector[{i}]"))?;
        }
    }
    let bounds = float_bounds(&vertices);
    Ok(builder.finish(
        MeshVertices::Float(vertices),
        Scales::default(),
        bounds,
        None,
    ))
}

fn interleave(mesh: &FloatMesh) -> impl Iterator<Item = GsFloatVertex> {
    mesh.positions
        .iter()
        .enumerate()
        .map(|(i, &position)| GsFloatVertex {
            position,
            uv: mesh.uvs.get(i).copied().unwrap_or_default(),
            colour: mesh.colours.get(i).copied().unwrap_or(NO_COLOUR),
            normal: mesh
                .normals
                .get(i)
                .map_or([0; 4], |&[x, y, z]| [x, y, z, 0]),
        })
}

/// The mesh of a geometry whose vertices take these scales.
///
/// # Errors
/// As [`from_atomic`].
pub fn from_geometry(geometry: &Geometry, scales: Scales) -> Result<SceneryMesh> {
    match &geometry.vertices {
        Vertices::Native(_) => from_native(geometry, scales),
        Vertices::Plain(vertices) => plain::from_plain(geometry, vertices),
    }
}

fn from_native(geometry: &Geometry, scales: Scales) -> Result<SceneryMesh> {
    let strip = geometry.bin_mesh.is_strip();
    let mut builder = Builder::new(&geometry.materials);
    // A vertex takes at least its 8 position bytes; the counts alone are not to be trusted.
    let room = geometry
        .chains()
        .map(|(mesh, chain)| chain.bytes.len().min(mesh.vertex_count as usize * 8) / 8);
    let room = room.sum::<usize>();
    let mut vertices = Vec::with_capacity(room);
    builder.indices.reserve(3 * room);
    for (number, (mesh, chain)) in geometry.chains().enumerate() {
        let first = vertices.len();
        let mut sink = VertexSink {
            vertices: &mut vertices,
            has_normals: builder.has_normals,
        };
        decode_packed(chain, strip, mesh.vertex_count, &mut sink)
            .within(|| format!("mesh[{number}]"))?;
        builder.has_normals = sink.has_normals;
        builder
            .draw(&vertices, first, strip, mesh.material)
            .map_err(|error| error.moved_by(chain.bytes.offset()))
            .within(|| format!("mesh[{number}]"))?;
    }
    let bounds = packed_bounds(&vertices, scales.position);
    let vertices = MeshVertices::Packed(vertices);
    Ok(builder.finish(vertices, scales, bounds, Some(geometry.bounding_sphere)))
}

/// Gathers draws while vertices are appended elsewhere.
struct Builder {
    indices: Vec<u32>,
    draws: Vec<MeshDraw>,
    materials: Vec<DrawMaterial>,
    has_normals: bool,
}

impl Builder {
    fn new(materials: &[Material]) -> Self {
        Self {
            indices: Vec::new(),
            draws: Vec::new(),
            materials: materials.iter().map(DrawMaterial::from).collect(),
            has_normals: false,
        }
    }

    /// Adds a draw of the vertices from `first` on. A mesh without triangles adds nothing. Errors stand at offset 0: the
    /// caller knows where the chain is.
    fn draw<V: Vertex>(
        &mut self,
        vertices: &[V],
        first: usize,
        strip: bool,
        material: u32,
    ) -> Result<()> {
        let drawn = vertices.get(first..).unwrap_or_default();
        let first = u32::try_from(first)
            .ok()
            .filter(|_| u32::try_from(vertices.len()).is_ok())
            .ok_or_else(|| {
                FormatError::limit(0, "vertices", u32::MAX.into(), vertices.len() as u64)
            })?;
        let first_index = self.indices.len();
        push_triangles(&mut self.indices, drawn, strip, first);
        let min_alpha = drawn.iter().map(Vertex::alpha).min().unwrap_or(u8::MAX);
        self.push_draw(first_index, material, min_alpha)
    }

    fn push_draw(&mut self, first_index: usize, material: u32, min_alpha: u8) -> Result<()> {
        if material as usize >= self.materials.len() {
            return Err(FormatError::malformed(
                0,
                format!("a material below {}", self.materials.len()),
                material,
            ));
        }
        let too_many =
            |_| FormatError::limit(0, "indices", u32::MAX.into(), self.indices.len() as u64);
        let first_index = u32::try_from(first_index).map_err(too_many)?;
        let index_count = u32::try_from(self.indices.len()).map_err(too_many)? - first_index;
        if index_count > 0 {
            self.draws.push(MeshDraw {
                first_index,
                index_count,
                material,
                min_alpha,
            });
        }
        Ok(())
    }

    fn finish(
        self,
        vertices: MeshVertices,
        scales: Scales,
        bounds: Aabb,
        stored_sphere: Option<[f32; 4]>,
    ) -> SceneryMesh {
        SceneryMesh {
            triangle_count: (self.indices.len() / 3) as u32,
            vertices,
            indices: self.indices,
            draws: self.draws,
            materials: self.materials,
            position_scale: scales.position,
            uv_scale: scales.uv,
            sphere: stored_sphere
                .filter(|sphere| sphere[3] > 0.0)
                .unwrap_or_else(|| sphere_around(&bounds)),
            bounds,
            has_normals: self.has_normals,
        }
    }
}

fn packed_bounds(vertices: &[GsVertex], scale: f32) -> Aabb {
    if vertices.is_empty() {
        return Aabb::default();
    }
    // Eight lanes, one machine word: what the texture coordinates add is not looked at.
    let (mut min, mut max) = ([i16::MAX; 8], [i16::MIN; 8]);
    for words in bytemuck::cast_slice::<GsVertex, [i16; 12]>(vertices) {
        for lane in 0..8 {
            min[lane] = min[lane].min(words[lane]);
            max[lane] = max[lane].max(words[lane]);
        }
    }
    let metres =
        |lanes: [i16; 8]| [lanes[0], lanes[1], lanes[2]].map(|unit| f32::from(unit) * scale);
    Aabb {
        min: metres(min),
        max: metres(max),
    }
}

fn float_bounds(vertices: &[GsFloatVertex]) -> Aabb {
    let Some(first) = vertices.first() else {
        return Aabb::default();
    };
    let (mut min, mut max) = (first.position, first.position);
    for vertex in vertices {
        for axis in 0..3 {
            min[axis] = min[axis].min(vertex.position[axis]);
            max[axis] = max[axis].max(vertex.position[axis]);
        }
    }
    Aabb { min, max }
}

fn sphere_around(bounds: &Aabb) -> [f32; 4] {
    let (min, max) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    min.midpoint(max).extend(min.distance(max) / 2.0).to_array()
}
