//! Shop windows, two to a sheet, one above the other. Every part of the city has its own sheet.

use crate::kit::paint::{Canvas, Rgb, mix, rgb, scale};
use crate::kit::rng::Rng;

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
        let mut rng = Rng::new(
            seed ^ u64::from(part) << 16 ^ u64::from(index),
            "shop window",
        );
        let (x, y) = (0.0, (index * 64) as f32);
        let lights = [
            rgb(255, 226, 160),
            rgb(255, 204, 120),
            rgb(214, 236, 255),
            rgb(255, 190, 150),
            rgb(226, 255, 220),
        ];
        let light = rng.pick(&lights).copied().unwrap_or([1.0; 3]);
        canvas.each_in([x, y, x + 128.0, y + 64.0], |_, py, texel| {
            let t = (py - y) / 64.0;
            let colour = scale(light, 0.92 - 0.5 * t);
            *texel = [colour[0], colour[1], colour[2], 1.0];
        });
        match rng.below(4) {
            0 => shelves(&mut canvas, x, y, &mut rng),
            1 => counter(&mut canvas, x, y, light, &mut rng),
            2 => mannequins(&mut canvas, x, y, &mut rng),
            _ => machines(&mut canvas, x, y, &mut rng),
        }
        // Ceiling tubes, glass bars and frame.
        for i in 0..3 {
            let tx = x + 16.0 + 36.0 * i as f32;
            canvas.rect([tx, y + 5.0, tx + 24.0, y + 7.0], rgb(255, 255, 246), 0.9);
        }
        if rng.chance(0.6) {
            let words = ["SALE", "OPEN", "FRESH", "COLD BEER", "TODAY"];
            let word = rng.pick(&words).copied().unwrap_or("OPEN");
            let strokes = crate::kit::paint::letters::layout(
                word,
                [x + 72.0, y + 12.0, x + 116.0, y + 22.0],
                0.0,
            );
            let paint = rng
                .pick(&crate::textures::signs::GASES)
                .copied()
                .unwrap_or([1.0; 3]);
            crate::kit::paint::letters::painted(
                &mut canvas,
                &strokes,
                2.0,
                0.0,
                |_, _| paint,
                rgb(0, 0, 0),
            );
        }
        let frame = rgb(44, 42, 44);
        for bar in [x, x + 42.0, x + 85.0, x + 125.0] {
            canvas.rect([bar, y, bar + 3.0, y + 64.0], frame, 1.0);
        }
        canvas.rect([x, y, x + 128.0, y + 3.0], frame, 1.0);
        canvas.rect([x, y + 59.0, x + 128.0, y + 64.0], scale(frame, 0.7), 1.0);
        // Reflections across the glass.
        canvas.each_in([x, y, x + 128.0, y + 64.0], |px, py, texel| {
            let band = ((px - x) * 0.02 + (py - y) * 0.012).fract();
            if band < 0.12 {
                crate::kit::paint::canvas::cover(texel, rgb(150, 170, 200), 0.14);
            }
        });
    }
    canvas
}

fn goods(rng: &mut Rng) -> Rgb {
    let colours = [
        rgb(150, 40, 36),
        rgb(44, 90, 60),
        rgb(190, 150, 50),
        rgb(50, 70, 120),
        rgb(120, 60, 100),
        rgb(210, 200, 180),
    ];
    rng.pick(&colours).copied().unwrap_or([0.5; 3])
}

fn shelves(canvas: &mut Canvas, x: f32, y: f32, rng: &mut Rng) {
    for row in 0..3 {
        let foot = y + 26.0 + 15.0 * row as f32;
        canvas.rect([x + 4.0, foot, x + 124.0, foot + 2.0], rgb(84, 60, 42), 1.0);
        let mut px = x + 6.0;
        while px < x + 118.0 {
            let (w, h) = (rng.range(3.0, 6.0), rng.range(6.0, 12.0));
            if rng.chance(0.85) {
                let colour = goods(rng);
                canvas.rect([px, foot - h, px + w, foot], colour, 1.0);
                canvas.rect(
                    [px, foot - h, px + 1.0, foot],
                    mix(colour, rgb(255, 255, 255), 0.4),
                    1.0,
                );
            }
            px += w + 1.2;
        }
    }
}

fn counter(canvas: &mut Canvas, x: f32, y: f32, light: Rgb, rng: &mut Rng) {
    canvas.rect([x, y + 42.0, x + 128.0, y + 64.0], rgb(96, 58, 44), 1.0);
    canvas.rect([x, y + 40.0, x + 128.0, y + 43.0], rgb(190, 184, 176), 1.0);
    canvas.rect(
        [x + 8.0, y + 12.0, x + 64.0, y + 26.0],
        scale(light, 0.4),
        0.8,
    );
    for i in 0..5 {
        let px = x + 14.0 + 25.0 * i as f32;
        if rng.chance(0.6) {
            // A customer on a stool.
            let coat = scale(goods(rng), 0.5);
            canvas.disc([px, y + 30.0], 3.6, rgb(70, 48, 38), 1.0);
            canvas.line([px, y + 37.0], [px, y + 46.0], 9.0, coat, 1.0);
        }
        canvas.rect(
            [px - 1.0, y + 48.0, px + 1.0, y + 60.0],
            rgb(160, 160, 164),
            1.0,
        );
        canvas.rect(
            [px - 4.0, y + 46.0, px + 4.0, y + 49.0],
            rgb(150, 30, 34),
            1.0,
        );
    }
}

fn mannequins(canvas: &mut Canvas, x: f32, y: f32, rng: &mut Rng) {
    canvas.rect([x, y + 54.0, x + 128.0, y + 60.0], rgb(120, 96, 74), 1.0);
    for i in 0..4 {
        let px = x + 18.0 + 30.0 * i as f32 + rng.range(-4.0, 4.0);
        let dress = goods(rng);
        canvas.disc([px, y + 17.0], 3.4, rgb(196, 164, 136), 1.0);
        canvas.line([px, y + 25.0], [px, y + 38.0], 9.0, dress, 1.0);
        canvas.line([px, y + 38.0], [px, y + 54.0], 6.0, scale(dress, 0.6), 1.0);
    }
}

fn machines(canvas: &mut Canvas, x: f32, y: f32, rng: &mut Rng) {
    for i in 0..5 {
        let px = x + 6.0 + 24.0 * i as f32;
        let screen = rng
            .pick(&crate::textures::signs::GASES)
            .copied()
            .unwrap_or([1.0; 3]);
        canvas.rect([px, y + 16.0, px + 19.0, y + 60.0], rgb(38, 32, 44), 1.0);
        canvas.rect([px + 3.0, y + 24.0, px + 16.0, y + 36.0], screen, 0.95);
        canvas.rect(
            [px + 5.0, y + 28.0, px + 9.0, y + 32.0],
            rgb(250, 250, 250),
            0.8,
        );
        canvas.rect(
            [px + 2.0, y + 17.0, px + 17.0, y + 21.0],
            mix(screen, rgb(255, 255, 255), 0.4),
            0.9,
        );
        canvas.rect(
            [px + 2.0, y + 38.0, px + 17.0, y + 41.0],
            rgb(90, 84, 96),
            1.0,
        );
    }
}
