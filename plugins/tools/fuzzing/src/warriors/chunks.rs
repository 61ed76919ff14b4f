//! Targets of chunk payloads, and of resources made of few chunks.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::animation::Animation;
use wonderwheel_warriors::character::{AnimRangeList, Character, CharacterData};
use wonderwheel_warriors::chunk::results::Built;
use wonderwheel_warriors::chunk::stacks::Stacks;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::collision::{
    CollisionMesh, CollisionPayloads, EnabledTriangles, Filter, Ray, Scratch,
};
use wonderwheel_warriors::light_glow::LightGlows;
use wonderwheel_warriors::lists::{
    AnimList, CharacterList, DependencyList, GlobalLists, ObjectList, SceneList, SheetTable,
};
use wonderwheel_warriors::occluder::OccluderTable;
use wonderwheel_warriors::path_data::{
    PathData, PathMap, PathQuery, PathState, RouteOptions, RouteScratch,
};
use wonderwheel_warriors::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};

use crate::law;

/// Chunk 0x02 of 80 bytes, and chunk 0x00 behind it.
pub fn animation(bytes: &[u8]) {
    let write = |animation: &Animation| {
        let mut out = animation.write_descriptor();
        out.extend(animation.write_keys());
        out
    };
    if let Some(animation) = law::keeps(bytes, read_animation, write) {
        for (_, channel) in animation.channels() {
            channel.frames().for_each(drop);
        }
        animation.validate(&mut Findings::new());
    }
}

/// Whether an animation can be read.
pub fn is_animation(bytes: &[u8]) -> bool {
    read_animation(bytes).is_ok()
}

fn read_animation(bytes: &[u8]) -> Result<Animation> {
    let mut keys = Cursor::new(bytes);
    let mut descriptor = keys.window(80)?;
    Animation::read_from(&mut descriptor, &mut keys)
}

/// A character with its animations, as a resource; and chunks 0x08 and 0x45 by themselves.
pub fn character(bytes: &[u8]) {
    law::keeps(bytes, CharacterData::read, CharacterData::write);
    law::keeps(bytes, AnimRangeList::read, AnimRangeList::write);
    let write = |(hash, character): &(u32, Box<Character>)| character.to_resource(*hash).write();
    if let Some((_, character)) = law::settles(bytes, read_character, write) {
        character.validate(&mut Findings::new());
    }
}

/// Whether a character can be built, or its slots can be read.
pub fn is_character(bytes: &[u8]) -> bool {
    read_character(bytes).is_ok() || CharacterData::read(bytes).is_ok()
}

fn read_character(bytes: &[u8]) -> Result<(u32, Box<Character>)> {
    match Built::read(bytes, &mut Findings::new())? {
        (hash, Built::CharacterData(character)) => Ok((hash, character)),
        _ => Err(FormatError::malformed(0, "a character", "something else")),
    }
}

macro_rules! list_targets {
    ($all:ident, $any:ident: $($list:ty),*) => {
        fn $all(bytes: &[u8]) {
            $(if let Some(list) = law::keeps(bytes, <$list>::read, <$list>::write) {
                list.validate(&mut Findings::new());
            })*
        }

        fn $any(bytes: &[u8]) -> bool {
            [$(<$list>::read(bytes).is_ok()),*].contains(&true)
        }
    };
}

list_targets!(plain_lists, is_plain_list: SceneList, CharacterList, ObjectList, SheetTable, AnimList, DependencyList, LightGlows);
list_targets!(sound_lists, is_sound_list: StaticSounds, Music, SoundMaterials, SoundCommands);

/// The lists of the global resource, by themselves and all together.
pub fn lists(bytes: &[u8]) {
    plain_lists(bytes);
    let write = |lists: &GlobalLists| lists.to_resource().write();
    if let Some(lists) = law::keeps(bytes, GlobalLists::read, write) {
        lists.validate(&mut Findings::new());
        for dependency in &lists.dependencies.records {
            lists.find(dependency.resource);
            lists.dependencies.is_needed(dependency.resource);
        }
    }
}

/// Whether there is a list.
pub fn is_list(bytes: &[u8]) -> bool {
    is_plain_list(bytes) || GlobalLists::read(bytes).is_ok()
}

/// The sound lists of the global resource.
pub fn sound(bytes: &[u8]) {
    sound_lists(bytes);
}

/// Whether there is a sound list.
pub fn is_sound(bytes: &[u8]) -> bool {
    is_sound_list(bytes)
}

/// Chunk 0x40, and questions about it.
pub fn path_data(bytes: &[u8]) {
    let Some(data) = law::keeps(bytes, read_path_data, PathData::write) else {
        return;
    };
    data.validate(&mut Findings::new());
    let map = PathMap::new(data);
    let state = PathState::at_load(&map);
    let query = PathQuery {
        map: &map,
        state: &state,
        hazards: &[],
        ground: None,
    };
    let mut scratch = RouteScratch::new();
    let [from, to] = [[1.0, 5.0, 0.0], [9.0, 5.0, 0.0]];
    query.area_at(from);
    query.route(from, to, &RouteOptions::default(), &mut scratch);
}

/// Whether path data can be read.
pub fn is_path_data(bytes: &[u8]) -> bool {
    read_path_data(bytes).is_ok()
}

fn read_path_data(bytes: &[u8]) -> Result<PathData> {
    PathData::read(&mut Cursor::new(bytes))
}

/// The types of a level's collision chunks, in file order.
pub(crate) const COLLISION: [ChunkType; 6] = [
    ChunkType::CollisionChecked,
    ChunkType::CollisionVertexBuffer,
    ChunkType::CollisionTriangles,
    ChunkType::CollisionGrid,
    ChunkType::CollisionStrings,
    ChunkType::CollisionMesh,
];

/// The six collision chunks in one container, and questions about them.
pub fn collision(bytes: &[u8]) {
    let Some(mesh) = law::settles(bytes, read_collision, write_collision) else {
        return;
    };
    mesh.validate(&mut Findings::new());
    let enabled = EnabledTriangles::all(&mesh);
    let mut scratch = Scratch::new();
    let at = [3.0, 3.0, 1.0];
    mesh.drop_to_ground(at, 50.0, &enabled, &mut scratch);
    mesh.sphere_push(at, 0.5, Filter::ALL, &enabled, &mut scratch);
    if let Some(ray) = Ray::between(at, [-5.0, 12.0, -1.0]) {
        mesh.ray_cast(&ray, Filter::ALL, &enabled, &mut scratch);
    }
}

/// Whether a collision mesh can be read.
pub fn is_collision(bytes: &[u8]) -> bool {
    read_collision(bytes).is_ok()
}

fn read_collision(bytes: &[u8]) -> Result<CollisionMesh> {
    let (resource, _) = ResourceSlice::read(bytes, Rules::Strict)?;
    let end = bytes.len() as u64;
    let payload = |ty: ChunkType| {
        let chunk = resource.chunks.iter().find(|chunk| chunk.ty == ty);
        let missing = || FormatError::malformed(end, format!("a {ty} chunk"), "none");
        Ok::<_, FormatError>(chunk.ok_or_else(missing)?.payload.clone())
    };
    let [checked, vertices, triangles, grid, lists, mesh] = COLLISION.map(payload);
    CollisionMesh::read(CollisionPayloads {
        checked: checked?,
        vertices: vertices?,
        triangles: triangles?,
        grid: grid?,
        lists: lists?,
        mesh: mesh?,
    })
}

/// The container of [`collision`].
pub(crate) fn write_collision(mesh: &CollisionMesh) -> Vec<u8> {
    let raw = mesh.write();
    let payloads = [
        raw.checked,
        raw.vertices,
        raw.triangles,
        raw.grid,
        raw.lists,
        raw.mesh,
    ];
    let chunks = COLLISION.into_iter().zip(payloads);
    Resource {
        name_hash: 0,
        chunks: chunks.map(|(ty, bytes)| Chunk::new(ty, 0, bytes)).collect(),
    }
    .write()
}

/// Chunk 0x53 with every byte of it.
pub fn occluders(bytes: &[u8]) {
    let read = |bytes: &[u8]| OccluderTable::read(&mut Cursor::new(bytes));
    if let Some(table) = law::keeps(bytes, read, OccluderTable::write) {
        table.validate(&mut Findings::new());
    }
}

/// Objects that no level of the disc has: a game object list, or a world with its header.
pub fn game_objects(bytes: &[u8]) {
    law::read(bytes, load);
}

/// Whether they can be loaded.
pub fn is_game_objects(bytes: &[u8]) -> bool {
    load(bytes).is_ok()
}

fn load(bytes: &[u8]) -> Result<()> {
    let (resource, _) = ResourceSlice::read(bytes, Rules::Forced)?;
    let mut stacks = Stacks::default();
    HandlerTable::default().load_flat(&resource, &mut stacks)?;
    // Whatever lies on top can be taken.
    let _ = stacks.objects.pop_any(bytes.len() as u64);
    Ok(())
}
