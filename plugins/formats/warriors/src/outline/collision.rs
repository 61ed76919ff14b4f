//! The six collision chunks of a level: the header, and how much is in the others.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node, numbers};
use crate::chunk::ChunkType;
use crate::collision::{MeshHeader, Triangle};
use crate::record::Record;

impl Maker {
    /// Chunk 0x03.
    pub(super) fn collision_header(cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let header = MeshHeader::read(cursor)?;
        for (i, row) in header.grid_from_world.iter().enumerate() {
            node.field(format!("grid from world, row {i}"), numbers(row));
        }
        node.field("clamp minimum", numbers(&header.clamp_min));
        node.field("clamp maximum", numbers(&header.clamp_max));
        node.field("cells", numbers(&header.counts.cells));
        node.field("list words", header.counts.list_words);
        node.field("triangles", header.counts.triangles);
        node.field("vertices", header.counts.vertices);
        node.field("lowest z", header.lowest_z);
        Ok(())
    }

    /// The other five: how many of their elements fit.
    pub(super) fn collision_counts(ty: ChunkType, cursor: &Cursor<'_>, node: &mut Node) {
        let (name, size) = match ty {
            ChunkType::CollisionTriangles => ("triangles", Triangle::BYTES),
            ChunkType::CollisionGrid => ("cells", 4),
            ChunkType::CollisionStrings => ("list words", 2),
            ChunkType::CollisionVertexBuffer => ("vertices", 16),
            _ => ("bytes", 1),
        };
        // Those that do not end on 16 bytes are padded.
        node.field(format!("room for {name}"), cursor.remaining() / size);
    }
}
