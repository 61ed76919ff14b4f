//! The files of one level.

use super::super::{Candidate, level_file, manifest, section_pack, world_stream};
use super::SCRIPT_LANGUAGES;

/// The highest section of which a pack is tried. Source: spec/archives.md 4.2.
pub const MAX_SECTION: u32 = 99;

/// A level's files whose names need no words from scripts: level file, object list, packs, and the scripts that every
/// level may have. Source: spec/archives.md 4.2.
pub fn level_files(level: &str) -> impl Iterator<Item = Candidate> {
    [level_file(level), format!("{level}_objs.txt")]
        .into_iter()
        .map(Candidate::file)
        .chain(section_packs(level))
        .chain(scripts(level))
}

/// `<level>_<k>.pak` for every section that can be.
pub fn section_packs(level: &str) -> impl Iterator<Item = Candidate> {
    (1..=MAX_SECTION).map(move |section| Candidate::file(section_pack(level, section)))
}

/// `<level>.lua`, `<level>main.lua`, `<level>_combat.lua`, and the strings in every language.
pub fn scripts(level: &str) -> impl Iterator<Item = Candidate> {
    ["", "main", "_combat", "_strings"]
        .into_iter()
        .map(move |ending| Candidate::file(format!("{level}{ending}.lua")))
        .chain(
            SCRIPT_LANGUAGES
                .into_iter()
                .map(move |language| Candidate::file(format!("{level}_strings_{language}.lua"))),
        )
}

/// `<level>_<word>.lua`, for a word that a script of the level mentions.
pub fn script(level: &str, word: &str) -> Candidate {
    Candidate::file(format!("{level}_{word}.lua"))
}

/// Manifest and stream of a world.
pub fn world_files(world: &str) -> impl Iterator<Item = Candidate> + use<> {
    [manifest(world), world_stream(world)]
        .into_iter()
        .map(Candidate::file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_its_file_its_list_99_packs_and_11_scripts() {
        let files: Vec<_> = level_files("level99").map(|name| name.file).collect();
        assert_eq!(files.len(), 2 + 99 + 4 + 7);
        for name in [
            "level99.lev",
            "level99_objs.txt",
            "level99_1.pak",
            "level99_99.pak",
            "level99.lua",
            "level99main.lua",
            "level99_strings.lua",
            "level99_strings_en.lua",
            "level99_combat.lua",
        ] {
            assert!(files.iter().any(|file| file == name), "{name}");
        }
        assert_eq!(script("level5", "fight").file, "level5_fight.lua");
    }
}
