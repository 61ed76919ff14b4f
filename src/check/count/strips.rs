//! Decoded strips: vertices, triangles, and which of them are the same.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_renderware::atomic::Scales;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::packed_chain::{
    INTERLEAVED_BYTES, PackedBatch, PackedSink, decode_packed,
};
use wonderwheel_renderware::strip;
use wonderwheel_renderware::world::Aabb;

/// What an atomic's strips decode to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StripCounts {
    /// Starts of the vector unit.
    pub batches: u64,
    /// Vertices of the joined strips.
    pub vertices: u64,
    /// Triangles of them, degenerate ones left out.
    pub triangles: u64,
    /// Vertices that differ in an attribute, within a geometry.
    pub distinct: u64,
    /// Vertices in the box of the sector.
    pub in_box: u64,
    /// Vertices in the box when they are not scaled.
    pub unscaled_in_box: u64,
    /// Triangles that face the way their normals point.
    pub facing: u64,
    /// Triangles that face the other way.
    pub averted: u64,
}

/// Where an atomic is placed.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// The sector's box, with its margin.
    pub bounds: Aabb,
    /// Where the atomic's frame stands.
    pub origin: [f32; 3],
}

impl Placed {
    /// An atomic at `origin`, in a box that is grown by 1 % of its largest side.
    pub fn new(bounds: Aabb, origin: [f32; 3]) -> Self {
        let sides = (0..3).map(|i| bounds.max[i] - bounds.min[i]);
        let margin = 0.01 * sides.fold(0.0, f32::max);
        let bounds = Aabb {
            min: bounds.min.map(|at| at - margin),
            max: bounds.max.map(|at| at + margin),
        };
        Self { bounds, origin }
    }

    fn holds(&self, position: [i16; 3], scale: f32) -> bool {
        (0..3).all(|i| {
            let at = f32::from(position[i]) * scale + self.origin[i];
            (self.bounds.min[i]..=self.bounds.max[i]).contains(&at)
        })
    }
}

/// All attributes of a vertex, packed as they are; the fourth word of the position and of the normal left out.
type Vertex = [u64; 3];

/// A mesh's joined strip.
#[derive(Default)]
struct Joined {
    batches: u64,
    bytes: Vec<[u8; INTERLEAVED_BYTES]>,
}

impl PackedSink for Joined {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        self.batches += 1;
        let from = self.bytes.len();
        self.bytes
            .resize(from + batch.vertex_count, [0; INTERLEAVED_BYTES]);
        if let Some(own) = self.bytes.get_mut(from..) {
            batch.interleave(own, [255; 4]);
        }
    }
}

/// Decodes the packed strips of a geometry. `sides` also holds the triangles against their normals.
///
/// # Errors
/// A chain that does not decode.
pub fn count(
    geometry: &Geometry,
    scales: Scales,
    placed: Option<Placed>,
    sides: bool,
) -> Result<StripCounts> {
    let strip = geometry.bin_mesh.is_strip();
    let mut counts = StripCounts::default();
    let mut distinct = HashSet::<Vertex, FixedState>::default();
    let mut joined = Joined::default();
    for (i, (mesh, chain)) in geometry.chains().enumerate() {
        joined.bytes.clear();
        decode_packed(chain, strip, mesh.vertex_count, &mut joined)
            .within(|| format!("geometry/mesh[{i}]"))?;
        let vertices: Vec<Vertex> = joined.bytes.iter().map(vertex).collect();
        counts.vertices += vertices.len() as u64;
        counts.triangles += triangles(&vertices, strip);
        distinct.extend(&vertices);
        if let Some(placed) = placed {
            for vertex in &vertices {
                let position = position(*vertex);
                let is_inside = placed.holds(position, scales.position);
                counts.in_box += u64::from(is_inside);
                counts.unscaled_in_box += u64::from(placed.holds(position, 1.0));
            }
        }
        if sides {
            let (facing, averted) = facing(&vertices, strip);
            counts.facing += facing;
            counts.averted += averted;
        }
    }
    counts.batches = joined.batches;
    counts.distinct = distinct.len() as u64;
    Ok(counts)
}

fn vertex(bytes: &[u8; INTERLEAVED_BYTES]) -> Vertex {
    let (words, _) = bytes.as_chunks::<8>();
    match words {
        [position, uv, rest] => [
            u64::from_le_bytes(*position) & 0x0000_FFFF_FFFF_FFFF,
            u64::from_le_bytes(*uv),
            u64::from_le_bytes(*rest) & 0x00FF_FFFF_FFFF_FFFF,
        ],
        _ => [0; 3],
    }
}

fn position([position, _, _]: Vertex) -> [i16; 3] {
    [0, 16, 32].map(|shift| (position >> shift) as i16)
}

fn normal([_, _, rest]: Vertex) -> [i32; 3] {
    [32, 40, 48].map(|shift| i32::from((rest >> shift) as i8))
}

fn triangles(vertices: &[Vertex], strip: bool) -> u64 {
    let real = |corners: &&[Vertex]| match corners {
        [a, b, c] => a != b && b != c && a != c,
        _ => false,
    };
    let count = if strip {
        vertices.windows(3).filter(real).count()
    } else {
        vertices.chunks_exact(3).filter(real).count()
    };
    count as u64
}

/// Triangles that face the way their vertices' normals point, and those that face the other way.
fn facing(vertices: &[Vertex], strip: bool) -> (u64, u64) {
    let count = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
    let (mut facing, mut averted) = (0, 0);
    for corners in strip::triangles(count, strip) {
        let corners = corners.map(|i| vertices.get(i as usize).copied().unwrap_or_default());
        if strip::is_degenerate(corners) {
            continue;
        }
        let [a, b, c] = corners.map(|corner| position(corner).map(i64::from));
        let [u, v] = [b, c].map(|to| [to[0] - a[0], to[1] - a[1], to[2] - a[2]]);
        let face = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        let normals = corners.map(normal);
        let along: i64 = (0..3)
            .map(|i| {
                let sum: i32 = normals.iter().map(|normal| normal[i]).sum();
                face[i] * i64::from(sum)
            })
            .sum();
        facing += u64::from(along > 0);
        averted += u64::from(along < 0);
    }
    (facing, averted)
}

#[cfg(test)]
mod tests {
    use wonderwheel_renderware::material::Material;
    use wonderwheel_renderware::native_data::{ChainOptions, PackedMesh};

    use super::*;

    /// A flat strip of 12 vertices in the xy plane that faces -z and says +z, the first of them stored twice more at its begin.
    fn strip() -> PackedMesh {
        let places: Vec<i16> = [0, 0].into_iter().chain(0..12).collect();
        PackedMesh {
            positions: places
                .iter()
                .enumerate()
                // The fourth word differs everywhere: nobody looks at it.
                .map(|(at, &i)| [i / 2 * 64, i % 2 * 64, 0, at as i16])
                .collect(),
            uv_sets: 1,
            uvs: places.iter().map(|&i| [i, 0, 0, 0]).collect(),
            colours: places.iter().map(|_| [1, 2, 3, 255]).collect(),
            normals: places
                .iter()
                .enumerate()
                .map(|(at, _)| [0, 0, 127, at as i8])
                .collect(),
        }
    }

    #[test]
    fn vertices_triangles_and_places_are_counted_on_paper_alike() {
        let scales = Scales {
            position: 1.0 / 64.0,
            ..Scales::default()
        };
        let materials = vec![Material::default(), Material::default()];
        // Six vertices a batch: 14 take 6 + 4 + 4, so three batches a mesh.
        let options = ChainOptions {
            batch_vertices: 6,
            ..ChainOptions::default()
        };
        let meshes = [(0, strip()), (1, strip())];
        let geometry = Geometry::packed(materials, &meshes, scales, &options);
        // Scaled, x runs from 0 to 5 and y from 0 to 1; the box ends at 3.
        let bounds = Aabb {
            min: [10.0, 0.0, 0.0],
            max: [13.0, 1.0, 0.0],
        };
        let placed = Placed::new(bounds, [10.0, 0.0, 0.0]);
        let counts = count(&geometry, scales, Some(placed), true).unwrap();
        assert_eq!(
            counts,
            StripCounts {
                batches: 6,
                vertices: 28,
                // 12 vertices in a row make 10.
                triangles: 20,
                // Both meshes have the same 12.
                distinct: 12,
                // 0 to 3 are 4 pairs, and vertex 0 twice more.
                in_box: 20,
                // Only vertex 0, thrice a mesh.
                unscaled_in_box: 6,
                facing: 0,
                averted: 20,
            }
        );
    }
}
