//! A ground floor of flats: door, stoop, lamp.

use glam::Vec3;

use super::front::Front;
use super::openings::{DOORS, Openings, STONE, door_uv};
use crate::demo_city::plan::GROUND_FLOOR;
use crate::kit::light::Haze;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Shade, Surface};

impl Front<'_> {
    /// A ground floor of flats: plinth, windows, a door with a stoop and a lamp beside it.
    pub fn entrance(&mut self, openings: Openings) {
        let (bays, bay) = self.wall.bays(openings.bay);
        let door_bay = self.rng.below(bays);
        let openings = Openings {
            sill: 1.4,
            bay,
            ..openings
        };
        for i in 0..bays {
            let mut part = self.part(bay * i as f32, bay);
            if i == door_bay {
                part.doorway();
            } else {
                part.storeys([0.0, GROUND_FLOOR], &[0.0], openings);
            }
        }
        let width = self.wall.width;
        let plinth = [0.0, GROUND_FLOOR - 0.25, width, GROUND_FLOOR];
        self.slab(STONE.tile(4.0), plinth, [0.0, 0.12]);
    }

    fn doorway(&mut self) {
        let (w, foot, head, width) = (1.2, 0.75, 3.2, self.wall.width);
        let (u0, u1) = ((width - w) * 0.5, (width + w) * 0.5);
        let heights = [0.0, foot, head, GROUND_FLOOR];
        self.columns([[0.0, u0], [u1, width]], &heights);
        self.masonry([u0, head, u1, GROUND_FLOOR]);
        self.masonry([u0, 0.0, u1, foot]);
        let hole = [u0, foot, u1, head];
        self.reveal(STONE, hole, -0.3);
        let uv = door_uv(self.rng.below(2));
        self.panel(DOORS.glowing([0.2, 0.16, 0.1]), hole, -0.3, uv);
        self.stoop([u0 - 0.2, u1 + 0.2], foot);
        self.lamp_beside_door(u1 + 0.4, 2.7);
    }

    /// Four steps up to a door: fronts and tops, and the two cheeks.
    fn stoop(&mut self, [u0, u1]: [f32; 2], height: f32) {
        const STEPS: u32 = 4;
        let (wall, stone) = (self.wall, STONE.shaded(0.9));
        for step in 0..STEPS {
            let [y0, y1] = [step, step + 1].map(|at| height * at as f32 / STEPS as f32);
            let out = 0.3 * (STEPS - step) as f32;
            let top = wall.level([u0, u1], y1, [out, out - 0.3]);
            self.panel(stone, [u0, y0, u1, y1], out, [0.0, 0.0, 0.4, 0.05]);
            self.piece.quad(stone, top, [0.0, 0.1, 0.4, 0.18]);
        }
        let reach = 0.3 * STEPS as f32;
        for (u, [near, far], [low, high]) in [
            (u0, [0.0, reach], [height, 0.2]),
            (u1, [reach, 0.0], [0.2, height]),
        ] {
            let cheek = [(0.0, near), (0.0, far), (high, far), (low, near)];
            let cheek = cheek.map(|(y, out)| wall.at(u, y, out));
            self.piece.quad(stone, cheek, [0.0, 0.0, 0.3, 0.2]);
        }
    }

    /// A small lamp on the wall.
    pub fn lamp_beside_door(&mut self, u: f32, y: f32) {
        let at = self.wall.at(u, y, 0.0);
        let centre = at + self.wall.out * 0.16;
        let half = Vec3::new(0.09, 0.13, 0.09);
        let glass = Surface::of("white").lit(Shade::glowing([1.0, 0.86, 0.55]));
        (self.piece).block(glass, [centre - half, centre + half], Faces::WALLS);
        let shine = at + self.wall.out * 0.9;
        let colour = [1.0, 0.76, 0.42];
        self.piece.lamp(shine, [6.5, 0.7], colour, Haze::Ball(0.9));
    }
}
