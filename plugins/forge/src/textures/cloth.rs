//! Striped awnings and tents.

use crate::kit::paint::{Canvas, Rgb, rgb};

/// Stripes along v, with a scalloped shadow at the lower edge.
pub fn awning(colour: Rgb, seed: u32) -> Canvas {
    let pale = rgb(206, 196, 172);
    let mut canvas = Canvas::new(64, 64, pale);
    for i in 0..4 {
        let x = i as f32 * 16.0;
        canvas.rect([x, 0.0, x + 8.0, 64.0], colour, 1.0);
    }
    canvas.rect([0.0, 54.0, 64.0, 56.0], rgb(30, 26, 24), 0.5);
    canvas.grain((8, 8), 4, 0.24, seed ^ 850);
    canvas
}

/// Red stripes.
pub fn red(seed: u32) -> Canvas {
    awning(rgb(150, 40, 36), seed)
}

/// Green stripes.
pub fn green(seed: u32) -> Canvas {
    awning(rgb(42, 96, 68), seed ^ 1)
}
