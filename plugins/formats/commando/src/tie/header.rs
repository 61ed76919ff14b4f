//! The header of a tie class.

use crate::record::record;

record! {
    /// The first 0x80 bytes of a tie class of this game. Source: spec/commando-assets.md 6.1.
    #[derive(Default)]
    pub struct TieHeader: u64 = 0x80 {
        /// Offset of each level's packet table.
        pub packets: [i32; 3],
        /// Packets of each level. A level without any draws nothing.
        pub packet_counts: [u8; 3],
        /// Materials.
        pub texture_count: u8,
        /// Depth up to which level 0 is drawn as it is, world units.
        pub near_distance: f32 as plain,
        /// Depth at which level 0 has morphed into level 1.
        pub mid_distance: f32 as plain,
        /// Depth at which level 1 has morphed into level 2.
        pub far_distance: f32 as plain,
        /// Offset of the materials.
        pub ad_gif_offset: i32,
        /// Written while running.
        pub instance_index: i32,
        /// 0x24: one for each level, unknown.
        pub cache_sizes: [i16; 3] as debug "cache sizes (unknown)",
        /// 0x2a: one for each level, unit unknown.
        pub rgba_remap_offsets: [i16; 3] as debug "rgba remaps (unknown)",
        /// 0x30: written while running, or unknown.
        pub ambient_rgbas: i32,
        /// Offset of the normals that lighting uses.
        pub normals_offset: i32,
        /// Normals.
        pub normal_count: i16,
        /// 0x3a: unit unknown; the ambient arrays of instances seem to have this many colours.
        pub ambient_size: i16 as plain "ambient size (unknown)",
        /// 0x3c: unknown.
        pub mode_bits: u16 as hex,
        /// Counted while running.
        pub instance_count: i16,
        /// Class space per raw position, times 1,024.
        pub scale: f32 as plain,
        /// Class number.
        pub o_class: i16 as plain "class",
        /// 0.
        pub t_class: i16,
        /// Distance at which textures leave their first level.
        pub mip_distance: f32 as plain,
        /// Colour of its glow, 0 for none.
        pub glow_rgba: u32 as hex "glow",
        /// Centre and radius of the bounding sphere in class units: times `scale` they are in class space.
        pub bounding_sphere: [f32; 4] as debug,
        /// What the packets of each level hold together.
        pub totals: [LodTotals; 3],
        /// 0x78: one for each level, unknown.
        pub glow_remap_offsets: [i16; 3] as debug "glow remaps (unknown)",
        /// 0x7e: padding.
        pub pad: i16,
    }

    /// Sums over a level's packets.
    #[derive(Copy, Eq, Default)]
    pub struct LodTotals: u64 = 8 {
        /// Vertices.
        pub vertices: i16 as plain,
        /// Triangles, those included that only join two strips.
        pub triangles: i16 as plain,
        /// Strips.
        pub strips: i16 as plain,
        /// 0.
        pub pad: i16,
    }
}
