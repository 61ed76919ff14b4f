//! Part file, `<world>_ms<i>.sec`: textures and the atomics of some sectors.

use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::dictionary::TextureDictionary;

/// A part file. Source: seed 000 "Part file"; 0x004110c0.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// CRC-32 of the file's own name as written, extension included, no prefix, not lowercased.
    pub name_hash: u32,
    /// Textures that only this part brings.
    pub dictionary: TextureDictionary,
    /// The atomics.
    pub atomics: Vec<PartAtomic>,
}

/// One atomic of a part and the sector that it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct PartAtomic {
    /// Streamed-sector index k, as plugin 0x3F1 of the sector gives it.
    pub sector_index: u32,
    /// The atomic, with its geometry.
    pub atomic: Atomic,
}
