//! What happens to broken containers: the rows of the table of spec/chunks.md 2.5.

use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::pack::{Pack, PackSlice};

use crate::samples;

fn resource() -> Resource {
    Resource::new(
        5,
        vec![
            Chunk::new(ChunkType::Fonts, 1, vec![1; 32]),
            Chunk::new(ChunkType::GameMap, 2, vec![2; 16]),
        ],
    )
}

/// The file of [`resource`]: the second chunk's header stands at 0x40.
fn file(patch: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = resource().write();
    patch(&mut bytes);
    bytes
}

// Where strict and forced rules stop, the container's own tests say, and what the stacks refuse, those of the stacks and of the
// loader.

#[test]
fn a_size_past_the_end_is_an_error_that_names_type_size_and_what_is_left() {
    let bytes = file(|bytes| bytes[0x44] = 0x20);
    let error = Resource::read(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "chunk[1] at 0x44: expected a 0x2B Game Map chunk that fits, found size 32 with 16 bytes left"
    );
}

/// Strict rules refuse the file. As the game reads it, it is a sound resource, and one rule is found broken.
#[test]
fn what_the_game_goes_past_is_found_and_what_it_looks_at_noted() {
    type Patch = fn(&mut Vec<u8>);
    let faults: [(&str, &str, Patch, usize); 4] = [
        (
            "container-zero-word",
            "chunk[1]",
            |bytes| bytes[0x48] = 1,
            0,
        ),
        ("container-data-size", "", |bytes| bytes[4] += 16, 1),
        (
            "container-trailing-bytes",
            "",
            |bytes| bytes.extend([0; 16]),
            1,
        ),
        (
            "chunk-size-multiple",
            "chunk[1]",
            |bytes| {
                bytes[0x44] = 15;
                bytes[4] -= 1;
                bytes.pop();
            },
            1,
        ),
    ];
    for (rule, path, patch, noted) in faults {
        let bytes = file(patch);
        assert!(Resource::read(&bytes).is_err(), "{rule}");
        let mut findings = Findings::new();
        let read = ResourceSlice::inspect(&bytes, &mut findings).unwrap();
        let mut sound = resource();
        sound.chunks[1].bytes.truncate(bytes[0x44].into());
        assert_eq!(read.to_resource(), sound, "{rule}");
        assert_eq!(findings.rules_at(), [(rule, path)]);
        let (_, warnings) = ResourceSlice::read(&bytes, Rules::Forced).unwrap();
        assert_eq!(warnings.len(), noted, "{rule}");
    }
}

#[test]
fn a_type_that_nobody_knows_lies_raw_on_the_stack() {
    let bytes = file(|_| ());
    let mut stacks = samples::load(&bytes).unwrap();
    let top = stacks.chunks.pop_raw(ChunkType::GameMap).unwrap();
    assert_eq!((top.hash, top.value.rest()), (2, &[2; 16][..]));
}

#[test]
fn a_handler_that_fails_in_a_pack_costs_only_its_resource() {
    let mut broken = resource();
    broken
        .chunks
        .insert(0, Chunk::new(ChunkType::Music, 0, vec![0xFF; 16]));
    let bytes = Pack {
        resources: vec![resource(), broken, resource()],
    }
    .write();
    let (pack, _) = PackSlice::read(&bytes, Rules::Strict).unwrap();
    let handlers = HandlerTable::default();
    let outcomes: Vec<_> = pack.load(&handlers).map(|group| group.outcome).collect();
    assert_eq!(outcomes[0].as_ref().unwrap().left_over(), 2);
    let error = outcomes[1].as_ref().unwrap_err();
    assert_eq!(error.path(), "resource[1]/chunk[0] 0x31 Music/music tracks");
    assert_eq!(outcomes[2].as_ref().unwrap().left_over(), 2);
}

#[test]
fn a_handler_that_fails_in_a_level_fails_the_level() {
    let mut level = Resource::read(&samples::level_file().write()).unwrap();
    level.chunks[1].bytes[0] = 0x77;
    let error = LevelFile::read(&level.write()).unwrap_err();
    let path = error.path().to_string();
    assert!(path.starts_with("level file/chunk[1] 0x2A"), "{path}");
    // A level that is not whole fails in the same way when the container is forced.
    assert!(LevelFile::read_forced(&level.write()).is_err());
}
