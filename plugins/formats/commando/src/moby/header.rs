//! The header of a moby class.

use crate::record::record;

record! {
    /// The first 0x48 bytes of a moby class. Offsets are bytes from the class's start. Source: spec/commando-assets.md 8.1.
    #[derive(Default)]
    pub struct MobyHeader: u64 = 0x48 {
        /// Offset of the packet table, 0 for a class without a mesh.
        pub packet_table_offset: i32,
        /// Packets of the near level; they stand first in the table.
        pub high_lod_count: u8 as plain "near packets",
        /// Packets of the far level, behind those.
        pub low_lod_count: u8 as plain "far packets",
        /// Packets of reflecting parts.
        pub metal_count: u8 as plain "reflecting packets",
        /// Where in the table those begin: behind the far level.
        pub metal_begin: u8,
        /// Joints, at most 111; 0 for a class that does not bend.
        pub joint_count: u8 as plain "joints",
        /// Joints of the far level.
        pub low_lod_joint_count: u8 as plain "far joints",
        /// 0x0a: 0.
        pub unknown_0a: u8,
        /// 0 for vertex tables of this game; anything else for those of the first one, which some museum pieces have.
        pub old_vertex_tables: u8,
        /// Animation sequences; their offsets follow the header.
        pub sequence_count: u8 as plain "sequences",
        /// Sound definitions.
        pub sound_count: u8,
        /// The far level is drawn beyond this times 1,024 raw units of depth, which is world units.
        pub lod_trans: u8 as plain "far beyond",
        /// Records of 16 bytes before the skeleton, for its shadow.
        pub shadow_count: u8,
        /// Offset of its collision, kept raw.
        pub collision_offset: i32,
        /// Offset of the skeleton's matrices.
        pub skeleton_offset: i32,
        /// Offset of the joints.
        pub joints_offset: i32,
        /// 0x1c: offset of lists of joints, kept raw.
        pub joint_lists_offset: i32,
        /// Offset of the list that says which textures packets use.
        pub gif_usage_offset: i32,
        /// Class space per raw position, times 1,024.
        pub scale: f32 as plain,
        /// Offset of the sound definitions, 0x20 bytes each, kept raw.
        pub sound_defs_offset: i32,
        /// Offset of the table of optional parts in quadwords, 0 for none.
        pub bangles_offset: u8,
        /// Distance at which textures leave their first level.
        pub mip_distance: u8 as plain,
        /// 0x2e: an offset in quadwords, kept raw.
        pub corncob_offset: i16,
        /// Centre and radius of the bounding sphere, class space.
        pub bounding_sphere: [f32; 4] as debug,
        /// Colour of its glow, 0 for none.
        pub glow_rgba: u32 as hex "glow",
        /// 0x44: unknown.
        pub mode_bits: u16 as hex "mode bits (unknown)",
        /// 0x46: unknown.
        pub kind: u8 as plain "kind (unknown)",
        /// 0x47: unknown.
        pub mode_bits_2: u8 as hex "more mode bits (unknown)",
    }
}

impl MobyHeader {
    /// Whether the far level is drawn at a depth in world units. Source: spec/commando-assets.md 8.1.
    pub fn is_low_at(&self, depth: f32) -> bool {
        depth > f32::from(self.lod_trans)
    }
}
