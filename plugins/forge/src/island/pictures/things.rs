//! Pictures of what stands on the ground.

use glam::Vec3;

use super::super::light;
use super::super::plan::{CROWN, TREE_PICTURE};
use crate::kit::paint::{Canvas, Rgb, fade, mix, noise, rgb, scale};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin, smoothstep};

const LEAF_DARK: Rgb = rgb(120, 46, 92);
const LEAF: Rgb = rgb(206, 92, 122);
const LEAF_BRIGHT: Rgb = rgb(250, 166, 138);
const BARK: Rgb = rgb(112, 88, 96);
const ROOF: Rgb = rgb(42, 132, 142);

fn salt(seed: u64) -> u32 {
    seed as u32
}

/// Layered rock that goes round.
pub fn rock(seed: u64) -> Canvas {
    let salt = salt(seed);
    let mut canvas = Canvas::new(128, 128, rgb(196, 140, 98));
    canvas.fill(|u, v| {
        let wave = 0.05 * noise::layered(u, v, (3, 3), 3, salt ^ 100);
        let layer = noise::layered(0.5, v + wave, (1, 7), 3, salt ^ 101);
        let band = fade([rgb(142, 92, 70), rgb(228, 178, 126)], [0.25, 0.72], layer);
        let ridge = (noise::layered(u, v, (5, 5), 3, salt ^ 102) - 0.5).abs();
        scale(band, 1.0 - 0.35 * smoothstep(0.03, 0.0, ridge))
    });
    canvas.grain((12, 12), 4, 0.26, salt ^ 103);
    canvas
}

/// Plaster above, stones below, two round windows in half of the way round.
pub fn wall(seed: u64) -> Canvas {
    let salt = salt(seed);
    let mut canvas = Canvas::new(128, 128, rgb(236, 216, 184));
    canvas.grain((6, 6), 5, 0.12, salt ^ 110);
    canvas.patches((5, 5), 0.62, rgb(214, 184, 146), 0.7, salt ^ 111);
    canvas.each(|u, v, texel| {
        // Dirt runs up from the ground, shade down from the roof.
        let k = 1.0 - 0.28 * smoothstep(0.82, 1.0, v) - 0.30 * smoothstep(0.16, 0.0, v);
        let streak = 0.94 + 0.12 * noise::layered(u, v * 0.1, (26, 1), 2, salt ^ 112);
        for channel in texel.iter_mut().take(3) {
            *channel *= k * streak;
        }
    });
    canvas.rect([0.0, 20.0, 128.0, 26.0], ROOF, 0.85);
    canvas.rect([0.0, 26.0, 128.0, 28.0], rgb(120, 92, 70), 0.5);
    let middle = [64.0, 60.0];
    canvas.disc(middle, 17.0, rgb(150, 110, 76), 1.0);
    canvas.disc(middle, 14.0, rgb(92, 66, 56), 1.0);
    canvas.disc(middle, 12.5, rgb(62, 104, 128), 1.0);
    canvas.disc([60.0, 55.0], 5.0, rgb(196, 230, 232), 0.85);
    canvas.rect([62.8, 47.0, 65.2, 73.0], rgb(120, 86, 62), 1.0);
    canvas.rect([51.0, 58.8, 77.0, 61.2], rgb(120, 86, 62), 1.0);
    canvas
}

/// Round shingles in rows.
pub fn roof(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(64, 64, ROOF);
    canvas.fill(|u, v| {
        let row = (v * 8.0) as i32;
        let along = u * 8.0 + 0.5 * (row % 2) as f32;
        let (x, y) = (along - along.floor() - 0.5, v * 8.0 - row as f32);
        let tone =
            0.82 + 0.36 * crate::kit::rng::hash_unit(along as i32 % 8, row, salt(seed) ^ 120);
        let round = y - 1.0 + 1.9 * x * x;
        let edge = if round > -0.16 { 0.55 } else { 1.0 };
        scale(ROOF, tone * edge * (0.8 + 0.3 * y))
    });
    canvas
}

/// A round door of planks.
pub fn door(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(64, 64, rgb(150, 104, 66));
    canvas.fill(|u, v| {
        let (x, y) = (u * 2.0 - 1.0, (v - 0.55) * 2.0);
        let top = if y < 0.0 {
            (x * x + y * y).sqrt()
        } else {
            x.abs()
        };
        let plank = (u * 7.0) as i32;
        let tone = 0.8 + 0.3 * crate::kit::rng::hash_unit(plank, 0, salt(seed) ^ 130);
        let gap = if (u * 7.0 - plank as f32) < 0.1 {
            0.5
        } else {
            1.0
        };
        let wood = scale(rgb(178, 84, 62), tone * gap);
        let frame = fade([wood, rgb(226, 200, 160)], [0.74, 0.78], top);

        fade([frame, rgb(214, 190, 156)], [0.94, 0.98], top)
    });
    canvas.rect([13.0, 22.0, 51.0, 25.0], rgb(88, 74, 72), 0.9);
    canvas.rect([13.0, 46.0, 51.0, 49.0], rgb(88, 74, 72), 0.9);
    canvas.disc([44.0, 37.0], 2.4, rgb(244, 208, 110), 1.0);
    canvas
}

/// Blades of grass, cut out of air.
pub fn blades(seed: u64) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(96, 140, 58));
    let mut rng = Rng::new(seed, "blades");
    for i in 0..54 {
        let x = rng.range(10.0, 54.0);
        let (height, lean) = (rng.range(22.0, 60.0), rng.range(-15.0, 15.0));
        let tip = mix(rgb(112, 164, 66), rgb(206, 208, 104), rng.unit());
        let middle = [x + lean * 0.28, 64.0 - height * 0.55];
        canvas.line([x, 65.0], middle, 2.7, scale(tip, 0.62), 1.0);
        canvas.line(middle, [x + lean, 64.0 - height], 1.7, tip, 1.0);
        if i % 18 == 0 {
            canvas.disc([x + lean, 65.0 - height], 2.6, rgb(250, 214, 120), 1.0);
        }
    }
    canvas
}

/// Bark.
pub fn bark(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(32, 32, BARK);
    canvas.grain((10, 3), 3, 0.5, salt(seed) ^ 140);
    canvas
}

/// Leaves, bright above and dark below.
pub fn leaves(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(64, 64, LEAF);
    let mut rng = Rng::new(seed, "leaves");
    canvas.fill(|_, v| mix(LEAF, LEAF_DARK, v));
    for _ in 0..700 {
        let at = [rng.range(0.0, 64.0), rng.range(0.0, 64.0)];
        let colour = leaf(at[1] / 64.0, rng.unit());
        for x in [-64.0, 0.0, 64.0] {
            canvas.disc([at[0] + x, at[1]], rng.range(1.0, 1.9), colour, 0.9);
        }
    }
    canvas
}

fn leaf(depth: f32, tone: f32) -> Rgb {
    let body = mix(LEAF_BRIGHT, LEAF_DARK, (depth + 0.15).min(1.0));
    scale(mix(body, LEAF, 0.4), 0.74 + 0.5 * tone)
}

/// The tree from the side, its crown as large as the class's.
pub fn tree_billboard(seed: u64) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, LEAF);
    let [width, height, _] = TREE_PICTURE;
    let texel = |x: f32, z: f32| [(x / width + 0.5) * 64.0, (1.0 - z / height) * 64.0];
    let unit = 64.0 / width;
    canvas.line(
        texel(0.0, 0.0),
        texel(0.15, 1.6),
        0.46 * unit,
        scale(BARK, 0.8),
        1.0,
    );
    canvas.line(texel(0.15, 1.5), texel(0.1, 3.4), 0.36 * unit, BARK, 1.0);
    for (middle, _) in CROWN.iter().skip(1) {
        canvas.line(
            texel(0.18, 1.9),
            texel(middle.x, middle.z),
            0.15 * unit,
            BARK,
            1.0,
        );
    }
    // The furthest first.
    let mut crown = CROWN;
    crown.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
    let mut rng = Rng::new(seed, "billboard");
    let sun = Vec3::new(light::to_warm_sun().x, -0.4, light::to_warm_sun().z).normalize();
    for (middle, radius) in crown {
        for i in 0..240 {
            let out = 0.96 * ((i as f32 + 0.5) / 240.0).sqrt();
            let angle = i as f32 * 2.399_963;
            let (x, z) = (out * cos(angle), out * sin(angle));
            let normal = Vec3::new(x, -(1.0 - out * out).max(0.0).sqrt(), z);
            let depth = 0.62 - 0.55 * normal.dot(sun);
            let at = texel(middle.x + x * radius, middle.z + z * radius * 0.82);
            canvas.disc(
                at,
                rng.range(0.9, 1.6),
                leaf(depth.max(0.0), rng.unit()),
                1.0,
            );
        }
    }
    canvas
}

/// A side of a crate: a frame of metal around planks, with a bolt painted on.
pub fn crate_side(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(64, 64, rgb(176, 128, 76));
    canvas.each(|u, v, texel| {
        let plank = (v * 6.0) as i32;
        let tone = 0.84 + 0.3 * crate::kit::rng::hash_unit(plank, 3, salt(seed) ^ 150);
        let grain = 0.9 + 0.2 * noise::layered(u, v, (3, 30), 2, salt(seed) ^ 151);
        let gap = if (v * 6.0 - plank as f32) < 0.12 {
            0.55
        } else {
            1.0
        };
        for channel in texel.iter_mut().take(3) {
            *channel *= tone * grain * gap;
        }
    });
    let metal = rgb(92, 104, 122);
    for area in [
        [0.0, 0.0, 64.0, 8.0],
        [0.0, 56.0, 64.0, 64.0],
        [0.0, 0.0, 8.0, 64.0],
        [56.0, 0.0, 64.0, 64.0],
    ] {
        canvas.rect(area, metal, 1.0);
    }
    canvas.rect([0.0, 0.0, 64.0, 1.5], rgb(176, 190, 204), 0.9);
    canvas.rect([8.0, 8.0, 56.0, 9.5], rgb(44, 44, 52), 0.6);
    for corner in [[4.0, 4.0], [60.0, 4.0], [4.0, 60.0], [60.0, 60.0]] {
        canvas.disc(corner, 2.2, rgb(206, 212, 220), 1.0);
    }
    let gold = rgb(248, 196, 70);
    for i in 0..6 {
        let angle = i as f32 * TAU / 6.0;
        let tip = [32.0 + cos(angle) * 14.0, 32.0 + sin(angle) * 14.0];
        canvas.line([32.0, 32.0], tip, 6.0, gold, 1.0);
    }
    canvas.disc([32.0, 32.0], 10.0, gold, 1.0);
    canvas.disc([32.0, 32.0], 5.0, rgb(126, 84, 40), 1.0);
    canvas
}

/// Spotted skin, pale below.
pub fn skin(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(64, 64, rgb(70, 150, 170));
    canvas.fill(|_, v| fade([rgb(64, 140, 172), rgb(236, 218, 170)], [0.55, 0.8], v));
    let mut rng = Rng::new(seed, "skin");
    for _ in 0..30 {
        let at = [rng.range(0.0, 64.0), rng.range(0.0, 34.0)];
        let size = rng.range(1.5, 4.0);
        for x in [-64.0, 0.0, 64.0] {
            canvas.disc([at[0] + x, at[1]], size, rgb(244, 150, 74), 0.9);
        }
    }
    canvas.grain((10, 10), 3, 0.16, salt(seed) ^ 160);
    canvas
}

/// An eye: white, with a pupil at both sides of the ball.
pub fn eye(_seed: u64) -> Canvas {
    let mut canvas = Canvas::new(32, 32, rgb(250, 248, 240));
    // The ball's front is where its texture begins and ends.
    for x in [0.0, 32.0] {
        canvas.disc([x, 17.0], 5.5, rgb(250, 176, 50), 1.0);
        canvas.disc([x, 17.0], 3.2, rgb(28, 22, 30), 1.0);
    }
    canvas
}
