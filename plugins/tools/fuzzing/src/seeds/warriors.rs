//! Seeds of The Warriors' targets.

mod chunks;

pub use chunks::*;

use wonderwheel_warriors::archive::{ArchiveIndex, ArchiveLayout, NewFile};
use wonderwheel_warriors::bank_index::{BankIndex, BankSound};
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::collision::{CollisionCounts, RawCollision};
use wonderwheel_warriors::level_file::{CHUNK_ORDER, LevelFile, empty_path_data};
use wonderwheel_warriors::lua::{HEADER, TEST_NUMBER};
use wonderwheel_warriors::manifest::{Manifest, ManifestPart};
use wonderwheel_warriors::names;
use wonderwheel_warriors::object_list::{ObjectList, PlacedObject};
use wonderwheel_warriors::occluder::{self, Occluder};
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::picture as picture_file;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::subtitles::{RecordKind, Subtitles};
use wonderwheel_warriors::world_stream::WorldStream;

use super::renderware::{glow_world, single_clump, small_dictionary, standalone, streamed_world};

/// Two parts, and zeros behind them.
pub fn manifest() -> Vec<Vec<u8>> {
    let part = |file_size, heap_size| ManifestPart {
        file_size,
        heap_size,
    };
    let manifest = Manifest {
        world_size: 1000,
        world_heap_size: 1350,
        parts: vec![part(48, 64), part(255, 4096)],
        trailing_zeros: 4,
    };
    vec![manifest.write()]
}

/// Two files, and none.
pub fn archive_index() -> Vec<Vec<u8>> {
    let files = [
        NewFile::named("level2_1.pak", 5000),
        NewFile::named("global.lua", 3),
    ];
    let layout = ArchiveLayout::by_name(files).unwrap_or_default();
    vec![layout.index().write(), ArchiveIndex::default().write()]
}

/// Three sounds, and zeros behind the end.
pub fn bank_index() -> Vec<Vec<u8>> {
    let sound = |(name_hash, offset)| BankSound { name_hash, offset };
    let index = BankIndex {
        sounds: [(7, 0), (9, 0x50), (3, 0x200)].map(sound).into(),
        trailing_zeros: 8,
    };
    vec![index.write()]
}

/// Three leaves and a texture.
pub fn world_stream() -> Vec<Vec<u8>> {
    vec![WorldStream::new(2, small_dictionary("road"), streamed_world()).write()]
}

/// A part with two atomics, and one with none.
pub fn part() -> Vec<Vec<u8>> {
    let of = |sectors: &[u32]| {
        let atomics = sectors.iter().map(|&sector_index| PartAtomic {
            sector_index,
            atomic: standalone("wall"),
        });
        Part::new("w_ms1.sec", small_dictionary("wall"), atomics.collect()).write()
    };
    vec![of(&[0, 1]), of(&[])]
}

/// The 18 chunks with the smallest payloads.
pub fn level() -> Vec<Vec<u8>> {
    let counts = CollisionCounts {
        cells: [2, 1, 1],
        list_words: 24,
        triangles: 13,
        vertices: 10,
    };
    let collision = RawCollision {
        vertices: vec![1; 160],
        triangles: vec![2; 144],
        ..RawCollision::blank(counts)
    };
    let dictionary = small_dictionary("sky").write();
    let clump = single_clump("sky").write();
    let payload = |ty: ChunkType| match ty {
        ChunkType::Occluders => walls(&[Occluder::wall([0.0; 3], [5.0, 0.0, 0.0])]),
        ChunkType::RenderwareTextureDic => dictionary.clone(),
        ChunkType::PreinstanceObject => clump.clone(),
        ChunkType::SectorBspData => glow_world().write(),
        ChunkType::PathData => empty_path_data(),
        ChunkType::CollisionChecked => collision.checked.clone(),
        ChunkType::CollisionVertexBuffer => collision.vertices.clone(),
        ChunkType::CollisionTriangles => collision.triangles.clone(),
        ChunkType::CollisionGrid => collision.grid.clone(),
        ChunkType::CollisionStrings => collision.lists.clone(),
        ChunkType::CollisionMesh => collision.mesh.clone(),
        ChunkType::LevelHeader => LevelFile::HEADER.to_vec(),
        _ => subtitles().swap_remove(0),
    };
    let level = Resource::new(
        names::crc32("level900"),
        CHUNK_ORDER
            .into_iter()
            .map(|ty| Chunk::new(ty, 1, payload(ty))),
    );
    vec![level.write()]
}

/// As [`level`].
pub fn level_forced() -> Vec<Vec<u8>> {
    level()
}

fn resources() -> Vec<Resource> {
    let of = |name: &str, chunks: Vec<(ChunkType, Vec<u8>)>| {
        Resource::new(
            names::crc32(name),
            chunks
                .into_iter()
                .map(|(ty, bytes)| Chunk::new(ty, 0, bytes)),
        )
    };
    vec![
        of(
            "bat_geo",
            vec![(ChunkType::PreinstanceObject, single_clump("bat").write())],
        ),
        of(
            "bat_tex",
            vec![(
                ChunkType::RenderwareTextureDic,
                small_dictionary("bat").write(),
            )],
        ),
        of(
            "raw",
            vec![
                (ChunkType::Fonts, (0..32).collect()),
                (ChunkType::GbhScript, vec![7; 16]),
                (ChunkType::Music, Vec::new()),
            ],
        ),
    ]
}

/// A model, textures, and chunks that are not interpreted.
pub fn container() -> Vec<Vec<u8>> {
    resources().iter().map(Resource::write).collect()
}

/// The same in one pack, and a pack of one.
pub fn pack() -> Vec<Vec<u8>> {
    let small = resources().pop().into_iter().collect();
    [resources(), small]
        .map(|resources| Pack { resources }.write())
        .into()
}

/// As [`pack`].
pub fn pack_loaded() -> Vec<Vec<u8>> {
    pack()
}

/// A picture of 16 by 8 texels.
pub fn picture() -> Vec<Vec<u8>> {
    vec![picture_file::write(
        "picture",
        &small_dictionary("page"),
        &SpriteSheet::loading_picture(),
    )]
}

fn walls(occluders: &[Occluder]) -> Vec<u8> {
    let mut out = Vec::new();
    occluder::write_chunk(occluders, &mut out);
    out
}

/// No wall, and two.
pub fn occluders() -> Vec<Vec<u8>> {
    let wall = |x: f32| Occluder::wall([x, 10.0, 0.0], [x + 5.0, 10.0, 0.0]);
    vec![walls(&[]), walls(&[wall(-5.0), wall(3.0)])]
}

/// One rectangle, and five with a font.
pub fn rectangles() -> Vec<Vec<u8>> {
    let font = SpriteSheet {
        font_rectangle: Some(2),
        rectangles: vec![[0.0, 0.0, 0.5, 0.5]; 5],
    };
    [SpriteSheet::loading_picture(), font]
        .map(|sheet| {
            let mut out = Vec::new();
            sheet.write_chunk(&mut out);
            out
        })
        .into()
}

/// Two languages of two scenes, and no text.
pub fn subtitles() -> Vec<Vec<u8>> {
    let mut text = Subtitles::new();
    for language in ["ENGLISH", "GERMAN"] {
        for (kind, words) in [
            (RecordKind::Language, language),
            (RecordKind::Scene, "l1_in_sub"),
            (RecordKind::Caption, "Can you dig it?"),
            (RecordKind::Scene, "l1_c1"),
            (RecordKind::Emphasised, "!"),
        ] {
            // The texts are short and have no NUL.
            let _ = text.push(kind, words);
        }
    }
    vec![text.write(), Subtitles::new().write()]
}

/// Two objects, and none.
pub fn object_list() -> Vec<Vec<u8>> {
    let fire = PlacedObject {
        zone: 26,
        flags: 3,
        tint: 0x80FF_0040,
        flag_name: Some("night".to_owned()),
        ..PlacedObject::at("part_fire", [4.0, 0.0, 1.25])
    };
    let list = ObjectList::new(vec![PlacedObject::at("dyn_bat", [12.0, -3.5, 0.0]), fire]);
    vec![list.write(), ObjectList::default().write()]
}

/// A main function with constants and one function inside it.
pub fn lua() -> Vec<Vec<u8>> {
    let mut inner = Vec::new();
    function(&mut inner, &["dyn_bat"], &[]);
    let mut out = HEADER.to_vec();
    out.extend(TEST_NUMBER.to_le_bytes());
    function(&mut out, &["level5_fight", "nudge_point"], &[inner]);
    vec![out]
}

fn function(out: &mut Vec<u8>, strings: &[&str], inner: &[Vec<u8>]) {
    let int = |out: &mut Vec<u8>, value: usize| out.extend((value as u32).to_le_bytes());
    let string = |out: &mut Vec<u8>, text: &str| {
        int(out, text.len() + 1);
        out.extend(text.as_bytes());
        out.push(0);
    };
    string(out, "@level5.lua");
    // Line, parameters, no vararg, stack.
    int(out, 0);
    int(out, 1);
    out.push(0);
    int(out, 4);
    // One local with its reach, two lines.
    int(out, 1);
    string(out, "self");
    int(out, 0);
    int(out, 2);
    int(out, 2);
    int(out, 1);
    int(out, 2);
    int(out, strings.len());
    for text in strings {
        string(out, text);
    }
    int(out, 1);
    out.extend(1.5_f64.to_le_bytes());
    int(out, inner.len());
    for function in inner {
        out.extend_from_slice(function);
    }
    // An instruction and END.
    int(out, 2);
    int(out, 0x41);
    int(out, 0);
}

/// One file of every kind that its content shows.
pub fn classify() -> Vec<Vec<u8>> {
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut files = vec![
        words(&[16, 1, 2, 3]),
        words(&[0x16, 20, 0x1803_FFFF, 0, 0, 0, 0, 0]),
        words(&[0xAAAA, 0, 0xBBBB, 16, 0xCCCC, 4096, 0, 0]),
        b"METRICS1 12".to_vec(),
        b"BM\x10\0\0\0\0\0\0\0\x36\0\0\0\x28\0".to_vec(),
        vec![0, 0, 1, 0, 1, 0, 32, 32],
        super::renderware::dictionary().swap_remove(2),
        super::renderware::clump().swap_remove(0),
    ];
    for seeds in [
        manifest,
        world_stream,
        part,
        level,
        container,
        pack,
        picture,
        object_list,
        lua,
    ] {
        files.extend(seeds());
    }
    files
}

/// A list of names in every form.
pub fn names() -> Vec<Vec<u8>> {
    vec![
        b"# names\nresource 337abb4b legal_screen\nfile 393f70e2 level1.lev\n863681355\n\
          12 34 scene_list.cnk\r\n  Level99.LEV  \n"
            .to_vec(),
    ]
}
