//! Parked cars.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{AVENUES, STREETS, X_RANGE, Z_RANGE};
use crate::kit::mesh::corners::{WHOLE, strides};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface, Vertex};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin};
use crate::textures::vehicles::uv;

/// Cars that always stand where the player first looks: x, z, heading, taxi.
const STAGED: [(f32, f32, Vec3, bool); 3] = [
    (12.4, 30.7, Vec3::NEG_X, true),
    (14.2, 21.3, Vec3::X, false),
    (-13.5, 30.7, Vec3::NEG_X, false),
];

/// Height of the shade under a car: over what is painted on the road, which lies at half of it.
const SHADOW_HEIGHT: f32 = 10.0 / 256.0;
const SHADOW: Surface = Surface::of("car_shadow").blended();

/// A car's length and width reach this far from its middle, metres.
const HALF_LENGTH: f32 = 2.45;
const HALF_WIDTH: f32 = 0.92;

/// A parked car.
struct Spot {
    at: Vec3,
    heading: Vec3,
    taxi: bool,
    paint: (u8, u8, u8),
}

impl Spot {
    fn new(x: f32, z: f32, heading: Vec3, taxi: bool, rng: &mut Rng) -> Self {
        let colours = [
            (150, 48, 42),
            (60, 78, 110),
            (70, 96, 72),
            (170, 150, 104),
            (90, 88, 92),
            (196, 190, 178),
            (104, 70, 48),
        ];
        let paint = if taxi {
            (214, 164, 40)
        } else {
            rng.one_of(colours)
        };
        Self {
            at: Vec3::new(x, 0.0, z),
            heading,
            taxi,
            paint,
        }
    }

    /// Along the car, up, to its right.
    fn point(&self, along: f32, y: f32, right: f32) -> Vec3 {
        self.at + self.heading * along + Vec3::Y * y + self.heading.cross(Vec3::Y) * right
    }
}

pub(super) fn parked(out: &mut Vec<Piece>, rng: &mut Rng) {
    out.extend(spots(rng).iter().map(car));
}

/// The ground that parked cars take, `[x0, z0, x1, z1]` each. The generator must be as new as the one of [`parked`].
pub(super) fn outlines(rng: &mut Rng) -> Vec<[f32; 4]> {
    let outline = |spot: &Spot| {
        let a = spot.point(HALF_LENGTH, 0.0, HALF_WIDTH);
        let b = spot.point(-HALF_LENGTH, 0.0, -HALF_WIDTH);
        let (low, high) = (a.min(b), a.max(b));
        [low.x, low.z, high.x, high.z]
    };
    spots(rng).iter().map(outline).collect()
}

/// What lies under the cars, for the world that is drawn after the streets. The generator must be as new as the one of
/// [`parked`].
pub(super) fn shadows(rng: &mut Rng) -> Vec<Piece> {
    let shadow = |spot: &Spot| {
        let mut piece = Piece::new();
        let p = |l: f32, s: f32| spot.point(l, SHADOW_HEIGHT, s);
        let (l, s) = (HALF_LENGTH, HALF_WIDTH);
        let corners = [p(-l, -s), p(-l, s), p(l, s), p(l, -s)];
        piece.quad(SHADOW.shaded(0.0), corners, WHOLE);
        piece
    };
    spots(rng).iter().map(shadow).collect()
}

fn spots(rng: &mut Rng) -> Vec<Spot> {
    let mut out = Vec::new();
    for (x, z, heading, taxi) in STAGED {
        out.push(Spot::new(x, z, heading, taxi, rng));
    }
    let staged = |x: f32, z: f32| {
        STAGED
            .iter()
            .any(|s| (s.0 - x).abs() < 6.0 && (s.1 - z).abs() < 2.0)
    };
    for [z0, z1] in AVENUES {
        for (z, heading) in [(z0 + 1.3, Vec3::X), (z1 - 1.3, Vec3::NEG_X)] {
            for x in strides(X_RANGE[0] + 10.0, X_RANGE[1] - 10.0, 6.4) {
                let clear = STREETS.iter().all(|s| x < s[0] - 7.0 || x > s[1] + 7.0);
                if clear && rng.chance(0.40) && !staged(x, z) {
                    let taxi = rng.chance(0.16);
                    out.push(Spot::new(x, z, heading, taxi, rng));
                }
            }
        }
    }
    for [x0, x1] in STREETS {
        for (x, heading) in [(x0 + 1.3, Vec3::Z), (x1 - 1.3, Vec3::NEG_Z)] {
            for z in strides(Z_RANGE[0] + 12.0, 12.0, 6.4) {
                let clear = AVENUES.iter().all(|a| z < a[0] - 8.0 || z > a[1] + 8.0);
                if clear && rng.chance(0.34) {
                    let taxi = rng.chance(0.16);
                    out.push(Spot::new(x, z, heading, taxi, rng));
                }
            }
        }
    }
    out
}

/// A parked sedan of the time: long, low, heavy.
fn car(spot: &Spot) -> Piece {
    let mut piece = Piece::new();
    let (r, g, b) = spot.paint;
    let (heading, side) = (spot.heading, spot.heading.cross(Vec3::Y));
    let paint = Surface::of("sedan").tinted(r, g, b);
    let glass = Surface::of("sedan");
    let p = |l: f32, y: f32, s: f32| spot.point(l, y, s);
    let (front, rear, half, roof_half) = (HALF_LENGTH, -HALF_LENGTH, HALF_WIDTH, 0.72);
    let (sill, belt, roof) = (SILL, 0.92, 1.42);
    // The sheet's upper half is the side: windows above, wheel arches below. The cabin leans in above the belt.
    let v_belt = 24.0 / 128.0;
    let v_sill = 64.0 / 128.0;
    for (s, flip) in [(1.0, false), (-1.0, true)] {
        let q = |l0: f32, l1: f32| if flip { (l1, l0) } else { (l0, l1) };
        let (a, b) = q(rear, front);
        let uv_of = |l: f32| (l - rear) / (front - rear);
        let side = s * half;
        let body = [(a, sill), (b, sill), (b, belt), (a, belt)].map(|(l, y)| p(l, y, side));
        piece.quad(paint, body, [uv_of(a), v_belt, uv_of(b), v_sill]);
        let (c, d) = q(-1.15, 1.2);
        let (e, f) = q(-0.85, 0.7);
        let cabin = [
            p(c, belt, side * 0.96),
            p(d, belt, side * 0.96),
            p(f, roof, s * roof_half),
            p(e, roof, s * roof_half),
        ];
        piece.quad(paint, cabin, [uv_of(c), 0.02, uv_of(d), v_belt]);
    }
    for (l, half, uv) in [(front, half, uv::FRONT), (rear, -half, uv::REAR)] {
        let top = belt - 0.06;
        let end = [(sill, half), (sill, -half), (top, -half), (top, half)];
        piece.quad(paint, end.map(|(y, s)| p(l, y, s)), uv);
    }
    // Rear to front over the top: along, up, half as wide. Boot, rear window, roof, windscreen, bonnet.
    let edge = half * 0.96;
    for (surface, uv, (l0, y0, w0), (l1, y1, w1)) in [
        (
            paint,
            uv::PAINT,
            (rear, belt - 0.06, half),
            (-1.15, belt, half),
        ),
        (
            glass,
            uv::GLASS,
            (-1.15, belt, edge),
            (-0.85, roof, roof_half),
        ),
        (
            paint,
            uv::PAINT,
            (-0.85, roof, roof_half),
            (0.7, roof, roof_half),
        ),
        (glass, uv::GLASS, (0.7, roof, roof_half), (1.2, belt, edge)),
        (
            paint,
            uv::PAINT,
            (1.2, belt, half),
            (front, belt - 0.06, half),
        ),
    ] {
        let corners = [p(l0, y0, -w0), p(l0, y0, w0), p(l1, y1, w1), p(l1, y1, -w1)];
        piece.quad(surface, corners, uv);
    }
    wheels(&mut piece, spot, glass);
    if spot.taxi {
        let half = (heading * 0.12 + side * 0.34).abs();
        let sign = p(-0.05, roof, 0.0);
        piece.block(
            Surface::of("white").glowing([0.92, 0.84, 0.52]),
            [sign - half, sign + half + Vec3::Y * 0.2],
            Faces::STANDING,
        );
    }
    piece
}

/// Height of the body's lower edge.
const SILL: f32 = 0.2;
/// Axles before and behind the middle, where the sheet has the arches.
const AXLES: [f32; 2] = [1.53, -1.53];
const WHEEL_RADIUS: f32 = 0.33;

/// The wheels, as they are seen from the side.
fn wheels(piece: &mut Piece, spot: &Spot, sheet: Surface) {
    let p = |l: f32, y: f32, s: f32| spot.point(l, y, s);
    let ([u, v], radius) = uv::WHEEL;
    for axle in AXLES {
        for outward in [1.0, -1.0] {
            // Just outside of the arch that is painted behind it.
            let face = outward * (HALF_WIDTH + 0.012);
            let rim: [(Vec3, Vec2); 8] = std::array::from_fn(|i| {
                let angle = TAU * (i as f32 + 0.5) / 8.0;
                let (c, s) = (cos(angle), sin(angle));
                let up = WHEEL_RADIUS + s * WHEEL_RADIUS;
                let at = p(axle + c * WHEEL_RADIUS, up, face);
                (at, Vec2::new(u + c * radius, v - s * radius))
            });
            let normal = spot.heading.cross(Vec3::Y) * outward;
            let corner = |i: usize| {
                let (position, uv) = rim[i];
                Vertex::new(position, normal, [uv; 2], Shade::LIT)
            };
            for i in 1..7 {
                // Seen from the right the rim runs anticlockwise, from the left clockwise.
                let rim = if outward > 0.0 {
                    [i, i + 1]
                } else {
                    [i + 1, i]
                };
                let [b, c] = rim.map(corner);
                piece.triangle(sheet, [corner(0), b, c]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rng() -> Rng {
        Rng::new(7, "props")
    }

    #[test]
    fn nothing_but_wheels_is_below_the_sill_and_nothing_is_outside_of_the_outline() {
        // A wheel's face stands out a little, and the grid rounds.
        let out = 0.012 + 1.0 / 256.0;
        for (spot, [x0, z0, x1, z1]) in spots(&mut rng()).iter().zip(outlines(&mut rng())) {
            let car = car(spot);
            for vertex in car.vertices() {
                let p = vertex.position;
                assert!(p.x > x0 - out && p.x < x1 + out && p.z > z0 - out && p.z < z1 + out);
                let along = (p - spot.at).dot(spot.heading);
                let at_wheel = AXLES
                    .iter()
                    .any(|axle| (along - axle).abs() <= WHEEL_RADIUS);
                assert!(p.y >= 0.0 && (p.y > SILL - 0.01 || at_wheel), "{p}");
            }
        }
    }

    #[test]
    fn a_shadow_covers_its_cars_outline_and_no_more() {
        let shadows = shadows(&mut rng());
        assert!(shadows.len() > 3);
        for (shadow, [x0, z0, x1, z1]) in shadows.iter().zip(outlines(&mut rng())) {
            let bounds = shadow.bounds();
            let (low, high) = (bounds.min, bounds.max);
            for (found, wanted) in [(low[0], x0), (low[2], z0), (high[0], x1), (high[2], z1)] {
                let miss = (found - wanted).abs();
                assert!(miss <= 1.0 / 256.0, "{found} for {wanted}");
            }
        }
    }
}
