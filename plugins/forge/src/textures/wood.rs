//! Boards: the boardwalk, water tanks, hoardings, doors, railway ties.

use crate::kit::paint::{Canvas, Rgb, mix, noise, rgb, rgba, scale};
use crate::kit::rng::hash_unit;

/// Boards side by side along v, `count` of them across u.
pub fn boards(colour: Rgb, count: i32, seed: u32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, colour);
    canvas.fill(|u, v| {
        let x = u * count as f32;
        let board = x as i32;
        let fx = x - board as f32;
        let tone = 0.76 + 0.42 * hash_unit(board, 0, seed);
        let grain = 0.8 + 0.4 * noise::layered(u, v, (64, 3), 3, seed ^ 4);
        let end = ((v + hash_unit(board, 1, seed)).fract() * 128.0) < 1.6;
        let gap = fx < 0.08 || end;
        let nail = !gap
            && ((v + hash_unit(board, 1, seed)).fract() - 0.03).abs() < 0.008
            && (fx - 0.5).abs() > 0.2
            && (fx - 0.5).abs() < 0.3;
        let shade = if gap {
            0.22
        } else if nail {
            0.4
        } else {
            tone * grain
        };
        scale(
            mix(colour, rgb(120, 118, 112), 0.3 * hash_unit(board, 2, seed)),
            shade,
        )
    });
    canvas
}

/// Weathered boardwalk planks.
pub fn planks(seed: u32) -> Canvas {
    boards(rgb(136, 118, 96), 8, seed ^ 700)
}

/// Painted fence and hoarding boards.
pub fn hoarding(seed: u32) -> Canvas {
    let mut canvas = boards(rgb(84, 104, 96), 6, seed ^ 710);
    canvas.patches((6, 6), 0.6, rgb(112, 92, 70), 0.7, seed ^ 711);
    canvas
}

/// Staves and hoops of a roof tank.
pub fn tank(seed: u32) -> Canvas {
    let mut canvas = boards(rgb(112, 86, 62), 12, seed ^ 720);
    for y in [10.0, 34.0, 58.0, 82.0, 106.0] {
        canvas.rect([0.0, y, 128.0, y + 2.0], rgb(48, 44, 42), 0.9);
    }
    canvas
}

/// Railway ties seen from below and above: beams with air between them.
pub fn ties(seed: u32) -> Canvas {
    let mut canvas = Canvas::clear(64, 64, rgb(48, 38, 30));
    canvas.each(|u, v, texel| {
        let tie = (v * 4.0).fract() < 0.56;
        let beam = (u - 0.22).abs() < 0.05 || (u - 0.78).abs() < 0.05;
        if tie || beam {
            let tone = 0.7 + 0.6 * noise::layered(u, v, (16, 4), 3, seed ^ 730);
            let colour = if beam {
                rgb(70, 60, 56)
            } else {
                scale(rgb(74, 58, 44), tone)
            };
            *texel = rgba(colour, 1.0);
        }
    });
    canvas
}

/// Four street doors in a row: panelled, glazed, steel, boarded.
pub fn doors(seed: u32) -> Canvas {
    let doors = [
        rgb(92, 44, 36),
        rgb(52, 66, 62),
        rgb(84, 86, 90),
        rgb(110, 90, 66),
    ];
    let mut kind = 0..;
    let doors = doors.map(|colour| door(kind.next().unwrap_or(0), colour));
    let mut canvas = Canvas::sheet(4, &doors);
    canvas.grain((16, 8), 4, 0.2, seed ^ 740);
    canvas
}

fn door(kind: u32, colour: Rgb) -> Canvas {
    let mut canvas = Canvas::new(64, 128, scale(rgb(110, 102, 90), 0.8));
    canvas.rect([7.0, 8.0, 57.0, 128.0], rgb(24, 22, 20), 1.0);
    canvas.rect([9.0, 28.0, 55.0, 128.0], colour, 1.0);
    // Fanlight with a lamp in the hall.
    let shine = if kind == 2 { 0.2 } else { 0.9 };
    canvas.rect([10.0, 10.0, 54.0, 25.0], rgb(214, 168, 92), shine);
    canvas.rect([31.0, 10.0, 33.0, 25.0], rgb(40, 34, 30), 1.0);
    match kind {
        0 => {
            for (y, h) in [(34.0, 30.0), (70.0, 50.0)] {
                for x in [13.0, 35.0] {
                    canvas.rect([x, y, x + 16.0, y + h], scale(colour, 0.6), 1.0);
                    let panel = [x + 1.0, y + 2.0, x + 15.0, y + h - 1.0];
                    canvas.rect(panel, scale(colour, 1.15), 1.0);
                }
            }
        }
        1 => {
            canvas.rect([15.0, 34.0, 49.0, 86.0], rgb(196, 158, 96), 0.85);
            canvas.rect([15.0, 34.0, 49.0, 50.0], rgb(90, 74, 50), 0.5);
        }
        2 => {
            for y in [44.0, 76.0, 108.0] {
                canvas.rect([9.0, y, 55.0, y + 1.0], rgb(40, 40, 44), 0.9);
            }
        }
        _ => {
            for k in 0..6 {
                let y = 30.0 + 16.0 * k as f32;
                let wood = scale(rgb(118, 98, 72), 0.7 + 0.1 * (k % 4) as f32);
                canvas.rect([6.0, y, 58.0, y + 13.0], wood, 1.0);
            }
        }
    }
    canvas.disc([50.0, 80.0], 1.8, rgb(190, 170, 110), 0.9);
    canvas
}
