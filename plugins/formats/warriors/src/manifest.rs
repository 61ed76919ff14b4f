//! Manifest, `<world>_sec.mem`: sizes of a world and its parts.

/// A manifest. Source: seed 000 "Manifest"; 0x00410e08.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Bytes of `<world>_sec.wld`.
    pub world_size: u32,
    /// Bytes of heap that the loaded world is charged with.
    pub world_heap_size: u32,
    /// Parts 1..=n; entry 0 is part 1.
    pub parts: Vec<ManifestPart>,
}

/// Sizes of one part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ManifestPart {
    /// Bytes of `<world>_ms<i>.sec`.
    pub file_size: u32,
    /// Bytes of heap that the loaded part is charged with.
    pub heap_size: u32,
}
