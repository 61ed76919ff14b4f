//! The header of a shrub class.

use binrw::binrw;

/// The first 0x40 bytes of a shrub class. Source: spec/commando-assets.md 7.1.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShrubHeader {
    /// Centre and radius of the bounding sphere in class units: times `scale` they are in class space.
    pub bounding_sphere: [f32; 4],
    /// Distance at which textures leave their first level; 5 on most classes.
    pub mip_distance: f32,
    /// [`ShrubHeader::SKIPPED`], [`ShrubHeader::SWAY`].
    pub mode_bits: u16,
    /// 0 on disc; counted while running.
    pub instance_count: i16,
    /// 0 on disc; a pointer while running.
    pub instances: i32,
    /// Offset of the billboard, 0 for none.
    pub billboard_offset: i32,
    /// Class space per raw position, times 1,024.
    pub scale: f32,
    /// Class number.
    pub o_class: i16,
    /// 0.
    pub s_class: i16,
    /// Packets of the mesh; their table follows the header.
    pub packet_count: i16,
    /// 0x2a: 0.
    pub unknown_2a: i16,
    /// Offset of the 24 normals.
    pub normals_offset: i32,
    /// 0 on disc; counters while running.
    pub counters: [u32; 4],
}

impl ShrubHeader {
    /// Bytes of a header.
    pub const BYTES: u64 = 0x40;
    /// Mode bit: not drawn.
    pub const SKIPPED: u16 = 1;
    /// Mode bits: how it sways in the wind; parameters unknown.
    pub const SWAY: u16 = 6;
}
