//! Section ids that this crate knows. Source: spec/renderware.md 1.3.
#![allow(missing_docs)] // The names are the documentation.

use std::borrow::Cow;

pub const STRUCT: u32 = 0x01;
pub const STRING: u32 = 0x02;
pub const EXTENSION: u32 = 0x03;
pub const TEXTURE: u32 = 0x06;
pub const MATERIAL: u32 = 0x07;
pub const MATERIAL_LIST: u32 = 0x08;
pub const ATOMIC_SECTOR: u32 = 0x09;
pub const PLANE_SECTOR: u32 = 0x0A;
pub const WORLD: u32 = 0x0B;
pub const FRAME_LIST: u32 = 0x0E;
pub const GEOMETRY: u32 = 0x0F;
pub const CLUMP: u32 = 0x10;
pub const ATOMIC: u32 = 0x14;
pub const NATIVE_TEXTURE: u32 = 0x15;
pub const TEXTURE_DICTIONARY: u32 = 0x16;
pub const GEOMETRY_LIST: u32 = 0x1A;
pub const RIGHT_TO_RENDER: u32 = 0x1F;
pub const MIPMAP_KL: u32 = 0x110;
pub const SKIN: u32 = 0x116;
pub const HANIM: u32 = 0x11E;
pub const MATFX: u32 = 0x120;
pub const PVS: u32 = 0x12A;
pub const GAME_ATOMIC: u32 = 0x3F0;
pub const GAME_SECTOR: u32 = 0x3F1;
pub const BIN_MESH: u32 = 0x50E;
pub const NATIVE_DATA: u32 = 0x510;
pub const FRAME_NAME: u32 = 0x0253_F2FE;

/// What a section is called in error paths.
pub fn name(id: u32) -> Cow<'static, str> {
    Cow::Borrowed(match id {
        STRUCT => "struct",
        STRING => "string",
        EXTENSION => "extension",
        TEXTURE => "texture reference",
        MATERIAL => "material",
        MATERIAL_LIST => "material list",
        ATOMIC_SECTOR => "atomic sector",
        PLANE_SECTOR => "plane sector",
        WORLD => "world",
        FRAME_LIST => "frame list",
        GEOMETRY => "geometry",
        CLUMP => "clump",
        ATOMIC => "atomic",
        NATIVE_TEXTURE => "native texture",
        TEXTURE_DICTIONARY => "texture dictionary",
        GEOMETRY_LIST => "geometry list",
        _ => return Cow::Owned(format!("section {id:#x}")),
    })
}
