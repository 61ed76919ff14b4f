//! What lies on streets and clings to walls: markings, litter, posters, graffiti, manholes.

use crate::kit::paint::letters::{flat, layout, painted};
use crate::kit::paint::{Canvas, Rgb, mix, noise, rgb, rgba, scale};
use crate::kit::rng::Rng;

/// A worn white line; u across it, v along it, 4 metres.
pub fn line(seed: u32) -> Canvas {
    worn(
        Canvas::clear(32, 128, rgb(190, 188, 176)),
        |u, _| (u - 0.5).abs() < 0.34,
        rgb(196, 194, 182),
        seed ^ 900,
    )
}

/// A worn yellow double line.
pub fn double_line(seed: u32) -> Canvas {
    worn(
        Canvas::clear(32, 128, rgb(196, 160, 60)),
        |u, _| (u - 0.5).abs() < 0.42 && (u - 0.5).abs() > 0.14,
        rgb(206, 166, 58),
        seed ^ 901,
    )
}

/// A crossing: bars along v.
pub fn crossing(seed: u32) -> Canvas {
    worn(
        Canvas::clear(128, 128, rgb(190, 188, 176)),
        |u, _| (u * 4.0).fract() < 0.55,
        rgb(198, 196, 184),
        seed ^ 902,
    )
}

/// A manhole cover on nothing.
pub fn manhole(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(60, 58, 58));
    canvas.disc([32.0, 32.0], 29.0, rgb(46, 44, 46), 1.0);
    canvas.disc([32.0, 32.0], 26.0, rgb(92, 88, 86), 1.0);
    canvas.disc([32.0, 32.0], 23.0, rgb(66, 62, 62), 1.0);
    for i in 0..6 {
        for k in 0..6 {
            let (x, y) = (14.5 + 7.0 * i as f32, 14.5 + 7.0 * k as f32);
            if (x - 32.0) * (x - 32.0) + (y - 32.0) * (y - 32.0) < 420.0 {
                canvas.rect([x - 2.0, y - 2.0, x + 2.0, y + 2.0], rgb(100, 96, 94), 1.0);
            }
        }
    }
    canvas.grain((5, 5), 3, 0.3, seed ^ 903);
    canvas
}

/// Newspapers, bags and cans, four kinds of heap on one sheet of 2 by 2.
pub fn litter(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(128, 128, rgb(130, 126, 116));
    let mut rng = Rng::new(u64::from(seed), "litter");
    for cell in 0..4_u32 {
        let (x, y) = ((cell % 2 * 64) as f32, (cell / 2 * 64) as f32);
        for _ in 0..9 + cell * 4 {
            let at = [x + rng.range(12.0, 52.0), y + rng.range(12.0, 52.0)];
            let paper = scale(rgb(206, 200, 184), rng.range(0.5, 1.0));
            match rng.below(3) {
                0 => {
                    let to = [at[0] + rng.range(-9.0, 9.0), at[1] + rng.range(-9.0, 9.0)];
                    canvas.line(at, to, rng.range(4.0, 8.0), paper, 1.0);
                    canvas.line(at, to, 1.0, scale(paper, 0.55), 0.8);
                }
                1 => canvas.disc(at, rng.range(1.5, 3.0), rgb(150, 60, 50), 1.0),
                _ => {
                    let area = [at[0], at[1], at[0] + 7.0, at[1] + 5.0];
                    canvas.rect(area, mix(paper, rgb(90, 110, 140), 0.4), 1.0);
                }
            }
        }
    }
    canvas
}

/// Leaves and grit that gather along a kerb, 4 metres long, thick towards v = 1.
pub fn gutter(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(128, 32, rgb(34, 30, 26));
    canvas.each(|u, v, texel| {
        let n = noise::layered(u, 0.5, (12, 1), 3, seed ^ 904);
        let fine = noise::layered(u, v, (64, 16), 2, seed ^ 905);
        let alpha = (v * 1.5 + n * 0.8 - 0.9 + (fine - 0.5) * 0.4).clamp(0.0, 0.9);
        *texel = rgba(mix(rgb(34, 30, 26), rgb(96, 80, 56), fine), alpha);
    });
    canvas
}

/// Weeks of posters pasted on one another, four on a sheet of 2 by 2.
pub fn posters(seed: u64, part: u32) -> Canvas {
    let mut rng = Rng::new(seed ^ u64::from(part), "posters");
    let mut canvas = Canvas::clear(128, 128, rgb(150, 140, 120));
    let words = [
        "TONIGHT", "BOXING", "CIRCUS", "LIVE", "VOTE", "DISCO", "RIDES", "CLASH", "GANGWAY",
    ];
    for cell in 0..4_u32 {
        let (x, y) = ((cell % 2 * 64) as f32, (cell / 2 * 64) as f32);
        for k in 0..3 {
            let (x0, y0) = (x + rng.range(2.0, 8.0), y + rng.range(1.0, 6.0));
            let (x1, y1) = (
                x + 64.0 - rng.range(2.0, 8.0),
                y + 64.0 - rng.range(1.0, 8.0),
            );
            let papers = [
                rgb(198, 178, 128),
                rgb(190, 96, 70),
                rgb(110, 140, 140),
                rgb(206, 202, 190),
                rgb(196, 166, 60),
            ];
            let paper = rng.one_of(papers);
            canvas.rect([x0, y0, x1, y1], scale(paper, 0.7 + 0.1 * k as f32), 1.0);
            if k == 2 {
                let ink = rgb(30, 22, 28);
                let word = rng.one_of(words);
                let line = [x0 + 4.0, y0 + 5.0, x1 - 4.0, y0 + 15.0];
                flat(&mut canvas, word, line, 0.0, 2.4, ink);
                let middle = [(x0 + x1) * 0.5, y0 + 31.0];
                let spot = scale(rng.one_of(papers), 0.6);
                canvas.disc(middle, 11.0, spot, 1.0);
                let eye = middle.map(|at| at - 3.0);
                canvas.disc(eye, 5.0, mix(spot, ink, 0.6), 1.0);
                for line in 0..3 {
                    let y = y1 - 12.0 + 3.4 * line as f32;
                    canvas.rect([x0 + 6.0, y, x1 - 6.0, y + 1.2], ink, 0.7);
                }
            }
        }
        // Torn corners.
        for _ in 0..5 {
            let x = x + rng.range(4.0, 60.0);
            let y = y + rng.range(0.0, 10.0) + 56.0 * rng.below(2) as f32;
            canvas.each_in([x - 5.0, y - 5.0, x + 5.0, y + 5.0], |px, py, texel| {
                if (px - x).abs() + (py - y).abs() < 4.6 {
                    texel[3] = 0.0;
                }
            });
        }
    }
    canvas
}

/// Sprayed names, two on a sheet of 256 by 128, one above the other.
pub fn graffiti(seed: u64, part: u32) -> Canvas {
    let mut rng = Rng::new(seed ^ u64::from(part), "graffiti");
    let mut canvas = Canvas::clear(256, 128, rgb(60, 50, 60));
    let names = [
        "KOZ", "ORBIT", "RAZE", "DRIFT", "SALT", "ZEE 9", "MOTH", "CREW 7", "FERRIS", "TIDE",
        "NOVA", "HOOK 2",
    ];
    for row in 0..2_u32 {
        let y = row as f32 * 64.0;
        let name = rng.one_of(names);
        let fills = [
            rgb(226, 58, 110),
            rgb(64, 186, 214),
            rgb(240, 180, 46),
            rgb(120, 206, 88),
            rgb(186, 96, 220),
            rgb(214, 214, 220),
        ];
        let top = rng.one_of(fills);
        let bottom = rng.one_of(fills);
        let width = (name.len() as f32 * 48.0).min(220.0);
        let area = [18.0, y + 13.0, 18.0 + width, y + 51.0];
        let strokes = layout(name, area, rng.range(0.1, 0.3));
        // A cloud of spray behind the letters.
        let cloud = scale(bottom, 0.5);
        for s in &strokes {
            canvas.line([s[0], s[1]], [s[2], s[3]], 21.0, cloud, 0.32);
        }
        let shadow = strokes.iter().map(|s| s.map(|at| at + 3.0));
        let shadow: Vec<[f32; 4]> = shadow.collect();
        let dark = rgb(18, 14, 22);
        painted(&mut canvas, &shadow, 10.0, 2.0, |_, _| dark, dark);
        let letters = |_, py: f32| mix(top, bottom, ((py - y - 12.0) / 40.0).clamp(0.0, 1.0));
        painted(&mut canvas, &strokes, 9.0, 2.2, letters, rgb(20, 16, 26));
        for [ax, ay, bx, by] in strokes.iter().map(|s| s.map(|at| at - 1.5)) {
            canvas.line([ax, ay], [bx, by], 1.2, rgb(255, 250, 240), 0.55);
        }
        // Drips.
        for _ in 0..5 {
            let x = 18.0 + rng.range(0.1, 0.9) * width;
            let end = y + rng.range(54.0, 63.0);
            canvas.line([x, y + 50.0], [x, end], 1.2, bottom, 0.7);
        }
    }
    canvas.each(|u, v, texel| texel[3] *= 0.82 + 0.18 * noise::layered(u, v, (24, 12), 3, part));
    canvas
}

/// Quick tags in one colour, cut-out, two by two.
pub fn tags(seed: u32) -> Canvas {
    let mut rng = Rng::new(u64::from(seed), "tags");
    let mut canvas = Canvas::clear(128, 128, rgb(40, 36, 50));
    let names = ["KOZ", "EL 77", "RIFF", "OZ", "MAGIC", "DUKE 4"];
    for cell in 0..4_u32 {
        let (x, y) = ((cell % 2 * 64) as f32, (cell / 2 * 64) as f32);
        let inks = [
            rgb(24, 22, 30),
            rgb(150, 30, 40),
            rgb(40, 70, 150),
            rgb(190, 190, 196),
        ];
        let ink = inks[cell as usize];
        let name = rng.one_of(names);
        let area = [x + 8.0, y + 18.0, x + 54.0, y + 40.0];
        flat(&mut canvas, name, area, 0.35, 2.4, ink);
        canvas.line([x + 8.0, y + 47.0], [x + 56.0, y + 43.0], 2.0, ink, 1.0);
    }
    canvas
}

fn worn(mut canvas: Canvas, inside: impl Fn(f32, f32) -> bool, colour: Rgb, seed: u32) -> Canvas {
    canvas.each(|u, v, texel| {
        let wear = noise::layered(u, v, (6, 12), 4, seed);
        let alpha = if inside(u, v) {
            (1.32 - wear * 1.3).clamp(0.0, 0.92)
        } else {
            0.0
        };
        *texel = rgba(colour, alpha);
    });
    canvas
}
