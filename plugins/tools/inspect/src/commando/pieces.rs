//! A level taken apart. A piece that is broken does not keep the others from being found.

use std::collections::HashMap;
use std::ops::Range;

use wonderwheel_commando::core::CoreIndex;
use wonderwheel_commando::core::Regions;
use wonderwheel_commando::gameplay::Gameplay;
use wonderwheel_commando::level::{
    ChunkFile, ClassKind, DataExtent, DataHeader, DataMembers, Level, LevelFile, LevelHeader,
};
use wonderwheel_commando::lz;
use wonderwheel_commando::occlusion::OcclusionMappings;
use wonderwheel_commando::range::SECTOR;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::kind::CommandoKind;

/// A level's file in pieces.
pub struct Pieces<'a> {
    /// All of it, when its directory and its geometry can be read. Gameplay and chunks that cannot are left empty.
    pub level: Option<Level<'a>>,
    /// The file as a whole, when its header's extents are as they should be.
    pub file: Option<LevelFile<'a>>,
    /// The pieces, in the order of the file, then those of the core data in its order of kinds.
    pub pieces: Vec<Piece>,
    /// What cannot be read, with the way to it.
    pub errors: Vec<FormatError>,
    bytes: &'a [u8],
}

/// A piece of a level.
#[derive(Debug)]
pub struct Piece {
    /// What it is called as a loose file, with `/` between folder and file.
    pub path: String,
    /// What it is, where there is a reader for it.
    pub kind: Option<CommandoKind>,
    /// The class's number, of a class.
    pub class: Option<i32>,
    source: Source,
}

/// Whose bytes a piece's are.
#[derive(Debug)]
enum Source {
    /// A stretch of the file.
    File(Range<usize>),
    /// A stretch of the core data.
    Core(Range<usize>),
    /// Decompressed from the file.
    Own(Vec<u8>),
}

/// What the members of a file are called as loose files, in the order of [`LevelHeader::extents`]. The data extent and chunks
/// are taken further apart.
const FILE_MEMBERS: [&str; 11] = [
    "data.bin",
    "sound_bank.bin",
    "gameplay.bin",
    "gameplay_pal.bin",
    "occlusion_mappings.bin",
    "chunk0.bin",
    "chunk1.bin",
    "chunk2.bin",
    "chunk0_sound_bank.bin",
    "chunk1_sound_bank.bin",
    "chunk2_sound_bank.bin",
];

/// The same of the data extent, in the order of [`DataHeader::ranges`]. Streams that nothing decodes stay streams.
const DATA_MEMBERS: [&str; 11] = [
    "overlay.bin",
    "core_index.bin",
    "gs_ram.bin",
    "hud_header.bin",
    "hud_bank0.wad",
    "hud_bank1.wad",
    "hud_bank2.wad",
    "hud_bank3.wad",
    "hud_bank4.wad",
    "core_data.bin",
    "transition_textures.wad",
];

impl<'a> Pieces<'a> {
    /// Takes a level's file, `LEVEL<n>.WAD`, apart.
    pub fn of(bytes: &'a [u8]) -> Self {
        let mut pieces = Self {
            level: None,
            file: None,
            pieces: Vec::new(),
            errors: Vec::new(),
            bytes,
        };
        if let Some(header) = pieces.attempt(|| LevelHeader::read(bytes)) {
            pieces.open_file(header);
        }
        pieces
    }

    /// The bytes of a piece.
    pub fn bytes<'b>(&'b self, piece: &'b Piece) -> &'b [u8] {
        match &piece.source {
            Source::File(range) => self.bytes.get(range.clone()).unwrap_or_default(),
            Source::Core(range) => {
                let core = self.level.as_ref().map(|level| level.core_data.as_slice());
                core.unwrap_or_default()
                    .get(range.clone())
                    .unwrap_or_default()
            }
            Source::Own(bytes) => bytes,
        }
    }

    fn attempt<T>(&mut self, read: impl FnOnce() -> Result<T>) -> Option<T> {
        match read() {
            Ok(value) => Some(value),
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    fn push(&mut self, path: impl Into<String>, kind: Option<CommandoKind>, source: Source) {
        self.pieces.push(Piece {
            path: path.into(),
            kind,
            class: None,
            source,
        });
    }

    fn open_file(&mut self, header: LevelHeader) {
        let bytes = self.bytes;
        let before = self.errors.len();
        let mut members: [Range<usize>; 11] = Default::default();
        for ((name, extent), member) in header.extents().into_iter().zip(&mut members) {
            let range = extent.within(bytes.len()).within(|| name);
            *member = self.attempt(|| range).unwrap_or_default();
        }
        match LevelFile::read(bytes) {
            Ok(file) => self.file = Some(file),
            // What it says was said of the extent itself.
            Err(_) if self.errors.len() > before => {}
            Err(error) => self.errors.push(error),
        }
        let [data, sound_bank, gameplay, gameplay_pal, occlusion, ..] = members.clone();
        for (member, path) in [
            (sound_bank, FILE_MEMBERS[1]),
            (gameplay_pal, FILE_MEMBERS[3]),
        ] {
            if !member.is_empty() {
                self.push(path, None, Source::File(member));
            }
        }
        let instances = self.gameplay(&gameplay);
        if !occlusion.is_empty() {
            let kind = Some(CommandoKind::OcclusionMappings);
            let block = without_padding(bytes, occlusion.clone());
            self.push(FILE_MEMBERS[4], kind, Source::File(block));
        }
        let chunks = self.chunks(&members);
        let file = |range: Range<usize>| bytes.get(range).unwrap_or_default();
        if let Some(mut level) = self.data(&data) {
            level.header = header;
            level.gameplay = instances;
            level.occlusion_mappings = file(occlusion);
            level.chunks = chunks;
            level.sound_bank = file(members[1].clone());
            self.level = Some(level);
            self.core();
        }
    }

    fn gameplay(&mut self, range: &Range<usize>) -> Gameplay {
        let stream = self.bytes.get(range.clone()).unwrap_or_default();
        if stream.is_empty() {
            return Gameplay::default();
        }
        let Some(plain) = self.attempt(|| lz::decompress(stream).within(|| "gameplay")) else {
            return Gameplay::default();
        };
        let read = self.attempt(|| Gameplay::read(&plain).within(|| "gameplay"));
        let read = read.unwrap_or_default();
        self.push(
            FILE_MEMBERS[2],
            Some(CommandoKind::Gameplay),
            Source::Own(plain),
        );
        read
    }

    fn chunks(&mut self, members: &[Range<usize>; 11]) -> [Option<ChunkFile<'a>>; 3] {
        let mut chunks = [None, None, None];
        for (number, chunk) in chunks.iter_mut().enumerate() {
            let bank = members[8 + number].clone();
            if !bank.is_empty() {
                self.push(FILE_MEMBERS[8 + number], None, Source::File(bank));
            }
            let bytes = self.bytes.get(members[5 + number].clone());
            let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else {
                continue;
            };
            let name = format!("chunk {number}");
            let Some(read) = self.attempt(|| ChunkFile::read(bytes).within(|| name.clone())) else {
                continue;
            };
            if !read.tfrags.is_empty() {
                let plain = read.decompress_tfrags().within(|| name.clone());
                if let Some(plain) = self.attempt(|| plain) {
                    let path = format!("chunk{number}_tfrag.bin");
                    self.push(path, Some(CommandoKind::Tfrag), Source::Own(plain));
                }
            }
            if !read.collision.is_empty() {
                let plain = read.decompress_collision().within(|| name.clone());
                if let Some(plain) = self.attempt(|| plain) {
                    let path = format!("chunk{number}_collision.bin");
                    self.push(path, Some(CommandoKind::Collision), Source::Own(plain));
                }
            }
            *chunk = Some(read);
        }
        chunks
    }

    /// Opens the data extent. The answer is a level with what it holds, and nothing else filled in.
    fn data(&mut self, range: &Range<usize>) -> Option<Level<'a>> {
        let extent = self.bytes.get(range.clone()).unwrap_or_default();
        if extent.is_empty() {
            return None;
        }
        let before = self.errors.len();
        let header: DataHeader =
            self.attempt(|| Cursor::new(extent).record().within(|| "data extent"))?;
        let mut members: [Range<usize>; 11] = Default::default();
        for ((name, member), place) in header.ranges().into_iter().zip(&mut members) {
            let found = member.within(extent.len()).within(|| name);
            let found = found.within(|| "data extent");
            *place = self.attempt(|| found).unwrap_or_default();
        }
        let read = DataExtent::read(extent);
        if let Err(error) = &read
            && self.errors.len() == before
        {
            self.errors.push(error.clone());
        }
        for (member, path) in members.iter().zip(DATA_MEMBERS) {
            // The core data go on decompressed.
            if !member.is_empty() && path != "core_data.bin" {
                let kind = match path {
                    "core_index.bin" => Some(CommandoKind::Core),
                    _ => None,
                };
                let member = member.start + range.start..member.end + range.start;
                self.push(path, kind, Source::File(member));
            }
        }
        let member = |number: usize| {
            let range = members.get(number).cloned().unwrap_or_default();
            extent.get(range).unwrap_or_default()
        };
        let data = read.unwrap_or_else(|_| DataExtent {
            header,
            members: DataMembers {
                overlay: member(0),
                core_index: member(1),
                gs_ram: member(2),
                hud_header: member(3),
                core_data: member(9),
                transition_textures: member(10),
                ..DataMembers::default()
            },
            gaps: Default::default(),
        });
        let index = match CoreIndex::read(data.members.core_index) {
            Ok(index) => index,
            Err(error) => {
                // A broken chain of tables is an error, and no reason not to look into them.
                let forced = CoreIndex::read_forced(data.members.core_index);
                self.errors.push(error.within("core index"));
                forced.ok()?
            }
        };
        let expected = usize::try_from(index.header.assets_decompressed_size).unwrap_or_default();
        let most = expected.min(lz::DEFAULT_MAX_OUTPUT);
        let stream = data.members.core_data;
        let core_data =
            self.attempt(|| lz::decompress_at_most(stream, most).within(|| "core data"))?;
        let regions = self.attempt(|| Regions::find(&index, &core_data).within(|| "core data"))?;
        Some(Level::of_core(data, index, core_data, regions))
    }

    /// The pieces of the core data.
    fn core(&mut self) {
        let Some(level) = &self.level else {
            return;
        };
        let regions = &level.regions;
        let mut found = Vec::new();
        let mut add = |path: String, kind, class, range: &Range<usize>| {
            if !range.is_empty() {
                found.push(Piece {
                    path,
                    kind,
                    class,
                    source: Source::Core(range.clone()),
                });
            }
        };
        add(
            "core_data.bin".into(),
            None,
            None,
            &(0..level.core_data.len()),
        );
        for (path, kind, range) in [
            ("tfrag.bin", Some(CommandoKind::Tfrag), &regions.tfrags),
            (
                "occlusion.bin",
                Some(CommandoKind::Occlusion),
                &regions.occlusion,
            ),
            ("sky.bin", Some(CommandoKind::Sky), &regions.sky),
            (
                "collision.bin",
                Some(CommandoKind::Collision),
                &regions.collision,
            ),
            ("hero_sequences.bin", None, &regions.hero_sequences),
        ] {
            add(path.into(), kind, None, range);
        }
        let mut taken = HashMap::<String, u32>::new();
        for (class_kind, kind, name) in [
            (ClassKind::Tie, CommandoKind::Tie, "tie"),
            (ClassKind::Shrub, CommandoKind::Shrub, "shrub"),
            (ClassKind::Moby, CommandoKind::Moby, "moby"),
        ] {
            for class in level.classes(class_kind) {
                let Some(start) = class.geometry() else {
                    continue;
                };
                let path = format!("{name}.{}", class.class);
                let number = taken.entry(path.clone()).or_default();
                *number += 1;
                let path = match number {
                    1 => format!("{path}.bin"),
                    number => format!("{path}~{number}.bin"),
                };
                add(path, Some(kind), Some(class.class), &regions.from(start));
            }
        }
        self.pieces.extend(found);
    }
}

/// A block of occlusion mappings without the zeros up to the next sector, which are the container's.
fn without_padding(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let block = bytes.get(range.clone()).unwrap_or_default();
    let Ok(mappings) = OcclusionMappings::read(block) else {
        return range;
    };
    let padding = mappings.tail.iter().len();
    let is_padding = padding < SECTOR && mappings.tail.iter().all(|byte| *byte == 0);
    if is_padding {
        range.start..range.end - padding
    } else {
        range
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use wonderwheel_forge::{Recipe, forge};

    use super::*;

    /// The level of the forge.
    static LEVEL: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let recipe = Recipe::builtin("commando_demo").expect("it is built in");
        let forged = forge(&recipe, &mut |_| ()).expect("it can be forged");
        forged.files["level0.wad"].clone()
    });

    fn paths<'a>(pieces: &'a Pieces<'_>) -> Vec<&'a str> {
        pieces.pieces.iter().map(|piece| &*piece.path).collect()
    }

    #[test]
    fn a_whole_level_gives_all_its_pieces() {
        let pieces = Pieces::of(&LEVEL);
        assert!(pieces.errors.is_empty(), "{:?}", pieces.errors);
        let paths = paths(&pieces);
        for path in [
            "gameplay.bin",
            "sound_bank.bin",
            "core_index.bin",
            "tfrag.bin",
            "sky.bin",
        ] {
            assert!(paths.contains(&path), "{path} in {paths:?}");
        }
        for class in ["tie.", "shrub.", "moby."] {
            assert!(paths.iter().any(|path| path.starts_with(class)), "{class}");
        }
        let level = Level::read(&LEVEL).expect("it is whole");
        let piece = |path: &str| {
            let found = pieces.pieces.iter().find(|piece| piece.path == path);
            pieces.bytes(found.expect("it is there"))
        };
        assert_eq!(piece("tfrag.bin"), level.tfrags());
        assert_eq!(piece("collision.bin"), level.collision());
        assert_eq!(piece("overlay.bin"), level.overlay());
        let own = pieces.level.as_ref().expect("it can be read");
        assert_eq!(own.gameplay, level.gameplay);
        assert_eq!(own.header, level.header);
    }

    #[test]
    fn a_level_that_is_cut_short_gives_the_members_before_the_cut() {
        let header = LevelHeader::read(&LEVEL).expect("it is whole");
        let end = header.data.within(LEVEL.len()).expect("it is whole").end;
        let cut = &LEVEL[..end];
        let pieces = Pieces::of(cut);
        assert!(!pieces.errors.is_empty() && pieces.file.is_none());
        let paths = paths(&pieces);
        assert!(paths.contains(&"tfrag.bin") && paths.contains(&"sound_bank.bin"));
        assert!(!paths.contains(&"gameplay.bin"));
    }

    #[test]
    fn wrong_bytes_never_panic_and_one_broken_member_leaves_the_others() {
        let header = LevelHeader::read(&LEVEL).expect("it is whole");
        let gameplay = header.gameplay.within(LEVEL.len()).expect("it is whole");
        let mut broken = LEVEL.clone();
        broken[gameplay.start] = 0;
        let pieces = Pieces::of(&broken);
        assert_eq!(pieces.errors.len(), 1, "{:?}", pieces.errors);
        assert!(paths(&pieces).contains(&"tfrag.bin"));
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        for _ in 0..60 {
            let mut broken = LEVEL.clone();
            for _ in 0..3 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                // Headers are where it hurts.
                let data = header.data.within(LEVEL.len()).expect("it is whole").start;
                let base = [0, data][(state >> 40) as usize % 2];
                let at = base + state as usize % 0x60;
                broken[at] = (state >> 32) as u8;
            }
            let pieces = Pieces::of(&broken);
            pieces.pieces.iter().for_each(|piece| {
                let _ = pieces.bytes(piece).len();
            });
        }
    }
}
