//! Files that hold other files: a level's, its data extent, chunks, compressed streams, the table of contents.

use wonderwheel_ps2::law::{self, validated};

use super::shown;
use super::tables::expanded;
use crate::disc::{self, TableOfContents};
use crate::level::{self, ChunkFile, ClassKind, DataExtent, Level, LevelFile, TextureKind};
use crate::lz;

/// Sectors of an image that the table of contents is held against.
const IMAGE_SECTORS: u32 = 6_000;

/// A level's file: its members, and everything in it opened.
pub fn level(bytes: &[u8]) {
    if let Some(file) = law::keeps_all(bytes, LevelFile::read, LevelFile::write) {
        validated(|findings| file.validate(findings));
    }
    if let Some(level) = law::read(bytes, Level::read) {
        walk_level(&level, bytes.len());
    }
    shown(bytes, level::outline);
}

fn walk_level(level: &Level<'_>, bytes: usize) {
    validated(|findings| level.validate(findings));
    for kind in ClassKind::ALL {
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
    for kind in TextureKind::ALL {
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
pub fn data(bytes: &[u8]) {
    if let Some(data) = law::keeps_all(bytes, DataExtent::read, DataExtent::write) {
        validated(|findings| data.validate(findings));
    }
    shown(bytes, level::outline_data);
}

/// A chunk file, and what its two streams hold.
pub fn chunk(bytes: &[u8]) {
    if let Some(chunk) = law::keeps(bytes, ChunkFile::read, ChunkFile::write) {
        let _ = (chunk.decompress_tfrags(), chunk.decompress_collision());
    }
    shown(bytes, level::outline_chunk);
}

/// The disc's table of contents.
pub fn contents(bytes: &[u8]) {
    let table = law::keeps_all(bytes, TableOfContents::read, TableOfContents::write);
    if let Some(table) = table {
        validated(|findings| table.validate(Some(IMAGE_SECTORS), findings));
        for (_, level) in table.by_id() {
            assert!(level.header().is_some());
        }
    }
    shown(bytes, disc::outline);
}

/// A WAD stream: decompressed, held against the rules for writers, counted.
pub fn wad(bytes: &[u8]) {
    if let Some(plain) = law::read(bytes, lz::decompress) {
        let held = stream_size(bytes) - bytes.len();
        assert_eq!(plain.len(), held, "as much as its packets say");
        // One byte less than it holds is too little room for it.
        if let Some(most) = plain.len().checked_sub(1) {
            assert!(lz::decompress_at_most(bytes, most).is_err());
        }
    }
    validated(|findings| lz::validate(bytes, findings));
    shown(bytes, lz::outline);
}

/// The bytes of a stream, and those that its packets put out up to the first that is broken.
pub fn stream_size(bytes: &[u8]) -> usize {
    let packets = lz::packets(bytes).into_iter().flatten();
    let packets = packets.map_while(Result::ok);
    let held: usize = packets
        .map(|(_, packet)| packet.length + packet.literals)
        .sum();
    bytes.len() + held.min(lz::DEFAULT_MAX_OUTPUT)
}
