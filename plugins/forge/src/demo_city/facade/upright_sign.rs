//! Signs that stand out over the pavement.

use super::front::Front;
use crate::kit::light::{Haze, LampColour};
use crate::kit::mesh::{Shade, Surface, TextureId};

const UPRIGHT: Surface = Surface::textured(TextureId::part("upright"));

impl Front<'_> {
    /// A sign that stands out over the pavement.
    pub fn upright_sign(&mut self, u: f32, y: f32) {
        let half = self.rng.below(2);
        let (height, reach) = (3.4, 0.95);
        let x = half as f32 * 0.5;
        let (near, far) = (0.35, 0.35 + reach);
        let (left, right, heights) = (u - 0.12, u + 0.12, [y, y + height]);
        let (wall, iron) = (self.wall, Surface::of("iron"));
        let sign = UPRIGHT.lit(Shade::glowing([0.98; 3]).open(0.2));
        for (u, depth) in [(right, [far, near]), (left, [near, far])] {
            let uv = [x + 0.01, 0.0, x + 0.49, 1.0];
            self.piece.quad(sign, wall.across(u, heights, depth), uv);
        }
        for (u0, u1, d) in [(left, right, far), (right, left, near)] {
            self.panel(iron, [u0, y, u1, y + height], d, [0.0, 0.0, 0.2, 3.0]);
        }
        for y in [y + 0.5, y + (height - 0.5)] {
            (self.piece).bar(iron, wall.at(u, y, 0.0), wall.at(u, y, near), 0.08);
        }
        let colour = LampColour::Upright(half);
        let mut lamp = |u: f32, d: f32, light: [f32; 2], haze: Haze| {
            let at = wall.at(u, y + height * 0.5, d);
            self.piece.lamp(at, light, colour, haze);
        };
        for side in [-1.0, 1.0] {
            lamp(u + side, (near + far) * 0.5, [8.0, 0.5], Haze::None);
        }
        lamp(u, far, [0.1, 0.0], Haze::Ball(2.6));
    }
}
