//! From chains and plain arrays to the arrays of a glTF primitive.

use glam::Vec3;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::atomic::Scales;
use wonderwheel_renderware::geometry::{Geometry, PlainVertices, Vertices};
use wonderwheel_renderware::native_data::{PackedMesh, decode_default, decode_packed};
use wonderwheel_renderware::strip;
use wonderwheel_renderware::world::World;

use crate::colour::PrelightTable;
use crate::scene::{MaterialId, Primitive};

/// A mesh's triangles of one material. The vertices are those of the strip, one for one and in its order.
#[derive(Debug, Default)]
pub(super) struct Triangles {
    /// Index into the material list.
    pub material: u32,
    pub positions: Vec<[f32; 3]>,
    /// Unit vectors, or empty.
    pub normals: Vec<[f32; 3]>,
    pub uv_sets: [Vec<[f32; 2]>; 2],
    /// As the file has them, or empty.
    pub prelight: Vec<[u8; 4]>,
    pub indices: Vec<u32>,
}

impl Triangles {
    /// Whether any vertex lets something through.
    pub fn is_translucent(&self) -> bool {
        self.prelight.iter().any(|[.., alpha]| *alpha < u8::MAX)
    }

    /// The prelight as glTF's vertex colours.
    pub fn colours(&self, table: &PrelightTable) -> Vec<[u16; 4]> {
        self.prelight
            .iter()
            .map(|colour| table.convert(*colour))
            .collect()
    }

    /// As a primitive with these colours.
    pub fn primitive<'a>(&'a self, colours: &'a [[u16; 4]], material: MaterialId) -> Primitive<'a> {
        let [first, second] = &self.uv_sets;
        Primitive {
            positions: &self.positions,
            normals: &self.normals,
            uv_sets: [first, second],
            colours,
            indices: &self.indices,
            material: Some(material),
            ..Primitive::default()
        }
    }

    fn of_packed(material: u32, mesh: &PackedMesh, strip: bool, scales: Scales) -> Self {
        let positions = mesh.positions.iter();
        let pairs = |at: usize| {
            let pair = move |uv: &[i16; 4]| {
                let value = |at: usize| {
                    uv.get(at)
                        .map_or(0.0, |value| f32::from(*value) * scales.uv)
                };
                [value(at), value(at + 1)]
            };
            mesh.uvs.iter().map(pair).collect::<Vec<_>>()
        };
        let normals = mesh.normals.iter().map(|[x, y, z, _]| [*x, *y, *z]);
        let mut triangles = Self {
            material,
            positions: positions
                .map(|[x, y, z, _]| [x, y, z].map(|value| f32::from(*value) * scales.position))
                .collect(),
            normals: normals.map(|normal| normal.map(f32::from)).collect(),
            uv_sets: match mesh.uv_sets {
                0 => Default::default(),
                1 => [pairs(0), Vec::new()],
                _ => [pairs(0), pairs(2)],
            },
            prelight: mesh.colours.clone(),
            indices: mesh.triangles(strip).flatten().collect(),
        };
        triangles.make_normals_unit();
        triangles
    }

    /// Gives every normal unit length. One that has no direction takes its triangle's.
    fn make_normals_unit(&mut self) {
        let mut without = false;
        for normal in &mut self.normals {
            // In two steps: the length of a very short one has no square that is not 0.
            let vector = Vec3::from(*normal);
            let largest = vector.abs().max_element();
            let unit = (vector / largest).normalize_or_zero();
            without |= unit == Vec3::ZERO;
            *normal = unit.to_array();
        }
        if !without {
            return;
        }
        let (corners, _) = self.indices.as_chunks::<3>();
        for corners in corners {
            let face = face_normal(corners.map(|corner| self.position(corner)));
            for corner in corners {
                if let Some(normal) = self.normals.get_mut(*corner as usize)
                    && *normal == [0.0; 3]
                {
                    *normal = face;
                }
            }
        }
        for normal in &mut self.normals {
            if *normal == [0.0; 3] {
                *normal = Vec3::Y.to_array();
            }
        }
    }

    fn position(&self, vertex: u32) -> Vec3 {
        let position = self.positions.get(vertex as usize);
        position.copied().unwrap_or_default().into()
    }
}

/// The unit normal of a triangle that is counter-clockwise from the front; zero without an area.
pub(super) fn face_normal([a, b, c]: [Vec3; 3]) -> [f32; 3] {
    let normal = (b - a).cross(c - a).normalize_or_zero();
    normal.to_array()
}

/// The meshes of a geometry whose vertices take these scales, in drawing order. Those without a triangle are left out.
///
/// # Errors
/// `Malformed` when a chain does not decode, or an index leads nowhere.
pub(super) fn of_geometry(geometry: &Geometry, scales: Scales) -> Result<Vec<Triangles>> {
    let strip = geometry.bin_mesh.is_strip();
    let mut all = Vec::new();
    match &geometry.vertices {
        Vertices::Native(_) => {
            for (number, (mesh, chain)) in geometry.chains().enumerate() {
                let mut packed = PackedMesh::default();
                decode_packed(chain, strip, mesh.vertex_count, &mut packed)
                    .within(|| format!("mesh[{number}]"))?;
                all.push(Triangles::of_packed(mesh.material, &packed, strip, scales));
            }
        }
        Vertices::Plain(plain) => all = of_plain(geometry, plain)?,
    }
    Ok(drawn(all))
}

/// The meshes of the glow world's sectors, in world coordinates.
///
/// # Errors
/// As [`of_geometry`].
pub(super) fn of_float_world(world: &World) -> Result<Vec<Triangles>> {
    let mut all = Vec::new();
    for (i, sector) in world.sectors.iter().enumerate() {
        let strip = sector
            .bin_mesh
            .as_ref()
            .is_some_and(|meshes| meshes.is_strip());
        for (number, (mesh, chain)) in sector.chains().enumerate() {
            let floats = decode_default(chain, strip, mesh.vertex_count)
                .within(|| format!("mesh[{number}]"))
                .within(|| format!("sector[{i}]"))?;
            let pairs = |second: bool| {
                let uvs = floats.uvs.iter();
                uvs.map(|&[s1, t1, s2, t2]| if second { [s2, t2] } else { [s1, t1] })
                    .collect::<Vec<_>>()
            };
            // The layout always has normals; in a world that has none they are all 0. Source: spec/ps2-geometry.md 9.
            let has_normals = floats.normals.iter().any(|normal| *normal != [0; 3]);
            let normals = if has_normals {
                &floats.normals[..]
            } else {
                &[]
            };
            let mut triangles = Triangles {
                material: mesh.material.saturating_add(sector.material_base),
                indices: floats.triangles(strip).flatten().collect(),
                normals: normals.iter().map(|normal| normal.map(f32::from)).collect(),
                uv_sets: match floats.uv_sets {
                    0 => Default::default(),
                    1 => [pairs(false), Vec::new()],
                    _ => [pairs(false), pairs(true)],
                },
                prelight: floats.colours,
                positions: floats.positions,
            };
            triangles.make_normals_unit();
            all.push(triangles);
        }
    }
    Ok(drawn(all))
}

/// Platform-independent geometry: none is on the disc, other tools write it. Each mesh gets the vertices that it uses.
fn of_plain(geometry: &Geometry, plain: &PlainVertices) -> Result<Vec<Triangles>> {
    let target = plain.morph_targets.first();
    let positions = target
        .and_then(|target| target.positions.as_deref())
        .unwrap_or_default();
    let normals = target.and_then(|target| target.normals.as_deref());
    let strip = geometry.bin_mesh.is_strip();
    let mut all = Vec::new();
    for (number, mesh) in geometry.bin_mesh.meshes.iter().enumerate() {
        let mut triangles = Triangles {
            material: mesh.material,
            ..Triangles::default()
        };
        for index in &mesh.indices {
            let at = *index as usize;
            let position = positions.get(at).ok_or_else(|| {
                let expected = format!("a vertex below {}", positions.len());
                FormatError::malformed(0, expected, index).within(format!("mesh[{number}]"))
            })?;
            triangles.positions.push(*position);
            triangles
                .normals
                .extend(normals.and_then(|normals| normals.get(at)));
            triangles.prelight.extend(plain.colours.get(at));
            for (out, set) in triangles.uv_sets.iter_mut().zip(&plain.uv_sets) {
                out.extend(set.get(at));
            }
        }
        let count = u32::try_from(triangles.positions.len()).unwrap_or(u32::MAX);
        let corners = strip::triangles(count, strip);
        let with_area = corners.filter(|corners| {
            !strip::is_degenerate(corners.map(|corner| triangles.positions.get(corner as usize)))
        });
        triangles.indices = with_area.flatten().collect();
        triangles.make_normals_unit();
        all.push(triangles);
    }
    Ok(drawn(all))
}

fn drawn(mut all: Vec<Triangles>) -> Vec<Triangles> {
    all.retain(|triangles| !triangles.indices.is_empty());
    all
}
