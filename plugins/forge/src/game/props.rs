//! Object types: models and dictionaries, a car among them, and the Object List.

use glam::Vec3;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::frame::Frame;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::native_data::ChainOptions;
use wonderwheel_warriors::chunk::{ChunkType, Resource};
use wonderwheel_warriors::lists::ObjectRecord;
use wonderwheel_warriors::names::crc32;

use super::store::{Store, StoredResource};
use crate::error::Result;
use crate::kit::encode::atomic::{SCALES, untextured};
use crate::kit::encode::noise_texture::noise_texture;
use crate::kit::encode::resource;
use crate::kit::mesh::pack::pack;
use crate::kit::mesh::piece::{Faces, Triangles};
use crate::kit::mesh::{GRID, Piece, Surface};

/// A block of a prop: lowest and highest corner, metres, RenderWare axes.
type Block = [[f32; 3]; 2];

/// An object type.
#[derive(Debug, Clone, Copy)]
pub struct Prop {
    /// Its name; lower case.
    pub name: &'static str,
    /// The type whose dictionary it shows.
    pub dictionary: &'static str,
    /// What it is made of.
    pub blocks: &'static [Block],
    /// The type that it changes to when it is damaged.
    pub damaged: Option<&'static str>,
    /// Whether it has a second dictionary.
    pub has_second: bool,
}

const fn prop(name: &'static str, blocks: &'static [Block]) -> Prop {
    Prop {
        name,
        dictionary: name,
        blocks,
        damaged: None,
        has_second: false,
    }
}

/// All object types but the car. Two share a dictionary, one has two, one changes to another when it is damaged.
pub const PROPS: [Prop; 7] = [
    prop("dyn_crate", &[[[-0.5, 0.0, -0.5], [0.5, 1.0, 0.5]]]),
    prop("dyn_barrel", &[[[-0.3, 0.0, -0.3], [0.3, 0.9, 0.3]]]),
    Prop {
        dictionary: "dyn_barrel",
        ..prop(
            "dyn_bin",
            &[
                [[-0.26, 0.0, -0.26], [0.26, 0.7, 0.26]],
                [[-0.3, 0.7, -0.3], [0.3, 0.8, 0.3]],
            ],
        )
    },
    prop("dyn_bat", &[[[-0.04, 0.0, -0.04], [0.04, 0.8, 0.04]]]),
    Prop {
        damaged: Some("dyn_door_broken"),
        has_second: true,
        ..prop("dyn_door", &[[[-0.5, 0.0, -0.05], [0.5, 2.1, 0.05]]])
    },
    Prop {
        dictionary: "dyn_door",
        ..prop("dyn_door_broken", &[[[-0.5, 0.0, -0.05], [0.2, 1.1, 0.05]]])
    },
    prop(
        "dyn_bench",
        &[
            [[-1.1, 0.4, -0.25], [1.1, 0.5, 0.25]],
            [[-1.0, 0.0, -0.2], [-0.9, 0.4, 0.2]],
            [[0.9, 0.0, -0.2], [1.0, 0.4, 0.2]],
        ],
    ),
];

/// The car: its clump has several atomics, which is how a car differs from a prop. Source: spec/chunks.md 4.1.
pub const CAR: &str = "car_sedan";
/// Body, cabin and four wheels, each an atomic on a frame of its own.
const CAR_PIECES: [Block; 6] = [
    [[-0.9, 0.25, -2.4], [0.9, 0.9, 2.4]],
    [[-0.75, 0.9, -1.2], [0.75, 1.4, 1.0]],
    [[-0.95, 0.0, -1.85], [-0.75, 0.65, -1.2]],
    [[0.75, 0.0, -1.85], [0.95, 0.65, -1.2]],
    [[-0.95, 0.0, 1.2], [-0.75, 0.65, 1.85]],
    [[0.75, 0.0, 1.2], [0.95, 0.65, 1.85]],
];

/// The object type whose model has size 0 in the Object List, and no file. It is in `level2_2.pak`.
pub const EMPTY_IN_LISTS: &str = "dyn_ghost";
/// The object type that no list knows. Its model is in `level2_2.pak`.
pub const UNKNOWN_TO_LISTS: &str = "dyn_stranger";

/// Name of a type's model resource, and of its dictionary's. Source: spec/chunks.md 1.4.
pub fn model_name(name: &str) -> String {
    format!("{name}_geo")
}

/// As [`model_name`], of the dictionary.
pub fn dictionary_name(name: &str) -> String {
    format!("{name}_tex")
}

/// Makes all object types and lists them.
///
/// # Errors
/// None, as long as the blocks are small.
pub fn add(store: &mut Store, seed: u64) -> Result<()> {
    for (place, prop) in PROPS.iter().enumerate() {
        let model = store.standalone(model(prop.name, prop.blocks)?);
        let mut texture = |name: String, which: u32| -> Result<StoredResource> {
            Ok(store.standalone(textures(&name, seed as u32 ^ which)?))
        };
        let dictionary = texture(dictionary_name(prop.dictionary), crc32(prop.dictionary))?;
        let second = if prop.has_second {
            Some(texture(format!("{}_frame_tex", prop.name), place as u32)?)
        } else {
            None
        };
        list(store, prop.name, prop.damaged, [model, dictionary], second);
    }
    let car = store.standalone(clump_resource(CAR, &car_clump()?));
    let paint = store.standalone(textures(&dictionary_name(CAR), seed as u32 ^ 77)?);
    list(store, CAR, None, [car, paint], None);

    // For packs alone: a size of 0 in the lists, and nothing in the lists.
    let ghost = store.in_packs(model(EMPTY_IN_LISTS, PROPS[0].blocks)?);
    let ghost = StoredResource { size: 0, ..ghost };
    let crate_paint = store.lists.objects.records.first().copied();
    let crate_paint = crate_paint.map_or(paint, |record| StoredResource {
        hash: record.dictionary,
        size: record.dictionary_size,
    });
    list(store, EMPTY_IN_LISTS, None, [ghost, crate_paint], None);
    store.in_packs(model(UNKNOWN_TO_LISTS, PROPS[1].blocks)?);
    Ok(())
}

fn list(
    store: &mut Store,
    name: &str,
    damaged: Option<&str>,
    [model, dictionary]: [StoredResource; 2],
    second: Option<StoredResource>,
) {
    store.need(model.hash, dictionary.hash);
    if let Some(second) = second {
        store.need(model.hash, second.hash);
    }
    store.lists.objects.records.push(ObjectRecord {
        name_hash: crc32(name),
        damaged: damaged.map_or(0, crc32),
        model: model.hash,
        dictionary: dictionary.hash,
        second_dictionary: second.map_or(0, |second| second.hash),
        model_size: model.size,
        model_second_size: model.size + ObjectRecord::SECOND_SIZE_MORE,
        dictionary_size: dictionary.size,
        second_dictionary_size: second.map_or(0, |second| second.size),
    });
}

fn model(name: &str, blocks: &[Block]) -> Result<Resource> {
    let clump = Clump::single(geometry(blocks)?, SCALES);
    Ok(clump_resource(name, &clump))
}

fn clump_resource(name: &str, clump: &Clump) -> Resource {
    let chunk = (ChunkType::PreinstanceObject, clump.write());
    resource(&model_name(name), [chunk])
}

/// A dictionary of one texture.
///
/// # Errors
/// None.
pub fn textures(name: &str, seed: u32) -> Result<Resource> {
    let stem = name.strip_suffix("_tex").unwrap_or(name);
    let dictionary = TextureDictionary::new(vec![noise_texture(stem, 32, 1, seed)?]);
    let chunk = (ChunkType::RenderwareTextureDic, dictionary.write());
    Ok(resource(name, [chunk]))
}

/// Lit blocks under one untextured material. Source: spec/chunks.md 4.1.
fn geometry(blocks: &[Block]) -> Result<Geometry> {
    let mesh = pack(&triangles(blocks), Vec3::ZERO, GRID, 1, true)?;
    let options = ChainOptions::default();
    let materials = vec![untextured()];
    Ok(Geometry::packed(materials, &[(0, mesh)], SCALES, &options))
}

/// The outsides of blocks.
pub fn triangles(blocks: &[Block]) -> Triangles {
    let mut piece = Piece::new();
    for [low, high] in blocks {
        let (low, high) = (Vec3::from_array(*low), Vec3::from_array(*high));
        let surface = Surface::plain([255; 4]);
        piece.block(surface, [low, high], Faces::ALL);
    }
    for vertex in piece.vertices_mut() {
        vertex.colour = [96, 96, 96, 255];
    }
    piece.meshes.into_values().flatten().collect()
}

fn car_clump() -> Result<Clump> {
    let mut frames = vec![Frame::default()];
    let mut geometries = Vec::new();
    let mut atomics = Vec::new();
    for (i, [low, high]) in CAR_PIECES.iter().enumerate() {
        // Each stands around its frame's own origin.
        let middle: [f32; 3] = std::array::from_fn(|axis| (low[axis] + high[axis]) * 0.5);
        let around = |corner: &[f32; 3]| std::array::from_fn(|axis| corner[axis] - middle[axis]);
        geometries.push(geometry(&[[around(low), around(high)]])?);
        frames.push(Frame {
            position: middle,
            parent: Some(0),
            ..Frame::default()
        });
        atomics.push(Atomic::in_clump(i as i32 + 1, i as i32, SCALES));
    }
    let first = geometry(&CAR_PIECES[..1])?;
    Ok(Clump {
        frames,
        geometries,
        atomics,
        ..Clump::single(first, SCALES)
    })
}
