//! The vertices of reflecting parts.

use binrw::binrw;
use wonderwheel_ps2::cursor::push_record;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::vertices::VERTEX_BYTES;
use crate::model::layout::{Image, Pieces};

/// The vertex table of a reflecting packet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MetalTable {
    /// Offsets of the running game.
    pub runtime: [i32; 3],
    /// Vertices.
    pub vertices: Vec<MetalVertex>,
}

/// A vertex of a reflecting packet, 16 bytes.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MetalVertex {
    /// x, y, z.
    pub position: [i16; 3],
    /// 256ths of a turn of the normal's azimuth.
    pub azimuth: u8,
    /// And of its elevation.
    pub elevation: u8,
    /// Joints.
    pub joints: [u8; 3],
    /// How many of them count.
    pub count: u8,
    /// Their weights as 256ths.
    pub weights: [u8; 3],
    /// 0.
    pub pad: u8,
}

impl MetalTable {
    /// Reads a table at an offset of its class.
    pub(super) fn read(pieces: &mut Pieces<'_>, at: u64) -> Result<Self> {
        let mut head = pieces.take(at, 16)?;
        let offset = head.offset();
        let count = head.i32()?;
        let runtime = [head.i32()?, head.i32()?, head.i32()?];
        let count = u64::try_from(count)
            .map_err(|_| FormatError::malformed(offset, "a vertex count", count))?;
        let mut cursor = pieces
            .take(at + 16, VERTEX_BYTES.saturating_mul(count))
            .within(|| "vertices")?;
        let mut vertices = Vec::with_capacity(count as usize);
        for _ in 0..count {
            vertices.push(cursor.record()?);
        }
        Ok(Self { runtime, vertices })
    }

    /// Puts the table at an offset.
    pub(super) fn put(&self, image: &mut Image, at: u64) -> Result<()> {
        let count = i32::try_from(self.vertices.len()).unwrap_or(i32::MAX);
        let mut bytes = Vec::new();
        for word in [count].iter().chain(&self.runtime) {
            bytes.extend(word.to_le_bytes());
        }
        self.vertices
            .iter()
            .for_each(|vertex| push_record(&mut bytes, vertex));
        image.put(at, &bytes)
    }
}
