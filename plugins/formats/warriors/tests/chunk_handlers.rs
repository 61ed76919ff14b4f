//! Whole resources through the handler table: what ends up where.

use glam::Quat;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_warriors::animation::{Animation, Key};
use wonderwheel_warriors::bone_offsets::BoneOffsets;
use wonderwheel_warriors::character::{AnimRange, AnimRangeList, Character, SLOTS};
use wonderwheel_warriors::chunk::results::{ResourceContent, ResourceKind};
use wonderwheel_warriors::chunk::stacks::{Object, Stacks};
use wonderwheel_warriors::chunk::tail::Tail;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::light_glow::{LightGlowRecord, LightGlows};
use wonderwheel_warriors::lists::{
    ALWAYS, AnimRecord, CharacterRecord, DependencyRecord, GlobalLists, ObjectRecord, SceneList,
    SceneRecord, SheetRecord,
};
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::pack::{Group, GroupChoice, Pack, PackSlice, SkipReason};
use wonderwheel_warriors::picture::Picture;
use wonderwheel_warriors::sound::StaticSound;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;

use crate::samples;

fn load(bytes: &[u8]) -> Stacks<'_> {
    samples::load(bytes).unwrap()
}

fn of_chunks(chunks: Vec<Chunk>) -> Vec<u8> {
    Resource::new(9, chunks).write()
}

fn clip(name: &str) -> Animation {
    let key = Key::of_rotation(0, Quat::IDENTITY);
    Animation::new(name, 30, [(3, &[key][..])])
}

/// The character of spec/chunks.md 7, file 6: slot 5 has number 0, slot 6 number 1.
fn character() -> Character {
    let mut character = Character::default();
    character.data.slots[5] = 0;
    character.data.slots[6] = 1;
    character.ranges = AnimRangeList::from(vec![AnimRange::default(); SLOTS]);
    character.animations.insert(0, clip("second"));
    character.animations.insert(1, clip("first"));
    character
}

#[test]
fn slot_number_zero_is_the_last_animation_of_the_file() {
    // Source: spec/chunks.md 5.3 and 7, file 6.
    let mut chunks = Vec::new();
    chunks.extend(clip("first").to_chunks([0; 2]));
    chunks.extend(clip("second").to_chunks([0; 2]));
    let written = character().to_resource(9);
    chunks.extend(written.chunks[4..].iter().cloned());
    let bytes = of_chunks(chunks);
    let mut stacks = load(&bytes);
    let ResourceContent::CharacterData(read) =
        stacks.take_resource(ResourceKind::CharacterData).unwrap()
    else {
        panic!("no character");
    };
    let names = [5, 6, 7].map(|slot| read.animation(slot).map(Animation::name));
    assert_eq!(names, [Some("second".into()), Some("first".into()), None]);
    assert_eq!(stacks.left_over(), 0);
    // The writer puts them into that order.
    assert_eq!(*read, character());
    let types = written.chunks.iter().map(|chunk| chunk.ty.value());
    assert_eq!(types.collect::<Vec<_>>(), [0, 2, 0, 2, 0x45, 8]);
    let names: Vec<_> = [1, 3].map(|i| written.chunks[i].bytes[0x25]).into();
    assert_eq!(names, [b'f', b's']);
}

#[test]
fn a_character_that_names_more_animations_than_there_are_is_an_error() {
    let mut character = character();
    character.data.slots[9] = 2;
    let bytes = character.to_resource(9).write();
    let error = samples::load(&bytes).unwrap_err();
    assert_eq!(error.path(), "chunk[5] 0x08 Character Data/animation[2]");
}

#[test]
fn a_character_has_no_findings() {
    let bytes = character().to_resource(9).write();
    let mut findings = Findings::of(|findings| {
        ResourceSlice::inspect(&bytes, findings)
            .unwrap()
            .validate(findings)
    });
    character().validate(&mut findings);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn an_animation_resource_leaves_one_animation() {
    let bytes = of_chunks(clip("walk").to_chunks([1, 2]).into());
    let mut stacks = load(&bytes);
    assert_eq!(stacks.resource_kind(), Some(ResourceKind::Animation));
    let built = stacks.take_resource(ResourceKind::Animation).unwrap();
    assert_eq!(built, ResourceContent::Animation(clip("walk")));
    assert_eq!(stacks.left_over(), 0);
}

fn clump(frames: usize, atomics: usize) -> Clump {
    let mut clump = Clump::read(&samples::model("wood").clump.write()).unwrap();
    for parent in 0..frames - 1 {
        let mut frame = clump.frames[0].clone();
        frame.parent = u32::try_from(parent).ok().map(|parent| parent as _);
        clump.frames.push(frame);
    }
    let atomic = clump.atomics[0].clone();
    clump.atomics = vec![atomic; atomics];
    clump
}

#[test]
fn a_clump_is_pushed_by_its_atomics_and_frames() {
    // Source: spec/chunks.md 4.1.
    for ty in [
        ChunkType::CharacterDffData,
        ChunkType::DynamicObjDffData,
        ChunkType::PreinstanceObject,
    ] {
        for (frames, atomics, kind) in [
            (1, 1, ResourceKind::ObjectModel),
            (1, 3, ResourceKind::CarModel),
            (4, 2, ResourceKind::CarModel),
        ] {
            let bytes = of_chunks(vec![Chunk::new(ty, 0, clump(frames, atomics).write())]);
            let mut stacks = load(&bytes);
            assert_eq!(stacks.resource_kind(), Some(kind));
            assert!(stacks.take_resource(kind).is_ok());
        }
    }
}

#[test]
fn a_skinned_model_is_taken_with_its_bone_offsets() {
    let mut offsets = BoneOffsets::default();
    offsets.offsets[1] = [0.0, 0.5, 0.0, 0.0];
    let model = Chunk::new(ChunkType::PreinstanceObject, 0, clump(3, 1).write());
    let bones = Chunk::new(ChunkType::ChunkBoneOffsets, 0, offsets.write());
    let bytes = of_chunks(vec![model.clone(), bones.clone()]);
    let mut stacks = load(&bytes);
    assert_eq!(stacks.resource_kind(), Some(ResourceKind::CharacterModel));
    match stacks.take_resource(ResourceKind::CharacterModel).unwrap() {
        ResourceContent::CharacterModel {
            clump,
            offsets: read,
        } => {
            assert_eq!(clump.frames.len(), 3);
            assert_eq!(*read, offsets);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(stacks.left_over(), 0);
    // The other way round the model lies on top.
    let bytes = of_chunks(vec![bones, model]);
    assert!(
        load(&bytes)
            .take_resource(ResourceKind::CharacterModel)
            .is_err()
    );
}

#[test]
fn a_world_header_takes_a_world_and_its_dictionary() {
    // Source: spec/chunks.md 5.16.
    let level = samples::level_file();
    let bytes = of_chunks(vec![
        Chunk::new(
            ChunkType::TextureDictionaryTid,
            1,
            level.glow_dictionary.write(),
        ),
        Chunk::new(ChunkType::SectorBspData, 2, level.glow_world.write()),
        Chunk::new(ChunkType::WorldHeader, 3, vec![7; 32]),
    ]);
    let mut stacks = load(&bytes);
    let Object::World(world) = stacks.objects.pop_any(0).unwrap() else {
        panic!("no world");
    };
    assert_eq!(
        (world.header.as_slice(), world.hashes),
        (&[7; 32][..], [1, 2, 3])
    );
    assert_eq!(world.dictionary, level.glow_dictionary);
    assert_eq!(world.world, level.glow_world);
    assert_eq!(stacks.left_over(), 0);
}

#[test]
fn a_game_object_list_takes_definitions_and_then_instances() {
    // Source: spec/chunks.md 5.14.
    let chunks = [
        (ChunkType::GameObjectInstance, 1),
        (ChunkType::GameObjectDefinition, 2),
        (ChunkType::GameObjectList, 3),
    ];
    let chunks = chunks.map(|(ty, value)| Chunk::new(ty, value, vec![value as u8; 16]));
    let bytes = of_chunks(chunks.to_vec());
    let mut stacks = load(&bytes);
    let Object::GameObjects(list) = stacks.objects.pop_any(0).unwrap() else {
        panic!("no list");
    };
    assert_eq!(
        [list.instances[0], list.definitions[0], list.list[0]],
        [1, 2, 3]
    );
    assert_eq!(list.hashes, [1, 2, 3]);

    let [instances, definitions, list] = chunks;
    let bytes = of_chunks(vec![definitions, instances, list]);
    assert!(samples::load(&bytes).is_err());
}

#[test]
fn three_types_become_null_pointers() {
    // Source: spec/chunks.md 5.17.
    for ty in [
        ChunkType::CameraAnimation,
        ChunkType::NullPointer,
        ChunkType::GbhScript,
    ] {
        let bytes = of_chunks(vec![Chunk::new(ty, 0, vec![1; 16])]);
        let mut stacks = load(&bytes);
        assert!(stacks.chunks.pop_raw(ChunkType::NullPointer).is_ok());
    }
}

#[test]
fn string_tables_and_scene_data_stay_as_they_are() {
    // Source: spec/chunks.md 5.15.
    for value in [0x0F, 0x10, 0x11, 0x12, 0x13, 0x38] {
        let ty = ChunkType::from_u32(value).unwrap();
        let bytes = of_chunks(vec![Chunk::new(ty, 0, vec![1; 16])]);
        assert!(load(&bytes).chunks.pop_raw(ty).is_ok());
    }
}

/// The global lists of spec/chunks.md 7, file 4.
pub fn global_lists() -> GlobalLists {
    let level = crc32("level900");
    let dependency = |group, resource| DependencyRecord {
        group,
        resource,
        ..Default::default()
    };
    GlobalLists {
        static_sounds: vec![StaticSound::default(); 3].into(),
        characters: vec![CharacterRecord {
            data: 21,
            model: 22,
            dictionary: 23,
            ..Default::default()
        }]
        .into(),
        objects: vec![ObjectRecord {
            model: 11,
            dictionary: 12,
            model_size: 100,
            model_second_size: 612,
            dictionary_size: 200,
            ..Default::default()
        }]
        .into(),
        sheets: vec![SheetRecord {
            size: 400,
            name_hash: 31,
        }]
        .into(),
        animations: vec![AnimRecord {
            name_hash: 41,
            size: 500,
        }]
        .into(),
        dependencies: vec![
            dependency(level, 11),
            dependency(level, 12),
            dependency(ALWAYS, 31),
        ]
        .into(),
        ..GlobalLists::named("warriors")
    }
}

#[test]
fn global_lists_leave_the_stacks_and_always_is_wanted_at_once() {
    let lists = global_lists();
    let bytes = lists.to_resource().write();
    let stacks = load(&bytes);
    assert_eq!(stacks.left_over(), 0);
    let globals = &stacks.globals;
    assert_eq!(globals.static_sounds.as_ref(), Some(&lists.static_sounds));
    assert_eq!(globals.music.as_ref(), Some(&lists.music));
    assert_eq!(globals.characters.as_ref(), Some(&lists.characters));
    assert_eq!(globals.objects.as_ref(), Some(&lists.objects));
    assert_eq!(globals.sound_commands.as_ref(), Some(&lists.sound_commands));
    assert_eq!(
        globals.sound_materials.as_ref(),
        Some(&lists.sound_materials)
    );
    assert_eq!(globals.sheets.as_ref(), Some(&lists.sheets));
    assert_eq!(globals.animations.as_ref(), Some(&lists.animations));
    let dependencies = globals.dependencies.as_ref().unwrap();
    assert!(dependencies.is_needed(31));
    assert!(!dependencies.is_needed(11));
    assert_eq!(dependencies.next_to_load(), Some(31));
    // In the file nothing is wanted.
    assert!(
        !GlobalLists::read(&bytes)
            .unwrap()
            .dependencies
            .is_needed(31)
    );
}

#[test]
fn scenes_lights_and_sound_animations_leave_the_stacks_too() {
    let scenes = SceneList::from(vec![SceneRecord::default()]);
    let lights = LightGlows::from(vec![LightGlowRecord([1; 40])]);
    let bytes = of_chunks(vec![
        Chunk::new(ChunkType::SceneList, 0, scenes.write()),
        Chunk::new(ChunkType::LightGlowData, 0, lights.write()),
        Chunk::new(ChunkType::SoundAnimData, 5, vec![8; 16]),
    ]);
    let stacks = load(&bytes);
    assert_eq!(stacks.left_over(), 0);
    assert_eq!(stacks.globals.scenes, Some(scenes));
    assert_eq!(stacks.globals.light_glows, Some(lights));
    let sounds = stacks.globals.sound_anims.unwrap();
    assert_eq!((sounds.hash, sounds.value.rest()), (5, &[8; 16][..]));
}

#[test]
fn a_pack_is_loaded_by_what_the_lists_know() {
    // Source: spec/resources.md 13: unknown, resident, too big, fine.
    let lists = global_lists();
    let dictionary = samples::dictionary(&["wood"]).write();
    let textures = |name_hash| {
        Resource::new(
            name_hash,
            [Chunk::new(
                ChunkType::RenderwareTextureDic,
                name_hash,
                dictionary.clone(),
            )],
        )
    };
    let bytes = Pack {
        resources: vec![textures(99), textures(23), textures(12), textures(12)],
    }
    .write();
    let (pack, _) = PackSlice::read(&bytes, Rules::Strict).unwrap();
    let resident = std::cell::RefCell::new(std::collections::BTreeSet::new());
    let choose = |group: &ResourceSlice<'_>| match lists.find(group.name_hash) {
        None => GroupChoice::Skip(SkipReason::Unknown),
        Some(_) if resident.borrow().contains(&group.name_hash) => {
            GroupChoice::Skip(SkipReason::Resident)
        }
        Some(info) if info.size == 0 => GroupChoice::Skip(SkipReason::Empty),
        Some(_) => GroupChoice::Load,
    };
    let handlers = HandlerTable::default();
    let mut log = Vec::new();
    for group in pack.load_chosen(&handlers, choose) {
        match group {
            Group::Skipped(hash, reason) => log.push((hash, Some(reason))),
            Group::Loaded(group) => {
                let kind = lists.find(group.name_hash).unwrap().kind;
                assert!(group.outcome.unwrap().take_resource(kind).is_ok());
                resident.borrow_mut().insert(group.name_hash);
                log.push((group.name_hash, None));
            }
        }
    }
    assert_eq!(
        log,
        [
            (99, Some(SkipReason::Unknown)),
            (23, Some(SkipReason::Empty)),
            (12, None),
            (12, Some(SkipReason::Resident)),
        ]
    );
}

#[test]
fn what_stands_around_a_section_is_kept_and_found() {
    let mut resource = Resource::read(&samples::level_file().write()).unwrap();
    // Another section before the skyline's model, and bytes behind the glow world.
    let mut before = vec![0x99, 0, 0, 0, 4, 0, 0, 0, 0x0A, 0, 2, 0x1C, 1, 2, 3, 4];
    before.append(&mut resource.chunks[2].bytes);
    resource.chunks[2].bytes = before;
    resource.chunks[8].bytes.extend([5; 16]);
    let bytes = resource.write();
    let level = LevelFile::read(&bytes).unwrap();
    assert_eq!(level.unread.around[1].before.len(), 16);
    assert!(matches!(level.unread.around[7].after, Tail::Bytes(_)));
    assert!(level.write() == bytes);
    let findings = Findings::of(|f| level.validate(f));
    assert_eq!(
        findings.rules_at(),
        [("section-first", "chunk[2]"), ("chunk-padding", "chunk[8]")]
    );
}

#[test]
fn planes_that_stand_in_the_occluders_are_kept_until_the_occluders_change() {
    let mut resource = Resource::read(&samples::level_file().write()).unwrap();
    resource.chunks[0].bytes[16] = 9;
    let bytes = resource.write();
    let mut level = LevelFile::read(&bytes).unwrap();
    assert!(level.unread.occluders.is_some());
    assert!(level.write() == bytes);
    level.occluders.clear();
    let read = LevelFile::read(&level.write()).unwrap();
    assert!(read.occluders.is_empty() && read.unread.occluders.is_none());
}

#[test]
fn each_background_model_is_linked_to_the_first_texture_of_its_dictionary() {
    let mut level = samples::level_file();
    // Its material names "sky"; the game shows the first texture all the same.
    level.sky.dictionary = samples::dictionary(&["other", "sky"]);
    let (material, texture) = level.sky.linked().unwrap();
    assert_eq!(
        material.texture.as_ref().map(|named| named.name.as_str()),
        Some("sky")
    );
    assert_eq!(texture.name, "other");

    let mut findings = Findings::of(|f| level.validate(f));
    assert!(findings.is_empty(), "{findings:?}");
    level.clouds.dictionary = samples::dictionary(&[]);
    level.glow_dictionary = samples::dictionary(&["lamp"]);
    level.validate(&mut findings);
    assert_eq!(
        findings.rules_at(),
        [
            ("level-model-link", "clouds"),
            ("level-glow-texture", "glow world")
        ]
    );
}

#[test]
fn a_standalone_resource_is_what_lies_on_top_of_its_stacks() {
    let mut findings = Findings::new();
    let mut resource = character().to_resource(9);
    let (hash, built) = ResourceContent::read(&resource.write(), &mut findings).unwrap();
    assert_eq!(hash, 9);
    assert_eq!(built, ResourceContent::CharacterData(Box::new(character())));
    assert!(findings.is_empty());
    // An animation that no slot names, the first of the file, is left over.
    resource
        .chunks
        .splice(0..0, clip("third").to_chunks([0; 2]));
    let (_, built) = ResourceContent::read(&resource.write(), &mut findings).unwrap();
    assert_eq!(built, ResourceContent::CharacterData(Box::new(character())));
    assert_eq!(findings.as_slice()[0].rule, "stack-left-over");
    let list = of_chunks(vec![Chunk::new(ChunkType::SceneList, 0, vec![0; 16])]);
    assert!(ResourceContent::read(&list, &mut findings).is_err());
}

#[test]
fn a_level_is_inspected_with_every_pass() {
    let mut findings = Findings::new();
    let bytes = samples::level_file().write();
    assert!(LevelFile::inspect(&bytes, &mut findings).is_ok());
    assert!(findings.is_empty(), "{findings:?}");
    let mut level = samples::level_file();
    level.skyline.clump.atomics.clear();
    let mut bytes = level.write();
    bytes.extend([0; 16]);
    assert!(LevelFile::inspect(&bytes, &mut findings).is_err());
    let rules = findings.rules();
    assert_eq!(
        rules,
        [
            "container-trailing-bytes",
            "clump-atomics",
            "clump-geometry-used",
            // Only an atomic knows the scale.
            "bounding-sphere"
        ]
    );
}

#[test]
fn a_picture_keeps_what_its_dictionary_chunk_has_besides() {
    let dictionary = samples::dictionary(&["page"]);
    let picture = Picture::new(7, dictionary, SpriteSheet::loading_picture());
    let mut resource = picture.to_resource(8);
    resource.chunks[0].bytes.extend([1; 16]);
    resource.chunks[1].hash = 3;
    let bytes = resource.write();
    let (name_hash, read) = Picture::read(&bytes).unwrap();
    assert_eq!((name_hash, read.hashes), (8, [7, 3]));
    assert!(read.to_resource(name_hash).write() == bytes);
}
