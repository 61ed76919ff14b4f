//! Reading what was written gives the value back; writing what was read gives the bytes back.

use proptest::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::manifest::{Manifest, ManifestPart};
use wonderwheel_warriors::occluder::{self, Occluder};
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::world_stream::WorldStream;

use crate::samples;

fn manifests() -> impl Strategy<Value = Manifest> {
    let part = any::<(u32, u32)>().prop_map(|(file_size, heap_size)| ManifestPart {
        file_size,
        heap_size,
    });
    (
        any::<u32>(),
        any::<u32>(),
        prop::collection::vec(part, 1..40),
        0..64_u32,
    )
        .prop_map(
            |(world_size, world_heap_size, parts, trailing_zeros)| Manifest {
                world_size,
                world_heap_size,
                parts,
                trailing_zeros,
            },
        )
}

fn resources() -> impl Strategy<Value = Resource> {
    let bytes = prop::collection::vec(any::<u8>(), 0..80);
    let chunk = (0..ChunkType::COUNT, any::<u32>(), bytes)
        .prop_map(|(ty, hash, bytes)| Chunk::new(ChunkType::ALL[ty], hash, bytes));
    (1..=u32::MAX, prop::collection::vec(chunk, 1..12))
        .prop_map(|(name_hash, chunks)| Resource::new(name_hash, chunks))
}

fn points() -> impl Strategy<Value = [f32; 3]> {
    prop::array::uniform3(-2000.0..2000.0_f32)
}

fn sheets() -> impl Strategy<Value = SpriteSheet> {
    let span =
        || (0.0..=1.0_f32, 0.0..=1.0_f32).prop_map(|(a, b)| if a < b { (a, b) } else { (b, a) });
    let rectangle = (span(), span()).prop_map(|((u0, u1), (v0, v1))| [u0, v0, u1, v1]);
    let font = prop::option::of(0..1000_u32);
    (font, prop::collection::vec(rectangle, 1..40)).prop_map(|(font_rectangle, rectangles)| {
        SpriteSheet {
            font_rectangle,
            rectangles,
        }
    })
}

proptest! {
    #[test]
    fn a_manifest_survives(manifest in manifests()) {
        let bytes = manifest.write();
        let read = Manifest::read(&bytes).unwrap();
        prop_assert_eq!(&read, &manifest);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn a_resource_survives(resource in resources()) {
        let bytes = resource.write();
        prop_assert_eq!(bytes.len(), resource.size());
        let read = Resource::read(&bytes).unwrap();
        prop_assert_eq!(&read, &resource);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn a_pack_survives(resources in prop::collection::vec(resources(), 1..8)) {
        let pack = Pack { resources };
        let bytes = pack.write();
        let read = Pack::read(&bytes).unwrap();
        prop_assert_eq!(&read, &pack);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn a_container_with_any_zero_word_set_is_none(resource in resources(), bit in 0..32_u32, which in any::<prop::sample::Index>()) {
        let mut bytes = resource.write();
        let mut headers = vec![0];
        let mut at = 16;
        for chunk in &resource.chunks {
            headers.push(at);
            at += 16 + chunk.bytes.len();
        }
        let at = headers[which.index(headers.len())] + 8;
        bytes[at + bit as usize / 8] ^= 1 << (bit % 8);
        prop_assert!(Resource::read(&bytes).is_err());
    }

    #[test]
    fn occluders_survive(points in prop::collection::vec(prop::array::uniform4(points()), 0..12)) {
        let occluders: Vec<Occluder> = points.into_iter().map(|points| Occluder { points }).collect();
        let mut bytes = Vec::new();
        occluder::write_chunk(&occluders, &mut bytes);
        prop_assert_eq!(bytes.len(), 16 + 0x70 * occluders.len());
        let read = occluder::read_chunk(&mut Cursor::new(&bytes)).unwrap();
        prop_assert_eq!(&read, &occluders);
        let mut again = Vec::new();
        occluder::write_chunk(&read, &mut again);
        prop_assert_eq!(again, bytes);
    }

    #[test]
    fn a_sprite_sheet_survives(sheet in sheets()) {
        let mut bytes = Vec::new();
        sheet.write_chunk(&mut bytes);
        let read = SpriteSheet::read_chunk(&mut Cursor::new(&bytes)).unwrap();
        prop_assert_eq!(&read, &sheet);
        let mut again = Vec::new();
        read.write_chunk(&mut again);
        prop_assert_eq!(again, bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_part_survives(number in 1..999_u32, sectors in prop::collection::vec(any::<u32>(), 0..5), zeros in 0..64_u32) {
        let part = Part { trailing_zeros: zeros, ..samples::part(number, &sectors) };
        let bytes = part.write();
        let read = Part::read(&bytes).unwrap();
        prop_assert!(read == part);
        prop_assert!(read.write() == bytes);
    }

    #[test]
    fn a_world_stream_survives(part_count in 1..=999_u32, zeros in 0..64_u32) {
        let stream = WorldStream { part_count, trailing_zeros: zeros, ..samples::world_stream() };
        let bytes = stream.write();
        let read = WorldStream::read(&bytes).unwrap();
        prop_assert!(read == stream);
        prop_assert!(read.write() == bytes);
    }

    #[test]
    fn a_level_file_survives(
        walls in prop::collection::vec((points(), points()), 0..10),
        paths in 3..20_usize,
        text in prop::collection::vec(any::<u8>(), 0..60),
        hashes in any::<(u32, [u32; 18])>(),
    ) {
        let mut level = samples::level_file();
        level.occluders = walls.into_iter().map(|(from, to)| Occluder::wall(from, to)).collect();
        level.path_data = vec![0; 16 * paths];
        level.subtitles = u16::try_from(text.len() + 2).unwrap().to_le_bytes().to_vec();
        level.subtitles.extend(text);
        level.subtitles.resize(level.subtitles.len().next_multiple_of(16), 0);
        level.hashes.resource = hashes.0;
        level.hashes.chunks = hashes.1;
        let bytes = level.write();
        let read = LevelFile::read(&bytes).unwrap();
        prop_assert!(read == level);
        prop_assert!(read.write() == bytes);
    }
}
