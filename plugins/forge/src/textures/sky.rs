//! Sky, clouds, and the sheet from which the skyline is cut.

use crate::kit::paint::canvas::cover;
use crate::kit::paint::{Canvas, Rgb, fade, letters, mix, noise, rgb, rgba, scale};
use crate::kit::rng::hash_unit;
use crate::kit::trig::smoothstep;

/// The sky as a strip around the horizon: u once around (the last light at u = 0.25, west), v from the zenith (0) to below
/// the horizon (1).
pub fn dusk(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, rgb(10, 12, 26));
    canvas.fill(|u, v| {
        // How near to where the sun went down.
        let d = (u - 0.25).abs().min(1.0 - (u - 0.25).abs());
        let west = (1.0 - d * 2.6).max(0.0);
        let height = v.min(1.0);
        let zenith = rgb(13, 18, 44);
        let middle = mix(rgb(26, 28, 62), rgb(72, 46, 84), west);
        let low = mix(rgb(34, 34, 60), rgb(214, 98, 58), west * west);
        let floor = mix(rgb(26, 24, 38), rgb(236, 150, 76), west * west * west);
        let upper = smoothstep(0.15, 0.62, height);
        let lower = smoothstep(0.55, 0.84, height);
        let last = smoothstep(0.80, 0.97, height);
        let mut colour = mix(mix(mix(zenith, middle, upper), low, lower), floor, last);
        let band = noise::layered(u, v * 2.0, (6, 40), 3, seed ^ 950);
        colour = scale(colour, 0.93 + 0.14 * band);
        // Town glow to the north and east, a dirty orange.
        let town = smoothstep(0.74, 1.0, height) * (1.0 - west) * 0.35;
        colour = mix(colour, rgb(92, 66, 48), town);
        // Below the horizon the fog closes in.
        fade([colour, FOGGED], [0.968, 0.984], v)
    });
    // Stars, where it is dark enough.
    for y in 0..170_usize {
        for x in 0..256_usize {
            let h = hash_unit(x as i32, y as i32, seed ^ 951);
            let fade = 1.0 - smoothstep(90.0, 170.0, y as f32);
            if h > 0.9978
                && let Some(texel) = canvas.texels.get_mut(y * 256 + x)
            {
                let glint = fade * (0.10 + 0.32 * hash_unit(y as i32, x as i32, seed));
                cover(texel, rgb(206, 216, 240), glint);
            }
        }
    }
    canvas
}

/// Clouds, lit from below by the last light; repeats across u.
pub fn clouds(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(256, 128, rgb(70, 60, 78));
    canvas.each(|u, v, texel| {
        let n = noise::layered(u, v, (6, 6), 5, seed ^ 960);
        let detail = noise::layered(u, v, (24, 24), 3, seed ^ 961);
        let shape = smoothstep(0.50, 0.74, n + (detail - 0.5) * 0.12);
        // Thin out above and below.
        let thin = smoothstep(0.0, 0.3, v) * (1.0 - smoothstep(0.72, 0.98, v));
        let low = v + (detail - 0.5) * 0.5;
        let body = fade([rgb(52, 48, 70), rgb(150, 92, 84)], [0.5, 0.95], low);
        *texel = rgba(scale(body, 0.8 + 0.5 * detail), shape * thin * 0.85);
    });
    canvas
}

/// uv boxes on the skyline's sheet. The facades repeat along u.
pub mod sheet {
    /// A far tower's face with small lit windows.
    pub const TOWER: [f32; 4] = [0.0, 0.0, 1.0, 0.40625];
    /// A house of the city itself, seen through the fog: a few faint windows.
    pub const FAINT: [f32; 4] = [0.0, 0.425_781_25, 1.0, 0.566_406_25];
    /// A near block's face, mostly dark.
    pub const BLOCK: [f32; 4] = [0.0, 0.574_218_75, 1.0, 0.691_406_25];
    /// Plain silhouette.
    pub const DARK: [f32; 4] = [0.03, 0.72, 0.09, 0.78];
    /// A street from above, 22 metres from lamp to lamp.
    pub const ROAD: [f32; 4] = [0.155, 0.72, 0.215, 0.78];
    /// Water, from dark (left) to the last light that lies on it (right).
    pub const WATER: [f32; 4] = [0.27, 0.72, 0.47, 0.78];
    /// A beam of the wheel, with bulbs.
    pub const BEAM: [f32; 4] = [0.0, 0.82, 1.0, 0.90];
    /// A white bulb field.
    pub const BULB: [f32; 4] = [0.52, 0.72, 0.60, 0.78];
    /// Red.
    pub const RED: [f32; 4] = [0.64, 0.72, 0.72, 0.78];
    /// Blue.
    pub const BLUE: [f32; 4] = [0.76, 0.72, 0.84, 0.78];
    /// Gold.
    pub const GOLD: [f32; 4] = [0.88, 0.72, 0.96, 0.78];
    /// Big letters.
    pub const SIGN: [f32; 4] = [0.0, 0.91, 1.0, 1.0];
}

/// What lies in the fog for good: the level's fog colour.
const FOGGED: Rgb = rgb(13, 13, 7);
/// The walls of what stands beyond the city. The vertices darken it towards the fog at the foot.
const BODY: Rgb = rgb(40, 37, 43);

/// The skyline's only texture: facades above, patches of colour and the wheel's beam below.
pub fn skyline(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 256, FOGGED);
    canvas.rect([0.0, 0.0, 256.0, 106.0], BODY, 1.0);
    canvas.rect([0.0, 146.0, 256.0, 179.0], BODY, 1.0);
    let light = |column: i32, row: i32, salt: u32| {
        let cool = hash_unit(row, column, seed ^ salt).powi(3);
        mix(rgb(255, 190, 104), rgb(196, 212, 255), cool)
    };
    // Towers: a grid of small windows; some floors are still at work.
    for row in 0..26_i32 {
        for column in 0..64_i32 {
            let h = hash_unit(column, row, seed ^ 970);
            let floor_lit = hash_unit(column / 8, row, seed ^ 971) > 0.9;
            let (x, y) = (column as f32 * 4.0 + 1.0, row as f32 * 4.0 + 2.0);
            let (colour, strength) = if h > 0.88 || (floor_lit && h > 0.4) {
                (scale(light(column, row, 972), 0.35 + 0.55 * h * h), 0.9)
            } else {
                (rgb(26, 25, 32), 0.7)
            };
            canvas.rect([x, y, x + 2.0, y + 2.0], colour, strength);
        }
    }
    // Houses: one bay is eight texels, one storey six. First the city's own, faint, then those beyond it.
    for (first, rows, faint) in [(109.0, 6, true), (147.0, 5, false)] {
        for row in 0..rows {
            for column in 0..32_i32 {
                let h = hash_unit(column, row, seed ^ if faint { 973 } else { 974 });
                let (x, y) = (column as f32 * 8.0 + 2.5, first + row as f32 * 6.0 + 1.5);
                let colour = match (h > 0.8, faint) {
                    (true, true) => scale(light(column, row, 975), 0.20 + 0.16 * (h - 0.8) * 5.0),
                    (true, false) => scale(light(column, row, 976), 0.45 + 0.4 * (h - 0.8) * 5.0),
                    (false, true) => rgb(17, 17, 13),
                    (false, false) => rgb(28, 27, 33),
                };
                canvas.rect([x, y, x + 2.5, y + 3.0], colour, 0.95);
            }
        }
    }
    let px = |area: [f32; 4]| area.map(|t| t * 256.0);
    let grow = |a: [f32; 4]| [a[0] - 4.0, a[1] - 3.0, a[2] + 4.0, a[3] + 3.0];
    canvas.rect(grow(px(sheet::DARK)), FOGGED, 1.0);
    let road = px(sheet::ROAD);
    canvas.rect(grow(road), rgb(20, 19, 15), 1.0);
    let within =
        |[x0, y0, x1, y1]: [f32; 4], x: f32, y: f32| ((x - x0) / (x1 - x0), (y - y0) / (y1 - y0));
    canvas.each_in(road, |x, y, texel| {
        let (u, v) = within(road, x, y);
        let (x, y) = ((u - 0.5) * 2.0, (v - 0.5) * 2.0);
        let pool = (1.0 - (x * x + y * y).sqrt()).max(0.0);
        *texel = rgba(mix(rgb(20, 19, 15), rgb(104, 74, 40), pool), 1.0);
    });
    let water = grow(px(sheet::WATER));
    canvas.each_in(water, |x, y, texel| {
        let (u, v) = within(water, x, y);
        let wave = noise::layered(u, v, (3, 9), 2, seed ^ 977);
        let lit = smoothstep(0.0, 1.0, u) * (0.8 + 0.4 * wave);
        // Far out the sea takes the colour of the sky's edge.
        let dark = mix(rgb(15, 17, 17), rgb(42, 34, 46), v * v);
        *texel = rgba(mix(dark, rgb(124, 72, 56), lit.min(1.0)), 1.0);
    });
    for (area, colour) in [
        (sheet::BULB, rgb(255, 244, 214)),
        (sheet::RED, rgb(255, 64, 44)),
        (sheet::BLUE, rgb(80, 150, 255)),
        (sheet::GOLD, rgb(255, 190, 70)),
    ] {
        canvas.rect(grow(px(area)), colour, 1.0);
    }
    let [_, top, _, foot] = px(sheet::BEAM);
    let steel = rgb(54, 58, 66);
    canvas.rect([0.0, top - 2.0, 256.0, foot + 1.0], steel, 1.0);
    let colours = [
        rgb(255, 240, 200),
        rgb(255, 90, 70),
        rgb(255, 240, 200),
        rgb(110, 190, 255),
    ];
    for i in 0..32 {
        let at = [4.0 + 8.0 * i as f32, (top + foot) * 0.5];
        canvas.disc(at, 3.4, colours[i % 4], 1.0);
    }
    let sign = px(sheet::SIGN);
    canvas.rect(sign, rgb(22, 14, 20), 1.0);
    let area = [20.0, sign[1] + 5.0, 236.0, sign[3] - 5.0];
    let strokes = letters::layout("WONDERWHEEL", area, 0.0);
    letters::neon(&mut canvas, &strokes, 2.8, 7.0, rgb(255, 70, 60));
    canvas
}
