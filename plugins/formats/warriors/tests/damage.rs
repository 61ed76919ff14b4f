//! Damaged files: an error or a harmless value, never a panic.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_warriors::chunk::{ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::picture::{self, Picture};
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::world_stream::WorldStream;

use crate::samples;

/// A file kind: its name, a sample, and a read followed by a write.
type Kind = (&'static str, Vec<u8>, fn(&[u8]) -> Result<Vec<u8>>);

fn kinds() -> Vec<Kind> {
    let stream = samples::world_stream().write();
    let part = samples::part(1, &[0, 1]).write();
    let manifest = samples::manifest(&stream, &[part.clone(), part.clone()]).write();
    let dictionary = samples::dictionary(&["page"]);
    let picture = picture::write("p", &dictionary, &SpriteSheet::loading_picture());
    let pack = Pack {
        resources: vec![Resource::read(&picture).unwrap(); 2],
    }
    .write();
    vec![
        ("manifest", manifest, |bytes| {
            Ok(Manifest::read(bytes)?.write())
        }),
        ("world stream", stream, |bytes| {
            Ok(WorldStream::read(bytes)?.write())
        }),
        ("part", part, |bytes| Ok(Part::read(bytes)?.write())),
        ("level file", samples::level_file().write(), |bytes| {
            Ok(LevelFile::read(bytes)?.write())
        }),
        (
            "forced level file",
            samples::level_file().write(),
            |bytes| Ok(LevelFile::read_forced(bytes)?.0.write()),
        ),
        ("picture", picture, |bytes| {
            let (name_hash, picture) = Picture::read(bytes)?;
            Ok(picture.to_resource(name_hash).write())
        }),
        ("pack", pack.clone(), |bytes| Ok(Pack::read(bytes)?.write())),
        ("loaded pack", pack, |bytes| {
            let (pack, _) = PackSlice::read(bytes, Rules::Forced)?;
            for group in pack.load(&HandlerTable::default()) {
                group.outcome?;
            }
            Ok(bytes.to_vec())
        }),
    ]
}

#[test]
fn every_undamaged_sample_is_written_back_to_the_same_bytes() {
    for (name, bytes, read_and_write) in kinds() {
        assert!(read_and_write(&bytes).unwrap() == bytes, "{name}");
    }
}

#[test]
fn a_file_cut_short_anywhere_is_an_error() {
    for (name, bytes, read_and_write) in kinds() {
        for length in 0..bytes.len() {
            let error = match read_and_write(&bytes[..length]) {
                Err(error) => error,
                Ok(_) => panic!("{name} of {length} of {} bytes was read", bytes.len()),
            };
            assert!(
                error.offset() <= length as u64,
                "{name} of {length} bytes: {error}"
            );
        }
    }
}

#[test]
fn a_file_with_bytes_after_its_end_is_an_error() {
    for (name, mut bytes, read_and_write) in kinds() {
        bytes.extend([1; 16]);
        // A forced read only notes it.
        assert_eq!(
            read_and_write(&bytes).is_ok(),
            name == "forced level file" || name == "loaded pack",
            "{name}"
        );
    }
}

/// A small generator of its own, so that the same damage is done on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Changes one to three places: a bit, a byte, or a word that counts and sizes like to be wrong in.
pub fn damage(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            _ => {
                let word = [0, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0x7FC0_0000][random.below(6)];
                let at = at / 4 * 4;
                if let Some(bytes) = bytes.get_mut(at..at + 4) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }
}

/// Damages copies of the bytes 20,000 times.
pub fn damage_often(seed: u64, original: &[u8], mut look: impl FnMut(u32, Vec<u8>)) {
    let mut random = Random(seed);
    for round in 0..20_000 {
        let mut bytes = original.to_vec();
        damage(&mut bytes, &mut random);
        look(round, bytes);
    }
}

/// Damages each kind that `takes` 20,000 times.
fn damage_each(takes: impl Fn(&str) -> bool) {
    for (name, original, read_and_write) in kinds() {
        if !takes(name) {
            continue;
        }
        let seed = 0x5EED_0000 + original.len() as u64;
        damage_often(seed, &original, |round, bytes| {
            // What is written as it was read need not be read a second time.
            if let Ok(written) = read_and_write(&bytes)
                && written != bytes
            {
                let again = read_and_write(&written);
                assert!(
                    again.as_ref().is_ok_and(|again| *again == written),
                    "{name}, round {round}: {:?}",
                    again.err()
                );
            }
        });
    }
}

// What is read of a damaged file can be written and read again.

#[test]
fn damaged_files_never_panic() {
    damage_each(|name| !name.ends_with("level file"));
}

#[test]
fn damaged_level_files_never_panic() {
    damage_each(|name| name == "level file");
}

#[test]
fn damaged_level_files_that_are_forced_never_panic() {
    damage_each(|name| name == "forced level file");
}

#[test]
fn what_a_level_holds_outside_of_renderware_sections_is_written_back_exactly() {
    let original = samples::level_file().write();
    let (resource, _) = ResourceSlice::read(&original, Rules::Strict).unwrap();
    let sections = [
        ChunkType::RenderwareTextureDic,
        ChunkType::PreinstanceObject,
        ChunkType::SectorBspData,
    ];
    let mut ranges = Vec::new();
    for chunk in &resource.chunks {
        let start = chunk.payload.offset() as usize;
        ranges.push(start - 4..start); // The hash word.
        if !sections.contains(&chunk.ty) {
            ranges.push(start..start + chunk.payload.remaining());
        }
    }
    let mut random = Random(0x1E7E1);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut bytes = original.clone();
        let range = ranges[random.below(ranges.len())].clone();
        damage(&mut bytes[range], &mut random);
        if let Ok(level) = LevelFile::read(&bytes) {
            read += 1;
            assert!(level.write() == bytes);
        }
    }
    assert!(read > 10_000, "{read}");
}

#[test]
fn a_missing_resource_header_is_reported_as_the_format_it_should_be() {
    let error = Manifest::read(&[]).unwrap_err();
    assert!(matches!(error, FormatError::Malformed { .. }));
    assert_eq!(error.path(), "manifest");
    assert_eq!(
        Part::read(&[1, 0, 0, 0, 2]).unwrap_err().path(),
        "part/header"
    );
}

#[test]
fn a_part_whose_first_words_differ_from_the_discs_is_refused() {
    for (at, offset) in [(0, 0), (4, 4), (11, 8)] {
        let mut bytes = samples::part(1, &[]).write();
        bytes[at] ^= 0x80;
        assert_eq!(Part::read(&bytes).unwrap_err().offset(), offset);
    }
}

#[test]
fn a_count_of_four_billion_atomics_is_refused_before_any_is_read() {
    let mut bytes = samples::part(1, &[]).write();
    let at = bytes.len() - 4;
    bytes[at..].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = Part::read(&bytes).unwrap_err();
    assert_eq!(error.path(), "part/atomic count");
}
