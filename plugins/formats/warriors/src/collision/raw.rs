//! The six collision chunks of a level, kept raw; here only their lengths are held against the header.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use crate::padding::align16;

/// The collision chunks of a level, raw. Source: spec/collision.md 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawCollision {
    /// Chunk 0x52: one bit a triangle, all zero.
    pub checked: Vec<u8>,
    /// Chunk 0x07: four f32 a vertex.
    pub vertices: Vec<u8>,
    /// Chunk 0x04: 10 bytes a triangle.
    pub triangles: Vec<u8>,
    /// Chunk 0x05: u32 a cell.
    pub grid: Vec<u8>,
    /// Chunk 0x06: triangle index lists, u16 each.
    pub lists: Vec<u8>,
    /// Chunk 0x03: 160-byte header.
    pub mesh: Vec<u8>,
}

/// The counts that the header states. Source: spec/collision.md 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CollisionCounts {
    /// Cells along x, y and z.
    pub cells: [u16; 3],
    /// u16 words of the lists.
    pub list_words: u32,
    /// Triangles.
    pub triangles: u16,
    /// Vertices.
    pub vertices: u32,
}

/// Bytes of chunk 0x03.
const MESH_BYTES: usize = 160;

impl RawCollision {
    /// The counts of the header.
    ///
    /// # Errors
    /// `Malformed`, its offset counted from the header, when the header has not exactly 160 bytes.
    pub fn counts(&self) -> Result<CollisionCounts> {
        if self.mesh.len() != MESH_BYTES {
            return Err(
                FormatError::malformed(0, "a header of 160 bytes", self.mesh.len()).within("mesh"),
            );
        }
        let mut cursor = Cursor::new(&self.mesh);
        cursor.take(0x70)?;
        let cells = [cursor.u16()?, cursor.u16()?, cursor.u16()?];
        cursor.take(6)?;
        let list_words = cursor.u32()?;
        cursor.take(4)?;
        let triangles = cursor.u16()?;
        cursor.take(10)?;
        let vertices = cursor.u32()?;
        Ok(CollisionCounts {
            cells,
            list_words,
            triangles,
            vertices,
        })
    }

    /// Chunks of the sizes that these counts ask for: all zero, but for the counts in the header.
    pub fn blank(counts: CollisionCounts) -> Self {
        let zeros = |size: usize| vec![0; align16(size)];
        let triangles = usize::from(counts.triangles);
        let cells: usize = counts.cells.iter().map(|&n| usize::from(n)).product();
        let mut mesh = vec![0; 0x70];
        mesh.extend(counts.cells.iter().flat_map(|n| n.to_le_bytes()));
        mesh.resize(0x7C, 0);
        mesh.extend(counts.list_words.to_le_bytes());
        mesh.resize(0x84, 0);
        mesh.extend(counts.triangles.to_le_bytes());
        mesh.resize(0x90, 0);
        mesh.extend(counts.vertices.to_le_bytes());
        mesh.resize(MESH_BYTES, 0);
        Self {
            checked: vec![0; checked_bytes(triangles)],
            vertices: vec![0; 16 * counts.vertices as usize],
            triangles: zeros(10 * triangles),
            grid: zeros(4 * cells),
            lists: zeros(2 * counts.list_words as usize),
            mesh,
        }
    }

    /// Holds every chunk's length against the header's counts. Chunks are padded to 16, so they may be longer than
    /// what the counts need; the two whose length follows exactly must have it.
    ///
    /// `offset` is where the header lies in the file, for the error.
    ///
    /// # Errors
    /// `Malformed` that names the chunk.
    pub fn check_lengths(&self, offset: u64) -> Result<()> {
        let counts = self.counts().map_err(|error| error.moved_by(offset))?;
        let cells: u64 = counts.cells.iter().map(|&n| u64::from(n)).product();
        let triangles = usize::from(counts.triangles);
        let checked = checked_bytes(triangles) as u64;
        let vertices = 16 * u64::from(counts.vertices);
        // Each chunk's length, the bytes that the counts need, and whether the length is exactly that.
        let rules = [
            ("checked", self.checked.len(), checked, true),
            ("vertices", self.vertices.len(), vertices, true),
            (
                "triangles",
                self.triangles.len(),
                10 * triangles as u64,
                false,
            ),
            ("grid", self.grid.len(), cells.saturating_mul(4), false),
            (
                "lists",
                self.lists.len(),
                2 * u64::from(counts.list_words),
                false,
            ),
        ];
        for (chunk, length, needed, exact) in rules {
            let length = length as u64;
            if length < needed || (exact && length > needed) {
                let expected = format!("{needed} bytes for what the header counts");
                return Err(FormatError::malformed(offset, expected, length).within(chunk));
            }
        }
        Ok(())
    }
}

/// Bytes of chunk 0x52 for `triangles` triangles. Source: spec/collision.md 1.
pub fn checked_bytes(triangles: usize) -> usize {
    align16(triangles.div_ceil(8)) & 0x7FF0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 13 triangles, 10 vertices, 2 x 1 x 1 cells, 24 list words: the smallest sizes of the disc.
    fn smallest() -> RawCollision {
        let mut mesh = vec![0; 160];
        mesh[0x70] = 2;
        mesh[0x72] = 1;
        mesh[0x74] = 1;
        mesh[0x7C] = 24;
        mesh[0x84] = 13;
        mesh[0x90] = 10;
        RawCollision {
            checked: vec![0; 16],
            vertices: vec![0; 160],
            triangles: vec![0; 144],
            grid: vec![0; 16],
            lists: vec![0; 48],
            mesh,
        }
    }

    #[test]
    fn the_smallest_mesh_of_the_disc_has_the_lengths_its_header_states() {
        let collision = smallest();
        assert_eq!(
            collision.counts().unwrap(),
            CollisionCounts {
                cells: [2, 1, 1],
                list_words: 24,
                triangles: 13,
                vertices: 10
            }
        );
        collision.check_lengths(0).unwrap();
        assert_eq!(RawCollision::blank(collision.counts().unwrap()), collision);
    }

    #[test]
    fn the_bit_set_has_the_discs_sizes() {
        // Source: spec/collision.md 1: 13 and 9,051 triangles are the smallest and largest mesh.
        assert_eq!(checked_bytes(13), 16);
        assert_eq!(checked_bytes(9051), 1136);
    }

    #[test]
    fn each_chunk_that_is_too_short_is_named() {
        type Field = fn(&mut RawCollision) -> &mut Vec<u8>;
        let shortened: [(&str, Field); 6] = [
            ("checked", |c| &mut c.checked),
            ("vertices", |c| &mut c.vertices),
            ("triangles", |c| &mut c.triangles),
            ("grid", |c| &mut c.grid),
            ("lists", |c| &mut c.lists),
            ("mesh", |c| &mut c.mesh),
        ];
        for (name, chunk) in shortened {
            let mut collision = smallest();
            let bytes = chunk(&mut collision);
            bytes.truncate(bytes.len() - 16);
            let error = collision.check_lengths(0x40).unwrap_err();
            assert_eq!(error.path(), name);
            assert_eq!(error.offset(), 0x40);
        }
    }
}
