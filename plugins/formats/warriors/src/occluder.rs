//! Occluders, chunk 0x53: vertical walls that hide what is behind them.

use glam::Vec3;
use wonderwheel_renderware::world::Aabb;

use crate::axes::rw_from_game;

mod table;

pub use table::{OccluderRecord, OccluderTable, read_chunk, write_chunk};

/// An occluder: a wall between two upright edges, unbounded above and below. Source: spec/world-addenda.md 4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occluder {
    /// P0, P1, P2, P3 in game axes (z up), as the file stores them; P2 = P0 + (0, 0, 1), P3 = P1 + (0, 0, 1).
    pub points: [[f32; 3]; 4],
}

impl Occluder {
    /// The wall over the ground line from `from` to `to`, game axes.
    pub fn wall(from: [f32; 3], to: [f32; 3]) -> Self {
        let above = |[x, y, z]: [f32; 3]| [x, y, z + 1.0];
        Self {
            points: [from, to, above(from), above(to)],
        }
    }
}

/// A plane: `normal . p + distance`, positive on the side that the normal points to.
#[derive(Debug, Clone, Copy, PartialEq)]
struct HalfSpace {
    normal: Vec3,
    distance: f32,
}

impl HalfSpace {
    fn distance_to(&self, point: Vec3) -> f32 {
        self.normal.dot(point) + self.distance
    }

    fn through(a: Vec3, b: Vec3, c: Vec3) -> Option<Self> {
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(Self {
            normal,
            distance: -normal.dot(a),
        })
    }

    /// The same plane with `point` on the positive side, or `None` when it lies nearer than a millimetre.
    fn facing(self, point: Vec3) -> Option<Self> {
        const TOO_NEAR: f32 = 0.001;
        let distance = self.distance_to(point);
        if distance.abs() < TOO_NEAR {
            None
        } else if distance > 0.0 {
            Some(self)
        } else {
            Some(Self {
                normal: -self.normal,
                distance: -self.distance,
            })
        }
    }

    /// The same plane, seen from the other side.
    fn flipped(self) -> Self {
        Self {
            normal: -self.normal,
            distance: -self.distance,
        }
    }

    /// Whether the whole box lies on the positive side.
    fn holds(&self, bounds: &Aabb) -> bool {
        // The corner that is farthest back decides for all eight.
        let corner = Vec3::select(
            self.normal.cmpge(Vec3::ZERO),
            Vec3::from(bounds.min),
            Vec3::from(bounds.max),
        );
        self.distance_to(corner) > 0.0
    }
}

/// What one occluder hides from one eye: the wedge behind the wall, between the two planes through the eye and the wall's
/// edges. It has no top and no bottom. Source: spec/world-addenda.md 4.2; 0x0017a8d8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallPlanes {
    planes: [HalfSpace; 3],
}

impl WallPlanes {
    /// The wedge of `occluder` seen from `eye` in a view bounded by `frustum`, all in RenderWare axes. A frustum plane is
    /// `[a, b, c, d]` with `ax + by + cz + d` positive inside.
    ///
    /// `None` when the wall is inactive: both of its points P0 and P1 lie behind one frustum plane, the eye lies in the wall's
    /// own plane, or the wall has no width. The original asks four of the six frustum planes; which ones was never traced, and
    /// asking all of them only drops walls that stand wholly outside.
    pub fn new(occluder: &Occluder, eye: [f32; 3], frustum: &[[f32; 4]]) -> Option<Self> {
        let eye = Vec3::from(eye);
        let [p0, p1, p2, p3] = occluder.points.map(|point| Vec3::from(rw_from_game(point)));
        let behind = |&[a, b, c, d]: &[f32; 4]| {
            let plane = HalfSpace {
                normal: Vec3::new(a, b, c),
                distance: d,
            };
            plane.distance_to(p0) < 0.0 && plane.distance_to(p1) < 0.0
        };
        if frustum.iter().any(behind) {
            return None;
        }
        Some(Self {
            planes: [
                HalfSpace::through(eye, p0, p2)?.facing(p1)?,
                HalfSpace::through(p1, eye, p3)?.facing(p0)?,
                HalfSpace::through(p0, p2, p1)?.facing(eye)?.flipped(),
            ],
        })
    }

    /// Whether the wall hides the whole box.
    fn hides(&self, bounds: &Aabb) -> bool {
        self.planes.iter().all(|plane| plane.holds(bounds))
    }
}

/// Whether one of the walls hides the whole box (RenderWare axes).
///
/// Quirk: a box whose top lies under -50 m is never hidden, because rooms are built far below the street and the walls
/// are unbounded below. Which coordinate the original compares is inferred. Source: spec/world-addenda.md 4.3; 0x0050ccc4.
pub fn hides(walls: &[WallPlanes], bounds: &Aabb) -> bool {
    const LOWEST_TESTED: f32 = -50.0;
    let [_, top, _] = bounds.max;
    top >= LOWEST_TESTED && walls.iter().any(|wall| wall.hides(bounds))
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::cursor::Cursor;

    use super::*;

    /// A wall 10 m wide across the view of an eye 10 m in front of it. In RenderWare axes the eye looks along -z, the wall
    /// stands at z = -10 from x = -5 to x = 5, and the wedge behind it has the half width |z| / 2.
    fn wall() -> Occluder {
        Occluder::wall([-5.0, 10.0, 0.0], [5.0, 10.0, 0.0])
    }

    /// The chunk of that wall.
    fn one_wall() -> Vec<u8> {
        let mut bytes = Vec::new();
        write_chunk(&[wall()], &mut bytes);
        bytes
    }

    const EYE: [f32; 3] = [0.0, 2.0, 0.0];

    fn bounds(x: [f32; 2], y: [f32; 2], z: [f32; 2]) -> Aabb {
        Aabb {
            min: [x[0], y[0], z[0]],
            max: [x[1], y[1], z[1]],
        }
    }

    fn hidden(eye: [f32; 3], bounds: &Aabb) -> bool {
        let walls: Vec<WallPlanes> = WallPlanes::new(&wall(), eye, &[]).into_iter().collect();
        hides(&walls, bounds)
    }

    /// From -2 to 2 across, between two heights and two depths.
    fn ahead(y: [f32; 2], z: [f32; 2]) -> Aabb {
        bounds([-2.0, 2.0], y, z)
    }

    // The five tests of spec/world-addenda.md 4.4.

    #[test]
    fn a_wall_in_front_of_a_box_hides_it() {
        assert!(hidden(EYE, &ahead([0.0, 3.0], [-20.0, -15.0])));
    }

    #[test]
    fn a_camera_beyond_the_wall_sees_the_box() {
        let beyond = [0.0, 2.0, -12.0];
        assert!(!hidden(beyond, &ahead([0.0, 3.0], [-20.0, -15.0])));
    }

    #[test]
    fn a_box_that_sticks_out_of_the_wedge_by_one_corner_is_seen() {
        // At z = -15, the nearest face, the wedge ends at x = 7.5.
        let to = |x: f32| bounds([-2.0, x], [0.0, 3.0], [-20.0, -15.0]);
        assert!(hidden(EYE, &to(7.4)));
        assert!(!hidden(EYE, &to(7.6)));
        // A face in front of the wall sticks out as well.
        assert!(!hidden(EYE, &ahead([0.0, 3.0], [-20.0, -9.9])));
    }

    #[test]
    fn a_box_above_the_wall_is_hidden_because_walls_have_no_top() {
        assert!(hidden(EYE, &ahead([200.0, 300.0], [-20.0, -15.0])));
    }

    #[test]
    fn a_box_whose_top_is_under_minus_50_is_not_tested() {
        for (heights, is_hidden) in [
            ([-63.0, -60.0], false),
            ([-53.0, -50.0], true),
            ([-53.1, -50.1], false),
        ] {
            let found = hidden(EYE, &ahead(heights, [-20.0, -15.0]));
            assert_eq!(found, is_hidden, "{heights:?}");
        }
    }

    #[test]
    fn an_eye_in_the_walls_own_plane_makes_it_inactive() {
        assert_eq!(WallPlanes::new(&wall(), [20.0, 2.0, -10.0], &[]), None);
        let point = Occluder::wall([1.0; 3], [1.0; 3]);
        assert_eq!(WallPlanes::new(&point, EYE, &[]), None);
    }

    #[test]
    fn a_wall_hides_from_both_of_its_sides() {
        let behind = [0.0, 2.0, -20.0];
        assert!(hidden(behind, &ahead([0.0, 3.0], [-5.0, -1.0])));
    }

    #[test]
    fn a_wall_with_both_points_behind_one_frustum_plane_is_inactive() {
        // Planes that keep what lies right and left of a limit: the wall's points are at x = -5 and x = 5.
        let right_of = |limit: f32| [1.0, 0.0, 0.0, -limit];
        let left_of = |limit: f32| [-1.0, 0.0, 0.0, limit];
        let is_active = |frustum: &[[f32; 4]]| WallPlanes::new(&wall(), EYE, frustum).is_some();
        assert!(is_active(&[right_of(4.0)]));
        assert!(!is_active(&[right_of(6.0)]));
        // One point behind each of two planes is not enough.
        assert!(is_active(&[right_of(-4.0), left_of(4.0)]));
    }

    #[test]
    fn the_three_planes_are_those_of_the_wedge() {
        // The eye at the origin's height, the wall 10 m ahead and 5 m to each side: the wedge's sides run along x = -z / 2 and
        // x = z / 2. What hides lies between them and beyond z = -10; just inside each plane a box is hidden, just outside seen.
        let at = |x: f32, z: f32| bounds([x - 0.1, x + 0.1], [0.0, 1.0], [z - 0.1, z + 0.1]);
        for (x, z, is_hidden) in [
            (0.0, -10.2, true),
            (0.0, -9.8, false),
            (9.6, -20.0, true),
            (10.2, -20.0, false),
            (-9.6, -20.0, true),
            (-10.2, -20.0, false),
            (0.0, 20.0, false),
        ] {
            assert_eq!(hidden(EYE, &at(x, z)), is_hidden, "{x}, {z}");
        }
    }

    #[test]
    fn a_box_that_touches_a_plane_is_seen() {
        assert!(!hidden(EYE, &ahead([0.0, 3.0], [-20.0, -10.0])));
    }

    #[test]
    fn a_room_200_m_under_the_street_is_never_hidden_by_a_street_wall() {
        // Source: spec/world-addenda.md 4.3: rooms lie at heights of -190 to -320.
        for top in [-190.0, -320.0] {
            assert!(!hidden(EYE, &ahead([top - 10.0, top], [-20.0, -15.0])));
        }
    }

    #[test]
    fn records_have_0x70_bytes_with_the_points_at_0x30() {
        let bytes = one_wall();
        assert_eq!(bytes.len(), 16 + 0x70);
        assert_eq!((bytes[0], &bytes[1..16]), (1, &[0; 15][..]));
        let word = |at: usize| f32::from_le_bytes(bytes[16 + at..][..4].try_into().unwrap());
        assert!((0..0x30).step_by(4).all(|at| word(at) == 0.0));
        assert_eq!([0x30, 0x34, 0x38, 0x3C].map(word), [-5.0, 10.0, 0.0, 1.0]);
        assert_eq!([0x40, 0x44, 0x48, 0x4C].map(word), [5.0, 10.0, 0.0, 1.0]);
        assert_eq!([0x50, 0x54, 0x58, 0x5C].map(word), [-5.0, 10.0, 1.0, 1.0]);
        assert_eq!([0x60, 0x64, 0x68].map(word), [5.0, 10.0, 1.0]);
        assert_eq!(bytes[16 + 0x6C..], [0, 0, 0, 0]);
        assert_eq!(read_chunk(&mut Cursor::new(&bytes)).unwrap(), [wall()]);
    }

    #[test]
    fn run_time_fields_of_a_record_are_ignored() {
        let mut bytes = one_wall();
        bytes[16..16 + 0x30].fill(0xFF);
        bytes[16 + 0x6C..].fill(0xFF);
        assert_eq!(read_chunk(&mut Cursor::new(&bytes)).unwrap(), [wall()]);
    }

    #[test]
    fn a_count_past_the_end_and_an_infinite_point_are_refused() {
        let mut bytes = one_wall();
        bytes[0] = 2;
        assert!(read_chunk(&mut Cursor::new(&bytes)).is_err());
        bytes[0] = 1;
        bytes[16 + 0x40..16 + 0x44].copy_from_slice(&f32::INFINITY.to_le_bytes());
        let error = read_chunk(&mut Cursor::new(&bytes)).unwrap_err();
        assert_eq!(error.path(), "occluder[0]");
        assert_eq!(error.offset(), 16 + 0x40);
    }
}
