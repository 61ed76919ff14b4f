//! The block's head, 0x40 bytes.

use binrw::binrw;

/// Shells that a block has room for.
pub(super) const MAX_SHELLS: usize = 8;
/// Bytes of a sprite slot.
pub(super) const SPRITE_BYTES: u64 = 0x20;

/// The head as stored; offsets are from the block's start.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Header {
    pub(super) colour: [u8; 4],
    pub(super) clear_screen: i16,
    pub(super) shell_count: i16,
    pub(super) sprite_count: i16,
    pub(super) maximum_sprite_count: i16,
    pub(super) texture_count: i16,
    pub(super) fx_count: i16,
    pub(super) texture_defs: i32,
    pub(super) texture_data: i32,
    pub(super) fx_list: i32,
    pub(super) sprites: i32,
    pub(super) shells: [i32; MAX_SHELLS],
}

impl Header {
    pub(super) const BYTES: usize = 0x40;
}

/// A texture definition; offsets are from the texture data.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextureDef {
    pub(super) palette: i32,
    pub(super) pixels: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl TextureDef {
    pub(super) const BYTES: usize = 0x10;
}

/// A cluster's head. `data` is from the block's start, the other offsets from there.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ClusterHeader {
    pub(super) sphere: [f32; 4],
    pub(super) data: i32,
    pub(super) vertex_count: i16,
    pub(super) tri_count: i16,
    pub(super) vertex_offset: i16,
    pub(super) st_offset: i16,
    pub(super) tri_offset: i16,
    pub(super) data_size: i16,
}

impl ClusterHeader {
    pub(super) const BYTES: usize = 0x20;
}
