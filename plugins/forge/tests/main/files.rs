//! Every file of every recipe, as all readers and all passes of validation see it.

use std::collections::BTreeSet;

use wonderwheel_forge::game::{museum, packs};
use wonderwheel_forge::retail_table::RetailTable;
use wonderwheel_forge::{ForgedGame, Recipe, forge_each};
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::bank_index::BankIndex;
use wonderwheel_warriors::chunk::results::ResourceContent;
use wonderwheel_warriors::chunk::{Resource, ResourceSlice};
use wonderwheel_warriors::classify::{Classification, FileKind, ResourceShape};
use wonderwheel_warriors::collision::CollisionMesh;
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::lists::{ALWAYS, GlobalLists, SceneList};
use wonderwheel_warriors::lua::LuaChunk;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names::{self, crc32, generate, resource_file, resource_of_file};
use wonderwheel_warriors::object_list::ObjectList;
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::path_data::PathData;
use wonderwheel_warriors::subtitles::Subtitles;
use wonderwheel_warriors::world_stream::WorldStream;

use crate::support::{demo, forged};

/// What of a name's kind an extractor does not know: this project's own files.
const OWN: &str = ".settings.ron";

/// Reads a file as what its name says, writes it back, and runs every pass over it.
fn check(name: &str, bytes: &[u8], findings: &mut Findings) {
    let known = Classification::of(Some(name), Content::whole(bytes), false);
    match known.kind {
        FileKind::Pack => {
            let (pack, read) = PackSlice::inspect(bytes, findings);
            read.unwrap();
            pack.validate(findings);
            if name != packs::ENDED_EARLY {
                assert!(Pack::read(bytes).unwrap().write() == bytes, "{name}");
            }
        }
        FileKind::Resource(ResourceShape::Level) => level(bytes, findings),
        FileKind::Resource(ResourceShape::Global) => {
            let lists = GlobalLists::read(bytes).unwrap();
            assert!(lists.to_resource().write() == bytes, "{name}");
            lists.validate(findings);
        }
        FileKind::Resource(shape) => {
            assert_ne!(shape, ResourceShape::Other, "{name}");
            let resource = ResourceSlice::inspect(bytes, findings).unwrap();
            resource.validate(findings);
            assert!(Resource::read(bytes).unwrap().write() == bytes, "{name}");
            if shape != ResourceShape::SceneList {
                ResourceContent::read(bytes, findings).unwrap();
            }
        }
        FileKind::WorldPart => {
            let part = Part::read(bytes).unwrap();
            part.check_name(name).unwrap();
            assert!(part.write() == bytes, "{name}");
            part.dictionary.validate(findings);
            for atomic in &part.atomics {
                atomic.atomic.validate(findings);
            }
        }
        FileKind::WorldStream => {
            let stream = WorldStream::read(bytes).unwrap();
            assert!(stream.write() == bytes, "{name}");
            stream.dictionary.validate(findings);
            stream.world.validate(findings);
        }
        FileKind::Manifest => {
            assert!(Manifest::read(bytes).unwrap().write() == bytes, "{name}");
        }
        FileKind::Lua => LuaChunk::read(bytes).unwrap().validate(findings),
        FileKind::ObjectList => {
            let list = ObjectList::read(bytes).unwrap();
            assert!(list.write() == bytes, "{name}");
            list.validate(findings);
        }
        FileKind::BankIndex => {
            let index = BankIndex::read(bytes).unwrap();
            assert!(index.write() == bytes, "{name}");
            index.validate(findings);
        }
        // Their rule is all that is known of them.
        FileKind::SceneRecord | FileKind::BankSamples => {}
        other => panic!("{name} is {other}"),
    }
}

fn level(bytes: &[u8], findings: &mut Findings) {
    let level = LevelFile::inspect(bytes, findings).unwrap();
    assert!(level.write() == bytes);
    for model in [&level.sky, &level.clouds, &level.skyline] {
        model.dictionary.validate(findings);
    }
    level.glow_dictionary.validate(findings);
    level.glow_world.validate(findings);
    let collision = CollisionMesh::from_raw(&level.collision).unwrap();
    collision.validate(findings);
    let paths = PathData::read(&mut Cursor::new(&level.path_data)).unwrap();
    paths.validate(findings);
    let subtitles = Subtitles::read(&level.subtitles).unwrap();
    subtitles.validate(findings);
}

fn check_all(game: &ForgedGame) {
    let mut faults = Vec::new();
    for (name, bytes) in &game.files {
        assert_eq!(*name, name.to_ascii_lowercase());
        if name.ends_with(OWN) {
            continue;
        }
        let known = Classification::of(Some(name), Content::whole(bytes), true);
        let alone = Classification::of(None, Content::whole(bytes), name.ends_with(".msb"));
        if name != packs::ENDED_EARLY {
            assert!(known.by_name && known.agrees, "{name}: {known:?}");
            assert_eq!(alone.kind, known.kind, "{name}");
        }
        let mut findings = Findings::new();
        check(name, bytes, &mut findings);
        let found = findings.into_vec();
        faults.extend(found.iter().map(|finding| format!("{name}: {finding}")));
    }
    faults.retain(|fault| !fault.contains("pack-ended-early"));
    // What the museum breaks is held against its own list.
    let museum = museum::file();
    faults.retain(|fault| !fault.starts_with(&museum));
    assert!(
        faults.is_empty(),
        "{} faults: {:#?}",
        faults.len(),
        &faults[..faults.len().min(12)]
    );
}

#[test]
fn every_file_of_the_demo_keeps_the_rules() {
    check_all(demo());
}

#[test]
fn every_file_of_every_shaped_level_keeps_the_rules() {
    for level in RetailTable::builtin().unwrap().0 {
        check_all(&forged(&format!("retail_shape:{}", level.name)));
    }
}

#[test]
fn every_file_of_the_game_keeps_the_rules() {
    check_all(&forged("game"));
}

#[test]
fn the_same_game_twice_is_the_same_bytes() {
    let game = forged("game");
    assert!(game == forged("game"));
    let bytes: usize = game.files.values().map(Vec::len).sum();
    assert!((1_000_000..10_000_000).contains(&bytes), "{bytes}");
    assert_eq!(game.level, "level99");
}

#[test]
fn another_seed_gives_other_bytes_under_the_same_names() {
    let mut recipe = Recipe::builtin("game").unwrap();
    recipe.set_seed(5);
    let other = wonderwheel_forge::forge(&recipe, &mut |_| {}).unwrap();
    let game = forged("game");
    assert!(other != game);
    assert!(other.files.keys().eq(game.files.keys()));
}

#[test]
fn all_lists_of_the_game_agree_with_its_files() {
    let game = forged("game");
    let lists = GlobalLists::read(&game.files["warriors.glr"]).unwrap();
    let file = |hash: u32| game.files.get(&resource_file(hash));
    let size = |hash: u32| file(hash).map(|file| file.len() as u32);
    let ghost = crc32(&format!("{}_geo", packs::EMPTY_IN_LISTS));
    for object in &lists.objects.records {
        if object.model == ghost {
            assert_eq!((object.model_size, size(ghost)), (0, None));
        } else {
            assert_eq!(size(object.model), Some(object.model_size));
            assert_eq!(object.model_second_size, object.model_size + 0x200);
        }
        assert_eq!(size(object.dictionary), Some(object.dictionary_size));
        if object.second_dictionary != 0 {
            let second = object.second_dictionary_size;
            assert_eq!(size(object.second_dictionary), Some(second));
        }
        let damaged = object.damaged;
        assert!(damaged == 0 || lists.objects.find(damaged).is_some());
    }
    for character in &lists.characters.records {
        assert_eq!(size(character.data), Some(character.data_size));
        assert_eq!(size(character.model), Some(character.model_size));
        assert_eq!(size(character.dictionary), Some(character.dictionary_size));
    }
    for sheet in &lists.sheets.records {
        assert_eq!(size(sheet.name_hash), Some(sheet.size));
    }
    // Source: spec/chunks.md 5.7.
    for (index, name) in [
        (0, "part_page0"),
        (3, "menu_system"),
        (13, "big_font"),
        (51, "legal_screen"),
    ] {
        let place = lists.sheets.find(crc32(name)).map(|(at, _)| at);
        assert_eq!(place, Some(index), "{name}");
    }
    let clips = game.files.iter().filter(|(name, _)| name.ends_with(".anm"));
    assert_eq!(clips.clone().count(), lists.animations.records.len());
    for (name, bytes) in clips {
        let (_, listed) = lists.animations.find(crc32(name)).unwrap();
        assert_eq!(listed.size as usize, bytes.len(), "{name}");
    }
    for record in &lists.dependencies.records {
        assert!(size(record.resource).is_some(), "{record:?}");
        assert!(
            [ALWAYS, crc32("level1"), crc32("level2"), crc32("level99")].contains(&record.group)
                || size(record.group).is_some()
                || record.group == ghost,
            "{record:?}"
        );
    }
    assert!(lists.dependencies.of_group(ALWAYS).count() > 0);
    assert!(lists.dependencies.of_group(crc32("level99")).count() > 0);
    // Each static sound lies whole in a bank whose index has its hash at its offset.
    for sound in &lists.static_sounds.records {
        let entry: Vec<u8> = [sound.name_hash, sound.offset]
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        let bank = game.files.iter().find(|(name, bytes)| {
            name.ends_with(".msd") && bytes.chunks(8).any(|pair| pair == entry)
        });
        let samples = bank.unwrap().0.replace(".msd", ".msb");
        assert!((sound.offset + sound.size) as usize <= game.files[&samples].len());
    }
    let scenes = Resource::read(&game.files["scene_list.cnk"]).unwrap();
    let scenes = SceneList::read(&scenes.chunks[0].bytes).unwrap();
    for scene in &scenes.records {
        let file = &game.files[&format!("{}.scn", scene.name())];
        assert_eq!(file.len() as u32, scene.size);
    }
    let files = game.files.keys().filter(|name| name.ends_with(".scn"));
    assert_eq!(files.count(), scenes.records.len());
}

#[test]
fn objects_of_a_level_are_known_types_or_emitters() {
    let game = forged("game");
    let lists = GlobalLists::read(&game.files["warriors.glr"]).unwrap();
    let mut counts = Vec::new();
    let lists_of_levels = game.files.iter();
    for (name, bytes) in lists_of_levels.filter(|(name, _)| name.ends_with("_objs.txt")) {
        let list = ObjectList::read(bytes).unwrap();
        counts.push((name.as_str(), list.objects.len()));
        for object in list.objects {
            let record = lists.objects.find(crc32(&object.name));
            assert!(object.is_emitter() || record.is_some(), "{object:?}");
        }
    }
    assert_eq!(
        counts,
        [
            ("level100_objs.txt", 0),
            ("level1_objs.txt", 2),
            ("level2_objs.txt", 10),
            ("level99_objs.txt", 17)
        ]
    );
}

#[test]
fn packs_have_what_loaders_must_meet() {
    let game = forged("game");
    let lists = GlobalLists::read(&game.files["warriors.glr"]).unwrap();
    let hash = |name: &str| crc32(&format!("{name}_geo"));
    // What is in the museum no list knows.
    let mut files = game.files.clone();
    files.retain(|name, _| name.ends_with(".pak") && *name != museum::file());
    let mut twice = 0;
    let (mut unknown, mut empty) = (BTreeSet::new(), BTreeSet::new());
    for (name, bytes) in &files {
        let mut findings = Findings::new();
        let (pack, read) = PackSlice::inspect(bytes, &mut findings);
        read.unwrap();
        assert!(pack.resources.len() >= 2, "{name}");
        let ended = findings
            .into_vec()
            .iter()
            .any(|f| f.rule == "pack-ended-early");
        assert_eq!(ended, name == packs::ENDED_EARLY);
        assert_eq!(Pack::read(bytes).is_err(), ended);
        for resource in &pack.resources {
            twice += u32::from(resource.name_hash == hash(packs::RESIDENT_TWICE));
            match lists.find(resource.name_hash) {
                None => assert!(unknown.insert(resource.name_hash)),
                Some(info) if info.size == 0 => assert!(empty.insert(resource.name_hash)),
                Some(info) => assert_eq!(info.size as usize, resource.to_resource().write().len()),
            }
        }
    }
    assert!(twice >= 3);
    assert_eq!(unknown, [hash(packs::UNKNOWN_TO_LISTS)].into());
    assert_eq!(empty, [hash(packs::EMPTY_IN_LISTS)].into());
}

/// An archive's index holds hashes only; every name of the game can be found again. Source: spec/archives.md 4.
#[test]
fn the_generator_finds_every_name_of_the_game() {
    let game = forged("game");
    let hashes = game.files.keys().map(|name| names::wad_hash(name));
    let index: BTreeSet<u32> = hashes.collect();
    let mut found: BTreeSet<String> = BTreeSet::new();
    let exists = |hash: u32| index.contains(&hash);
    found.extend(generate::all(exists).map(|candidate| candidate.file));
    let lists = GlobalLists::read(&game.files["warriors.glr"]).unwrap();
    let mut resources: Vec<u32> = Vec::new();
    for object in &lists.objects.records {
        resources.extend([object.model, object.dictionary, object.second_dictionary]);
    }
    for character in &lists.characters.records {
        resources.extend([character.data, character.model, character.dictionary]);
    }
    resources.extend(lists.sheets.records.iter().map(|sheet| sheet.name_hash));
    found.extend(resources.into_iter().map(resource_file));
    for (_, bytes) in game.files.iter().filter(|(name, _)| name.ends_with(".anm")) {
        let ResourceContent::Animation(clip) = ResourceContent::read(bytes, &mut Findings::new())
            .unwrap()
            .1
        else {
            panic!("no animation")
        };
        found.insert(generate::clip(&clip.name()).file.to_ascii_lowercase());
    }
    let scenes = Resource::read(&game.files["scene_list.cnk"]).unwrap();
    for scene in SceneList::read(&scenes.chunks[0].bytes).unwrap().records {
        found.extend(generate::scene(&scene.name(), exists).map(|candidate| candidate.file));
    }
    let missing: Vec<_> = game
        .files
        .keys()
        .filter(|name| !name.ends_with(OWN) && !found.contains(*name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    // Every decimal name is the hash in the file's own header.
    for (name, bytes) in &game.files {
        if let Some(hash) = resource_of_file(name) {
            assert_eq!(bytes[12..16], hash.to_le_bytes(), "{name}");
        }
    }
}

#[test]
fn all_shapes_come_one_by_one_and_in_about_the_size_of_the_disc() {
    let recipe = Recipe::builtin("retail_shape:all").unwrap();
    let (mut bytes, mut kinds) = (0, [0; 4]);
    let mut known = BTreeSet::new();
    forge_each(&recipe, &mut |_| {}, &mut |name, file| {
        assert!(known.insert(name.to_owned()), "{name} twice");
        bytes += file.len();
        let ends = [".lev", "_sec.wld", "_sec.mem", ".sec"];
        for (count, end) in kinds.iter_mut().zip(ends) {
            *count += usize::from(name.ends_with(end));
        }
    })
    .unwrap();
    // Source: spec/archives.md 4.1 and 5.1: 64 level files, 159 worlds, and the 1,564 parts that manifests count.
    assert_eq!(kinds, [64, 159, 159, 1_564]);
    // 70,177,584 + 279,667,294 + 31,902,768, to two per cent.
    assert!((374_000_000..390_000_000).contains(&bytes), "{bytes}");
}
