//! What happens to broken containers: one test for each row of the table of spec/chunks.md 2.5.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::chunk::stacks::{ChunkStack, ObjectStack, Payload, StackedChunk, Stacks};
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

/// The offset of the error, the same under both rule sets.
fn error_offset(bytes: &[u8]) -> u64 {
    let strict = ResourceSlice::read(bytes, Rules::Strict).unwrap_err();
    let forced = ResourceSlice::read(bytes, Rules::Forced).unwrap_err();
    assert_eq!(strict.offset(), forced.offset());
    forced.offset()
}

/// Strict rules refuse the file. As the game reads it, it is the undamaged resource, and one rule is found broken.
fn rule_of_a_readable_fault(bytes: &[u8]) -> &'static str {
    assert!(Resource::read(bytes).is_err());
    let mut findings = Findings::new();
    let read = ResourceSlice::inspect(bytes, &mut findings).unwrap();
    assert_eq!(read.to_resource(), resource());
    assert_eq!(findings.as_slice().len(), 1);
    findings.as_slice()[0].rule
}

fn raw(ty: ChunkType) -> StackedChunk<Payload<'static>> {
    StackedChunk::new(ty, 0, 0x20, Payload::Raw(Cursor::new(&[])))
}

#[test]
fn a_type_from_0x54_on_is_an_error() {
    assert_eq!(error_offset(&file(|bytes| bytes[0x40] = 0x54)), 0x40);
}

#[test]
fn a_size_past_the_end_is_an_error_that_names_type_size_and_what_is_left() {
    let bytes = file(|bytes| bytes[0x44] = 0x20);
    assert_eq!(error_offset(&bytes), 0x44);
    let error = Resource::read(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "chunk[1] at 0x44: expected a 0x2B Game Map chunk that fits, found size 32 with 16 bytes left"
    );
}

#[test]
fn the_wrong_chunk_on_the_stack_is_an_error_and_the_stack_stays() {
    let mut stack = ChunkStack::default();
    stack.push(raw(ChunkType::Fonts)).unwrap();
    let error = stack.pop_raw(ChunkType::GameMap).unwrap_err();
    assert_eq!(
        error.to_string(),
        "input at 0x20: expected a 0x2B Game Map chunk on the stack, found 0x37 Fonts"
    );
    assert_eq!((stack.len(), stack.peek()), (1, Some(ChunkType::Fonts)));
}

#[test]
fn a_full_stack_is_an_error() {
    let mut resource = resource();
    resource.chunks = vec![Chunk::new(ChunkType::Fonts, 0, vec![]); ChunkStack::CAPACITY + 1];
    let bytes = resource.write();
    let (slice, _) = ResourceSlice::read(&bytes, Rules::Forced).unwrap();
    let error = HandlerTable::default()
        .load_flat(&slice, &mut Stacks::default())
        .unwrap_err();
    assert!(matches!(
        error,
        FormatError::Limit {
            limit: "chunk stack",
            ..
        }
    ));
}

#[test]
fn popping_an_empty_stack_is_an_error() {
    assert!(ChunkStack::default().pop_any().is_err());
    assert!(ObjectStack::default().pop_any(0).is_err());
}

#[test]
fn a_size_that_is_no_multiple_of_16_works_with_a_warning() {
    let bytes = file(|bytes| {
        bytes[0x44] = 15;
        bytes[4] -= 1;
        bytes.pop();
    });
    let mut findings = Findings::new();
    let read = ResourceSlice::inspect(&bytes, &mut findings).unwrap();
    assert_eq!(read.chunks[1].payload.rest(), [2; 15]);
    assert_eq!(findings.as_slice()[0].rule, "chunk-size-multiple");
    assert_eq!(findings.as_slice()[0].path, "chunk[1]");
    assert_eq!(
        ResourceSlice::read(&bytes, Rules::Forced).unwrap().1.len(),
        1
    );
    assert!(Resource::read(&bytes).is_err());
}

#[test]
fn a_zero_word_that_is_not_zero_is_ignored_when_forced_and_a_finding() {
    let bytes = file(|bytes| bytes[0x48] = 1);
    assert_eq!(rule_of_a_readable_fault(&bytes), "container-zero-word");
    // No warning.
    assert!(
        ResourceSlice::read(&bytes, Rules::Forced)
            .unwrap()
            .1
            .is_empty()
    );
}

#[test]
fn a_wrong_data_size_is_a_warning_when_forced() {
    let bytes = file(|bytes| bytes[4] += 16);
    assert_eq!(rule_of_a_readable_fault(&bytes), "container-data-size");
    assert_eq!(
        ResourceSlice::read(&bytes, Rules::Forced).unwrap().1.len(),
        1
    );
}

#[test]
fn bytes_after_the_last_chunk_are_a_warning_when_forced() {
    let bytes = file(|bytes| bytes.extend([0; 16]));
    assert_eq!(rule_of_a_readable_fault(&bytes), "container-trailing-bytes");
    assert_eq!(
        ResourceSlice::read(&bytes, Rules::Forced).unwrap().1.len(),
        1
    );
}

#[test]
fn a_type_that_nobody_knows_lies_raw_on_the_stack() {
    let bytes = file(|_| ());
    let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
    let mut stacks = Stacks::default();
    HandlerTable::default()
        .load_flat(&slice, &mut stacks)
        .unwrap();
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
