//! Files that hold other files: a level's, its data extent, chunks, code, the table of contents, sound banks.

use wonderwheel_commando::disc::{self, TableOfContents};
use wonderwheel_commando::level::{
    self, ChunkFile, ClassKind, DataExtent, Level, LevelFile, Overlay, TextureKind,
};
use wonderwheel_commando::lighting::NormalTable;

use super::{expanded, shown, stream_size, validated};
use crate::law;

/// Sectors of an image that the table of contents is held against.
const IMAGE_SECTORS: u32 = 6_000;

/// A level's file: its members, and everything in it opened.
pub fn level_wad(bytes: &[u8]) {
    if let Some(file) = law::keeps_all(bytes, LevelFile::read, LevelFile::write) {
        validated(|findings| file.validate(findings));
    }
    if let Some(level) = law::read(bytes, Level::read) {
        walk_level(&level, bytes.len());
    }
    shown(bytes, level::outline);
}

/// The bytes of a level's file, and those that come out of its streams.
pub fn level_size(bytes: &[u8]) -> usize {
    let Ok(file) = LevelFile::read(bytes) else {
        return bytes.len();
    };
    let members = file.members;
    let inner = [data_size(members.data), stream_size(members.gameplay)];
    let outer = [members.data.len(), members.gameplay.len()];
    let chunks = members
        .chunks
        .iter()
        .map(|chunk| chunk_size(chunk) - chunk.len());
    bytes.len() + inner.iter().sum::<usize>() - outer.iter().sum::<usize>() + chunks.sum::<usize>()
}

fn walk_level(level: &Level<'_>, bytes: usize) {
    validated(|findings| level.validate(findings));
    for kind in [ClassKind::Moby, ClassKind::Tie, ClassKind::Shrub] {
        for class in level.classes(kind) {
            if let Some((start, own)) = level.class_bytes(class) {
                assert!(start + own.len() <= level.core_data.len(), "{class:?}");
            }
        }
    }
    let all = [
        level.tfrags(),
        level.occlusion(),
        level.sky(),
        level.collision(),
    ];
    assert!(all.iter().map(|region| region.len()).sum::<usize>() <= level.core_data.len());
    // Entries may all name the same texels: as many are read as the file has bytes.
    let mut texels = 0;
    for kind in [
        TextureKind::Tfrag,
        TextureKind::Moby,
        TextureKind::Tie,
        TextureKind::Shrub,
    ] {
        for index in 0..level.textures(kind).len() {
            if texels > bytes {
                return;
            }
            let texture = level.texture(kind, index);
            texels += texture.map_or(0, |texture| expanded(&texture));
        }
    }
}

/// A level's data extent, its members not looked into.
pub fn data_extent(bytes: &[u8]) {
    if let Some(data) = law::keeps_all(bytes, DataExtent::read, DataExtent::write) {
        validated(|findings| data.validate(findings));
    }
    shown(bytes, level::outline_data);
}

/// The bytes of a data extent, and those that come out of its core data.
pub fn data_size(bytes: &[u8]) -> usize {
    let Ok(data) = DataExtent::read(bytes) else {
        return bytes.len();
    };
    let stream = data.members.core_data;
    bytes.len() + stream_size(stream) - stream.len()
}

/// A chunk file, and what its two streams hold.
pub fn chunk_file(bytes: &[u8]) {
    if let Some(chunk) = law::keeps(bytes, ChunkFile::read, ChunkFile::write) {
        let _ = (chunk.decompress_tfrags(), chunk.decompress_collision());
    }
    shown(bytes, level::outline_chunk);
}

/// Whether a chunk file and its streams can be read.
pub fn is_chunk_file(bytes: &[u8]) -> bool {
    ChunkFile::read(bytes).is_ok_and(|chunk| {
        chunk.decompress_tfrags().is_ok() && chunk.decompress_collision().is_ok()
    })
}

/// The bytes of a chunk file, and those that come out of its streams.
pub fn chunk_size(bytes: &[u8]) -> usize {
    let Ok(chunk) = ChunkFile::read(bytes) else {
        return bytes.len();
    };
    let streams = [chunk.tfrags, chunk.collision];
    let held = streams.map(|stream| stream_size(stream) - stream.len());
    bytes.len() + held.iter().sum::<usize>()
}

/// A level's code: its sections, and the table of sines that is looked for in it.
pub fn overlay(bytes: &[u8]) {
    law::keeps(bytes, |bytes| Ok(Overlay::read(bytes)), Overlay::write);
    if let Some(Some((table, at))) = law::read(bytes, NormalTable::find) {
        let stored = bytes.get(at..at + NormalTable::BYTES);
        assert_eq!(stored, Some(table.to_bytes().as_slice()));
    }
    shown(bytes, |bytes, _| level::outline_overlay(bytes));
}

/// Whether it has a table of sines.
pub fn is_overlay(bytes: &[u8]) -> bool {
    let _ = Overlay::read(bytes);
    NormalTable::find(bytes).is_ok_and(|table| table.is_some())
}

/// The disc's table of contents.
pub fn disc_toc(bytes: &[u8]) {
    let table = law::keeps_all(bytes, TableOfContents::read, TableOfContents::write);
    if let Some(table) = table {
        validated(|findings| table.validate(Some(IMAGE_SECTORS), findings));
        for (_, level) in table.by_id() {
            assert!(level.header().is_some());
        }
    }
    shown(bytes, disc::outline);
}

/// A sound bank, of which only the look is known.
pub fn sound_bank(bytes: &[u8]) {
    let is_bank = wonderwheel_commando::sound_bank::is_sound_bank(bytes);
    assert!(
        !is_bank || bytes.len() >= 0x27,
        "known by what is not there"
    );
}
