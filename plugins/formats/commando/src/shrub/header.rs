//! The header of a shrub class.

use crate::record::record;

record! {
    /// The first 0x40 bytes of a shrub class. Source: spec/commando-assets.md 7.1.
    #[derive(Default)]
    pub struct ShrubHeader: u64 = 0x40 {
        /// Centre and radius of the bounding sphere in class units: times `scale` they are in class space.
        pub bounding_sphere: [f32; 4] as debug,
        /// Distance at which textures leave their first level; 5 on most classes.
        pub mip_distance: f32 as plain,
        /// [`ShrubHeader::SKIPPED`], [`ShrubHeader::SWAY`].
        pub mode_bits: u16 as hex,
        /// 0 on disc; counted while running.
        pub instance_count: i16,
        /// 0 on disc; a pointer while running.
        pub instances: i32,
        /// Offset of the billboard, 0 for none.
        pub billboard_offset: i32 as hex "billboard",
        /// Class space per raw position, times 1,024.
        pub scale: f32 as plain,
        /// Class number.
        pub o_class: i16 as plain "class",
        /// 0.
        pub s_class: i16,
        /// Packets of the mesh; their table follows the header.
        pub packet_count: i16 as plain "packets",
        /// 0x2a: 0.
        pub unknown_2a: i16,
        /// Offset of the 24 normals.
        pub normals_offset: i32 as hex "normals",
        /// 0 on disc; counters while running.
        pub counters: [u32; 4],
    }
}

impl ShrubHeader {
    /// Mode bit: not drawn.
    pub const SKIPPED: u16 = 1;
    /// Mode bits: how it sways in the wind; parameters unknown.
    pub const SWAY: u16 = 6;
}
