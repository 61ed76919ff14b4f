//! The two laws of whole files, over every file of the forged `demo` and `game`: what is read is written back byte for byte,
//! and what is cut off anywhere is an error or a shorter valid value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use wonderwheel_forge::game::packs;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_fuzzing::mutate::Xorshift;
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::world::World;
use wonderwheel_warriors::animation::Animation;
use wonderwheel_warriors::bank_index::BankIndex;
use wonderwheel_warriors::bone_offsets::BoneOffsets;
use wonderwheel_warriors::character::{AnimRangeList, CharacterData};
use wonderwheel_warriors::chunk::around::Around;
use wonderwheel_warriors::chunk::results::ResourceContent;
use wonderwheel_warriors::chunk::{ChunkSlice, ChunkType, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::classify::{Classification, FileKind, ResourceShape};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::light_glow::LightGlows;
use wonderwheel_warriors::lists;
use wonderwheel_warriors::lua::LuaChunk;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::object_list::ObjectList;
use wonderwheel_warriors::occluder::OccluderTable;
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::path_data::PathData;
use wonderwheel_warriors::picture::Picture;
use wonderwheel_warriors::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};
use wonderwheel_warriors::sprite_sheet::SheetPage;
use wonderwheel_warriors::subtitles::Subtitles;
use wonderwheel_warriors::world_stream::WorldStream;

struct File {
    name: String,
    kind: FileKind,
    bytes: Vec<u8>,
}

fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let games = ["demo", "game"].map(|name| {
            let recipe = Recipe::builtin(name).unwrap();
            forge(&recipe, &mut |_| {}).unwrap()
        });
        let files = games.into_iter().flat_map(|game| game.files);
        let classified = files.map(|(name, bytes)| {
            let kind = Classification::of(Some(&name), Content::whole(&bytes), false).kind;
            File { name, kind, bytes }
        });
        classified.collect()
    })
}

macro_rules! rewritten_as {
    ($ty:ty, $bytes:expr) => {
        <$ty>::read($bytes).map(|value| value.write())
    };
}

/// A file read as what it is and written again; `None` for the kinds that no reader makes a value of.
fn rewritten(kind: FileKind, bytes: &[u8]) -> Option<Result<Vec<u8>>> {
    Some(match kind {
        FileKind::Pack => rewritten_as!(Pack, bytes),
        FileKind::Resource(shape) => rewritten_resource(shape, bytes),
        FileKind::Lua => rewritten_as!(LuaChunk, bytes),
        FileKind::ObjectList => rewritten_as!(ObjectList, bytes),
        FileKind::Manifest => rewritten_as!(Manifest, bytes),
        FileKind::WorldStream => rewritten_as!(WorldStream, bytes),
        FileKind::WorldPart => rewritten_as!(Part, bytes),
        FileKind::BankIndex => rewritten_as!(BankIndex, bytes),
        FileKind::TextureDictionary => rewritten_as!(TextureDictionary, bytes),
        FileKind::Clump => rewritten_as!(Clump, bytes),
        // Of scenes only the size is known, samples have no form, the rest is not the game's RenderWare or not the game's.
        FileKind::SceneRecord
        | FileKind::BankSamples
        | FileKind::OlderRenderWare
        | FileKind::FontMetrics
        | FileKind::Bitmap
        | FileKind::Icon
        | FileKind::Unknown => return None,
    })
}

fn rewritten_resource(shape: ResourceShape, bytes: &[u8]) -> Result<Vec<u8>> {
    let built = || ResourceContent::read(bytes, &mut Findings::new());
    match shape {
        ResourceShape::Level => rewritten_as!(LevelFile, bytes),
        ResourceShape::Global => {
            lists::GlobalLists::read(bytes).map(|lists| lists.to_resource().write())
        }
        ResourceShape::SpriteSheet => {
            Picture::read(bytes).map(|(hash, picture)| picture.to_resource(hash).write())
        }
        ResourceShape::Character => match built()? {
            (hash, ResourceContent::CharacterData(character)) => {
                Ok(character.to_resource(hash).write())
            }
            other => panic!("{other:?}"),
        },
        // Models, animations, dictionaries and scene lists are chunks, each with a law of its own.
        _ => rewritten_as!(Resource, bytes),
    }
}

/// A chunk's payload read as what its type says and written again; `None` where it has no reader of its own.
fn rewritten_payload(chunk: &ChunkSlice<'_>) -> Option<Result<Vec<u8>>> {
    macro_rules! whole {
        ($ty:ty) => {
            rewritten_as!($ty, chunk.payload.rest())
        };
    }
    macro_rules! section {
        ($id:ident, $ty:ty) => {
            Around::read(&chunk.payload, id::$id, <$ty>::read_from)
                .map(|(value, around)| around.write(&value.write()))
        };
    }
    let cursor = &mut chunk.payload.clone();
    Some(match chunk.ty {
        ChunkType::CharacterDffData
        | ChunkType::DynamicObjDffData
        | ChunkType::PreinstanceObject => section!(CLUMP, Clump),
        ChunkType::TextureDictionaryTid | ChunkType::RenderwareTextureDic => {
            section!(TEXTURE_DICTIONARY, TextureDictionary)
        }
        ChunkType::SectorBspData => section!(WORLD, World),
        ChunkType::CharacterData => whole!(CharacterData),
        ChunkType::AnimRangeList => whole!(AnimRangeList),
        ChunkType::ChunkBoneOffsets => BoneOffsets::read_from(cursor).map(|o| o.write()),
        ChunkType::StaticSounds => whole!(StaticSounds),
        ChunkType::Music => whole!(Music),
        ChunkType::SceneList => whole!(lists::SceneList),
        ChunkType::CharacterList => whole!(lists::CharacterList),
        ChunkType::ObjectList => whole!(lists::ObjectList),
        ChunkType::SoundCommandData => whole!(SoundCommands),
        ChunkType::SoundMaterialData => whole!(SoundMaterials),
        ChunkType::LightGlowData => whole!(LightGlows),
        ChunkType::ParticlePageHeader => whole!(lists::SheetTable),
        ChunkType::AnimList => whole!(lists::AnimList),
        ChunkType::DependencyList => whole!(lists::DependencyList),
        ChunkType::PathData => PathData::read(cursor).map(|data| data.write()),
        ChunkType::Subtitles => whole!(Subtitles),
        ChunkType::Occluders => OccluderTable::read(cursor).map(|table| table.write()),
        ChunkType::ParticlePage => SheetPage::read_chunk(cursor).map(|page| {
            let mut out = Vec::new();
            page.write_chunk(&mut out);
            out
        }),
        _ => return None,
    })
}

/// Chunk 0x02 with the 0x00 before it.
fn rewritten_animation(keys: &ChunkSlice<'_>, descriptor: &ChunkSlice<'_>) -> [Vec<u8>; 2] {
    let (keys, descriptor) = (&mut keys.payload.clone(), &mut descriptor.payload.clone());
    let animation = Animation::read_from(descriptor, keys).unwrap();
    [animation.write_keys(), animation.write_descriptor()]
}

/// Bytes with zeros up to a multiple of 16, as a container stores them.
fn padded(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    bytes
}

#[test]
fn every_file_is_written_back_as_it_was() {
    let mut rewrites = BTreeMap::new();
    let mut without_reader = BTreeSet::new();
    for File { name, kind, bytes } in files() {
        // The pack that ends early is what strict readers refuse.
        if name == packs::ENDED_EARLY {
            assert!(Pack::read(bytes).is_err());
            continue;
        }
        match rewritten(*kind, bytes) {
            Some(written) => {
                assert!(&written.unwrap() == bytes, "{name} is written otherwise");
                *rewrites.entry(*kind).or_insert(0) += 1;
            }
            None => {
                without_reader.insert(*kind);
            }
        }
    }
    println!("{rewrites:?}; no reader: {without_reader:?}");
    use FileKind::{BankSamples, SceneRecord, Unknown};
    let no_reader = [SceneRecord, BankSamples, Unknown];
    assert_eq!(without_reader, no_reader.into());
    // What has a reader and is forged at all is there: old streams, fonts, bitmaps, icons and lone sections are not.
    assert_eq!(rewrites.len(), 15, "{rewrites:?}");
}

#[test]
fn every_chunk_that_has_a_reader_is_written_back_as_it_was() {
    let mut rewrites: BTreeMap<ChunkType, usize> = BTreeMap::new();
    let mut others = BTreeSet::new();
    let mut check = |name: &str, resource: &ResourceSlice<'_>| {
        for (i, chunk) in resource.chunks.iter().enumerate() {
            let payload = chunk.payload.rest();
            let before = i.checked_sub(1).and_then(|i| resource.chunks.get(i));
            if let (ChunkType::AnimData, Some(keys)) = (chunk.ty, before) {
                let [keys_again, descriptor] = rewritten_animation(keys, chunk);
                assert!(padded(keys_again) == keys.payload.rest(), "{name} {i}");
                assert!(padded(descriptor) == payload, "{name} {i}");
                *rewrites.entry(chunk.ty).or_default() += 1;
            } else if let Some(written) = rewritten_payload(chunk) {
                assert!(
                    padded(written.unwrap()) == payload,
                    "{name} {i} {}",
                    chunk.ty
                );
                *rewrites.entry(chunk.ty).or_default() += 1;
            } else {
                others.insert(chunk.ty);
            }
        }
    };
    for File { name, kind, bytes } in files() {
        match kind {
            FileKind::Pack => {
                let (pack, _) = PackSlice::read(bytes, Rules::Forced).unwrap();
                let resources = pack.resources.iter();
                resources.for_each(|resource| check(name, resource));
            }
            FileKind::Resource(_) => {
                check(name, &ResourceSlice::read(bytes, Rules::Strict).unwrap().0);
            }
            _ => {}
        }
    }
    // With 0x00, which 0x02 takes. The other six of a level are the collision mesh's: its law is that of the level file.
    assert_eq!(rewrites.len(), 25, "{rewrites:?}");
    println!("{rewrites:?}; others: {others:?}");
    let levels = files().iter();
    let levels = levels.filter(|file| file.kind == FileKind::Resource(ResourceShape::Level));
    for File { name, bytes, .. } in levels {
        let level = LevelFile::read(bytes).unwrap();
        let again = level.collision().unwrap().write();
        assert!(again == level.collision, "{name}");
    }
}

/// The fuzz target that reads a file of this kind, decodes what it holds, and writes it back.
fn target_of(kind: FileKind) -> fn(&[u8]) {
    kind.row().fuzz.unwrap_or(match kind {
        FileKind::Resource(_) => wonderwheel_warriors::fuzz::container,
        _ => wonderwheel_fuzzing::warriors::classify,
    })
}

/// Files up to this size are cut at every byte.
const SMALL: usize = 2 << 10;
/// Random places of a file that is cut in full.
const RANDOM: usize = 2_000;
/// Bytes that the cuts of one large file may hand to readers in full, and of every other of its kind. It bounds the test's work
/// by a count that is the same on every machine: of a large file's places as many are taken, evenly spread over all of
/// them, as fit.
const BYTES_IN_FULL: usize = 192 << 20;
const BYTES_OF_OTHERS: usize = 1 << 20;

/// The places to cut a file at: every byte of a small one; of a large one every boundary of its structure, two bytes before and
/// after it too, and random places.
fn places(file: &File, random: &mut Xorshift) -> Vec<usize> {
    let size = file.bytes.len();
    if size <= SMALL {
        return (0..size).collect();
    }
    let tree = file.kind.row().file(&file.bytes).outline();
    let mut places = BTreeSet::new();
    for node in tree.all() {
        for boundary in [node.offset, node.offset + node.size] {
            places.extend(boundary.saturating_sub(2)..=boundary + 2);
        }
    }
    places.extend((0..RANDOM).map(|_| random.below(size) as u64));
    places.retain(|&place| place < size as u64);
    places.into_iter().map(|place| place as usize).collect()
}

/// As many places, evenly spread, as hand on no more than so many bytes.
fn affordable(places: &[usize], bytes: usize) -> impl Iterator<Item = usize> {
    let all: usize = places.iter().sum();
    let step = all.div_ceil(bytes).max(1);
    places.iter().copied().step_by(step)
}

#[test]
fn a_file_cut_anywhere_is_an_error_or_a_shorter_value() {
    let mut random = Xorshift::new(0xC07);
    let mut counts: BTreeMap<FileKind, [usize; 4]> = BTreeMap::new();
    // The smallest large file of each kind is the one that is cut in full.
    let mut order: Vec<&File> = files().iter().collect();
    order.sort_by_key(|file| (file.bytes.len(), &file.name));
    for file in order {
        let is_large = file.bytes.len() > SMALL;
        let count = counts.entry(file.kind).or_default();
        let is_first = is_large && count[1] == 0;
        let target = target_of(file.kind);
        let places = places(file, &mut random);
        let bytes = match is_first || !is_large {
            true => BYTES_IN_FULL,
            false => BYTES_OF_OTHERS,
        };
        let mut cuts = 0;
        for place in affordable(&places, bytes) {
            target(&file.bytes[..place]);
            cuts += 1;
        }
        if is_first {
            count[3] = places.len() - cuts;
        }
        count[0] += 1;
        count[1] += usize::from(is_large);
        count[2] += cuts;
    }
    for (kind, [files, large, cuts, left_out]) in &counts {
        println!(
            "{kind}: {files} files, {large} of them large, {cuts} cuts, {left_out} left out of the full one"
        );
    }
    let cuts: usize = counts.values().map(|[_, _, cuts, _]| cuts).sum();
    assert!(cuts > 50_000, "{cuts}");
    // Nothing is left out where a file of the kind is cut in full.
    let incomplete: Vec<_> = counts.iter().filter(|(_, count)| count[3] > 0).collect();
    assert!(incomplete.is_empty(), "{incomplete:?}");
}
