//! Forms of ties, shrubs and mobys: sheets of squares, bent in space, that can be drawn in coarser steps.
//!
//! A step of 2 takes every second corner of a sheet. What lies between is where a morph ends: each corner that a coarser step
//! leaves out knows the middle of the two that stay.

use glam::{Vec2, Vec3};
use wonderwheel_commando::model::{Material, Triangles, mip_k};

use crate::kit::trig::{TAU, cos, sin};

/// The distance at which textures of forms leave their first level, world units.
pub const MIP_DISTANCE: f32 = 14.0;

/// A sheet of corners, row by row.
#[derive(Debug, Clone)]
pub struct Sheet {
    cells: [usize; 2],
    /// Texture slot of its class.
    slot: i32,
    clamps: bool,
    /// Of mobys: two joints. The first has what lies at the sheet's low end.
    joints: [u8; 2],
    corners: Vec<Corner>,
}

/// A corner of a sheet.
#[derive(Debug, Clone, Copy, Default)]
pub struct Corner {
    /// Class space, z up.
    pub position: Vec3,
    /// Away from the form.
    pub normal: Vec3,
    /// 1 for a whole texture, from the top left.
    pub uv: Vec2,
}

/// A form at one step, in flat arrays.
#[derive(Debug, Clone, Default)]
pub struct FormMesh {
    /// Corners.
    pub corners: Vec<Corner>,
    /// Where each is when the form has become that of twice the step.
    pub targets: Vec<Vec3>,
    /// The normals of the two that it goes between.
    pub target_normals: Vec<[Vec3; 2]>,
    /// The joints of its sheet, and how far along the sheet it is.
    pub joints: Vec<([u8; 2], f32)>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Triangles,
}

impl Sheet {
    /// A sheet whose corners a surface gives, by u and v of 0 to 1. Outside is where `du x dv` points.
    pub fn new(slot: i32, cells: [usize; 2], surface: impl Fn(f32, f32) -> (Vec3, Vec2)) -> Self {
        const STEP: f32 = 0.004;
        let [columns, rows] = cells;
        let mut corners = Vec::with_capacity((columns + 1) * (rows + 1));
        for j in 0..=rows {
            for i in 0..=columns {
                let (u, v) = (i as f32 / columns as f32, j as f32 / rows as f32);
                let (position, uv) = surface(u, v);
                // At a pole there is no way around: take the normal from beside it.
                let beside = v.clamp(0.02, 0.98);
                let at = |u, v| surface(u, v).0;
                let du = at(u + STEP, beside) - at(u - STEP, beside);
                let dv = at(u, beside + STEP) - at(u, beside - STEP);
                corners.push(Corner {
                    position,
                    normal: du.cross(dv).normalize_or(Vec3::Z),
                    uv,
                });
            }
        }
        Self {
            cells,
            slot,
            clamps: false,
            joints: [0; 2],
            corners,
        }
    }

    /// A body of revolution: `profile` gives radius and the part of the way from one end to the other, by v. The texture goes
    /// round `repeat[0]` times and along `repeat[1]` times.
    pub fn turned(
        slot: i32,
        cells: [usize; 2],
        [from, to]: [Vec3; 2],
        repeat: [f32; 2],
        profile: impl Fn(f32, f32) -> (f32, f32),
    ) -> Self {
        let axis = (to - from).normalize_or(Vec3::Z);
        let across = if axis.x.abs() < 0.9 { Vec3::X } else { Vec3::Y };
        let side = across.reject_from_normalized(axis).normalize();
        let fore = axis.cross(side);
        Self::new(slot, cells, move |u, v| {
            let (radius, along) = profile(u, v);
            let out = side * cos(u * TAU) + fore * sin(u * TAU);
            let position = from + (to - from) * along + out * radius;
            (position, Vec2::new(u * repeat[0], (1.0 - v) * repeat[1]))
        })
    }

    /// An egg, its poles up and down.
    pub fn egg(slot: i32, cells: [usize; 2], middle: Vec3, radii: Vec3, repeat: [f32; 2]) -> Self {
        Self::new(slot, cells, move |u, v| {
            let (angle, height) = (u * TAU, (v - 0.5) * TAU / 2.0);
            let round = cos(height);
            let out = Vec3::new(round * cos(angle), round * sin(angle), sin(height));
            (
                middle + out * radii,
                Vec2::new(u * repeat[0], (1.0 - v) * repeat[1]),
            )
        })
    }

    /// A flat square around a middle; outside is where `right x up` points.
    pub fn flat(slot: i32, cells: [usize; 2], middle: Vec3, right: Vec3, up: Vec3) -> Self {
        Self::new(slot, cells, move |u, v| {
            let position = middle + right * (2.0 * u - 1.0) + up * (2.0 * v - 1.0);
            (position, Vec2::new(u, 1.0 - v))
        })
    }

    /// The six sides of a box.
    pub fn sides(slot: i32, cells: [usize; 2], middle: Vec3, half: Vec3) -> Vec<Self> {
        let [x, y, z] = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let side = |out: Vec3, right: Vec3, up: Vec3| {
            Self::flat(slot, cells, middle + out, right, up).clamped()
        };
        vec![
            side(x, y, z),
            side(-x, -y, z),
            side(y, -x, z),
            side(-y, x, z),
            side(z, x, y),
            side(-z, -x, y),
        ]
    }

    /// The same with its texture's edges held.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        self.clamps = true;
        self
    }

    /// The same between two joints.
    #[must_use]
    pub fn between(mut self, joints: [u8; 2]) -> Self {
        self.joints = joints;
        self
    }

    /// The same with all normals one.
    #[must_use]
    pub fn facing(mut self, normal: Vec3) -> Self {
        for corner in &mut self.corners {
            corner.normal = normal;
        }
        self
    }

    fn corner(&self, [i, j]: [usize; 2]) -> Corner {
        self.corners[j * (self.cells[0] + 1) + i]
    }

    /// The two corners of twice the step that a corner goes between. Both are itself where it stays.
    fn parents(&self, [i, j]: [usize; 2], step: usize) -> [[usize; 2]; 2] {
        let [columns, rows] = self.cells;
        if !columns.is_multiple_of(2 * step) || !rows.is_multiple_of(2 * step) {
            return [[i, j]; 2];
        }
        match ((i / step) % 2 == 1, (j / step) % 2 == 1) {
            // Along the edge that the coarser square is cut by.
            (true, true) => [[i - step, j + step], [i + step, j - step]],
            (true, false) => [[i - step, j], [i + step, j]],
            (false, true) => [[i, j - step], [i, j + step]],
            (false, false) => [[i, j]; 2],
        }
    }
}

/// The form at a step: 1, or a number that divides all sheets' sides.
pub fn mesh(sheets: &[Sheet], step: usize) -> FormMesh {
    let mut mesh = FormMesh::default();
    let mut in_order: Vec<&Sheet> = sheets.iter().collect();
    // Those of one texture together.
    in_order.sort_by_key(|sheet| (sheet.slot, sheet.clamps));
    for sheet in in_order {
        let first = mesh.corners.len();
        let [columns, rows] = sheet.cells.map(|cells| cells / step);
        for j in 0..=rows {
            for i in 0..=columns {
                let place = [i * step, j * step];
                let [a, b] = sheet
                    .parents(place, step)
                    .map(|parent| sheet.corner(parent));
                mesh.corners.push(sheet.corner(place));
                mesh.targets.push(a.position.midpoint(b.position));
                mesh.target_normals.push([a.normal, b.normal]);
                mesh.joints.push((sheet.joints, j as f32 / rows as f32));
            }
        }
        let material = Material {
            slot: sheet.slot,
            clamp: [sheet.clamps; 2],
            k: mip_k(MIP_DISTANCE),
        };
        for j in 0..rows {
            for i in 0..columns {
                let [a, b] = [0, 1].map(|up| (first + (j + up) * (columns + 1) + i) as u32);
                for triangle in [[a, a + 1, b], [a + 1, b + 1, b]] {
                    let [p, q, r] = triangle.map(|corner| mesh.corners[corner as usize].position);
                    if (q - p).cross(r - p).length_squared() > 1e-10 {
                        mesh.triangles.push(material, triangle);
                    }
                }
            }
        }
    }
    mesh
}

impl FormMesh {
    /// The same form, which becomes no other.
    #[must_use]
    pub fn staying(mut self) -> Self {
        self.targets = self.corners.iter().map(|corner| corner.position).collect();
        self.target_normals = self
            .corners
            .iter()
            .map(|corner| [corner.normal; 2])
            .collect();
        self
    }

    /// All positions, and where they go.
    pub fn positions(&self) -> Vec<[f32; 3]> {
        self.corners
            .iter()
            .map(|corner| corner.position.to_array())
            .collect()
    }

    /// Texture coordinates as classes hold them.
    pub fn uvs(&self) -> Vec<[i16; 2]> {
        let pack = |value: f32| (value * 4096.0).round() as i16;
        self.corners
            .iter()
            .map(|corner| corner.uv.to_array().map(pack))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_of_an_egg_point_away_from_its_middle() {
        let sheets = [Sheet::egg(
            0,
            [16, 8],
            Vec3::ONE,
            Vec3::splat(2.0),
            [1.0; 2],
        )];
        for step in [1, 2, 4] {
            let mesh = mesh(&sheets, step);
            for corner in &mesh.corners {
                let out = (corner.position - Vec3::ONE).normalize();
                assert!(corner.normal.dot(out) > 0.9, "{corner:?}");
            }
            for corners in mesh.triangles.indices.as_chunks::<3>().0 {
                let [a, b, c] = corners.map(|i| mesh.corners[i as usize].position);
                let out = (a + b + c) / 3.0 - Vec3::ONE;
                assert!((b - a).cross(c - a).dot(out) > 0.0);
            }
        }
    }

    #[test]
    fn a_morphed_corner_lies_on_the_coarser_form() {
        let sheets = [Sheet::new(0, [4, 4], |u, v| {
            (Vec3::new(u, v, u * v), Vec2::ZERO)
        })];
        let fine = mesh(&sheets, 1);
        // Corner (1, 1) goes between (0, 2) and (2, 0).
        assert_eq!(fine.targets[6], Vec3::new(0.25, 0.25, 0.0));
        assert_eq!(fine.targets[0], fine.corners[0].position);
    }
}
