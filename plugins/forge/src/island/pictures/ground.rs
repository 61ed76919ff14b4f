//! The ground's pictures: one for each patch, cut out of one large painting of the island, with the shadows of what stands there.

use glam::{Vec2, Vec3};

use super::super::land::{CORNER, Cover, Land, PATCH_SIDE, path_distance};
use super::super::light;
use super::super::light::HAZE;
use super::super::plan::Shade;
use crate::kit::paint::{Canvas, Rgb, fade, mix, noise, rgb, rgba, scale};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin, smoothstep};

/// Texels of a stuff's picture, and how many world units it covers: it repeats, the island does not.
const STUFF_TEXELS: usize = 256;
const STUFF_SIDE: f32 = 2.0 * PATCH_SIDE;
/// What is left of a colour in a shadow that things throw.
const SHADOW: Rgb = [0.50, 0.57, 0.72];

/// What the ground is painted with.
pub struct Ground {
    grass: Canvas,
    path: Canvas,
    rock: Canvas,
    sand: Canvas,
}

impl Ground {
    /// The stuffs of a seed.
    pub fn new(seed: u64) -> Self {
        let salt = seed as u32;
        Self {
            grass: grass(seed),
            path: path(seed),
            rock: rock(salt),
            sand: sand(salt),
        }
    }

    /// The picture of a patch with its low corner there on the map; rows go north.
    pub fn paint(&self, land: &Land, shades: &[Shade], corner: Vec2, texels: usize) -> Canvas {
        let sun = light::to_warm_sun();
        let near = shades_of(shades, corner, sun);
        let mut canvas = Canvas::new(texels, texels, rgb(0, 0, 0));
        canvas.fill(|u, v| {
            let at = corner + Vec2::new(u, v) * PATCH_SIDE;
            let height = land.height(at);
            let colour = self.colour(land, at, height);
            let shade = shadow(&near, (at + CORNER).extend(height), sun);
            let colour = [0, 1, 2].map(|i| colour[i] * (1.0 - shade * (1.0 - SHADOW[i])));
            mix(colour, HAZE, land.haze(at))
        });
        canvas
    }

    fn colour(&self, land: &Land, at: Vec2, height: f32) -> Rgb {
        let Cover {
            grass,
            path,
            rock,
            sand,
        } = land.cover(at);
        let mut sum = [0.0; 3];
        let mut add = |part: f32, colour: Rgb| {
            for (to, from) in sum.iter_mut().zip(colour) {
                *to += part * from;
            }
        };
        if grass > 0.0 {
            add(grass, self.grass_colour(land, at));
        }
        if path > 0.0 {
            let worn = smoothstep(2.2, 0.4, path_distance(at));
            add(path, scale(pick(&self.path, at), 0.88 + 0.16 * worn));
        }
        if rock > 0.0 {
            // Layers, the same all around the island.
            let wave = 0.9 * land.noise(at, 3.0, 80) + 0.35 * land.noise(at, 0.9, 81);
            let layer = noise::value(height * 0.85 + wave, 0.5, (4096, 1), 82);
            let band = fade([rgb(146, 92, 66), rgb(222, 168, 116)], [0.2, 0.75], layer);
            let seam = smoothstep(0.9, 1.0, cos((height * 0.85 + wave) * TAU * 0.5).abs());
            let grain = pick(&self.rock, at)[0];
            add(rock, scale(mix(band, rgb(112, 70, 58), 0.5 * seam), grain));
        }
        if sand > 0.0 {
            let wet = smoothstep(0.25, -0.9, height - super::super::land::WATER);
            let colour = pick(&self.sand, at);
            add(
                sand,
                mix(
                    colour,
                    scale(mix(colour, rgb(40, 110, 112), 0.5), 0.62),
                    wet,
                ),
            );
        }
        sum
    }

    fn grass_colour(&self, land: &Land, at: Vec2) -> Rgb {
        let blades = pick(&self.grass, at);
        let dry = smoothstep(
            0.52,
            0.82,
            land.noise(at, 13.0, 83) * 0.8 + land.noise(at, 3.5, 84) * 0.25,
        );
        let lush = smoothstep(0.55, 0.85, land.noise(at, 19.0, 85));
        let mut colour = blades;
        colour = mix(colour, tinted(blades, [1.42, 1.10, 0.62]), dry * 0.75);
        colour = mix(colour, tinted(blades, [0.62, 1.02, 1.28]), lush * 0.8);
        // A meadow's edge along the path is trodden short.
        let edge = smoothstep(4.2, 1.6, path_distance(at));
        mix(colour, rgb(158, 150, 88), edge * 0.32)
    }
}

fn tinted(colour: Rgb, tint: Rgb) -> Rgb {
    [0, 1, 2].map(|i| colour[i] * tint[i])
}

/// A stuff's colour at a place of the map.
fn pick(stuff: &Canvas, at: Vec2) -> Rgb {
    let texel = |value: f32| (value / STUFF_SIDE * STUFF_TEXELS as f32) as usize % STUFF_TEXELS;
    let [r, g, b, _] = stuff.texels[texel(at.y) * STUFF_TEXELS + texel(at.x)];
    [r, g, b]
}

/// Those whose shadows may fall on a patch.
fn shades_of(shades: &[Shade], corner: Vec2, sun: Vec3) -> Vec<Shade> {
    let half = PATCH_SIDE / 2.0;
    let middle = corner + half;
    let reach = half * std::f32::consts::SQRT_2;
    let falls_here = |shade: &&Shade| {
        let map = shade.middle.truncate() - CORNER;
        // Along the shadow, as far as it can be long.
        (0..=12).any(|step| {
            let at = map - sun.truncate() * (step as f32 * 1.5);
            at.distance(middle) < reach + shade.radius + 1.5
        })
    };
    shades.iter().filter(falls_here).copied().collect()
}

/// How much of the sun things hide from a place in the world.
fn shadow(shades: &[Shade], at: Vec3, sun: Vec3) -> f32 {
    let mut hidden = 0.0_f32;
    for Shade { middle, radius } in shades {
        let way = *middle - at;
        let along = way.dot(sun);
        if along > -0.5 * radius {
            let beside = (way - sun * along).length();
            // Softer the further it falls.
            let soft = 0.08 + 0.025 * along.max(0.0);
            hidden = hidden.max(smoothstep(radius + soft, radius - soft, beside));
        }
    }
    hidden
}

/// Blades, thousands of them, and flowers in clumps.
fn grass(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(STUFF_TEXELS, STUFF_TEXELS, rgb(78, 124, 50));
    canvas.grain((10, 10), 4, 0.32, seed as u32 ^ 90);
    let mut rng = Rng::new(seed, "grass");
    let side = STUFF_TEXELS as f32;
    for i in 0..5200 {
        let from = [rng.range(0.0, side), rng.range(0.0, side)];
        let (angle, length) = (rng.range(0.0, TAU), rng.range(2.0, 5.5));
        let to = [from[0] + cos(angle) * length, from[1] + sin(angle) * length];
        let tone = rng.unit();
        let colour = mix(rgb(58, 104, 42), rgb(136, 172, 74), tone * tone);
        stroke(
            &mut canvas,
            from,
            to,
            colour,
            0.25 + 0.5 * (i % 3) as f32 / 2.0,
        );
    }
    for _ in 0..9 {
        let middle = [rng.range(0.0, side), rng.range(0.0, side)];
        let colours = [rgb(250, 236, 150), rgb(244, 244, 250), rgb(238, 142, 190)];
        let colour = rng.one_of(colours);
        for _ in 0..14 {
            let at = [
                middle[0] + rng.range(-20.0, 20.0),
                middle[1] + rng.range(-20.0, 20.0),
            ];
            stroke(&mut canvas, at, at, colour, 0.9);
        }
    }
    canvas
}

/// Trodden earth with pebbles.
fn path(seed: u64) -> Canvas {
    let mut canvas = Canvas::new(STUFF_TEXELS, STUFF_TEXELS, rgb(196, 158, 112));
    canvas.grain((6, 6), 5, 0.24, seed as u32 ^ 91);
    canvas.patches((7, 7), 0.58, rgb(168, 130, 92), 0.7, seed as u32 ^ 92);
    let mut rng = Rng::new(seed, "pebbles");
    let side = STUFF_TEXELS as f32;
    for _ in 0..420 {
        let at = [rng.range(0.0, side), rng.range(0.0, side)];
        let size = rng.range(0.8, 2.6);
        let tone = rng.range(0.75, 1.2);
        dot(
            &mut canvas,
            [at[0] + 0.6, at[1] - 0.8],
            size,
            rgb(126, 96, 72),
            0.7,
        );
        dot(&mut canvas, at, size, scale(rgb(206, 182, 148), tone), 0.95);
    }
    canvas
}

/// Grain and cracks, as brightness.
fn rock(salt: u32) -> Canvas {
    let mut canvas = Canvas::new(STUFF_TEXELS, STUFF_TEXELS, [1.0; 3]);
    canvas.grain((8, 8), 5, 0.34, salt ^ 93);
    canvas.each(|u, v, texel| {
        let ridge = (noise::layered(u, v, (6, 6), 3, salt ^ 94) - 0.5).abs();
        let crack = smoothstep(0.035, 0.0, ridge);
        for channel in texel.iter_mut().take(3) {
            *channel *= 1.0 - 0.26 * crack;
        }
    });
    canvas
}

fn sand(salt: u32) -> Canvas {
    let mut canvas = Canvas::new(STUFF_TEXELS, STUFF_TEXELS, rgb(222, 196, 146));
    canvas.grain((5, 5), 4, 0.16, salt ^ 95);
    canvas.grain((90, 90), 1, 0.16, salt ^ 96);
    canvas
}

/// A line that goes on at the other side of the canvas.
fn stroke(canvas: &mut Canvas, from: [f32; 2], to: [f32; 2], colour: Rgb, strength: f32) {
    wrapped(canvas, from, |canvas, move_by| {
        let shift = |at: [f32; 2]| [at[0] + move_by[0], at[1] + move_by[1]];
        canvas.line(shift(from), shift(to), 0.9, colour, strength);
    });
}

fn dot(canvas: &mut Canvas, at: [f32; 2], radius: f32, colour: Rgb, strength: f32) {
    wrapped(canvas, at, |canvas, move_by| {
        canvas.disc(
            [at[0] + move_by[0], at[1] + move_by[1]],
            radius,
            colour,
            strength,
        );
    });
}

/// Draws something small near `at`, and again wherever it sticks out of the canvas.
fn wrapped(canvas: &mut Canvas, at: [f32; 2], mut draw: impl FnMut(&mut Canvas, [f32; 2])) {
    const MARGIN: f32 = 8.0;
    let side = STUFF_TEXELS as f32;
    let shifts = at.map(|value| match value {
        value if value < MARGIN => [0.0, side],
        value if value > side - MARGIN => [0.0, -side],
        _ => [0.0; 2],
    });
    for (i, x) in shifts[0].into_iter().enumerate() {
        for (j, y) in shifts[1].into_iter().enumerate() {
            if (i == 0 || x != 0.0) && (j == 0 || y != 0.0) {
                draw(canvas, [x, y]);
            }
        }
    }
}

/// The pond's surface: the sky in small waves, half transparent.
pub fn water(seed: u64) -> Canvas {
    let salt = seed as u32;
    let mut canvas = Canvas::clear(64, 64, rgb(60, 150, 160));
    canvas.each(|u, v, texel| {
        let wave = noise::layered(u, v, (4, 7), 3, salt ^ 97);
        let glint = smoothstep(0.62, 0.8, noise::layered(u, v, (9, 14), 2, salt ^ 98));
        let colour = fade([rgb(38, 122, 142), rgb(112, 196, 204)], [0.3, 0.75], wave);
        *texel = rgba(
            mix(colour, rgb(250, 246, 226), glint * 0.55),
            0.70 + 0.22 * glint,
        );
    });
    canvas
}
