//! The vertices of reflecting parts.

use wonderwheel_ps2::error::{FormatError, Result};

use crate::model::layout::{Image, Pieces};
use crate::record::{bytes_of, record};

/// The vertex table of a reflecting packet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MetalTable {
    /// Offsets of the running game.
    pub runtime: [i32; 3],
    /// Vertices.
    pub vertices: Vec<MetalVertex>,
}

record! {
    /// A vertex of a reflecting packet, 16 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct MetalVertex: u64 = 16 {
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
        let vertices = pieces.records(at + 16, count, "vertices")?;
        Ok(Self { runtime, vertices })
    }

    /// Puts the table at an offset.
    pub(super) fn put(&self, image: &mut Image, at: u64) -> Result<()> {
        let count = i32::try_from(self.vertices.len()).unwrap_or(i32::MAX);
        let head = bytes_of([&count].into_iter().chain(&self.runtime));
        image.put(at, &[head, bytes_of(&self.vertices)].concat())
    }
}
