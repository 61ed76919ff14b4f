//! Chunk 0x40 as it is stored.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::records::{AreaRecord, Path, PathVertex, RouteEdge, RouteNode};
use crate::record::{Field, Record};

/// The path data of a level. Source: spec/paths-subtitles.md A1; 0x0024e720.
///
/// Reading checks that the counted records are there. Whether counts and indices agree is [`PathData::validate`]'s to say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathData {
    /// Header words 0x10 (run-time), 0x14 (overwritten with a pointer to the nodes), 0x18 and 0x1C (unused). A writer stores 0.
    pub header_words: [u32; 4],
    /// One a path with [`Path::area_record`], in order.
    pub areas: Vec<AreaRecord>,
    /// The corners of all paths, in order.
    pub vertices: Vec<PathVertex>,
    /// Outlines, each followed by its holes.
    pub paths: Vec<Path>,
    /// Route nodes, in the order of the area records.
    pub nodes: Vec<RouteNode>,
    /// The edges of all nodes, in order.
    pub edges: Vec<RouteEdge>,
    /// Edge numbers of slabs: edge k joins corner k of a path and the one after it. Each list ends with a negative number. They
    /// reach to the end of the last list that a path names.
    pub slab_lists: Vec<i16>,
    /// What follows the lists: 4 to 18 bytes on the disc, never read.
    pub tail: Vec<u8>,
}

/// Bytes of the header.
const HEADER: usize = 0x20;

impl PathData {
    /// Reads a payload of chunk 0x40 to its end.
    ///
    /// # Errors
    /// `Malformed` when the counted records do not fit, a 16-bit count is negative, or a coordinate is not finite; `Limit` when
    /// a list has more records than the cursor's limits allow.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let path_count = cursor.u32()?;
        let vertex_count = cursor.u32()?;
        let node_count = signed_count(cursor).within(|| "node count")?;
        let area_count = signed_count(cursor).within(|| "area count")?;
        let edge_count = cursor.u32()?;
        let header_words = Field::read(cursor)?;
        let areas = read_list(cursor, area_count)?;
        let vertices = read_list(cursor, vertex_count)?;
        let paths: Vec<Path> = read_list(cursor, path_count)?;
        let nodes = read_list(cursor, node_count)?;
        let edges = read_list(cursor, edge_count)?;
        let words = list_words(&paths, cursor.rest());
        let mut slab_lists = Vec::with_capacity(words);
        for _ in 0..words {
            slab_lists.push(cursor.u16()?.cast_signed());
        }
        Ok(Self {
            header_words,
            areas,
            vertices,
            paths,
            nodes,
            edges,
            slab_lists,
            tail: cursor.take(cursor.remaining())?.to_vec(),
        })
    }

    /// Appends the payload of chunk 0x40.
    ///
    /// Counts that no file can hold (more than 32,767 nodes or areas) are cut off with their records; [`PathData::build`]
    /// refuses them.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let most = i16::MAX as usize;
        let areas = self.areas.get(..most).unwrap_or(&self.areas);
        let nodes = self.nodes.get(..most).unwrap_or(&self.nodes);
        out.extend((self.paths.len() as u32).to_le_bytes());
        out.extend((self.vertices.len() as u32).to_le_bytes());
        out.extend((nodes.len() as u16).to_le_bytes());
        out.extend((areas.len() as u16).to_le_bytes());
        out.extend((self.edges.len() as u32).to_le_bytes());
        self.header_words.write(out);
        write_list(areas, out);
        write_list(&self.vertices, out);
        write_list(&self.paths, out);
        write_list(nodes, out);
        write_list(&self.edges, out);
        out.extend(self.slab_lists.iter().flat_map(|w| w.to_le_bytes()));
        out.extend(&self.tail);
    }

    /// The payload of chunk 0x40.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes_before_tail() + self.tail.len());
        self.write_to(&mut out);
        out
    }

    /// Bytes of everything but the tail.
    pub(super) fn bytes_before_tail(&self) -> usize {
        HEADER
            + AreaRecord::BYTES * self.areas.len()
            + PathVertex::BYTES * self.vertices.len()
            + Path::BYTES * self.paths.len()
            + RouteNode::BYTES * self.nodes.len()
            + RouteEdge::BYTES * self.edges.len()
            + 2 * self.slab_lists.len()
    }
}

fn signed_count(cursor: &mut Cursor<'_>) -> Result<u32> {
    let offset = cursor.offset();
    let count = cursor.u16()?.cast_signed();
    u32::try_from(count).map_err(|_| FormatError::malformed(offset, "a count", count))
}

fn read_list<R: Record>(cursor: &mut Cursor<'_>, count: u32) -> Result<Vec<R>> {
    let (count, bytes) = (u64::from(count), R::BYTES as u64);
    let fitting = cursor.check_count(count, bytes).within(|| R::NAME)?;
    let at = cursor.offset();
    cursor.limits().check_items(R::NAME, count, at)?;
    let mut list = Vec::with_capacity(fitting);
    for i in 0..fitting {
        list.push(R::read(cursor).within(|| format!("{}[{i}]", R::NAME))?);
    }
    Ok(list)
}

fn write_list<R: Record>(list: &[R], out: &mut Vec<u8>) {
    for record in list {
        record.write(out);
    }
}

/// How many words of the bytes after the edges are slab lists: up to the end of the last list that a path names. A later
/// start ends no earlier, so only the last start counts. Lists without an end take all.
fn list_words(paths: &[Path], rest: &[u8]) -> usize {
    let last = paths.iter().filter_map(|path| {
        let [first, ..] = path.slab_starts;
        let last = path.slab_starts.iter().max()?;
        (first >= 0).then_some(*last)
    });
    let Some(last) = last.max().and_then(|start| usize::try_from(start).ok()) else {
        return 0;
    };
    let mut words = rest.chunks_exact(2);
    let all = words.len();
    // The sign is the upper byte's upper bit.
    let end = words
        .by_ref()
        .skip(last)
        .position(|word| matches!(word, [_, high] if high & 0x80 != 0));
    end.map_or(all, |end| last + end + 1)
}

#[cfg(test)]
mod tests {
    use super::super::plans::*;
    use super::*;

    #[test]
    fn a_chunk_has_its_parts_in_order_and_the_specs_size() {
        let data = PathData::build(&rooms(0.0), &steps()).unwrap();
        let bytes = data.write();
        assert_eq!(
            bytes[..16],
            [3, 0, 0, 0, 12, 0, 0, 0, 6, 0, 2, 0, 14, 0, 0, 0]
        );
        assert_eq!(bytes[16..32], [0; 16]);
        // Area records: 4 nodes from 0, 2 nodes from 4.
        assert_eq!((bytes[0x20], bytes[0x28]), (4, 0));
        assert_eq!((bytes[0x30], bytes[0x38]), (2, 4));
        // align16(0x20 + 16 A + 16 V + 0x50 P + 32 C + 8 D + lists + 4)
        let fixed = 0x20 + 16 * 2 + 16 * 12 + 0x50 * 3 + 32 * 6 + 8 * 14;
        let used = fixed + 2 * data.slab_lists.len();
        assert_eq!(bytes.len(), (used + 4).next_multiple_of(16));
        assert!((4..=18).contains(&data.tail.len()));
        assert_eq!(PathData::read(&mut Cursor::new(&bytes)).unwrap(), data);
    }

    #[test]
    fn the_smallest_chunk_is_a_header_and_a_tail() {
        let data = PathData::build(&[], &[]).unwrap();
        assert_eq!(data.write(), [0; 48]);
        assert_eq!(PathData::read(&mut Cursor::new(&[0; 48])).unwrap(), data);
    }

    #[test]
    fn bytes_without_a_meaning_are_kept() {
        let mut bytes = PathData::build(&rooms(0.0), &steps()).unwrap().write();
        bytes[0x10..0x20].fill(0xAB);
        bytes[0x24..0x30].fill(0xCD);
        let end = bytes.len();
        bytes[end - 3..].fill(0xEF);
        let read = PathData::read(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!(read.write(), bytes);
    }

    #[test]
    fn lists_reach_to_the_end_of_the_last_one_that_a_path_names() {
        let mut data = PathData::build(&rooms(0.0), &steps()).unwrap();
        let words = data.slab_lists.len();
        // Words that no path names belong to the tail.
        data.tail.splice(..0, [1, 0, 0xFF, 0xFF]);
        let read = PathData::read(&mut Cursor::new(&data.write())).unwrap();
        assert_eq!(read.slab_lists.len(), words);
        // Without lists, everything does.
        for path in &mut data.paths {
            path.slab_starts[0] = -1;
        }
        let read = PathData::read(&mut Cursor::new(&data.write())).unwrap();
        assert!(read.slab_lists.is_empty());
        assert_eq!(read.write(), data.write());
    }

    #[test]
    fn counts_that_do_not_fit_or_are_negative_are_refused() {
        let bytes = PathData::build(&rooms(0.0), &steps()).unwrap().write();
        for (at, path) in [
            (0, "paths"),
            (4, "vertices"),
            (8, "node count"),
            (0x0A, "area count"),
            (0x0C, "edges"),
        ] {
            let mut wrong = bytes.clone();
            wrong[at..at + 2].fill(0xFF);
            let error = PathData::read(&mut Cursor::new(&wrong)).unwrap_err();
            assert_eq!(error.path().to_string(), path);
        }
        let limits = wonderwheel_ps2::limits::Limits::with(|limits| limits.items = 11);
        let error = PathData::read(&mut Cursor::new(&bytes).limited(limits)).unwrap_err();
        assert!(
            matches!(
                error,
                FormatError::Limit {
                    limit: "vertices",
                    found: 12,
                    ..
                }
            ),
            "{error}"
        );
    }
}
