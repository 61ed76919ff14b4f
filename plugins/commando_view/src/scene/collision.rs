//! The collision mesh as an overlay: each surface type in its colour, faces shaded by how steep they are.

use std::collections::{BTreeMap, HashSet};

use bevy::math::Vec3;
use bytemuck::{Pod, Zeroable};
use wonderwheel_commando::collision::{Collision, display_colour};

/// A corner of a triangle: what `vertex_collision` in `commando.wgsl` reads. Three a triangle, without indices, so that the
/// shader knows its edges.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct CollisionVertex {
    /// World units, the game's axes.
    pub position: [f32; 3],
    /// RGB of its type, shaded, and 255.
    pub colour: [u8; 4],
}

/// The overlay.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CollisionScene {
    /// Three a triangle.
    pub vertices: Vec<CollisionVertex>,
    /// Triangles of each type.
    pub types: BTreeMap<u8, usize>,
}

/// A triangle's corners, by their bits.
pub type TriangleBits = [[u32; 3]; 3];

impl CollisionScene {
    /// Lays a mesh out behind those that are there; triangles that are laid out already, which a chunk repeats of the core, are passed over.
    pub fn add(&mut self, collision: &Collision, laid: &mut HashSet<TriangleBits>) {
        let mesh = collision.mesh();
        for (triangle, ty) in mesh.triangles() {
            let corner = |i: u32| mesh.vertices.get(i as usize).copied();
            let [Some(a), Some(b), Some(c)] = triangle.map(corner) else {
                continue;
            };
            if !laid.insert([a, b, c].map(|corner| corner.map(f32::to_bits))) {
                continue;
            }
            *self.types.entry(ty).or_default() += 1;
            let colour = shaded(colour_of(ty), [a, b, c]);
            let corner = |position| CollisionVertex { position, colour };
            self.vertices.extend([a, b, c].map(corner));
        }
    }
}

/// The colour of a surface type, never so dark that it is not seen. The public colouring makes type 0 black.
pub fn colour_of(ty: u8) -> [u8; 3] {
    display_colour(ty).map(|channel| 64 + channel / 4 * 3)
}

/// Level ground is bright, walls are half as bright.
fn shaded(colour: [u8; 3], [a, b, c]: [[f32; 3]; 3]) -> [u8; 4] {
    let [a, b, c] = [a, b, c].map(Vec3::from);
    let up = (b - a).cross(c - a).normalize_or_zero().z.abs();
    let [r, g, b] = colour.map(|channel| (f32::from(channel) * (0.5 + 0.5 * up)) as u8);
    [r, g, b, 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_ground_is_twice_as_bright_as_a_wall_and_no_type_is_black() {
        let ground = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let wall = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(shaded([200, 100, 50], ground), [200, 100, 50, 255]);
        assert_eq!(shaded([200, 100, 50], wall), [100, 50, 25, 255]);
        assert_eq!(colour_of(0), [64; 3]);
    }
}
