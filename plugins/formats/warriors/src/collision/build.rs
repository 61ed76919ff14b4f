//! A mesh from triangles: the grid and its lists as a writer makes them.

use wonderwheel_ps2::error::{FormatError, Result};

use super::header::{MeshHeader, RuntimeWords};
use super::mesh::{CollisionMesh, Padding};
use super::raw::{CollisionCounts, checked_bytes};
use super::triangle::Triangle;
use crate::padding::align16;
use crate::record::Record;

/// Aimed width of a cell, metres. Source: spec/collision.md 4.2.
const CELL_WIDTH: f32 = 8.0;

/// Cells of one axis at most; the disc has 251. A level of more than 2 km has wider cells instead.
const MOST_CELLS: u16 = 256;

/// Words of all lists at most. The disc has 27,296; a mesh of large triangles in small cells could ask for any number.
const MOST_LIST_WORDS: u64 = 1 << 20;

/// Cells that a triangle reaches over its own borders, so that rounding loses none. Source: spec/collision.md 4.3.
const GUARD: f64 = 0.01;

impl CollisionMesh {
    /// A mesh of these vertices (metres, z up) and triangles, with a grid of one layer and cells of about 8 m.
    /// Source: spec/collision.md 4.2, 4.3.
    ///
    /// # Errors
    /// As [`CollisionMesh::build_with_cells`].
    pub fn build(vertices: &[[f32; 3]], triangles: &[Triangle]) -> Result<Self> {
        let ([x0, y0, _], [x1, y1, _]) = bounds(vertices);
        let cells = |low: f32, high: f32| {
            let wanted = ((high - low) / CELL_WIDTH).round() as u16;
            wanted.saturating_add(1).clamp(2, MOST_CELLS)
        };
        Self::build_with_cells(vertices, triangles, [cells(x0, x1), cells(y0, y1), 1])
    }

    /// A mesh with a grid of so many cells along x, y and z.
    ///
    /// # Errors
    /// `Malformed` when a triangle names a vertex that is not there, a coordinate is not finite, or an axis has no cell;
    /// `Limit` when there are more than 65,535 triangles, 65,536 vertices, 256 cells along an axis, or 2^20 words of lists.
    pub fn build_with_cells(
        vertices: &[[f32; 3]],
        triangles: &[Triangle],
        cells: [u16; 3],
    ) -> Result<Self> {
        let triangle_count = u16::try_from(triangles.len()).map_err(|_| {
            let found = triangles.len() as u64;
            FormatError::limit(0, "triangles", u64::from(u16::MAX), found)
        })?;
        let vertex_count = vertices.len() as u64;
        if vertex_count > 1 << 16 {
            return Err(FormatError::limit(0, "vertices", 1 << 16, vertex_count));
        }
        for n in cells {
            if n == 0 {
                return Err(FormatError::malformed(0, "a cell along each axis", n));
            }
            if n > MOST_CELLS {
                let max = u64::from(MOST_CELLS);
                return Err(FormatError::limit(0, "cells", max, u64::from(n)));
            }
        }
        for (i, vertex) in vertices.iter().enumerate() {
            if !vertex.iter().all(|value| value.is_finite()) {
                let found = format!("{vertex:?}");
                return Err(FormatError::malformed(0, "finite coordinates", found)
                    .within(format!("vertices[{i}]")));
            }
        }

        let (low, high) = bounds(vertices);
        let (clamp_min, clamp_max) = MeshHeader::clamp_box(cells);
        let mut mesh = Self {
            header: MeshHeader {
                grid_from_world: grid_from_world(low, high, cells),
                clamp_min,
                clamp_max,
                counts: CollisionCounts {
                    cells,
                    list_words: 0,
                    triangles: triangle_count,
                    vertices: vertex_count as u32,
                },
                lowest_z: low[2],
                runtime: RuntimeWords::default(),
            },
            vertices: vertices.iter().map(|&[x, y, z]| [x, y, z, 1.0]).collect(),
            triangles: triangles.to_vec(),
            grid: Vec::new(),
            lists: Vec::new(),
            checked: vec![0; checked_bytes(triangles.len())],
            padding: Padding::default(),
        };
        mesh.fill_grid()?;
        let zeros = |bytes: usize| vec![0; align16(bytes) - bytes];
        mesh.padding = Padding {
            triangles: zeros(Triangle::BYTES * mesh.triangles.len()),
            grid: zeros(4 * mesh.grid.len()),
            lists: zeros(2 * mesh.lists.len()),
        };
        Ok(mesh)
    }

    /// Lists every triangle in each cell that its bounds touch.
    fn fill_grid(&mut self) -> Result<()> {
        let mut blocks = Vec::with_capacity(self.triangles.len());
        let cells: usize = self
            .header
            .counts
            .cells
            .iter()
            .map(|&n| usize::from(n))
            .product();
        let mut counts = vec![0_u32; cells];
        let mut words: u64 = 1;
        for (i, triangle) in self.triangles.iter().enumerate() {
            let Some(corners) = self.corners(triangle) else {
                let found = format!("{:?}", triangle.vertices);
                return Err(FormatError::malformed(
                    0,
                    format!("indices below {}", self.vertices.len()),
                    found,
                )
                .within(format!("triangles[{i}]")));
            };
            let points = corners.map(|c| self.header.grid_point(c.to_array().map(f64::from)));
            let edge = |start: f64, pick: fn(f64, f64) -> f64, guard: f64| {
                std::array::from_fn(|axis| {
                    let values = points.iter().filter_map(|point| point.get(axis));
                    values.fold(start, |kept, &value| pick(kept, value)) + guard
                })
            };
            let block = (
                self.header.cell(edge(f64::INFINITY, f64::min, -GUARD)),
                self.header.cell(edge(f64::NEG_INFINITY, f64::max, GUARD)),
            );
            let (low, high) = block;
            words += low
                .iter()
                .zip(&high)
                .map(|(low, high)| (high - low + 1) as u64)
                .product::<u64>();
            if words > MOST_LIST_WORDS {
                return Err(FormatError::limit(0, "lists", MOST_LIST_WORDS, words));
            }
            for_each_cell(&self.header, block, |cell| {
                if let Some(count) = counts.get_mut(cell) {
                    *count += 1;
                }
            });
            blocks.push(block);
        }

        // Word 0 is an empty list; each cell that lists something has its count, then room for it.
        self.lists = vec![0];
        self.grid = vec![0; cells];
        let mut ends = vec![0_usize; cells];
        for ((offset, end), &count) in self.grid.iter_mut().zip(&mut ends).zip(&counts) {
            if count > 0 {
                *offset = self.lists.len() as u32;
                // No cell lists more triangles than there are.
                self.lists.push(count as u16);
                *end = self.lists.len();
                self.lists.resize(*end + count as usize, 0);
            }
        }
        for (number, block) in (0..=u16::MAX).zip(blocks) {
            for_each_cell(&self.header, block, |cell| {
                if let Some(end) = ends.get_mut(cell) {
                    if let Some(word) = self.lists.get_mut(*end) {
                        *word = number;
                    }
                    *end += 1;
                }
            });
        }
        self.header.counts.list_words = self.lists.len() as u32;
        Ok(())
    }
}

fn for_each_cell(
    header: &MeshHeader,
    ([x0, y0, z0], [x1, y1, z1]): ([usize; 3], [usize; 3]),
    mut visit: impl FnMut(usize),
) {
    for z in z0..=z1 {
        for y in y0..=y1 {
            for x in x0..=x1 {
                visit(header.cell_index([x, y, z]));
            }
        }
    }
}

/// The box of the vertices; all zero without any.
pub(super) fn bounds(vertices: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let Some(&first) = vertices.first() else {
        return Default::default();
    };
    let mut bounds = (first, first);
    for vertex in vertices {
        let axes = bounds.0.iter_mut().zip(&mut bounds.1).zip(vertex);
        for ((low, high), &value) in axes {
            *low = low.min(value);
            *high = high.max(value);
        }
    }
    bounds
}

/// The lowest point to 0, the highest to n - 1 on each axis; 0 everywhere on an axis of one cell or of no width.
fn grid_from_world(low: [f32; 3], high: [f32; 3], cells: [u16; 3]) -> [[f32; 4]; 4] {
    let axis = |low: f32, high: f32, n: u16| {
        let width = f64::from(high) - f64::from(low);
        if n < 2 || width <= 0.0 {
            return (0.0, 0.0);
        }
        let scale = ((f64::from(n) - 1.0) / width) as f32;
        // A width too small for a scale of its own is none.
        if !scale.is_finite() {
            return (0.0, 0.0);
        }
        (scale, (-f64::from(low) * f64::from(scale)) as f32)
    };
    let ([x0, y0, z0], [x1, y1, z1], [nx, ny, nz]) = (low, high, cells);
    let (sx, tx) = axis(x0, x1, nx);
    let (sy, ty) = axis(y0, y1, ny);
    let (sz, tz) = axis(z0, z1, nz);
    [
        [sx, 0.0, 0.0, 0.0],
        [0.0, sy, 0.0, 0.0],
        [0.0, 0.0, sz, 0.0],
        [tx, ty, tz, 1.0],
    ]
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::finding::Findings;

    use super::super::scene::*;
    use super::*;

    #[test]
    fn the_box_of_the_vertices_spans_the_grid() {
        // Source: spec/collision.md 4.2: 40 m are round(40 / 8) + 1 = 6 cells of 8 m.
        let mesh = Scene::default().floor(-3.0, GROUND).build().mesh;
        let header = &mesh.header;
        assert_eq!(header.counts.cells, [6, 6, 1]);
        assert_eq!(header.grid_from_world[0], [0.125, 0.0, 0.0, 0.0]);
        assert_eq!(header.grid_from_world[1], [0.0, 0.125, 0.0, 0.0]);
        assert_eq!(header.grid_from_world[2], [0.0; 4]);
        assert_eq!(header.grid_from_world[3], [2.5, 2.5, 0.0, 1.0]);
        assert_eq!(header.grid_point([-20.0, 20.0, -3.0]), [0.0, 5.0, 0.0]);
        assert_eq!(header.lowest_z, -3.0);
    }

    #[test]
    fn there_are_two_cells_along_x_and_y_at_least() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mesh = Scene::default().triangle(corners, GROUND).build().mesh;
        assert_eq!(mesh.header.counts.cells, [2, 2, 1]);
    }

    #[test]
    fn lists_begin_with_an_empty_one_and_hold_each_cells_triangles() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let far = corners.map(|[x, y, z]| [x + 15.0, y, z]);
        let mesh = Scene::default()
            .triangle(corners, GROUND)
            .triangle(far, GROUND)
            .build_with_cells([3, 1, 1])
            .mesh;
        // 16 m over two units: the first triangle is in cell 0, the second from 1.875 to 2 and so in 1 and 2.
        assert_eq!(mesh.grid, [1, 3, 5]);
        assert_eq!(mesh.lists, [0, 1, 0, 1, 1, 1, 1]);
        assert_eq!(mesh.header.counts.list_words, 7);
    }

    #[test]
    fn a_built_mesh_breaks_no_rule() {
        let mut random = Random(0xB01);
        for triangles in [0, 1, 13, 400] {
            for cells in [None, Some([5, 4, 2])] {
                let scene = random.scene(triangles);
                let mesh = match cells {
                    None => scene.build().mesh,
                    Some(cells) => scene.build_with_cells(cells).mesh,
                };
                assert_eq!(Findings::of(|f| mesh.validate(f)).as_slice(), []);
                assert_eq!(CollisionMesh::from_raw(&mesh.write()).unwrap(), mesh);
            }
        }
    }

    #[test]
    fn lists_stay_as_short_as_the_discs() {
        // Source: spec/collision.md 4.3: 1.07 to 7.24 cells a triangle on the disc, the longest list 11 to 215.
        let mesh = Random(0xB02).scene(400).build().mesh;
        let listed: usize = (0..mesh.grid.len())
            .map(|cell| mesh.list_at(mesh.grid[cell]).len())
            .sum();
        let cells_a_triangle = listed as f32 / 400.0;
        assert!(
            (1.07..7.24).contains(&cells_a_triangle),
            "{cells_a_triangle}"
        );
    }

    #[test]
    fn what_no_file_can_hold_is_refused() {
        let triangle = Triangle {
            vertices: [0, 1, 2],
            flags: super::super::TriangleFlags::ORDINARY,
            material: super::super::Material::CONCRETE,
            area: 0,
        };
        let corners = [[0.0; 3], [2000.0, 0.0, 0.0], [0.0, 2000.0, 0.0]];
        let limit = |result: Result<CollisionMesh>| match result.unwrap_err() {
            FormatError::Limit { limit, .. } => limit,
            other => panic!("{other}"),
        };
        let refused = [
            CollisionMesh::build(&corners, &vec![triangle; 65_536]),
            CollisionMesh::build(&vec![[0.0; 3]; 65_537], &[]),
            CollisionMesh::build_with_cells(&corners, &[], [257, 1, 1]),
            CollisionMesh::build(&corners, &vec![triangle; 100]),
        ];
        let limits = refused.map(limit);
        assert_eq!(limits, ["triangles", "vertices", "cells", "lists"]);
        let wrong = Triangle {
            vertices: [0, 1, 3],
            ..triangle
        };
        let error = CollisionMesh::build(&corners, &[triangle, wrong]).unwrap_err();
        assert_eq!(error.path(), "triangles[1]");
        assert!(CollisionMesh::build(&[[f32::NAN; 3]], &[]).is_err());
        assert!(CollisionMesh::build_with_cells(&corners, &[], [2, 0, 1]).is_err());
    }
}
