//! A camera's sphere, pushed out of walls. Source: spec/collision.md 7.

use glam::Vec3;

use super::candidates::Scratch;
use super::enabled::EnabledTriangles;
use super::filter::Filter;
use super::mesh::CollisionMesh;

/// Cosine of 15 degrees: faces nearer to level than that are floors and ceilings, which do not push.
const STEEPEST_FLOOR: f32 = 0.965_925_8;

/// A height that rounding makes of zero.
const TOUCHING: f32 = 1e-5;

impl CollisionMesh {
    /// Where a sphere's centre goes when the walls that it cuts push it out, and the normal of the first of them; `None` when it
    /// cuts none.
    ///
    /// Only faces push, never edges or corners. The filter's mask does not count: enabled triangles push, but for the excluded
    /// materials.
    ///
    /// Quirk: several walls push by the average of what each asks for, not the sum, so a sphere in a corner stays partly in it.
    pub fn sphere_push(
        &self,
        centre: [f32; 3],
        radius: f32,
        filter: Filter<'_>,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<([f32; 3], [f32; 3])> {
        let centre = Vec3::from(centre);
        let (min, max) = (centre - Vec3::splat(radius), centre + Vec3::splat(radius));
        let mut push = Vec3::ZERO;
        let mut count = 0.0;
        let mut first_normal = None;
        self.each_candidate_in_box(
            min.to_array(),
            max.to_array(),
            scratch,
            |number, triangle| {
                if !enabled.get(number) || filter.excludes(triangle.material) {
                    return;
                }
                let Some(face) = self.face(triangle) else {
                    return;
                };
                if face.normal.z.abs() > STEEPEST_FLOOR {
                    return;
                }
                let mut normal = face.normal;
                let mut distance = face.distance_to(centre);
                if face.two_sided {
                    if distance < 0.0 {
                        (normal, distance) = (-normal, -distance);
                    }
                } else if distance < -TOUCHING {
                    return;
                }
                if radius - distance > TOUCHING && face.is_over(centre) {
                    push += normal * (radius - distance);
                    count += 1.0;
                    first_normal.get_or_insert(normal);
                }
            },
        );
        let normal = first_normal?;
        Some(((centre + push / count).to_array(), normal.to_array()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::*;
    use super::super::{CollisionMesh, Material};
    use super::*;

    fn push(
        built: &mut QueriedMesh,
        centre: [f32; 3],
        radius: f32,
    ) -> Option<([f32; 3], [f32; 3])> {
        built.mesh.sphere_push(
            centre,
            radius,
            Filter::ALL,
            &built.enabled,
            &mut built.scratch,
        )
    }

    fn near(a: [f32; 3], b: [f32; 3]) -> bool {
        (Vec3::from(a) - Vec3::from(b)).length() < 1e-5
    }

    #[test]
    fn a_sphere_leaves_a_wall_by_its_radius() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let (centre, normal) = push(&mut built, [4.8, 1.0, 1.0], 0.5).unwrap();
        assert!(near(centre, [4.5, 1.0, 1.0]), "{centre:?}");
        assert_eq!(normal, [-1.0, 0.0, 0.0]);
        assert_eq!(push(&mut built, centre, 0.5), None);
        assert_eq!(push(&mut built, [4.4, 1.0, 1.0], 0.5), None);
    }

    #[test]
    fn behind_a_one_sided_wall_nothing_pushes_and_a_two_sided_one_pushes_to_the_nearer_side() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        assert_eq!(push(&mut built, [5.1, 1.0, 1.0], 0.5), None);
        let both = Kind {
            flags: 0xF003,
            ..WALL
        };
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, both).build();
        let (centre, normal) = push(&mut built, [5.1, 1.0, 1.0], 0.5).unwrap();
        assert!(near(centre, [5.5, 1.0, 1.0]), "{centre:?}");
        assert_eq!(normal, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn two_walls_push_by_the_average() {
        let corner = |x: f32, y: f32, z: f32| [x, y, z];
        let mut built = Scene::default()
            .wall_at(5.0, 0.0, 3.0, WALL)
            .quad(
                [
                    corner(-20.0, 5.0, 0.0),
                    corner(20.0, 5.0, 0.0),
                    corner(20.0, 5.0, 3.0),
                    corner(-20.0, 5.0, 3.0),
                ],
                WALL,
            )
            .build();
        // 0.2 from one wall and 0.3 from the other, radius 0.5: pushed by (0.3, 0.2) over two.
        let (centre, _) = push(&mut built, [4.8, 4.7, 1.0], 0.5).unwrap();
        assert!(near(centre, [4.65, 4.6, 1.0]), "{centre:?}");
    }

    #[test]
    fn floors_edges_disabled_and_excluded_triangles_do_not_push() {
        let mut floor = Scene::default().floor(0.0, GROUND).build();
        assert_eq!(push(&mut floor, [1.0, 2.0, 0.2], 0.5), None);
        let mut wall = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        // Just past the wall's top edge, nearer than the radius.
        assert_eq!(push(&mut wall, [4.8, 1.0, 3.1], 0.5), None);
        let exclude = Filter {
            mask: 0,
            exclude: &[Material::CONCRETE],
        };
        let mut pushed = |enabled: &EnabledTriangles, filter| {
            let centre = [4.8, 1.0, 1.0];
            wall.mesh
                .sphere_push(centre, 0.5, filter, enabled, &mut wall.scratch)
        };
        assert_eq!(pushed(&wall.enabled, exclude), None);
        wall.enabled.set(0, false);
        wall.enabled.set(1, false);
        assert_eq!(pushed(&wall.enabled, Filter::ALL), None);
    }

    #[test]
    fn a_face_is_a_floor_from_fifteen_degrees_on() {
        // Source: spec/collision.md 7: cos 15 degrees = 0.9659258.
        assert!((f64::from(STEEPEST_FLOOR) - 15_f64.to_radians().cos()).abs() < 1e-7);
        let tilted = |degrees: f32| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let rise = |x: f32| [x * cos, 0.0, x * sin];
            let [[x0, _, z0], [x1, _, z1]] = [rise(-9.0), rise(9.0)];
            let corners = [[x0, -9.0, z0], [x1, -9.0, z1], [x1, 9.0, z1], [x0, 9.0, z0]];
            let mut built = Scene::default().quad(corners, WALL).build();
            push(&mut built, [0.0, 1.0, 0.2], 0.5).is_some()
        };
        assert!(!tilted(14.0));
        assert!(tilted(16.0));
    }

    #[test]
    fn the_grid_pushes_as_a_walk_through_one_cell_does() {
        let mut random = Random(0x5FE4E);
        let scene = random.scene(400);
        let (mut fine, mut coarse) = (scene.build(), scene.build_with_cells([2, 1, 1]));
        // In the coarse grid every triangle is in the first cell but for those at the far border.
        let first: &CollisionMesh = &coarse.mesh;
        assert!(first.cell_list([0, 0, 0]).len() > 380);
        let mut pushed = 0;
        for _ in 0..2000 {
            let [x, y, z] = random.point([40.0, 40.0, 8.0]);
            let (a, b) = (
                push(&mut fine, [x, y, z], 2.0),
                push(&mut coarse, [x, y, z], 2.0),
            );
            // The order of the sum is another one, so the last digits may differ.
            match (a, b) {
                (Some((a, _)), Some((b, _))) => {
                    assert!((Vec3::from(a) - Vec3::from(b)).length() < 1e-4);
                    pushed += 1;
                }
                (a, b) => assert_eq!(a, b),
            }
        }
        assert!(pushed > 200, "only {pushed}");
    }
}
