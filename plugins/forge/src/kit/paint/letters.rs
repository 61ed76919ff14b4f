//! Letters made of strokes, for neon tubes, painted signs, posters and graffiti.

use crate::kit::paint::canvas::{Canvas, Rgb, cover, mix, segment_distance};

/// One stroke, from and to, in a cell 4 wide and 6 high, y down.
type Stroke = [f32; 4];

/// The lines of each character: points x and y, lines apart by `;`.
const CHARACTERS: [(char, &str); 36] = [
    ('A', "0 6, 0 2, 2 0, 4 2, 4 6; 0 4, 4 4"),
    (
        'B',
        "0 0, 0 6; 0 0, 3 0, 4 1.5, 3 3; 0 3, 3 3, 4 4.5, 3 6, 0 6",
    ),
    ('C', "4 1, 3 0, 1 0, 0 1.5, 0 4.5, 1 6, 3 6, 4 5"),
    ('D', "0 0, 0 6; 0 0, 2.5 0, 4 1.5, 4 4.5, 2.5 6, 0 6"),
    ('E', "4 0, 0 0, 0 6, 4 6; 0 3, 3 3"),
    ('F', "4 0, 0 0, 0 6; 0 3, 3 3"),
    (
        'G',
        "4 1, 3 0, 1 0, 0 1.5, 0 4.5, 1 6, 3 6, 4 5, 4 3.2, 2.4 3.2",
    ),
    ('H', "0 0, 0 6; 4 0, 4 6; 0 3, 4 3"),
    ('I', "2 0, 2 6; 1 0, 3 0; 1 6, 3 6"),
    ('J', "4 0, 4 4.5, 3 6, 1 6, 0 4.5"),
    ('K', "0 0, 0 6; 4 0, 0 3.5; 1.2 2.6, 4 6"),
    ('L', "0 0, 0 6, 4 6"),
    ('M', "0 6, 0 0, 2 3, 4 0, 4 6"),
    ('N', "0 6, 0 0, 4 6, 4 0"),
    ('O', "1 0, 3 0, 4 1.5, 4 4.5, 3 6, 1 6, 0 4.5, 0 1.5, 1 0"),
    ('P', "0 6, 0 0, 3 0, 4 1.5, 3 3, 0 3"),
    (
        'Q',
        "1 0, 3 0, 4 1.5, 4 4.5, 3 6, 1 6, 0 4.5, 0 1.5, 1 0; 2.4 4.2, 4 6",
    ),
    ('R', "0 6, 0 0, 3 0, 4 1.5, 3 3, 0 3; 2 3, 4 6"),
    ('S', "4 1, 3 0, 1 0, 0 1.5, 1 3, 3 3, 4 4.5, 3 6, 1 6, 0 5"),
    ('T', "0 0, 4 0; 2 0, 2 6"),
    ('U', "0 0, 0 4.5, 1 6, 3 6, 4 4.5, 4 0"),
    ('V', "0 0, 2 6, 4 0"),
    ('W', "0 0, 1 6, 2 3, 3 6, 4 0"),
    ('X', "0 0, 4 6; 4 0, 0 6"),
    ('Y', "0 0, 2 3; 4 0, 2 3, 2 6"),
    ('Z', "0 0, 4 0, 0 6, 4 6"),
    ('0', "1 0, 3 0, 4 1.5, 4 4.5, 3 6, 1 6, 0 4.5, 0 1.5, 1 0"),
    ('1', "1 1.2, 2 0, 2 6; 1 6, 3 6"),
    ('2', "0 1.3, 1 0, 3 0, 4 1.5, 0 6, 4 6"),
    ('4', "3 6, 3 0, 0 4, 4 4"),
    ('7', "0 0, 4 0, 1.5 6"),
    ('9', "4 2, 3 0, 1 0, 0 1.5, 1 3, 4 2, 3 6"),
    ('&', "4 6, 0.8 1.5, 1.6 0, 2.6 1.3, 0 4.4, 1 6, 4 3.6"),
    ('.', "1.8 6, 2.2 6"),
    ('-', "0.6 3, 3.4 3"),
    ('!', "2 0, 2 4; 2 5.8, 2 6"),
];

/// The strokes of a character; nothing for a space or an unknown one.
pub fn strokes(character: char) -> impl Iterator<Item = Stroke> {
    let number = |word: &str| word.parse().unwrap_or_default();
    let point = move |text: &str| {
        text.trim()
            .split_once(' ')
            .map(|(x, y)| [number(x), number(y)])
    };
    let lines = CHARACTERS.iter().find(|(known, _)| *known == character);
    let lines = lines.into_iter().flat_map(|(_, lines)| lines.split(';'));
    lines.flat_map(move |line| {
        let points: Vec<[f32; 2]> = line.split(',').filter_map(point).collect();
        let strokes = points
            .windows(2)
            .map(|p| [p[0][0], p[0][1], p[1][0], p[1][1]]);
        strokes.collect::<Vec<Stroke>>()
    })
}

/// The strokes of a line of text inside a box `[x0, y0, x1, y1]`, stretched to fill it, each character leaning by `slant`.
pub fn layout(text: &str, area: [f32; 4], slant: f32) -> Vec<Stroke> {
    let count = text.chars().count().max(1) as f32;
    let [x0, y0, x1, y1] = area;
    let cell = (x1 - x0) / (count * 5.2 - 1.2);
    let rise = (y1 - y0) / 6.0;
    text.chars()
        .enumerate()
        .flat_map(|(i, c)| {
            let left = x0 + i as f32 * 5.2 * cell;
            strokes(c).map(move |s| {
                let point =
                    |x: f32, y: f32| (left + x * cell + slant * (3.0 - y) * rise, y0 + y * rise);
                let ((ax, ay), (bx, by)) = (point(s[0], s[1]), point(s[2], s[3]));
                [ax, ay, bx, by]
            })
        })
        .collect()
}

/// Distance from a point to the nearest of some strokes, not looked for beyond `reach`.
pub fn distance(strokes: &[Stroke], p: [f32; 2], reach: f32) -> f32 {
    strokes.iter().fold(reach, |best, s| {
        if p[0] < s[0].min(s[2]) - best
            || p[0] > s[0].max(s[2]) + best
            || p[1] < s[1].min(s[3]) - best
            || p[1] > s[1].max(s[3]) + best
        {
            best
        } else {
            best.min(segment_distance(p, [s[0], s[1]], [s[2], s[3]]))
        }
    })
}

/// Glass tubes along the strokes: a pale core, the gas's colour, and its light on what is behind.
pub fn neon(canvas: &mut Canvas, strokes: &[Stroke], thickness: f32, glow: f32, colour: Rgb) {
    let area = bounds(strokes, glow);
    canvas.each_in(area, |x, y, texel| {
        let d = distance(strokes, [x, y], glow);
        if d < glow {
            let halo = 1.0 - d / glow;
            cover(texel, colour, halo * halo * 0.55);
        }
        let tube = (thickness * 0.5 + 0.6 - d).clamp(0.0, 1.0);
        let core = (thickness * 0.22 + 0.5 - d).clamp(0.0, 1.0);
        cover(texel, colour, tube);
        cover(texel, mix(colour, [1.0; 3], 0.75), core);
    });
}

/// Flat painted letters with an outline.
pub fn painted(
    canvas: &mut Canvas,
    strokes: &[Stroke],
    thickness: f32,
    outline: f32,
    colour: impl Fn(f32, f32) -> Rgb,
    edge: Rgb,
) {
    let reach = thickness * 0.5 + outline + 1.0;
    canvas.each_in(bounds(strokes, reach), |x, y, texel| {
        let d = distance(strokes, [x, y], reach);
        if outline > 0.0 {
            cover(texel, edge, thickness * 0.5 + outline + 0.5 - d);
        }
        cover(
            texel,
            colour(x, y),
            (thickness * 0.5 + 0.5 - d).clamp(0.0, 1.0),
        );
    });
}

/// A line of text of one flat colour, laid out as by [`layout`].
pub fn flat(
    canvas: &mut Canvas,
    text: &str,
    area: [f32; 4],
    slant: f32,
    thickness: f32,
    colour: Rgb,
) {
    let strokes = layout(text, area, slant);
    painted(canvas, &strokes, thickness, 0.0, |_, _| colour, colour);
}

fn bounds(strokes: &[Stroke], margin: f32) -> [f32; 4] {
    let ends = strokes.iter().flat_map(|s| [[s[0], s[1]], [s[2], s[3]]]);
    let nothing = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    ends.fold(nothing, |[x0, y0, x1, y1], [x, y]| {
        let (low, high) = ([x - margin, y - margin], [x + margin, y + margin]);
        [
            x0.min(low[0]),
            y0.min(low[1]),
            x1.max(high[0]),
            y1.max(high[1]),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_used_by_signs_has_strokes() {
        for c in ('A'..='Z').chain("012479&.-!".chars()) {
            assert!(strokes(c).next().is_some(), "{c}");
        }
    }

    #[test]
    fn laid_out_text_fills_its_box() {
        let strokes = layout("HH", [10.0, 20.0, 30.0, 32.0], 0.0);
        let right = strokes.iter().fold(0.0_f32, |m, s| m.max(s[0]).max(s[2]));
        assert!((right - 30.0).abs() < 1e-3);
    }
}
