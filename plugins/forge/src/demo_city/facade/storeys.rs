//! Rows of windows.

use super::front::Front;
use super::openings::{Openings, STONE};
use crate::kit::mesh::{Shade, Surface};
use crate::textures::windows;

const LIT: Surface = Surface::of("windows_lit");
const DARK: Surface = Surface::of("windows_dark");

impl Front<'_> {
    /// Storeys of windows, one above the other, from the first floor at `from` up to `to`. The masonry between the windows of
    /// two storeys is one row.
    pub fn storeys(&mut self, [from, to]: [f32; 2], floors: &[f32], openings: Openings) {
        let (bays, bay) = self.wall.bays(openings.bay);
        let [w, h] = openings.size;
        // Where the masonry is cut: at the wall's ends and at both sides of every window.
        let mut columns = vec![0.0];
        for i in 0..bays {
            let middle = bay * (i as f32 + 0.5);
            columns.extend([middle - w * 0.5, middle + w * 0.5]);
        }
        columns.push(self.wall.width);
        let mut row = |y0: f32, y1: f32, step: usize| {
            for pair in columns.windows(2).step_by(step) {
                self.masonry([pair[0], y0, pair[1], y1]);
            }
        };
        let mut below = from;
        for floor in floors {
            let (sill, head) = (floor + openings.sill, floor + openings.sill + h);
            row(below, sill, 1);
            // Between the windows only.
            row(sill, head, 2);
            below = head;
        }
        row(below, to, 1);
        for floor in floors {
            let sill = floor + openings.sill;
            for opening in columns[1..].chunks_exact(2) {
                self.window([opening[0], sill, opening[1], sill + h], openings);
            }
        }
    }

    /// A wall that few look at: masonry in large fields, windows laid flat before it.
    pub fn flat_storey(&mut self, [y0, y1]: [f32; 2], openings: Openings) {
        self.blind([y0, y1]);
        let (bays, bay) = self.wall.bays(openings.bay);
        let [w, h] = openings.size;
        for i in 0..bays {
            let u0 = bay * (i as f32 + 0.5) - w * 0.5;
            let sill = y0 + openings.sill;
            self.window([u0, sill, u0 + w, sill + h], openings);
        }
    }

    /// One window: reveal, glass, trims.
    fn window(&mut self, area: [f32; 4], openings: Openings) {
        let [u0, y0, u1, _] = area;
        let d = -openings.depth;
        let lit = self.rng.chance(openings.lit);
        let index = self.rng.below(windows::SHEET * windows::SHEET);
        if openings.depth > 0.0 {
            self.reveal(self.surface, area, d);
        }
        let glass = if lit {
            LIT.glowing([self.rng.range(0.72, 1.0); 3])
        } else {
            DARK.lit(Shade::glowing([0.05, 0.06, 0.09]).open(0.7))
        };
        self.panel(glass, area, d, windows::uv(index));
        if openings.trims {
            let warm = if lit { [0.1, 0.07, 0.03] } else { [0.0; 3] };
            let sill = [u0 - 0.1, y0 - 0.16, u1 + 0.1, y0];
            self.panel(STONE.glowing(warm), sill, 0.06, [0.0, 0.08, 0.4, 0.12]);
        }
    }
}
