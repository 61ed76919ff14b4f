//! Rendered walls, stone trims, concrete.

use crate::kit::paint::{Canvas, Rgb, mix, noise, rgb, rgba, scale};

/// Painted render with stains and cracks.
pub fn render(colour: Rgb, seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, colour);
    canvas.grain((3, 3), 5, 0.28, seed);
    canvas.grain((40, 40), 2, 0.12, seed ^ 3);
    canvas.patches((4, 4), 0.56, scale(colour, 0.62), 0.7, seed ^ 8);
    canvas.patches(
        (6, 6),
        0.7,
        mix(colour, rgb(150, 120, 96), 0.5),
        0.8,
        seed ^ 13,
    );
    cracks(&mut canvas, scale(colour, 0.45), seed);
    canvas
}

/// Cream render.
pub fn cream(seed: u32) -> Canvas {
    render(rgb(164, 150, 122), seed ^ 100)
}

/// Greenish render.
pub fn green(seed: u32) -> Canvas {
    render(rgb(112, 128, 112), seed ^ 200)
}

/// Dressed stone in blocks of 1 by 0.5 metres.
pub fn stone(seed: u32) -> Canvas {
    let base = rgb(138, 130, 116);
    let mut canvas = Canvas::new(128, 128, base);
    canvas.fill(|u, v| {
        let row = (v * 8.0) as i32;
        let x = u * 4.0 + if row % 2 == 0 { 0.0 } else { 0.5 };
        let (fx, fy) = (x - x.floor(), v * 8.0 - row as f32);
        let tone = 0.82 + 0.3 * crate::kit::rng::hash_unit((x as i32).rem_euclid(4), row, seed);
        let weather = 0.75 + 0.45 * noise::layered(u, v, (6, 6), 4, seed ^ 2);
        let joint = fx < 0.045 || fy > 0.92;
        let bevel = if fy < 0.1 {
            1.14
        } else if fy > 0.82 {
            0.85
        } else {
            1.0
        };

        scale(base, if joint { 0.45 } else { tone * weather * bevel })
    });
    canvas
}

/// A cornice, one storey trim high: moulding above, brackets below.
pub fn cornice(seed: u32) -> Canvas {
    let base = rgb(128, 112, 92);
    let mut canvas = Canvas::new(64, 64, base);
    canvas.fill(|u, v| {
        let profile = match v {
            v if v < 0.10 => 1.35,
            v if v < 0.16 => 0.55,
            v if v < 0.30 => 1.15,
            v if v < 0.34 => 0.5,
            v if v < 0.84 => {
                // Brackets, two a tile, with dark hollows between them.
                let x = (u * 4.0).fract();
                if !(0.14..=0.86).contains(&x) {
                    0.7
                } else if x < 0.5 {
                    1.1
                } else {
                    0.42
                }
            }
            v if v < 0.90 => 1.2,
            _ => 0.7,
        };
        let weather = 0.8 + 0.4 * noise::layered(u, v, (6, 6), 3, seed ^ 50);
        scale(base, profile * weather)
    });
    canvas
}

/// Bare concrete.
pub fn concrete(seed: u32) -> Canvas {
    let base = rgb(118, 114, 106);
    let mut canvas = Canvas::new(128, 128, base);
    canvas.grain((4, 4), 5, 0.3, seed ^ 300);
    canvas.patches((5, 5), 0.58, scale(base, 0.6), 0.8, seed ^ 301);
    cracks(&mut canvas, scale(base, 0.4), seed ^ 302);
    canvas
}

/// Tar and gravel of a flat roof.
pub fn tar(seed: u32) -> Canvas {
    let base = rgb(62, 60, 60);
    let mut canvas = Canvas::new(128, 128, base);
    canvas.grain((5, 5), 4, 0.4, seed ^ 400);
    canvas.grain((64, 64), 1, 0.25, seed ^ 401);
    for i in 0..4 {
        let y = 16.0 + 32.0 * i as f32;
        canvas.rect([0.0, y, 128.0, y + 1.0], rgb(30, 30, 32), 0.8);
        canvas.rect([0.0, y + 1.0, 128.0, y + 3.0], rgb(84, 82, 82), 0.35);
    }
    canvas.patches((4, 4), 0.6, rgb(38, 40, 46), 0.8, seed ^ 402);
    canvas
}

/// Dirt that runs down a wall, laid over it by its alpha: 16 by 16 metres, the ground at the bottom.
pub fn grime(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(256, 256, rgb(26, 22, 18));
    canvas.each(|u, v, texel| {
        let streak = noise::layered(u, v * 0.5, (48, 2), 3, seed ^ 500);
        let cloud = noise::layered(u, v, (4, 4), 5, seed ^ 501);
        // v = 1 is the ground (the texture repeats upwards every 16 metres).
        let foot = crate::kit::trig::smoothstep(0.80, 1.0, v + (cloud - 0.5) * 0.16);
        let drips =
            ((streak - 0.5) * 2.6).max(0.0) * crate::kit::trig::smoothstep(0.35, 0.7, cloud);
        let alpha = (foot * 0.72 + drips * 0.7 + (cloud - 0.52).max(0.0) * 1.3).min(0.85);
        let damp = mix(
            rgb(26, 22, 18),
            rgb(46, 52, 34),
            noise::layered(u, v, (8, 8), 2, seed ^ 502),
        );
        *texel = rgba(damp, alpha);
    });
    canvas
}

fn cracks(canvas: &mut Canvas, colour: Rgb, seed: u32) {
    let mut rng = crate::kit::rng::Rng::new(u64::from(seed), "cracks");
    let (w, h) = (canvas.width as f32, canvas.height as f32);
    for _ in 0..4 {
        let mut at = [rng.range(0.2, 0.8) * w, rng.range(0.1, 0.5) * h];
        for _ in 0..7 {
            let to = [
                (at[0] + rng.range(-6.0, 6.0)).clamp(2.0, w - 2.0),
                (at[1] + rng.range(1.0, 7.0)).min(h - 2.0),
            ];
            canvas.line(at, to, 0.6, colour, 0.6);
            at = to;
        }
    }
}
