//! A level taken apart, each piece under the name that it has as a file of its own. A piece that is broken does not keep the
//! others from being found.
//!
//! | File | What |
//! | --- | --- |
//! | `gameplay.bin` | instances and settings, decompressed |
//! | `sound_bank.bin` | the level's sounds |
//! | `occlusion_mappings.bin` | what the occlusion grid's bits mean |
//! | `overlay.bin` | level code and data; the table of sines is in it |
//! | `core_index.bin` | the directory |
//! | `gs_ram.bin` | palettes, small mip levels, resident textures |
//! | `core_data.bin` | what the directory's offsets count from, decompressed |
//! | `tfrag.bin`, `occlusion.bin`, `sky.bin`, `collision.bin` | blocks of the core data |
//! | `hero_sequences.bin` | what follows the last class |
//! | `tie.500.bin`, `shrub.500.bin`, `moby.500.bin` | classes by number; a second one of a number is `500~2.bin` |
//! | `chunk1_tfrag.bin`, `chunk1_collision.bin` | of streamed chunks, decompressed |
//! | `chunk1_sound_bank.bin`, `gameplay_pal.bin` | as they stand |
//! | `hud_header.bin`, `hud_bank0.wad`, `transition_textures.wad` | as they stand: they are not decoded |

use std::collections::HashMap;
use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::kinds::{CommandoKind, MemberName};
use crate::level::{ChunkFile, ClassKind, DataMembers, Level, LevelFile};
use crate::lz;
use crate::occlusion::OcclusionMappings;
use crate::range::SECTOR;

/// A level's file in pieces.
#[derive(Debug, Default)]
pub struct Pieces<'a> {
    /// All of it, when its directory and its geometry can be read. Gameplay and chunks that cannot are left empty.
    pub level: Option<Level<'a>>,
    /// The file as a whole, when its header's extents are as they should be.
    pub file: Option<LevelFile<'a>>,
    /// The pieces, in the order of the file, then those of the core data in its order of kinds.
    pub pieces: Vec<Piece<'a>>,
    /// What cannot be read, with the way to it.
    pub errors: Vec<FormatError>,
}

/// A piece of a level.
#[derive(Debug)]
pub struct Piece<'a> {
    /// What it is called as a loose file, behind its level's name.
    pub path: String,
    /// What it is, where there is a reader for it.
    pub kind: Option<CommandoKind>,
    /// The class's number, of a class.
    pub class: Option<i32>,
    source: Source<'a>,
}

/// Whose bytes a piece's are.
#[derive(Debug)]
enum Source<'a> {
    /// The file's.
    File(&'a [u8]),
    /// A stretch of the core data.
    Core(Range<usize>),
    /// Decompressed from the file.
    Own(Vec<u8>),
}

impl<'a> Pieces<'a> {
    /// Takes a level's file, `LEVEL<n>.WAD`, apart.
    pub fn of(bytes: &'a [u8]) -> Self {
        let mut pieces = Self::default();
        let file = LevelFile::read_lenient(bytes);
        let Some((file, faults)) = pieces.attempt(file) else {
            return pieces;
        };
        let is_whole = faults.is_empty();
        pieces.errors = faults;
        let members = file.members;
        pieces.push("sound_bank.bin", Source::File(members.sound_bank));
        pieces.push("gameplay_pal.bin", Source::File(members.gameplay_pal));
        // What is wrong with the stream is noted where the level is opened.
        if let Ok(plain) = lz::decompress(members.gameplay) {
            pieces.push("gameplay.bin", Source::Own(plain));
        }
        let mappings = without_padding(members.occlusion);
        pieces.push("occlusion_mappings.bin", Source::File(mappings));
        let level = Level::of_file(&file, &mut pieces.errors);
        for (number, (chunk, bank)) in level
            .chunks
            .iter()
            .zip(members.chunk_sound_banks)
            .enumerate()
        {
            pieces.push(format!("chunk{number}_sound_bank.bin"), Source::File(bank));
            if let Some(chunk) = chunk {
                pieces.chunk(number, chunk);
            }
        }
        pieces.data(&level.data.members);
        if level.has_core() {
            pieces.core(&level);
            pieces.level = Some(level);
        }
        pieces.file = is_whole.then_some(file);
        pieces
    }

    /// The bytes of a piece.
    pub fn bytes<'b>(&'b self, piece: &'b Piece<'a>) -> &'b [u8] {
        match &piece.source {
            Source::File(bytes) => bytes,
            Source::Own(bytes) => bytes,
            Source::Core(range) => {
                let core = self.level.as_ref().map(|level| level.core_data.as_slice());
                let bytes = core.and_then(|core| core.get(range.clone()));
                bytes.unwrap_or_default()
            }
        }
    }

    fn attempt<T>(&mut self, read: Result<T>) -> Option<T> {
        read.map_err(|error| self.errors.push(error)).ok()
    }

    fn push(&mut self, path: impl Into<String>, source: Source<'a>) {
        let is_empty = match &source {
            Source::File(bytes) => bytes.is_empty(),
            Source::Own(bytes) => bytes.is_empty(),
            Source::Core(range) => range.is_empty(),
        };
        if is_empty {
            return;
        }
        let path = path.into();
        self.pieces.push(Piece {
            kind: MemberName::of(&path).map(|name| name.kind),
            class: None,
            path,
            source,
        });
    }

    fn chunk(&mut self, number: usize, chunk: &ChunkFile<'_>) {
        for (name, plain) in [
            ("tfrag", chunk.decompress_tfrags()),
            ("collision", chunk.decompress_collision()),
        ] {
            let plain = plain.within(|| format!("chunk {number}"));
            if let Some(plain) = self.attempt(plain) {
                self.push(format!("chunk{number}_{name}.bin"), Source::Own(plain));
            }
        }
    }

    /// The members of the data extent; streams that are not decoded stay streams. The core data go on decompressed.
    fn data(&mut self, members: &DataMembers<&'a [u8]>) {
        self.push("overlay.bin", Source::File(members.overlay));
        self.push("core_index.bin", Source::File(members.core_index));
        self.push("gs_ram.bin", Source::File(members.gs_ram));
        self.push("hud_header.bin", Source::File(members.hud_header));
        for (number, bank) in members.hud_banks.into_iter().enumerate() {
            self.push(format!("hud_bank{number}.wad"), Source::File(bank));
        }
        self.push(
            "transition_textures.wad",
            Source::File(members.transition_textures),
        );
    }

    /// The pieces of the core data.
    fn core(&mut self, level: &Level<'_>) {
        let regions = &level.regions;
        for (path, range) in [
            ("core_data.bin", &(0..level.core_data.len())),
            ("tfrag.bin", &regions.tfrags),
            ("occlusion.bin", &regions.occlusion),
            ("sky.bin", &regions.sky),
            ("collision.bin", &regions.collision),
            ("hero_sequences.bin", &regions.hero_sequences),
        ] {
            self.push(path, Source::Core(range.clone()));
        }
        let mut taken = HashMap::<_, u32>::new();
        for (of, kind) in [
            (ClassKind::Tie, CommandoKind::Tie),
            (ClassKind::Shrub, CommandoKind::Shrub),
            (ClassKind::Moby, CommandoKind::Moby),
        ] {
            for class in level.classes(of) {
                let Some(start) = class.geometry() else {
                    continue;
                };
                let number = taken.entry((kind, class.class)).or_default();
                *number += 1;
                let further = match number {
                    1 => String::new(),
                    number => format!("~{number}"),
                };
                self.pieces.push(Piece {
                    path: format!("{kind}.{}{further}.bin", class.class),
                    kind: Some(kind),
                    class: Some(class.class),
                    source: Source::Core(regions.from(start)),
                });
            }
        }
    }
}

/// A block of occlusion mappings without the zeros up to the next sector, which are the container's.
fn without_padding(block: &[u8]) -> &[u8] {
    let Ok(mappings) = OcclusionMappings::read(block) else {
        return block;
    };
    let padding = mappings.tail.iter().len();
    let is_padding = padding < SECTOR && mappings.tail.iter().all(|byte| *byte == 0);
    match block.len().checked_sub(padding) {
        Some(end) if is_padding => block.get(..end).unwrap_or(block),
        _ => block,
    }
}
