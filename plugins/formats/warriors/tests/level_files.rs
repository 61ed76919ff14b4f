//! Level files.

use wonderwheel_ps2::error::FormatError;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::level_file::{CHUNK_ORDER, LevelFile, LevelHashes};
use wonderwheel_warriors::names::crc32;

use wonderwheel_ps2::finding::Findings;

use crate::samples;

#[test]
fn a_level_file_holds_the_18_chunks_in_order() {
    // Source: spec/chunks.md 5.1.
    let order = [
        0x53, 0x2A, 0x47, 0x2A, 0x47, 0x2A, 0x47, 0x2A, 0x15, 0x40, 0x52, 0x07, 0x04, 0x05, 0x06,
        0x03, 0x17, 0x51,
    ];
    assert_eq!(CHUNK_ORDER.map(ChunkType::value), order);
    let resource = Resource::read(&samples::level_file().write()).unwrap();
    let types: Vec<u32> = resource
        .chunks
        .iter()
        .map(|chunk| chunk.ty.value())
        .collect();
    assert_eq!(types, order);
}

#[test]
fn a_level_file_reads_back_to_the_same_value_and_bytes() {
    let level = samples::level_file();
    let bytes = level.write();
    let read = LevelFile::read(&bytes).unwrap();
    assert!(read.write() == bytes);
    assert_eq!(read.occluders, level.occluders);
    assert_eq!(read.collision, level.collision);
    assert_eq!(read.hashes, level.hashes);
    assert!(read == level);
}

#[test]
fn each_background_model_lands_in_its_own_field() {
    // Source: spec/chunks.md 5.1: skyline, sky box, clouds.
    let read = LevelFile::read(&samples::level_file().write()).unwrap();
    let names = [&read.skyline, &read.sky, &read.clouds]
        .map(|model| model.dictionary.textures[0].name.as_str());
    assert_eq!(names, ["shadow", "sky", "clouds"]);
    assert_eq!(read.glow_dictionary.textures[0].name, "propglow01k");
    assert_eq!(read.glow_world.triangle_count, 4);
}

#[test]
fn hash_words_are_kept_and_their_defaults_are_hashes_of_names() {
    // Source: spec/chunks.md 1.4.
    let hashes = LevelHashes::of("level900");
    assert_eq!(hashes.resource, crc32("level900"));
    assert_eq!(hashes.chunks[0], crc32("level900.53"));
    let mut level = samples::level_file();
    level.hashes.resource = 0xAABB_CCDD;
    level.hashes.chunks = std::array::from_fn(|i| 100 + i as u32);
    assert_eq!(
        LevelFile::read(&level.write()).unwrap().hashes,
        level.hashes
    );
}

/// The error of a level whose chunks were changed.
fn error_of(change: impl FnOnce(&mut Vec<Chunk>)) -> FormatError {
    let mut resource = Resource::read(&samples::level_file().write()).unwrap();
    change(&mut resource.chunks);
    LevelFile::read(&resource.write()).unwrap_err()
}

#[test]
fn chunks_out_of_order_are_refused() {
    let error = error_of(|chunks| chunks.swap(8, 9));
    assert_eq!(error.path(), "level file/chunk[8]");
    assert!(
        error
            .to_string()
            .contains("expected 0x15 Sector BSP Data, found 0x40 PathData")
    );
    error_of(|chunks| {
        chunks.pop();
    });
    error_of(|chunks| {
        let last = chunks[17].clone();
        chunks.push(last);
    });
}

#[test]
fn an_error_inside_a_section_names_the_chunk_and_the_way_to_the_field() {
    // The material count of the skyline's geometry.
    let error = error_of(|chunks| chunks[2].bytes.truncate(160));
    let path = error.path().to_string();
    assert!(
        path.starts_with("level file/chunk[2] 0x47 Preinstance Object"),
        "{path}"
    );
}

#[test]
fn a_model_with_two_frames_is_no_background_model() {
    // Its type is 0x0A, and the level wants 0x41. Source: spec/chunks.md 4.1.
    let error = error_of(|chunks| {
        let mut clump = Clump::read(&samples::model("sky").clump.write()).unwrap();
        let mut child = clump.frames[0].clone();
        child.parent = Some(0);
        clump.frames.push(child);
        chunks[4] = Chunk::new(ChunkType::PreinstanceObject, 0, clump.write());
    });
    assert_eq!(error.path(), "level file/chunk[16] 0x17 Level Header/sky");
    assert!(
        error
            .to_string()
            .ends_with("expected a 0x41 Object Device OID chunk, found 0x0A Character Device OID")
    );
}

#[test]
fn raw_chunks_must_have_the_lengths_that_their_headers_state() {
    let cases: [(usize, &str); 5] = [
        (9, "chunk[9] 0x40 PathData"),
        (11, "chunk[15] 0x03 Collision Mesh/vertices"),
        (12, "chunk[15] 0x03 Collision Mesh/triangles"),
        (15, "chunk[15] 0x03 Collision Mesh/mesh"),
        (16, "chunk[16] 0x17 Level Header/level header"),
    ];
    for (index, path) in cases {
        let error = error_of(|chunks| {
            let shorter = chunks[index].bytes.len() - 16;
            chunks[index].bytes.truncate(shorter);
        });
        assert_eq!(error.path().to_string(), format!("level file/{path}"));
    }
    let error = error_of(|chunks| chunks[17].bytes[..2].copy_from_slice(&17_u16.to_le_bytes()));
    assert_eq!(error.path(), "level file/chunk[17] 0x51 Subtitles");
}

#[test]
fn a_forced_read_goes_past_what_the_game_ignores_and_says_so() {
    let mut bytes = samples::level_file().write();
    bytes[4] ^= 0x10; // The sum of the chunk sizes.
    bytes[8] = 1; // The zero word.
    bytes.extend([0; 16]);
    assert!(LevelFile::read(&bytes).is_err());
    let (level, noted) = LevelFile::read_forced(&bytes).unwrap();
    assert!(level == samples::level_file());
    let offsets: Vec<u64> = noted.iter().map(FormatError::offset).collect();
    assert_eq!(offsets, [4, bytes.len() as u64 - 16]);
}

#[test]
fn chunks_that_are_kept_as_bytes_are_read_as_values() {
    let level = samples::level_file();
    let bytes = level.write();
    let read = LevelFile::read(&bytes).unwrap();
    assert!(read.write() == bytes);
    let mesh = read.collision().unwrap();
    assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (10, 8));
    assert_eq!(mesh.write(), read.collision);
    assert!(read.path_data().unwrap().write() == read.path_data);
    assert!(read.subtitles().unwrap().write() == read.subtitles);
    assert_eq!(read.occluder_table().records.len(), 1);
    assert_eq!(Findings::of(|f| read.validate(f)).as_slice(), []);
}

#[test]
fn a_level_is_checked_down_to_its_collision_and_paths() {
    let mut level = samples::level_file();
    level.collision.vertices[3] = 0x7F;
    level.collision.vertices[2] = 0x80;
    level.path_data = vec![1; 16];
    level.subtitles[0] = 1;
    level.occluders[0].points[2][2] += 1.0;
    let findings = Findings::of(|f| level.validate(f));
    assert_eq!(
        findings.rules_at(),
        [
            ("occluder-upright", "occluders/occluder[0]"),
            ("chunk-unreadable", "path data"),
            ("chunk-unreadable", "collision"),
            ("subtitle-length", "subtitles"),
        ]
    );
}

#[test]
fn what_occluders_have_for_the_running_game_is_kept() {
    let mut level = samples::level_file();
    let mut table = level.occluder_table().into_owned();
    table.records[0].planes = [7; 12];
    table.padding = [1, 2, 3];
    table.rest = vec![9; 16];
    level.unread.occluders = Some(table.clone());
    let bytes = level.write();
    let mut read = LevelFile::read(&bytes).unwrap();
    assert_eq!(*read.occluder_table(), table);
    assert!(read.write() == bytes);
    // Another wall has none of it.
    read.occluders[0].points[0][0] += 1.0;
    assert_eq!(read.occluder_table().records[0].planes, [0; 12]);
}
