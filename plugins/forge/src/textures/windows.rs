//! Windows in sheets of 4 by 4, so that one texture gives sixteen flats.

use crate::kit::paint::canvas::cover;
use crate::kit::paint::{Canvas, Rgb, mix, rgb, rgba, scale};
use crate::kit::rng::Rng;

/// Windows across and down a sheet.
pub const SHEET: u32 = 4;
/// Where the glass is in a window of 64 by 64 texels.
const GLASS: [f32; 4] = [5.0, 5.0, 59.0, 59.0];

/// The uv box of window `index` of a sheet.
pub fn uv(index: u32) -> [f32; 4] {
    let (x, y) = (index % SHEET, index / SHEET % SHEET);
    let size = 1.0 / SHEET as f32;
    let inset = 0.6 / 256.0;
    let [x0, y0] = [x, y].map(|at| at as f32 * size + inset);
    let [x1, y1] = [x, y].map(|at| (at + 1) as f32 * size - inset);
    [x0, y0, x1, y1]
}

/// Rooms with the light on.
pub fn lit(seed: u32) -> Canvas {
    sheet(seed, "lit windows", |canvas, rng| {
        let lamp = rng.one_of([
            rgb(255, 206, 122),
            rgb(255, 184, 92),
            rgb(250, 226, 172),
            rgb(255, 214, 140),
            rgb(148, 186, 255),
        ]);
        room(canvas, lamp, rng);
        let drape = rng.one_of([
            rgb(150, 70, 48),
            rgb(120, 104, 60),
            rgb(90, 96, 118),
            rgb(156, 130, 96),
        ]);
        match rng.below(5) {
            0 => {
                let blind = [5.0, 5.0, 59.0, 5.0 + rng.range(14.0, 44.0)];
                canvas.rect(blind, mix(drape, lamp, 0.45), 0.9);
            }
            1 | 2 => curtains(canvas, rng.range(8.0, 17.0), mix(drape, lamp, 0.3)),
            3 => {
                for k in 0..13 {
                    let line = 6.0 + 4.0 * k as f32;
                    canvas.rect([5.0, line, 59.0, line + 1.6], scale(lamp, 0.42), 0.9);
                }
            }
            _ => {}
        }
        if rng.chance(0.3) {
            figure(canvas, rng.range(20.0, 44.0), 59.0, rng.range(20.0, 28.0));
        }
    })
}

/// Rooms with the light off; the sky is in the glass.
pub fn dark(seed: u32) -> Canvas {
    sheet(seed, "dark windows", |canvas, rng| {
        canvas.rect(GLASS, rgb(30, 36, 48), 1.0);
        let slope = rng.range(-0.6, 0.6);
        canvas.each_in(GLASS, |x, y, texel| {
            let band = (x + y * slope) / 64.0;
            let sheen = (1.0 - (band - 0.4).abs() * 3.0).max(0.0) * 0.35 + (1.0 - y / 64.0) * 0.22;
            cover(texel, rgb(112, 128, 156), sheen);
        });
        match rng.below(6) {
            0 => {
                let blind = [5.0, 5.0, 59.0, 5.0 + rng.range(20.0, 50.0)];
                canvas.rect(blind, rgb(96, 90, 78), 0.85);
            }
            1 => curtains(canvas, 15.0, rgb(74, 66, 60)),
            // Boarded up.
            2 => {
                for k in 0..6 {
                    let top = 5.0 + 9.0 * k as f32;
                    let wood = scale(rgb(116, 96, 70), rng.range(0.6, 1.0));
                    canvas.rect([4.0, top, 60.0, top + 8.0], wood, 1.0);
                }
            }
            // A broken pane.
            3 => {
                for _ in 0..5 {
                    let to = [rng.range(6.0, 56.0), rng.range(6.0, 32.0)];
                    canvas.line([22.0, 22.0], to, 1.0, rgb(150, 160, 176), 0.6);
                }
                canvas.disc([22.0, 22.0], 6.0, rgb(10, 10, 12), 1.0);
            }
            _ => {}
        }
    })
}

fn sheet(seed: u32, purpose: &str, mut window: impl FnMut(&mut Canvas, &mut Rng)) -> Canvas {
    let mut rng = Rng::new(u64::from(seed), purpose);
    let windows = (0..SHEET * SHEET).map(|i| {
        let frame = rng.one_of([
            rgb(140, 132, 118),
            rgb(84, 66, 52),
            rgb(96, 108, 98),
            rgb(120, 96, 78),
        ]);
        let mut canvas = Canvas::new(64, 64, scale(frame, 0.75));
        canvas.rect([1.0, 1.0, 63.0, 63.0], frame, 1.0);
        canvas.rect([4.0, 4.0, 60.0, 60.0], scale(frame, 0.35), 1.0);
        window(&mut canvas, &mut rng);
        // Sash: two halves, the lower one stands in front.
        canvas.rect([4.0, 30.0, 60.0, 34.0], scale(frame, 0.8), 1.0);
        canvas.rect([4.0, 34.0, 60.0, 35.0], rgb(20, 18, 16), 0.8);
        if i % 3 == 0 {
            canvas.rect([31.0, 4.0, 33.0, 60.0], scale(frame, 0.8), 1.0);
        }
        canvas
    });
    Canvas::sheet(SHEET as usize, &windows.collect::<Vec<_>>())
}

/// A lit room: brighter near the lamp, a shelf or a picture at the back.
fn room(canvas: &mut Canvas, lamp: Rgb, rng: &mut Rng) {
    let (lx, ly) = (rng.range(16.0, 48.0), rng.range(10.0, 26.0));
    canvas.each_in(GLASS, |x, y, texel| {
        let d = ((x - lx) * (x - lx) + (y - ly) * (y - ly)).sqrt() / 46.0;
        *texel = rgba(scale(lamp, (1.06 - d * 0.62).clamp(0.34, 1.0)), 1.0);
    });
    if rng.chance(0.5) {
        let x = rng.range(10.0, 40.0);
        canvas.rect([x, 14.0, x + 12.0, 24.0], scale(lamp, 0.45), 0.8);
    }
    if rng.chance(0.5) {
        let shelf = [5.0, 46.0, rng.range(24.0, 50.0), 59.0];
        canvas.rect(shelf, scale(lamp, 0.3), 0.75);
    }
    canvas.disc([lx, ly], 3.0, [1.0, 0.97, 0.86], 0.9);
}

/// Folds that hang at both sides.
fn curtains(canvas: &mut Canvas, width: f32, colour: Rgb) {
    for left in [5.0, 59.0 - width] {
        canvas.each_in([left, 5.0, left + width, 59.0], |x, _, texel| {
            let wave = ((x - left) * 0.45).fract();
            *texel = rgba(scale(colour, 0.65 + 0.5 * wave), 1.0);
        });
    }
}

fn figure(canvas: &mut Canvas, x: f32, foot: f32, height: f32) {
    let dark = rgb(34, 24, 20);
    canvas.disc([x, foot - height], 4.4, dark, 0.95);
    canvas.line([x, foot - height + 10.0], [x, foot], 12.0, dark, 0.95);
}
