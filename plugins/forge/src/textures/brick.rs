//! Brick walls: 16 bricks across, 32 courses, every other course shifted by half a brick.

use crate::kit::paint::canvas::cover;
use crate::kit::paint::{Canvas, Rgb, mix, noise, rgb, scale};
use crate::kit::rng::hash_unit;
use crate::kit::trig::smoothstep;

const ACROSS: i32 = 16;
const COURSES: i32 = 32;

/// A wall of bricks in `base`, mixed with `other`, in mortar.
pub fn bricks(base: Rgb, other: Rgb, mortar: Rgb, seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, mortar);
    canvas.fill(|u, v| {
        let course = (v * COURSES as f32) as i32;
        let shift = if course % 2 == 0 { 0.0 } else { 0.5 };
        // Every sixth course shows the bricks' ends: American bond.
        let across = if course % 6 == 5 { ACROSS * 2 } else { ACROSS };
        let x = u * across as f32 + shift;
        let column = (x as i32).rem_euclid(across);
        let (fx, fy) = (x - x.floor(), v * COURSES as f32 - course as f32);
        let joint = 0.14 / (across / ACROSS) as f32 * 2.0;
        let tone = hash_unit(column, course, seed);
        let clay = mix(base, other, hash_unit(column, course, seed ^ 77));
        let colour = scale(clay, 0.74 + 0.46 * tone);
        // Light from above catches the upper edge.
        let edge = if fy < 0.3 {
            1.08
        } else if fy > 0.8 {
            0.86
        } else {
            1.0
        };
        let weather = 0.78 + 0.44 * noise::layered(u, v, (4, 4), 4, seed ^ 5);
        let brick = scale(colour, edge * weather);
        let in_joint = fx < joint || fy > 0.86;
        if in_joint {
            let sand = noise::layered(u, v, (32, 32), 2, seed ^ 9);
            scale(mortar, 0.6 + 0.5 * sand)
        } else {
            brick
        }
    });
    canvas
}

/// Dark red brick.
pub fn red(seed: u32) -> Canvas {
    bricks(rgb(142, 76, 58), rgb(116, 60, 50), rgb(112, 98, 86), seed)
}

/// Brown brick.
pub fn brown(seed: u32) -> Canvas {
    let (base, other, mortar) = (rgb(124, 88, 64), rgb(98, 68, 52), rgb(92, 82, 72));
    bricks(base, other, mortar, seed ^ 21)
}

/// Pale yellow brick.
pub fn tan(seed: u32) -> Canvas {
    let (base, other, mortar) = (rgb(170, 146, 108), rgb(146, 122, 90), rgb(120, 108, 92));
    bricks(base, other, mortar, seed ^ 42)
}

/// Painted brick: one colour over bricks, flaking.
pub fn painted(seed: u32) -> Canvas {
    let (base, other, mortar) = (rgb(118, 126, 122), rgb(108, 116, 116), rgb(92, 98, 96));
    let mut canvas = bricks(base, other, mortar, seed ^ 63);
    let (base, other, mortar) = (rgb(150, 70, 52), rgb(122, 52, 42), rgb(100, 90, 80));
    let raw = bricks(base, other, mortar, seed ^ 63);
    let mut bare = raw.texels.into_iter();
    canvas.each(|u, v, texel| {
        let n = noise::layered(u, v, (5, 5), 4, seed ^ 31);
        if let Some([r, g, b, _]) = bare.next() {
            cover(texel, [r, g, b], smoothstep(0.68, 0.73, n) * 0.7);
        }
    });
    canvas
}
