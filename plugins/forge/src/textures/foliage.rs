//! Weeds, bushes and street trees, cut out of air.

use crate::kit::paint::{Canvas, mix, rgb, scale};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin};

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
    // Clumps of leaves around a ragged outline.
    let clumps: Vec<[f32; 3]> = (0..26)
        .map(|_| {
            let (angle, radius) = (rng.range(0.0, TAU), rng.unit().sqrt() * 38.0);
            [
                64.0 + cos(angle) * radius,
                62.0 + sin(angle) * radius * 0.9,
                rng.range(9.0, 17.0),
            ]
        })
        .collect();
    for i in 0..1500 {
        let clump = clumps[i % clumps.len()];
        let (angle, radius) = (rng.range(0.0, TAU), rng.unit().sqrt() * clump[2]);
        let (x, y) = (
            clump[0] + cos(angle) * radius,
            clump[1] + sin(angle) * radius,
        );
        // Lit from above: each clump has a bright crown and a dark foot.
        let light = 0.62 - 0.030 * (y - clump[1]) + 0.25 * (1.0 - y / 128.0);
        let leaf = mix(rgb(64, 84, 40), rgb(112, 118, 58), rng.unit());
        let leaf = scale(leaf, light.clamp(0.3, 1.15));
        canvas.disc([x, y], rng.range(0.9, 2.1), leaf, 1.0);
    }
    canvas
}

/// Bark.
pub fn bark(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 64, rgb(84, 70, 58));
    canvas.grain((14, 4), 3, 0.5, seed ^ 860);
    canvas
}
