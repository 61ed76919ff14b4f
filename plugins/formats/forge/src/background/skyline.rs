//! The skyline: everything beyond the fog, as one mesh with one texture. The near clip of its pass moves in to the nearest
//! missing sector, so the dark shapes of the city's own houses stand in for what is not loaded.
//!
//! Source: spec/gs-pipeline.md 9, pass 3.

use glam::Vec3;

use crate::background::{Model, wheel};
use crate::city::plan::Plan;
use crate::city::street_lamp::Standing;
use crate::mesh::{Piece, Shade, Surface, Wall};
use crate::rng::Rng;
use crate::textures::Painting;
use crate::textures::sky::{self, sheet};
use crate::trig::{TAU, cos, sin};

const SHEET: Surface = Surface::of("skyline");
const BRIGHT: Shade = Shade {
    open: 0.0,
    glow: [0.775; 3],
    alpha: 255,
};

/// The skyline of a plan.
pub fn build(plan: &Plan, lamps: &[Standing], seed: u64) -> Model {
    let mut piece = Piece::new();
    let mut rng = Rng::new(seed, "skyline");
    floor(&mut piece);
    for house in &plan.houses {
        block(
            &mut piece,
            house.rect,
            house.top() - 0.2,
            sheet::FAINT,
            [128.0, 17.0],
        );
    }
    street_lights(&mut piece, lamps);
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

/// Dark land and dark water out to the horizon.
fn floor(piece: &mut Piece) {
    let v = Vec3::new;
    let rows = [-500.0, -250.0, -60.0, 78.0, 160.0, 300.0, 500.0];
    let columns = [-500.0, -250.0, -90.0, 90.0, 250.0, 500.0];
    for z in rows.windows(2) {
        let uv = if z[0] >= 78.0 {
            sheet::WATER
        } else {
            sheet::DARK
        };
        for x in columns.windows(2) {
            let y = -2.6;
            piece.quad(
                SHEET,
                [
                    v(x[0], y, z[1]),
                    v(x[1], y, z[1]),
                    v(x[1], y, z[0]),
                    v(x[0], y, z[0]),
                ],
                uv,
                BRIGHT,
            );
        }
    }
}

/// The street lamps as points of light, so that the streets go on behind the fog.
fn street_lights(piece: &mut Piece, lamps: &[Standing]) {
    let dim = Shade {
        open: 0.0,
        glow: [0.24; 3],
        alpha: 255,
    };
    for lamp in lamps {
        let at = lamp.light();
        let uv = if lamp.arm == Vec3::ZERO {
            sheet::BULB
        } else {
            sheet::GOLD
        };
        for side in [Vec3::X, Vec3::Z] {
            let (a, b) = (side * 0.28, Vec3::Y * 0.28);
            piece.quad(
                SHEET,
                [at - a - b, at + a - b, at + a + b, at - a + b],
                uv,
                dim,
            );
        }
    }
}

/// A house or tower. `span` is how many metres of wall the facade's picture is wide and high.
fn block(piece: &mut Piece, rect: [f32; 4], height: f32, uv: [f32; 4], span: [f32; 2]) {
    for side in 0..4_u8 {
        let wall = Wall::of_rect(rect, side, 0.0);
        let u0 = (rect[0] / 16.0).fract();
        let u1 = u0 + wall.width / span[0];
        let rise = (uv[3] - uv[1]) * ((height + 3.0) / span[1]).min(1.0);
        wall.panel(
            piece,
            SHEET,
            [0.0, -3.0, wall.width, height],
            0.0,
            [u0, uv[1], u1, uv[1] + rise],
            BRIGHT,
        );
    }
    let [x0, z0, x1, z1] = rect;
    let v = Vec3::new;
    let roof = [
        v(x0, height, z1),
        v(x1, height, z1),
        v(x1, height, z0),
        v(x0, height, z0),
    ];
    piece.quad(SHEET, roof, sheet::DARK, BRIGHT);
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
            let uv = if ring == 0 {
                sheet::BLOCK
            } else {
                sheet::TOWER
            };
            let rect = [
                x - width * 0.5,
                z - width * 0.5,
                x + width * 0.5,
                z + width * 0.5,
            ];
            let span = if ring == 0 {
                [112.0, 18.0]
            } else {
                [190.0, 110.0]
            };
            block(piece, rect, height, uv, span);
            if height > 70.0 {
                // A setback and a mast with a red light.
                let w = width * 0.3;
                block(
                    piece,
                    [x - w, z - w, x + w, z + w],
                    height * 1.16,
                    sheet::TOWER,
                    span,
                );
                let top = Vec3::new(x, height * 1.16 + 9.0, z);
                let s = Vec3::new(0.7, 0.0, 0.0);
                piece.quad(
                    SHEET,
                    [
                        top - s,
                        top + s,
                        top + s + Vec3::Y * 1.6,
                        top - s + Vec3::Y * 1.6,
                    ],
                    sheet::RED,
                    BRIGHT,
                );
                let m = Vec3::new(0.25, 0.0, 0.25);
                let foot = Vec3::new(x, height * 1.16, z);
                piece.quad(
                    SHEET,
                    [foot - m, foot + m, top + m, top - m],
                    sheet::DARK,
                    BRIGHT,
                );
            }
        }
    }
}

/// A wooden coaster behind the wheel, outlined in bulbs.
fn coaster(piece: &mut Piece) {
    let height =
        |t: f32| 9.0 + 8.0 * sin(t * 9.0) * (1.0 - t * 0.5) + 5.0 * cos(t * 23.0) + 6.0 * (1.0 - t);
    let at = |t: f32| Vec3::new(-186.0 - 92.0 * t, height(t).max(3.0), 34.0 - 30.0 * t);
    let steps = 44;
    for i in 0..steps {
        let (a, b) = (
            at(i as f32 / steps as f32),
            at((i + 1) as f32 / steps as f32),
        );
        let up = Vec3::Y * 0.8;
        piece.quad(
            SHEET,
            [a, b, b + up, a + up],
            [0.0, sheet::BEAM[1], (b - a).length() / 32.0, sheet::BEAM[3]],
            Shade {
                glow: [0.8; 3],
                ..BRIGHT
            },
        );
        let foot = Vec3::new(a.x, -3.0, a.z);
        let s = Vec3::new(0.3, 0.0, 0.0);
        piece.quad(
            SHEET,
            [foot - s, foot + s, a + s, a - s],
            sheet::DARK,
            BRIGHT,
        );
        let brace = Vec3::new(b.x, -3.0, b.z);
        piece.quad(
            SHEET,
            [brace - s, brace + s, a + s, a - s],
            sheet::DARK,
            BRIGHT,
        );
    }
}
