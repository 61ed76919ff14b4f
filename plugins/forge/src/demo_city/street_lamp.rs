//! Street lamps, 5 metres high, and where they stand.

use glam::Vec3;

use crate::demo_city::plan::{
    AVENUES, BOARDWALK, BOARDWALK_HEIGHT, KERB, STREETS, X_RANGE, Z_RANGE,
};
use crate::demo_city::recipe::CityRecipe;
use crate::kit::light::Haze;
use crate::kit::light::lamp_post::LampPost;
use crate::kit::mesh::corners::{WHOLE, raised, strides};
use crate::kit::mesh::{Piece, Surface};
use crate::kit::paint::Rgb;

/// Light of a sodium lamp.
pub const SODIUM: Rgb = [1.0, 0.70, 0.36];
/// Light of the boardwalk's globes.
pub const WHITE: Rgb = [0.80, 0.86, 1.0];

const IRON: Surface = Surface::of("iron");
const BULB: Surface = Surface::plain([255; 4]);

/// All lamps of the city.
pub fn places(recipe: &CityRecipe) -> Vec<LampPost> {
    let mut out = Vec::new();
    let mut post = |foot: Vec3, arm: Vec3| out.push(LampPost { foot, arm });
    let step = recipe.lamp_spacing.max(6.0);
    let clear_of =
        |ranges: &[[f32; 2]], v: f32| ranges.iter().all(|r| v < r[0] - 1.0 || v > r[1] + 1.0);
    for [z0, z1] in AVENUES {
        for (row, z, arm) in [(0.0, z0 - 0.6, Vec3::Z), (1.0, z1 + 0.6, Vec3::NEG_Z)] {
            for x in strides(X_RANGE[0] + 6.0 + row * step * 0.5, X_RANGE[1] - 2.0, step) {
                if clear_of(&STREETS, x) {
                    post(Vec3::new(x, KERB, z), arm);
                }
            }
        }
    }
    for [x0, x1] in STREETS {
        for (row, x, arm) in [(0.0, x0 - 0.6, Vec3::X), (1.0, x1 + 0.6, Vec3::NEG_X)] {
            for z in strides(Z_RANGE[0] + 10.0 + row * step * 0.5, 54.0, step) {
                if clear_of(&AVENUES, z)
                    && !AVENUES.iter().any(|a| z > a[0] - 5.0 && z < a[1] + 5.0)
                {
                    post(Vec3::new(x, KERB, z), arm);
                }
            }
        }
    }
    for x in strides(X_RANGE[0] + 8.0, X_RANGE[1], step * 0.8) {
        let foot = Vec3::new(x, BOARDWALK_HEIGHT, BOARDWALK[1] - 1.4);
        post(foot, Vec3::ZERO);
    }
    out
}

/// A lamp with its light.
pub fn build(lamp: &LampPost) -> Piece {
    let mut piece = Piece::new();
    let LampPost { foot, arm } = *lamp;
    if arm == Vec3::ZERO {
        piece.tube(IRON, foot, 3.5, [0.11, 0.06], 5);
        let centre = lamp.light();
        globe(&mut piece, centre, 0.24);
        piece.lamp(centre + Vec3::Y * 0.1, [15.0, 0.85], WHITE, Haze::Ball(2.2));
    } else {
        let top = foot + Vec3::Y * 5.0;
        piece.tube(IRON, foot, 5.0, [0.13, 0.06], 5);
        let reach = top + arm * 1.5 + Vec3::Y * 0.05;
        piece.bar(IRON, top - Vec3::Y * 0.3, reach, 0.08);
        let head = lamp.light();
        let (back, front) = (head - arm * 0.4, head + arm * 0.45);
        let up = Vec3::Y * 0.06;
        piece.rod(IRON, [back + up, head + up], [0.05, 0.2], 4);
        piece.rod(IRON, [head + up, front + up], [0.2, 0.04], 4);
        // The glass hangs below the hood.
        let glass = BULB.glowing([1.0, 0.84, 0.52]);
        let hung = [head - Vec3::Y * 0.16, head];
        piece.rod(glass, hung, [0.14, 0.22], 5);
        let side = arm.cross(Vec3::Y) * 0.14;
        let [a, b] = [head - arm * 0.14, head + arm * 0.14].map(|end| end - Vec3::Y * 0.15);
        piece.quad(glass, [a - side, b - side, b + side, a + side], WHOLE);
        let shine = head - Vec3::Y * 0.1;
        piece.lamp(shine, [18.0, 1.15], SODIUM, Haze::Street(4.7));
    }
    piece
}

/// Strings of coloured bulbs from globe to globe along the boardwalk, a piece a span.
pub fn festoons(lamps: &[LampPost]) -> Vec<Piece> {
    const BULBS: u32 = 12;
    let globes: Vec<Vec3> = lamps
        .iter()
        .filter(|lamp| lamp.arm == Vec3::ZERO)
        .map(|lamp| lamp.light() - Vec3::Y * 0.35)
        .collect();
    let colours = [
        [1.0, 0.78, 0.40],
        [1.0, 0.30, 0.24],
        [1.0, 0.78, 0.40],
        [0.36, 0.62, 1.0],
    ];
    globes
        .windows(2)
        .map(|ends| {
            let mut piece = Piece::new();
            let at = |i: u32| {
                let t = i as f32 / BULBS as f32;
                ends[0] + (ends[1] - ends[0]) * t - Vec3::Y * 3.6 * t * (1.0 - t)
            };
            for i in 0..BULBS {
                let (a, b) = (at(i), at(i + 1));
                let thin = Vec3::Y * 0.03;
                piece.double_quad(IRON, raised(a, b, thin), [0.0, 0.0, 1.0, 0.1]);
                if i > 0 {
                    let glow = colours.get(i as usize % 4).copied().unwrap_or([1.0; 3]);
                    piece.rod(BULB.glowing(glow), [a - Vec3::Y * 0.2, a], [0.02, 0.085], 4);
                }
            }
            piece
        })
        .collect()
}

/// A shining ball.
pub fn globe(piece: &mut Piece, centre: Vec3, radius: f32) {
    let shining = BULB.glowing([0.95, 0.98, 1.0]);
    let level = |y: f32| centre + Vec3::Y * radius * y;
    for ((r0, y0), (r1, y1)) in [((0.3, -1.0), (1.0, 0.1)), ((1.0, 0.1), (0.2, 1.0))] {
        let radii = [r0 * radius, r1 * radius];
        piece.rod(shining, [level(y0), level(y1)], radii, 6);
    }
}
