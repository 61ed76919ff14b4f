//! Clipping a triangle to what can be drawn.

use super::Vertex;
use crate::array::zip_with;

/// How far outside the picture, in half pictures, triangles are still rasterised whole.
pub(super) const GUARD: f64 = 64.0;
/// Smallest w that is divided by.
const MIN_W: f64 = 1e-6;

/// A vertex in clip space with one uv set.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClipVertex {
    pub(super) position: [f64; 4],
    pub(super) uv: [f64; 2],
    /// Colour and fog.
    pub(super) linear: [f64; 5],
}

impl ClipVertex {
    pub(super) fn new(vertex: &Vertex, uv_set: usize) -> Self {
        let [r, g, b, a] = vertex.colour;
        Self {
            position: vertex.position.map(f64::from),
            uv: vertex
                .uv
                .get(uv_set)
                .copied()
                .unwrap_or_default()
                .map(f64::from),
            linear: [r, g, b, a, vertex.fog].map(f64::from),
        }
    }

    fn is_finite(&self) -> bool {
        self.position
            .iter()
            .chain(&self.uv)
            .all(|value| value.is_finite())
    }

    fn mix(&self, other: &Self, t: f64) -> Self {
        fn mix<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
            zip_with(a, b, |a, b| a + (b - a) * t)
        }
        Self {
            position: mix(self.position, other.position, t),
            uv: mix(self.uv, other.uv, t),
            linear: mix(self.linear, other.linear, t),
        }
    }
}

/// The part of a triangle in front of the near plane, before the far plane and inside the guard band: a convex polygon,
/// empty when nothing is left.
///
/// New vertices get everything in proportion in clip space, colours too; on the screen a colour may bend at the cut.
pub(super) fn clip(triangle: [ClipVertex; 3]) -> Vec<ClipVertex> {
    if !triangle.iter().all(ClipVertex::is_finite) {
        return Vec::new();
    }
    // Signed distances; inside is >= 0.
    let planes: [fn(&[f64; 4]) -> f64; 7] = [
        |p| p[3] - MIN_W,
        |p| p[3] - p[2],
        |p| p[2],
        |p| GUARD * p[3] - p[0],
        |p| GUARD * p[3] + p[0],
        |p| GUARD * p[3] - p[1],
        |p| GUARD * p[3] + p[1],
    ];
    let mut polygon = triangle.to_vec();
    for plane in planes {
        if polygon.iter().any(|vertex| plane(&vertex.position) < 0.0) {
            polygon = clip_to(&polygon, plane);
        }
    }
    polygon
}

fn clip_to(polygon: &[ClipVertex], plane: fn(&[f64; 4]) -> f64) -> Vec<ClipVertex> {
    let mut inside = Vec::with_capacity(polygon.len() + 1);
    let nexts = polygon.iter().cycle().skip(1);
    for (vertex, next) in polygon.iter().zip(nexts) {
        let (here, there) = (plane(&vertex.position), plane(&next.position));
        if here >= 0.0 {
            inside.push(*vertex);
        }
        if (here < 0.0) != (there < 0.0) {
            inside.push(vertex.mix(next, here / (here - there)));
        }
    }
    inside
}
