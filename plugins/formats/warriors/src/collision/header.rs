//! Chunk 0x03: how the grid lies in the world, and how many of everything there are.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::raw::CollisionCounts;
use crate::record::Field;

/// The mesh's header, 160 bytes. Source: spec/collision.md 2.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshHeader {
    /// `grid_from_world`: rows for x, y and z, then the translation. `g = x*r0 + y*r1 + z*r2 + r3`; a cell is one unit wide.
    pub grid_from_world: [[f32; 4]; 4],
    /// Grid points are clamped to this box before their fraction is cut off: (0.5, 0.5, 0.5, 1).
    pub clamp_min: [f32; 4],
    /// (nx - 0.5, ny - 0.5, nz - 0.5, 1).
    pub clamp_max: [f32; 4],
    /// The sizes of the other chunks.
    pub counts: CollisionCounts,
    /// Height of the lowest vertex.
    pub lowest_z: f32,
    /// Words that the game overwrites or never reads.
    pub runtime: RuntimeWords,
}

/// What stands in the header without being read: stale pointers of the tool that wrote it, and padding. Kept, so that a mesh
/// is written back as it was; a writer stores zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuntimeWords {
    /// 0x00: virtual table and three pointers.
    pub object: [u32; 4],
    /// 0x76: zero but in level118.
    pub cells_padding: u16,
    /// 0x78: the grid.
    pub grid: u32,
    /// 0x80: the lists.
    pub lists: u32,
    /// 0x86: no reader.
    pub triangles_padding: u16,
    /// 0x88: the triangles.
    pub triangles: u32,
    /// 0x8C: the vertices.
    pub vertices: u32,
    /// 0x94: the checked bits.
    pub checked: u32,
    /// 0x9C: zero.
    pub last: u32,
}

impl MeshHeader {
    /// Bytes of chunk 0x03.
    pub const BYTES: usize = 160;

    /// Reads the payload of chunk 0x03.
    ///
    /// # Errors
    /// `Malformed` when it has not exactly 160 bytes, or a number of the grid is not finite.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        if cursor.remaining() != Self::BYTES {
            let expected = "a header of 160 bytes";
            return Err(FormatError::malformed(
                cursor.offset(),
                expected,
                cursor.remaining(),
            ));
        }
        let mut runtime = RuntimeWords {
            object: Field::read(cursor)?,
            ..RuntimeWords::default()
        };
        let grid_from_world = Field::read(cursor).within(|| "grid matrix")?;
        let clamp_min = Field::read(cursor).within(|| "clamp minimum")?;
        let clamp_max = Field::read(cursor).within(|| "clamp maximum")?;
        let cells = Field::read(cursor)?;
        runtime.cells_padding = cursor.u16()?;
        runtime.grid = cursor.u32()?;
        let list_words = cursor.u32()?;
        runtime.lists = cursor.u32()?;
        let triangles = cursor.u16()?;
        runtime.triangles_padding = cursor.u16()?;
        runtime.triangles = cursor.u32()?;
        runtime.vertices = cursor.u32()?;
        let vertices = cursor.u32()?;
        runtime.checked = cursor.u32()?;
        let lowest_z = cursor.finite_f32().within(|| "lowest z")?;
        runtime.last = cursor.u32()?;
        Ok(Self {
            grid_from_world,
            clamp_min,
            clamp_max,
            counts: CollisionCounts {
                cells,
                list_words,
                triangles,
                vertices,
            },
            lowest_z,
            runtime,
        })
    }

    /// Appends the payload of chunk 0x03.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self {
            counts, runtime, ..
        } = self;
        runtime.object.write(out);
        self.grid_from_world.write(out);
        [self.clamp_min, self.clamp_max].write(out);
        counts.cells.write(out);
        runtime.cells_padding.write(out);
        [runtime.grid, counts.list_words, runtime.lists].write(out);
        [counts.triangles, runtime.triangles_padding].write(out);
        [runtime.triangles, runtime.vertices].write(out);
        [counts.vertices, runtime.checked].write(out);
        self.lowest_z.write(out);
        runtime.last.write(out);
    }

    /// The clamp box that belongs to a number of cells.
    pub fn clamp_box(cells: [u16; 3]) -> ([f32; 4], [f32; 4]) {
        let [x, y, z] = cells.map(|n| f32::from(n) - 0.5);
        ([0.5, 0.5, 0.5, 1.0], [x, y, z, 1.0])
    }

    /// A world point in grid units. In doubles, so that rounding does not decide which cells a ray crosses.
    pub(super) fn grid_point(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [r0, r1, r2, r3] = self.grid_from_world.map(|row| row.map(f64::from));
        let axis = |[a, b, c, d]: [f64; 4]| x * a + y * b + z * c + d;
        [
            axis([r0[0], r1[0], r2[0], r3[0]]),
            axis([r0[1], r1[1], r2[1], r3[1]]),
            axis([r0[2], r1[2], r2[2], r3[2]]),
        ]
    }

    /// The cell of a grid point: clamped to the file's box, fraction cut off. Source: spec/collision.md 4.3.
    ///
    /// Quirk: cells are `[i, i + 1)`, not centred on integers, so only a point on the far border reaches the last one.
    pub(super) fn cell(&self, [x, y, z]: [f64; 3]) -> [usize; 3] {
        let axis = |g: f64, low: f32, high: f32, cells: u16| {
            // Not `clamp`, which panics when the file's box is inside out. A NaN takes the last cell.
            let clamped = g.min(f64::from(high)).max(f64::from(low));
            (clamped as usize).min(usize::from(cells.max(1) - 1))
        };
        let ([x0, y0, z0, _], [x1, y1, z1, _]) = (self.clamp_min, self.clamp_max);
        let [nx, ny, nz] = self.counts.cells;
        [
            axis(x, x0, x1, nx),
            axis(y, y0, y1, ny),
            axis(z, z0, z1, nz),
        ]
    }

    /// Where a cell stands in the grid.
    pub(super) fn cell_index(&self, [x, y, z]: [usize; 3]) -> usize {
        let [nx, ny, _] = self.counts.cells.map(usize::from);
        (z * ny + y) * nx + x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> MeshHeader {
        let cells = [4, 3, 1];
        let (clamp_min, clamp_max) = MeshHeader::clamp_box(cells);
        MeshHeader {
            grid_from_world: [
                [0.125, 0.0, 0.0, 0.0],
                [0.0, 0.25, 0.0, 0.0],
                [0.0; 4],
                [1.0, 0.0, 0.0, 1.0],
            ],
            clamp_min,
            clamp_max,
            counts: CollisionCounts {
                cells,
                list_words: 0x0102,
                triangles: 0x0304,
                vertices: 0x0506,
            },
            lowest_z: -2.0,
            runtime: RuntimeWords {
                object: [1, 2, 3, 4],
                cells_padding: 5,
                last: 6,
                ..RuntimeWords::default()
            },
        }
    }

    #[test]
    fn every_field_stands_where_the_spec_says() {
        let mut bytes = Vec::new();
        header().write(&mut bytes);
        assert_eq!(bytes.len(), 160);
        let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!([0x10, 0x24, 0x40, 0x4C].map(float), [0.125, 0.25, 1.0, 1.0]);
        assert_eq!([0x50, 0x54, 0x58, 0x5C].map(float), [0.5, 0.5, 0.5, 1.0]);
        assert_eq!([0x60, 0x64, 0x68, 0x6C].map(float), [3.5, 2.5, 0.5, 1.0]);
        assert_eq!(bytes[0x70..0x78], [4, 0, 3, 0, 1, 0, 5, 0]);
        assert_eq!(bytes[0x7C..0x80], [2, 1, 0, 0]);
        assert_eq!(bytes[0x84..0x86], [4, 3]);
        assert_eq!(bytes[0x90..0x94], [6, 5, 0, 0]);
        assert_eq!(float(0x98), -2.0);
        assert_eq!(bytes[0x9C], 6);
        assert_eq!(
            MeshHeader::read(&mut Cursor::new(&bytes)).unwrap(),
            header()
        );
    }

    #[test]
    fn a_cell_is_the_whole_part_of_the_clamped_grid_point() {
        let header = header();
        let cell = |x: f64, y: f64| header.cell([x, y, 0.0]);
        assert_eq!(cell(0.0, 0.0), [0, 0, 0]);
        assert_eq!(cell(0.99, 1.0), [0, 1, 0]);
        assert_eq!(cell(2.999, 1.999), [2, 1, 0]);
        // Only the far border reaches the last cell.
        assert_eq!(cell(3.0, 2.0), [3, 2, 0]);
        assert_eq!(cell(1e30, -1e30), [3, 0, 0]);
        assert_eq!(cell(f64::NAN, f64::NAN), [3, 2, 0]);
        assert_eq!(header.cell_index([3, 2, 0]), 11);
    }

    #[test]
    fn a_point_goes_through_the_matrix_as_a_row() {
        assert_eq!(header().grid_point([8.0, 4.0, 100.0]), [2.0, 1.0, 0.0]);
    }

    #[test]
    fn a_scale_of_zero_puts_every_point_in_one_row() {
        // Source: spec/collision.md 2, level118.
        let mut header = header();
        header.grid_from_world[1] = [0.0; 4];
        for y in [-100.0, 0.0, 100.0] {
            assert_eq!(header.cell(header.grid_point([8.0, y, 0.0]))[1], 0);
        }
    }

    #[test]
    fn a_header_of_another_size_or_with_an_infinite_number_is_refused() {
        let mut bytes = Vec::new();
        header().write(&mut bytes);
        assert!(MeshHeader::read(&mut Cursor::new(&bytes[..159])).is_err());
        bytes[0x10..0x14].copy_from_slice(&f32::INFINITY.to_le_bytes());
        let error = MeshHeader::read(&mut Cursor::new(&bytes)).unwrap_err();
        assert_eq!(error.path(), "grid matrix");
        assert_eq!(error.offset(), 0x10);
    }
}
