//! Weeds, bushes and street trees, cut out of air.

use crate::paint::{Canvas, mix, rgb, scale};
use crate::rng::Rng;

/// A tuft of high grass and weeds.
pub fn weeds(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(60, 72, 38));
    let mut rng = Rng::new(u64::from(seed), "weeds");
    for _ in 0..70 {
        let x = rng.range(6.0, 58.0);
        let (height, lean) = (rng.range(14.0, 54.0), rng.range(-14.0, 14.0));
        let colour = mix(rgb(74, 92, 44), rgb(136, 126, 72), rng.unit());
        let middle = [x + lean * 0.3, 64.0 - height * 0.55];
        canvas.line([x, 64.0], middle, 1.9, scale(colour, 0.7), 1.0);
        canvas.line(middle, [x + lean, 64.0 - height], 1.3, colour, 1.0);
    }
    canvas
}

/// The crown of a street tree.
pub fn crown(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(128, 128, rgb(48, 62, 34));
    let mut rng = Rng::new(u64::from(seed), "crown");
    for i in 0..520 {
        let (angle, radius) = (rng.range(0.0, crate::trig::TAU), rng.unit().sqrt() * 52.0);
        let (x, y) = (
            64.0 + crate::trig::cos(angle) * radius,
            60.0 + crate::trig::sin(angle) * radius * 0.9,
        );
        let light = 0.45 + 0.55 * (1.0 - y / 128.0) + 0.25 * i as f32 / 520.0;
        canvas.disc(
            [x, y],
            rng.range(2.0, 4.6),
            scale(mix(rgb(66, 88, 42), rgb(104, 116, 56), rng.unit()), light),
            1.0,
        );
    }
    canvas
}

/// Bark.
pub fn bark(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 64, rgb(84, 70, 58));
    canvas.grain((14, 4), 3, 0.5, seed ^ 860);
    canvas
}
