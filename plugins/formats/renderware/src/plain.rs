//! Plain geometry: arrays that no pipeline has been applied to. Source: spec/renderware.md 6.5.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::bin_mesh::BinMesh;
use crate::default_chain::floats;
use crate::geometry::format;
use crate::section;
use crate::strip;

/// RenderWare itself knows no more.
const MAX_UV_SETS: u32 = 8;

/// Platform-independent vertex arrays. Not on the disc; kept as a second form to compare the native one with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlainVertices {
    /// r, g, b, a a vertex, when prelit.
    pub colours: Vec<[u8; 4]>,
    /// Texture coordinates, set after set.
    pub uv_sets: Vec<Vec<[f32; 2]>>,
    /// v0, v1, v2, material.
    pub triangles: Vec<[u16; 4]>,
    /// Morph targets; the first one is what is drawn.
    pub morph_targets: Vec<MorphTarget>,
}

/// One morph target of a plain geometry.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MorphTarget {
    /// Centre x, y, z and radius.
    pub bounding_sphere: [f32; 4],
    /// Positions, when stored.
    pub positions: Option<Vec<[f32; 3]>>,
    /// Normals, when stored.
    pub normals: Option<Vec<[f32; 3]>>,
}

impl PlainVertices {
    /// Reads what follows the four head words of the geometry's struct.
    pub(crate) fn read(
        fields: &mut Cursor<'_>,
        format: u32,
        triangle_count: u32,
        vertex_count: u32,
        morph_targets: u32,
    ) -> Result<Self> {
        let at = fields.offset();
        let vertices = u64::from(vertex_count);
        section::check_vertices(fields, vertex_count, at)?;
        let limits = *fields.limits();
        limits.check_items("triangles", u64::from(triangle_count), at)?;
        let sets = format::uv_sets(format);
        if sets > MAX_UV_SETS {
            let expected = format!("at most {MAX_UV_SETS} texture coordinate sets");
            return Err(FormatError::malformed(at, expected, sets));
        }
        let mut plain = Self {
            uv_sets: Vec::with_capacity(sets as usize),
            ..Self::default()
        };
        if format & format::PRELIT != 0 {
            plain.colours = records::<4>(fields, vertices)
                .within(|| "colours")?
                .to_vec();
        }
        for set in 0..sets {
            let uvs = records::<8>(fields, vertices).within(|| format!("uv set[{set}]"))?;
            plain.uv_sets.push(uvs.iter().map(floats).collect());
        }
        plain.triangles = records::<8>(fields, u64::from(triangle_count))
            .within(|| "triangles")?
            .iter()
            .map(|&[a, b, c, d, e, f, g, h]| {
                let [v1, v0, material, v2] =
                    [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes);
                [v0, v1, v2, material]
            })
            .collect();
        let morph_targets = section::bounded(
            fields,
            "morph targets",
            u64::from(morph_targets),
            MorphTarget::MIN_BYTES,
        )?;
        plain.morph_targets = section::list(fields, "morph target", morph_targets, |fields| {
            MorphTarget::read(fields, vertices)
        })?;
        Ok(plain)
    }

    /// Appends what follows the four head words.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.colours.iter().flatten());
        for uvs in &self.uv_sets {
            out.extend(uvs.iter().flatten().flat_map(|value| value.to_le_bytes()));
        }
        for &[v0, v1, v2, material] in &self.triangles {
            out.extend(
                [v1, v0, material, v2]
                    .iter()
                    .flat_map(|value| value.to_le_bytes()),
            );
        }
        for target in &self.morph_targets {
            target.write(out);
        }
    }

    /// Checks every index. The mesh plugin's payload begins at `plugin`, these vertices at `offset`.
    pub(crate) fn check(
        &self,
        meshes: &BinMesh,
        vertices: u32,
        materials: usize,
        plugin: u64,
        offset: u64,
    ) -> Result<()> {
        let mut record = plugin + BinMesh::HEADER_BYTES;
        for (i, mesh) in meshes.meshes.iter().enumerate() {
            let beyond = (0..)
                .zip(&mesh.indices)
                .find(|&(_, &index)| index >= vertices);
            if let Some((place, index)) = beyond {
                let at = record + 8 + 4 * place;
                let error = FormatError::malformed(at, format!("a vertex below {vertices}"), index);
                return Err(error.within(format!("mesh[{i}]")));
            }
            record += mesh.stored_bytes();
        }
        let per_vertex =
            4 * self.colours.len() + 8 * self.uv_sets.iter().map(Vec::len).sum::<usize>();
        let triangles_at = offset + per_vertex as u64;
        for (i, &[v0, v1, v2, material]) in (0..).zip(&self.triangles) {
            let corner = [v0, v1, v2].into_iter().max().unwrap_or(0);
            if u32::from(corner) >= vertices || usize::from(material) >= materials {
                let error = FormatError::malformed(
                    triangles_at + 8 * i,
                    format!("a vertex below {vertices} and a material below {materials}"),
                    format!("vertex {corner}, material {material}"),
                );
                return Err(error.within(format!("triangle[{i}]")));
            }
        }
        Ok(())
    }
}

/// The triangles that a mesh plugin with indices draws: three vertices and a material each, degenerate ones left out.
pub(crate) fn mesh_triangles(meshes: &BinMesh) -> impl Iterator<Item = ([u32; 3], u32)> + '_ {
    meshes.meshes.iter().flat_map(|mesh| {
        let count = u32::try_from(mesh.indices.len()).unwrap_or(u32::MAX);
        strip::triangles(count, meshes.is_strip())
            .map(|corners| {
                corners.map(|corner| mesh.indices.get(corner as usize).copied().unwrap_or(0))
            })
            .filter(|&corners| !strip::is_degenerate(corners))
            .map(|corners| (corners, mesh.material))
    })
}

impl MorphTarget {
    /// Sphere and two flags.
    const MIN_BYTES: u64 = 24;

    fn read(fields: &mut Cursor<'_>, vertices: u64) -> Result<Self> {
        let bounding_sphere = read_sphere(fields)?;
        let has_positions = fields.i32()? != 0;
        let has_normals = fields.i32()? != 0;
        let mut vectors = |present: bool| -> Result<Option<Vec<[f32; 3]>>> {
            if !present {
                return Ok(None);
            }
            let vectors = records::<12>(fields, vertices)?;
            Ok(Some(vectors.iter().map(floats).collect()))
        };
        Ok(Self {
            bounding_sphere,
            positions: vectors(has_positions)?,
            normals: vectors(has_normals)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(
            self.bounding_sphere
                .iter()
                .flat_map(|value| value.to_le_bytes()),
        );
        out.extend(u32::from(self.positions.is_some()).to_le_bytes());
        out.extend(u32::from(self.normals.is_some()).to_le_bytes());
        for vectors in [&self.positions, &self.normals].into_iter().flatten() {
            out.extend(
                vectors
                    .iter()
                    .flatten()
                    .flat_map(|value| value.to_le_bytes()),
            );
        }
    }
}

/// `count` records of `N` bytes, checked against the bytes that are left.
fn records<'a, const N: usize>(fields: &mut Cursor<'a>, count: u64) -> Result<&'a [[u8; N]]> {
    let count = fields.check_count(count, N as u64)?;
    Ok(fields.take(count * N)?.as_chunks().0)
}

/// A bounding sphere of finite numbers.
pub(crate) fn read_sphere(fields: &mut Cursor<'_>) -> Result<[f32; 4]> {
    Ok([
        fields.finite_f32()?,
        fields.finite_f32()?,
        fields.finite_f32()?,
        fields.finite_f32()?,
    ])
}
