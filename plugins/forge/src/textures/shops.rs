//! Shop windows, two to a sheet, one above the other. Every part of the city has its own sheet.

use crate::kit::paint::canvas::cover;
use crate::kit::paint::letters::flat;
use crate::kit::paint::{Canvas, Rgb, mix, rgb, rgba, scale};
use crate::kit::rng::Rng;
use crate::textures::signs::GASES;

/// Windows on a sheet, one above the other.
pub const COUNT: u32 = 2;

/// The uv box of window `index`.
pub fn uv(index: u32) -> [f32; 4] {
    let row = (index % COUNT) as f32 * 0.5;
    let inset = 0.6 / 128.0;
    [inset, row + inset, 1.0 - inset, row + 0.5 - inset]
}

/// The sheet of one part: lit windows with goods behind the glass.
pub fn sheet(seed: u64, part: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, rgb(20, 18, 18));
    for index in 0..COUNT {
        let seed = seed ^ u64::from(part) << 16 ^ u64::from(index);
        let y = (index * 64) as f32;
        window(&mut canvas, y, &mut Rng::new(seed, "shop window"));
    }
    canvas
}

fn window(canvas: &mut Canvas, y: f32, rng: &mut Rng) {
    let light = rng.one_of([
        rgb(255, 226, 160),
        rgb(255, 204, 120),
        rgb(214, 236, 255),
        rgb(255, 190, 150),
        rgb(226, 255, 220),
    ]);
    let whole = [0.0, y, 128.0, y + 64.0];
    canvas.each_in(whole, |_, py, texel| {
        *texel = rgba(scale(light, 0.92 - 0.5 * ((py - y) / 64.0)), 1.0);
    });
    match rng.below(4) {
        0 => shelves(canvas, y, rng),
        1 => counter(canvas, y, light, rng),
        2 => mannequins(canvas, y, rng),
        _ => machines(canvas, y, rng),
    }
    // Ceiling tubes, glass bars and frame.
    for i in 0..3 {
        let x = 16.0 + 36.0 * i as f32;
        canvas.rect([x, y + 5.0, x + 24.0, y + 7.0], rgb(255, 255, 246), 0.9);
    }
    if rng.chance(0.6) {
        let word = rng.one_of(["SALE", "OPEN", "FRESH", "COLD BEER", "TODAY"]);
        let area = [72.0, y + 12.0, 116.0, y + 22.0];
        let paint = rng.one_of(GASES);
        flat(canvas, word, area, 0.0, 2.0, paint);
    }
    let frame = rgb(44, 42, 44);
    for bar in [0.0, 42.0, 85.0, 125.0] {
        canvas.rect([bar, y, bar + 3.0, y + 64.0], frame, 1.0);
    }
    canvas.rect([0.0, y, 128.0, y + 3.0], frame, 1.0);
    canvas.rect([0.0, y + 59.0, 128.0, y + 64.0], scale(frame, 0.7), 1.0);
    // Reflections across the glass.
    canvas.each_in(whole, |x, py, texel| {
        if (x * 0.02 + (py - y) * 0.012).fract() < 0.12 {
            cover(texel, rgb(150, 170, 200), 0.14);
        }
    });
}

fn goods(rng: &mut Rng) -> Rgb {
    rng.one_of([
        rgb(150, 40, 36),
        rgb(44, 90, 60),
        rgb(190, 150, 50),
        rgb(50, 70, 120),
        rgb(120, 60, 100),
        rgb(210, 200, 180),
    ])
}

fn shelves(canvas: &mut Canvas, y: f32, rng: &mut Rng) {
    for row in 0..3 {
        let foot = y + 26.0 + 15.0 * row as f32;
        canvas.rect([4.0, foot, 124.0, foot + 2.0], rgb(84, 60, 42), 1.0);
        let mut x = 6.0;
        while x < 118.0 {
            let (w, h) = (rng.range(3.0, 6.0), rng.range(6.0, 12.0));
            if rng.chance(0.85) {
                let colour = goods(rng);
                canvas.rect([x, foot - h, x + w, foot], colour, 1.0);
                let edge = mix(colour, rgb(255, 255, 255), 0.4);
                canvas.rect([x, foot - h, x + 1.0, foot], edge, 1.0);
            }
            x += w + 1.2;
        }
    }
}

fn counter(canvas: &mut Canvas, y: f32, light: Rgb, rng: &mut Rng) {
    canvas.rect([0.0, y + 42.0, 128.0, y + 64.0], rgb(96, 58, 44), 1.0);
    canvas.rect([0.0, y + 40.0, 128.0, y + 43.0], rgb(190, 184, 176), 1.0);
    canvas.rect([8.0, y + 12.0, 64.0, y + 26.0], scale(light, 0.4), 0.8);
    for i in 0..5 {
        let x = 14.0 + 25.0 * i as f32;
        if rng.chance(0.6) {
            // A customer on a stool.
            let coat = scale(goods(rng), 0.5);
            canvas.disc([x, y + 30.0], 3.6, rgb(70, 48, 38), 1.0);
            canvas.line([x, y + 37.0], [x, y + 46.0], 9.0, coat, 1.0);
        }
        canvas.rect(
            [x - 1.0, y + 48.0, x + 1.0, y + 60.0],
            rgb(160, 160, 164),
            1.0,
        );
        canvas.rect(
            [x - 4.0, y + 46.0, x + 4.0, y + 49.0],
            rgb(150, 30, 34),
            1.0,
        );
    }
}

fn mannequins(canvas: &mut Canvas, y: f32, rng: &mut Rng) {
    canvas.rect([0.0, y + 54.0, 128.0, y + 60.0], rgb(120, 96, 74), 1.0);
    for i in 0..4 {
        let x = 18.0 + 30.0 * i as f32 + rng.range(-4.0, 4.0);
        let dress = goods(rng);
        canvas.disc([x, y + 17.0], 3.4, rgb(196, 164, 136), 1.0);
        canvas.line([x, y + 25.0], [x, y + 38.0], 9.0, dress, 1.0);
        canvas.line([x, y + 38.0], [x, y + 54.0], 6.0, scale(dress, 0.6), 1.0);
    }
}

fn machines(canvas: &mut Canvas, y: f32, rng: &mut Rng) {
    for i in 0..5 {
        let x = 6.0 + 24.0 * i as f32;
        let screen = rng.one_of(GASES);
        let title = mix(screen, rgb(255, 255, 255), 0.4);
        for ([x0, y0, x1, y1], colour, strength) in [
            ([0.0, 16.0, 19.0, 60.0], rgb(38, 32, 44), 1.0),
            ([3.0, 24.0, 16.0, 36.0], screen, 0.95),
            ([5.0, 28.0, 9.0, 32.0], rgb(250, 250, 250), 0.8),
            ([2.0, 17.0, 17.0, 21.0], title, 0.9),
            ([2.0, 38.0, 17.0, 41.0], rgb(90, 84, 96), 1.0),
        ] {
            canvas.rect([x + x0, y + y0, x + x1, y + y1], colour, strength);
        }
    }
}
