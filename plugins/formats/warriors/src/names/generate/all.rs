//! The whole generator, and the worlds, whose parts are probed.

use super::super::levels::{BRUTE_FORCE, SINGLE_WORLD, level_name};
use super::super::{Candidate, part};
use super::{
    GLOBAL_FILES, config_scripts, level_files, pictures, sheets, sound_banks, world_files,
};
use crate::manifest::Manifest;

/// Every name that needs no words from the disc. `exists` says whether an index holds a hash; it decides how far the
/// parts of a world are counted. Source: spec/archives.md 4.
pub fn all(exists: impl Fn(u32) -> bool) -> impl Iterator<Item = Candidate> {
    GLOBAL_FILES
        .into_iter()
        .map(Candidate::file)
        .chain(config_scripts())
        .chain(sound_banks())
        .chain(sheets())
        .chain(pictures())
        .chain(BRUTE_FORCE.flat_map(|number| level_files(&level_name(number)).collect::<Vec<_>>()))
        .chain(worlds().flat_map(|world| world_files(&world)))
        .chain(worlds().flat_map(move |world| parts(&world, &exists).collect::<Vec<_>>()))
}

/// The worlds of every level of the brute force, both forms and the single one, and the one that no level has.
/// Source: spec/archives.md 4.1.
pub fn worlds() -> impl Iterator<Item = String> {
    BRUTE_FORCE
        .flat_map(|number| ["s", "d", ""].map(|slot| format!("{}{slot}", level_name(number))))
        .chain([SINGLE_WORLD.to_owned()])
}

/// The parts of a world that exist: numbers have no gap, so the first miss ends them. A manifest's count ends earlier on
/// the disc, where 347 parts are never loaded. Source: spec/archives.md 4.1.
pub fn parts(world: &str, exists: impl Fn(u32) -> bool) -> impl Iterator<Item = Candidate> {
    (1..=Manifest::MAX_PARTS)
        .map(move |number| Candidate::file(part(world, number)))
        .take_while(move |name| exists(name.wad_hash()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::names::wad_hash;

    #[test]
    fn without_an_index_no_part_is_guessed() {
        let names: Vec<_> = all(|_| false).collect();
        // Counted by hand: six, 4 + 7, 40, 13; 200 * 3 * 10 + 32 * 10 + 20 + 4 pictures; 200 * 112; 601 * 2.
        let pictures = 6000 + 320 + 20 + 4;
        assert_eq!(
            names.len(),
            6 + 11 + 40 + 13 + pictures + 200 * 112 + 601 * 2
        );
        let files: HashSet<_> = names.iter().map(|name| &name.file).collect();
        assert_eq!(files.len(), names.len(), "no name is tried twice");
    }

    #[test]
    fn no_two_generated_names_hash_alike() {
        let hashes: HashSet<_> = all(|_| false).map(|name| name.wad_hash()).collect();
        assert_eq!(hashes.len(), all(|_| false).count());
    }

    #[test]
    fn parts_are_counted_to_the_first_miss() {
        let index: HashSet<_> = [1, 2, 3, 5]
            .map(|number| wad_hash(&part("level2s", number)))
            .into();
        let found: Vec<_> = parts("level2s", |hash| index.contains(&hash))
            .map(|name| name.file)
            .collect();
        assert_eq!(
            found,
            ["level2s_ms1.sec", "level2s_ms2.sec", "level2s_ms3.sec"]
        );
        assert_eq!(parts("w", |_| true).count(), 999);
    }

    #[test]
    fn an_index_of_the_discs_worlds_is_named_whole() {
        // 79 levels with two worlds and objarena, three parts each: 159 manifests and streams.
        let worlds: Vec<_> = crate::names::levels::with_worlds()
            .flat_map(|number| ["s", "d"].map(|slot| format!("level{number}{slot}")))
            .chain(["objarena".to_owned()])
            .collect();
        assert_eq!(worlds.len(), 159);
        let index: HashSet<_> = worlds
            .iter()
            .flat_map(|world| {
                world_files(world)
                    .map(|name| name.file)
                    .chain((1..=3).map(|number| part(world, number)))
                    .collect::<Vec<_>>()
            })
            .map(|file| wad_hash(&file))
            .collect();
        assert_eq!(index.len(), 159 * 5);
        let named = all(|hash| index.contains(&hash))
            .filter(|name| index.contains(&name.wad_hash()))
            .count();
        assert_eq!(named, 159 * 5);
    }
}
