//! Decoded strips: vertices, triangles, and which of them are the same.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;

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
pub struct Placement {
    /// The sector's box, with its margin.
    pub bounds: Aabb,
    /// Where the atomic's frame stands.
    pub origin: [f32; 3],
}

impl Placement {
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

    /// The stored positions that lie in the box: those of each axis are next to each other, whatever floats round to, because both
    /// steps keep the order. So they are looked for once, and each vertex costs no float.
    fn inside(&self, scale: f32) -> Inside {
        let is_ordered = scale > 0.0 && scale.is_finite();
        let axis = |i: usize| {
            let at = |stored: i32| stored as f32 * scale + self.origin[i];
            let least = first(|stored| at(stored) >= self.bounds.min[i]);
            // What is no number lies nowhere.
            let end = first(
                |stored| !matches!(at(stored).partial_cmp(&self.bounds.max[i]), Some(order) if order.is_le()),
            );
            least..end
        };
        Inside(if is_ordered {
            [axis(0), axis(1), axis(2)]
        } else {
            // No atomic of the disc: nothing to count.
            [0..0, 0..0, 0..0]
        })
    }
}

/// Stored positions on each axis.
struct Inside([Range<i32>; 3]);

impl Inside {
    fn holds(&self, position: [i16; 3]) -> bool {
        let [x, y, z] = position.map(i32::from);
        self.0[0].contains(&x) && self.0[1].contains(&y) && self.0[2].contains(&z)
    }
}

/// The first stored value from which on `holds` is true, or the one behind the last.
fn first(holds: impl Fn(i32) -> bool) -> i32 {
    let (mut low, mut high) = (i32::from(i16::MIN), i32::from(i16::MAX) + 1);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// All attributes of a vertex, packed as they are; the fourth word of the position and of the normal left out.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Vertex([u64; 3]);

impl Hash for Vertex {
    /// As numbers: an array would be hashed by its bytes, with its length.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [position, uv, rest] = self.0;
        state.write_u64(position);
        state.write_u64(uv);
        state.write_u64(rest);
    }
}

/// A mesh's joined strip.
#[derive(Default)]
struct JoinedStrip {
    batches: u64,
    bytes: Vec<[u8; INTERLEAVED_BYTES]>,
}

impl PackedSink for JoinedStrip {
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
    placed: Option<Placement>,
    sides: bool,
) -> Result<StripCounts> {
    let strip = geometry.bin_mesh.is_strip();
    let mut counts = StripCounts::default();
    let mut distinct = HashSet::<Vertex, FixedState>::default();
    let mut joined = JoinedStrip::default();
    let mut vertices = Vec::new();
    let inside = placed.map(|placed| (placed.inside(scales.position), placed.inside(1.0)));
    for (i, (mesh, chain)) in geometry.chains().enumerate() {
        joined.bytes.clear();
        decode_packed(chain, strip, mesh.vertex_count, &mut joined)
            .within(|| format!("geometry/mesh[{i}]"))?;
        vertices.clear();
        vertices.extend(joined.bytes.iter().map(vertex));
        counts.vertices += vertices.len() as u64;
        counts.triangles += triangles(&vertices, strip);
        distinct.reserve(vertices.len());
        distinct.extend(&vertices);
        if let Some((scaled, unscaled)) = &inside {
            for vertex in &vertices {
                let position = position(*vertex);
                counts.in_box += u64::from(scaled.holds(position));
                counts.unscaled_in_box += u64::from(unscaled.holds(position));
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
        [position, uv, rest] => Vertex([
            u64::from_le_bytes(*position) & 0x0000_FFFF_FFFF_FFFF,
            u64::from_le_bytes(*uv),
            u64::from_le_bytes(*rest) & 0x00FF_FFFF_FFFF_FFFF,
        ]),
        _ => Vertex::default(),
    }
}

fn position(Vertex([position, _, _]): Vertex) -> [i16; 3] {
    [0, 16, 32].map(|shift| (position >> shift) as i16)
}

fn normal(Vertex([_, _, rest]): Vertex) -> [i32; 3] {
    [32, 40, 48].map(|shift| i32::from((rest >> shift) as i8))
}

fn triangles(vertices: &[Vertex], strip: bool) -> u64 {
    if !strip {
        let real = |corners: &&[Vertex]| match corners {
            [a, b, c] => a != b && b != c && a != c,
            _ => false,
        };
        return vertices.chunks_exact(3).filter(real).count() as u64;
    }
    let mut count = 0;
    // Whether the two vertices before the last of a triangle are the same.
    let mut were_same = true;
    let (mut first, mut second) = (Vertex::default(), Vertex::default());
    for (at, &third) in vertices.iter().enumerate() {
        let are_same = second == third;
        let is_real = at >= 2 && !were_same && !are_same && first != third;
        count += u64::from(is_real);
        were_same = are_same;
        (first, second) = (second, third);
    }
    count
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
                // The fourth word differs everywhere: nothing looks at it.
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
    fn stored_positions_lie_in_a_box_exactly_when_the_floats_do() {
        let bounds = Aabb {
            min: [-3.3, 7.1, f32::NAN],
            max: [12.7, 7.1, 1.0],
        };
        for (scale, origin) in [(1.0 / 256.0, 0.1_f32), (1.0, -7.9), (0.037, 7.1)] {
            let placed = Placement {
                bounds,
                origin: [origin; 3],
            };
            let Inside([x, y, z]) = placed.inside(scale);
            for stored in i16::MIN..=i16::MAX {
                let at = f32::from(stored) * scale + origin;
                let stored = i32::from(stored);
                assert_eq!(x.contains(&stored), (-3.3..=12.7).contains(&at), "{stored}");
                assert_eq!(y.contains(&stored), at == 7.1, "{stored}");
                assert!(!z.contains(&stored));
            }
        }
    }

    #[test]
    fn a_strip_has_a_triangle_for_every_three_that_differ() {
        let strip = |corners: &[u64]| {
            let corners: Vec<_> = corners.iter().map(|&at| Vertex([at, 0, 0])).collect();
            triangles(&corners, true)
        };
        assert_eq!(strip(&[1, 2]), 0);
        assert_eq!(strip(&[1, 2, 3]), 1);
        // 1 2 3 and 4 5 6; the four between them join the two.
        assert_eq!(strip(&[1, 2, 3, 3, 4, 4, 5, 6]), 2);
        assert_eq!(strip(&[1, 2, 1, 3]), 1);
        // The first vertex may be all zeros.
        assert_eq!(strip(&[0, 0, 1]), 0);
        assert_eq!(strip(&[0, 1, 2]), 1);
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
        let placed = Placement::new(bounds, [10.0, 0.0, 0.0]);
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
