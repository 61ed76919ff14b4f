//! Lamp light that hangs in the air.

use crate::kit::background::glow::{SODIUM, WHITE};
use crate::kit::paint::{Canvas, Painting, Rgb, mix, rgb, rgba};
use crate::kit::trig::smoothstep;

/// The halo of the glow world. It is drawn before everything else with Z writes where alpha is at least one half, so only the
/// core is that opaque; the thin rim shows against the sky alone. Source: spec/world-addenda.md 5; spec/gs-pipeline.md 9.
pub fn halo(colour: Rgb) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, colour);
    canvas.each(|u, v, texel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let r = (x * x + y * y).sqrt();
        let core = 1.0 - smoothstep(0.10, 0.24, r);
        let rim = (1.0 - smoothstep(0.0, 1.0, r)) * 0.42;
        *texel = rgba(
            mix(colour, [1.0, 1.0, 0.94], 1.0 - smoothstep(0.0, 0.22, r)),
            (core + rim * (1.0 - core)).min(1.0),
        );
    });
    canvas
}

/// The halos of sodium light and of the boardwalk's white lamps, by their names in the glow world.
pub fn halos() -> Vec<(&'static str, Painting)> {
    let halos = [(SODIUM, rgb(255, 190, 96)), (WHITE, rgb(226, 236, 255))];
    let painting = |colour| Painting::pal8(halo(colour)).levels(1).clamped();
    halos.map(|(name, colour)| (name, painting(colour))).into()
}

/// Haze around a light, everywhere too thin to count as solid: alpha stays below one half. White: vertex colours tint it.
pub fn haze() -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(255, 255, 255));
    canvas.each(|u, v, texel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let r = (x * x + y * y).sqrt().min(1.0);
        let falloff = (1.0 - r) * (1.0 - r);
        *texel = [1.0, 1.0, 1.0, falloff * 0.46];
    });
    canvas
}

/// A cone of light under a lamp.
pub fn cone() -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(255, 255, 255));
    canvas.each(|u, v, texel| {
        let half = 0.06 + 0.42 * v;
        let across = 1.0 - ((u - 0.5).abs() / half).min(1.0);
        *texel = [1.0, 1.0, 1.0, across * across * (1.0 - v) * 0.36];
    });
    canvas
}
