//! Neon and painted shop signs. Every part of the city has its own sheet of four.

use crate::kit::paint::letters::{layout, neon, painted};
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
    [
        x as f32 * 0.5 + iu,
        y as f32 * 0.5 + iv,
        (x + 1) as f32 * 0.5 - iu,
        (y + 1) as f32 * 0.5 - iv,
    ]
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
        let (x, y) = ((index % 2 * 128) as f32, (index / 2 * 32) as f32);
        let (name, gas) = choose(seed, part, index);
        let boards = [
            rgb(24, 20, 26),
            rgb(30, 24, 20),
            rgb(18, 26, 30),
            rgb(34, 18, 20),
        ];
        let board = rng.pick(&boards).copied().unwrap_or([0.1; 3]);
        canvas.rect([x, y, x + 128.0, y + 32.0], scale(board, 0.5), 1.0);
        canvas.rect([x + 2.0, y + 2.0, x + 126.0, y + 30.0], board, 1.0);
        let letters = name.chars().count() as f32;
        let width = (letters * 15.0).min(114.0);
        let middle = x + 64.0;
        let strokes = layout(
            name,
            [
                middle - width * 0.5,
                y + 9.0,
                middle + width * 0.5,
                y + 23.0,
            ],
            0.0,
        );
        if rng.chance(0.75) {
            neon(&mut canvas, &strokes, 2.4, 9.0, gas);
            frame(
                &mut canvas,
                [x + 4.0, y + 4.0, x + 124.0, y + 28.0],
                mix(gas, rgb(255, 255, 255), 0.15),
            );
        } else {
            // A painted board with a row of bulbs.
            canvas.rect(
                [x + 3.0, y + 3.0, x + 125.0, y + 29.0],
                mix(gas, rgb(240, 226, 190), 0.65),
                1.0,
            );
            painted(
                &mut canvas,
                &strokes,
                2.8,
                0.0,
                |_, _| rgb(44, 22, 26),
                rgb(0, 0, 0),
            );
            for i in 0..16 {
                let bx = x + 6.0 + 7.7 * i as f32;
                canvas.disc([bx, y + 4.5], 1.5, rgb(255, 248, 214), 1.0);
                canvas.disc([bx, y + 27.5], 1.5, rgb(255, 248, 214), 1.0);
            }
        }
    }
    canvas
}

/// An upright sign that stands out over the pavement, two on a sheet of 64 by 128.
pub fn upright(seed: u64, part: u32) -> Canvas {
    let mut canvas = Canvas::new(64, 128, rgb(16, 16, 20));
    let names = [
        "HOTEL", "BAR", "EATS", "ROOMS", "BOWL", "PAWN", "GRILL", "DINER",
    ];
    for half in 0..2_u32 {
        let mut rng = Rng::new(
            seed ^ u64::from(part) << 8 ^ u64::from(half),
            "upright sign",
        );
        let gas = rng.pick(&GASES).copied().unwrap_or([1.0; 3]);
        let name = rng.pick(&names).copied().unwrap_or("BAR");
        let x = half as f32 * 32.0;
        canvas.rect([x + 1.0, 1.0, x + 31.0, 127.0], rgb(26, 22, 30), 1.0);
        let step = 112.0 / name.len() as f32;
        for (i, c) in name.chars().enumerate() {
            let y = 8.0 + step * i as f32;
            let strokes = layout(
                &c.to_string(),
                [x + 9.0, y + 2.0, x + 23.0, y + step.min(24.0) - 4.0],
                0.0,
            );
            neon(&mut canvas, &strokes, 2.6, 8.0, gas);
        }
        frame(
            &mut canvas,
            [x + 3.5, 3.5, x + 28.5, 124.5],
            mix(gas, rgb(255, 255, 255), 0.2),
        );
    }
    canvas
}

/// The gas colour of an upright sign's half.
pub fn upright_colour(seed: u64, part: u32, half: u32) -> Rgb {
    let mut rng = Rng::new(
        seed ^ u64::from(part) << 8 ^ u64::from(half),
        "upright sign",
    );
    rng.pick(&GASES).copied().unwrap_or([1.0; 3])
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
    let ground = rng.pick(&grounds).copied().unwrap_or([0.5; 3]);
    let mut canvas = Canvas::new(128, 64, ground);
    let pale = rgb(246, 234, 204);
    canvas.each(|u, v, texel| {
        let ray = ((u - 0.2) * 9.0 + v * 3.0).fract() < 0.5;
        if ray {
            crate::kit::paint::canvas::cover(texel, mix(ground, pale, 0.35), 0.55);
        }
    });
    let slogans = [
        ("DRINK", "FIZZO"),
        ("SMOKE", "CAPTAIN"),
        ("SEE THE", "WHEEL"),
        ("EAT AT", "TWO MUGS"),
        ("WAVE", "RADIO"),
        ("SALT", "TAFFY"),
    ];
    let (small, large) = rng.pick(&slogans).copied().unwrap_or(("SEE THE", "WHEEL"));
    let ink = rgb(40, 20, 26);
    painted(
        &mut canvas,
        &layout(small, [44.0, 8.0, 118.0, 20.0], 0.15),
        2.2,
        0.0,
        |_, _| pale,
        ink,
    );
    painted(
        &mut canvas,
        &layout(large, [36.0, 27.0, 122.0, 53.0], 0.15),
        5.0,
        2.0,
        |_, _| pale,
        ink,
    );
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
