//! Format bits of geometries and worlds. Source: spec/renderware.md 6.3.
#![allow(missing_docs)] // The names are the documentation.

pub const STRIP: u32 = 0x01;
pub const POSITIONS: u32 = 0x02;
pub const TEXTURED: u32 = 0x04;
pub const PRELIT: u32 = 0x08;
pub const NORMALS: u32 = 0x10;
pub const LIGHT: u32 = 0x20;
pub const MODULATE: u32 = 0x40;
pub const TEXTURED2: u32 = 0x80;
pub const NATIVE: u32 = 0x0100_0000;
pub const SECTORS_OVERLAP: u32 = 0x4000_0000;

/// Texture coordinate sets that format bits name. Source: spec/renderware.md 6.3.
pub fn uv_sets(format: u32) -> u32 {
    match format >> 16 & 0xFF {
        0 if format & TEXTURED2 != 0 => 2,
        0 => u32::from(format & TEXTURED != 0),
        sets => sets,
    }
}

/// The bits for a number of texture coordinate sets.
pub fn with_uv_sets(sets: u32) -> u32 {
    let flag = match sets {
        0 => 0,
        1 => TEXTURED,
        _ => TEXTURED2,
    };
    flag | (sets & 0xFF) << 16
}
