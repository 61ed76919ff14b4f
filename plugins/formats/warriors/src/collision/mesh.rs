//! The six chunks as one value.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::header::MeshHeader;
use super::raw::{RawCollision, checked_bytes};
use super::triangle::Triangle;
use crate::padding::align16;
use crate::record::{Field, Record};

/// The collision mesh of a level: its six chunks as values. Source: spec/collision.md 1.
///
/// Reading checks sizes and that numbers are finite. Whether indices lead anywhere is [`CollisionMesh::validate`]'s to say;
/// queries skip those that do not.
#[derive(Debug, Clone, PartialEq)]
pub struct CollisionMesh {
    /// Chunk 0x03.
    pub header: MeshHeader,
    /// Chunk 0x07: x, y, z in metres and w, which is 1.
    pub vertices: Vec<[f32; 4]>,
    /// Chunk 0x04.
    pub triangles: Vec<Triangle>,
    /// Chunk 0x05: one offset a cell into the lists, in words; 0 is an empty cell. Cell `(z*ny + y)*nx + x`.
    pub grid: Vec<u32>,
    /// Chunk 0x06: at a cell's offset a count, then as many triangle numbers. Word 0 is 0: an empty list.
    pub lists: Vec<u16>,
    /// Chunk 0x52: room for one bit a triangle that the game's queries work in; all zero in a file.
    pub checked: Vec<u8>,
    /// Bytes after what the header counts.
    pub padding: Padding,
}

/// The bytes that round chunks up to 16. A writer stores zeros.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Padding {
    /// After the triangles.
    pub triangles: Vec<u8>,
    /// After the grid.
    pub grid: Vec<u8>,
    /// After the lists.
    pub lists: Vec<u8>,
}

/// The payloads of the six chunks, whatever they were taken from. Their offsets go into errors, the header's limits apply.
#[derive(Debug, Clone)]
pub struct CollisionPayloads<'a> {
    /// Chunk 0x52.
    pub checked: Cursor<'a>,
    /// Chunk 0x07.
    pub vertices: Cursor<'a>,
    /// Chunk 0x04.
    pub triangles: Cursor<'a>,
    /// Chunk 0x05.
    pub grid: Cursor<'a>,
    /// Chunk 0x06.
    pub lists: Cursor<'a>,
    /// Chunk 0x03.
    pub mesh: Cursor<'a>,
}

impl<'a> From<&'a RawCollision> for CollisionPayloads<'a> {
    fn from(raw: &'a RawCollision) -> Self {
        Self {
            checked: Cursor::new(&raw.checked),
            vertices: Cursor::new(&raw.vertices),
            triangles: Cursor::new(&raw.triangles),
            grid: Cursor::new(&raw.grid),
            lists: Cursor::new(&raw.lists),
            mesh: Cursor::new(&raw.mesh),
        }
    }
}

impl CollisionMesh {
    /// Reads the six payloads.
    ///
    /// # Errors
    /// `Malformed` with the chunk's name in the path when a chunk is shorter than the header's counts need, one whose size
    /// follows exactly has another, or a coordinate is not finite. `Limit` when there are more cells, list words or vertices
    /// than the header cursor's limits allow.
    pub fn read(payloads: CollisionPayloads<'_>) -> Result<Self> {
        let CollisionPayloads {
            checked,
            mut vertices,
            mut triangles,
            mut grid,
            mut lists,
            mut mesh,
        } = payloads;
        let limits = *mesh.limits();
        let at = mesh.offset();
        let header = MeshHeader::read(&mut mesh).within(|| "mesh")?;
        let counts = header.counts;
        let cells: u64 = counts.cells.iter().map(|&n| u64::from(n)).product();

        let wanted = checked_bytes(usize::from(counts.triangles));
        if checked.remaining() != wanted {
            return Err(FormatError::malformed(
                checked.offset(),
                format!("{wanted} bytes for {} triangles", counts.triangles),
                checked.remaining(),
            )
            .within("checked"));
        }

        // Each list's length is held against its bytes before it is held against the limit, and both before it is made.
        let listed = |cursor: &Cursor<'_>, count: u64, size: u64, name: &'static str| {
            let count_fits = cursor.check_count(count, size).within(|| name)?;
            limits.check_items(name, count, at)?;
            Ok::<usize, FormatError>(count_fits)
        };
        let vertex_count = listed(&vertices, u64::from(counts.vertices), 16, "vertices")?;
        let mut points = Vec::with_capacity(vertex_count);
        for i in 0..vertex_count {
            points.push(Field::read(&mut vertices).within(|| format!("vertices[{i}]"))?);
        }
        vertices.finish().within(|| "vertices")?;

        let count = listed(&triangles, u64::from(counts.triangles), 10, "triangles")?;
        let faces = fields(&mut triangles, count).within(|| "triangles")?;
        let count = listed(&grid, cells, 4, "grid")?;
        let offsets = fields(&mut grid, count).within(|| "grid")?;
        let count = listed(&lists, u64::from(counts.list_words), 2, "lists")?;
        let words = fields(&mut lists, count).within(|| "lists")?;

        Ok(Self {
            header,
            vertices: points,
            triangles: faces,
            grid: offsets,
            lists: words,
            checked: checked.rest().to_vec(),
            padding: Padding {
                triangles: triangles.rest().to_vec(),
                grid: grid.rest().to_vec(),
                lists: lists.rest().to_vec(),
            },
        })
    }

    /// Reads the chunks of a level.
    ///
    /// # Errors
    /// As [`CollisionMesh::read`]; offsets count from the start of each chunk.
    pub fn from_raw(raw: &RawCollision) -> Result<Self> {
        Self::read(raw.into())
    }

    /// The payloads of the six chunks.
    ///
    /// Counts are the header's: code that changes the length of a list changes its count too, or builds a new mesh with
    /// [`CollisionMesh::build`].
    pub fn write(&self) -> RawCollision {
        let mut mesh = Vec::with_capacity(MeshHeader::BYTES);
        self.header.write(&mut mesh);
        let mut triangles = Vec::with_capacity(align16(Triangle::BYTES * self.triangles.len()));
        for triangle in &self.triangles {
            triangle.write(&mut triangles);
        }
        triangles.extend(&self.padding.triangles);
        let floats = self.vertices.iter().flatten();
        let mut grid: Vec<u8> = self.grid.iter().flat_map(|o| o.to_le_bytes()).collect();
        grid.extend(&self.padding.grid);
        let mut lists: Vec<u8> = self.lists.iter().flat_map(|w| w.to_le_bytes()).collect();
        lists.extend(&self.padding.lists);
        RawCollision {
            checked: self.checked.clone(),
            vertices: floats.flat_map(|value| value.to_le_bytes()).collect(),
            triangles,
            grid,
            lists,
            mesh,
        }
    }

    /// The triangle numbers that a list holds: as many as its count says and the lists have.
    pub(super) fn list_at(&self, offset: u32) -> &[u16] {
        let start = offset as usize;
        // Entry 0 stands for an empty cell, whatever word 0 holds.
        if start == 0 {
            return &[];
        }
        let Some((&count, rest)) = self.lists.get(start..).and_then(<[u16]>::split_first) else {
            return &[];
        };
        rest.get(..usize::from(count)).unwrap_or(rest)
    }

    /// The triangle numbers that a cell lists. A count that runs past the end of the lists is cut there, and a cell that the
    /// grid does not have lists none.
    pub fn cell_list(&self, cell: [u16; 3]) -> &[u16] {
        let inside = cell
            .iter()
            .zip(&self.header.counts.cells)
            .all(|(at, count)| at < count);
        let index = self.header.cell_index(cell.map(usize::from));
        match self.grid.get(index) {
            Some(&offset) if inside => self.list_at(offset),
            _ => &[],
        }
    }
}

/// So many fields, one behind the other.
fn fields<T: Field>(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<T>> {
    let mut fields = Vec::with_capacity(count);
    for _ in 0..count {
        fields.push(T::read(cursor)?);
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::super::scene::*;
    use super::*;

    #[test]
    fn the_chunks_have_the_sizes_of_the_spec() {
        // Source: spec/collision.md 1: 130 bytes for 13 triangles become 144, 90,510 for 9,051 become 90,512.
        for (count, triangles, checked) in [(13, 144, 16), (9051, 90_512, 1136)] {
            let raw = Random(3).scene(count).build().mesh.write();
            assert_eq!(raw.triangles.len(), triangles);
            assert_eq!(raw.checked.len(), checked);
            assert_eq!(raw.mesh.len(), 160);
        }
    }

    #[test]
    fn six_chunks_become_one_value_and_the_same_chunks_again() {
        let mesh = Random(7).scene(50).build().mesh;
        let mut raw = mesh.write();
        assert_eq!(CollisionMesh::from_raw(&raw).unwrap(), mesh);
        // What the game never reads is kept.
        raw.mesh[..16].fill(0xEE);
        raw.mesh[0x78..0x7C].fill(0xDD);
        raw.checked.fill(0x55);
        *raw.lists.last_mut().unwrap() = 9;
        assert_eq!(CollisionMesh::from_raw(&raw).unwrap().write(), raw);
    }

    #[test]
    fn a_chunk_of_the_wrong_size_is_named() {
        let raw = Random(7).scene(13).build().mesh.write();
        type Field = fn(&mut RawCollision) -> &mut Vec<u8>;
        let chunks: [(&str, Field); 6] = [
            ("checked", |c| &mut c.checked),
            ("vertices", |c| &mut c.vertices),
            ("triangles", |c| &mut c.triangles),
            ("grid", |c| &mut c.grid),
            ("lists", |c| &mut c.lists),
            ("mesh", |c| &mut c.mesh),
        ];
        for (name, chunk) in chunks {
            let mut short = raw.clone();
            let bytes = chunk(&mut short);
            bytes.truncate(bytes.len() - 16);
            let error = CollisionMesh::from_raw(&short).unwrap_err();
            assert_eq!(error.path().to_string(), name);
        }
        let mut long = raw;
        long.vertices.extend([0; 16]);
        let error = CollisionMesh::from_raw(&long).unwrap_err();
        assert_eq!(error.path(), "vertices");
    }

    #[test]
    fn a_limit_says_its_name() {
        let raw = Random(7).scene(13).build().mesh.write();
        let mut payloads = CollisionPayloads::from(&raw);
        payloads.mesh = payloads
            .mesh
            .limited(wonderwheel_ps2::limits::Limits::with(|limits| {
                limits.items = 12
            }));
        let error = CollisionMesh::read(payloads).unwrap_err();
        assert!(
            matches!(
                error,
                FormatError::Limit {
                    limit: "vertices",
                    max: 12,
                    found: 39,
                    ..
                }
            ),
            "{error}"
        );
    }

    #[test]
    fn an_infinite_vertex_is_refused_with_its_number() {
        let mut raw = Random(7).scene(13).build().mesh.write();
        raw.vertices[20..24].copy_from_slice(&f32::NAN.to_le_bytes());
        let error = CollisionMesh::from_raw(&raw).unwrap_err();
        assert_eq!(error.path(), "vertices[1]");
        assert_eq!(error.offset(), 20);
    }

    #[test]
    fn a_cell_outside_the_grid_or_with_a_list_past_the_end_lists_what_there_is() {
        let mut mesh = Scene::default().floor(0.0, GROUND).build().mesh;
        assert_eq!(mesh.cell_list([0, 0, 0]), [0, 1]);
        let [nx, _, _] = mesh.header.counts.cells;
        assert!(mesh.cell_list([nx, 0, 0]).is_empty());
        let end = mesh.lists.len() as u32;
        mesh.lists.extend([5, 1]);
        mesh.grid[0] = end;
        assert_eq!(mesh.cell_list([0, 0, 0]), [1]);
        mesh.grid[0] = u32::MAX;
        assert!(mesh.cell_list([0, 0, 0]).is_empty());
    }
}
