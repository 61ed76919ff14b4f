//! The table of Going Commando's kinds of file: level containers, compressed streams, and the blocks that lie in them, each of
//! which may also be a file of its own. A row a kind.
//!
//! ```
//! use wonderwheel_commando::kinds::{CommandoKind, MemberName};
//! use wonderwheel_commando::lz;
//! use wonderwheel_ps2::content::Content;
//!
//! let stream = lz::compress(&[7; 500]);
//! assert_eq!(CommandoKind::from_content(Content::whole(&stream)), Some(CommandoKind::Wad));
//! let name = MemberName::of("level0.tie.500.bin").unwrap();
//! assert_eq!((name.level, name.kind, name.class), (Some("level0"), CommandoKind::Tie, Some(500)));
//! ```

use wonderwheel_ps2::content::{Content, Stop};
use wonderwheel_ps2::kind::checked;

use crate::collision::{self, Collision};
use crate::core::{self, CoreIndex};
use crate::disc::{self, DiscFile, TableOfContents};
use crate::fuzz;
use crate::gameplay::{self, Gameplay};
use crate::level::{self, ChunkFile, DataExtent, HeaderForm, Level, LevelFile, LevelHeader};
use crate::lz;
use crate::moby::{self, MobyClass};
use crate::occlusion::{self, OcclusionGrid, OcclusionMappings};
use crate::shrub::{self, ShrubClass};
use crate::sky::{self, Sky};
use crate::tfrag::{self, TfragBlock};
use crate::tie::{self, TieClass};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommandoKind {
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

// Kind, names, description, extension, names as a member (`#` is a class's number); then rule of recognition, outline, check,
// fuzz target. Names of whole files are `DiscFile`'s.
wonderwheel_ps2::kinds! { CommandoKind;
    CommandoKind::Level => "commando-level" "level container of Going Commando", "wad" [],
        is_level, |file| level::outline(file.bytes, file.limits),
        |file, findings| checked(Level::read(file.bytes), findings, Level::validate), Some(fuzz::level);
    CommandoKind::Wad => "wad" "WAD LZ stream", "wad" [],
        |content| content.starts_with(b"WAD"), |file| lz::outline(file.bytes, file.limits),
        |file, findings| checked(lz::decompress(file.bytes), findings, |_, findings| lz::validate(file.bytes, findings)),
        Some(fuzz::wad);
    CommandoKind::Data => "commando-data" "data extent of a Going Commando level", "bin" [],
        unmarked, |file| level::outline_data(file.bytes, file.limits),
        |file, findings| checked(DataExtent::read(file.bytes), findings, DataExtent::validate), Some(fuzz::data);
    CommandoKind::Chunk => "commando-chunk" "streamed chunk of a Going Commando level", "bin" [],
        unmarked, |file| level::outline_chunk(file.bytes, file.limits),
        |file, findings| checked(ChunkFile::read(file.bytes), findings, |_, _| ()), Some(fuzz::chunk);
    CommandoKind::Core => "commando-core" "directory of a Going Commando level", "bin" ["core_index.bin"],
        unmarked, |file| core::outline(file.bytes, file.limits),
        |file, findings| checked(CoreIndex::read(file.bytes), findings, CoreIndex::validate), Some(fuzz::core_index);
    CommandoKind::Gameplay => "gameplay" "instances and settings of a Going Commando level", "bin" ["gameplay.bin"],
        unmarked, |file| gameplay::outline(file.bytes, file.limits),
        |file, findings| checked(Gameplay::read(file.bytes), findings, Gameplay::validate), Some(fuzz::gameplay);
    CommandoKind::Tfrag => "tfrag" "terrain block", "bin"
        ["tfrag.bin", "chunk0_tfrag.bin", "chunk1_tfrag.bin", "chunk2_tfrag.bin"],
        unmarked, |file| tfrag::outline(file.bytes, file.limits),
        |file, findings| checked(TfragBlock::read(file.bytes), findings, TfragBlock::validate), Some(fuzz::tfrag);
    CommandoKind::Sky => "sky" "sky", "bin" ["sky.bin"],
        unmarked, |file| sky::outline(file.bytes, file.limits),
        |file, findings| checked(Sky::read(file.bytes), findings, Sky::validate), Some(fuzz::sky);
    CommandoKind::Collision => "collision" "collision mesh of Going Commando", "bin"
        ["collision.bin", "chunk0_collision.bin", "chunk1_collision.bin", "chunk2_collision.bin"],
        unmarked, |file| collision::outline(file.bytes, file.limits),
        |file, findings| checked(Collision::read(file.bytes), findings, Collision::validate), Some(fuzz::collision);
    CommandoKind::Occlusion => "occlusion" "occlusion grid", "bin" ["occlusion.bin"],
        unmarked, |file| occlusion::outline(file.bytes, file.limits),
        |file, findings| checked(OcclusionGrid::read(file.bytes), findings, OcclusionGrid::validate), Some(fuzz::occlusion);
    CommandoKind::OcclusionMappings => "occlusion-mappings" "occlusion mappings", "bin" ["occlusion_mappings.bin"],
        unmarked, |file| occlusion::outline_mappings(file.bytes, file.limits),
        |file, findings| checked(OcclusionMappings::read(file.bytes), findings, OcclusionMappings::validate),
        Some(fuzz::occlusion_mappings);
    CommandoKind::Tie => "tie" "tie class", "bin" ["tie.#.bin"],
        unmarked, |file| tie::outline(file.bytes),
        |file, findings| checked(TieClass::read(file.bytes), findings, TieClass::validate), Some(fuzz::tie);
    CommandoKind::Shrub => "shrub" "shrub class", "bin" ["shrub.#.bin"],
        unmarked, |file| shrub::outline(file.bytes),
        |file, findings| checked(ShrubClass::read(file.bytes), findings, ShrubClass::validate), Some(fuzz::shrub);
    CommandoKind::Moby => "moby" "moby class", "bin" ["moby.#.bin"],
        unmarked, |file| moby::outline(file.bytes),
        |file, findings| checked(MobyClass::read(file.bytes), findings, MobyClass::validate), Some(fuzz::moby);
    CommandoKind::Contents => "commando-toc" "table of contents of Going Commando's disc", "hdr" [],
        unmarked, |file| disc::outline(file.bytes, file.limits),
        |file, findings| checked(TableOfContents::read(file.bytes), findings, |table, findings| table.validate(None, findings)),
        Some(fuzz::contents);
}

/// Blocks have no mark: only a name says what one is.
fn unmarked(_: Content<'_>) -> Result<bool, Stop> {
    Ok(false)
}

fn is_level(content: Content<'_>) -> Result<bool, Stop> {
    let bytes = content.bytes();
    Ok(match content.is_whole() {
        true => LevelFile::read(bytes).is_ok(),
        false => LevelHeader::recognise(bytes).is_some(),
    })
}

impl CommandoKind {
    /// What a name, without folders, says whatever is left of the content: the disc's table of contents, a level, and any
    /// other `.wad` that begins as a level does.
    pub fn from_name(name: &str, content: Content<'_>) -> Option<Self> {
        let form = || HeaderForm::of_size(content.u32(0).ok()?);
        match DiscFile::from_name(name)? {
            DiscFile::TableOfContents => Some(Self::Contents),
            DiscFile::Level(_) => Some(Self::Level),
            DiscFile::Audio(_) | DiscFile::Scene(_) | DiscFile::Global => {
                form().map(|_| Self::Level)
            }
        }
    }

    /// What says itself what it is: levels and streams.
    pub fn from_content(content: Content<'_>) -> Option<Self> {
        Self::find(|row| row.fits(content))
    }

    /// What a file with the name of a member is. With its level before it a name says enough, whatever is left of the content;
    /// else the content has to be readable as what it says.
    pub fn of_member(name: &str, bytes: &[u8]) -> Option<Self> {
        let member = MemberName::of(name)?;
        let is_one = || member.kind.row().file(bytes).read().is_ok();
        (member.names_its_level() || is_one()).then_some(member.kind)
    }

    /// What a whole file is by its name, its content, or both.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        let content = Content::whole(bytes);
        Self::from_name(name, content)
            .or_else(|| Self::from_content(content))
            .or_else(|| Self::of_member(name, bytes))
    }
}

/// The name of a level's member as a file of its own, in lower case: `level0.tfrag.bin`, `level0.tie.500.bin`, with or without
/// the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberName<'a> {
    /// What stands before the member: its level's name.
    pub level: Option<&'a str>,
    /// What it is.
    pub kind: CommandoKind,
    /// The number of a class.
    pub class: Option<i16>,
    /// Whether it is not the level's first of that name: `level0.tie.500~2.bin`, or that of a streamed chunk.
    pub is_further: bool,
}

impl<'a> MemberName<'a> {
    /// Reads a name, without folders and in lower case.
    pub fn of(name: &'a str) -> Option<Self> {
        let stem = name.strip_suffix(".bin")?;
        let (before, last) = last_word(stem);
        let (number, further) = last.split_once('~').unwrap_or((last, ""));
        let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit());
        let class: Option<i16> = number.parse().ok().filter(|_| is_decimal);
        let (before, ending) = match class {
            Some(_) => {
                let (before, word) = last_word(before);
                (before, format!("{word}.#.bin"))
            }
            None => (before, format!("{last}.bin")),
        };
        let kind = CommandoKind::find(|row| row.endings.contains(&ending.as_str()))?;
        Some(Self {
            level: (!before.is_empty()).then_some(before),
            kind,
            class,
            is_further: !further.is_empty() || ending.starts_with("chunk"),
        })
    }

    /// Whether what stands before the member is a level's name as the disc's are: `level0`.
    pub fn names_its_level(&self) -> bool {
        let file = self.level.map(|level| format!("{level}.wad"));
        file.is_some_and(|file| DiscFile::level(&file).is_some())
    }
}

/// The last of words between dots, and what stands before it.
fn last_word(text: &str) -> (&str, &str) {
    text.rsplit_once('.').unwrap_or(("", text))
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::finding::Findings;

    use super::*;

    #[test]
    fn every_kind_has_a_short_name_that_leads_back() {
        for kind in CommandoKind::all() {
            assert_eq!(CommandoKind::by_name(kind.name()), Some(kind));
        }
    }

    #[test]
    fn the_size_of_a_header_alone_is_no_level_but_under_a_levels_name() {
        let first = Content::whole(&[0x60, 0, 0, 0]);
        assert_eq!(CommandoKind::from_content(first), None);
        assert_eq!(CommandoKind::from_content(Content::whole(b"")), None);
        let of = |name: &str, content| CommandoKind::from_name(name, content);
        assert_eq!(of("mine.wad", first), Some(CommandoKind::Level));
        assert_eq!(of("mine.wad", Content::whole(b"WAD.")), None);
        assert_eq!(
            of("level3.wad", Content::whole(b"")),
            Some(CommandoKind::Level)
        );
        assert_eq!(
            of("rc2.hdr", Content::whole(b"")),
            Some(CommandoKind::Contents)
        );
    }

    #[test]
    fn members_are_known_by_name_and_content_together() {
        let of = |name| MemberName::of(name).map(|name| (name.level, name.kind, name.class));
        for (name, parts) in [
            ("tfrag.bin", (None, CommandoKind::Tfrag, None)),
            (
                "level0.tfrag.bin",
                (Some("level0"), CommandoKind::Tfrag, None),
            ),
            (
                "level0.tie.500~2.bin",
                (Some("level0"), CommandoKind::Tie, Some(500)),
            ),
            ("moby.0.bin", (None, CommandoKind::Moby, Some(0))),
        ] {
            assert_eq!(of(name), Some(parts), "{name}");
        }
        for name in [
            "tfrag",
            "disc.bin",
            "0badcafe.bin",
            "level0.chunk1_sky.bin",
            "500.bin",
            "tie.bin",
            "tie.#.bin",
            "tie.+5.bin",
            "tie.70000.bin",
            ".bin",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
        let gameplay = Gameplay::lay_out([]).and_then(|made| made.write());
        let gameplay = gameplay.expect("nothing is in it");
        let of = |name: &str| CommandoKind::of_member(name, &gameplay);
        assert_eq!(of("gameplay.bin"), Some(CommandoKind::Gameplay));
        assert_eq!(of("tfrag.bin"), None);
        assert_eq!(of("level0.tfrag.bin"), Some(CommandoKind::Tfrag));
        assert_eq!(of("other.bin"), None);
    }

    #[test]
    fn a_broken_stream_is_a_fault_with_its_place() {
        let stream = lz::compress(&[7; 500]);
        let cut = CommandoKind::Wad.row().file(&stream[..stream.len() - 1]);
        assert!(cut.validate(&mut Findings::new()).is_err());
        assert!(cut.outline().errors().next().is_some());
    }
}
