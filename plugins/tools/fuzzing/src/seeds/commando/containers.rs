//! A small level, and the files that it is made of.

use wonderwheel_commando::core::{CoreHeader, CoreIndex, HERO_MARKER};
use wonderwheel_commando::disc::{NewTocLevel, TableOfContents};
use wonderwheel_commando::gameplay::{
    BlockKind, Gameplay, InstanceTable, LevelSettings, MobyInstance, ShrubInstance, TieAmbients,
    TieInstance, write_class_list,
};
use wonderwheel_commando::level::{
    ChunkFile, DataExtent, LevelFile, LevelHeader, NewChunk, NewClass, NewLevel, NewShrubClass,
    NewTextures, Overlay, OverlaySection,
};
use wonderwheel_commando::lighting::NormalTable;
use wonderwheel_commando::lz;
use wonderwheel_commando::range::SectorRange;
use wonderwheel_commando::record::Stored;
use wonderwheel_commando::texture::{Texture, TextureStore};
use wonderwheel_ps2::error::Result;

use super::bytes_of::bytes_of;
use super::scenery;

/// A square texture with all levels that its side allows.
fn texture(side: u16) -> Result<Texture> {
    let texel = |i: u32| [(i % 16) as u8, (i / 16 % 4) as u8, 0, 255];
    let texels = u32::from(side) * u32::from(side);
    let rgba: Vec<u8> = (0..texels).flat_map(texel).collect();
    Ok(Texture::from_rgba(side, side, &rgba)?.with_mips())
}

/// Bytes in which little repeats.
fn noise(count: usize) -> Vec<u8> {
    let mut word = 0x2545_F491_u32;
    let byte = || {
        word ^= word << 13;
        word ^= word >> 17;
        word ^= word << 5;
        (word >> 8) as u8
    };
    std::iter::repeat_with(byte).take(count).collect()
}

/// Matches of every form, literals only, and nothing.
pub fn wad_stream() -> Vec<Vec<u8>> {
    let mut far = noise(600);
    far.resize(20_000, 7);
    far.extend_from_within(..600);
    far.extend(b"ABCABCABCABC!");
    // Two blocks of packets, so that a pad stands between them.
    let padded = lz::store(&noise(9_000));
    vec![
        lz::compress(&far),
        lz::compress(b"ABCABCABCABC!"),
        padded,
        lz::compress(&[]),
    ]
}

/// Noise, words, zeros.
pub fn wad_compress() -> Vec<Vec<u8>> {
    vec![
        noise(1_000),
        b"once upon a time there was once a time upon ".repeat(9),
        vec![0; 700],
        Vec::new(),
    ]
}

fn blocks() -> Result<Gameplay> {
    let mut ambients = TieAmbients::default();
    ambients.push(0, &[1, 2, 3])?;
    let tie = TieInstance {
        class: 7,
        ..TieInstance::default()
    };
    let shrub = ShrubInstance {
        class: 5,
        ..ShrubInstance::default()
    };
    let moby = MobyInstance {
        size: MobyInstance::SIZE,
        class: 11,
        ..MobyInstance::default()
    };
    let lights = scenery::light_bank().swap_remove(0);
    let mappings = scenery::occlusion_mappings().swap_remove(0);
    Gameplay::lay_out([
        (BlockKind::LevelSettings, LevelSettings::plain().write()),
        (BlockKind::Lights, lights),
        (BlockKind::TieClasses, write_class_list(&[7])),
        (
            BlockKind::TieInstances,
            InstanceTable::new(vec![tie; 2]).write(),
        ),
        (BlockKind::TieAmbients, ambients.write()),
        (
            BlockKind::ShrubInstances,
            InstanceTable::new(vec![shrub]).write(),
        ),
        (
            BlockKind::MobyInstances,
            InstanceTable::new(vec![moby]).write(),
        ),
        (BlockKind::OcclusionMappings, mappings),
    ])
}

/// Every block that is decoded, and none.
pub fn gameplay() -> Vec<Vec<u8>> {
    bytes_of([
        blocks().and_then(|blocks| blocks.write()),
        Gameplay::lay_out([]).and_then(|blocks| blocks.write()),
    ])
}

/// A level of less than 16 KiB that has something of everything.
fn level() -> Result<Vec<u8>> {
    let class = |class, textures: &[u8]| NewClass {
        class,
        textures: textures.to_vec(),
        bytes: vec![1; 0x50],
    };
    let mut sequence = vec![0; 0x70];
    sequence.splice(..2, HERO_MARKER);
    let new = NewLevel {
        id: 3,
        tfrags: scenery::tfrag().pop().unwrap_or_default(),
        occlusion: scenery::occlusion().pop().unwrap_or_default(),
        sky: vec![0; 0x40],
        collision: scenery::collision_tree().pop().unwrap_or_default(),
        textures: NewTextures {
            tfrag: vec![texture(16)?],
            moby: vec![texture(8)?],
            ..NewTextures::default()
        },
        moby_classes: vec![class(11, &[0]), class(12, &[])],
        tie_classes: vec![class(7, &[])],
        shrub_classes: vec![NewShrubClass {
            class: class(5, &[]),
            billboard: Some(texture(8)?),
        }],
        hero_sequences: vec![sequence],
        overlay: sections(&[9; 0x40]),
        gameplay: blocks()?,
        occlusion_mappings: scenery::occlusion_mappings().swap_remove(0),
        chunks: vec![NewChunk {
            tfrags: vec![2; 0x80],
            collision: vec![5; 0x30],
            sound_bank: Vec::new(),
        }],
        sound_bank: sound_bank().swap_remove(0),
        ..NewLevel::default()
    };
    new.write()
}

/// A level with something of everything.
pub fn level_wad() -> Vec<Vec<u8>> {
    bytes_of([level()])
}

/// That level's data.
pub fn data_extent() -> Vec<Vec<u8>> {
    let level = level().unwrap_or_default();
    let data = LevelFile::read(&level).map(|file| file.members.data.to_vec());
    bytes_of([data])
}

/// Both streams, and one of them.
pub fn chunk_file() -> Vec<Vec<u8>> {
    let streams = [noise(90), vec![5; 300]].map(|plain| lz::compress(&plain));
    let [tfrags, collision] = &streams;
    bytes_of([
        ChunkFile::lay_out(tfrags, collision).map(|chunk| chunk.write()),
        ChunkFile::lay_out(&[], collision).map(|chunk| chunk.write()),
    ])
}

fn sections(bytes: &[u8]) -> Vec<u8> {
    let section = OverlaySection {
        destination: 0x10_0000,
        section_type: 1,
        entry_point: 0x10_0040,
        bytes,
    };
    Overlay {
        sections: vec![section; 2],
        rest: &[],
    }
    .write()
}

/// Code with the table of sines in its midst, twice.
pub fn overlay() -> Vec<Vec<u8>> {
    let mut code = noise(0x44);
    code.extend(NormalTable::rounded().to_bytes());
    code.extend([0; 8]);
    vec![sections(&code)]
}

/// The directory of that level, and one of nothing.
pub fn core_index() -> Vec<Vec<u8>> {
    let data = data_extent().swap_remove(0);
    let index = DataExtent::read(&data).map(|data| data.members.core_index.to_vec());
    let empty = CoreIndex::lay_out(CoreHeader::default(), Default::default());
    bytes_of([index, empty.and_then(|index| index.write())])
}

/// Textures of three sizes.
pub fn gs_textures() -> Vec<Vec<u8>> {
    let table = |sides: &[u16]| {
        let mut store = TextureStore::new();
        let mut bytes = vec![sides.len() as u8];
        for side in sides {
            store.add(&texture(*side)?)?.put(&mut bytes);
        }
        // Texels end where the last level does, in units of 256.
        store
            .pixels
            .resize(store.pixels.len().next_multiple_of(0x100), 0);
        bytes.push((store.pixels.len() / 0x100) as u8);
        bytes.extend(store.pixels);
        bytes.extend(store.gs_ram);
        Ok(bytes)
    };
    bytes_of([table(&[32, 8, 16]), table(&[8])])
}

/// Two levels, one with speech.
pub fn disc_toc() -> Vec<Vec<u8>> {
    let extent = |sector| SectorRange { sector, sectors: 1 };
    let level = |id| {
        let header = LevelHeader {
            id,
            ..LevelHeader::default()
        };
        (header.write(), extent(5000 + id))
    };
    let mut speech = vec![0; 0x1018];
    speech.splice(..4, 0x1018_u32.to_le_bytes());
    let levels = [
        NewTocLevel {
            level: Some(level(3)),
            audio: Some((speech, extent(5900))),
            scene: None,
        },
        NewTocLevel {
            level: Some(level(4)),
            ..NewTocLevel::default()
        },
    ];
    bytes_of([TableOfContents::lay_out(&levels).and_then(|table| table.write())])
}

/// A bank's first bytes.
pub fn sound_bank() -> Vec<Vec<u8>> {
    let mut bank = vec![0; 0x40];
    bank.splice(0x18..0x1C, *b"SBlk");
    bank.splice(0x24..0x27, *b"DAW");
    vec![bank]
}
