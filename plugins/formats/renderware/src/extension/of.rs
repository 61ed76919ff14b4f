//! The plugins that this crate interprets, by the object whose extension they stand in, in the order in which they are
//! written. A second plugin of the same id is kept as it is.

use crate::section::id;

pub const TEXTURE: &[u32] = &[id::MIPMAP_KL];
pub const MATERIAL: &[u32] = &[id::MATFX, id::RIGHT_TO_RENDER];
pub const FRAME: &[u32] = &[id::FRAME_NAME];
/// Native data only where the geometry is native.
pub const GEOMETRY: &[u32] = &[id::BIN_MESH, id::NATIVE_DATA];
pub const ATOMIC: &[u32] = &[id::RIGHT_TO_RENDER, id::GAME_ATOMIC, id::MATFX];
pub const ATOMIC_SECTOR: &[u32] = &[
    id::BIN_MESH,
    id::NATIVE_DATA,
    id::RIGHT_TO_RENDER,
    id::PVS,
    id::GAME_SECTOR,
];
pub const WORLD: &[u32] = &[id::PVS];
pub const NOTHING: &[u32] = &[];
