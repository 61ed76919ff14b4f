//! Every limit of this crate's readers is an option, and an error says which one it was.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::manifest::Manifest;

/// The limit's name and value, of an error that must be one.
fn limit<T>(read: Result<T>) -> (&'static str, u64) {
    match read.map(drop) {
        Err(FormatError::Limit { limit, max, .. }) => (limit, max),
        other => panic!("{other:?}"),
    }
}

fn fonts(count: usize) -> Vec<u8> {
    Resource::new(1, vec![Chunk::new(ChunkType::Fonts, 0, Vec::new()); count]).write()
}

fn load(bytes: &[u8], limits: Limits) -> Result<usize> {
    let (resource, _) =
        ResourceSlice::read_with(Cursor::new(bytes).limited(limits), Rules::Strict)?;
    let stacks = HandlerTable::default().load_flat(&resource)?;
    Ok(stacks.left_over())
}

#[test]
fn chunks_of_a_file_are_counted_against_their_own_limit() {
    let bytes = fonts(4);
    let limits = Limits::with(|limits| limits.chunks = 3);
    assert_eq!(limit(load(&bytes, limits)), ("chunks", 3));
    assert!(
        load(
            &bytes,
            Limits {
                chunks: 4,
                ..limits
            }
        )
        .is_ok()
    );
}

#[test]
fn both_stacks_have_the_room_that_the_reader_is_told() {
    let bytes = fonts(4);
    let limits = Limits::with(|limits| limits.stacked_chunks = 3);
    assert_eq!(limit(load(&bytes, limits)), ("chunk stack", 3));
    // More room than the original had is the reader's own choice.
    let many = fonts(2049);
    assert_eq!(limit(load(&many, Limits::DEFAULT)), ("chunk stack", 2048));
    let patient = Limits::with(|limits| limits.stacked_chunks = 4096);
    assert_eq!(load(&many, patient), Ok(2049));

    let lists = [0x22_u8, 0x23, 0x24].map(|ty| {
        let ty = ChunkType::from_u32(ty.into()).unwrap();
        Chunk::new(ty, 0, vec![0; 16])
    });
    let resource = Resource::new(1, lists);
    let limits = Limits::with(|limits| limits.stacked_objects = 0);
    assert_eq!(limit(load(&resource.write(), limits)), ("object stack", 0));
}

#[test]
fn parts_of_a_world_are_counted_against_their_own_limit() {
    let bytes = Manifest::measured(5, &[48; 4]).write();
    let read = |parts| {
        let limits = Limits::with(|limits| limits.parts = parts);
        Manifest::read_with(Cursor::new(&bytes).limited(limits))
    };
    assert_eq!(limit(read(3)), ("part count", 3));
    assert_eq!(read(4).map(|manifest| manifest.parts.len()), Ok(4));
    let many = Manifest::measured(5, &[48; 1_000]).write();
    assert_eq!(limit(Manifest::read(&many)), ("part count", 999));
}
