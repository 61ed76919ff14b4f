//! Seeds of chunk payloads, and of resources made of few chunks.

use wonderwheel_warriors::animation::{Animation, Event, Key};
use wonderwheel_warriors::character::{AnimRange, AnimRangeList, Character};
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::collision::{CollisionMesh, Material, Triangle, TriangleFlags};
use wonderwheel_warriors::lists::{
    AnimList, AnimRecord, CharacterList, CharacterRecord, DependencyList, DependencyRecord,
    GlobalLists, ObjectList, ObjectRecord, SceneList, SceneRecord, SheetRecord, SheetTable,
};
use wonderwheel_warriors::path_data::{AreaPlan, HolePlan, Path, PathData};
use wonderwheel_warriors::sound::{
    SoundCommands, SoundMaterial, SoundMaterials, StaticSound, StaticSounds,
};

use super::super::renderware::{small_dictionary, streamed_world};
use crate::warriors::write_collision;

fn clip(name: &str) -> Animation {
    let key = |frames| Key {
        frames,
        ..Key::default()
    };
    Animation {
        root_velocity: vec![key(0)],
        events: vec![Event::default()],
        ..Animation::new(name, 30, [(2, &[key(0), key(30)][..]), (33, &[key(0)])])
    }
}

/// Two channels, a root key and an event; and nothing.
pub fn animation_chunks() -> Vec<Vec<u8>> {
    let bytes = |animation: &Animation| {
        let mut out = animation.write_descriptor();
        out.extend(animation.write_keys());
        out
    };
    vec![bytes(&clip("walk")), bytes(&Animation::default())]
}

/// Two slots with animations of their own and few ranges; and the slots alone.
pub fn character() -> Vec<Vec<u8>> {
    let mut character = Character::default();
    for (slot, number) in character.data.slots.iter_mut().zip(0..2) {
        *slot = number;
    }
    character.ranges = AnimRangeList::from(vec![AnimRange::default(); 2]);
    for (number, name) in [(0, "second"), (1, "first")] {
        character.animations.insert(number, clip(name));
    }
    vec![character.to_resource(7).write(), character.data.write()]
}

/// Each list with a record or two, and a global resource with all of them.
pub fn lists() -> Vec<Vec<u8>> {
    let characters = CharacterList::from(vec![CharacterRecord {
        model: 5,
        model_size: 64,
        ..CharacterRecord::default()
    }]);
    let objects = ObjectList::from(vec![ObjectRecord {
        model: 6,
        model_size: 16,
        model_second_size: 32,
        ..ObjectRecord::default()
    }]);
    let sheets = SheetTable::from(vec![SheetRecord {
        size: 48,
        name_hash: 7,
    }]);
    let animations = AnimList::from(vec![AnimRecord {
        name_hash: 8,
        size: 96,
    }]);
    let needs = |resource| DependencyRecord {
        group: 1,
        resource,
        ..DependencyRecord::default()
    };
    let dependencies = DependencyList::from(vec![needs(5), needs(6)]);
    let scenes = SceneList::from(vec![SceneRecord::default()]);
    let payloads = [
        characters.write(),
        objects.write(),
        sheets.write(),
        animations.write(),
        dependencies.write(),
        scenes.write(),
    ];
    let all = GlobalLists {
        characters,
        objects,
        sheets,
        animations,
        dependencies,
        ..GlobalLists::named("warriors")
    };
    let mut seeds: Vec<_> = payloads.into();
    seeds.push(all.to_resource().write());
    seeds
}

/// Two sounds, one material, the classes.
pub fn sound() -> Vec<Vec<u8>> {
    vec![
        StaticSounds::from(vec![StaticSound::default(); 2]).write(),
        SoundMaterials::from(vec![SoundMaterial::default()]).write(),
        SoundCommands::default().write(),
    ]
}

/// A room with a block in it, a second room beside it; and no path at all.
pub fn path_data() -> Vec<Vec<u8>> {
    let rectangle =
        |x0: f32, y0: f32, x1: f32, y1: f32| vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
    let areas = [
        AreaPlan {
            ground_area: 1,
            outline: rectangle(0.0, 0.0, 10.0, 10.0),
            holes: vec![HolePlan {
                outline: rectangle(4.0, 4.0, 6.0, 6.0),
                flags: Path::ORDINARY_HOLE,
            }],
            nodes: vec![[2.0, 2.0, 0.0], [8.0, 8.0, 0.0]],
        },
        AreaPlan {
            ground_area: 2,
            outline: rectangle(10.0, 0.0, 20.0, 10.0),
            nodes: vec![[12.0, 5.0, 0.0]],
            ..AreaPlan::default()
        },
    ];
    let data = PathData::build(&areas, &[]).unwrap_or_default();
    vec![data.write(), PathData::default().write()]
}

/// Ground of eight triangles.
pub fn collision_chunks() -> Vec<Vec<u8>> {
    let vertices: Vec<_> = (0..10_u8)
        .map(|i| [4.0 * f32::from(i / 2), 8.0 * f32::from(i % 2), 0.0])
        .collect();
    let triangles: Vec<_> = (0..8)
        .map(|i| Triangle {
            vertices: match i % 2 {
                0 => [i, i + 2, i + 1],
                _ => [i, i + 1, i + 2],
            },
            flags: TriangleFlags::ORDINARY,
            material: Material(1),
            area: 0,
        })
        .collect();
    let mesh = CollisionMesh::build(&vertices, &triangles);
    mesh.iter().map(write_collision).collect()
}

/// The game object list, and a world with its header.
pub fn game_objects() -> Vec<Vec<u8>> {
    let write = |chunks: Vec<(ChunkType, Vec<u8>)>| {
        let chunks = chunks.into_iter();
        Resource::new(1, chunks.map(|(ty, bytes)| Chunk::new(ty, 0, bytes))).write()
    };
    vec![
        write(vec![
            (ChunkType::GameObjectInstance, vec![1; 16]),
            (ChunkType::GameObjectDefinition, vec![2; 16]),
            (ChunkType::GameObjectList, vec![3; 16]),
        ]),
        write(vec![
            (
                ChunkType::RenderwareTextureDic,
                small_dictionary("road").write(),
            ),
            (ChunkType::SectorBspData, streamed_world().write()),
            (ChunkType::WorldHeader, vec![4; 16]),
        ]),
    ]
}

/// A file of every kind, and a resource of every chunk that has a seed.
pub fn outline() -> Vec<Vec<u8>> {
    let of = |ty, seeds: Vec<Vec<u8>>| {
        let chunks = seeds.into_iter().map(move |bytes| Chunk::new(ty, 0, bytes));
        chunks.take(1)
    };
    let mut chunks: Vec<Chunk> = clip("walk").to_chunks([0; 2]).into();
    chunks.extend(of(ChunkType::Occluders, super::occluders()));
    chunks.extend(of(ChunkType::ParticlePage, super::rectangles()));
    chunks.extend(of(ChunkType::Subtitles, super::subtitles()));
    chunks.extend(of(ChunkType::PathData, path_data()));
    chunks.extend(of(ChunkType::StaticSounds, sound()));
    chunks.extend(of(ChunkType::CharacterList, lists()));
    let everything = Resource::new(1, chunks);
    let mut seeds = super::classify();
    seeds.push(everything.write());
    seeds.extend(collision_chunks());
    seeds.extend(character().into_iter().take(1));
    seeds
}

/// As [`outline`].
pub fn validate() -> Vec<Vec<u8>> {
    outline()
}
