//! Packs: of sections, of a scene, and the global one.

use wonderwheel_warriors::chunk::Resource;
use wonderwheel_warriors::names::{crc32, section_pack};
use wonderwheel_warriors::pack::Pack;

use super::characters::{CHARACTERS, DATA};
use super::levels::GameLevel;
use super::props::model_name;
pub use super::props::{EMPTY_IN_LISTS, UNKNOWN_TO_LISTS};
use super::scenes;
use super::sheets::ALWAYS_THERE;
use super::store::Store;
use crate::error::{ForgeError, Result};

/// The object type whose model is in `global.pak` and in packs of sections: loading the second finds it resident.
pub const RESIDENT_TWICE: &str = "dyn_crate";
/// The pack whose last resource header has the hash 0. Source: spec/chunks.md 1.2.
pub const ENDED_EARLY: &str = "level99_2.pak";

/// Writes all packs.
///
/// # Errors
/// None, as long as everything that packs hold is made before them.
pub fn add(store: &mut Store, levels: &[GameLevel]) -> Result<()> {
    let twice = crc32(&model_name(RESIDENT_TWICE));
    let sheets = ALWAYS_THERE.map(crc32);
    let global: Vec<u32> = sheets.into_iter().chain([twice]).collect();
    write(store, "global.pak".to_owned(), &global)?;

    let odd = [EMPTY_IN_LISTS, UNKNOWN_TO_LISTS].map(|name| crc32(&model_name(name)));
    for level in levels {
        for section in 1..=level.sections {
            let file = section_pack(level.name(), section);
            let resources = match (level.name(), section) {
                // The front end has sheets and the data of the people in its menu.
                ("level100", _) => vec![sheets[1], crc32(DATA)],
                ("level2", 2) => vec![twice, odd[0], odd[1], crc32(DATA)],
                (_, 1) => level.resources(),
                _ => vec![twice, crc32(DATA)],
            };
            write(store, file, &resources)?;
        }
    }
    let people = CHARACTERS.map(|name| crc32(&model_name(name)));
    let clip = store.lists.animations.records.first();
    // Clips are known by the hash of their lower-case file name, which this one's own name is.
    let with_clip: Vec<u32> = people
        .into_iter()
        .chain(clip.map(|clip| clip.name_hash))
        .collect();
    write(store, format!("{}.pak", scenes::WITH_PACK), &with_clip)?;

    if let Some(bytes) = store.files.get_mut(ENDED_EARLY) {
        end_early(bytes);
    }
    Ok(())
}

fn write(store: &mut Store, file: String, hashes: &[u32]) -> Result<()> {
    let mut known: Vec<u32> = Vec::new();
    let mut resources: Vec<Resource> = Vec::new();
    for hash in hashes {
        if known.contains(hash) {
            continue;
        }
        known.push(*hash);
        let resource = store.resources.get(hash).ok_or_else(|| {
            ForgeError::Impossible(format!("{file}: there is no resource {hash:#010x}"))
        })?;
        resources.push(resource.clone());
    }
    store.files.insert(file, Pack { resources }.write());
    Ok(())
}

/// Counts one resource more, and gives it a header of zeros: the game stops there.
fn end_early(bytes: &mut Vec<u8>) {
    bytes.extend([0; 16]);
    let size = (bytes.len() as u32).saturating_sub(16);
    for (at, word) in [(0, None), (4, Some(size))] {
        if let Some(place) = bytes.get_mut(at..at + 4) {
            let old = place
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
            place.copy_from_slice(&word.unwrap_or(old + 1).to_le_bytes());
        }
    }
}
