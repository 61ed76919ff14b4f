//! What files of the second guest are: level containers, compressed streams, and the blocks that lie in them.

use wonderwheel_commando::{
    collision, core, disc, gameplay, level, lz, moby, occlusion, shrub, sky, tfrag, tie,
};
use wonderwheel_ps2::{error::FormatError, finding::Findings, limits::Limits, outline::Outline};

/// What a file of Going Commando is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GuestKind {
    /// `LEVEL<n>.WAD`: a level's container.
    Level,
    /// A WAD LZ stream.
    Wad,
    /// A level's data extent.
    Data,
    /// A streamed chunk.
    Chunk,
    /// The directory.
    Core,
    /// Instances and settings, decompressed.
    Gameplay,
    /// The terrain.
    Tfrag,
    /// The sky.
    Sky,
    /// The collision mesh.
    Collision,
    /// The occlusion grid.
    Occlusion,
    /// What the grid's bits mean.
    OcclusionMappings,
    /// A tie class.
    Tie,
    /// A shrub class.
    Shrub,
    /// A moby class.
    Moby,
    /// The disc's table of contents.
    Contents,
}

/// How a disc's table of contents begins and a level's header does: with their own sizes.
const LEVEL_HEADERS: [[u8; 4]; 2] = [[0x60, 0, 0, 0], [0x68, 0, 0, 0]];

/// Names of extracted members, without `.bin`, and what they are.
const MEMBERS: [(&str, GuestKind); 13] = [
    ("core_index", GuestKind::Core),
    ("gameplay", GuestKind::Gameplay),
    ("occlusion_mappings", GuestKind::OcclusionMappings),
    ("tfrag", GuestKind::Tfrag),
    ("sky", GuestKind::Sky),
    ("collision", GuestKind::Collision),
    ("occlusion", GuestKind::Occlusion),
    ("chunk0_tfrag", GuestKind::Tfrag),
    ("chunk1_tfrag", GuestKind::Tfrag),
    ("chunk2_tfrag", GuestKind::Tfrag),
    ("chunk0_collision", GuestKind::Collision),
    ("chunk1_collision", GuestKind::Collision),
    ("chunk2_collision", GuestKind::Collision),
];

impl GuestKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::Level,
        Self::Wad,
        Self::Data,
        Self::Chunk,
        Self::Core,
        Self::Gameplay,
        Self::Tfrag,
        Self::Sky,
        Self::Collision,
        Self::Occlusion,
        Self::OcclusionMappings,
        Self::Tie,
        Self::Shrub,
        Self::Moby,
        Self::Contents,
    ];

    /// The short name of command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level => "commando-level",
            Self::Wad => "wad",
            Self::Data => "commando-data",
            Self::Chunk => "commando-chunk",
            Self::Core => "commando-core",
            Self::Gameplay => "gameplay",
            Self::Tfrag => "tfrag",
            Self::Sky => "sky",
            Self::Collision => "collision",
            Self::Occlusion => "occlusion",
            Self::OcclusionMappings => "occlusion-mappings",
            Self::Tie => "tie",
            Self::Shrub => "shrub",
            Self::Moby => "moby",
            Self::Contents => "commando-toc",
        }
    }

    /// The kind of a short name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One line for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Level => "level container of Going Commando",
            Self::Wad => "WAD LZ stream",
            Self::Data => "data extent of a Going Commando level",
            Self::Chunk => "streamed chunk of a Going Commando level",
            Self::Core => "directory of a Going Commando level",
            Self::Gameplay => "instances and settings of a Going Commando level",
            Self::Tfrag => "terrain block",
            Self::Sky => "sky",
            Self::Collision => "collision mesh of Going Commando",
            Self::Occlusion => "occlusion grid",
            Self::OcclusionMappings => "occlusion mappings",
            Self::Tie => "tie class",
            Self::Shrub => "shrub class",
            Self::Moby => "moby class",
            Self::Contents => "table of contents of Going Commando's disc",
        }
    }

    /// Of a file that nobody named a kind for: only what says so itself.
    pub fn recognise(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"WAD") {
            return Some(Self::Wad);
        }
        let begins = bytes
            .first_chunk()
            .is_some_and(|first| LEVEL_HEADERS.contains(first));
        (begins && level::LevelFile::read(bytes).is_ok()).then_some(Self::Level)
    }

    /// A level by its name, whatever is left of it: `LEVEL0.WAD`, or any `.wad` that begins as one. Names are in lower case.
    pub fn is_called_level(name: &str, bytes: &[u8]) -> bool {
        let begins = || {
            let first = bytes.first_chunk();
            name.ends_with(".wad") && first.is_some_and(|first| LEVEL_HEADERS.contains(first))
        };
        disc::DiscFile::level(name).is_some() || begins()
    }

    /// Whether a file is called as a member is when a level is extracted: whatever its size, it is no image of a disc.
    pub fn is_member_name(name: &str) -> bool {
        Self::by_member_name(name).is_some()
    }

    /// The kind that a member has by its name, without folders and in lower case ([`super::members`]): `level0.tfrag.bin`,
    /// `level0.tie.500.bin`, with or without the level.
    fn by_member_name(name: &str) -> Option<Self> {
        let stem = name.strip_suffix(".bin")?;
        let mut words = stem.rsplit('.');
        let last = words.next()?;
        if !is_class_number(last) {
            let (_, kind) = MEMBERS.iter().find(|(member, _)| *member == last)?;
            return Some(*kind);
        }
        match words.next()? {
            "tie" => Some(Self::Tie),
            "shrub" => Some(Self::Shrub),
            "moby" => Some(Self::Moby),
            _ => None,
        }
    }

    /// Whether a member's name begins with its level's: `level0.tie.500.bin`, not `tie.500.bin`.
    fn names_its_level(name: &str) -> bool {
        let level = name.split('.').next().unwrap_or_default();
        disc::DiscFile::level(&format!("{level}.wad")).is_some()
    }

    /// Of a file with the name of a member: its kind, when its content can be read as that.
    pub fn of_member(name: &str, bytes: &[u8]) -> Option<Self> {
        let kind = Self::by_member_name(name)?;
        // With its level before it a name says enough, whatever is left of the content.
        if Self::names_its_level(name) {
            return Some(kind);
        }
        let is_one = match kind {
            Self::Core => core::CoreIndex::read(bytes).is_ok(),
            Self::Gameplay => gameplay::Gameplay::read(bytes).is_ok(),
            Self::Tfrag => tfrag::TfragBlock::read(bytes).is_ok(),
            Self::Sky => sky::Sky::read(bytes).is_ok(),
            Self::Collision => collision::Collision::read(bytes).is_ok(),
            Self::Occlusion => occlusion::OcclusionGrid::read(bytes).is_ok(),
            Self::OcclusionMappings => occlusion::OcclusionMappings::read(bytes).is_ok(),
            Self::Tie => tie::TieClass::read(bytes).is_ok(),
            Self::Shrub => shrub::ShrubClass::read(bytes).is_ok(),
            Self::Moby => moby::MobyClass::read(bytes).is_ok(),
            _ => false,
        };
        is_one.then_some(kind)
    }

    /// The tree.
    pub fn outline(self, bytes: &[u8], limits: Limits) -> Outline {
        match self {
            Self::Level => level::outline(bytes, limits),
            Self::Wad => lz::outline(bytes, limits),
            Self::Data => level::outline_data(bytes, limits),
            Self::Chunk => level::outline_chunk(bytes, limits),
            Self::Core => core::outline(bytes, limits),
            Self::Gameplay => gameplay::outline(bytes, limits),
            Self::Tfrag => tfrag::outline(bytes, limits),
            Self::Sky => sky::outline(bytes, limits),
            Self::Collision => collision::outline(bytes, limits),
            Self::Occlusion => occlusion::outline(bytes, limits),
            Self::OcclusionMappings => occlusion::outline_mappings(bytes, limits),
            Self::Tie => tie::outline(bytes),
            Self::Shrub => shrub::outline(bytes),
            Self::Moby => moby::outline(bytes),
            Self::Contents => disc::outline(bytes, limits),
        }
    }

    /// What breaks a rule that the disc's own files keep.
    pub fn validate(self, bytes: &[u8], findings: &mut Findings) -> Result<(), FormatError> {
        match self {
            Self::Level => level::Level::read(bytes)?.validate(findings),
            Self::Wad => {
                lz::decompress(bytes)?;
                lz::validate(bytes, findings);
            }
            Self::Data => level::DataExtent::read(bytes)?.validate(findings),
            Self::Chunk => {
                level::ChunkFile::read(bytes)?;
            }
            Self::Core => core::CoreIndex::read(bytes)?.validate(findings),
            Self::Gameplay => gameplay::Gameplay::read(bytes)?.validate(findings),
            Self::Tfrag => tfrag::TfragBlock::read(bytes)?.validate(findings),
            Self::Sky => sky::Sky::read(bytes)?.validate(findings),
            Self::Collision => collision::Collision::read(bytes)?.validate(findings),
            Self::Occlusion => occlusion::OcclusionGrid::read(bytes)?.validate(findings),
            Self::OcclusionMappings => {
                occlusion::OcclusionMappings::read(bytes)?.validate(findings);
            }
            Self::Tie => tie::TieClass::read(bytes)?.validate(findings),
            Self::Shrub => shrub::ShrubClass::read(bytes)?.validate(findings),
            Self::Moby => moby::MobyClass::read(bytes)?.validate(findings),
            Self::Contents => disc::TableOfContents::read(bytes)?.validate(None, findings),
        }
        Ok(())
    }
}

/// Whether a word is the number of a class as files are called by: `1234`, `1234~2`.
fn is_class_number(word: &str) -> bool {
    let digits = word.split('~').next().unwrap_or_default();
    let is_decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal && digits.parse::<i16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_and_level_containers_say_themselves_what_they_are() {
        let stream = lz::compress(&[7; 500]);
        assert_eq!(GuestKind::recognise(&stream), Some(GuestKind::Wad));
        // The size of a header alone is no header.
        assert_eq!(GuestKind::recognise(&[0x60, 0, 0, 0]), None);
        assert_eq!(GuestKind::recognise(b""), None);
    }

    #[test]
    fn members_are_told_by_name_and_content_together() {
        for name in [
            "tfrag.bin",
            "level0.tfrag.bin",
            "level0.tie.500~2.bin",
            "moby.0.bin",
        ] {
            assert!(GuestKind::is_member_name(name), "{name}");
        }
        for name in [
            "tfrag",
            "disc.bin",
            "0badcafe.bin",
            "500.bin",
            "tie.70000.bin",
            ".bin",
        ] {
            assert!(!GuestKind::is_member_name(name), "{name}");
        }
        let gameplay = gameplay::Gameplay::lay_out([]).and_then(|made| made.write());
        let gameplay = gameplay.expect("nothing is in it");
        let of = |name: &str| GuestKind::of_member(name, &gameplay);
        assert_eq!(of("gameplay.bin"), Some(GuestKind::Gameplay));
        assert_eq!(of("tfrag.bin"), None);
        assert_eq!(of("other.bin"), None);
    }

    #[test]
    fn a_broken_stream_is_a_fault_with_its_place() {
        let stream = lz::compress(&[7; 500]);
        let cut = &stream[..stream.len() - 1];
        let mut findings = Findings::new();
        assert!(GuestKind::Wad.validate(cut, &mut findings).is_err());
        assert!(
            GuestKind::Wad
                .outline(cut, Limits::DEFAULT)
                .errors()
                .next()
                .is_some()
        );
    }
}
