use wonderwheel_ps2::finding::Findings;

use super::*;
use crate::range::ArrayRange;

fn class(offset: i32, class: i32) -> ClassEntry {
    ClassEntry {
        offset,
        class,
        ..ClassEntry::default()
    }
}

/// Two mobys, a tie, a shrub, two terrain textures, a palette and a resident one.
fn tables() -> CoreTables {
    CoreTables {
        moby_classes: vec![class(0x400, 11), class(0, 12)],
        tie_classes: vec![ClassEntry {
            textures: ClassEntry::slots(&[0]),
            ..class(0x480, 7)
        }],
        shrub_classes: vec![ShrubClassEntry {
            class: class(0x4C0, 5),
            billboard: BillboardTexture {
                width: 32,
                height: 64,
                mips: [1, 2, 0],
                ..BillboardTexture::default()
            },
        }],
        tfrag_textures: vec![TextureEntry::default(); 2],
        tie_textures: vec![TextureEntry::default()],
        gs_ram: vec![
            GsRamEntry::default(),
            GsRamEntry {
                address: 0x700,
                ..GsRamEntry::default()
            },
        ],
        resident_mobys: vec![11],
        hero_sequences: Vec::new(),
        ..CoreTables::default()
    }
}

fn header() -> CoreHeader {
    CoreHeader {
        occlusion: 0x100,
        sky: 0x140,
        collision: 0x180,
        textures_base: 0x300,
        moby_gs_stash_count: 1,
        assets_decompressed_size: 0x600,
        ..CoreHeader::default()
    }
}

fn index() -> CoreIndex {
    CoreIndex::lay_out(header(), tables()).unwrap()
}

/// Reads without what only a file has.
fn without_gaps(index: CoreIndex) -> CoreIndex {
    CoreIndex {
        gaps: Default::default(),
        ..index
    }
}

#[test]
fn fields_stand_where_the_source_says() {
    let bytes = index().write().unwrap();
    let word = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    // One palette of two entries: the last is resident.
    assert_eq!((word(0x00), word(0x84)), (1, 1));
    assert_eq!(
        [0x08, 0x0C, 0x10, 0x14, 0x60, 0x8C].map(word),
        [0, 0x100, 0x140, 0x180, 0x300, 0x600]
    );
    // The classes begin at 0xc0 and each table where the one before it ends.
    assert_eq!([word(0x18), word(0x1C)], [2, 0xC0]);
    assert_eq!([word(0x20), word(0x24)], [1, 0x100]);
    assert_eq!([word(0x28), word(0x2C)], [1, 0x120]);
    assert_eq!([word(0x30), word(0x34)], [2, 0x150]);
    assert_eq!([word(0x38), word(0x3C)], [0, 0x170]);
    assert_eq!(word(0xC0), 0x400);
    assert_eq!(word(0xC4), 11);
    assert_eq!(bytes[0xD0..0xE0], [0xFF; 16]);
    assert_eq!(bytes[0x110..0x112], [0, 0xFF]);
    assert_eq!(
        bytes[0x140..0x150],
        [32, 0, 64, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0]
    );
    let list = word(0xAC) as usize;
    assert_eq!(bytes[list..list + 4], [11, 0, 0xFF, 0xFF]);
}

#[test]
fn what_is_written_is_read_and_written_back() {
    let bytes = index().write().unwrap();
    let read = CoreIndex::read(&bytes).unwrap();
    assert_eq!(without_gaps(read.clone()), index());
    assert_eq!(read.write().unwrap(), bytes);
    assert_eq!(read.resident_start(), Some(0x700));
    let findings = Findings::of(|all| read.validate(all));
    assert_eq!(findings.as_slice(), []);
}

#[test]
fn bytes_that_nobody_knows_are_kept() {
    let mut bytes = index().write().unwrap();
    bytes[0xBD] = 9;
    bytes.extend([1, 2, 3]);
    assert_eq!(CoreIndex::read(&bytes).unwrap().write().unwrap(), bytes);
}

#[test]
fn an_index_cut_short_anywhere_is_refused() {
    let bytes = index().write().unwrap();
    let used = index().header.moby_gs_stash_list as usize + 4;
    for length in 0..used {
        assert!(CoreIndex::read(&bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn a_broken_chain_is_refused_unless_asked_for() {
    let mut index = index();
    index.header.tie_classes.offset += 0x10;
    index.header.tie_classes.count = 0;
    index.tables.tie_classes.clear();
    let bytes = index.write().unwrap();
    assert_eq!(
        CoreIndex::read(&bytes).unwrap_err().path().to_string(),
        "core index/tie classes"
    );
    let forced = CoreIndex::read_forced(&bytes).unwrap();
    assert_eq!(forced.write().unwrap(), bytes);
    let rules = Findings::of(|all| forced.validate(all)).rules();
    assert_eq!(rules[0], "core-table-chain");
}

#[test]
fn tables_that_overlap_or_leave_the_file_are_refused() {
    for (count, offset) in [
        (-1, 0xC0),
        (1, 0xB0),
        (1, -0x20),
        (1, 0x10_0000),
        (i32::MAX, 0xC0),
        (1, 0x110),
    ] {
        let mut bytes = index().write().unwrap();
        let range = ArrayRange { count, offset };
        bytes[0x40..0x44].copy_from_slice(&range.count.to_le_bytes());
        bytes[0x44..0x48].copy_from_slice(&range.offset.to_le_bytes());
        assert!(CoreIndex::read_forced(&bytes).is_err(), "{range:?}");
    }
}

#[test]
fn findings_name_what_is_wrong_with_classes() {
    let mut index = index();
    index.tables.moby_classes[1].class = 11;
    index.tables.moby_classes[0].textures = ClassEntry::slots(&[3]);
    index.tables.shrub_classes[0].class.unknown_8 = 1;
    index.tables.gs_ram[0].psm = 0x14;
    let rules = Findings::of(|all| index.validate(all)).rules();
    let expected = "core-texture-slot core-class-twice core-shrub-words core-gs-format";
    assert_eq!(rules.join(" "), expected);
}

#[test]
fn regions_end_where_the_next_thing_begins() {
    let data = vec![0; 0x600];
    let regions = Regions::find(&index(), &data).unwrap();
    assert_eq!(regions.tfrags, 0..0x100);
    assert_eq!(regions.occlusion, 0x100..0x140);
    assert_eq!(regions.sky, 0x140..0x180);
    assert_eq!(regions.collision, 0x180..0x300);
    assert_eq!(regions.textures, 0x300..0x400);
    assert_eq!(regions.from(0x400), 0x400..0x480);
    assert_eq!(regions.from(0x4C0), 0x4C0..0x600);
    assert_eq!(
        (regions.hero_bound, regions.hero_sequences),
        (HeroBound::None, 0..0)
    );
}

#[test]
fn absent_regions_are_empty_and_the_terrain_ends_at_the_first_that_is_there() {
    let mut index = index();
    index.header.occlusion = 0;
    index.header.sky = 0;
    let regions = Regions::find(&index, &vec![0; 0x600]).unwrap();
    assert_eq!(regions.tfrags, 0..0x180);
    assert!(regions.occlusion.is_empty() && regions.sky.is_empty());
}

#[test]
fn regions_out_of_order_or_out_of_the_data_are_refused() {
    let data = vec![0; 0x600];
    type Change = fn(&mut CoreIndex);
    let changes: [Change; 6] = [
        |index| index.header.sky = 0x90,
        |index| index.header.textures_base = 0x601,
        |index| index.header.tfrags = -1,
        |index| index.header.assets_decompressed_size = 0x601,
        |index| index.tables.tie_classes[0].offset = 0x601,
        |index| index.tables.shrub_classes[0].class.offset = -4,
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut index = index();
        change(&mut index);
        assert!(Regions::find(&index, &data).is_err(), "change {i}");
    }
}

#[test]
fn places_that_nobody_measured_are_passed_over_when_they_lead_outside() {
    let mut index = index();
    index.header.effect_bank = 0x601;
    index.tables.hero_sequences = vec![-5];
    let data = vec![0; 0x600];
    let regions = Regions::find(&index, &data).unwrap();
    assert_eq!(regions.textures, 0x300..0x400);
    let rules = Findings::of(|all| regions.validate(&index, &data, all)).rules();
    assert_eq!(rules, ["core-place-outside"; 2]);
    // Inside, they are an end like any other.
    index.header.effect_bank = 0x380;
    let regions = Regions::find(&index, &data).unwrap();
    assert_eq!(regions.textures, 0x300..0x380);
}

/// An animation's header: sphere, frames, no sounds, no triggers, four tagged frames.
fn hero_sequence() -> Vec<u8> {
    let mut bytes = vec![0xF6, 0x7C];
    bytes.extend([0x40; 14]);
    bytes.extend([4, 0xFF]);
    bytes.extend([0; 10]);
    for frame in 0..4_u32 {
        bytes.extend((0xF000_0000 | frame).to_le_bytes());
    }
    bytes
}

#[test]
fn the_end_of_the_classes_is_known_in_three_ways() {
    let mut data = vec![0; 0x600];
    data[0x520..0x54C].copy_from_slice(&hero_sequence());
    // By its look.
    let regions = Regions::find(&index(), &data).unwrap();
    assert_eq!(regions.hero_bound, HeroBound::Signature(0x520));
    assert_eq!(regions.from(0x4C0), 0x4C0..0x520);
    assert_eq!(regions.hero_sequences, 0x520..0x600);
    // By the hero's table, which wins; the others may disagree with it.
    let mut with_table = index();
    with_table.tables.hero_sequences = vec![0; 256];
    with_table.tables.hero_sequences[3] = 0x500;
    with_table.header.scene_view_size = 0x500;
    let regions = Regions::find(&with_table, &data).unwrap();
    assert_eq!(regions.hero_bound, HeroBound::Table(0x500));
    let mut findings = Findings::new();
    regions.validate(&with_table, &data, &mut findings);
    assert_eq!(findings.as_slice().len(), 1);
    assert_eq!(findings.as_slice()[0].rule, "core-hero-bound");
    // By the header's word alone.
    data[0x520] = 0;
    let mut with_word = index();
    with_word.header.scene_view_size = 0x540;
    let regions = Regions::find(&with_word, &data).unwrap();
    assert_eq!(regions.hero_bound, HeroBound::SceneViewSize(0x540));
}

#[test]
fn each_part_of_the_signature_counts() {
    let good = hero_sequence();
    assert!(is_hero_sequence(&good));
    for at in [0, 1, 0x11, 0x12, 0x1B, 0x1F, 0x2B] {
        let mut bad = good.clone();
        bad[at] ^= 0x81;
        assert!(!is_hero_sequence(&bad), "byte {at:#x}");
    }
    assert!(!is_hero_sequence(&good[..good.len() - 1]));
}

#[test]
fn particle_definitions_are_offsets_and_indices() {
    let mut bytes = Vec::new();
    for word in [2, 0, 24, 3, 24, 0_u32] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend([7, 8, 9]);
    let definitions = ParticleDefinitions::read(&bytes).unwrap();
    assert_eq!(definitions.offsets, [24, 0]);
    assert_eq!(definitions.indices, [7, 8, 9]);
    for length in 0..bytes.len() {
        assert!(ParticleDefinitions::read(&bytes[..length]).is_err());
    }
}

#[test]
fn an_outline_shows_every_record() {
    let bytes = index().write().unwrap();
    let tree = outline(&bytes, Default::default());
    assert_eq!(tree.error, None);
    let tie = tree
        .all()
        .find(|node| node.offset == 0x100 && node.name == "class")
        .unwrap();
    assert_eq!(tie.get("textures"), Some("[0]"));
    assert_eq!(tree.all().filter(|node| node.name == "texture").count(), 3);
}
