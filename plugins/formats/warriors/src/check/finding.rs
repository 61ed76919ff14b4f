//! What the files of a world say about each other that does not fit.

use std::fmt;

use wonderwheel_ps2::finding::Finding as PassFinding;
use wonderwheel_renderware::mip_words::MipConflict;

use crate::part::Part;

/// Something about a world's files that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// There is no manifest; the game measures the files instead.
    NoManifest,
    /// The manifest states another size of the world stream than the file has.
    WorldSize {
        /// Bytes by the manifest.
        stated: u32,
        /// Bytes of the file.
        actual: u64,
    },
    /// Manifest and world stream count different numbers of parts.
    PartCount {
        /// By the manifest.
        manifest: u32,
        /// By the world stream.
        stream: u32,
    },
    /// A leaf of the BSP holds triangles of its own; streamed worlds hold none.
    TrianglesInLeaf {
        /// Leaf number in stream order.
        leaf: u32,
    },
    /// A leaf has no sector plugin 0x3F1.
    NoSectorPlugin {
        /// Leaf number in stream order.
        leaf: u32,
    },
    /// A leaf without an index names a part or a place all the same.
    UnindexedLeafWithPart {
        /// Leaf number in stream order.
        leaf: u32,
        /// The part it names.
        part: u32,
    },
    /// A sector index is no number from 0 to one less than the count of indexed sectors.
    IndexRange {
        /// Leaf number in stream order.
        leaf: u32,
        /// The index.
        index: i32,
        /// How many sectors have an index.
        count: u32,
    },
    /// Two leaves have the same sector index.
    IndexRepeated {
        /// The index.
        index: u32,
        /// The leaf that had it first.
        first_leaf: u32,
        /// The leaf that has it too.
        leaf: u32,
    },
    /// No leaf has this sector index, although higher ones exist.
    IndexGap {
        /// The index.
        index: u32,
    },
    /// A sector names a part that the world does not have.
    PartRange {
        /// The sector's index.
        index: u32,
        /// The part it names.
        part: u32,
        /// Parts of the world.
        part_count: u32,
    },
    /// No sector names this part, so nothing ever asks for it.
    PartUnused {
        /// Part number.
        part: u32,
    },
    /// The manifest states another size of a part than the file has.
    PartSize {
        /// Part number.
        part: u32,
        /// Bytes by the manifest.
        stated: u32,
        /// Bytes of the file.
        actual: u64,
    },
    /// A part is larger than the game's read buffer.
    PartTooLarge {
        /// Part number.
        part: u32,
        /// Bytes of the file.
        actual: u64,
    },
    /// A part that the world counts was not there.
    PartMissing {
        /// Part number.
        part: u32,
    },
    /// A file is numbered above the part count and never loaded. The disc has 347 of them.
    PartBeyondCount {
        /// Part number.
        part: u32,
        /// Parts of the world.
        part_count: u32,
    },
    /// The hash in a part's header is not that of its file name.
    PartName {
        /// Part number.
        part: u32,
        /// Hash in the header.
        stored: u32,
        /// Hash of the file's name.
        expected: u32,
    },
    /// A part's materials give one of its textures another K or L than the texture has.
    MipWord {
        /// Part number.
        part: u32,
        /// The texture and the words.
        conflict: MipConflict,
    },
    /// A part's material names a texture that neither the part nor the world stream has.
    TextureMissing {
        /// Part number.
        part: u32,
        /// The name, as the material spells it first.
        texture: String,
    },
    /// The vertices of an atomic leave the box of its sector, or do not fill it: rules `sector-box` and `sector-box-loose` of
    /// [`AtomicSector::validate_atomic`](wonderwheel_renderware::world::AtomicSector::validate_atomic).
    SectorBox {
        /// The part that brings the atomic.
        part: u32,
        /// The sector's index.
        index: u32,
        /// Whether they lie in the box, and only do not fill it.
        is_inside: bool,
        /// Which box was expected, and what was found.
        message: String,
    },
    /// A part brings an atomic for a sector that does not exist.
    AtomicWithoutSector {
        /// Part number.
        part: u32,
        /// The sector index it gives.
        index: u32,
    },
    /// A part brings an atomic for a sector that names another part.
    AtomicInWrongPart {
        /// Part number.
        part: u32,
        /// The sector's index.
        index: u32,
        /// The part that the sector names.
        named: u32,
    },
    /// A sector gets more than one atomic.
    AtomicRepeated {
        /// The part that brings it again.
        part: u32,
        /// The sector's index.
        index: u32,
    },
    /// The part that a sector names has no atomic for it.
    SectorWithoutAtomic {
        /// The sector's index.
        index: u32,
        /// The part it names.
        part: u32,
    },
}

impl Finding {
    /// Whether it is only worth a remark: the game takes it without any effect that can be seen.
    pub fn is_note(&self) -> bool {
        matches!(
            self,
            Self::NoManifest
                | Self::SectorBox {
                    is_inside: true,
                    ..
                }
                | Self::PartBeyondCount { .. }
                | Self::PartUnused { .. }
                | Self::PartName { .. }
                | Self::MipWord { .. }
                | Self::TextureMissing { .. }
        )
    }

    /// The rule's short name, as other passes have them. It does not change.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NoManifest => "manifest-missing",
            Self::WorldSize { .. } => "manifest-world-size",
            Self::PartCount { .. } => "manifest-part-count",
            Self::TrianglesInLeaf { .. } => "streamed-world-empty",
            Self::NoSectorPlugin { .. } => "sector-plugin",
            Self::UnindexedLeafWithPart { .. } => "sector-unindexed",
            Self::IndexRange { .. } => "sector-index-range",
            Self::IndexRepeated { .. } => "sector-index-repeated",
            Self::IndexGap { .. } => "sector-index-gap",
            Self::PartRange { .. } => "sector-part-range",
            Self::PartUnused { .. } => "part-unused",
            Self::PartSize { .. } => "manifest-part-size",
            Self::PartTooLarge { .. } => "part-file-size",
            Self::PartMissing { .. } => "part-missing",
            Self::PartBeyondCount { .. } => "part-beyond-count",
            Self::PartName { .. } => "part-name",
            Self::MipWord { .. } => "part-mip-word",
            Self::TextureMissing { .. } => "part-texture-missing",
            Self::SectorBox {
                is_inside: true, ..
            } => "sector-box-loose",
            Self::SectorBox { .. } => "sector-box",
            Self::AtomicWithoutSector { .. } => "atomic-without-sector",
            Self::AtomicInWrongPart { .. } => "atomic-in-wrong-part",
            Self::AtomicRepeated { .. } => "atomic-repeated",
            Self::SectorWithoutAtomic { .. } => "sector-without-atomic",
        }
    }

    /// What it is about: the file or the sector.
    fn place(&self) -> String {
        match self {
            Self::NoManifest | Self::WorldSize { .. } | Self::PartCount { .. } => {
                "manifest".to_owned()
            }
            Self::TrianglesInLeaf { leaf }
            | Self::NoSectorPlugin { leaf }
            | Self::UnindexedLeafWithPart { leaf, .. }
            | Self::IndexRange { leaf, .. }
            | Self::IndexRepeated { leaf, .. } => format!("world/leaf[{leaf}]"),
            Self::IndexGap { index }
            | Self::PartRange { index, .. }
            | Self::SectorWithoutAtomic { index, .. } => format!("world/sector[{index}]"),
            Self::PartUnused { part }
            | Self::PartSize { part, .. }
            | Self::PartTooLarge { part, .. }
            | Self::PartMissing { part }
            | Self::PartBeyondCount { part, .. }
            | Self::PartName { part, .. }
            | Self::MipWord { part, .. }
            | Self::TextureMissing { part, .. } => format!("part[{part}]"),
            Self::SectorBox { part, index, .. }
            | Self::AtomicWithoutSector { part, index }
            | Self::AtomicInWrongPart { part, index, .. }
            | Self::AtomicRepeated { part, index } => format!("part[{part}]/sector[{index}]"),
        }
    }
}

impl From<&Finding> for PassFinding {
    /// The same in the form of all other passes.
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.rule(),
            path: finding.place(),
            offset: None,
            message: finding.to_string().into(),
            is_remark: finding.is_note(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoManifest => write!(f, "no manifest: sizes are measured instead"),
            Self::WorldSize { stated, actual } => {
                write!(
                    f,
                    "the manifest states {stated} bytes for the world stream, which has {actual}"
                )
            }
            Self::PartCount { manifest, stream } => {
                write!(
                    f,
                    "the manifest counts {manifest} parts, the world stream {stream}"
                )
            }
            Self::TrianglesInLeaf { leaf } => write!(f, "leaf {leaf} holds triangles of its own"),
            Self::NoSectorPlugin { leaf } => write!(f, "leaf {leaf} has no sector plugin 0x3F1"),
            Self::UnindexedLeafWithPart { leaf, part } => {
                write!(
                    f,
                    "leaf {leaf} has no sector index, yet a part ({part}) or a place"
                )
            }
            Self::IndexRange { leaf, index, count } => {
                write!(
                    f,
                    "leaf {leaf} has sector index {index}, and there are {count} indexed sectors"
                )
            }
            Self::IndexRepeated {
                index,
                first_leaf,
                leaf,
            } => {
                write!(
                    f,
                    "sector index {index} is given to leaf {first_leaf} and to leaf {leaf}"
                )
            }
            Self::IndexGap { index } => write!(f, "no leaf has sector index {index}"),
            Self::PartRange {
                index,
                part,
                part_count,
            } => {
                write!(
                    f,
                    "sector {index} names part {part}, and the parts are 1 to {part_count}"
                )
            }
            Self::PartUnused { part } => write!(f, "no sector names part {part}"),
            Self::PartSize {
                part,
                stated,
                actual,
            } => {
                write!(
                    f,
                    "the manifest states {stated} bytes for part {part}, which has {actual}"
                )
            }
            Self::PartTooLarge { part, actual } => write!(
                f,
                "part {part} has {actual} bytes, and the read buffer takes {}",
                Part::MAX_FILE_BYTES
            ),
            Self::PartMissing { part } => write!(f, "part {part} is missing"),
            Self::PartBeyondCount { part, part_count } => {
                write!(
                    f,
                    "part {part} is never loaded: the parts are 1 to {part_count}"
                )
            }
            Self::PartName {
                part,
                stored,
                expected,
            } => write!(
                f,
                "part {part} was written for another file name: hash {stored:#010x} instead of {expected:#010x}"
            ),
            Self::MipWord { part, conflict } => write!(f, "part {part}: {conflict}"),
            Self::TextureMissing { part, texture } => write!(
                f,
                "part {part} shows the texture {texture:?}, which neither it nor the world stream has"
            ),
            Self::SectorBox {
                part,
                index,
                message,
                ..
            } => write!(f, "part {part}, sector {index}: {message}"),
            Self::AtomicWithoutSector { part, index } => {
                write!(
                    f,
                    "part {part} brings an atomic for sector {index}, which does not exist"
                )
            }
            Self::AtomicInWrongPart { part, index, named } => {
                write!(
                    f,
                    "part {part} brings an atomic for sector {index}, which names part {named}"
                )
            }
            Self::AtomicRepeated { part, index } => {
                write!(f, "part {part} brings a second atomic for sector {index}")
            }
            Self::SectorWithoutAtomic { index, part } => {
                write!(
                    f,
                    "part {part} brings no atomic for sector {index}, which names it"
                )
            }
        }
    }
}
