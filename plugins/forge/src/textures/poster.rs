//! The two loading pictures, painted like old travel posters: flat shapes, few colours.

use crate::kit::paint::letters::{flat, layout, neon};
use crate::kit::paint::{Canvas, Rgb, fade, mix, noise, rgb, rgba, scale};
use crate::kit::rng::{Rng, hash_unit};
use crate::kit::trig::{PI, TAU, cos, sin, smoothstep};
use crate::textures::signs::GASES;

const HEIGHT: f32 = 384.0;

/// The wheel against the last light, its reflection in the sea.
pub fn wheel(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(512, 512, rgb(8, 8, 12));
    let horizon = 286.0;
    canvas.each_in([0.0, 0.0, 512.0, HEIGHT], |x, y, texel| {
        let t = (y / horizon).min(1.0);
        let glow = (1.0 - ((x - 330.0) / 330.0).abs()).max(0.0);
        let sky = mix(
            fade([rgb(20, 22, 58), rgb(96, 48, 92)], [0.1, 0.65], t),
            rgb(244, 128, 66),
            smoothstep(0.45, 1.0, t) * (0.35 + 0.65 * glow),
        );
        let cloud = noise::layered(x / 512.0, y / 220.0, (3, 9), 4, seed as u32);
        let colour = mix(
            sky,
            rgb(70, 38, 78),
            smoothstep(0.55, 0.75, cloud) * 0.55 * (1.0 - t * 0.4),
        );
        *texel = rgba(colour, 1.0);
    });
    let hub = [336.0, 168.0];
    canvas.disc(hub, 96.0, rgb(255, 176, 96), 0.16);
    let bulbs = [
        rgb(255, 240, 190),
        rgb(255, 96, 70),
        rgb(255, 240, 190),
        rgb(110, 200, 255),
    ];
    let at = |angle: f32, r: f32| [hub[0] + cos(angle) * r, hub[1] + sin(angle) * r];
    for ring in [104.0, 98.0, 60.0, 12.0] {
        for i in 0..96 {
            let [a, b] = [i, i + 1].map(|k| at(TAU * k as f32 / 96.0, ring));
            canvas.line(a, b, 2.0, rgb(44, 26, 44), 1.0);
        }
    }
    for i in 0..16 {
        let angle = TAU * i as f32 / 16.0;
        canvas.line(hub, at(angle, 100.0), 1.8, rgb(44, 26, 44), 1.0);
        for k in 1..11 {
            let bulb = at(angle, 9.6 * k as f32);
            canvas.disc(bulb, 1.3, bulbs[(i + k) % 4], 1.0);
        }
        let [x, y] = at(angle + PI / 16.0, 102.0);
        let y = y + 7.0;
        let cabins = [rgb(230, 60, 60), rgb(70, 140, 230), rgb(244, 190, 70)];
        canvas.rect([x - 6.0, y - 4.0, x + 6.0, y + 5.0], cabins[i % 3], 1.0);
        let roof = [x - 7.0, y - 6.0, x + 7.0, y - 4.0];
        canvas.rect(roof, rgb(40, 24, 40), 1.0);
    }
    for i in 0..64 {
        let bulb = at(TAU * i as f32 / 64.0, 104.0);
        canvas.disc(bulb, 1.7, bulbs[i % 4], 1.0);
    }
    for lean in [-46.0, 46.0] {
        canvas.line(hub, [hub[0] + lean, horizon], 6.0, rgb(34, 20, 36), 1.0);
    }
    silhouettes(&mut canvas, horizon, seed, rgb(30, 18, 34));
    sea(&mut canvas, horizon, hub, seed);
    let title = layout("WONDERWHEEL", [26.0, 30.0, 236.0, 58.0], 0.0);
    neon(&mut canvas, &title, 4.0, 14.0, rgb(255, 74, 62));
    let below = layout("BY THE SEA", [28.0, 74.0, 132.0, 88.0], 0.0);
    neon(&mut canvas, &below, 2.4, 9.0, rgb(72, 214, 255));
    canvas
}

/// The avenue under the railway, seen along its axis.
pub fn avenue(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(512, 512, rgb(10, 10, 12));
    let eye = [256.0, 214.0];
    canvas.each_in([0.0, 0.0, 512.0, HEIGHT], |x, y, texel| {
        let near = ((x - eye[0]).abs() / 256.0).max((y - eye[1]).abs() / 170.0);
        let colour = fade([rgb(196, 108, 70), rgb(24, 22, 34)], [0.0, 0.5], near);
        *texel = rgba(colour, 1.0);
    });
    let mut rng = Rng::new(seed, "poster");
    // Houses on both sides, far ones first.
    for i in (0..9).rev() {
        let (near, far) = (1.0 / (1.0 + 0.62 * i as f32), 1.0 / (1.6 + 0.62 * i as f32));
        let wall = scale(rgb(96, 56, 48), 0.35 + 0.5 * near);
        for side in [-1.0_f32, 1.0] {
            let height = rng.range(150.0, 250.0);
            let (x0, x1) = (eye[0] + side * 300.0 * near, eye[0] + side * 300.0 * far);
            let steps = (x0 - x1).abs() as usize;
            for k in 0..=steps {
                let t = k as f32 / steps.max(1) as f32;
                let (x, s) = (x0 + (x1 - x0) * t, near + (far - near) * t);
                let mut column = |low: f32, high: f32, colour: Rgb, strength: f32| {
                    let area = [x, eye[1] + low * s, x + 1.0, eye[1] + high * s];
                    canvas.rect(area, colour, strength);
                };
                column(-height, 96.0, wall, 1.0);
                let bay = ((1.0 / s) * 9.0).fract();
                for floor in 0..5 {
                    let salt = u32::from(side > 0.0);
                    let room = hash_unit((9.0 / s) as i32, floor, seed as u32 ^ salt);
                    if (0.3..0.7).contains(&bay) && 40.0 * (floor + 1) as f32 + 14.0 < height {
                        let colour = if room > 0.6 {
                            rgb(255, 200, 112)
                        } else {
                            rgb(28, 26, 34)
                        };
                        let sill = -(18.0 + 40.0 * floor as f32);
                        column(sill - 22.0, sill, colour, 0.95);
                    }
                }
                let gas = GASES[(i * 2 + usize::from(side > 0.0)) % 6];
                column(34.0, 50.0, gas, 0.9);
                column(54.0, 92.0, rgb(255, 214, 140), 0.62);
            }
        }
    }
    // Street and deck, then the bents.
    let below = [0.0, eye[1] as usize as f32, 512.0, HEIGHT];
    canvas.each_in(below, |x, y, texel| {
        let s = (y - eye[1]) / 96.0;
        if s > 0.02 && (x - eye[0]).abs() < 300.0 * s {
            let wet = noise::layered(x / 512.0, (1.0 / s).fract(), (20, 6), 3, seed as u32);
            let lit = wet * wet * (1.1 - s).clamp(0.1, 1.0);
            *texel = rgba(mix(rgb(30, 28, 36), rgb(170, 96, 72), lit), 1.0);
        }
    });
    let steel = rgb(22, 26, 28);
    for i in (0..7).rev() {
        let s = 1.0 / (0.82 + 0.75 * i as f32);
        let colour = mix(rgb(120, 70, 60), steel, (s * 1.6).min(1.0));
        let (half, top) = (150.0 * s, eye[1] - 96.0 * s);
        for side in [-1.0_f32, 1.0] {
            let x = eye[0] + side * half;
            let post = [x - 8.0 * s, top, x + 8.0 * s, eye[1] + 98.0 * s];
            canvas.rect(post, colour, 1.0);
            let (foot, head) = ([x, top + 40.0 * s], [x - side * 40.0 * s, top]);
            canvas.line(foot, head, 8.0 * s, colour, 1.0);
        }
        let (left, right) = (eye[0] - half - 14.0 * s, eye[0] + half + 14.0 * s);
        canvas.rect([left, top - 26.0 * s, right, top], colour, 1.0);
    }
    canvas.rect([0.0, 330.0, 512.0, HEIGHT], rgb(12, 10, 14), 0.62);
    let (title, place) = ("SHORE AVENUE", [30.0, 344.0, 250.0, 370.0]);
    flat(&mut canvas, title, place, 0.0, 3.4, rgb(246, 226, 186));
    canvas
}

fn silhouettes(canvas: &mut Canvas, horizon: f32, seed: u64, colour: Rgb) {
    let mut rng = Rng::new(seed, "silhouettes");
    let mut x = 0.0;
    while x < 512.0 {
        let width = rng.range(14.0, 34.0);
        let height = rng.range(12.0, 46.0) * if x > 230.0 && x < 440.0 { 0.5 } else { 1.0 };
        canvas.rect([x, horizon - height, x + width, horizon + 2.0], colour, 1.0);
        for _ in 0..(width * height / 40.0) as u32 {
            let wx = x + rng.range(2.0, width - 3.0);
            let wy = horizon - rng.range(3.0, height.max(4.0));
            if rng.chance(0.5) {
                canvas.rect([wx, wy, wx + 2.0, wy + 2.0], rgb(255, 196, 104), 0.9);
            }
        }
        x += width;
    }
}

fn sea(canvas: &mut Canvas, horizon: f32, hub: [f32; 2], seed: u64) {
    canvas.each_in([0.0, horizon, 512.0, HEIGHT], |x, y, texel| {
        let depth = (y - horizon) / (HEIGHT - horizon);
        let wave = noise::layered(x / 512.0, depth, (26, 34), 3, seed as u32 ^ 9);
        let path = (1.0 - (x - hub[0]).abs() / (70.0 + 90.0 * depth)).max(0.0);
        let base = fade([rgb(120, 66, 70), rgb(18, 22, 46)], [0.0, 0.8], depth);
        let light = smoothstep(0.52, 0.66, wave) * path;
        let light = light * (0.9 - 0.4 * depth);
        *texel = rgba(mix(base, rgb(255, 196, 120), light), 1.0);
    });
}
