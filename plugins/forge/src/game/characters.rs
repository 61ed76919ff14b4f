//! Characters: skinned models with bones, character data with animations, the default set, and the Character List.

use std::collections::BTreeMap;

use glam::Vec3;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::frame::Frame;
use wonderwheel_renderware::geometry::{Geometry, Vertices};
use wonderwheel_renderware::hanim::{HAnim, HAnimBone, HAnimHierarchy};
use wonderwheel_renderware::native_data::{ChainOptions, NativeData};
use wonderwheel_renderware::section::{RawSection, id};
use wonderwheel_renderware::skin::Skin;
use wonderwheel_renderware::skinned_chain::{BoneWeight, SkinnedMesh, encode_skinned};
use wonderwheel_warriors::animation::Animation;
use wonderwheel_warriors::bone_offsets::BoneOffsets;
use wonderwheel_warriors::character::{AnimRange, Character, CharacterData, SLOTS};
use wonderwheel_warriors::chunk::{ChunkType, Resource};
use wonderwheel_warriors::lists::CharacterRecord;
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::names::generate::ANIMATION_SET;

use super::props::{dictionary_name, model_name, textures, triangles};
use super::store::Store;
use crate::error::Result;
use crate::kit::encode::atomic::{SCALES, untextured};
use crate::kit::encode::resource;
use crate::kit::mesh::GRID;
use crate::kit::mesh::pack::pack;

/// The characters; all share one resource of character data.
pub const CHARACTERS: [&str; 2] = ["walker_a", "walker_b"];
/// The character data that both share.
pub const DATA: &str = "walker";

/// Bones of a model; with the root a clump has one frame more. Source: spec/renderware.md 11.
const BONES: usize = 32;
/// What the model's size is charged with on top. Source: spec/chunks.md 5.5.
const SECOND_SIZE_MORE: u32 = 0x1DF;

/// Makes characters and the default set, and lists them.
///
/// # Errors
/// None.
pub fn add(store: &mut Store, clips: &[Animation], seed: u64) -> Result<()> {
    let few = clips.get(..2).unwrap_or(clips);
    let data = store.standalone(character(few, 100).to_resource(crc32(DATA)));
    for (i, name) in (0..).zip(CHARACTERS) {
        let model = store.standalone(model(name, 1.0 + i as f32 * 0.08)?);
        let skin = store.standalone(textures(&dictionary_name(name), seed as u32 ^ 0xC0 ^ i)?);
        store.need(model.hash, skin.hash);
        store.need(model.hash, data.hash);
        store.lists.characters.records.push(CharacterRecord {
            name_hash: crc32(name),
            data: data.hash,
            model: model.hash,
            dictionary: skin.hash,
            data_size: data.size,
            model_size: model.size,
            model_second_size: model.size + SECOND_SIZE_MORE,
            dictionary_size: skin.size,
        });
    }
    // The set that every slot without an animation of its own falls back on; no list has it.
    store.standalone(character(clips, 0).to_resource(crc32(ANIMATION_SET)));
    Ok(())
}

/// A character whose own animations play under ids that begin at `first`: the first and the last one under two.
fn character(clips: &[Animation], first: usize) -> Character {
    let mut data = CharacterData::default();
    let mut ranges = vec![AnimRange::default(); SLOTS];
    let mut animations = BTreeMap::new();
    let numbers = (0..clips.len()).chain([0, clips.len().saturating_sub(1)]);
    for (id, number) in (first..).step_by(3).zip(numbers) {
        if let (Some(slot), Some(range)) = (data.slots.get_mut(id), ranges.get_mut(id)) {
            *slot = number as u32;
            *range = AnimRange {
                direction: [0, 1_000],
                reach: 1.2,
                far: 1_500,
                damage: 10,
                ..AnimRange::default()
            };
        }
    }
    for (number, clip) in (0..).zip(clips) {
        animations.insert(number, clip.clone());
    }
    Character {
        data,
        ranges: ranges.into(),
        animations,
    }
}

/// Where a bone stands under its parent, RenderWare axes: a tree that spreads upwards from the hips.
fn offset(bone: usize) -> Vec3 {
    match bone {
        0 => Vec3::new(0.0, 0.9, 0.0),
        _ => {
            let side = if bone.is_multiple_of(2) { 1.0 } else { -1.0 };
            let level = (bone + 1).ilog2() as f32;
            Vec3::new(side * 0.5 / level, 0.16, 0.06 * side)
        }
    }
}

fn parent(bone: usize) -> Option<usize> {
    bone.checked_sub(1).map(|above| above / 2)
}

/// Where bones stand in the model.
fn places(size: f32) -> [Vec3; BONES] {
    let mut places = [Vec3::ZERO; BONES];
    for bone in 0..BONES {
        let above = parent(bone).map_or(Vec3::ZERO, |above| places[above]);
        places[bone] = above + offset(bone) * size;
    }
    places
}

fn model(name: &str, size: f32) -> Result<Resource> {
    let mut offsets = [[0.0; 4]; BoneOffsets::BONES];
    for (bone, place) in offsets.iter_mut().take(BONES).enumerate() {
        // The pose is in game axes.
        let [x, y, z] = (offset(bone) * size).to_array();
        *place = [x, -z, y, 0.0];
    }
    let offsets = BoneOffsets {
        offsets,
        tail: Default::default(),
    };
    let chunks = [
        (ChunkType::PreinstanceObject, clump(size)?.write()),
        (ChunkType::ChunkBoneOffsets, offsets.write()),
    ];
    Ok(resource(&model_name(name), chunks))
}

fn clump(size: f32) -> Result<Clump> {
    let geometry = skinned(&places(size))?;
    let mut frames = vec![Frame::default()];
    for bone in 0..BONES {
        frames.push(Frame {
            position: (offset(bone) * size).to_array(),
            parent: Some(parent(bone).map_or(0, |above| above as u32 + 1)),
            extension: vec![RawSection::new(id::HANIM, hanim(bone).write())].into(),
            ..Frame::default()
        });
    }
    Ok(Clump {
        frames,
        atomics: vec![Atomic::in_clump(0, 0, SCALES)],
        ..Clump::single(geometry, SCALES)
    })
}

/// The first bone has the list of all.
fn hanim(bone: usize) -> HAnim {
    let hierarchy = HAnimHierarchy {
        flags: 0,
        key_frame_bytes: 36,
        bones: (0..BONES as i32)
            .map(|bone| HAnimBone {
                id: bone,
                index: bone,
                flags: 0,
            })
            .collect(),
    };
    HAnim {
        version: 0x100,
        bone_id: bone as i32,
        hierarchy: (bone == 0).then_some(hierarchy),
    }
}

/// A block around each bone, which moves with it alone.
fn skinned(places: &[Vec3; BONES]) -> Result<Geometry> {
    let blocks = places.map(|place| {
        let half = Vec3::splat(0.045);
        [(place - half).to_array(), (place + half).to_array()]
    });
    let mut mesh = pack(&triangles(&blocks), Vec3::ZERO, GRID, 1, true)?;
    // Characters are lit, not prelit.
    mesh.colours.clear();
    let nearest = |position: &[i16; 4]| {
        let [x, y, z, _] = position.map(|v| f32::from(v) * GRID);
        let distance = |place: &Vec3| place.distance_squared(Vec3::new(x, y, z));
        let bones = places.iter().enumerate();
        let nearest = bones.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        nearest.map_or(0, |(bone, _)| bone as u8)
    };
    let weights = mesh.positions.iter().map(|position| {
        let none = BoneWeight::default();
        [BoneWeight::new(nearest(position), 1.0), none, none, none]
    });
    let skinned = SkinnedMesh {
        weights: weights.collect(),
        mesh,
    };
    let options = ChainOptions::default();
    let meshes = [(0, skinned.mesh.clone())];
    let mut geometry = Geometry::packed(vec![untextured()], &meshes, SCALES, &options);
    let chain = encode_skinned(&skinned, true, &options);
    geometry.vertices = Vertices::Native(NativeData::new(vec![chain]));
    let inverse_bind = places.map(|place| {
        let [x, y, z] = (-place).to_array();
        [
            1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 0.0,
        ]
    });
    let skin = Skin::new(inverse_bind.to_vec(), 4).write();
    geometry.extension.push(RawSection::new(id::SKIN, skin));
    Ok(geometry)
}
