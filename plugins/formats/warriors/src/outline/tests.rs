use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::dictionary::TextureDictionary;

use super::*;
use crate::animation::{Animation, Event, Key};
use crate::bone_offsets::BoneOffsets;
use crate::character::CharacterData;
use crate::chunk::{Chunk, ChunkType, Resource};
use crate::classify::{FileKind, ResourceShape};
use crate::lists::{SceneList, SceneRecord};
use crate::lua;
use crate::manifest::{Manifest, ManifestPart};
use crate::pack::Pack;
use crate::part::Part;
use crate::path_data::{AreaPlan, PathData};
use crate::subtitles::{RecordKind, Subtitles};

fn outline(kind: FileKind, bytes: &[u8], limits: Limits) -> Outline {
    kind.row().file(bytes).limited(limits).outline()
}

fn file(kind: FileKind, bytes: &[u8]) -> Node {
    let mut outline = outline(kind, bytes, Limits::DEFAULT);
    let faults: Vec<_> = outline.errors().map(ToString::to_string).collect();
    assert_eq!(faults, [""; 0], "{kind}");
    assert_eq!(outline.nodes.len(), 1);
    outline.nodes.remove(0)
}

fn chunk(ty: ChunkType, payload: Vec<u8>) -> Node {
    let resource = Resource::new(7, [Chunk::new(ty, 9, payload)]);
    let mut node = file(FileKind::Resource(ResourceShape::Other), &resource.write());
    node.children.remove(0)
}

fn names(node: &Node) -> Vec<&str> {
    node.children.iter().map(|node| &*node.name).collect()
}

fn places(node: &Node) -> Vec<(u64, u64)> {
    let children = node.children.iter();
    children.map(|node| (node.offset, node.size)).collect()
}

#[test]
fn a_manifest_has_its_words_and_parts() {
    let part = ManifestPart {
        file_size: 48,
        heap_size: 64,
    };
    let manifest = Manifest {
        world_size: 1000,
        world_heap_size: 1350,
        parts: vec![part; 2],
        trailing_zeros: 4,
    };
    let node = file(FileKind::Manifest, &manifest.write());
    assert_eq!((node.offset, node.size), (0, 32));
    assert_eq!(node.get("world heap size"), Some("1350"));
    assert_eq!(names(&node), ["part[1]", "part[2]", "zeros"]);
    assert_eq!(places(&node), [(12, 8), (20, 8), (28, 4)]);
    assert_eq!(node.children[1].get("heap size"), Some("64"));
}

#[test]
fn a_part_has_its_sections() {
    let part = Part::new("w_ms1.sec", TextureDictionary::new(Vec::new()), Vec::new());
    let node = file(FileKind::WorldPart, &part.write());
    assert_eq!(node.children[0].get("words"), Some("1, 0, 0"));
    assert_eq!(node.children[1].id, Some(0x16));
    assert_eq!(node.children[1].offset, 16);
    assert_eq!(node.get("atomics"), Some("0"));
}

#[test]
fn packs_resources_and_chunks_lie_in_each_other() {
    let resource = |name_hash, sizes: &[usize]| {
        Resource::new(
            name_hash,
            sizes
                .iter()
                .map(|&size| Chunk::new(ChunkType::Fonts, 5, vec![1; size])),
        )
    };
    let pack = Pack {
        resources: vec![resource(0xA, &[16, 32]), resource(0xB, &[0])],
    };
    let node = file(FileKind::Pack, &pack.write());
    assert_eq!(names(&node), ["resource[0]", "resource[1]"]);
    // Two chunks: 16 + 16 + 16 + 16 + 32.
    assert_eq!(places(&node), [(16, 96), (112, 32)]);
    let first = &node.children[0];
    assert_eq!(first.get("name hash"), Some("0x0000000a"));
    assert_eq!(names(first), ["chunk[0] 0x37 Fonts", "chunk[1] 0x37 Fonts"]);
    assert_eq!(places(first), [(32, 32), (64, 48)]);
    assert_eq!(first.children[1].get("hash"), Some("0x00000005"));
}

#[test]
fn a_fault_in_a_chunk_leaves_the_ones_behind_it() {
    let broken = Chunk::new(ChunkType::RenderwareTextureDic, 0, vec![0xFF; 32]);
    let sound = Chunk::new(ChunkType::Fonts, 0, Vec::new());
    let resource = Resource::new(1, [broken, sound]);
    let kind = FileKind::Resource(ResourceShape::TextureDictionary);
    let outline = outline(kind, &resource.write(), Limits::DEFAULT);
    assert_eq!(outline.nodes[0].children.len(), 2);
    assert!(
        outline.nodes[0].children[0]
            .all()
            .any(|node| node.error.is_some())
    );
    let error = outline.error.unwrap();
    assert!(error.path().to_string().contains("chunk[0]"), "{error}");
}

#[test]
fn a_chunk_that_claims_too_much_takes_what_is_left() {
    let mut bytes = Resource::new(1, vec![Chunk::new(ChunkType::Fonts, 0, vec![1; 16])]).write();
    bytes[20] = 0xF0;
    let outline = outline(
        FileKind::Resource(ResourceShape::Other),
        &bytes,
        Limits::DEFAULT,
    );
    let chunk = &outline.nodes[0].children[0];
    assert_eq!((chunk.offset, chunk.size), (16, 32));
    assert!(chunk.error.is_some() && outline.error.is_some());
}

#[test]
fn keys_are_shown_with_the_counts_behind_them() {
    let key = |frames| Key {
        frames,
        ..Key::default()
    };
    let animation = Animation {
        root_velocity: vec![key(0)],
        events: vec![Event {
            frame: 7,
            kind: Event::SOUND,
            position: [37, 0, 0],
            ..Event::default()
        }],
        flags: 0x8000,
        ..Animation::new("walk", 30, [(2, &[key(0), key(30)][..]), (33, &[key(0)])])
    };
    let resource = Resource::new(1, animation.to_chunks([2, 3]));
    let node = file(
        FileKind::Resource(ResourceShape::Animation),
        &resource.write(),
    );
    let [keys, counts] = node.children.as_slice() else {
        panic!("two chunks");
    };
    assert_eq!(counts.get("name"), Some("walk"));
    assert_eq!(counts.get("bones"), Some("2, 33"));
    assert_eq!(counts.get("flags"), Some("0x00008000"));
    // 8 + 24 bytes of keys, an event of 24, 8 zeros.
    assert_eq!(
        names(keys),
        ["section A", "section B", "section C", "events", "zeros"]
    );
    assert_eq!(
        places(keys),
        [(32, 8), (40, 0), (40, 24), (64, 24), (88, 8)]
    );
    assert_eq!(names(&keys.children[2]), ["bone[2]", "bone[33]"]);
    assert_eq!(places(&keys.children[2]), [(40, 16), (56, 8)]);
    let event = &keys.children[3].children[0];
    let shown = ["frame", "kind", "id"].map(|field| event.get(field));
    assert_eq!(shown, [Some("7"), Some("11"), Some("0x00000025")]);
}

#[test]
fn records_of_lists_are_nodes() {
    let mut name = [0; 16];
    name[..5].copy_from_slice(b"l1_c1");
    let list = SceneList::from(vec![
        SceneRecord {
            id: 0,
            size: 9,
            name
        };
        2
    ]);
    let node = chunk(ChunkType::SceneList, list.write());
    assert_eq!(names(&node), ["scene[0]", "scene[1]", "zeros"]);
    assert_eq!(node.children[1].offset, 32 + 4 + 24);
    assert_eq!(node.children[1].get("name"), Some("l1_c1"));
}

#[test]
fn characters_show_their_own_slots_and_bones_their_offsets() {
    let mut data = CharacterData::default();
    data.slots[3] = 0;
    let node = chunk(ChunkType::CharacterData, data.write());
    assert_eq!(names(&node), ["slot[3]"]);
    assert_eq!(places(&node)[0], (32 + 8 + 12, 4));
    let node = chunk(ChunkType::ChunkBoneOffsets, BoneOffsets::default().write());
    assert_eq!(node.children.len(), 34);
}

#[test]
fn subtitles_lie_in_scenes_and_languages() {
    let mut subtitles = Subtitles::new();
    for (kind, text) in [
        (RecordKind::Language, "ENGLISH"),
        (RecordKind::Scene, "l1"),
        (RecordKind::Caption, "Hi"),
        (RecordKind::Language, "GERMAN"),
    ] {
        subtitles.push(kind, text).unwrap();
    }
    let node = chunk(ChunkType::Subtitles, subtitles.write());
    // 12 + 7 + 7 bytes in the first language, 11 in the second, 39 with the length.
    assert_eq!(names(&node), ["language", "language", "zeros"]);
    assert_eq!(places(&node), [(34, 26), (60, 11), (71, 9)]);
    let scene = &node.children[0].children[0];
    assert_eq!((scene.offset, scene.size), (46, 14));
    assert_eq!(scene.children[0].get("text"), Some("Hi"));
}

#[test]
fn path_data_has_its_lists() {
    let outer = vec![[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
    let area = AreaPlan {
        outline: outer,
        nodes: vec![[1.0, 1.0, 0.0]],
        ..AreaPlan::default()
    };
    let data = PathData::build(&[area], &[]).unwrap();
    let node = chunk(ChunkType::PathData, data.write());
    assert_eq!(node.get("nodes"), Some("1"));
    assert_eq!(
        names(&node)[..6],
        ["areas", "vertices", "paths", "nodes", "edges", "slab lists"]
    );
    assert_eq!(node.children[1].children.len(), data.vertices.len());
}

#[test]
fn objects_are_lines_and_a_broken_one_leaves_the_next() {
    let good = "{bat {1,2,3}, {0,0,0,1}, -1, 26, 0, ffffffff, nil )";
    let text = format!("2\r\n{good}\r\n{{bad\r\n{good}");
    let outline = outline(FileKind::ObjectList, text.as_bytes(), Limits::DEFAULT);
    let node = &outline.nodes[0];
    assert_eq!(node.get("objects"), Some("2"));
    assert_eq!(names(node), ["object bat", "object", "object bat"]);
    assert_eq!(node.children[0].get("zone"), Some("26"));
    assert_eq!((node.children[1].offset, node.children[1].size), (56, 4));
    assert!(node.children[1].error.is_some());
    assert!(outline.error.is_some());
}

/// A main function with a string, a number and one function inside it.
fn lua_chunk() -> Vec<u8> {
    fn function(out: &mut Vec<u8>, inner: bool) {
        let int = |out: &mut Vec<u8>, value: u32| out.extend(value.to_le_bytes());
        // No source, line, parameters, no vararg, stack, no locals, no lines.
        out.extend([0; 12]);
        out.push(0);
        out.extend([0; 12]);
        int(out, 1);
        int(out, 2);
        out.extend(b"a\0");
        int(out, 1);
        out.extend(1.5_f64.to_le_bytes());
        int(out, u32::from(inner));
        if inner {
            function(out, false);
        }
        int(out, 1);
        int(out, 0);
    }
    let mut out = lua::HEADER.to_vec();
    out.extend(lua::TEST_NUMBER.to_le_bytes());
    function(&mut out, true);
    out
}

#[test]
fn lua_functions_lie_in_each_other_with_their_constants() {
    let bytes = lua_chunk();
    let node = file(FileKind::Lua, &bytes);
    let main = &node.children[0];
    // Header and number; a function has 25 + 10 + 12 + 4 + 8 bytes without the ones inside it.
    assert_eq!((main.offset, main.size), (21, 118));
    assert_eq!(names(main), ["string", "number", "function"]);
    assert_eq!(places(main), [(54, 2), (60, 8), (72, 59)]);
    assert_eq!(main.children[0].get("value"), Some("\"a\""));
    assert_eq!(main.children[1].get("value"), Some("1.5"));
    let cut = outline(FileKind::Lua, &bytes[..bytes.len() - 1], Limits::DEFAULT);
    assert_eq!(cut.nodes[0].children[0].children.len(), 3);
    assert!(cut.nodes[0].error.is_some() && cut.error.is_some());
}

#[test]
fn files_of_which_little_is_known_have_a_node() {
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_le_bytes()).collect() };
    let index = file(FileKind::BankIndex, &words(&[7, 0, 9, 16, 0, 0]));
    assert_eq!(names(&index), ["sample[0]", "sample[1]", "end"]);
    let scene = file(FileKind::SceneRecord, &words(&[12, 1, 2]));
    assert_eq!(scene.get("size"), Some("12"));
    let unknown = file(FileKind::Unknown, &words(&[5; 10]));
    assert_eq!(
        unknown
            .get("first words")
            .map(|words| words.matches("0x00000005").count()),
        Some(8)
    );
    let font = file(FileKind::FontMetrics, b"METRICS1 12");
    assert_eq!(font.get("magic"), Some("METRICS1"));
    let section = file(
        FileKind::OlderRenderWare,
        &words(&[3, 0x16, 0, 0x1803_FFFF]),
    );
    assert_eq!(section.get("first word"), Some("0x00000003"));
}

#[test]
fn an_outline_ends_at_the_limit() {
    let limits = Limits::with(|limits| limits.nodes = 3);
    let manifest = Manifest::measured(5, &[1; 9]);
    let outline = outline(FileKind::Manifest, &manifest.write(), limits);
    assert_eq!(outline.nodes[0].children.len(), 3);
    assert!(matches!(
        outline.nodes[0].error,
        Some(FormatError::Limit { found: 4, .. })
    ));
}

#[test]
fn what_was_open_when_the_room_ended_stays_in_the_tree() {
    let bytes = chunk_of_everything();
    let whole: Vec<_> = outline(
        FileKind::Resource(ResourceShape::Other),
        &bytes,
        Limits::DEFAULT,
    )
    .all()
    .map(|node| (node.offset, node.name.clone()))
    .collect();
    for nodes in 1..whole.len() as u32 {
        let limits = Limits::with(|limits| limits.nodes = nodes);
        let cut = outline(FileKind::Resource(ResourceShape::Other), &bytes, limits);
        // The file's own node costs nothing.
        assert_eq!(
            cut.all().count(),
            nodes.min(whole.len() as u32 - 1) as usize + 1
        );
    }
}

#[test]
fn every_kind_takes_any_bytes() {
    let level = chunk_of_everything();
    for kind in FileKind::all() {
        for bytes in [&b""[..], &[0; 64], &[0xFF; 64], &[1; 64], &level] {
            for length in 0..bytes.len().min(200) {
                outline(kind, &bytes[..length], Limits::DEFAULT);
            }
            outline(kind, bytes, Limits::DEFAULT);
        }
    }
}

/// One chunk of each type, filled with small numbers.
fn chunk_of_everything() -> Vec<u8> {
    let chunks = ChunkType::ALL.map(|ty| Chunk::new(ty, 0, (0..=255).map(|i| i % 3).collect()));
    Resource::new(1, chunks).write()
}
