use crate::lighting::NormalTable;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;

use super::*;
use crate::core::{CoreIndex, HeroBound};
use crate::gameplay::{BlockKind, Gameplay, InstanceTable, LevelSettings, TieInstance};
use crate::lz;
use crate::range::{SECTOR, SectorRange};
use crate::texture::Texture;

fn texture(side: u16, shade: u8) -> Texture {
    let texel = |i: u32| [shade, (i % 64) as u8, 0, 255];
    let rgba: Vec<u8> = (0..u32::from(side) * u32::from(side))
        .flat_map(texel)
        .collect();
    Texture::from_rgba(side, side, &rgba).unwrap().with_mips()
}

fn sound_bank() -> Vec<u8> {
    let mut bank = vec![0; 0x30];
    bank[0x18..0x1C].copy_from_slice(b"SBlk");
    bank[0x24..0x27].copy_from_slice(b"DAW");
    bank
}

/// A level with something of everything.
fn new_level() -> NewLevel {
    let tie = TieInstance {
        class: 7,
        ..TieInstance::default()
    };
    NewLevel {
        id: 30,
        reverb: 2,
        tfrags: vec![1; 0x210],
        occlusion: vec![2; 0x88],
        sky: vec![3; 0x40],
        collision: vec![4; 0x51],
        textures: NewTextures {
            tfrag: vec![texture(64, 1), texture(8, 2)],
            tie: vec![texture(32, 3)],
            ..NewTextures::default()
        },
        moby_classes: vec![NewClass {
            class: 11,
            ..NewClass::default()
        }],
        tie_classes: vec![NewClass {
            class: 7,
            textures: vec![0],
            bytes: vec![5; 0x81],
        }],
        shrub_classes: vec![NewShrubClass {
            class: NewClass {
                class: 5,
                textures: Vec::new(),
                bytes: vec![6; 0x20],
            },
            billboard: Some(texture(16, 4)),
        }],
        overlay: NormalTable::rounded().to_bytes().to_vec(),
        gameplay: Gameplay::lay_out([
            (BlockKind::LevelSettings, LevelSettings::plain().write()),
            (
                BlockKind::TieInstances,
                InstanceTable::new(vec![tie]).write(),
            ),
        ])
        .unwrap(),
        occlusion_mappings: vec![0; 16],
        sound_bank: sound_bank(),
        ..NewLevel::default()
    }
}

#[test]
fn the_pieces_of_a_level_come_back_from_its_file() {
    let new = new_level();
    let bytes = new.write().unwrap();
    let level = Level::read(&bytes).unwrap();
    assert_eq!((level.header.id, level.header.reverb), (30, 2));
    assert!(level.tfrags().starts_with(&new.tfrags));
    assert!(level.occlusion().starts_with(&new.occlusion));
    assert_eq!(level.sky(), new.sky);
    assert!(level.collision().starts_with(&new.collision));
    assert_eq!(level.overlay(), new.overlay);
    assert_eq!(
        level.gameplay.write().unwrap(),
        new.gameplay.write().unwrap()
    );
    assert!(
        level
            .occlusion_mappings
            .starts_with(&new.occlusion_mappings)
    );
    let tie = level.classes(ClassKind::Tie).next().unwrap();
    let (at, class) = level.class_bytes(tie).unwrap();
    assert!(at % 0x40 == 0 && class.starts_with(&new.tie_classes[0].bytes));
    let moby = level.classes(ClassKind::Moby).next().unwrap();
    assert_eq!(level.class_bytes(moby), None);
    let shrub = level.classes(ClassKind::Shrub).next().unwrap();
    assert!(level.class_bytes(shrub).unwrap().1.starts_with(&[6; 0x20]));
    for (kind, textures) in [
        (TextureKind::Tfrag, &new.textures.tfrag),
        (TextureKind::Tie, &new.textures.tie),
    ] {
        for (i, texture) in textures.iter().enumerate() {
            assert_eq!(level.texture(kind, i).as_ref(), Ok(texture), "{kind:?} {i}");
        }
    }
    let billboard = level.index.tables.shrub_classes[0].billboard;
    assert_eq!(
        level.texture_source().billboard(&billboard).unwrap(),
        new.shrub_classes[0].billboard
    );
    let mut findings = Findings::new();
    level.validate(&mut findings);
    LevelFile::read(&bytes).unwrap().validate(&mut findings);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(new.write().unwrap(), bytes);
}

#[test]
fn a_level_of_nothing_is_a_level() {
    let bytes = NewLevel::default().write().unwrap();
    let level = Level::read(&bytes).unwrap();
    assert!(level.tfrags().iter().all(|byte| *byte == 0));
    assert!(level.sky().is_empty() && level.collision().is_empty());
    assert_eq!(
        level
            .texture(TextureKind::Tfrag, 0)
            .unwrap_err()
            .path()
            .to_string(),
        "Tfrag texture[0]"
    );
    // Sky without terrain before it would stand where "none" is.
    let sky = NewLevel {
        sky: vec![1; 4],
        ..NewLevel::default()
    };
    assert!(sky.write().is_err());
}

#[test]
fn every_file_inside_is_written_back_to_the_same_bytes() {
    let bytes = new_level().write().unwrap();
    let file = LevelFile::read(&bytes).unwrap();
    assert_eq!(file.write().unwrap(), bytes);
    let data = DataExtent::read(file.members.data).unwrap();
    assert_eq!(data.write().unwrap(), file.members.data);
    let index = CoreIndex::read(data.members.core_index).unwrap();
    assert_eq!(index.write().unwrap(), data.members.core_index);
    // Bytes that nothing names are kept too.
    let mut odd = bytes.clone();
    odd[0x61] = 7;
    odd.extend([8; SECTOR]);
    assert_eq!(LevelFile::read(&odd).unwrap().write().unwrap(), odd);
    let mut findings = Findings::new();
    LevelFile::read(&odd).unwrap().validate(&mut findings);
    assert_eq!(findings.as_slice()[0].rule, "level-extents-tile");
}

#[test]
fn the_core_stands_in_the_order_of_the_source() {
    let bytes = new_level().write().unwrap();
    let level = Level::read(&bytes).unwrap();
    let header = level.index.header;
    assert_eq!(
        [
            header.tfrags,
            header.occlusion,
            header.sky,
            header.collision
        ],
        [0, 0x240, 0x300, 0x340]
    );
    assert_eq!(header.textures_base % 0x100, 0);
    assert_eq!(
        (header.glass_map_texture, header.glass_map_palette),
        (0x4000, 0x400)
    );
    assert_eq!(header.scene_view_size % 0x10, 0);
    // Nothing else marks an end here, so the word does.
    let end = header.scene_view_size as usize;
    assert_eq!(level.regions.hero_bound, HeroBound::SceneViewSize(end));
}

#[test]
fn the_heros_animations_end_the_last_class() {
    let mut sequence = vec![0xF6, 0x7C];
    sequence.resize(0x11, 1);
    sequence.push(0xFF);
    sequence.resize(0x1C, 0);
    sequence.extend([0, 0, 0, 0xF0].repeat(4));
    sequence[0x11] = 0xFF;
    sequence[0x12..0x1C].fill(0);
    let new = NewLevel {
        hero_sequences: vec![sequence.clone(), vec![9; 0x20]],
        ..new_level()
    };
    let bytes = new.write().unwrap();
    let level = Level::read(&bytes).unwrap();
    let HeroBound::Table(at) = level.regions.hero_bound else {
        panic!("{:?}", level.regions.hero_bound)
    };
    assert!(level.core_data[at..].starts_with(&sequence));
    let shrub = level.classes(ClassKind::Shrub).next().unwrap();
    assert_eq!(level.class_bytes(shrub).unwrap().1.len(), 0x20);
    // The table, the word and the look agree.
    let findings = Findings::of(|all| level.validate(all));
    assert_eq!(findings.as_slice(), []);
}

#[test]
fn chunks_are_streams_and_the_core_has_room_for_the_largest() {
    let new = NewLevel {
        chunks: vec![
            NewChunk {
                tfrags: vec![8; 0x1000],
                collision: vec![9; 0x800],
                sound_bank: sound_bank(),
            },
            NewChunk {
                tfrags: vec![8; 0x10],
                ..NewChunk::default()
            },
        ],
        ..new_level()
    };
    let bytes = new.write().unwrap();
    let level = Level::read(&bytes).unwrap();
    assert_eq!(
        (level.tfrags().len(), level.collision().len()),
        (0x1000, 0x800)
    );
    let [Some(first), Some(second), None] = &level.chunks else {
        panic!("two chunks")
    };
    assert_eq!(first.decompress_tfrags().unwrap(), [8; 0x1000]);
    assert_eq!(first.decompress_collision().unwrap(), [9; 0x800]);
    assert_eq!(second.decompress_tfrags().unwrap(), [8; 0x10]);
    assert_eq!(second.decompress_collision().unwrap(), []);
    assert_eq!(second.collision_offset, 0);
    assert!(first.tfrags_offset % 16 == 0 && first.collision_offset % 16 == 0);
    // The padding of the chunk's last sector is a gap.
    let file = LevelFile::read(&bytes).unwrap();
    let chunk = file.members.chunks[0];
    assert_eq!(ChunkFile::read(chunk).unwrap().write(), chunk);
    let mut four = new;
    four.chunks.resize(4, NewChunk::default());
    assert!(matches!(
        four.write(),
        Err(FormatError::Limit { max: 3, .. })
    ));
}

#[test]
fn a_size_in_sectors_taken_as_bytes_is_told() {
    // 0xFFFF sectors do not come about: the extent has as many bytes as it should have sectors.
    let extent = |sectors: usize| {
        let data = vec![7; sectors * SECTOR];
        let extent = DataExtent::lay_out(DataMembers {
            gs_ram: &data,
            ..DataMembers::default()
        });
        extent.unwrap().write().unwrap()
    };
    let larger = extent(100);
    let extent = extent(80);
    let sectors = extent.len().div_ceil(SECTOR);
    assert_eq!(sectors, 81);
    let padded = [extent.clone(), vec![0; 100]].concat();
    assert!(DataExtent::read(&padded).is_ok());
    let wrong: Vec<u8> = [&extent[..], &[0; 88]].concat()[..88.max(sectors)].to_vec();
    assert!(DataExtent::read(&wrong).is_err());
    let error = DataExtent::read(&larger[..101]).unwrap_err();
    assert!(
        error.to_string().ends_with("its size was taken as bytes"),
        "{error}"
    );
    let error = DataExtent::read(&larger[..102]).unwrap_err();
    assert!(error.to_string().ends_with("found 102 bytes"), "{error}");
}

#[test]
fn both_forms_of_header_are_read_and_written() {
    let extent = |sector| SectorRange { sector, sectors: 1 };
    let header = LevelHeader {
        form: HeaderForm::PreRelease,
        sector: 1,
        id: 2,
        reverb: 3,
        extents: LevelMembers {
            data: extent(4),
            sound_bank: extent(5),
            gameplay: extent(6),
            gameplay_pal: extent(7),
            occlusion: extent(8),
            chunks: [extent(9), extent(10), extent(11)],
            chunk_sound_banks: [extent(12), extent(13), extent(14)],
        },
    };
    let bytes = header.write();
    assert_eq!(bytes.len(), 0x68);
    let at = |offset: usize| bytes[offset];
    assert_eq!(
        [0x0C, 0x14, 0x1C, 0x24, 0x2C, 0x34, 0x4C, 0x50].map(at),
        [4, 5, 6, 7, 8, 9, 3, 12]
    );
    assert_eq!(LevelHeader::read(&bytes).unwrap(), header);
    let retail = LevelHeader {
        form: HeaderForm::Retail,
        extents: LevelMembers {
            gameplay_pal: SectorRange::EMPTY,
            ..header.extents
        },
        ..header
    };
    let bytes = retail.write();
    assert_eq!(bytes.len(), 0x60);
    let at = |offset: usize| bytes[offset];
    assert_eq!(
        [0x0C, 0x10, 0x18, 0x20, 0x28, 0x30, 0x48].map(at),
        [3, 4, 5, 6, 8, 9, 12]
    );
    assert_eq!(LevelHeader::read(&bytes).unwrap(), retail);
    for length in 0..bytes.len() {
        assert!(LevelHeader::read(&bytes[..length]).is_err());
    }
    assert!(LevelHeader::read(&[0x64; 0x68]).is_err());
}

#[test]
fn extents_that_overlap_or_leave_the_file_are_refused() {
    let bytes = new_level().write().unwrap();
    let sectors = (bytes.len() / SECTOR) as i32;
    for (sector, count) in [(0, 1), (1, 2), (sectors, 1), (-1, 1), (2, i32::MAX)] {
        let mut bad = bytes.clone();
        bad[0x28..0x2C].copy_from_slice(&sector.to_le_bytes());
        bad[0x2C..0x30].copy_from_slice(&i32::to_le_bytes(count));
        assert!(LevelFile::read(&bad).is_err(), "{count} from {sector}");
    }
}

#[test]
fn words_of_the_core_that_are_off_by_one_are_refused() {
    let bytes = new_level().write().unwrap();
    let file = LevelFile::read(&bytes).unwrap();
    let start = file.header.extents.data.sector as usize * SECTOR;
    let data = DataExtent::read(file.members.data).unwrap();
    let index = start + data.header.core_index.offset as usize;
    // The two sizes, a class's place past the end, the chain.
    for (at, value) in [
        (0x88, None),
        (0x8C, None),
        (0x1C, None),
        (0xE0, Some(0x7FFF_0000)),
    ] {
        let mut bad = bytes.clone();
        let word = &mut bad[index + at..index + at + 4];
        let old = i32::from_le_bytes(word.try_into().unwrap());
        word.copy_from_slice(&value.unwrap_or(old + 1).to_le_bytes());
        assert!(Level::read(&bad).is_err(), "{at:#x}");
    }
}

#[test]
fn an_overlay_is_sections_and_a_rest() {
    let overlay = Overlay {
        sections: vec![
            OverlaySection {
                destination: 0x10_0000,
                section_type: 1,
                entry_point: 0x10_0008,
                bytes: &[1, 2, 3, 4, 5],
            },
            OverlaySection {
                bytes: &[6; 16],
                ..OverlaySection::default()
            },
        ],
        rest: &[0xFF; 20],
    };
    let bytes = overlay.write();
    assert_eq!(
        bytes[..16],
        [0, 0, 0x10, 0, 5, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0x10, 0]
    );
    assert_eq!(Overlay::read(&bytes), overlay);
    for length in 0..bytes.len() {
        assert_eq!(Overlay::read(&bytes[..length]).write(), bytes[..length]);
    }
}

#[test]
fn a_chunk_file_with_overlapping_or_broken_streams_is_refused() {
    let stream = lz::compress(&[1; 100]);
    let good = ChunkFile::lay_out(&stream, &stream).unwrap().write();
    assert_eq!(ChunkFile::read(&good).unwrap().write(), good);
    for (at, value) in [(0, 4_i32), (0, -16), (4, 0x10), (4, 0x1000)] {
        let mut bad = good.clone();
        bad[at..at + 4].copy_from_slice(&value.to_le_bytes());
        assert!(ChunkFile::read(&bad).is_err(), "{value:#x} at {at}");
    }
    for length in 0..good.len() {
        assert!(ChunkFile::read(&good[..length]).is_err());
    }
}

#[test]
fn outlines_reach_into_the_members() {
    let bytes = new_level().write().unwrap();
    let tree = outline(&bytes, Default::default());
    assert_eq!(tree.error, None);
    let data = tree.all().find(|node| node.name == "core data").unwrap();
    assert_eq!(data.get("sky"), Some("0x300..0x340"));
    let class = tree
        .all()
        .find(|node| node.get("class") == Some("7"))
        .unwrap();
    assert_eq!(bytes[class.offset as usize + 4], 7);
    assert!(tree.errors().next().is_none());
    assert!(outline(&bytes[..100], Default::default()).error.is_some());
}

#[test]
fn a_broken_gameplay_stream_or_chunk_costs_only_itself_where_that_is_asked_for() {
    let mut level = new_level();
    level.chunks = vec![NewChunk {
        tfrags: vec![7; 0x40],
        ..NewChunk::default()
    }];
    let whole = level.write().unwrap();
    let (read, faults) = Level::read_lenient(&whole).unwrap();
    assert!(faults.is_empty() && read.chunks[0].is_some() && !read.gameplay.blocks.is_empty());
    // The gameplay's stream and the chunk's, both behind the core's.
    let mut broken = whole.clone();
    let streams: Vec<usize> = (0..whole.len() - 3)
        .filter(|at| at % 4 == 0 && &whole[*at..at + 3] == b"WAD")
        .collect();
    let [core, others @ ..] = streams.as_slice() else {
        panic!("no stream")
    };
    assert_eq!(others.len(), 2);
    for at in others {
        broken[at + 3..at + 7].fill(0xFF);
    }
    assert!(Level::read(&broken).is_err());
    let (read, faults) = Level::read_lenient(&broken).unwrap();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(read.chunks[0].is_none() && read.gameplay.blocks.is_empty());
    assert_eq!(read.core_data, Level::read(&whole).unwrap().core_data);
    // Without its geometry it is no level.
    broken[core + 3..core + 7].fill(0xFF);
    assert!(Level::read_lenient(&broken).is_err());
}

#[test]
fn the_size_of_a_header_alone_makes_no_level() {
    let id = |head: &[u8]| LevelHeader::recognise(head).map(|header| header.id);
    let mut retail = vec![0; 0x60];
    (retail[0], retail[8]) = (0x60, 30);
    (retail[0x10], retail[0x14]) = (1, 2);
    assert_eq!(id(&retail), Some(30));
    let mut older = vec![0; 0x68];
    (older[0], older[8]) = (0x68, 7);
    (older[0x0C], older[0x10]) = (1, 1);
    assert_eq!(id(&older), Some(7));
    older[0x10] = 0;
    assert_eq!(id(&older), None);
    for bytes in [&[0x60_u8, 0, 0, 0][..], &[], &[0x60; 0x60]] {
        assert_eq!(id(bytes), None);
    }
}
