//! Where the vertices of an atomic lie.

use crate::atomic::Atomic;
use crate::geometry::Geometry;

/// Where the decoded vertices of an atomic lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VertexBox {
    /// Least coordinates, scaled, before the sector's origin is added; infinite without vertices.
    pub low: [f32; 3],
    /// Greatest coordinates, likewise; negative infinite without vertices.
    pub high: [f32; 3],
    /// The atomic's position scale: the grain of both.
    pub scale: f32,
}

impl VertexBox {
    /// Decodes the atomic's vertices. What cannot be decoded is left out: other rules report it.
    pub fn of(atomic: &Atomic) -> Self {
        let scale = atomic.scales().position;
        let mut low = [f32::INFINITY; 3];
        let mut high = [f32::NEG_INFINITY; 3];
        let geometry = atomic.geometry.as_deref().into_iter();
        for position in geometry
            .flat_map(Geometry::packed_meshes)
            .flat_map(|mesh| mesh.positions)
        {
            let corners = low.iter_mut().zip(&mut high);
            for (&value, (low, high)) in position.iter().zip(corners) {
                let place = f32::from(value) * scale;
                *low = low.min(place);
                *high = high.max(place);
            }
        }
        Self { low, high, scale }
    }
}
