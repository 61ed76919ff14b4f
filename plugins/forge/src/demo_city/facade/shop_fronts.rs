//! A ground floor of shops.

use super::front::{Front, foot_shade};
use super::openings::{DOORS, STONE, door_uv};
use crate::demo_city::plan::{GROUND_FLOOR, KERB};
use crate::kit::light::{Haze, LampColour};
use crate::kit::mesh::{Shade, Surface, TextureId};
use crate::textures::{shops, signs};

const SHUTTER: Surface = Surface::of("shutter");
const SHOP: Surface = Surface::textured(TextureId::part("shops"));
const SIGN: Surface = Surface::textured(TextureId::part("signs"));

impl Front<'_> {
    /// A ground floor of shops: stall risers, lit windows with goods, doors, sign boards with neon.
    pub fn shops(&mut self) {
        let pier = 0.5;
        let width = self.wall.width;
        let count = ((width - pier) / 5.0).round().max(1.0);
        let unit = width / count;
        // Neighbours differ: they take the sheets' pictures in turn.
        let first = self.rng.below(signs::COUNT);
        for i in 0..count as u32 {
            self.shop([i, i + 1].map(|at| unit * at as f32), first + i);
        }
        // Masonry above the sign boards.
        self.band([3.0, GROUND_FLOOR]);
        let ledge = [0.0, GROUND_FLOOR - 0.2, width, GROUND_FLOOR];
        self.slab(STONE.tile(4.0), ledge, [0.0, 0.12]);
    }

    fn shop(&mut self, [a, b]: [f32; 2], number: u32) {
        const PIER: f32 = 0.25;
        const HEAD: f32 = 3.0;
        const RISER: f32 = 0.6;
        const INSET: f32 = -0.35;
        const DOOR: f32 = 1.2;
        let (u0, u1) = (a + PIER, b - PIER);
        self.columns([[a, u0], [u1, b]], &[0.0, 1.4, HEAD]);
        self.reveal(STONE, [u0, KERB, u1, HEAD], INSET);
        let open = self.rng.chance(0.74);
        let (w0, w1, d0) = if self.rng.chance(0.5) {
            (u0 + DOOR, u1, u0)
        } else {
            (u0, u1 - DOOR, u1 - DOOR)
        };
        let riser = [w0 / 4.0, 0.5, w1 / 4.0, 0.65];
        let foot = STONE.lit(foot_shade(0.3));
        self.panel(foot, [w0, 0.0, w1, RISER], INSET, riser);
        let uv = door_uv(self.rng.below(3));
        let door_glow = if open { [0.5, 0.42, 0.3] } else { [0.02; 3] };
        let door = DOORS.glowing(door_glow);
        self.panel(door, [d0, KERB, d0 + DOOR, HEAD], INSET, uv);
        let window = [w0, RISER, w1, HEAD];
        if open {
            let goods = SHOP.glowing([self.rng.range(0.82, 1.0); 3]);
            self.panel(goods, window, INSET, shops::uv(number % shops::COUNT));
            let shine = self.wall.at((a + b) * 0.5, 1.9, 1.3);
            let colour = [1.0, 0.82, 0.55];
            self.piece.lamp(shine, [7.5, 0.62], colour, Haze::None);
        } else {
            let uv = [0.0, 0.0, (w1 - w0) / 2.4, 1.0];
            self.panel(SHUTTER, window, INSET, uv);
        }
        self.board([u0, u1], open, number % signs::COUNT);
        if self.rng.chance(0.45) {
            self.awning([u0, u1]);
        }
    }

    /// The sign board over a shop, and its neon.
    fn board(&mut self, [u0, u1]: [f32; 2], on: bool, index: u32) {
        let middle = (u0 + u1) * 0.5;
        let half = ((u1 - u0) * 0.5).min(2.2);
        let area = [middle - half, 3.02, middle + half, 3.02 + half * 0.5];
        let iron = Surface::of("iron").shaded(0.7);
        self.wall.rim(self.piece, iron, area, [0.0, 0.21]);
        let glow = if on { [0.98; 3] } else { [0.06; 3] };
        let sign = SIGN.lit(Shade::glowing(glow).open(0.2));
        self.panel(sign, area, 0.21, signs::uv(index));
        if on {
            let haze = Haze::Sheet(half * 1.5, 1.5, self.wall.out);
            let shine = self.wall.at(middle, 3.4, 1.4);
            (self.piece).lamp(shine, [10.0, 0.66], LampColour::Sign(index), haze);
        }
    }

    fn awning(&mut self, [u0, u1]: [f32; 2]) {
        let surface = Surface::of(if self.rng.chance(0.5) {
            "awning_red"
        } else {
            "awning_green"
        });
        let (high, low, reach) = (2.98, 2.35, 1.3);
        let repeat = (u1 - u0) / 2.0;
        let slope = [
            (u0, low, reach),
            (u1, low, reach),
            (u1, high, 0.02),
            (u0, high, 0.02),
        ]
        .map(|(u, y, out)| self.wall.at(u, y, out));
        (self.piece).double_quad(surface, slope, [0.0, 0.0, repeat, 0.8]);
        let skirt = self.wall.area([u0, low - 0.25, u1, low], reach);
        (self.piece).double_quad(surface, skirt, [0.0, 0.8, repeat, 1.0]);
    }
}
