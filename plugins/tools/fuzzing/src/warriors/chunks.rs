//! Targets of chunk payloads, and of resources made of few chunks.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::law::{self, validated};
use wonderwheel_warriors::animation::Animation;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::collision::{
    CollisionMesh, CollisionPayloads, EnabledTriangles, Filter, Ray, Scratch,
};
use wonderwheel_warriors::occluder::OccluderTable;
use wonderwheel_warriors::path_data::{
    PathData, PathMap, PathQuery, PathState, RouteOptions, RouteScratch,
};
use wonderwheel_warriors::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};

/// Chunk 0x02 of 80 bytes, and chunk 0x00 behind it.
pub fn animation_chunks(bytes: &[u8]) {
    let write = |animation: &Animation| {
        let mut out = animation.write_descriptor();
        out.extend(animation.write_keys());
        out
    };
    if let Some(animation) = law::keeps(bytes, read_animation, write) {
        for (_, channel) in animation.channels() {
            channel.frames().for_each(drop);
        }
        validated(|findings| animation.validate(findings));
    }
}

pub(crate) fn read_animation(bytes: &[u8]) -> Result<Animation> {
    let mut keys = Cursor::new(bytes);
    let mut descriptor = keys.window(80)?;
    Animation::read_from(&mut descriptor, &mut keys)
}

macro_rules! sound_lists {
    ($($list:ty),*) => {
        /// The sound lists of the global resource.
        pub fn sound(bytes: &[u8]) {
            $(if let Some(list) = law::keeps(bytes, <$list>::read, <$list>::write) {
                validated(|findings| list.validate(findings));
            })*
        }

        /// Whether there is a sound list.
        pub fn is_sound(bytes: &[u8]) -> bool {
            [$(<$list>::read(bytes).is_ok()),*].contains(&true)
        }
    };
}

sound_lists!(StaticSounds, Music, SoundMaterials, SoundCommands);

/// Chunk 0x40, and questions about it.
pub fn path_data(bytes: &[u8]) {
    let Some(data) = law::keeps(bytes, read_path_data, PathData::write) else {
        return;
    };
    validated(|findings| data.validate(findings));
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

pub(crate) fn read_path_data(bytes: &[u8]) -> Result<PathData> {
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
pub fn collision_chunks(bytes: &[u8]) {
    let Some(mesh) = law::settles(bytes, read_collision, write_collision) else {
        return;
    };
    validated(|findings| mesh.validate(findings));
    let enabled = EnabledTriangles::all(&mesh);
    let mut scratch = Scratch::new();
    let at = [3.0, 3.0, 1.0];
    mesh.drop_to_ground(at, 50.0, &enabled, &mut scratch);
    mesh.sphere_push(at, 0.5, Filter::ALL, &enabled, &mut scratch);
    if let Some(ray) = Ray::between(at, [-5.0, 12.0, -1.0]) {
        mesh.ray_cast(&ray, Filter::ALL, &enabled, &mut scratch);
    }
}

pub(crate) fn read_collision(bytes: &[u8]) -> Result<CollisionMesh> {
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

/// The container of [`collision_chunks`].
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
    Resource::new(0, chunks.map(|(ty, bytes)| Chunk::new(ty, 0, bytes))).write()
}

/// Chunk 0x53 with every byte of it.
pub fn occluders(bytes: &[u8]) {
    let read = |bytes: &[u8]| OccluderTable::read(&mut Cursor::new(bytes));
    if let Some(table) = law::keeps(bytes, read, OccluderTable::write) {
        validated(|findings| table.validate(findings));
    }
}

/// Objects that no level of the disc has: a game object list, or a world with its header.
pub fn game_objects(bytes: &[u8]) {
    law::read(bytes, load_objects);
}

pub(crate) fn load_objects(bytes: &[u8]) -> Result<()> {
    let (resource, _) = ResourceSlice::read(bytes, Rules::Forced)?;
    let mut stacks = HandlerTable::default().load_flat(&resource)?;
    // Whatever lies on top can be taken.
    let _ = stacks.objects.pop_any(bytes.len() as u64);
    Ok(())
}
