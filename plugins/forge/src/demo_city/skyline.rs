//! The skyline: everything beyond the fog, as one mesh with one texture. The near clip of its pass moves in to the nearest
//! missing sector, so the dark shapes of the city's own houses stand in for what is not loaded.
//!
//! Source: spec/gs-pipeline.md 9, pass 3.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{AVENUES, Plan, STREETS, X_RANGE, Z_RANGE};
use crate::demo_city::wheel;
use crate::kit::background::Model;
use crate::kit::light::lamp_post::LampPost;
use crate::kit::mesh::corners::{level, raised};
use crate::kit::mesh::{Finish, Piece, Shade, Surface, Wall};
use crate::kit::paint::Painting;
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin};
use crate::textures::sky::{self, sheet};

const SHEET: Surface = Surface::of("skyline");
const PLAIN: Finish = SHEET.lit(BRIGHT);
const BRIGHT: Shade = share([1.0; 3]);

/// What the ambient of play adds. Source: spec/lighting.md 7.
const AMBIENT: f32 = 0.225;

/// A surface that comes out at this share of its texture.
const fn share([r, g, b]: [f32; 3]) -> Shade {
    Shade::glowing([r - AMBIENT, g - AMBIENT, b - AMBIENT]).open(0.0)
}

/// The skyline of a plan.
pub fn build(plan: &Plan, lamps: &[LampPost], seed: u64) -> Model {
    let mut piece = Piece::new();
    let mut rng = Rng::new(seed, "skyline");
    floor(&mut piece);
    roads(&mut piece);
    for house in &plan.houses {
        let top = house.top() - 0.2;
        block(&mut piece, house.rect, top, sheet::FAINT, HOUSE_SPAN);
    }
    street_lights(&mut piece, lamps);
    ends(&mut piece, &mut rng);
    towers(&mut piece, &mut rng);
    coaster(&mut piece);
    wheel::build(&mut piece);
    Model {
        name: "shadow_shore",
        painting: Painting::pal8(sky::skyline(seed as u32)).levels(1),
        piece,
        scale: 1.0 / 64.0,
    }
}

/// Metres of wall on the sheet's rows of houses: 32 bays; six or five and a half storeys.
const HOUSE_SPAN: [f32; 2] = [109.0, 19.2];
const BLOCK_SPAN: [f32; 2] = [109.0, 17.6];

/// Dark land, and water that holds the last light towards the west, out to the horizon.
fn floor(piece: &mut Piece) {
    const SHORE: f32 = 78.0;
    let y = -2.6;
    let rows = [
        -500.0, -250.0, -60.0, SHORE, 120.0, 180.0, 260.0, 360.0, 500.0,
    ];
    let columns = [-500.0, -360.0, -250.0, -160.0, -90.0, 90.0, 250.0, 500.0];
    let [u0, v0, u1, v1] = sheet::WATER;
    for z in rows.windows(2) {
        let water = z[0] >= SHORE;
        for x in columns.windows(2) {
            let corner = |x: f32, z: f32| {
                let uv = if water {
                    let west = (-x / 500.0).clamp(0.0, 1.0);
                    let far = ((z - SHORE) / 300.0).clamp(0.0, 1.0);
                    let lit = (west * (0.35 + 0.65 * west) * (1.15 - far)).min(1.0);
                    Vec2::new(u0 + (u1 - u0) * lit, v0 + (v1 - v0) * far)
                } else {
                    Vec2::new(sheet::DARK[0], sheet::DARK[1])
                };
                (Vec3::new(x, y, z), [uv; 2], BRIGHT)
            };
            let places = [(x[0], z[1]), (x[1], z[1]), (x[1], z[0]), (x[0], z[0])];
            piece.quad_with(SHEET, places.map(|(x, z)| corner(x, z)));
        }
    }
}

/// The streets from above, a pool of light every 22 metres.
fn roads(piece: &mut Piece) {
    let mut strip = |from: Vec3, to: Vec3, half: Vec3| {
        let steps = ((to - from).length() / 22.0).round().max(1.0);
        for i in 0..steps as u32 {
            let [a, b] = [i, i + 1].map(|at| from + (to - from) * (at as f32 / steps));
            let pool = [a + half, b + half, b - half, a - half];
            piece.quad(PLAIN, pool, sheet::ROAD);
        }
    };
    for [z0, z1] in AVENUES {
        let z = (z0 + z1) * 0.5;
        strip(
            Vec3::new(X_RANGE[0] - ENDS, -0.3, z),
            Vec3::new(X_RANGE[1] + ENDS, -0.3, z),
            Vec3::Z * (z1 - z0) * 0.5,
        );
    }
    for [x0, x1] in STREETS {
        let x = (x0 + x1) * 0.5;
        strip(
            Vec3::new(x, -0.35, AVENUES[1][1]),
            Vec3::new(x, -0.35, Z_RANGE[0] - ENDS),
            Vec3::X * (x1 - x0) * 0.5,
        );
    }
}

/// Metres that streets go on behind the hoardings, farther than the skyline's near clip, before a house closes them.
const ENDS: f32 = 44.0;

/// Where a street leaves the city it runs on, between houses, to one that stands across it.
fn ends(piece: &mut Piece, rng: &mut Rng) {
    let depth = 16.0;
    let mut house = |rect: [f32; 4], height: f32| {
        block(piece, rect, height, sheet::BLOCK, BLOCK_SPAN);
    };
    for [z0, z1] in AVENUES {
        for (near, out) in [(X_RANGE[0], -1.0), (X_RANGE[1], 1.0)] {
            let at = |d: f32| near + out * d;
            let across = |d0: f32, d1: f32, za: f32, zb: f32| {
                let (a, b) = (at(d0), at(d1));
                [a.min(b), za, a.max(b), zb]
            };
            // In the west it leaves the view of the wheel's name free.
            let south = if out < 0.0 && z1 > 0.0 { 6.5 } else { 14.0 };
            house(
                across(ENDS, ENDS + depth, z0 - 14.0, z1 + south),
                rng.range(15.4, 16.6),
            );
            for (za, zb) in [(z0 - 18.0, z0 - 4.0), (z1 + 4.0, z1 + 18.0)] {
                // Nothing before the wheel.
                if za > 30.0 && out < 0.0 {
                    continue;
                }
                for d in [12.0, 26.0] {
                    house(across(d, d + 13.0, za, zb), rng.range(8.0, 13.0));
                }
            }
        }
    }
    for [x0, x1] in STREETS {
        let z = Z_RANGE[0] - ENDS;
        house([x0 - 16.0, z - depth, x1 + 16.0, z], rng.range(10.0, 15.0));
        for (xa, xb) in [(x0 - 22.0, x0 - 4.0), (x1 + 4.0, x1 + 22.0)] {
            house([xa, z + 8.0, xb, z + 26.0], rng.range(7.0, 12.0));
        }
    }
    // The railway's deck goes on to where the avenue ends.
    for (near, out) in [(X_RANGE[0], -1.0), (X_RANGE[1], 1.0)] {
        let (a, b) = (near, near + out * ENDS);
        let deck = [a.min(b), 21.2, a.max(b), 30.8];
        let [x0, za, x1, zb] = deck;
        for side in [0_u8, 2] {
            let wall = Wall::of_rect(deck, side, 5.5);
            let side = [0.0, 0.0, wall.width, 1.4];
            wall.panel(piece, PLAIN, side, 0.0, sheet::DARK);
        }
        piece.quad(PLAIN, level([x0, zb, x1, za], 5.5), sheet::DARK);
    }
}

/// The street lamps as points of light, so that the streets go on behind the fog.
fn street_lights(piece: &mut Piece, lamps: &[LampPost]) {
    let dim = share([0.62; 3]);
    let mut point = |at: Vec3, uv: [f32; 4]| {
        for side in [Vec3::X, Vec3::Z] {
            let (a, b) = (side * 0.26, Vec3::Y * 0.26);
            // Standing on a corner, so that it looks round.
            piece.quad(SHEET.lit(dim), [at - b, at + a, at + b, at - a], uv);
        }
    };
    for lamp in lamps {
        let uv = if lamp.arm == Vec3::ZERO {
            sheet::BULB
        } else {
            sheet::GOLD
        };
        point(lamp.light(), uv);
    }
    // And behind the hoardings.
    for [z0, z1] in AVENUES {
        for x in [X_RANGE[0], X_RANGE[1]] {
            for (i, z) in [z0 + 0.9, z1 - 0.9].into_iter().enumerate() {
                for k in 0..2 {
                    let d = 14.0 + 18.0 * k as f32 + 9.0 * i as f32;
                    point(Vec3::new(x + d * x.signum(), 5.0, z), sheet::GOLD);
                }
            }
        }
    }
}

/// A house or tower. `span` is how many metres of wall the facade's picture is wide and high. The foot stands in the fog;
/// above it the walls catch what is left of the day, the western ones most.
fn block(piece: &mut Piece, rect: [f32; 4], height: f32, uv: [f32; 4], span: [f32; 2]) {
    const FOOT: f32 = 0.36;
    // +z, +x, -z, -x.
    const SIDES: [[f32; 3]; 4] = [
        [0.74, 0.78, 0.92],
        [0.66, 0.70, 0.88],
        [0.74, 0.76, 0.88],
        [1.0, 0.80, 0.74],
    ];
    let faint = uv == sheet::FAINT;
    for (side, tint) in (0..4_u8).zip(SIDES) {
        let wall = Wall::of_rect(rect, side, 0.0);
        let u0 = (rect[0] / 16.0 + rect[1] / 48.0).rem_euclid(1.0);
        // Whole bays, so that no window is cut at a corner.
        let bays = (wall.width / span[0] * 32.0).round().max(1.0);
        let [u0, u1] = [0.0, bays].map(|more| ((u0 * 32.0).floor() + more) / 32.0);
        let (low, high) = if faint {
            (BRIGHT, BRIGHT)
        } else {
            (share([FOOT; 3]), share(tint))
        };
        // Taller than the picture: its upper part once more.
        let storeys = uv[3] - uv[1];
        let mut top = height;
        while top > -3.0 {
            let foot = (top - span[1]).max(-3.0);
            let light = |y: f32| {
                let t = ((y + 3.0) / (height + 3.0)).clamp(0.0, 1.0);
                Shade {
                    glow: std::array::from_fn(|i| low.glow[i] + (high.glow[i] - low.glow[i]) * t),
                    ..low
                }
            };
            let v1 = uv[1] + storeys * ((top - foot) / span[1]).min(1.0);
            let corner = |u: f32, y: f32, s: f32, t: f32| {
                (wall.at(u, y, 0.0), [Vec2::new(s, t); 2], light(y))
            };
            let right = |y: f32, t: f32| corner(wall.width, y, u1, t);
            let left = |y: f32, t: f32| corner(0.0, y, u0, t);
            let corners = [
                left(foot, v1),
                right(foot, v1),
                right(top, uv[1]),
                left(top, uv[1]),
            ];
            piece.quad_with(SHEET, corners);
            top = foot;
        }
    }
    piece.quad(PLAIN, level(rect, height), sheet::DARK);
}

/// Far towers to the north and east, low houses to the west; the south is open sea.
fn towers(piece: &mut Piece, rng: &mut Rng) {
    for ring in 0..4 {
        let distance = 205.0 + 62.0 * ring as f32;
        let count = 26 + 6 * ring;
        for i in 0..count {
            // Angles from south-west over north to south-east.
            let t = (i as f32 + rng.unit() * 0.8) / count as f32;
            let angle = TAU * (0.06 + 0.88 * t);
            let (x, z) = (-sin(angle) * distance * 1.12, cos(angle) * distance);
            if z > 66.0 - ring as f32 * 8.0 || (x < -180.0 && z > 0.0) {
                continue;
            }
            let downtown = (1.0 - ((t - 0.58).abs() * 4.6).min(1.0)) * (ring as f32 / 3.0);
            let width = rng.range(14.0, 30.0);
            let height =
                rng.range(10.0, 20.0) + 4.0 * ring as f32 + downtown * rng.range(20.0, 84.0);
            let (uv, span) = if ring == 0 {
                (sheet::BLOCK, BLOCK_SPAN)
            } else {
                (sheet::TOWER, [190.0, 110.0])
            };
            let square = |half: f32| [x - half, z - half, x + half, z + half];
            block(piece, square(width * 0.5), height, uv, span);
            if height > 70.0 {
                // A setback and a mast with a red light.
                let setback = square(width * 0.3);
                block(piece, setback, height * 1.16, sheet::TOWER, span);
                let top = Vec3::new(x, height * 1.16 + 9.0, z);
                let s = Vec3::new(0.7, 0.0, 0.0);
                let light = raised(top - s, top + s, Vec3::Y * 1.6);
                piece.quad(PLAIN, light, sheet::RED);
                let m = Vec3::new(0.25, 0.0, 0.25);
                let foot = Vec3::new(x, height * 1.16, z);
                let mast = [foot - m, foot + m, top + m, top - m];
                piece.quad(PLAIN, mast, sheet::DARK);
            }
        }
    }
}

/// A wooden coaster behind the wheel, outlined in bulbs.
fn coaster(piece: &mut Piece) {
    let height =
        |t: f32| 9.0 + 8.0 * sin(t * 9.0) * (1.0 - t * 0.5) + 5.0 * cos(t * 23.0) + 6.0 * (1.0 - t);
    let at = |t: f32| Vec3::new(-232.0 - 92.0 * t, height(t).max(3.0), 34.0 - 30.0 * t);
    let steps = 44;
    for i in 0..steps {
        let [a, b] = [i, i + 1].map(|step| at(step as f32 / steps as f32));
        let beam = SHEET.lit(Shade::glowing([0.8; 3]).open(0.0));
        let uv = [0.0, sheet::BEAM[1], (b - a).length() / 32.0, sheet::BEAM[3]];
        piece.quad(beam, raised(a, b, Vec3::Y * 0.8), uv);
        let foot = Vec3::new(a.x, -3.0, a.z);
        // Broad side to the city, wide enough for a whole pixel there.
        let s = Vec3::new(0.12, 0.0, -0.4);
        if i % 2 == 0 {
            piece.quad(PLAIN, [foot - s, foot + s, a + s, a - s], sheet::DARK);
        }
    }
}
