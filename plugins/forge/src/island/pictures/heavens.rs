//! Pictures of the sky.

use super::super::light::HAZE;
use crate::kit::paint::{Canvas, Rgb, fade, mix, noise, rgb, rgba, scale};
use crate::kit::trig::smoothstep;

/// A banded planet with a ring, lit from the left.
pub fn planet(seed: u64) -> Canvas {
    let salt = seed as u32;
    let mut canvas = Canvas::clear(128, 128, rgb(120, 160, 200));
    canvas.each(|u, v, texel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let radius = 0.56;
        let out = (x * x + y * y).sqrt() / radius;
        let disc = smoothstep(1.01, 0.97, out);
        let front = (1.0 - out * out).max(0.0).sqrt();
        let lit = smoothstep(
            -0.25,
            0.75,
            -0.75 * x / radius - 0.45 * y / radius + 0.45 * front,
        );
        let wave = 0.06 * noise::layered(u, v, (5, 5), 3, salt ^ 170);
        let band = noise::layered(0.5, v * 0.8 + wave, (1, 9), 2, salt ^ 171);
        let body = fade([rgb(206, 132, 110), rgb(248, 216, 176)], [0.3, 0.7], band);
        let body = mix(mix(rgb(74, 120, 180), body, 0.25), body, lit);
        // The ring passes before the lower half and behind the upper one.
        let tilt = y + 0.02;
        let ring_out = (x * x + (tilt * 4.4) * (tilt * 4.4)).sqrt();
        let gap = smoothstep(0.015, 0.03, (ring_out - 0.84).abs());
        let ring = smoothstep(0.68, 0.71, ring_out) * smoothstep(0.98, 0.95, ring_out) * gap;
        let is_before = tilt > 0.0 || out > 1.0;
        let ring = if is_before { ring * 0.85 } else { 0.0 };
        let shade = if out < 1.0 && tilt < 0.0 && tilt > -0.09 {
            0.8
        } else {
            1.0
        };
        let [r, g, b] = mix(scale(body, shade), rgb(246, 228, 200), ring);
        // The night side is the sky's own blue.
        let alpha = (disc * (0.25 + 0.7 * lit)).max(ring);
        *texel = [r, g, b, alpha];
    });
    canvas
}

/// A sun with its glow.
pub fn sun(colour: Rgb) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, colour);
    canvas.each(|u, v, texel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let out = (x * x + y * y).sqrt();
        let core = smoothstep(0.27, 0.22, out);
        let glow = (1.0 - out).max(0.0);
        let [r, g, b] = mix(colour, [1.0; 3], core);
        *texel = [r, g, b, core.max(glow * glow * glow * 0.85)];
    });
    canvas
}

/// Clouds that tile.
pub fn clouds(seed: u64) -> Canvas {
    let salt = seed as u32;
    let mut canvas = Canvas::clear(128, 128, rgb(255, 250, 240));
    canvas.each(|u, v, texel| {
        let body = noise::layered(u, v, (3, 4), 5, salt ^ 180);
        let above = noise::layered(u - 0.03, v - 0.02, (3, 4), 5, salt ^ 180);
        let alpha = smoothstep(0.50, 0.72, body);
        let lit = smoothstep(-0.06, 0.1, body - above);
        let colour = mix(rgb(206, 208, 226), rgb(255, 250, 236), lit);
        *texel = rgba(
            mix(
                colour,
                rgb(255, 255, 252),
                smoothstep(0.0, 0.5, alpha) * 0.3,
            ),
            alpha * 0.86,
        );
    });
    canvas
}

/// Two rows of mesas, the further one paler, their feet in the haze; the sides meet.
pub fn mesas(seed: u64) -> Canvas {
    let salt = seed as u32;
    let mut canvas = Canvas::clear(256, 64, HAZE);
    canvas.each(|u, v, texel| {
        let mut colour = HAZE;
        let mut alpha = 0.0_f32;
        for (row, cells, low, high, tone) in [
            (0, 9, 0.16, 0.78, rgb(150, 160, 190)),
            (1, 6, 0.10, 0.58, rgb(164, 132, 134)),
        ] {
            // Steps: tops are flat, sides steep.
            let lump = noise::layered(u, 0.5, (cells, 1), 2, salt ^ (190 + row));
            let rough = 0.05 * (noise::layered(u, 0.5, (40, 1), 2, salt ^ (192 + row)) - 0.5);
            let top = low
                + (high - low)
                    * (0.35 * smoothstep(0.40, 0.46, lump) + 0.65 * smoothstep(0.56, 0.61, lump));
            let edge = (1.0 - v) - 0.26 - (top * 0.70 + rough);
            let inside = smoothstep(0.012, -0.012, edge);
            let layer = noise::layered(0.5, v, (1, 12), 1, salt ^ 194);
            let face = fade([tone, HAZE], [0.34, 0.80], v);
            let face = scale(face, 0.95 + 0.1 * layer);
            colour = mix(colour, face, inside);
            alpha = alpha.max(inside);
        }
        // Below is nothing but haze.
        let foot = smoothstep(0.66, 0.80, v);
        *texel = rgba(mix(colour, HAZE, foot), alpha.max(foot));
    });
    canvas
}
