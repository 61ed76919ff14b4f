//! Meshes that are ready for the GPU: one vertex array, one index list, and a draw a material.
//!
//! Decoding moves bytes: positions, texture coordinates, colours and normals stay in the PS2's packed integers, and the
//! strips become one index list with the parity kept. Everything here is a plain function, usable without an app.

mod builder;
mod index_list;
mod packed;
mod plain;
mod scenery;

pub use scenery::{MeshDraw, MeshVertices, SceneryMesh};

use bevy::math::Mat4;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::bin_mesh::BinMesh;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::frame::clump_from_frame;
use wonderwheel_renderware::geometry::{Geometry, Vertices};
use wonderwheel_renderware::native_data::{FloatMesh, decode_default, decode_packed};
use wonderwheel_renderware::world::World;

use crate::mesh::builder::{Builder, float_bounds, packed_bounds};
use crate::mesh::packed::VertexSink;
use crate::vertex::{GsFloatVertex, NO_COLOUR};

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
