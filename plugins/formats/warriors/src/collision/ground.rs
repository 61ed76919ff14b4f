//! Ground under a point. Source: spec/collision.md 6.

use glam::Vec3;

use super::body::BodyShape;
use super::candidates::Scratch;
use super::enabled::EnabledTriangles;
use super::filter::Filter;
use super::mesh::CollisionMesh;
use super::ray::{Ray, RayHit};

/// Casts that one query makes at most: a hostile mesh can put any number of triangles under a point. The original has no
/// such bound.
const MOST_CASTS: usize = 256;

impl CollisionMesh {
    /// Straight down for `length`: the point 0.1 m above the ground, or `None` where there is none.
    pub fn drop_to_ground(
        &self,
        position: [f32; 3],
        length: f32,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<[f32; 3]> {
        const ABOVE: f32 = 0.1;
        let ray = Ray::down(position, length);
        let hit = self.ray_cast(&ray, Filter::ALL, enabled, scratch)?;
        let [x, y, z] = position;
        Some([x, y, z - (hit.distance - ABOVE)])
    }

    /// Straight down for `length` through everything whose area is 0: the point 0.25 m above the first marked ground, and
    /// where it was met. The hit's distance counts from the last triangle that was passed through.
    pub fn drop_to_marked_ground(
        &self,
        position: [f32; 3],
        length: f32,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<([f32; 3], RayHit)> {
        const ABOVE: f32 = 0.25;
        const PAST: f32 = 0.01;
        let mut ray = Ray::down(position, length);
        for _ in 0..MOST_CASTS {
            let hit = self.ray_cast(&ray, Filter::ALL, enabled, scratch)?;
            let [x, y, z] = ray.origin;
            if hit.area != 0 {
                return Some(([x, y, z - hit.distance + ABOVE], hit));
            }
            ray.origin = [x, y, z - (hit.distance + PAST)];
            ray.length -= hit.distance + PAST;
        }
        None
    }

    /// Casts segments of `step` along a ray until its length is covered: the first hit, its distance counted from the ray's
    /// origin. The last step is shortened. Short rays cross few cells; that is all a march is for.
    pub fn march_ray(
        &self,
        ray: &Ray,
        step: f32,
        filter: Filter<'_>,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<RayHit> {
        let mut done = 0.0;
        for cast in 1..=MOST_CASTS {
            let left = ray.length - done;
            // The last cast that is allowed takes all that is left, and so does a step of no length.
            let is_last = cast == MOST_CASTS || step.is_nan() || step <= 0.0 || left <= step;
            let segment = Ray {
                origin: ray.at(done),
                direction: ray.direction,
                length: if is_last { left } else { step },
            };
            if let Some(hit) = self.ray_cast(&segment, filter, enabled, scratch) {
                return Some(RayHit {
                    distance: done + hit.distance,
                    ..hit
                });
            }
            if is_last {
                return None;
            }
            done += step;
        }
        None
    }

    /// Where somebody who appears at a position stands: 0.01 m above the ground that lies from 1 m above to 1.5 m below it, or
    /// the position itself.
    pub fn spawn_snap(
        &self,
        position: [f32; 3],
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> [f32; 3] {
        const ABOVE: f32 = 0.01;
        match self.ground_around(position, 2.5, enabled, scratch) {
            Some((ground, _)) => [position[0], position[1], ground + ABOVE],
            None => position,
        }
    }

    /// The ground under somebody who walks: from 1 m above his feet to 0.5 m below. Its height and what it is; on a miss he
    /// falls. Source: spec/camera-player.md 7.
    pub fn walking_ground(
        &self,
        feet: [f32; 3],
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<(f32, RayHit)> {
        self.ground_around(feet, 1.5, enabled, scratch)
    }

    /// The floor that feet fall through on the way from one point to another: the nearest triangle, when its normal rises more
    /// than 0.65. Source: spec/collision.md 9.
    pub fn floor_on_the_way(
        &self,
        from: [f32; 3],
        to: [f32; 3],
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<RayHit> {
        let ray = Ray::between(from, to)?;
        let hit = self.ray_cast(&ray, Filter::ALL, enabled, scratch)?;
        let [_, _, rise] = hit.normal;
        (rise > BodyShape::FLOOR).then_some(hit)
    }

    /// The number of the ground area under a point, as path queries ask for it: from 0.4 m above, down for `length`.
    /// Source: spec/paths-subtitles.md A2; 0x00250760.
    pub fn ground_area(
        &self,
        point: [f32; 3],
        length: f32,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<u8> {
        let from = Vec3::from(point) + Vec3::Z * 0.4;
        let ray = Ray::down(from.to_array(), length);
        let hit = self.ray_cast(&ray, Filter::ALL, enabled, scratch)?;
        Some(hit.area)
    }

    /// Ground on a line that begins 1 m above a point.
    fn ground_around(
        &self,
        [x, y, z]: [f32; 3],
        length: f32,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<(f32, RayHit)> {
        let ray = Ray::down([x, y, z + 1.0], length);
        let hit = self.ray_cast(&ray, Filter::ALL, enabled, scratch)?;
        Some((z + 1.0 - hit.distance, hit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::*;
    use super::super::{Contacts, Material};
    use super::*;

    #[test]
    fn a_drop_ends_a_tenth_of_a_metre_above_the_ground() {
        let mut built = Scene::default().floor(2.0, GROUND).build();
        let (mesh, enabled, scratch, _) = built.parts();
        let dropped = mesh.drop_to_ground([1.0, 2.0, 5.0], 4.0, enabled, scratch);
        assert_eq!(dropped, Some([1.0, 2.0, 2.1]));
        assert_eq!(
            mesh.drop_to_ground([1.0, 2.0, 5.0], 2.9, enabled, scratch),
            None
        );
        // From under it: ground is met from above only.
        assert_eq!(
            mesh.drop_to_ground([1.0, 2.0, 1.0], 4.0, enabled, scratch),
            None
        );
    }

    #[test]
    fn a_drop_to_marked_ground_passes_through_unmarked_triangles() {
        let mut built = Scene::default()
            .floor(0.0, Kind { area: 9, ..WALL })
            .floor(1.0, WALL)
            .floor(2.0, WALL)
            .build();
        let (mesh, enabled, scratch, _) = built.parts();
        let (point, hit) = mesh
            .drop_to_marked_ground([1.0, 2.0, 3.0], 5.0, enabled, scratch)
            .unwrap();
        assert!((point[2] - 0.25).abs() < 1e-5, "{point:?}");
        assert_eq!(hit.area, 9);
        assert_eq!(
            mesh.drop_to_marked_ground([1.0, 2.0, 3.0], 2.9, enabled, scratch),
            None
        );
    }

    #[test]
    fn a_thousand_unmarked_floors_end_the_drop_after_256_casts() {
        let mut scene = Scene::default();
        for i in 0..1000 {
            scene.floor(i as f32 * -0.05, WALL);
        }
        scene.floor(-60.0, GROUND);
        let mut built = scene.build();
        let (mesh, enabled, scratch, _) = built.parts();
        assert_eq!(
            mesh.drop_to_marked_ground([1.0, 2.0, 1.0], 100.0, enabled, scratch),
            None
        );
    }

    #[test]
    fn a_march_finds_what_one_cast_finds() {
        let mut built = Scene::default().wall_at(10.5, 0.0, 3.0, WALL).build();
        let (mesh, enabled, scratch, _) = built.parts();
        let mut march = |length: f32, step: f32| {
            let ray = Ray {
                origin: [0.0, 1.0, 1.0],
                direction: [1.0, 0.0, 0.0],
                length,
            };
            mesh.march_ray(&ray, step, Filter::ALL, enabled, scratch)
                .map(|hit| hit.distance)
        };
        assert_eq!(march(20.0, 4.0), Some(10.5));
        // The last step is shortened.
        assert_eq!(march(10.4, 4.0), None);
        assert_eq!(march(10.5, 4.0), Some(10.5));
        // Steps that would never get there.
        for step in [1e-6, 0.0, -1.0, f32::NAN] {
            let distance = march(20.0, step).unwrap();
            assert!((distance - 10.5).abs() < 1e-4, "{step}: {distance}");
        }
    }

    #[test]
    fn who_appears_stands_a_centimetre_above_the_ground() {
        let mut built = Scene::default().floor(0.0, GROUND).build();
        let (mesh, enabled, scratch, _) = built.parts();
        let mut snap = |z: f32| mesh.spawn_snap([1.0, 2.0, z], enabled, scratch)[2];
        for z in [-0.9, 0.0, 1.4] {
            assert!((snap(z) - 0.01).abs() < 1e-6, "{z}");
        }
        // From 1 m above to 1.5 m below: no further.
        assert_eq!(snap(-1.1), -1.1);
        assert_eq!(snap(1.6), 1.6);
    }

    #[test]
    fn feet_follow_the_ground_from_a_metre_above_to_half_a_metre_below() {
        let mut built = Scene::default().floor(0.0, GROUND).build();
        let (mesh, enabled, scratch, _) = built.parts();
        let mut ground = |z: f32| {
            let found = mesh.walking_ground([1.0, 2.0, z], enabled, scratch);
            found.map(|(z, hit)| (z.abs() < 1e-6, hit.material))
        };
        for z in [-0.9, 0.0, 0.4] {
            assert_eq!(ground(z), Some((true, Material::CONCRETE)), "{z}");
        }
        assert_eq!(ground(-1.1), None);
        assert_eq!(ground(0.6), None);
    }

    #[test]
    fn who_falls_lands_on_a_floor_and_not_on_a_wall() {
        // Normals that rise 0.8 and 0.6: 4 m along x, 3 m up, and the other way round.
        for (across, up, lands) in [(4.0, 3.0, true), (3.0, 4.0, false)] {
            let corners = [
                [-across, -9.0, -up],
                [across, -9.0, up],
                [across, 9.0, up],
                [-across, 9.0, -up],
            ];
            let mut built = Scene::default().quad(corners, WALL).build();
            let (mesh, enabled, scratch, _) = built.parts();
            let (from, to) = ([0.0, 1.0, 2.0], [0.0, 1.0, -2.0]);
            let hit = mesh.floor_on_the_way(from, to, enabled, scratch);
            assert_eq!(hit.map(|hit| hit.distance), lands.then_some(2.0));
            assert_eq!(mesh.floor_on_the_way(from, from, enabled, scratch), None);
        }
    }

    #[test]
    fn the_ground_area_is_asked_from_just_above_the_point() {
        let mut built = Scene::default()
            .floor(0.0, Kind { area: 7, ..WALL })
            .floor(0.5, Kind { area: 8, ..WALL })
            .build();
        let (mesh, enabled, scratch, _) = built.parts();
        let mut area = |z| mesh.ground_area([0.0, 1.0, z], 10.0, enabled, scratch);
        assert_eq!(area(0.0), Some(7));
        assert_eq!(area(0.2), Some(8));
        assert_eq!(area(-1.0), None);
    }

    #[test]
    fn a_point_over_each_triangle_that_faces_up_drops_onto_it() {
        // Source: spec/collision.md 10: 39,531 of 39,531 on the disc.
        let mut scene = Scene::default();
        for i in 0..12_u8 {
            let [x, y] = [f32::from(i % 4) * 10.0, f32::from(i / 4) * 10.0];
            let z = f32::from(i * 7 % 5);
            let corners = [[x, y], [x + 10.0, y], [x + 10.0, y + 10.0], [x, y + 10.0]];
            scene.quad(corners.map(|[x, y]| [x, y, z]), Kind { area: i, ..WALL });
        }
        let mut built = scene.build();
        assert_eq!(built.mesh.triangles.len(), 24);
        for number in 0..24_u16 {
            let triangle = built.mesh.triangles[usize::from(number)];
            let corners = built.mesh.corners(&triangle).unwrap();
            let centre = corners.iter().sum::<Vec3>() / 3.0;
            let hit = built.down(centre.x, centre.y, centre.z + 1.0, 2.0).unwrap();
            assert_eq!((hit.triangle, hit.distance), (number, 1.0));
        }
        assert_eq!(Contacts::MOST, 50);
    }
}
