//! Windows in sheets of 4 by 4, so that one texture gives sixteen flats.

use crate::kit::paint::{Canvas, Rgb, mix, rgb, scale};
use crate::kit::rng::Rng;

/// Windows across and down a sheet.
pub const SHEET: u32 = 4;

/// The uv box of window `index` of a sheet.
pub fn uv(index: u32) -> [f32; 4] {
    let (x, y) = (index % SHEET, index / SHEET % SHEET);
    let size = 1.0 / SHEET as f32;
    let inset = 0.6 / 256.0;
    [
        x as f32 * size + inset,
        y as f32 * size + inset,
        (x + 1) as f32 * size - inset,
        (y + 1) as f32 * size - inset,
    ]
}

/// Rooms with the light on.
pub fn lit(seed: u32) -> Canvas {
    sheet(seed, "lit windows", |canvas, x, y, rng| {
        let lamps = [
            rgb(255, 206, 122),
            rgb(255, 184, 92),
            rgb(250, 226, 172),
            rgb(255, 214, 140),
            rgb(148, 186, 255),
        ];
        let lamp = rng.pick(&lamps).copied().unwrap_or([1.0; 3]);
        room(canvas, x, y, lamp, rng);
        let drapes = [
            rgb(150, 70, 48),
            rgb(120, 104, 60),
            rgb(90, 96, 118),
            rgb(156, 130, 96),
        ];
        let drape = rng.pick(&drapes).copied().unwrap_or([0.5; 3]);
        match rng.below(5) {
            0 => canvas.rect(
                [x + 5.0, y + 5.0, x + 59.0, y + 5.0 + rng.range(14.0, 44.0)],
                mix(drape, lamp, 0.45),
                0.9,
            ),
            1 | 2 => {
                let width = rng.range(8.0, 17.0);
                folds(
                    canvas,
                    [x + 5.0, y + 5.0, x + 5.0 + width, y + 59.0],
                    mix(drape, lamp, 0.3),
                );
                folds(
                    canvas,
                    [x + 59.0 - width, y + 5.0, x + 59.0, y + 59.0],
                    mix(drape, lamp, 0.3),
                );
            }
            3 => {
                for k in 0..13 {
                    let line = y + 6.0 + 4.0 * k as f32;
                    canvas.rect(
                        [x + 5.0, line, x + 59.0, line + 1.6],
                        scale(lamp, 0.42),
                        0.9,
                    );
                }
            }
            _ => {}
        }
        if rng.chance(0.3) {
            figure(
                canvas,
                x + rng.range(20.0, 44.0),
                y + 59.0,
                rng.range(20.0, 28.0),
            );
        }
    })
}

/// Rooms with the light off; the sky is in the glass.
pub fn dark(seed: u32) -> Canvas {
    sheet(seed, "dark windows", |canvas, x, y, rng| {
        let glass = rgb(30, 36, 48);
        canvas.rect([x + 5.0, y + 5.0, x + 59.0, y + 59.0], glass, 1.0);
        let slope = rng.range(-0.6, 0.6);
        canvas.each_in([x + 5.0, y + 5.0, x + 59.0, y + 59.0], |px, py, texel| {
            let band = ((px - x) + (py - y) * slope) / 64.0;
            let sheen =
                (1.0 - (band - 0.4).abs() * 3.0).max(0.0) * 0.35 + (1.0 - (py - y) / 64.0) * 0.22;
            crate::kit::paint::canvas::cover(texel, rgb(112, 128, 156), sheen);
        });
        match rng.below(6) {
            0 => canvas.rect(
                [x + 5.0, y + 5.0, x + 59.0, y + 5.0 + rng.range(20.0, 50.0)],
                rgb(96, 90, 78),
                0.85,
            ),
            1 => {
                folds(
                    canvas,
                    [x + 5.0, y + 5.0, x + 20.0, y + 59.0],
                    rgb(74, 66, 60),
                );
                folds(
                    canvas,
                    [x + 44.0, y + 5.0, x + 59.0, y + 59.0],
                    rgb(74, 66, 60),
                );
            }
            // Boarded up.
            2 => {
                for k in 0..6 {
                    let top = y + 5.0 + 9.0 * k as f32;
                    canvas.rect(
                        [x + 4.0, top, x + 60.0, top + 8.0],
                        scale(rgb(116, 96, 70), rng.range(0.6, 1.0)),
                        1.0,
                    );
                }
            }
            // A broken pane.
            3 => {
                for _ in 0..5 {
                    canvas.line(
                        [x + 22.0, y + 22.0],
                        [x + rng.range(6.0, 56.0), y + rng.range(6.0, 32.0)],
                        1.0,
                        rgb(150, 160, 176),
                        0.6,
                    );
                }
                canvas.disc([x + 22.0, y + 22.0], 6.0, rgb(10, 10, 12), 1.0);
            }
            _ => {}
        }
    })
}

fn sheet(
    seed: u32,
    purpose: &str,
    mut window: impl FnMut(&mut Canvas, f32, f32, &mut Rng),
) -> Canvas {
    let mut rng = Rng::new(u64::from(seed), purpose);
    let mut canvas = Canvas::new(256, 256, rgb(20, 18, 16));
    for i in 0..SHEET * SHEET {
        let (x, y) = ((i % SHEET * 64) as f32, (i / SHEET * 64) as f32);
        let frames = [
            rgb(140, 132, 118),
            rgb(84, 66, 52),
            rgb(96, 108, 98),
            rgb(120, 96, 78),
        ];
        let frame = rng.pick(&frames).copied().unwrap_or([0.4; 3]);
        canvas.rect([x, y, x + 64.0, y + 64.0], scale(frame, 0.75), 1.0);
        canvas.rect([x + 1.0, y + 1.0, x + 63.0, y + 63.0], frame, 1.0);
        canvas.rect(
            [x + 4.0, y + 4.0, x + 60.0, y + 60.0],
            scale(frame, 0.35),
            1.0,
        );
        window(&mut canvas, x, y, &mut rng);
        // Sash: two halves, the lower one stands in front.
        canvas.rect(
            [x + 4.0, y + 30.0, x + 60.0, y + 34.0],
            scale(frame, 0.8),
            1.0,
        );
        canvas.rect(
            [x + 4.0, y + 34.0, x + 60.0, y + 35.0],
            rgb(20, 18, 16),
            0.8,
        );
        if i % 3 == 0 {
            canvas.rect(
                [x + 31.0, y + 4.0, x + 33.0, y + 60.0],
                scale(frame, 0.8),
                1.0,
            );
        }
    }
    canvas
}

/// A lit room: brighter near the lamp, a shelf or a picture at the back.
fn room(canvas: &mut Canvas, x: f32, y: f32, lamp: Rgb, rng: &mut Rng) {
    let (lx, ly) = (x + rng.range(16.0, 48.0), y + rng.range(10.0, 26.0));
    canvas.each_in([x + 5.0, y + 5.0, x + 59.0, y + 59.0], |px, py, texel| {
        let d = ((px - lx) * (px - lx) + (py - ly) * (py - ly)).sqrt() / 46.0;
        let light = (1.06 - d * 0.62).clamp(0.34, 1.0);
        let colour = scale(lamp, light);
        *texel = [colour[0], colour[1], colour[2], 1.0];
    });
    if rng.chance(0.5) {
        let px = x + rng.range(10.0, 40.0);
        canvas.rect([px, y + 14.0, px + 12.0, y + 24.0], scale(lamp, 0.45), 0.8);
    }
    if rng.chance(0.5) {
        canvas.rect(
            [x + 5.0, y + 46.0, x + rng.range(24.0, 50.0), y + 59.0],
            scale(lamp, 0.3),
            0.75,
        );
    }
    canvas.disc([lx, ly], 3.0, [1.0, 0.97, 0.86], 0.9);
}

fn folds(canvas: &mut Canvas, area: [f32; 4], colour: Rgb) {
    canvas.each_in(area, |px, _, texel| {
        let wave = ((px - area[0]) * 0.45).fract();
        let shade = scale(colour, 0.65 + 0.5 * wave);
        *texel = [shade[0], shade[1], shade[2], 1.0];
    });
}

fn figure(canvas: &mut Canvas, x: f32, foot: f32, height: f32) {
    let dark = rgb(34, 24, 20);
    canvas.disc([x, foot - height], 4.4, dark, 0.95);
    canvas.line([x, foot - height + 10.0], [x, foot], 12.0, dark, 0.95);
}
