//! What one walks on: asphalt, pavement, sand, earth, puddles.

use crate::kit::paint::{Canvas, fade, mix, noise, rgb, rgba, scale};
use crate::kit::trig::smoothstep;

/// Metres of one asphalt texture.
pub const ASPHALT_TILE: f32 = 8.0;
/// Metres of one pavement texture: four by four slabs.
pub const PAVEMENT_TILE: f32 = 6.0;
/// Metres of the puddle layer.
pub const PUDDLE_TILE: f32 = 32.0;

/// Worn asphalt with patches, cracks and oil.
pub fn asphalt(seed: u32) -> Canvas {
    let base = rgb(84, 84, 88);
    let mut canvas = Canvas::new(256, 256, base);
    canvas.grain((8, 8), 4, 0.25, seed ^ 600);
    canvas.grain((128, 128), 1, 0.22, seed ^ 601);
    canvas.patches((3, 3), 0.58, rgb(58, 58, 64), 0.9, seed ^ 602);
    canvas.patches((5, 5), 0.68, rgb(112, 110, 106), 0.55, seed ^ 603);
    canvas.rect([40.0, 150.0, 118.0, 196.0], rgb(52, 52, 56), 0.75);
    canvas.rect([150.0, 30.0, 216.0, 62.0], rgb(104, 102, 100), 0.4);
    let mut rng = crate::kit::rng::Rng::new(u64::from(seed), "asphalt");
    for _ in 0..9 {
        let mut at = [rng.range(20.0, 236.0), rng.range(20.0, 236.0)];
        let (dx, dy) = (rng.range(-9.0, 9.0), rng.range(-9.0, 9.0));
        for _ in 0..6 {
            let to = [
                (at[0] + dx + rng.range(-5.0, 5.0)).clamp(3.0, 253.0),
                (at[1] + dy + rng.range(-5.0, 5.0)).clamp(3.0, 253.0),
            ];
            canvas.line(at, to, 1.0, rgb(34, 34, 38), 0.7);
            at = to;
        }
    }
    canvas
}

/// Concrete slabs of 1.5 metres.
pub fn pavement(seed: u32) -> Canvas {
    let base = rgb(122, 118, 110);
    let mut canvas = Canvas::new(256, 256, base);
    canvas.fill(|u, v| {
        let (x, y) = (u * 4.0, v * 4.0);
        let (fx, fy) = (x - x.floor(), y - y.floor());
        let tone = 0.84 + 0.28 * crate::kit::rng::hash_unit(x as i32, y as i32, seed ^ 610);
        let dirt = 0.74 + 0.5 * noise::layered(u, v, (6, 6), 5, seed ^ 611);
        let gum = if noise::value(u * 40.0, v * 40.0, (40, 40), seed ^ 612) > 0.93 {
            0.55
        } else {
            1.0
        };
        let joint = fx < 0.03 || fy < 0.03;
        let bevel = if fx < 0.05 || fy < 0.05 { 1.1 } else { 1.0 };
        scale(
            base,
            if joint {
                0.42
            } else {
                tone * dirt * gum * bevel
            },
        )
    });
    canvas
}

/// Kerb stone, 2 metres long.
pub fn kerb(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 16, rgb(142, 138, 130));
    canvas.grain((8, 2), 3, 0.35, seed ^ 620);
    canvas.rect([0.0, 0.0, 64.0, 2.0], rgb(176, 172, 164), 0.7);
    canvas.rect([31.0, 0.0, 32.0, 16.0], rgb(60, 58, 54), 0.9);
    canvas.rect([0.0, 13.0, 64.0, 16.0], rgb(56, 54, 52), 0.7);
    canvas
}

/// Beach sand with footprints.
pub fn sand(seed: u32) -> Canvas {
    let base = rgb(150, 132, 102);
    let mut canvas = Canvas::new(128, 128, base);
    canvas.grain((4, 4), 5, 0.22, seed ^ 630);
    canvas.grain((64, 64), 1, 0.16, seed ^ 631);
    let mut rng = crate::kit::rng::Rng::new(u64::from(seed), "sand");
    for _ in 0..46 {
        let (x, y) = (rng.range(4.0, 124.0), rng.range(4.0, 124.0));
        canvas.disc([x, y], rng.range(1.2, 2.4), scale(base, 0.72), 0.6);
        canvas.disc([x, y + 1.6], 1.0, scale(base, 1.14), 0.5);
    }
    canvas
}

/// Trodden earth with weeds.
pub fn earth(seed: u32) -> Canvas {
    let base = rgb(96, 82, 64);
    let mut canvas = Canvas::new(128, 128, base);
    canvas.grain((5, 5), 5, 0.34, seed ^ 640);
    canvas.patches((5, 5), 0.52, rgb(66, 76, 42), 0.75, seed ^ 641);
    canvas.patches((7, 7), 0.66, rgb(116, 106, 90), 0.6, seed ^ 642);
    canvas
}

/// Standing water, laid over the street by its alpha: dark, with the dusk and the lamps in it. The street's own light multiplies
/// it, so that puddles shine where lamps are.
pub fn puddle(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(256, 256, rgb(70, 76, 96));
    canvas.each(|u, v, texel| {
        let shape = noise::layered(u, v, (6, 6), 4, seed ^ 650);
        let edge = noise::layered(u, v, (40, 40), 2, seed ^ 652);
        let wet = smoothstep(0.515, 0.535, shape + (edge - 0.5) * 0.03);
        let damp = smoothstep(0.44, 0.52, shape) * 0.34;
        let sky = noise::layered(u, v, (9, 9), 3, seed ^ 653);
        let ripple = noise::layered(u, v, (48, 48), 2, seed ^ 651);
        let dusk = fade([rgb(66, 76, 104), rgb(122, 96, 108)], [0.42, 0.64], sky);
        let glint = smoothstep(0.60, 0.68, sky) * smoothstep(0.5, 0.75, ripple) * 0.8;
        let water = mix(scale(dusk, 0.75 + 0.4 * ripple), rgb(255, 226, 176), glint);
        // A pale line where the water ends.
        let rim = 1.0 - ((shape - 0.53).abs() * 70.0).min(1.0);
        let colour = mix(
            mix(rgb(34, 34, 40), water, wet),
            rgb(176, 176, 186),
            rim * wet * 0.5,
        );
        *texel = rgba(colour, damp.max(wet * 0.64));
    });
    canvas
}

/// One stain, laid over by its alpha: a ragged blot that ends well before the picture does.
pub fn stain(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(128, 128, rgb(26, 25, 25));
    canvas.each(|u, v, texel| {
        let (x, y) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
        let ragged = noise::layered(u, v, (4, 4), 5, seed ^ 660) - 0.5;
        let fine = noise::layered(u, v, (16, 16), 3, seed ^ 661);
        let r = (x * x + y * y).sqrt();
        let blot = 1.0 - smoothstep(0.28, 0.72, r + ragged * 0.9);
        let end = 1.0 - smoothstep(0.78, 0.95, r);
        texel[3] = (blot * end * (0.35 + 0.5 * fine)).min(0.7);
    });
    canvas
}

/// The sea at night: dark, with long bright crests.
pub fn sea(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, rgb(30, 44, 58));
    canvas.fill(|u, v| {
        let swell = noise::layered(u, v, (3, 8), 4, seed ^ 670);
        let crest = noise::layered(u, v, (10, 28), 3, seed ^ 671);
        let light = smoothstep(0.55, 0.8, crest) * smoothstep(0.4, 0.7, swell);
        mix(
            mix(rgb(18, 30, 42), rgb(52, 72, 88), swell),
            rgb(168, 184, 190),
            light * 0.6,
        )
    });
    canvas
}

/// Foam and drifting light on the sea, laid over it by its alpha.
pub fn foam(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(128, 128, rgb(150, 168, 176));
    canvas.each(|u, v, texel| {
        let long = noise::layered(u, v, (3, 10), 4, seed ^ 680);
        let fine = noise::layered(u, v, (24, 40), 2, seed ^ 681);
        texel[3] = (smoothstep(0.56, 0.74, long) * smoothstep(0.42, 0.7, fine) * 0.7).min(0.7);
    });
    canvas
}
