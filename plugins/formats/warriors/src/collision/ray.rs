//! The nearest triangle on a ray.

use glam::Vec3;

use super::candidates::{Scratch, Walk};
use super::enabled::EnabledTriangles;
use super::filter::Filter;
use super::material::Material;
use super::mesh::CollisionMesh;
use super::triangle::{Triangle, TriangleFlags};

/// A ray of a length, game axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins, metres.
    pub origin: [f32; 3],
    /// Unit vector.
    pub direction: [f32; 3],
    /// Metres.
    pub length: f32,
}

impl Ray {
    /// Straight down.
    pub fn down(origin: [f32; 3], length: f32) -> Self {
        Self {
            origin,
            direction: [0.0, 0.0, -1.0],
            length,
        }
    }

    /// From one point to another; `None` when they are the same.
    pub fn between(from: [f32; 3], to: [f32; 3]) -> Option<Self> {
        let (direction, length) = (Vec3::from(to) - Vec3::from(from)).normalize_and_length();
        (length > 0.0).then(|| Self {
            origin: from,
            direction: direction.to_array(),
            length,
        })
    }

    /// The point at a distance from the origin.
    pub fn at(&self, distance: f32) -> [f32; 3] {
        (Vec3::from(self.origin) + Vec3::from(self.direction) * distance).to_array()
    }
}

/// Where a ray met the mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Metres from the ray's origin.
    pub distance: f32,
    /// Unit normal. A two-sided triangle's faces the ray.
    pub normal: [f32; 3],
    /// What it is made of.
    pub material: Material,
    /// The lower 12 flag bits; [`TriangleFlags::ENABLED`] as it is now.
    pub flags: TriangleFlags,
    /// The ground area.
    pub area: u8,
    /// Number of the triangle.
    pub triangle: u16,
}

impl CollisionMesh {
    /// The nearest triangle that a ray meets, through the grid. Source: spec/collision.md 5.
    ///
    /// `None` on a miss, for which the original reports material 1.
    pub fn ray_cast(
        &self,
        ray: &Ray,
        filter: Filter<'_>,
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<RayHit> {
        let mut nearest = Nearest::new(self, ray, filter, enabled);
        let origin = ray.origin.map(f64::from);
        let length = f64::from(ray.length);
        let [dx, dy, dz] = ray.direction.map(f64::from);
        let [ox, oy, oz] = origin;
        let end = [ox + dx * length, oy + dy * length, oz + dz * length];
        let header = &self.header;
        let (a, b) = (header.grid_point(origin), header.grid_point(end));
        let ([ax, ay, az], [bx, by, bz]) = (a, b);
        let low = header.cell([ax.min(bx), ay.min(by), az.min(bz)]);
        let high = header.cell([ax.max(bx), ay.max(by), az.max(bz)]);
        let mut walk = Walk::new(self, scratch, |number, triangle| {
            nearest.test(number, triangle);
        });
        let ([x0, y0, _], [x1, y1, _]) = (low, high);
        if x0 == x1 || y0 == y1 {
            walk.block(low, high);
            return nearest.hit;
        }
        // Columns of cells from x0 to x1, in each the rows that the line passes. The line is the unclamped one.
        let slope = (by - ay) / (bx - ax);
        let at_zero = ay - slope * ax;
        let row = |x: usize| (slope * x as f64 + at_zero).max(0.0) as usize;
        for x in x0..=x1 {
            let (from, to) = (row(x), row(x + 1));
            let (from, to) = (from.min(to).clamp(y0, y1), from.max(to).clamp(y0, y1));
            for y in from..=to {
                for z in low[2]..=high[2] {
                    if !walk.cell([x, y, z]) {
                        walk.without_grid();
                        return nearest.hit;
                    }
                }
            }
        }
        nearest.hit
    }

    /// The nearest triangle that a ray meets, by testing every one: what [`CollisionMesh::ray_cast`] is held against.
    pub fn ray_cast_without_grid(
        &self,
        ray: &Ray,
        filter: Filter<'_>,
        enabled: &EnabledTriangles,
    ) -> Option<RayHit> {
        let mut nearest = Nearest::new(self, ray, filter, enabled);
        for (number, triangle) in (0..=u16::MAX).zip(&self.triangles) {
            nearest.test(number, triangle);
        }
        nearest.hit
    }

    /// The follow camera's ray, which meets disabled triangles too and then thinks again: when the nearest hit is a disabled
    /// triangle (without bit 11), and `target` is not in front of its plane or `look_at` is less than half a metre in front of
    /// it, the ray is cast once more without mask bit 0. Source: spec/collision.md 5.1.
    pub fn camera_ray_cast(
        &self,
        ray: &Ray,
        filter: Filter<'_>,
        target: [f32; 3],
        look_at: [f32; 3],
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
    ) -> Option<RayHit> {
        const NEAR: f32 = 0.5;
        let hit = self.ray_cast(ray, filter, enabled, scratch)?;
        let open = TriangleFlags::ENABLED | TriangleFlags::MET_WHEN_DISABLED;
        if hit.flags.0 & open != 0 {
            return Some(hit);
        }
        let point = Vec3::from(ray.at(hit.distance));
        let in_front = |of: [f32; 3]| Vec3::from(hit.normal).dot(Vec3::from(of) - point);
        if in_front(target) > 0.0 && in_front(look_at) >= NEAR {
            return Some(hit);
        }
        let filter = Filter {
            mask: filter.mask & !Filter::DISABLED_TOO,
            ..filter
        };
        self.ray_cast(ray, filter, enabled, scratch)
    }
}

/// Keeps the nearest of the triangles that it tests.
struct Nearest<'a> {
    mesh: &'a CollisionMesh,
    origin: Vec3,
    direction: Vec3,
    length: f32,
    filter: Filter<'a>,
    enabled: &'a EnabledTriangles,
    hit: Option<RayHit>,
}

impl<'a> Nearest<'a> {
    fn new(
        mesh: &'a CollisionMesh,
        ray: &Ray,
        filter: Filter<'a>,
        enabled: &'a EnabledTriangles,
    ) -> Self {
        Self {
            mesh,
            origin: ray.origin.into(),
            direction: ray.direction.into(),
            length: ray.length,
            filter,
            enabled,
            hit: None,
        }
    }

    fn test(&mut self, number: u16, triangle: &Triangle) {
        let is_on = u16::from(self.enabled.get(number));
        let flags = TriangleFlags(triangle.flags.shown().0 & !TriangleFlags::ENABLED | is_on);
        if !self.filter.meets(flags, triangle.material) {
            return;
        }
        let Some(corners) = self.mesh.corners(triangle) else {
            return;
        };
        let two_sided = flags.has(TriangleFlags::TWO_SIDED);
        let Some((distance, from_behind)) = meet(self.origin, self.direction, corners, two_sided)
        else {
            return;
        };
        let is_nearer = self.hit.is_none_or(|hit| distance < hit.distance);
        if !(0.0 <= distance && distance <= self.length && is_nearer) {
            return;
        }
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        self.hit = Some(RayHit {
            distance,
            normal: if from_behind { -normal } else { normal }.to_array(),
            material: triangle.material,
            flags,
            area: triangle.area,
            triangle: number,
        });
    }
}

/// Möller and Trumbore's test: the distance along the ray, and whether it came from behind. Edges belong to the triangle.
fn meet(
    origin: Vec3,
    direction: Vec3,
    [v0, v1, v2]: [Vec3; 3],
    two_sided: bool,
) -> Option<(f32, bool)> {
    const PARALLEL: f32 = 1e-6;
    let (e1, e2) = (v1 - v0, v2 - v0);
    let p = direction.cross(e2);
    let determinant = e1.dot(p);
    let too_small = if two_sided {
        determinant.abs() < PARALLEL
    } else {
        determinant < PARALLEL
    };
    if too_small {
        return None;
    }
    let from_corner = origin - v0;
    let u = from_corner.dot(p) / determinant;
    let q = from_corner.cross(e1);
    let v = direction.dot(q) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0).then(|| (e2.dot(q) / determinant, determinant < 0.0))
}

#[cfg(test)]
mod tests {
    use super::super::scene::*;
    use super::*;

    const FORWARD: Ray = Ray {
        origin: [0.0, 1.0, 1.5],
        direction: [1.0, 0.0, 0.0],
        length: 10.0,
    };

    fn hit_at(built: &mut QueriedMesh, filter: Filter<'_>) -> Option<f32> {
        built.ray(FORWARD, filter).map(|hit| hit.distance)
    }

    /// What a test of every triangle says.
    fn without_grid(built: &QueriedMesh, ray: &Ray) -> Option<RayHit> {
        let (mesh, enabled) = (&built.mesh, &built.enabled);
        mesh.ray_cast_without_grid(ray, Filter::ALL, enabled)
    }

    #[test]
    fn a_hit_says_where_what_and_from_which_side() {
        let kind = Kind {
            flags: 0xF015,
            material: Material(7),
            area: 12,
        };
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, kind).build();
        let hit = built.ray(FORWARD, Filter::ALL).unwrap();
        assert_eq!(hit.distance, 5.0);
        assert_eq!(hit.normal, [-1.0, 0.0, 0.0]);
        assert_eq!((hit.material, hit.area), (Material(7), 12));
        // The top number is not shown.
        assert_eq!(hit.flags.0, 0x015);
        assert_eq!(FORWARD.at(hit.distance), [5.0, 1.0, 1.5]);
    }

    #[test]
    fn a_one_sided_wall_is_met_from_its_front_only() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let back = Ray {
            origin: [8.0, 1.0, 1.5],
            direction: [-1.0, 0.0, 0.0],
            length: 10.0,
        };
        assert_eq!(built.ray(back, Filter::ALL), None);
        let both = Kind {
            flags: 0xF003,
            ..WALL
        };
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, both).build();
        let hit = built.ray(back, Filter::ALL).unwrap();
        assert_eq!((hit.distance, hit.normal), (3.0, [1.0, 0.0, 0.0]));
        let hit = built.ray(FORWARD, Filter::ALL).unwrap();
        assert_eq!((hit.distance, hit.normal), (5.0, [-1.0, 0.0, 0.0]));
    }

    #[test]
    fn the_length_counts_and_so_do_the_borders() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let length = |length| Ray { length, ..FORWARD };
        assert!(built.ray(length(5.0), Filter::ALL).is_some());
        assert!(built.ray(length(4.99), Filter::ALL).is_none());
        assert!(built.ray(length(-1.0), Filter::ALL).is_none());
        assert!(built.ray(length(f32::NAN), Filter::ALL).is_none());
        let at = |y, z| Ray {
            origin: [0.0, y, z],
            ..FORWARD
        };
        // The wall's corner and the diagonal between its two triangles.
        assert!(built.ray(at(20.0, 3.0), Filter::ALL).is_some());
        assert!(built.ray(at(0.0, 1.5), Filter::ALL).is_some());
        assert!(built.ray(at(20.1, 1.5), Filter::ALL).is_none());
    }

    #[test]
    fn a_mask_bit_makes_the_triangles_that_carry_it_transparent() {
        let passes = Kind {
            flags: 0xF201,
            ..WALL
        };
        let fence = Kind {
            material: Material::LOW_FENCE,
            ..WALL
        };
        let mut built = Scene::default()
            .wall_at(3.0, 0.0, 3.0, passes)
            .wall_at(5.0, 0.0, 3.0, fence)
            .wall_at(7.0, 0.0, 3.0, WALL)
            .build();
        assert_eq!(hit_at(&mut built, Filter::ALL), Some(3.0));
        assert_eq!(hit_at(&mut built, Filter::CAMERA), Some(7.0));
        assert_eq!(hit_at(&mut built, Filter::CAMERA_HEIGHT), Some(7.0));
        assert_eq!(hit_at(&mut built, Filter::SIGHT), Some(3.0));
        let mask_only = Filter {
            exclude: &[],
            ..Filter::CAMERA
        };
        assert_eq!(hit_at(&mut built, mask_only), Some(5.0));
    }

    #[test]
    fn material_1_ends_an_exclusion_list() {
        let mut built = Scene::default()
            .wall_at(
                3.0,
                0.0,
                3.0,
                Kind {
                    material: Material::NONE,
                    ..WALL
                },
            )
            .wall_at(5.0, 0.0, 3.0, WALL)
            .build();
        let exclude = |exclude| Filter { mask: 0, exclude };
        assert_eq!(hit_at(&mut built, exclude(&[Material::NONE])), Some(3.0));
        let list = [Material::NONE, Material::CONCRETE];
        built.enabled.set(0, false);
        built.enabled.set(1, false);
        assert_eq!(hit_at(&mut built, exclude(&list)), Some(5.0));
        assert_eq!(hit_at(&mut built, exclude(&list[1..])), None);
    }

    #[test]
    fn a_disabled_triangle_is_met_by_mask_bit_0_or_when_both_have_bit_11() {
        let panel = |flags| {
            let mut built = Scene::default()
                .wall_at(5.0, 0.0, 3.0, Kind { flags, ..WALL })
                .build();
            built.enabled.set(0, false);
            built.enabled.set(1, false);
            move |mask| {
                let hit = built.ray(FORWARD, Filter { mask, exclude: &[] });
                hit.map(|hit| hit.flags.0)
            }
        };
        let mut ordinary = panel(0xF001);
        assert_eq!([0, 1, 0x800].map(&mut ordinary), [None, Some(0), None]);
        let mut marked = panel(0xF801);
        assert_eq!(
            [0, 1, 0x800].map(&mut marked),
            [None, Some(0x800), Some(0x800)]
        );
    }

    #[test]
    fn bits_0_and_11_of_a_mask_make_nothing_transparent() {
        let kind = Kind {
            flags: 0xF801,
            ..WALL
        };
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, kind).build();
        let mask = |mask| Filter { mask, exclude: &[] };
        assert_eq!(hit_at(&mut built, mask(0x801)), Some(5.0));
        assert_eq!(hit_at(&mut built, mask(0x1000)), Some(5.0));
    }

    #[test]
    fn the_camera_looks_again_past_a_disabled_triangle_that_its_target_is_behind() {
        let mut built = Scene::default()
            .wall_at(5.0, 0.0, 3.0, WALL)
            .wall_at(8.0, 0.0, 3.0, WALL)
            .build();
        built.enabled.set(0, false);
        built.enabled.set(1, false);
        let mut cast = |target: f32, look_at: f32| {
            let filter = Filter {
                mask: Filter::CAMERA.mask | Filter::DISABLED_TOO,
                ..Filter::CAMERA
            };
            let point = |x| [x, 1.0, 1.5];
            built
                .mesh
                .camera_ray_cast(
                    &FORWARD,
                    filter,
                    point(target),
                    point(look_at),
                    &built.enabled,
                    &mut built.scratch,
                )
                .map(|hit| hit.distance)
        };
        assert_eq!(cast(0.0, 0.0), Some(5.0));
        assert_eq!(cast(6.0, 0.0), Some(8.0));
        assert_eq!(cast(0.0, 4.6), Some(8.0));
        assert_eq!(cast(0.0, 4.4), Some(5.0));
    }

    #[test]
    fn a_ray_through_the_grid_meets_what_a_test_of_every_triangle_meets() {
        // Source: spec/collision.md 4.3: 400 triangles, 4,000 rays, one layer of cells and two.
        let mut random = Random(0x00C0_111D);
        for cells in [None, Some([16, 11, 2])] {
            let scene = random.scene(400);
            let mut built = match cells {
                None => scene.build(),
                Some(cells) => scene.build_with_cells(cells),
            };
            built.enabled.set(17, false);
            let mut hits = 0;
            for i in 0..4000 {
                let from = random.point([70.0, 50.0, 12.0]);
                let to = random.point([70.0, 50.0, 12.0]);
                let mut ray = Ray::between(from, to).unwrap();
                if i % 5 == 0 {
                    ray = Ray::down(from, 30.0);
                }
                let mask = [0, 0x200, 0x801, 8][i % 4];
                let filter = Filter {
                    mask,
                    exclude: if i % 3 == 0 {
                        &Material::CAMERA_EXCLUSIONS
                    } else {
                        &[]
                    },
                };
                let found = built.ray(ray, filter);
                let expected = built
                    .mesh
                    .ray_cast_without_grid(&ray, filter, &built.enabled);
                assert_eq!(
                    found.map(|hit| (hit.distance, hit.triangle)),
                    expected.map(|hit| (hit.distance, hit.triangle)),
                    "ray {i}: {ray:?}"
                );
                hits += usize::from(found.is_some());
            }
            assert!(hits > 400, "only {hits} rays met something");
        }
    }

    #[test]
    fn rays_along_cell_borders_and_axes_lose_nothing() {
        let mut random = Random(0xB0DE);
        let mut built = random.scene(400).build();
        let [[sx, ..], [_, sy, ..], _, [tx, ty, ..]] = built.mesh.header.grid_from_world;
        for i in 0..2000 {
            // Origins on cell corners.
            let x = ((random.next() % 16) as f32 - tx) / sx;
            let y = ((random.next() % 11) as f32 - ty) / sy;
            let from = [x, y, random.between(-8.0, 8.0)];
            let direction = match i % 4 {
                0 => [1.0, 0.0, 0.0],
                1 => [0.0, -1.0, 0.0],
                2 => [0.6, 0.8, 0.0],
                _ => [-0.8, 0.6, 0.0],
            };
            let ray = Ray {
                origin: from,
                direction,
                length: 100.0,
            };
            let found = built.ray(ray, Filter::ALL);
            let expected = without_grid(&built, &ray);
            assert_eq!(
                found.map(|hit| hit.distance),
                expected.map(|hit| hit.distance),
                "ray {i}: {ray:?}"
            );
        }
    }

    #[test]
    fn a_level_with_a_y_scale_of_0_is_one_row_of_cells() {
        // Source: spec/collision.md 2, level118: every point maps to the same row, so the lists of the other rows do not count.
        let mut built = Scene::default()
            .floor(0.0, GROUND)
            .build_with_cells([2, 1, 1]);
        assert_eq!(built.mesh.header.grid_from_world[1], [0.0; 4]);
        for y in [-19.0, 0.0, 19.0] {
            assert_eq!(built.down(3.0, y, 1.0, 2.0).unwrap().distance, 1.0);
        }
    }

    #[test]
    fn cells_that_share_one_long_list_cost_no_more_than_the_bytes_of_the_mesh() {
        let mut random = Random(5);
        let mut built = random.scene(2000).build_with_cells([100, 100, 1]);
        // Every cell names the same list of every triangle, and lies a word further than the one before.
        built.mesh.lists = vec![2000];
        built.mesh.lists.extend(0..2000);
        built.mesh.lists.resize(14_000, 2000);
        for (offset, entry) in (1..).zip(&mut built.mesh.grid) {
            *entry = offset;
        }
        let words = built.mesh.lists.len() + built.mesh.grid.len() + built.mesh.triangles.len();
        for _ in 0..200 {
            let (from, to) = (random.point([70.0; 3]), random.point([70.0; 3]));
            let ray = Ray::between(from, to).unwrap();
            let found = built.ray(ray, Filter::ALL);
            let expected = without_grid(&built, &ray);
            assert!(built.scratch.steps() <= 2 * words as u64 + u64::from(u16::MAX));
            if built.scratch.steps() > words as u64 {
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn a_query_allocates_nothing_once_its_scratch_has_grown() {
        let mut built = Random(9).scene(400).build();
        built.down(0.0, 0.0, 10.0, 20.0);
        let room = built.scratch.capacity();
        for i in 0..100 {
            built.down(i as f32 - 50.0, 0.0, 10.0, 20.0);
        }
        assert_eq!(built.scratch.capacity(), room);
    }
}
