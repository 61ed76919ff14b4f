//! Neon and painted shop signs. Every part of the city has its own sheet of four.

use crate::kit::paint::letters::{flat, layout, neon, painted};
use crate::kit::paint::{Canvas, Rgb, mix, rgb, scale};
use crate::kit::rng::Rng;

/// Signs on a sheet: two across, two down.
pub const COUNT: u32 = 4;

const NAMES: [&str; 30] = [
    "LIQUORS",
    "BAR",
    "LUNCHEONETTE",
    "PAWN",
    "LAUNDROMAT",
    "HOTEL",
    "BILLIARDS",
    "RECORDS",
    "PIZZA",
    "DRUGS",
    "TAXI",
    "SHOES",
    "HOT DOGS",
    "CLAM BAR",
    "ARCADE",
    "DELI",
    "BARBER",
    "LOANS",
    "TATTOO",
    "CINEMA",
    "FURS",
    "CHECKS",
    "BAIT",
    "SKEE BALL",
    "FUN HOUSE",
    "CUSTARD",
    "DANCE",
    "RADIO",
    "KNISHES",
    "BEER",
];

/// The colours that gas and glass give.
pub const GASES: [Rgb; 6] = [
    rgb(255, 56, 40),
    rgb(255, 92, 170),
    rgb(64, 214, 255),
    rgb(90, 255, 130),
    rgb(255, 190, 60),
    rgb(150, 110, 255),
];

/// The uv box of sign `index`.
pub fn uv(index: u32) -> [f32; 4] {
    let (x, y) = (index % 2, index / 2 % 2);
    let (iu, iv) = (0.6 / 256.0, 0.6 / 64.0);
    let [u0, v0] = [x, y].map(|at| at as f32 * 0.5);
    [u0 + iu, v0 + iv, u0 + 0.5 - iu, v0 + 0.5 - iv]
}

/// The colour that sign `index` of a part's sheet throws on the street.
pub fn colour(seed: u64, part: u32, index: u32) -> Rgb {
    choose(seed, part, index).1
}

/// Name and gas of one sign: by place, so that the light on the street is known before the sheet is painted.
fn choose(seed: u64, part: u32, index: u32) -> (&'static str, Rgb) {
    let mut rng = Rng::new(seed ^ u64::from(part) << 32, "sign");
    // Seven is prime to the number of names, so that the four of a sheet differ.
    let name = (rng.below(NAMES.len() as u32) + index * 7) as usize % NAMES.len();
    let gas = (rng.below(GASES.len() as u32) + index) as usize % GASES.len();
    (NAMES[name], GASES[gas])
}

/// The sheet of one part.
pub fn sheet(seed: u64, part: u32) -> Canvas {
    let mut canvas = Canvas::new(256, 64, rgb(14, 14, 18));
    let mut rng = Rng::new(seed ^ u64::from(part), "sign boards");
    for index in 0..COUNT {
        let place = [(index % 2 * 128) as f32, (index / 2 * 32) as f32];
        board(&mut canvas, place, choose(seed, part, index), &mut rng);
    }
    canvas
}

fn board(canvas: &mut Canvas, [x, y]: [f32; 2], (name, gas): (&str, Rgb), rng: &mut Rng) {
    let inset = |by: f32| [x + by, y + by, x + 128.0 - by, y + 32.0 - by];
    let board = rng.one_of([
        rgb(24, 20, 26),
        rgb(30, 24, 20),
        rgb(18, 26, 30),
        rgb(34, 18, 20),
    ]);
    canvas.rect(inset(0.0), scale(board, 0.5), 1.0);
    canvas.rect(inset(2.0), board, 1.0);
    let half = (name.chars().count() as f32 * 15.0).min(114.0) * 0.5;
    let middle = x + 64.0;
    let text = [middle - half, y + 9.0, middle + half, y + 23.0];
    if rng.chance(0.75) {
        neon(canvas, &layout(name, text, 0.0), 2.4, 9.0, gas);
        frame(canvas, inset(4.0), mix(gas, rgb(255, 255, 255), 0.15));
    } else {
        // A painted board with a row of bulbs.
        canvas.rect(inset(3.0), mix(gas, rgb(240, 226, 190), 0.65), 1.0);
        flat(canvas, name, text, 0.0, 2.8, rgb(44, 22, 26));
        for i in 0..16 {
            let x = x + 6.0 + 7.7 * i as f32;
            for y in [y + 4.5, y + 27.5] {
                canvas.disc([x, y], 1.5, rgb(255, 248, 214), 1.0);
            }
        }
    }
}

/// An upright sign that stands out over the pavement, two on a sheet of 64 by 128.
pub fn upright(seed: u64, part: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, rgb(16, 16, 20));
    for half in 0..2_u32 {
        let (mut rng, gas) = upright_gas(seed, part, half);
        let name: &str = rng.one_of([
            "HOTEL", "BAR", "EATS", "ROOMS", "BOWL", "PAWN", "GRILL", "DINER",
        ]);
        let x = half as f32 * 32.0;
        canvas.rect([x + 1.0, 1.0, x + 31.0, 127.0], rgb(26, 22, 30), 1.0);
        let step = 112.0 / name.len() as f32;
        for (i, c) in name.chars().enumerate() {
            let y = 8.0 + step * i as f32;
            let area = [x + 9.0, y + 2.0, x + 23.0, y + step.min(24.0) - 4.0];
            let strokes = layout(&c.to_string(), area, 0.0);
            neon(&mut canvas, &strokes, 2.6, 8.0, gas);
        }
        let tube = mix(gas, rgb(255, 255, 255), 0.2);
        frame(&mut canvas, [x + 3.5, 3.5, x + 28.5, 124.5], tube);
    }
    canvas
}

/// The gas colour of an upright sign's half.
pub fn upright_colour(seed: u64, part: u32, half: u32) -> Rgb {
    upright_gas(seed, part, half).1
}

/// The generator of an upright sign, and the gas that it chose first.
fn upright_gas(seed: u64, part: u32, half: u32) -> (Rng, Rgb) {
    let seed = seed ^ u64::from(part) << 8 ^ u64::from(half);
    let mut rng = Rng::new(seed, "upright sign");
    let gas = rng.one_of(GASES);
    (rng, gas)
}

/// A roof billboard, lit from below.
pub fn billboard(seed: u64, part: u32) -> Canvas {
    let mut rng = Rng::new(seed ^ u64::from(part), "billboard");
    let grounds = [
        rgb(196, 62, 44),
        rgb(36, 88, 132),
        rgb(226, 186, 84),
        rgb(44, 110, 84),
        rgb(120, 54, 110),
    ];
    let ground = rng.one_of(grounds);
    let mut canvas = Canvas::new(128, 64, ground);
    let pale = rgb(246, 234, 204);
    canvas.each(|u, v, texel| {
        let ray = ((u - 0.2) * 9.0 + v * 3.0).fract() < 0.5;
        if ray {
            crate::kit::paint::canvas::cover(texel, mix(ground, pale, 0.35), 0.55);
        }
    });
    let (small, large) = rng.one_of([
        ("DRINK", "FIZZO"),
        ("SMOKE", "CAPTAIN"),
        ("SEE THE", "WHEEL"),
        ("EAT AT", "TWO MUGS"),
        ("WAVE", "RADIO"),
        ("SALT", "TAFFY"),
    ]);
    let ink = rgb(40, 20, 26);
    flat(
        &mut canvas,
        small,
        [44.0, 8.0, 118.0, 20.0],
        0.15,
        2.2,
        pale,
    );
    let large = layout(large, [36.0, 27.0, 122.0, 53.0], 0.15);
    painted(&mut canvas, &large, 5.0, 2.0, |_, _| pale, ink);
    canvas.disc([20.0, 32.0], 14.0, pale, 1.0);
    canvas.disc([20.0, 32.0], 10.5, ground, 1.0);
    canvas.disc([20.0, 32.0], 5.0, rgb(240, 190, 70), 1.0);
    canvas.rect([0.0, 0.0, 128.0, 2.0], scale(pale, 0.4), 1.0);
    canvas.rect([0.0, 62.0, 128.0, 64.0], scale(pale, 0.4), 1.0);
    canvas.grain((12, 6), 4, 0.16, part);
    canvas
}

fn frame(canvas: &mut Canvas, area: [f32; 4], colour: Rgb) {
    let [x0, y0, x1, y1] = area;
    let sides = [
        [x0, y0, x1, y0],
        [x1, y0, x1, y1],
        [x1, y1, x0, y1],
        [x0, y1, x0, y0],
    ];
    neon(canvas, &sides, 1.2, 4.0, colour);
}
