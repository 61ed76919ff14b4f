//! Rays and nearest points.
//!
//! Both sides of a face are met. A cell's faces are tried as a whole, wherever they reach: faces of broken files that lie outside of
//! their cells are met when a query comes through the cell.

use wonderwheel_ps2::steps;

use super::block::{CELL_UNITS, Cell, Collision};
use super::face::to_units;
use crate::lanes::{add, cross, dot, sub, zip};

/// A ray of a length, world axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins, units.
    pub origin: [f32; 3],
    /// Unit vector.
    pub direction: [f32; 3],
    /// Units.
    pub length: f32,
}

/// Where a ray meets a face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// From the ray's origin, units.
    pub distance: f32,
    /// In the world.
    pub position: [f32; 3],
    /// Unit vector, to the face's outside.
    pub normal: [f32; 3],
    /// How the surface behaves.
    pub ty: u8,
    /// The cell in which the face was found.
    pub cell: [i32; 3],
    /// The face's place in the cell.
    pub face: u16,
}

/// The nearest point of all faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// The hit at that point; its distance is from the point asked for.
    pub hit: Hit,
    /// Whether the point asked for lies on the face's outside.
    pub is_outside: bool,
}

type Vector = [f64; 3];

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
        let way = sub(to.map(f64::from), from.map(f64::from));
        let length = dot(way, way).sqrt();
        (length > 0.0 && length.is_finite()).then(|| Self {
            origin: from,
            direction: way.map(|value| (value / length) as f32),
            length: length as f32,
        })
    }
}

impl Collision {
    /// The first face on a ray. Works through the cells along the ray, at most those between the outermost cells of the block.
    pub fn ray(&self, ray: Ray) -> Option<Hit> {
        let (origin, direction) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
        let length = f64::from(ray.length);
        let numbers = origin.iter().chain(&direction).chain([&length]);
        if !numbers.clone().all(|value| value.is_finite()) || direction == [0.0; 3] {
            return None;
        }
        let (low, high) = self.cell_bounds()?;
        let mut walk = Walk::new(origin, direction, length, low, high)?;
        if walk.way(origin, direction) > FEW_CELLS + 4 * self.cells().len() as u64 {
            return self.ray_by_cells(origin, direction, length);
        }
        let mut best: Option<(f64, Candidate)> = None;
        loop {
            if let Some(cell) = self.cell(walk.cell) {
                best = nearer(best, &cell, origin, direction, length);
            }
            let leaves_at = walk.leaves_at();
            let is_found = best
                .as_ref()
                .is_some_and(|&(distance, _)| distance <= leaves_at);
            if is_found || !walk.step() {
                return hit(best?, origin, direction);
            }
        }
    }

    /// As [`Self::ray`], where most of the way leads through no cell at all: the cells themselves are fewer.
    fn ray_by_cells(&self, origin: Vector, direction: Vector, length: f64) -> Option<Hit> {
        steps::count(self.cells().len() as u64);
        let on_the_way = self
            .cells()
            .filter(|cell| Walk::new(origin, direction, length, cell.cell, cell.cell).is_some());
        let best = on_the_way.fold(None, |best, cell| {
            nearer(best, &cell, origin, direction, length)
        });
        hit(best?, origin, direction)
    }

    /// The nearest point of all faces within a radius.
    pub fn nearest(&self, point: [f32; 3], radius: f32) -> Option<Nearest> {
        if !point.iter().chain([&radius]).all(|value| value.is_finite()) || radius < 0.0 {
            return None;
        }
        let (low, high) = self.cell_bounds()?;
        let low = zip(
            low,
            Self::cell_of(point.map(|value| value - radius)),
            i32::max,
        );
        let high = zip(
            high,
            Self::cell_of(point.map(|value| value + radius)),
            i32::min,
        );
        let sides = zip(high, low, |high, low| {
            high.saturating_sub(low).saturating_add(1).max(0)
        });
        let count = sides
            .iter()
            .fold(1_u64, |count, &side| count.saturating_mul(side as u64));
        let point = point.map(f64::from);
        let ([x0, y0, z0], [x1, y1, z1]) = (low, high);
        let cells = self.cells().len() as u64;
        steps::count(count.min(cells));
        let best = if count > cells {
            // Most of that space is empty: the cells themselves are fewer.
            let is_near = |cell: &Cell<'_>| {
                let [x, y, z] = cell.cell;
                (x0..=x1).contains(&x) && (y0..=y1).contains(&y) && (z0..=z1).contains(&z)
            };
            nearest_of(self.cells().filter(is_near), point)
        } else {
            let row = move |y, z| (x0..=x1).map(move |x| [x, y, z]);
            let places = (z0..=z1).flat_map(move |z| (y0..=y1).flat_map(move |y| row(y, z)));
            nearest_of(places.filter_map(|place| self.cell(place)), point)
        };
        let (distance, position, face) = best?;
        (distance <= f64::from(radius)).then(|| Nearest {
            hit: face.hit(distance, position),
            is_outside: dot(face.outward(), sub(point, position)) >= 0.0,
        })
    }
}

/// A way through so many cells is short, however few of them there are.
const FEW_CELLS: u64 = 64;

/// The nearer one: what has been met so far, or what is met in a cell.
fn nearer(
    best: Option<(f64, Candidate)>,
    cell: &Cell<'_>,
    origin: Vector,
    direction: Vector,
    length: f64,
) -> Option<(f64, Candidate)> {
    candidates(cell)
        .filter_map(|face| Some((face.met_by(origin, direction)?, face)))
        .filter(|&(distance, _)| distance <= length)
        .chain(best)
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
}

fn hit((distance, face): (f64, Candidate), origin: Vector, direction: Vector) -> Option<Hit> {
    let position = add(origin, direction.map(|value| value * distance));
    Some(face.hit(distance, position))
}

/// One triangle of a face.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    corners: [Vector; 3],
    cell: [i32; 3],
    face: u16,
    ty: u8,
}

impl Candidate {
    /// How far along the ray it is met; never behind the origin.
    fn met_by(&self, origin: Vector, direction: Vector) -> Option<f64> {
        let [a, b, c] = self.corners;
        let (ab, ac) = (sub(b, a), sub(c, a));
        let p = cross(direction, ac);
        let det = dot(ab, p);
        if det == 0.0 {
            return None;
        }
        let from_a = sub(origin, a);
        let u = dot(from_a, p) / det;
        let q = cross(from_a, ab);
        let v = dot(direction, q) / det;
        let distance = dot(ac, q) / det;
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0).then_some(distance)
    }

    /// To the outside, not of unit length: corners are clockwise seen from there.
    fn outward(&self) -> Vector {
        let [a, b, c] = self.corners;
        cross(sub(c, a), sub(b, a))
    }

    fn hit(&self, distance: f64, position: Vector) -> Hit {
        let outward = self.outward();
        let length = dot(outward, outward).sqrt();
        // A face without an area has no normal.
        let normal = outward.map(|value| if length > 0.0 { value / length } else { 0.0 });
        Hit {
            distance: distance as f32,
            position: position.map(|value| value as f32),
            // No negative zeros.
            normal: normal.map(|value| value as f32 + 0.0),
            ty: self.ty,
            cell: self.cell,
            face: self.face,
        }
    }

    /// The nearest point of the triangle. Source of the method: Ericson, Real-Time Collision Detection, 5.1.5.
    fn nearest_to(&self, p: Vector) -> Vector {
        let [a, b, c] = self.corners;
        let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
        let along = |from: Vector, way: Vector, part: f64| add(from, way.map(|value| value * part));
        let (d1, d2) = (dot(ab, ap), dot(ac, ap));
        if d1 <= 0.0 && d2 <= 0.0 {
            return a;
        }
        let bp = sub(p, b);
        let (d3, d4) = (dot(ab, bp), dot(ac, bp));
        if d3 >= 0.0 && d4 <= d3 {
            return b;
        }
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            return along(a, ab, d1 / (d1 - d3));
        }
        let cp = sub(p, c);
        let (d5, d6) = (dot(ab, cp), dot(ac, cp));
        if d6 >= 0.0 && d5 <= d6 {
            return c;
        }
        let vb = d5 * d2 - d1 * d6;
        if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
            return along(a, ac, d2 / (d2 - d6));
        }
        let va = d3 * d6 - d5 * d4;
        if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
            return along(b, sub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)));
        }
        let whole = va + vb + vc;
        along(along(a, ab, vb / whole), ac, vc / whole)
    }
}

fn candidates<'a>(cell: &Cell<'a>) -> impl Iterator<Item = Candidate> + use<'a> {
    let cell = *cell;
    steps::count(1 + cell.faces.len() as u64);
    cell.faces.iter().enumerate().flat_map(move |(i, face)| {
        let corners = cell.corners(i);
        let triangles = corners.map(|([a, b, c], fourth)| {
            let second = fourth.map(|d| [a, c, d]);
            std::iter::once([a, b, c]).chain(second)
        });
        triangles
            .into_iter()
            .flatten()
            .map(move |corners| Candidate {
                corners: corners.map(|corner| to_units(corner).map(f64::from)),
                cell: cell.cell,
                face: i as u16,
                ty: face.ty,
            })
    })
}

fn nearest_of<'a>(
    cells: impl Iterator<Item = Cell<'a>>,
    point: Vector,
) -> Option<(f64, Vector, Candidate)> {
    let faces = cells.flat_map(|cell| candidates(&cell));
    let measured = faces.map(|face| {
        let position = face.nearest_to(point);
        let way = sub(point, position);
        (dot(way, way).sqrt(), position, face)
    });
    measured.min_by(|(a, ..), (b, ..)| a.total_cmp(b))
}

/// The cells along a ray, one after the other.
struct Walk {
    cell: [i32; 3],
    low: [i32; 3],
    high: [i32; 3],
    step: [i32; 3],
    /// Where the ray leaves the cell along each axis, and how far apart the borders are.
    next: Vector,
    apart: Vector,
    end: f64,
}

impl Walk {
    fn new(
        origin: Vector,
        direction: Vector,
        length: f64,
        low: [i32; 3],
        high: [i32; 3],
    ) -> Option<Self> {
        let edge = f64::from(CELL_UNITS);
        let ([x0, y0, z0], [x1, y1, z1]) = (low, high);
        let (mut start, mut end) = (0.0_f64, length);
        let sides = [(x0, x1), (y0, y1), (z0, z1)];
        for ((from, way), (low, high)) in origin.into_iter().zip(direction).zip(sides) {
            let (low, high) = (f64::from(low) * edge, (f64::from(high) + 1.0) * edge);
            if way == 0.0 {
                if from < low || from > high {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low - from) / way, (high - from) / way);
            start = start.max(a.min(b));
            end = end.min(a.max(b));
        }
        if start > end {
            return None;
        }
        let entry = add(origin, direction.map(|value| value * start));
        let cell = zip(
            entry.map(|value| (value / edge).floor() as i32),
            low,
            i32::max,
        );
        let cell = zip(cell, high, i32::min);
        let step = direction.map(|way| i32::from(way > 0.0) - i32::from(way < 0.0));
        let axes = cell
            .into_iter()
            .zip(step)
            .zip(origin.into_iter().zip(direction));
        let mut next = [f64::INFINITY; 3];
        for (next, ((cell, step), (from, way))) in next.iter_mut().zip(axes) {
            if step != 0 {
                let border = f64::from(cell + i32::from(step > 0)) * edge;
                *next = (border - from) / way;
            }
        }
        Some(Self {
            cell,
            low,
            high,
            step,
            next,
            apart: direction.map(|way| edge / way.abs()),
            end,
        })
    }

    /// How many cells it leads through at most.
    fn way(&self, origin: Vector, direction: Vector) -> u64 {
        let exit = add(origin, direction.map(|value| value * self.end));
        let edge = f64::from(CELL_UNITS);
        let last = exit.map(|value| (value / edge).floor() as i32);
        let last = zip(zip(last, self.low, i32::max), self.high, i32::min);
        let axes = self.cell.into_iter().zip(last);
        1 + axes
            .map(|(from, to)| u64::from(from.abs_diff(to)))
            .sum::<u64>()
    }

    fn leaves_at(&self) -> f64 {
        self.next.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Goes on to the next cell; false at the end.
    fn step(&mut self) -> bool {
        steps::count(1);
        let at = self.leaves_at();
        if at > self.end {
            return false;
        }
        let axes = self
            .next
            .iter_mut()
            .zip(&self.apart)
            .zip(self.cell.iter_mut().zip(&self.step));
        let bounds = self.low.iter().zip(&self.high);
        for (((next, apart), (cell, step)), (low, high)) in axes.zip(bounds) {
            if *next <= at {
                *next += apart;
                *cell += step;
                return (low..=high).contains(&&*cell);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::mesh::{CollisionMesh, MeshFace};
    use super::*;

    /// Steps: quads of 3 x 3 units at heights that rise with x, and a wall at x = 30.
    fn steps() -> Collision {
        let mut mesh = CollisionMesh::default();
        let mut quad = |corners: [[f32; 3]; 4], ty| {
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(corners);
            mesh.faces.push(MeshFace {
                corners: [first, first + 1, first + 2],
                fourth: Some(first + 3),
                ty,
            });
        };
        for i in 0..10_u8 {
            let (x, z) = (3.0 * f32::from(i), f32::from(i));
            quad(
                [
                    [x, 0.0, z],
                    [x + 3.0, 0.0, z],
                    [x + 3.0, 3.0, z],
                    [x, 3.0, z],
                ],
                i,
            );
        }
        quad(
            [
                [30.0, 3.0, 0.0],
                [30.0, 0.0, 0.0],
                [30.0, 0.0, 20.0],
                [30.0, 3.0, 20.0],
            ],
            99,
        );
        Collision::build(&mesh, None, Default::default()).unwrap()
    }

    #[test]
    fn a_ray_down_meets_the_step_below_from_its_outside() {
        let steps = steps();
        for i in 0..10_u8 {
            let x = 3.0 * f32::from(i) + 1.5;
            let hit = steps.ray(Ray::down([x, 1.0, 50.0], 100.0)).unwrap();
            assert_eq!((hit.ty, hit.distance), (i, 50.0 - f32::from(i)));
            assert_eq!(hit.normal, [0.0, 0.0, 1.0]);
            assert_eq!(hit.position, [x, 1.0, f32::from(i)]);
        }
        assert_eq!(steps.ray(Ray::down([1.5, 1.0, 50.0], 49.0)), None);
        assert_eq!(steps.ray(Ray::down([1.5, 5.0, 50.0], 100.0)), None);
    }

    #[test]
    fn a_ray_along_meets_the_wall_from_far_outside_of_the_cells() {
        let hit = steps()
            .ray(Ray::between([-500.0, 1.5, 15.0], [60.0, 1.5, 15.0]).unwrap())
            .unwrap();
        assert_eq!((hit.ty, hit.distance), (99, 530.0));
        let up = Ray {
            origin: [1.5, 1.5, -3.0],
            direction: [0.0, 0.0, 1.0],
            length: 10.0,
        };
        let hit = steps().ray(up).unwrap();
        // From below, the normal still shows outside: up.
        assert_eq!(
            (hit.ty, hit.distance, hit.normal),
            (0, 3.0, [0.0, 0.0, 1.0])
        );
    }

    #[test]
    fn every_slanted_ray_meets_what_trying_all_faces_meets() {
        let steps = steps();
        let mut seed = 7_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        let mut met = 0;
        for _ in 0..500 {
            let from = [
                number() * 60.0 - 15.0,
                number() * 9.0 - 3.0,
                number() * 40.0 - 10.0,
            ];
            let to = [number() * 30.0, number() * 3.0, number() * 10.0];
            let mut ray = Ray::between(from, to).unwrap();
            ray.length = 100.0;
            let (origin, direction) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
            let faces = steps.cells().flat_map(|cell| candidates(&cell));
            let all = faces.filter_map(|face| face.met_by(origin, direction));
            let nearest = all.filter(|&at| at <= 100.0).min_by(f64::total_cmp);
            let hit = steps.ray(ray);
            met += usize::from(hit.is_some());
            assert_eq!(
                hit.map(|hit| hit.distance),
                nearest.map(|at| at as f32),
                "{ray:?}"
            );
        }
        assert!(met > 300, "{met}");
    }

    #[test]
    fn a_ray_between_cells_that_lie_far_apart_goes_through_the_cells_themselves() {
        let far = 4.0 * 30_000.0;
        let wall = |x: f32| [[x, 1.0, 1.0], [x, 3.0, 1.0], [x, 1.0, 3.0]];
        let mut mesh = CollisionMesh::default();
        for (i, x) in [2.0, far - 2.0].into_iter().enumerate() {
            mesh.vertices.extend(wall(x));
            let first = 3 * i as u32;
            mesh.faces.push(MeshFace {
                corners: [first, first + 1, first + 2],
                fourth: None,
                ty: i as u8,
            });
        }
        let walls = Collision::build(&mesh, None, Default::default()).unwrap();
        let ray = |from: f32, to: f32| {
            let ray = Ray::between([from, 1.5, 1.5], [to, 1.5, 1.5]).unwrap();
            let (hit, steps) = steps::during(|| walls.ray(ray));
            assert!(steps < 100, "{steps}");
            hit.map(|hit| (hit.ty, hit.distance))
        };
        assert_eq!(ray(0.0, far), Some((0, 2.0)));
        assert_eq!(ray(far, 0.0), Some((1, 2.0)));
        assert_eq!(ray(3.0, far), Some((1, far - 5.0)));
        assert_eq!(ray(3.0, far - 3.0), None);
    }

    #[test]
    fn the_nearest_point_is_found_in_few_cells_and_in_all() {
        let steps = steps();
        for radius in [3.0, 1000.0] {
            let nearest = steps.nearest([1.0, 1.0, 2.0], radius).unwrap();
            // Step 0 is 2 below; step 1, at (3, 1, 1), is 2.236 away.
            assert_eq!((nearest.hit.ty, nearest.hit.distance), (0, 2.0));
            assert_eq!(nearest.hit.position, [1.0, 1.0, 0.0]);
            assert!(nearest.is_outside);
        }
        assert!(!steps.nearest([1.0, 1.0, -0.5], 1.0).unwrap().is_outside);
        assert_eq!(steps.nearest([1.0, 1.0, 2.0], 1.5), None);
        assert_eq!(steps.nearest([f32::NAN; 3], 1.0), None);
        assert_eq!(steps.nearest([1e30; 3], 1.0), None);
    }
}
