//! The records of a packet.

use crate::record::{Stored, record};

record! {
    /// An entry of a packet table. Offsets are quadwords from the packet's first. Source: spec/commando-assets.md 6.2.
    #[derive(Copy, Eq, Default)]
    pub struct PacketEntry: u64 = 16 {
        /// Bytes from the level's packet table to the packet.
        pub data: i32,
        /// Materials that the packet changes to, 1 to 4.
        pub shader_count: u8,
        /// Five times that.
        pub shader_quadwords: u8,
        /// Strips and three.
        pub control_count: u8,
        /// Quadwords of unpack header and strips.
        pub control_quadwords: u8,
        /// Where the vertices begin.
        pub vertex_offset: u8,
        /// Quadwords of vertices.
        pub vertex_quadwords: u8,
        /// Where the colour indices begin.
        pub colour_offset: u8,
        /// Words of colour indices: one for four dinky vertices, one for each fat one.
        pub colour_words: u8,
        /// Where the table of slot steps begins.
        pub step_offset: u8,
        /// Its quadwords; the packet ends with it.
        pub step_quadwords: u8,
        /// Strips.
        pub strip_count: u8,
        /// Vertices of all strips.
        pub strip_vertices: u8,
    }

    /// What the console unpacks before the strips, 12 bytes. Source: spec/commando-assets.md 6.3.
    #[derive(Copy, Eq, Default)]
    pub struct UnpackHeader: u64 = 12 {
        /// 1 when there are only dinky vertices of one slot.
        pub dinky_single_only: u8,
        /// 1 when there are no fat vertices.
        pub no_fat: u8,
        /// Unknown; 6 from a writer.
        pub unknown_2: u8,
        /// Strips.
        pub strip_count: u8,
        /// Where the loops over dinky vertices of one and two slots, and over fat ones, end. Only the console reads them.
        pub phase_ends: [u8; 4],
        /// Twice the dinky vertices, and 4.
        pub dinky_size: u8,
        /// Three times the fat vertices, and 6.
        pub fat_size: u8,
        /// Dinky vertices.
        pub dinky_count: u8,
        /// Fat vertices.
        pub fat_count: u8,
    }

    /// A strip, 4 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct TieStrip: u64 = 4 {
        /// Its vertices.
        pub vertex_count: u8,
        /// 0.
        pub pad: u8,
        /// Where its tag goes in the GS packet; its vertices follow.
        pub slot: u8,
        /// Not 0: its triangles turn the other way round.
        pub winding: u8,
    }

    /// A vertex that stays where it is at every depth, 16 bytes.
    #[derive(Copy, Eq, Default)]
    pub struct DinkyVertex: u64 = 16 {
        /// x, y, z.
        pub position: [i16; 3],
        /// Where it goes in the GS packet.
        pub slot: u16,
        /// s and t; 4,096 is one texture.
        pub uv: [i16; 2],
        /// q, 4,096 for 1.
        pub q: i16,
        /// Where it goes a second time; 0, or the first slot, for nowhere else.
        pub second_slot: u16,
    }
}

/// A vertex that morphs, 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FatVertex {
    /// How far it has moved when the level has become the next.
    pub delta: [i16; 3],
    /// 0.
    pub pad: i16,
    /// The vertex without its delta.
    pub vertex: DinkyVertex,
}

impl FatVertex {
    /// Bytes of one.
    pub const BYTES: u64 = 24;
}

impl Stored for FatVertex {
    const SIZE: usize = Self::BYTES as usize;

    /// The place stands behind the delta, and the padding where a vertex that stays has its place.
    fn take(bytes: &mut &[u8]) -> Self {
        let [[dx, dy, dz, slot], [x, y, z, pad], [s, t, q, second]]: [[i16; 4]; 3] =
            Stored::take(bytes);
        let vertex = DinkyVertex {
            position: [x, y, z],
            slot: slot as u16,
            uv: [s, t],
            q,
            second_slot: second as u16,
        };
        Self {
            delta: [dx, dy, dz],
            pad,
            vertex,
        }
    }

    fn put(&self, out: &mut Vec<u8>) {
        let ([dx, dy, dz], vertex) = (self.delta, &self.vertex);
        let ([x, y, z], [s, t]) = (vertex.position, vertex.uv);
        let last = [s, t, vertex.q, vertex.second_slot as i16];
        [[dx, dy, dz, vertex.slot as i16], [x, y, z, self.pad], last].put(out);
    }
}
