//! Where things lie in an image.

/// Bytes of a sector, and of a logical block: other block sizes are refused.
pub const SECTOR: u64 = 2048;
/// The first sector that holds a volume descriptor.
pub const FIRST_DESCRIPTOR: u64 = 16;
/// The signature of a volume descriptor.
pub const SIGNATURE: &[u8; 5] = b"CD001";

/// A file or folder of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IsoEntry {
    /// `WARRIORS.DIR`, `IOP/BFW.SND`: without version, letter case as recorded.
    pub path: String,
    /// Position of its first byte in the image.
    pub start: u64,
    /// Its bytes, as recorded. A truncated image may hold fewer.
    pub size: u64,
    /// Whether it is a folder.
    pub is_folder: bool,
}
