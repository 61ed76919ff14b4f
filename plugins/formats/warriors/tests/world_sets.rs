//! The files of one world against each other.

use wonderwheel_renderware::world::StreamedSector;
use wonderwheel_warriors::check::Finding::{self, *};
use wonderwheel_warriors::check::WorldCheck;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::world_stream::WorldStream;

use crate::samples;

/// A world of two sectors and two parts, as values.
struct World {
    manifest: Option<Manifest>,
    stream: WorldStream,
    stream_size: u64,
    parts: Vec<(u32, u64, Part)>,
}

impl World {
    fn sound() -> Self {
        let stream = samples::world_stream();
        let stream_bytes = stream.write();
        let parts = [samples::part(1, &[0]), samples::part(2, &[1])];
        let part_bytes = parts.each_ref().map(Part::write);
        Self {
            manifest: Some(samples::manifest(&stream_bytes, &part_bytes)),
            stream,
            stream_size: stream_bytes.len() as u64,
            parts: (1..)
                .zip(parts)
                .zip(part_bytes)
                .map(|((number, part), bytes)| (number, bytes.len() as u64, part))
                .collect(),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let mut check =
            WorldCheck::new("w", self.manifest.as_ref(), &self.stream, self.stream_size);
        for (number, size, part) in &self.parts {
            check.part(*number, *size, part);
        }
        check.finish()
    }

    fn sector(&mut self, leaf: usize) -> &mut StreamedSector {
        self.stream.world.sectors[leaf].streamed.as_mut().unwrap()
    }
}

/// What is found after a change to the sound world.
fn after(change: impl FnOnce(&mut World)) -> Vec<Finding> {
    let mut world = World::sound();
    change(&mut world);
    world.findings()
}

/// A test a line: what is changed of the sound world, and what is found then.
macro_rules! finds {
    ($($test:ident: $world:ident => $change:expr, [$($finding:expr),*];)*) => {
        $(#[test]
        fn $test() {
            let findings: Vec<Finding> = vec![$($finding),*];
            assert_eq!(after(|$world| { let _ = $change; }), findings);
        })*
    };
}

finds! {
    a_sound_world_has_no_findings: _world => (), [];
    a_world_without_a_manifest_is_only_remarked_on: world => world.manifest = None, [NoManifest];
    a_part_count_that_differs_is_found: world => world.manifest.as_mut().unwrap().parts.pop(),
        [PartCount { manifest: 1, stream: 2 }];
    a_gap_in_the_indices_is_found: world => {
            world.sector(2).index = 5;
            world.parts[1].2.atomics[0].sector_index = 5;
        }, [
            IndexRange { leaf: 2, index: 5, count: 2 },
            IndexGap { index: 1 },
            PartUnused { part: 2 },
            AtomicWithoutSector { part: 2, index: 5 }
        ];
    an_index_given_twice_is_found: world => world.sector(2).index = 0, [
            IndexRepeated { index: 0, first_leaf: 0, leaf: 2 },
            IndexGap { index: 1 },
            AtomicWithoutSector { part: 2, index: 1 }
        ];
    a_leaf_without_an_index_must_name_no_part: world => world.sector(1).part = 1,
        [UnindexedLeafWithPart { leaf: 1, part: 1 }];
    a_leaf_without_an_index_must_name_no_place: world => world.sector(1).origin = [0.0, 1.0, 0.0],
        [UnindexedLeafWithPart { leaf: 1, part: 0 }];
    a_leaf_with_triangles_or_without_its_plugin_is_found: world => {
            world.stream.world.sectors[0].triangle_count = 1;
            world.stream.world.sectors[1].streamed = None;
        }, [TrianglesInLeaf { leaf: 0 }, NoSectorPlugin { leaf: 1 }];
    an_atomic_in_the_wrong_part_or_brought_twice_is_found:
        world => world.parts[0].2.atomics = samples::part(1, &[1, 0, 0]).atomics, [
            AtomicInWrongPart { part: 1, index: 1, named: 2 },
            AtomicRepeated { part: 1, index: 0 }
        ];
    a_sector_that_its_part_has_nothing_for_is_found: world => world.parts[1].2.atomics.clear(),
        [SectorWithoutAtomic { index: 1, part: 2 }];
    a_missing_part_is_found_once_and_not_for_each_of_its_sectors: world => world.parts.pop(),
        [PartMissing { part: 2 }];
    a_part_above_the_count_is_a_remark_and_its_atomics_are_nobodys:
        world => world.parts.push((3, 100, samples::part(3, &[0, 77]))),
        [PartBeyondCount { part: 3, part_count: 2 }];
    a_part_larger_than_the_read_buffer_is_found: world => {
            world.manifest = None;
            world.parts[0].1 = 393_217;
        }, [NoManifest, PartTooLarge { part: 1, actual: 393_217 }];
}

#[test]
fn findings_that_need_not_be_faults_are_notes() {
    assert!(NoManifest.is_note());
    let beyond = PartBeyondCount {
        part: 3,
        part_count: 2,
    };
    assert!(beyond.is_note());
}

#[test]
fn an_atomic_fills_its_sector() {
    let findings = after(|world| world.sector(2).origin[0] += 1.0);
    let [SectorBox { part, index, .. }] = findings[..] else {
        panic!("{findings:?}");
    };
    assert_eq!((part, index), (2, 1));
    assert!(!findings[0].is_note());
}

#[test]
fn a_texture_is_in_the_part_or_in_the_world_stream() {
    let findings = after(|world| {
        for (i, name) in ["ROAD", "gone", "Gone"].into_iter().enumerate() {
            let part = &mut world.parts[0].2;
            let geometry = part.atomics[0].atomic.geometry.as_mut().unwrap();
            if i > 0 {
                let again = geometry.materials[0].clone();
                geometry.materials.push(again);
            }
            let texture = geometry.materials[i].texture.as_mut().unwrap();
            texture.name = name.to_owned();
        }
    });
    let texture = "gone".to_owned();
    assert_eq!(findings, [TextureMissing { part: 1, texture }]);
    assert!(findings[0].is_note());
    let shown = wonderwheel_ps2::finding::Finding::from(&findings[0]);
    assert_eq!(
        (shown.rule, shown.path.as_str()),
        ("part-texture-missing", "part[1]")
    );
}

#[test]
fn a_material_that_changes_the_k_of_a_texture_is_remarked_on_once_a_part() {
    let other = 0x0FB2;
    let findings = after(|world| {
        let part = &mut world.parts[1].2;
        let geometry = part.atomics[0].atomic.geometry.as_mut().unwrap();
        let material = &mut geometry.materials[0];
        material.texture.as_mut().unwrap().mip_plugin = Some(other);
        let again = material.clone();
        geometry.materials.push(again);
        assert_eq!(part.mip_words().word("WALL"), Some(other));
    });
    assert!(
        matches!(
            &findings[..],
            [MipWord { part: 2, conflict }]
                if conflict.texture == "wall"
                    && conflict.others == 2
                    && conflict.effective.k() == -4.875
        ),
        "{findings:?}"
    );
    assert!(findings[0].is_note());
}

#[test]
fn sizes_that_the_manifest_states_wrong_are_found() {
    let findings = after(|world| {
        world.stream_size += 1;
        world.parts[1].1 += 2;
    });
    let manifest = World::sound().manifest.unwrap();
    let (stated, part) = (manifest.world_size, manifest.parts[1].file_size);
    let world = WorldSize {
        stated,
        actual: u64::from(stated) + 1,
    };
    let part = PartSize {
        part: 2,
        stated: part,
        actual: u64::from(part) + 2,
    };
    assert_eq!(findings, [world, part]);
}

#[test]
fn a_negative_index_other_than_minus_one_is_found() {
    let range = IndexRange {
        leaf: 2,
        index: -2,
        count: 2,
    };
    assert!(after(|world| world.sector(2).index = -2).contains(&range));
}

#[test]
fn a_sector_that_names_a_part_outside_the_world_is_found() {
    let (index, part_count) = (1, 2);
    for part in [0, 3, u32::MAX] {
        let range = PartRange {
            index,
            part,
            part_count,
        };
        let wrong = AtomicInWrongPart {
            part: 2,
            index,
            named: part,
        };
        let findings = after(|world| world.sector(2).part = part);
        assert_eq!(findings, [range, PartUnused { part: 2 }, wrong]);
    }
}

#[test]
fn a_broken_part_is_not_held_against_its_sectors() {
    let world = World::sound();
    let manifest = world.manifest.as_ref();
    let mut check = WorldCheck::new("w", manifest, &world.stream, world.stream_size);
    let (number, size, part) = &world.parts[0];
    check.part(*number, *size, part);
    check.broken_part(2, world.parts[1].1);
    assert_eq!(check.finish(), []);
}

#[test]
fn a_part_written_for_another_name_is_a_remark() {
    let findings = after(|world| world.parts[0].2.name_hash = 1);
    let [PartName { part, stored, .. }] = findings[..] else {
        panic!("{findings:?}");
    };
    assert_eq!((part, stored), (1, 1));
    assert!(findings[0].is_note());
    let part = &World::sound().parts[0].2;
    assert!(part.check_name("w_ms1.sec").is_ok());
    assert!(part.check_name("W_ms1.sec").is_err());
}

#[test]
fn findings_say_in_plain_words_what_is_wrong() {
    let finding = AtomicInWrongPart {
        part: 1,
        index: 7,
        named: 2,
    };
    let words = "part 1 brings an atomic for sector 7, which names part 2";
    assert_eq!(finding.to_string(), words);
}
