//! Collision blocks from meshes.

use std::collections::BTreeMap;

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::{self, Limits};

use super::block::{CELL_UNITS, Collision, StoredCell};
use super::face::{Face, PackedVertex, STEPS};
use super::hero::HeroGroup;
use super::mesh::{CollisionMesh, MeshFace};
use super::overlap::{is_flat, triangle_meets_box};
use crate::lanes::zip;

/// The edge of a cell in 1/64 unit.
const CELL_STEPS: i32 = CELL_UNITS * STEPS;
/// Longest side of a stored face's box. With it a vertex is at most 30 units from the middle of any cell that the face touches, and a
/// packed vertex reaches 31.9.
const LONGEST: i32 = 28 * STEPS;
/// Cells are counted in 16 bits with a sign.
const FARTHEST: f32 = (i16::MAX as i32 * CELL_UNITS) as f32;

type Point = [i32; 3];

/// A face in 1/64 unit, wound as in the file.
#[derive(Debug, Clone, Copy)]
struct Piece {
    triangle: [Point; 3],
    fourth: Option<Point>,
    ty: u8,
}

/// A cell that is being filled.
#[derive(Debug, Default)]
struct CellContent {
    vertices: Vec<PackedVertex>,
    quads: Vec<Face>,
    triangles: Vec<Face>,
}

impl Collision {
    /// Cuts a mesh into cells.
    ///
    /// Vertices move to the nearest place that the format holds (1/16 unit in x and y, 1/64 in z); faces without an area are left out.
    /// A face lies in every cell it touches, borders included. Edges longer than 28 units are halved, as often as it takes, so that
    /// both faces at an edge are cut at the same places.
    ///
    /// # Errors
    /// `Malformed` when a face names a vertex that is not there or a vertex lies outside of the 131,068 units that cells reach;
    /// `Limit` when a cell has more than 255 vertices, 255 quads or 4,080 bytes, the tree outgrows its offsets, or there are more
    /// faces or vertices in the cells than a reader with these limits takes.
    pub fn build(
        mesh: &CollisionMesh,
        hero: Option<Vec<HeroGroup>>,
        limits: Limits,
    ) -> Result<Self> {
        let places = mesh
            .vertices
            .iter()
            .map(|&vertex| quantise(vertex))
            .collect::<Result<Vec<_>>>()?;
        let mut pieces = Vec::new();
        for (i, face) in mesh.faces.iter().enumerate() {
            cut(face, &places, &limits, &mut pieces)
                .map_err(|error| error.within(format!("face[{i}]")))?;
        }
        let mut cells = BTreeMap::<[i32; 3], CellContent>::new();
        let mut stored_faces = 0;
        for piece in &pieces {
            for cell in touched(piece) {
                stored_faces += 1;
                limits.check_items("collision faces", stored_faces, 0)?;
                let [x, y, z] = cell;
                cells
                    .entry([z, y, x])
                    .or_default()
                    .add(piece, cell)
                    .map_err(|error| error.within(format!("cell {x}, {y}, {z}")))?;
            }
        }
        let (mut stored, mut vertices, mut faces) = (Vec::new(), Vec::new(), Vec::new());
        for ([z, y, x], filling) in cells {
            stored.push(StoredCell {
                cell: [x, y, z],
                first_vertex: vertices.len() as u32,
                first_face: faces.len() as u32,
                // A cell of as many faces would be larger than a leaf can be; writing refuses it.
                face_count: u16::try_from(filling.quads.len() + filling.triangles.len())
                    .unwrap_or(u16::MAX),
                vertex_count: filling.vertices.len() as u8,
                quad_count: filling.quads.len() as u8,
            });
            vertices.extend(filling.vertices);
            faces.extend(filling.quads);
            faces.extend(filling.triangles);
        }
        let vertex_count = vertices.len() as u64;
        limits::check(
            "collision vertices",
            vertex_count,
            limits.vertices.into(),
            0,
        )?;
        let collision = Self::of_parts(stored, vertices, faces, hero);
        collision.check_size()?;
        Ok(collision)
    }
}

impl CellContent {
    fn add(&mut self, piece: &Piece, cell: [i32; 3]) -> Result<()> {
        let [a, b, c] = piece.triangle;
        let [a, b, c] = [
            self.vertex(a, cell)?,
            self.vertex(b, cell)?,
            self.vertex(c, cell)?,
        ];
        let (list, d) = match piece.fourth {
            Some(fourth) => {
                let d = self.vertex(fourth, cell)?;
                limits::check(
                    "quads of a collision cell",
                    self.quads.len() as u64 + 1,
                    255,
                    0,
                )?;
                (&mut self.quads, d)
            }
            None => (&mut self.triangles, 0),
        };
        list.push(Face {
            corners: [a, b, c, d],
            ty: piece.ty,
        });
        Ok(())
    }

    fn vertex(&mut self, place: Point, cell: [i32; 3]) -> Result<u8> {
        let ([x, y, z], [mx, my, mz]) = (place, middle(cell));
        let offset = [x - mx, y - my, z - mz];
        let packed = PackedVertex::from_steps(offset).ok_or_else(|| {
            FormatError::malformed(
                0,
                "a vertex within 32 units of its cell",
                format!("{offset:?} / 64"),
            )
        })?;
        let index = match self.vertices.iter().position(|&known| known == packed) {
            Some(index) => index,
            None => {
                self.vertices.push(packed);
                self.vertices.len() - 1
            }
        };
        limits::check("vertices of a collision cell", index as u64 + 1, 255, 0)?;
        Ok(index as u8)
    }
}

/// The nearest place that the format holds, in 1/64 unit.
fn quantise(vertex: [f32; 3]) -> Result<Point> {
    if !vertex.iter().all(|value| value.abs() < FARTHEST) {
        let expected = format!("a vertex within {FARTHEST} units of the origin");
        return Err(FormatError::malformed(0, expected, format!("{vertex:?}")));
    }
    let [x, y, z] = vertex;
    let coarse = |value: f32| (value * 16.0).round() as i32 * 4;
    Ok([coarse(x), coarse(y), (z * STEPS as f32).round() as i32])
}

/// Appends what is stored of a face.
fn cut(face: &MeshFace, places: &[Point], limits: &Limits, pieces: &mut Vec<Piece>) -> Result<()> {
    let corner = |index: u32| {
        places.get(index as usize).copied().ok_or_else(|| {
            let expected = format!("vertices below {}", places.len());
            FormatError::malformed(0, expected, index)
        })
    };
    let [a, b, c] = face.corners;
    let [a, b, c] = [corner(a)?, corner(b)?, corner(c)?];
    // The file winds the other way round.
    let mut open = match face.fourth.map(corner).transpose()? {
        None => vec![[c, b, a]],
        Some(d) => {
            let (first, second) = ([d, c, b], [d, b, a]);
            let is_distinct =
                [a, b, c].iter().all(|&other| other != d) && a != b && b != c && a != c;
            let is_small = longest_side(&[a, b, c, d]) <= LONGEST;
            if is_distinct && is_small && !(is_flat(first) && is_flat(second)) {
                pieces.push(Piece {
                    triangle: first,
                    fourth: Some(a),
                    ty: face.ty,
                });
                return limits.check_items("collision faces", pieces.len() as u64, 0);
            }
            vec![first, second]
        }
    };
    while let Some([a, b, c]) = open.pop() {
        let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|edge| longest_side(&edge));
        if ab.max(bc).max(ca) > LONGEST {
            // The longest edge first: no edge of the halves is longer than it.
            let [a, b, c] = match () {
                () if ab >= bc && ab >= ca => [a, b, c],
                () if bc >= ca => [b, c, a],
                () => [c, a, b],
            };
            let m = halfway(a, b);
            open.extend([[a, m, c], [m, b, c]]);
        } else if !is_flat([a, b, c]) {
            pieces.push(Piece {
                triangle: [a, b, c],
                fourth: None,
                ty: face.ty,
            });
            limits.check_items("collision faces", pieces.len() as u64, 0)?;
        }
    }
    Ok(())
}

fn longest_side(points: &[Point]) -> i32 {
    let side = |axis: usize| {
        let values = points.iter().filter_map(|point| point.get(axis));
        let (low, high) = values.fold((i32::MAX, i32::MIN), |(low, high), &value| {
            (low.min(value), high.max(value))
        });
        high - low
    };
    side(0).max(side(1)).max(side(2))
}

/// The middle of an edge, the same from both ends, at a place that the format holds.
fn halfway([ax, ay, az]: Point, [bx, by, bz]: Point) -> Point {
    [(ax + bx) >> 3 << 2, (ay + by) >> 3 << 2, (az + bz) >> 1]
}

fn middle(cell: [i32; 3]) -> Point {
    cell.map(|at| at * CELL_STEPS + CELL_STEPS / 2)
}

/// The cells that a face touches.
fn touched(piece: &Piece) -> impl Iterator<Item = [i32; 3]> {
    let [a, b, c] = piece.triangle;
    let second = piece.fourth.map(|d| [a, c, d]);
    let corners = [a, b, c].into_iter().chain(piece.fourth);
    // A face in the border between two cells touches both.
    let low = corners
        .clone()
        .fold([i32::MAX; 3], |low, corner| zip(low, corner, i32::min));
    let high = corners.fold([i32::MIN; 3], |high, corner| zip(high, corner, i32::max));
    let [x0, y0, z0] = low.map(|value| (value - 1).div_euclid(CELL_STEPS));
    let [x1, y1, z1] = high.map(|value| value.div_euclid(CELL_STEPS));
    let xs = move |y, z| (x0..=x1).map(move |x| [x, y, z]);
    let cells = (z0..=z1).flat_map(move |z| (y0..=y1).flat_map(move |y| xs(y, z)));
    cells.filter(move |&cell| {
        let meets = |triangle| triangle_meets_box(triangle, middle(cell), [CELL_STEPS / 2; 3]);
        meets([a, b, c]) || second.is_some_and(meets)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad(corners: [[f32; 3]; 4]) -> CollisionMesh {
        CollisionMesh {
            vertices: corners.to_vec(),
            faces: vec![MeshFace {
                corners: [0, 1, 2],
                fourth: Some(3),
                ty: 7,
            }],
        }
    }

    fn build(mesh: &CollisionMesh) -> Result<Collision> {
        Collision::build(mesh, None, Limits::DEFAULT)
    }

    #[test]
    fn a_face_across_a_corner_lies_in_all_eight_cells() {
        let mesh = quad([
            [3.0, 3.0, 3.5],
            [5.0, 3.0, 4.0],
            [5.0, 5.0, 4.5],
            [3.0, 5.0, 4.0],
        ]);
        let collision = build(&mesh).unwrap();
        assert_eq!(collision.cells().len(), 8);
        assert!(collision.cells().all(|cell| cell.quad_count == 1));
        // 3.0 is 1.0 above the middle of cell 0: 16 sixteenths; 3.5 is 96 sixty-fourths.
        let cell = collision.cell([0, 0, 0]).unwrap();
        let word = 96 << 20 | 16 << 10 | 16;
        assert!(cell.vertices.contains(&PackedVertex(word)));
        let mesh = collision.mesh();
        assert_eq!((mesh.vertices.len(), mesh.faces.len()), (4, 1));
        assert_eq!(mesh.triangles().count(), 2);
    }

    #[test]
    fn cells_below_the_origin_have_negative_bases() {
        let collision = build(&quad([
            [-9.0, -9.0, -9.0],
            [-8.5, -9.0, -9.0],
            [-8.5, -8.5, -9.0],
            [-9.0, -8.5, -9.0],
        ]))
        .unwrap();
        assert_eq!(collision.cells().next().unwrap().cell, [-3, -3, -3]);
        let bytes = collision.write().unwrap();
        assert_eq!(bytes[0x40..0x42], (-3_i16).to_le_bytes());
        assert_eq!(Collision::read(&bytes).unwrap(), collision);
    }

    #[test]
    fn vertices_move_to_the_nearest_step() {
        let collision = build(&quad([
            [1.04, 0.02, 0.01],
            [3.04, 0.02, 0.01],
            [3.04, 2.02, 0.01],
            [1.04, 2.02, 0.01],
        ]))
        .unwrap();
        let mesh = collision.mesh();
        assert!(mesh.vertices.contains(&[1.0625, 0.0, 1.0 / 64.0]));
    }

    #[test]
    fn large_faces_are_cut_so_that_neighbours_still_meet() {
        // Two triangles of 100 units that share their longest edge.
        let mesh = CollisionMesh {
            vertices: vec![
                [0.0, 0.0, 1.0],
                [100.0, 0.0, 7.0],
                [0.0, 100.0, 5.0],
                [100.0, 100.0, 0.0],
            ],
            faces: vec![
                MeshFace {
                    corners: [0, 1, 2],
                    fourth: None,
                    ty: 1,
                },
                MeshFace {
                    corners: [1, 3, 2],
                    fourth: None,
                    ty: 2,
                },
            ],
        };
        let mesh = build(&mesh).unwrap().mesh();
        let mut edges = std::collections::HashMap::new();
        for ([a, b, c], _) in mesh.triangles() {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from.min(to), from.max(to))).or_insert(0) += 1;
            }
        }
        // An edge with one face only is on the outline: x or y at its least or greatest.
        for ((a, b), count) in edges {
            let [a, b] = [mesh.vertices[a as usize], mesh.vertices[b as usize]];
            let is_outline = (0..2).any(|i| a[i] == b[i] && (a[i] == 0.0 || a[i] == 100.0));
            assert_eq!(count, if is_outline { 1 } else { 2 }, "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_has_no_area_is_left_out_and_what_is_nowhere_refused() {
        let flat = quad([[1.0; 3], [2.0; 3], [1.0; 3], [2.0; 3]]);
        assert_eq!(build(&flat).unwrap().cells().len(), 0);
        assert!(build(&quad([[f32::NAN; 3]; 4])).is_err());
        assert!(build(&quad([[2e5; 3]; 4])).is_err());
        let mut mesh = quad([[1.0; 3]; 4]);
        mesh.faces[0].fourth = Some(4);
        assert!(build(&mesh).is_err());
    }

    #[test]
    fn a_cell_of_256_vertices_is_refused() {
        let mut mesh = CollisionMesh::default();
        for i in 0..86_u32 {
            let (x, y) = ((i % 10) as f32 / 4.0, (i / 10) as f32 / 4.0);
            let corners = [3 * i, 3 * i + 1, 3 * i + 2];
            mesh.vertices
                .extend([[x, y, 1.0], [x + 0.125, y, 1.0], [x, y + 0.125, 1.0]]);
            mesh.faces.push(MeshFace {
                corners,
                fourth: None,
                ty: 0,
            });
        }
        let error = build(&mesh).unwrap_err();
        assert!(
            matches!(
                error,
                FormatError::Limit {
                    max: 255,
                    found: 256,
                    ..
                }
            ),
            "{error}"
        );
        mesh.faces.truncate(85);
        assert!(build(&mesh).is_ok());
    }
}
