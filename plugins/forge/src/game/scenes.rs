//! Scenes: records of which only the size is known, and the Scene List.

use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::lists::{SceneList, SceneRecord};
use wonderwheel_warriors::names::crc32;

use super::museum;
use super::store::Store;

/// The scene that has a pack of its own.
pub const WITH_PACK: &str = "l99_c1";

/// Scenes, and how many segments follow each: `<name>aa`, `<name>ab`. One name has the list's full 16 characters.
const SCENES: [(&str, u8); 6] = [
    ("l1_in_sub", 0),
    ("l99_in_sub", 0),
    (WITH_PACK, 2),
    ("l99_c2", 0),
    ("l2_sixteen_chars", 0),
    (museum::SCENE, 0),
];

/// Bytes of the shortest scene; the others have 16 more each.
const SHORTEST: u32 = 48;

/// Writes all scenes and `scene_list.cnk`.
pub fn add(store: &mut Store) {
    let mut records = Vec::new();
    for (scene, segments) in SCENES {
        let segment = |i: u8| format!("{scene}a{}", char::from(b'a' + i));
        let names = [scene.to_owned()]
            .into_iter()
            .chain((0..segments).map(segment));
        for name in names {
            let id = records.len() as u32;
            let size = SHORTEST + 16 * id;
            let mut cut = [0; 16];
            for (place, byte) in cut.iter_mut().zip(name.bytes()) {
                *place = byte;
            }
            records.push(SceneRecord {
                id,
                size,
                name: cut,
            });
            store.files.insert(format!("{name}.scn"), record(size));
        }
    }
    let list = "scene_list";
    let hash = crc32(&format!("{list}.{:02x}", ChunkType::SceneList.value()));
    let bytes = SceneList::from(records).write();
    let resource = Resource::new(crc32(list), [Chunk::new(ChunkType::SceneList, hash, bytes)]);
    store.files.insert(format!("{list}.cnk"), resource.write());
}

/// A scene that says how long it is, and nothing. Source: spec/archives.md 5.2.
fn record(size: u32) -> Vec<u8> {
    let mut bytes = size.to_le_bytes().to_vec();
    bytes.resize(size as usize, 0);
    bytes
}
