//! Which triangles are switched on, apart from the mesh, which many may share.

use super::candidates::{BitSet, Scratch};
use super::mesh::CollisionMesh;

/// The enabled bit of every triangle. It is level state: a level begins with all of them on, and objects switch theirs.
/// Source: spec/collision.md 8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnabledTriangles(BitSet);

impl EnabledTriangles {
    /// As a level begins. Quirk: the loader sets the bit on every triangle, whatever the file says.
    /// Source: spec/collision.md 3.1; 0x00350580.
    pub fn all(mesh: &CollisionMesh) -> Self {
        Self(BitSet::filled(mesh.triangles.len()))
    }

    /// Whether a triangle is on. One that does not exist is off.
    pub fn get(&self, triangle: u16) -> bool {
        self.0.get(usize::from(triangle))
    }

    /// Switches one triangle. One that does not exist stays off.
    pub fn set(&mut self, triangle: u16, on: bool) {
        self.0.set(usize::from(triangle), on);
    }

    /// Switches every triangle whose three vertices lie in the box (game axes, borders included), and says how many there
    /// are. Source: spec/collision.md 8.
    pub fn set_in_box(
        &mut self,
        mesh: &CollisionMesh,
        scratch: &mut Scratch,
        min: [f32; 3],
        max: [f32; 3],
        on: bool,
    ) -> usize {
        let mut switched = 0;
        mesh.each_candidate_in_box(min, max, scratch, |number, triangle| {
            let inside = mesh.corners(triangle).is_some_and(|corners| {
                corners.iter().all(|corner| {
                    let at = corner.to_array();
                    at.iter().zip(&min).all(|(at, min)| at >= min)
                        && at.iter().zip(&max).all(|(at, max)| at <= max)
                })
            });
            if inside {
                self.set(number, on);
                switched += 1;
            }
        });
        switched
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::*;
    use super::*;

    #[test]
    fn everything_is_on_at_first_whatever_the_file_says() {
        let kind = Kind {
            flags: 0xF000,
            ..GROUND
        };
        let mut built = Scene::default().floor(0.0, kind).build();
        assert!(built.enabled.get(0) && built.enabled.get(1) && !built.enabled.get(2));
        let hit = built.down(3.0, 3.0, 1.0, 2.0).unwrap();
        assert_eq!(hit.flags.0, 1);
    }

    #[test]
    fn a_box_switches_the_triangles_that_lie_in_it_whole() {
        let mut built = Scene::default()
            .floor(0.0, GROUND)
            .wall_at(5.0, 0.0, 3.0, WALL)
            .build();
        let (min, max) = ([4.9, -20.0, -1.0], [5.1, 20.0, 3.0]);
        let (mesh, enabled, scratch, _) = built.parts();
        assert_eq!(enabled.set_in_box(mesh, scratch, min, max, false), 2);
        assert_eq!(
            [0, 1, 2, 3].map(|i| enabled.get(i)),
            [true, true, false, false]
        );
        // One corner outside is enough to stay as it is.
        assert_eq!(
            enabled.set_in_box(mesh, scratch, min, [5.1, 19.9, 3.0], true),
            0
        );
        assert_eq!(enabled.set_in_box(mesh, scratch, min, max, true), 2);
        assert_eq!(*enabled, EnabledTriangles::all(mesh));
    }
}
