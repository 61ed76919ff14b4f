//! What the files of a world say about each other that does not fit.

use std::fmt;

use wonderwheel_ps2::finding::Finding as PassFinding;
use wonderwheel_renderware::mip_words::MipConflict;

use crate::part::Part;

/// Declares the findings: what each means, its values, rule, place, whether it is only worth a remark, and its words.
macro_rules! findings {
    (
        $(#[$about:meta])*
        pub enum $all:ident {
            $($(#[$note:meta])* $name:ident $({ $($field:ident: $ty:ty),* })? =>
                $rule:expr, $place:literal, $is_note:expr, $words:literal $(, $more:expr)?;)*
        }
    ) => {
        $(#[$about])*
        pub enum $all {
            $($(#[$note])* $name $({ $($field: $ty),* })?,)*
        }

        #[allow(unused_variables, reason = "not every value is in every answer")]
        impl $all {
            /// Whether it is only worth a remark: the game takes it without any effect that can be seen.
            pub fn is_note(&self) -> bool {
                match self {
                    $(Self::$name $({ $($field),* })? => $is_note,)*
                }
            }

            /// The rule's short name, as other passes have them. It does not change.
            pub const fn rule(&self) -> &'static str {
                match self {
                    $(Self::$name $({ $($field),* })? => $rule,)*
                }
            }

            fn place(&self) -> String {
                match self {
                    $(Self::$name $({ $($field),* })? => format!($place),)*
                }
            }
        }

        #[allow(unused_variables, reason = "not every value is in every answer")]
        impl fmt::Display for $all {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($field),* })? => write!(f, $words $(, $more)?),)*
                }
            }
        }
    };
}

findings! {
    /// Something about a world's files that does not fit.
    ///
    /// `part` is a part's number, `part_count` how many the world has; `leaf` counts the leaves of the BSP in stream order,
    /// `index` is a sector's. `stated` are bytes by the manifest, `actual` those of the file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "what the values are stands above")]
    pub enum Finding {
        /// There is no manifest; the game measures the files instead.
        NoManifest => "manifest-missing", "manifest", true, "no manifest: sizes are measured instead";
        /// The manifest states another size of the world stream than the file has.
        WorldSize { stated: u32, actual: u64 } => "manifest-world-size", "manifest", false,
            "the manifest states {stated} bytes for the world stream, which has {actual}";
        /// Manifest and world stream count different numbers of parts.
        PartCount { manifest: u32, stream: u32 } => "manifest-part-count", "manifest", false,
            "the manifest counts {manifest} parts, the world stream {stream}";
        /// A leaf of the BSP holds triangles of its own; streamed worlds hold none.
        TrianglesInLeaf { leaf: u32 } => "streamed-world-empty", "world/leaf[{leaf}]", false,
            "leaf {leaf} holds triangles of its own";
        /// A leaf has no sector plugin 0x3F1.
        NoSectorPlugin { leaf: u32 } => "sector-plugin", "world/leaf[{leaf}]", false,
            "leaf {leaf} has no sector plugin 0x3F1";
        /// A leaf without an index names a part or a place all the same.
        UnindexedLeafWithPart { leaf: u32, part: u32 } => "sector-unindexed", "world/leaf[{leaf}]", false,
            "leaf {leaf} has no sector index, yet a part ({part}) or a place";
        /// A sector index is no number from 0 to one less than the count of indexed sectors.
        IndexRange { leaf: u32, index: i32, count: u32 } => "sector-index-range", "world/leaf[{leaf}]", false,
            "leaf {leaf} has sector index {index}, and there are {count} indexed sectors";
        /// Two leaves have the same sector index.
        IndexRepeated { index: u32, first_leaf: u32, leaf: u32 } => "sector-index-repeated", "world/leaf[{leaf}]", false,
            "sector index {index} is given to leaf {first_leaf} and to leaf {leaf}";
        /// No leaf has this sector index, although higher ones exist.
        IndexGap { index: u32 } => "sector-index-gap", "world/sector[{index}]", false,
            "no leaf has sector index {index}";
        /// A sector names a part that the world does not have.
        PartRange { index: u32, part: u32, part_count: u32 } => "sector-part-range", "world/sector[{index}]", false,
            "sector {index} names part {part}, and the parts are 1 to {part_count}";
        /// No sector names this part, so nothing ever asks for it.
        PartUnused { part: u32 } => "part-unused", "part[{part}]", true, "no sector names part {part}";
        /// The manifest states another size of a part than the file has.
        PartSize { part: u32, stated: u32, actual: u64 } => "manifest-part-size", "part[{part}]", false,
            "the manifest states {stated} bytes for part {part}, which has {actual}";
        /// A part is larger than the game's read buffer.
        PartTooLarge { part: u32, actual: u64 } => "part-file-size", "part[{part}]", false,
            "part {part} has {actual} bytes, and the read buffer takes {}", Part::MAX_FILE_BYTES;
        /// A part that the world counts was not there.
        PartMissing { part: u32 } => "part-missing", "part[{part}]", false, "part {part} is missing";
        /// A file is numbered above the part count and never loaded. The disc has 347 of them.
        PartBeyondCount { part: u32, part_count: u32 } => "part-beyond-count", "part[{part}]", true,
            "part {part} is never loaded: the parts are 1 to {part_count}";
        /// The hash in a part's header is not that of its file name.
        PartName { part: u32, stored: u32, expected: u32 } => "part-name", "part[{part}]", true,
            "part {part} was written for another file name: hash {stored:#010x} instead of {expected:#010x}";
        /// A part's materials give one of its textures another K or L than the texture has.
        MipWord { part: u32, conflict: MipConflict } => "part-mip-word", "part[{part}]", true, "part {part}: {conflict}";
        /// A part's material names a texture that neither the part nor the world stream has. The name is spelled as the
        /// material spells it first.
        TextureMissing { part: u32, texture: String } => "part-texture-missing", "part[{part}]", true,
            "part {part} shows the texture {texture:?}, which neither it nor the world stream has";
        /// The vertices of an atomic leave the box of its sector, or lie in it and do not fill it: rules `sector-box` and
        /// `sector-box-loose` of
        /// [`AtomicSector::validate_atomic`](wonderwheel_renderware::world::AtomicSector::validate_atomic). The message says
        /// which box was expected, and what was found.
        SectorBox { part: u32, index: u32, is_inside: bool, message: String } =>
            if *is_inside { "sector-box-loose" } else { "sector-box" }, "part[{part}]/sector[{index}]", *is_inside,
            "part {part}, sector {index}: {message}";
        /// A part brings an atomic for a sector that does not exist.
        AtomicWithoutSector { part: u32, index: u32 } => "atomic-without-sector", "part[{part}]/sector[{index}]", false,
            "part {part} brings an atomic for sector {index}, which does not exist";
        /// A part brings an atomic for a sector that names another part.
        AtomicInWrongPart { part: u32, index: u32, named: u32 } =>
            "atomic-in-wrong-part", "part[{part}]/sector[{index}]", false,
            "part {part} brings an atomic for sector {index}, which names part {named}";
        /// A sector gets more than one atomic.
        AtomicRepeated { part: u32, index: u32 } => "atomic-repeated", "part[{part}]/sector[{index}]", false,
            "part {part} brings a second atomic for sector {index}";
        /// The part that a sector names has no atomic for it.
        SectorWithoutAtomic { index: u32, part: u32 } => "sector-without-atomic", "world/sector[{index}]", false,
            "part {part} brings no atomic for sector {index}, which names it";
    }
}

impl From<&Finding> for PassFinding {
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
