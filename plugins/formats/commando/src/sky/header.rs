//! The block's head, 0x40 bytes.

use crate::record::record;

/// Shells that a block has room for.
pub(super) const MAX_SHELLS: usize = 8;
/// Bytes of a sprite slot.
pub(super) const SPRITE_BYTES: u64 = 0x20;

record! {
    /// The head as stored; offsets are from the block's start.
    #[derive(Copy, Eq, Default)]
    pub(super) struct Header: usize = 0x40 {
        pub(super) colour: [u8; 4] as debug,
        pub(super) clear_screen: i16 as plain,
        pub(super) shell_count: i16 as plain "shells",
        pub(super) sprite_count: i16 as plain "sprites",
        pub(super) maximum_sprite_count: i16 as plain "sprite slots",
        pub(super) texture_count: i16 as plain "textures",
        pub(super) fx_count: i16 as plain "effects",
        pub(super) texture_defs: i32 as hex "texture definitions at",
        pub(super) texture_data: i32 as hex "texture data at",
        pub(super) fx_list: i32,
        pub(super) sprites: i32,
        pub(super) shells: [i32; MAX_SHELLS],
    }

    /// A texture definition; offsets are from the texture data.
    #[derive(Copy, Eq, Default)]
    pub(super) struct TextureDef: usize = 0x10 {
        pub(super) palette: i32 as hex,
        pub(super) pixels: i32 as hex,
        pub(super) width: i32 as plain,
        pub(super) height: i32 as plain,
    }

    /// A cluster's head. `data` is from the block's start, the other offsets from there.
    #[derive(Copy, Default)]
    pub(super) struct ClusterHeader: usize = 0x20 {
        pub(super) sphere: [f32; 4] as debug,
        pub(super) data: i32 as hex "data at",
        pub(super) vertex_count: i16 as plain "vertices",
        pub(super) tri_count: i16 as plain "triangles",
        pub(super) vertex_offset: i16,
        pub(super) st_offset: i16,
        pub(super) tri_offset: i16,
        pub(super) data_size: i16 as plain "data bytes",
    }
}
