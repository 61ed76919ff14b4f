//! Small levels of Going Commando with something broken.

use std::collections::BTreeSet;

use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::gameplay::{BlockKind, InstanceTable, TieInstance};
use wonderwheel_commando::level::NewLevel;
use wonderwheel_export::ExportError;
use wonderwheel_export::commando::{LevelOptions, export_level};

use super::super::small_level::{self, TIE};
use super::super::structure::ReadBack;
use super::super::support::{Random, assert_noted, notes};
use super::{colours, export, linear, near, world};

/// A level with one part broken: what is noted, and what is still there.
#[test]
fn what_is_broken_costs_only_itself() {
    let block = |kind| move |level: &mut NewLevel| spoil_block(level, kind);
    let (ties, lights) = (block(BlockKind::TieInstances), block(BlockKind::Lights));
    let cases: [(&str, &dyn Fn(&mut NewLevel), &str); 8] = [
        (
            "terrain",
            &|it| it.tfrags[0] = 9,
            "ties/7/0 shrubs/5/0 mobys/11/0 sky/0 collision",
        ),
        (
            "patch[0]",
            &|it| it.tfrags[0x40 + 0x1C..][..8].fill(0xFF),
            "ties/7/0 sky/0",
        ),
        (
            "sky",
            &|it| it.sky[6] = 99,
            "terrain/high ties/7/0 collision",
        ),
        (
            "collision",
            &|it| it.collision[0..4].fill(0xEE),
            "terrain/high chunk0/collision",
        ),
        ("tie 7", &spoil_tie, "terrain/high ties/7/0 shrubs/5/0"),
        ("tie instances", &ties, "terrain/high shrubs/5/0"),
        ("lights", &lights, "terrain/high ties/7/0 shrubs/5/0"),
        (
            "texture slot 1",
            &|it| it.tie_classes[0].textures.truncate(1),
            "ties/7/0",
        ),
    ];
    for (words, spoil, left) in cases {
        let mut level = small_level::level();
        spoil(&mut level);
        let (exported, read) = export(&level.write().unwrap());
        assert_noted(&notes(&exported), words);
        let mut noted = exported.notes.iter();
        assert!(noted.any(|note| !note.is_missing), "{words}");
        let names = read.node_names();
        for name in left.split(' ') {
            assert!(names.contains(&name), "{words}: no {name}");
        }
    }
    // The gameplay stream itself.
    let mut file = small_level::level().write().unwrap();
    let stream = small_level::gameplay().write().unwrap();
    let packed = wonderwheel_commando::lz::compress(&stream);
    let mut windows = file.windows(packed.len());
    let at = windows.position(|window| window == packed).unwrap();
    file[at + 3..at + 7].fill(0xFF);
    let (exported, read) = export(&file);
    assert_noted(&notes(&exported), "gameplay");
    assert!(read.node_names().contains(&"terrain/high") && !read.node_names().contains(&"ties"));
}

fn spoil_tie(level: &mut NewLevel) {
    level.tie_classes[0].bytes[0x1C..0x20].fill(0x7F);
}

fn spoil_block(level: &mut NewLevel, kind: BlockKind) {
    block(level, kind)[..4].copy_from_slice(&i32::MAX.to_le_bytes());
}

fn block(level: &mut NewLevel, kind: BlockKind) -> &mut Vec<u8> {
    let mut blocks = level.gameplay.blocks.iter_mut();
    let block = blocks.find(|block| block.kinds.contains(&kind));
    &mut block.unwrap().bytes
}

#[test]
fn what_is_not_there_is_told_and_is_no_fault() {
    let mut level = small_level::level();
    level.tie_classes.clear();
    level.overlay.clear();
    let (exported, read) = export(&level.write().unwrap());
    let noted = notes(&exported);
    assert_noted(&noted, "no table of normals");
    assert_noted(&noted, "tie 7: the level has no such class");
    assert!(exported.notes.iter().all(|note| note.is_missing));
    // The instance keeps its node, the terrain its stored colours: 0x40 of 0x80.
    assert!(read.node("ties/7/0").mesh().is_none());
    let stored = BTreeSet::from([vec![linear(64), linear(64), linear(64), 65_535]]);
    assert_eq!(colours(&read, &read.node("terrain/high")), stored);
    let empty = NewLevel {
        id: 5,
        ..NewLevel::default()
    };
    let (exported, read) = export(&empty.write().unwrap());
    assert_eq!((exported.counts.nodes, read.scene_names().len()), (0, 0));
    let all = LevelOptions::default();
    let error = export_level(b"no level", "level.wad", &all, &mut |_| {});
    assert!(matches!(error, Err(ExportError::Format(_))));
}

#[test]
fn matrices_that_gltf_cannot_say_are_told() {
    let mut level = small_level::level();
    // Sheared, mirrored, nowhere.
    let changed = [(1, 0, 0.5), (2, 2, -2.0), (3, 1, f32::NAN)];
    let ties = changed.map(|(column, row, value)| {
        let mut matrix = small_level::at([1.0, 2.0, 3.0]);
        matrix[column][row] = value;
        TieInstance {
            class: TIE,
            matrix,
            ..TieInstance::default()
        }
    });
    *block(&mut level, BlockKind::TieInstances) = InstanceTable::new(ties.into()).write();
    let (exported, read) = export(&level.write().unwrap());
    let noted = notes(&exported);
    assert_eq!(noted.len(), 2, "{noted:?}");
    assert_noted(&noted[..1], "ties/7/0");
    assert_noted(&noted[1..], "ties/7/2");
    assert!(!read.node_names().contains(&"ties/7/2"));
    let world = world(&read);
    let top =
        world[&read.node("ties/7/1").index()].transform_point3(to_y_up([0.0, 0.0, 1.0]).into());
    assert!(near(top.to_array(), to_y_up([1.0, 2.0, 1.0])));
    let (translation, ..) = read.node("ties/7/0").transform().decomposed();
    assert_eq!(translation, to_y_up([1.0, 2.0, 3.0]));
}

fn spoil(random: &mut Random, bytes: &mut [u8]) {
    if bytes.is_empty() {
        return;
    }
    const NASTY: [u8; 5] = [0, 1, 0x7F, 0x80, 0xFF];
    let words = [
        u32::MAX >> 1,
        u32::MAX,
        f32::NAN.to_bits(),
        f32::MAX.to_bits(),
    ];
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = NASTY[random.below(NASTY.len())],
            _ => {
                let word = words[random.below(words.len())];
                let start = at & !3;
                if let Some(slot) = bytes.get_mut(start..start + 4) {
                    slot.copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }
}

#[test]
fn damage_inside_the_parts_never_ends_in_a_panic_or_a_file_that_nobody_reads() {
    let mut random = Random(0x1979);
    let (mut whole, mut noted) = (0, 0);
    for _ in 0..1_200 {
        let mut level = small_level::level();
        let blocks = &mut level.gameplay.blocks;
        let part = match random.below(8) {
            0 => &mut level.tfrags,
            1 => &mut level.sky,
            2 => &mut level.collision,
            3 => &mut level.tie_classes[0].bytes,
            4 => &mut level.shrub_classes[0].class.bytes,
            5 => &mut level.moby_classes[0].bytes,
            6 => &mut level.overlay,
            _ => {
                let block = random.below(blocks.len());
                &mut blocks[block].bytes
            }
        };
        spoil(&mut random, part);
        let Ok(file) = level.write() else { continue };
        let (exported, _) = export(&file);
        match exported.notes.is_empty() {
            true => whole += 1,
            false => noted += 1,
        }
    }
    assert!(whole > 100 && noted > 100, "{whole} {noted}");
}

#[test]
fn damage_anywhere_in_the_file_is_an_error_or_a_file() {
    let whole = small_level::level().write().unwrap();
    let mut random = Random(0x2002);
    let mut read = 0;
    for round in 0..1_500 {
        let mut file = whole.clone();
        match round % 5 {
            0 => file.truncate(random.below(whole.len())),
            _ => spoil(&mut random, &mut file),
        }
        match export_level(&file, "level.wad", &LevelOptions::default(), &mut |_| {}) {
            Ok(exported) => {
                ReadBack::of(&exported);
                read += 1;
            }
            Err(ExportError::Format(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert!(read > 100, "{read}");
}
