//! The header of a tie class.

use binrw::binrw;

/// The first 0x80 bytes of a tie class of this game. Source: spec/commando-assets.md 6.1.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TieHeader {
    /// Offset of each level's packet table.
    pub packets: [i32; 3],
    /// Packets of each level. A level without any draws nothing.
    pub packet_counts: [u8; 3],
    /// Materials.
    pub texture_count: u8,
    /// Depth up to which level 0 is drawn as it is, world units.
    pub near_distance: f32,
    /// Depth at which level 0 has morphed into level 1.
    pub mid_distance: f32,
    /// Depth at which level 1 has morphed into level 2.
    pub far_distance: f32,
    /// Offset of the materials.
    pub ad_gif_offset: i32,
    /// Written while running.
    pub instance_index: i32,
    /// 0x24: one for each level, unknown.
    pub cache_sizes: [i16; 3],
    /// 0x2a: one for each level, unit unknown.
    pub rgba_remap_offsets: [i16; 3],
    /// 0x30: written while running, or unknown.
    pub ambient_rgbas: i32,
    /// Offset of the normals that lighting uses.
    pub normals_offset: i32,
    /// Normals.
    pub normal_count: i16,
    /// 0x3a: unit unknown; the ambient arrays of instances seem to have this many colours.
    pub ambient_size: i16,
    /// 0x3c: unknown.
    pub mode_bits: u16,
    /// Counted while running.
    pub instance_count: i16,
    /// Class space per raw position, times 1,024.
    pub scale: f32,
    /// Class number.
    pub o_class: i16,
    /// 0.
    pub t_class: i16,
    /// Distance at which textures leave their first level.
    pub mip_distance: f32,
    /// Colour of its glow, 0 for none.
    pub glow_rgba: u32,
    /// Centre and radius of the bounding sphere in class units: times `scale` they are in class space.
    pub bounding_sphere: [f32; 4],
    /// What the packets of each level hold together.
    pub totals: [LodTotals; 3],
    /// 0x78: one for each level, unknown.
    pub glow_remap_offsets: [i16; 3],
    /// 0x7e: padding.
    pub pad: i16,
}

/// Sums over a level's packets.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LodTotals {
    /// Vertices.
    pub vertices: i16,
    /// Triangles, those included that only join two strips.
    pub triangles: i16,
    /// Strips.
    pub strips: i16,
    /// 0.
    pub pad: i16,
}

impl TieHeader {
    /// Bytes of a header.
    pub const BYTES: u64 = 0x80;
}
