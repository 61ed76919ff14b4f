//! A walking body against the mesh's walls. Source: spec/collision.md 9.

use glam::Vec3;

use super::candidates::Scratch;
use super::enabled::EnabledTriangles;
use super::face::Face;
use super::mesh::CollisionMesh;

/// An upright cylinder: how the game sees a human. Against the mesh one sphere of the walking radius stands for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyShape {
    /// Horizontal radius, metres.
    pub radius: f32,
    /// Metres from the feet up.
    pub height: f32,
    /// What the walking radius is multiplied with against the mesh (that it is the radius is inferred): 1 for humans,
    /// 0.25 for those in the air, 0.98 for other bodies.
    pub mesh_scale: f32,
}

impl BodyShape {
    /// Radius of a human of body scale 1.
    pub const RADIUS: f32 = 0.35;
    /// Height of a human of body scale 1.
    pub const HEIGHT: f32 = 2.0;
    /// The player's shape is wider by this while he walks: 0.35 m becomes half a metre.
    pub const WALKING: f32 = 0.5 / 0.35;
    /// A wall's top this little above the feet, or less, is stepped over.
    pub const STEP: f32 = 0.25;
    /// A triangle whose normal rises more is a floor, the rest are walls: about 49.5 degrees.
    pub const FLOOR: f32 = 0.65;

    /// A human of a body scale.
    pub fn human(scale: f32) -> Self {
        Self {
            radius: Self::RADIUS * scale,
            height: Self::HEIGHT * scale,
            mesh_scale: 1.0,
        }
    }

    /// The player's shape of a body scale while he walks.
    pub fn walking(scale: f32) -> Self {
        Self {
            radius: Self::RADIUS * Self::WALKING * scale,
            ..Self::human(scale)
        }
    }

    /// The same shape in the air.
    #[must_use]
    pub fn airborne(self) -> Self {
        Self {
            mesh_scale: 0.25,
            ..self
        }
    }

    fn sphere(&self) -> f32 {
        self.radius * self.mesh_scale
    }

    /// The sphere's centre over the feet: its bottom is at the step's height. The original's height is unknown.
    fn centre(&self, feet: Vec3) -> Vec3 {
        feet + Vec3::Z * (Self::STEP + self.sphere())
    }
}

/// A wall that a move runs into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// Part of the move until then, 0 to 1.
    pub fraction: f32,
    /// Unit normal, against the move.
    pub normal: [f32; 3],
    /// Number of the triangle.
    pub triangle: u16,
}

/// Up to 50 contacts of one sweep, nearest first. Source: spec/collision.md 9.
#[derive(Debug, Clone, Default)]
pub struct Contacts(Vec<Contact>);

impl Contacts {
    /// Contacts of one sweep; the farthest of more are dropped.
    pub const MOST: usize = 50;

    /// None, with room for all.
    pub fn new() -> Self {
        Self(Vec::with_capacity(Self::MOST))
    }

    /// Nearest first.
    pub fn as_slice(&self) -> &[Contact] {
        &self.0
    }

    /// Takes in a contact, of the mesh or of another body.
    pub fn add(&mut self, contact: Contact) {
        let at = self.0.partition_point(|c| c.fraction <= contact.fraction);
        if at < Self::MOST {
            self.0.truncate(Self::MOST - 1);
            self.0.insert(at, contact);
        }
    }
}

/// What became of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// Where the feet are.
    pub position: [f32; 3],
    /// Velocity without what walls took, m/s. Its length is the next update's speed.
    pub velocity: [f32; 3],
}

impl CollisionMesh {
    /// Gathers the walls that a body's sphere meets on a move from `feet` by `motion`, into `contacts`, which it empties.
    ///
    /// Walls are enabled triangles with `|normal.z| <= 0.65` whose top is more than a step above the feet. A one-sided wall stops
    /// what comes from its front; a two-sided one turns to face the sphere. The face is tried first, then the three edges with
    /// their ends.
    pub fn sweep(
        &self,
        body: &BodyShape,
        feet: [f32; 3],
        motion: [f32; 3],
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
        contacts: &mut Contacts,
    ) {
        contacts.0.clear();
        let (feet, motion) = (Vec3::from(feet), Vec3::from(motion));
        let (centre, radius) = (body.centre(feet), body.sphere());
        let grown = Vec3::splat(radius);
        let min = centre.min(centre + motion) - grown;
        let max = centre.max(centre + motion) + grown;
        let stepped_over = feet.z + BodyShape::STEP;
        self.each_candidate_in_box(
            min.to_array(),
            max.to_array(),
            scratch,
            |number, triangle| {
                if !enabled.get(number) {
                    return;
                }
                let Some(face) = self.face(triangle) else {
                    return;
                };
                let is_wall = face.normal.z.abs() <= BodyShape::FLOOR;
                let top = face.corners.iter().fold(f32::MIN, |top, c| top.max(c.z));
                if !is_wall || top <= stepped_over {
                    return;
                }
                if let Some((fraction, normal)) = sphere_meets(&face, centre, radius, motion) {
                    contacts.add(Contact {
                        fraction,
                        normal: normal.to_array(),
                        triangle: number,
                    });
                }
            },
        );
    }

    /// Moves a body along the walls that it meets: up to three passes, each to the nearest contact, which takes its part of
    /// the velocity and of the rest of the move. Contacts stop what runs level against them; nothing rises or sinks by a wall.
    ///
    /// `push` is what else moves the body this time, metres (other bodies' pending push).
    pub fn slide(
        &self,
        body: &BodyShape,
        motion: Slide,
        seconds: f32,
        push: [f32; 3],
        enabled: &EnabledTriangles,
        scratch: &mut Scratch,
        contacts: &mut Contacts,
    ) -> Slide {
        const PASSES: usize = 3;
        const NO_MOVE: f32 = 1e-6;
        let mut position = Vec3::from(motion.position);
        let mut velocity = Vec3::from(motion.velocity);
        let mut left = velocity * seconds + Vec3::from(push);
        for _ in 0..PASSES {
            if left.is_nan() || left.length() <= NO_MOVE {
                break;
            }
            let (from, by) = (position.to_array(), left.to_array());
            self.sweep(body, from, by, enabled, scratch, contacts);
            // The body is upright and its walls push level, or the sphere would roll up over a ledge's edge.
            let first = contacts.as_slice().iter().find_map(|contact| {
                let normal = Vec3::from(contact.normal).with_z(0.0).try_normalize()?;
                (normal.dot(left) < 0.0).then_some((contact.fraction, normal))
            });
            let Some((fraction, normal)) = first else {
                position += left;
                break;
            };
            position += left * fraction;
            velocity = without_part_against(velocity, normal);
            left = without_part_against(left * (1.0 - fraction), normal);
        }
        Slide {
            position: position.to_array(),
            velocity: velocity.to_array(),
        }
    }
}

/// The velocity of something thrown after it has met a wall or floor: what of it ran against the normal comes back, times
/// `restitution`. Nearly every object has 0.1. Source: spec/collision.md 9.
pub fn bounce(velocity: [f32; 3], normal: [f32; 3], restitution: f32) -> [f32; 3] {
    let (velocity, normal) = (Vec3::from(velocity), Vec3::from(normal));
    let against = velocity.dot(normal).min(0.0);
    (velocity - normal * against * (1.0 + restitution)).to_array()
}

/// A vector without what of it runs against a normal.
fn without_part_against(vector: Vec3, normal: Vec3) -> Vec3 {
    vector - normal * vector.dot(normal).min(0.0)
}

/// The fraction of a move at which a sphere meets a face, its edges or their ends, and the normal there.
fn sphere_meets(face: &Face, centre: Vec3, radius: f32, motion: Vec3) -> Option<(f32, Vec3)> {
    let mut normal = face.normal;
    let mut height = face.distance_to(centre);
    if height < 0.0 {
        if !face.two_sided {
            return None;
        }
        (normal, height) = (-normal, -height);
    }
    let approach = normal.dot(motion);
    if approach < 0.0 {
        let fraction = ((radius - height) / approach).max(0.0);
        if fraction <= 1.0 && face.is_over(centre + motion * fraction) {
            return Some((fraction, normal));
        }
    }
    face.edges()
        .into_iter()
        .filter_map(|edge| edge_meets(edge, centre, radius, motion))
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// As [`sphere_meets`] for one edge: a moving point against a cylinder with a sphere at each end.
fn edge_meets(
    (from, to): (Vec3, Vec3),
    centre: Vec3,
    radius: f32,
    motion: Vec3,
) -> Option<(f32, Vec3)> {
    let along = to - from;
    let nearest = |point: Vec3| {
        let part = (point - from).dot(along) / along.length_squared();
        from + along * part.clamp(0.0, 1.0)
    };
    let against = |fraction: f32| {
        let point = centre + motion * fraction;
        let normal = (point - nearest(point)).try_normalize()?;
        (normal.dot(motion) < 0.0).then_some((fraction, normal))
    };
    if centre.distance_squared(nearest(centre)) <= radius * radius {
        return against(0.0);
    }
    // The cylinder first: what of the move and of the way to the edge stands across it.
    let across = |vector: Vec3| vector - along * (vector.dot(along) / along.length_squared());
    let side = first_root(across(centre - from), across(motion), radius).filter(|&fraction| {
        let part = (centre + motion * fraction - from).dot(along) / along.length_squared();
        (0.0..=1.0).contains(&part)
    });
    let fraction = match side {
        Some(fraction) => fraction,
        None => [from, to]
            .into_iter()
            .filter_map(|end| first_root(centre - end, motion, radius))
            .min_by(f32::total_cmp)?,
    };
    against(fraction)
}

/// The smallest fraction from 0 to 1 at which `start + motion * fraction` is as long as `radius`.
fn first_root(start: Vec3, motion: Vec3, radius: f32) -> Option<f32> {
    let a = motion.length_squared();
    let half_b = start.dot(motion);
    let c = start.length_squared() - radius * radius;
    let under_root = half_b * half_b - a * c;
    if a == 0.0 || under_root < 0.0 {
        return None;
    }
    let root = (-half_b - under_root.sqrt()) / a;
    (0.0..=1.0).contains(&root).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::super::TriangleFlags;
    use super::super::scene::*;
    use super::*;

    const STEP_SECONDS: f32 = 1.0 / 30.0;

    fn slide(built: &mut QueriedMesh, body: &BodyShape, motion: Slide, seconds: f32) -> Slide {
        built.mesh.slide(
            body,
            motion,
            seconds,
            [0.0; 3],
            &built.enabled,
            &mut built.scratch,
            &mut built.contacts,
        )
    }

    fn walk(built: &mut QueriedMesh, from: [f32; 3], velocity: [f32; 3], updates: usize) -> Slide {
        let body = BodyShape::walking(0.97);
        let mut position = from;
        let mut end = Slide { position, velocity };
        for _ in 0..updates {
            end = slide(built, &body, Slide { position, velocity }, STEP_SECONDS);
            position = end.position;
        }
        end
    }

    #[test]
    fn shapes_have_the_specs_sizes() {
        // Source: spec/collision.md 9: Rembrandt's scale is 0.97.
        let human = BodyShape::human(0.97);
        assert!((human.radius - 0.3395).abs() < 1e-6);
        assert!((human.height - 1.94).abs() < 1e-6);
        assert!((BodyShape::WALKING - 1.4286).abs() < 1e-4);
        assert!((BodyShape::walking(0.97).radius - 0.485).abs() < 1e-6);
        let airborne = BodyShape::human(1.0).airborne();
        assert!((airborne.sphere() - 0.0875).abs() < 1e-6);
    }

    #[test]
    fn a_walker_stops_0_485_m_before_a_wall() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let end = walk(&mut built, [0.0, 1.0, 0.0], [4.0, 0.0, 0.0], 60);
        assert!((end.position[0] - 4.515).abs() < 1e-4, "{end:?}");
        assert_eq!(end.velocity, [0.0; 3]);
    }

    #[test]
    fn a_walker_who_leans_on_a_wall_keeps_the_part_along_it() {
        // Source: spec/collision.md 9: 0.8 m/s gained an update, 20 degrees off the normal, settles at 0.8 k / (1 - k),
        // k = sin 20 degrees: 0.416 m/s.
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let body = BodyShape::walking(0.97);
        let (sin, cos) = 20_f32.to_radians().sin_cos();
        let mut position = [4.515, -10.0, 0.0];
        let mut speed = 0.0;
        for _ in 0..60 {
            let wanted = speed + 0.8;
            let velocity = [wanted * cos, wanted * sin, 0.0];
            let end = slide(
                &mut built,
                &body,
                Slide { position, velocity },
                STEP_SECONDS,
            );
            position = end.position;
            speed = Vec3::from(end.velocity).length();
        }
        assert!((speed - 0.8 * sin / (1.0 - sin)).abs() < 1e-3, "{speed}");
        assert!((speed - 0.416).abs() < 1e-3, "{speed}");
        assert!((position[0] - 4.515).abs() < 1e-3);
    }

    #[test]
    fn a_corner_stops_both_directions_within_three_passes() {
        let mut built = Scene::default()
            .wall_at(5.0, 0.0, 3.0, WALL)
            .quad(
                [
                    [-20.0, 5.0, 0.0],
                    [20.0, 5.0, 0.0],
                    [20.0, 5.0, 3.0],
                    [-20.0, 5.0, 3.0],
                ],
                WALL,
            )
            .build();
        let end = walk(&mut built, [0.0, 0.5, 0.0], [4.0, 3.0, 0.0], 90);
        assert!((end.position[0] - 4.515).abs() < 1e-3, "{end:?}");
        assert!((end.position[1] - 4.515).abs() < 1e-3, "{end:?}");
        assert!(Vec3::from(end.velocity).length() < 1e-3);
    }

    #[test]
    fn a_step_of_0_20_m_is_walked_over_and_one_of_0_60_m_blocks() {
        // Source: spec/collision.md 11.
        let ledge = |top: f32| {
            let mut built = Scene::default().wall_at(5.0, 0.0, top, WALL).build();
            walk(&mut built, [0.0, 1.0, 0.0], [4.0, 0.0, 0.0], 60).position[0]
        };
        assert!((ledge(0.20) - 8.0).abs() < 1e-3);
        assert!((ledge(0.25) - 8.0).abs() < 1e-3);
        // The sphere's bottom is at the step's height, so it meets the edge of a low ledge later than a high wall.
        assert!(ledge(0.60) < 4.75);
        assert!((ledge(3.0) - 4.515).abs() < 1e-3);
    }

    #[test]
    fn a_slope_whose_normal_rises_0_70_is_a_floor_and_0_60_is_a_wall() {
        // Source: spec/collision.md 9, 11.
        let slope = |rise: f32| {
            let run = (1.0 - rise * rise).sqrt();
            // Unit normal (-run, 0, rise): 4 m of it, from the ground up.
            let (x, z) = (5.0 + 4.0 * rise, 4.0 * run);
            let corners = [
                [5.0, 20.0, 0.0],
                [5.0, -20.0, 0.0],
                [x, -20.0, z],
                [x, 20.0, z],
            ];
            let mut built = Scene::default().quad(corners, WALL).build();
            let [_, _, normal] = built.mesh.normal(0).unwrap();
            assert!((normal - rise).abs() < 1e-5);
            let end = walk(&mut built, [0.0, 1.0, 0.0], [4.0, 0.0, 0.0], 60);
            end.position[0]
        };
        assert!((slope(0.70) - 8.0).abs() < 1e-3);
        assert!(slope(0.60) < 6.0);
    }

    #[test]
    fn the_back_of_a_one_sided_wall_and_a_disabled_one_let_a_body_through() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let end = walk(&mut built, [8.0, 1.0, 0.0], [-4.0, 0.0, 0.0], 60);
        assert!((end.position[0] - 0.0).abs() < 1e-3, "{end:?}");
        built.mesh.triangles[0].flags.0 |= TriangleFlags::TWO_SIDED;
        built.mesh.triangles[1].flags.0 |= TriangleFlags::TWO_SIDED;
        let end = walk(&mut built, [8.0, 1.0, 0.0], [-4.0, 0.0, 0.0], 60);
        assert!((end.position[0] - 5.485).abs() < 1e-3, "{end:?}");
        built.enabled.set(0, false);
        built.enabled.set(1, false);
        let end = walk(&mut built, [8.0, 1.0, 0.0], [-4.0, 0.0, 0.0], 60);
        assert!((end.position[0] - 0.0).abs() < 1e-3, "{end:?}");
    }

    #[test]
    fn a_sphere_meets_the_edge_of_a_wall_that_it_passes_beside() {
        // The wall ends at y = 20; the body walks at y = 20.3, its radius is 0.485.
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let body = BodyShape::walking(0.97);
        let (mesh, enabled, scratch, contacts) = built.parts();
        let mut sweep = |y: f32| {
            mesh.sweep(
                &body,
                [0.0, y, 0.0],
                [10.0, 0.0, 0.0],
                enabled,
                scratch,
                contacts,
            );
            contacts.as_slice().first().copied()
        };
        let contact = sweep(20.3).unwrap();
        // sqrt(0.485^2 - 0.3^2) before the edge.
        let before = (0.485_f32 * 0.485 - 0.09).sqrt();
        assert!((contact.fraction * 10.0 - (5.0 - before)).abs() < 1e-3);
        assert!(
            (Vec3::from(contact.normal) - Vec3::new(-before, 0.3, 0.0) / 0.485).length() < 1e-3
        );
        assert_eq!(sweep(20.6), None);
    }

    #[test]
    fn a_push_moves_a_body_without_becoming_velocity() {
        let mut built = Scene::default().wall_at(5.0, 0.0, 3.0, WALL).build();
        let motion = Slide {
            position: [4.0, 1.0, 0.0],
            velocity: [0.0; 3],
        };
        let (mesh, enabled, scratch, contacts) = built.parts();
        let body = BodyShape::walking(0.97);
        let push = [1.0, 0.5, 0.0];
        let end = mesh.slide(
            &body,
            motion,
            STEP_SECONDS,
            push,
            enabled,
            scratch,
            contacts,
        );
        assert!((Vec3::from(end.position) - Vec3::new(4.515, 1.5, 0.0)).length() < 1e-4);
        assert_eq!(end.velocity, [0.0; 3]);
    }

    #[test]
    fn who_falls_beside_the_top_of_a_wall_does_not_hang_on_it() {
        let mut built = Scene::default().wall_at(5.0, -9.0, 1.0, WALL).build();
        let motion = Slide {
            position: [4.9, 1.0, 1.5],
            velocity: [0.0, 0.0, -6.0],
        };
        let end = slide(&mut built, &BodyShape::walking(0.97), motion, 0.5);
        assert!((end.position[2] + 1.5).abs() < 1e-4, "{end:?}");
        assert_eq!(end.velocity, [0.0, 0.0, -6.0]);
    }

    #[test]
    fn a_bounce_gives_a_tenth_back() {
        // Source: spec/collision.md 9: v -= n (v.n)(1 + e).
        let up = [0.0, 0.0, 1.0];
        let [x, y, z] = bounce([3.0, 0.0, -5.0], up, 0.1);
        assert_eq!((x, y), (3.0, 0.0));
        assert!((z - 0.5).abs() < 1e-5);
        // What moves away is left alone.
        assert_eq!(bounce([3.0, 0.0, 5.0], up, 0.1), [3.0, 0.0, 5.0]);
    }

    #[test]
    fn contacts_are_sorted_and_the_farthest_beyond_fifty_dropped() {
        let mut contacts = Contacts::new();
        for i in (0..80_u16).rev() {
            contacts.add(Contact {
                fraction: f32::from(i) / 80.0,
                normal: [1.0, 0.0, 0.0],
                triangle: i,
            });
        }
        let order: Vec<u16> = contacts.as_slice().iter().map(|c| c.triangle).collect();
        assert_eq!(order, (0..50).collect::<Vec<u16>>());
        contacts.add(Contact {
            fraction: 1.0,
            normal: [1.0, 0.0, 0.0],
            triangle: 99,
        });
        assert_eq!(contacts.as_slice().len(), 50);
        assert_eq!(contacts.as_slice()[49].triangle, 49);
    }

    #[test]
    fn the_first_contact_is_where_small_steps_find_one() {
        let mut random = Random(0x0B0D1);
        let mut built = random.scene(900).build();
        let body = BodyShape::walking(1.0);
        let mut met = 0;
        for _ in 0..300 {
            let [x, y, z] = random.point([40.0, 30.0, 6.0]);
            let motion = random.point([9.0, 9.0, 0.0]);
            let (mesh, enabled, scratch, contacts) = built.parts();
            mesh.sweep(&body, [x, y, z], motion, enabled, scratch, contacts);
            let Some(first) = contacts.as_slice().first() else {
                continue;
            };
            if first.fraction == 0.0 {
                continue;
            }
            met += 1;
            // At the contact the triangle's nearest point is a radius away.
            let centre = body.centre(Vec3::new(x, y, z)) + Vec3::from(motion) * first.fraction;
            let triangle = mesh.triangles[usize::from(first.triangle)];
            let face = mesh.face(&triangle).unwrap();
            let [a, b, c] = face.corners;
            let mut nearest = f32::MAX;
            for i in 0..=60 {
                for j in 0..=(60 - i) {
                    let (u, v) = (i as f32 / 60.0, j as f32 / 60.0);
                    let point = a + (b - a) * u + (c - a) * v;
                    nearest = nearest.min(point.distance(centre));
                }
            }
            assert!(
                (nearest - body.sphere()).abs() < 0.1,
                "{nearest} m at {first:?}"
            );
        }
        assert!(met > 30, "only {met}");
    }
}
