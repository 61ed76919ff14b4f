//! Rules that collision keeps, and that no reader depends on.

use wonderwheel_ps2::finding::{Findings, remark_few, report_few};
use wonderwheel_ps2::steps;

use super::block::{CELL_UNITS, Cell, Collision};
use super::face::STEPS;
use super::overlap::{is_flat, triangle_meets_box};
use crate::places::places;

/// Half a cell in 1/64 unit, and one step of each coordinate more, 1/16 in x and y and 1/64 in z: a writer may cut coordinates off after
/// it looked which cells a face touches. Source: spec/commando-assets.md 3.
const REACH: [i32; 3] = {
    let half = CELL_UNITS * STEPS / 2;
    [half + STEPS / 16, half + STEPS / 16, half + 1]
};

impl Collision {
    /// Cells, faces and hero groups. Rules: `collision-cell-empty`, `collision-vertex-unused`, `collision-face-flat`,
    /// `collision-face-elsewhere`, `collision-hero-fourth`.
    pub fn validate(&self, findings: &mut Findings) {
        let broken = self.broken_cells(|cell| {
            cell.faces
                .is_empty()
                .then(|| "expected a face, found none".to_owned())
        });
        remark_few(findings, "collision-cell-empty", broken);
        let broken = self.broken_cells(|cell| {
            let mut used = [false; 256];
            for (i, face) in cell.faces.iter().enumerate() {
                let count = 3 + usize::from(i < usize::from(cell.quad_count));
                for &corner in face.corners.iter().take(count) {
                    if let Some(used) = used.get_mut(usize::from(corner)) {
                        *used = true;
                    }
                }
            }
            let unused = used
                .iter()
                .take(cell.vertices.len())
                .position(|&used| !used)?;
            Some(format!("expected a face at vertex {unused}"))
        });
        remark_few(findings, "collision-vertex-unused", broken);
        let broken = self.broken_cells(|cell| {
            let found = (0..cell.faces.len()).find(|&i| {
                cell.corners(i).is_some_and(|([a, b, c], fourth)| {
                    is_flat([a, b, c]) && fourth.is_none_or(|d| is_flat([a, c, d]))
                })
            })?;
            Some(format!("expected an area of face {found}"))
        });
        // Writers that cut coordinates off flatten the thinnest faces. Source: spec/commando-assets.md 3.
        remark_few(findings, "collision-face-flat", broken);
        let broken = self.broken_cells(|cell| {
            let middle = cell
                .cell
                .map(|at| (at * CELL_UNITS + CELL_UNITS / 2) * STEPS);
            let meets = |triangle| triangle_meets_box(triangle, middle, REACH);
            let found = (0..cell.faces.len()).find(|&i| {
                cell.corners(i).is_some_and(|([a, b, c], fourth)| {
                    // A quad that is not plane can be cut along either diagonal.
                    let of_quad = |d| [[a, c, d], [a, b, d], [b, c, d]].into_iter().any(meets);
                    !meets([a, b, c]) && !fourth.is_some_and(of_quad)
                })
            })?;
            Some(format!("expected face {found} to touch the cell"))
        });
        report_few(findings, "collision-face-elsewhere", broken);
        let groups = self.hero_groups().unwrap_or_default();
        let broken = places("hero group", groups, |group| {
            let is_broken = group.vertices.iter().any(|&[.., fourth]| fourth != 0)
                || group.triangles.iter().any(|&[.., fourth]| fourth != 0);
            is_broken.then(|| "expected 0 behind each vertex and triangle".to_owned())
        });
        report_few(findings, "collision-hero-fourth", broken);
    }

    /// The cells that break a rule, each with what is wrong.
    fn broken_cells(
        &self,
        breaks: impl Fn(&Cell<'_>) -> Option<String>,
    ) -> impl Iterator<Item = (String, String)> {
        self.cells().filter_map(move |cell| {
            let [x, y, z] = cell.cell;
            steps::count(1 + cell.faces.len() as u64);
            Some((format!("cell {x}, {y}, {z}"), breaks(&cell)?))
        })
    }
}
