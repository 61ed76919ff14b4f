//! Iron and steel: the railway, fire escapes, railings, shutters, the train.

use crate::kit::paint::{Canvas, letters, mix, noise, rgb, scale};

/// Painted steel with rivets and rust, 2 metres a tile.
pub fn rivets(seed: u32) -> Canvas {
    let paint = rgb(78, 94, 88);
    let mut canvas = Canvas::new(128, 128, paint);
    canvas.grain((4, 4), 4, 0.25, seed ^ 800);
    canvas.patches((5, 5), 0.56, rgb(124, 74, 44), 0.8, seed ^ 801);
    canvas.patches((9, 9), 0.66, rgb(66, 40, 30), 0.8, seed ^ 802);
    for (x, y, w, h) in [
        (0.0, 0.0, 128.0, 3.0),
        (0.0, 64.0, 128.0, 3.0),
        (0.0, 0.0, 3.0, 128.0),
        (64.0, 0.0, 3.0, 128.0),
    ] {
        canvas.rect([x, y, x + w, y + h], rgb(36, 42, 40), 0.55);
    }
    for i in 0..16 {
        for line in [7.0, 58.0, 71.0, 122.0] {
            let t = 4.0 + 8.0 * i as f32;
            for at in [[t, line], [line, t]] {
                canvas.disc([at[0] + 0.7, at[1] + 0.9], 1.9, rgb(30, 32, 30), 0.7);
                canvas.disc(at, 1.5, rgb(112, 124, 116), 0.9);
            }
        }
    }
    canvas
}

/// Dark cast iron.
pub fn iron(seed: u32) -> Canvas {
    let mut canvas = Canvas::new(32, 32, rgb(54, 58, 58));
    canvas.grain((6, 6), 3, 0.4, seed ^ 810);
    canvas
}

/// Steel lattice with holes: bars of a truss, 1 tile = 2 metres.
pub fn lattice(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(60, 66, 62));
    for (from, to) in [([0.0, 0.0], [64.0, 64.0]), ([0.0, 64.0], [64.0, 0.0])] {
        canvas.line(from, to, 7.0, rgb(82, 96, 90), 1.0);
        canvas.line(from, to, 2.0, rgb(58, 66, 62), 1.0);
    }
    for y in [0.0, 56.0] {
        canvas.rect([0.0, y, 64.0, y + 8.0], rgb(88, 100, 94), 1.0);
        canvas.rect([0.0, y + 6.0, 64.0, y + 8.0], rgb(44, 50, 48), 1.0);
    }
    canvas.disc([32.0, 32.0], 7.0, rgb(92, 104, 98), 1.0);
    canvas.grain((4, 4), 3, 0.3, seed ^ 820);
    canvas
}

/// Slats of a fire escape's floor, and of its stairs.
pub fn grating() -> Canvas {
    let mut canvas = Canvas::clear(32, 32, rgb(38, 36, 36));
    for i in 0..4 {
        let t = i as f32 * 8.0;
        canvas.rect([t, 0.0, t + 4.0, 32.0], rgb(56, 54, 54), 1.0);
    }
    canvas.rect([0.0, 0.0, 32.0, 3.0], rgb(70, 66, 64), 1.0);
    canvas.rect([0.0, 16.0, 32.0, 18.0], rgb(50, 48, 48), 1.0);
    canvas
}

/// Upright bars under a hand rail.
pub fn railing() -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(48, 46, 46));
    for i in 0..8 {
        let x = i as f32 * 8.0;
        canvas.rect([x + 2.0, 0.0, x + 4.0, 64.0], rgb(60, 58, 58), 1.0);
    }
    canvas.rect([0.0, 0.0, 64.0, 5.0], rgb(80, 76, 74), 1.0);
    canvas.rect([0.0, 56.0, 64.0, 60.0], rgb(66, 62, 62), 1.0);
    canvas
}

/// The roll-down shutter of a closed shop.
pub fn shutter(seed: u32) -> Canvas {
    let base = rgb(112, 114, 118);
    let mut canvas = Canvas::new(64, 64, base);
    canvas.fill(|u, v| {
        let wave = (v * 16.0).fract();
        let shape = if wave < 0.2 {
            0.5
        } else if wave < 0.55 {
            1.2
        } else {
            0.9
        };
        let dirt = 0.75 + 0.5 * noise::layered(u, v, (5, 5), 4, seed ^ 830);
        let rust = noise::layered(u, v, (4, 4), 3, seed ^ 831) * 0.5;
        scale(mix(base, rgb(128, 96, 70), rust), shape * dirt)
    });
    canvas
}

/// Chain-link fence with air between the wires, 2 by 2 metres.
pub fn chain_link() -> Canvas {
    let mut canvas = Canvas::clear(128, 128, rgb(120, 122, 124));
    for i in -8..16 {
        let t = i as f32 * 16.0;
        canvas.line([t, 0.0], [t + 128.0, 128.0], 1.7, rgb(150, 154, 158), 1.0);
        canvas.line([t, 128.0], [t + 128.0, 0.0], 1.7, rgb(118, 122, 126), 1.0);
    }
    canvas.rect([0.0, 0.0, 128.0, 5.0], rgb(140, 144, 148), 1.0);
    canvas.rect([0.0, 123.0, 128.0, 126.0], rgb(110, 114, 118), 1.0);
    canvas
}

/// The side of an elevated train car, 16 metres long: silver, lit windows, doors, tags.
pub fn train(seed: u32) -> Canvas {
    let body = rgb(120, 126, 130);
    let mut canvas = Canvas::new(256, 64, body);
    canvas.grain((16, 4), 3, 0.18, seed ^ 840);
    canvas.rect([0.0, 0.0, 256.0, 6.0], rgb(62, 66, 70), 1.0);
    canvas.rect([0.0, 58.0, 256.0, 64.0], rgb(40, 40, 42), 1.0);
    canvas.rect([0.0, 36.0, 256.0, 39.0], rgb(48, 76, 132), 1.0);
    let light = rgb(255, 232, 172);
    for i in 0..10 {
        let x = 6.0 + i as f32 * 25.0;
        if i % 3 == 1 {
            canvas.rect([x, 10.0, x + 17.0, 58.0], rgb(84, 90, 96), 1.0);
            canvas.rect([x + 2.0, 13.0, x + 8.0, 32.0], light, 1.0);
            canvas.rect([x + 9.0, 13.0, x + 15.0, 32.0], light, 1.0);
            canvas.rect([x + 8.0, 10.0, x + 9.0, 58.0], rgb(30, 32, 34), 1.0);
        } else {
            canvas.rect([x - 1.0, 11.0, x + 20.0, 33.0], rgb(40, 42, 46), 1.0);
            canvas.rect([x, 12.0, x + 19.0, 32.0], light, 1.0);
            canvas.rect([x + 9.0, 12.0, x + 10.0, 32.0], rgb(60, 60, 62), 1.0);
            // Somebody sits there.
            if i % 2 == 0 {
                canvas.disc([x + 14.0, 25.0], 3.0, rgb(60, 44, 36), 1.0);
                canvas.rect([x + 10.0, 27.0, x + 18.0, 32.0], rgb(46, 40, 52), 1.0);
            }
        }
    }
    for (text, x, colour) in [
        ("KOZ", 28.0, rgb(210, 60, 110)),
        ("DRIFT", 118.0, rgb(240, 170, 40)),
        ("ZEE", 210.0, rgb(70, 190, 210)),
    ] {
        let strokes = letters::layout(text, [x, 38.0, x + 40.0, 56.0], 0.3);
        let edge = rgb(22, 18, 30);
        letters::painted(&mut canvas, &strokes, 3.4, 1.6, |_, _| colour, edge);
    }
    canvas
}
