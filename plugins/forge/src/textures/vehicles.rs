//! The painted sheet of a parked car: side above, front, rear and glass below.

use crate::kit::paint::canvas::cover;
use crate::kit::paint::{Canvas, mix, rgb, scale};
use crate::kit::trig::smoothstep;

/// uv boxes on the sheet.
pub mod uv {
    /// The whole side, bonnet to the right.
    pub const SIDE: [f32; 4] = [0.0, 0.0, 1.0, 0.5];
    /// The front with its lamps.
    pub const FRONT: [f32; 4] = [0.0, 0.5, 0.34, 0.78];
    /// The rear with its lamps.
    pub const REAR: [f32; 4] = [0.34, 0.5, 0.68, 0.78];
    /// Plain paint, for bonnet, roof and boot.
    pub const PAINT: [f32; 4] = [0.70, 0.52, 0.98, 0.76];
    /// A windscreen.
    pub const GLASS: [f32; 4] = [0.02, 0.80, 0.48, 0.98];
    /// A wheel, seen from its side: its middle and its radius.
    pub const WHEEL: ([f32; 2], f32) = ([83.0 / 128.0, 114.0 / 128.0], 12.5 / 128.0);
}

/// A sedan in neutral grey; the material's colour paints it.
pub fn sedan(seed: u32) -> Canvas {
    let paint = rgb(188, 188, 190);
    let mut canvas = Canvas::new(128, 128, paint);
    canvas.grain((6, 6), 3, 0.12, seed ^ 870);
    // Side: lower body, wheel arches, chrome, windows in the cabin.
    canvas.rect([0.0, 26.0, 128.0, 28.0], rgb(236, 236, 236), 0.9);
    canvas.rect([0.0, 44.0, 128.0, 48.0], rgb(210, 210, 214), 1.0);
    // The rocker panel: the sill's bright strip and the painted edge below it.
    canvas.rect([0.0, 56.0, 128.0, 58.0], rgb(204, 204, 208), 1.0);
    canvas.rect([0.0, 58.0, 128.0, 64.0], scale(paint, 0.72), 1.0);
    canvas.rect([34.0, 3.0, 96.0, 24.0], scale(paint, 0.8), 1.0);
    for (x0, x1) in [(37.0, 62.0), (66.0, 92.0)] {
        canvas.rect([x0, 5.0, x1, 22.0], rgb(26, 30, 38), 1.0);
        let (from, to) = ([x0 + 4.0, 21.0], [x0 + 14.0, 6.0]);
        canvas.line(from, to, 3.0, rgb(96, 108, 128), 0.7);
    }
    canvas.rect([63.5, 22.0, 64.5, 50.0], scale(paint, 0.4), 1.0);
    canvas.rect([67.0, 29.0, 72.0, 31.0], rgb(240, 240, 240), 1.0);
    // A texel of the side is 38 mm wide and 18 mm high, so a round arch is an upright oval on the sheet.
    for x in [24.0, 104.0] {
        canvas.each_in([x - 12.0, 32.0, x + 12.0, 64.0], |px, py, texel| {
            let (dx, dy) = ((px - x) / 10.4, (py - 56.8) / 22.0);
            let edge = (1.0 - (dx * dx + dy * dy)) * 6.0;
            if edge > 0.0 {
                cover(texel, rgb(10, 10, 11), edge.min(1.0));
            }
        });
    }
    // Front and rear.
    canvas.rect([2.0, 74.0, 42.0, 88.0], rgb(40, 40, 44), 1.0);
    for i in 0..6 {
        let x = 10.0 + 4.0 * i as f32;
        canvas.rect([x, 75.0, x + 1.5, 87.0], rgb(170, 170, 174), 1.0);
    }
    for x in [7.0, 37.0] {
        canvas.disc([x, 80.0], 4.6, rgb(220, 220, 214), 1.0);
    }
    canvas.rect([0.0, 92.0, 43.0, 98.0], rgb(200, 200, 204), 1.0);
    for x in [46.0, 76.0] {
        canvas.rect([x, 76.0, x + 9.0, 84.0], rgb(190, 24, 20), 1.0);
    }
    canvas.rect([60.0, 78.0, 71.0, 84.0], rgb(226, 206, 110), 1.0);
    canvas.rect([44.0, 92.0, 87.0, 98.0], rgb(196, 196, 200), 1.0);
    // A wheel on rubber: whitewall, cap, hub.
    canvas.rect([66.0, 100.0, 128.0, 128.0], rgb(15, 15, 16), 1.0);
    for (radius, colour) in [
        (8.6, rgb(196, 192, 182)),
        (7.6, rgb(22, 22, 23)),
        (6.6, rgb(150, 150, 154)),
        (3.0, rgb(204, 204, 206)),
        (1.2, rgb(70, 70, 74)),
    ] {
        canvas.disc([83.0, 114.0], radius, colour, 1.0);
    }
    // Glass.
    canvas.rect([0.0, 101.0, 64.0, 128.0], rgb(24, 28, 36), 1.0);
    let sheen = mix(rgb(24, 28, 36), rgb(130, 146, 170), 0.6);
    canvas.line([10.0, 126.0], [30.0, 102.0], 5.0, sheen, 0.8);
    canvas
}

/// The shade under a parked car, as wide and long as the car: nothing at its outline, dark a third of a
/// metre inside.
pub fn shadow() -> Canvas {
    let mut canvas = Canvas::clear(32, 64, [0.0; 3]);
    canvas.each(|u, v, texel| {
        // The car is 1.84 m wide and 4.9 m long.
        let rise = |t: f32, metres: f32| smoothstep(0.0, 0.34, t.min(1.0 - t) * metres);
        texel[3] = 0.72 * rise(u, 1.84) * rise(v, 4.9);
    });
    canvas
}
