//! Names of level files and the CRC-32 that finds them.
//!
//! One hash function, three uses that must not be mixed up (spec/archives.md 3.2): the archive's index hashes the
//! lower-case path with a prefix ([`wad_hash`]), resources hash their bare name with its letter case ([`crc32`]), and a
//! resource's file is the decimal text of that hash ([`decimal`]).
//!
//! An archive's index holds hashes only. [`generate`] makes the names that its files can have, and a [`NameBook`] keeps the
//! ones that were found.

mod book;
mod candidate;
pub mod generate;
mod language;
pub mod levels;
pub mod pictures;

pub use book::{Added, NameBook};
pub use candidate::{Candidate, MAX_NAME, file_of_own_hash, resource_file, resource_of_file};
pub use language::Language;

/// What the archive's index puts before every name. Source: spec/archives.md 3.2.
pub const PREFIX: &str = "./ee_files/";

/// The picture shown when a level has none of its own. Source: spec/archives.md 4.5.
pub const DEFAULT_PICTURE: &str = "default_ls_0";

/// CRC-32 (ISO-HDLC) of a name as it stands: no prefix, letter case kept. Source: spec/archives.md 3.1.
pub fn crc32(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}

/// The hash under which the archive's index lists a file: lower-cased (A-Z only), with [`PREFIX`].
/// Source: spec/archives.md 3.2.
pub fn wad_hash(name: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(PREFIX.as_bytes());
    hasher.update(name.to_ascii_lowercase().as_bytes());
    hasher.finalize()
}

/// The file name of a resource: its hash in decimal, no padding, no extension. Source: spec/archives.md 3.2.
pub fn decimal(resource: &str) -> String {
    crc32(resource).to_string()
}

/// `<world>_sec.mem`, the manifest of a world.
pub fn manifest(world: &str) -> String {
    format!("{world}_sec.mem")
}

/// `<world>_sec.wld`, the world stream.
pub fn world_stream(world: &str) -> String {
    format!("{world}_sec.wld")
}

/// `<world>_ms<i>.sec`, part `number` of a world, from 1.
pub fn part(world: &str, number: u32) -> String {
    format!("{world}_ms{number}.sec")
}

/// `<level>.lev`, the level file.
pub fn level_file(level: &str) -> String {
    format!("{level}.lev")
}

/// `<level>_<section>.pak`, the pack of one section of a level, from 1.
pub fn section_pack(level: &str, section: u32) -> String {
    format!("{level}_{section}.pak")
}

/// `<level>.settings.ron`: fog, lights and start point. This project's own file, not the game's: the game sets these
/// from scripts.
pub fn settings(level: &str) -> String {
    format!("{level}.settings.ron")
}

/// The file of loading picture `n` of a level: the decimal hash of `<level>_ls_<n>`.
pub fn loading_picture(level: &str, n: u32) -> String {
    decimal(&format!("{level}_ls_{n}"))
}

/// Which of a level's two streamed worlds; they are drawn at different points of the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorldSlot {
    /// The `s` world: buildings and ground. A level with a single world has it here.
    Scenery,
    /// The `d` world: graffiti, fences, road markings, drawn after the level's objects.
    Detail,
}

impl WorldSlot {
    /// The letter that a world's name ends with.
    pub fn letter(self) -> char {
        match self {
            Self::Scenery => 's',
            Self::Detail => 'd',
        }
    }
}

/// The worlds of a level: `<level>s` and `<level>d` when the first one's stream exists, else `<level>` alone.
///
/// Worlds whose stream is missing are left out. A level that has nothing but a `d` world gives that one, which the
/// original could not load. Source: spec/archives.md 10.2, steps 5-7.
pub fn worlds_of(level: &str, exists: impl Fn(&str) -> bool) -> Vec<(WorldSlot, String)> {
    let scenery = (WorldSlot::Scenery, format!("{level}s"));
    let detail = (WorldSlot::Detail, format!("{level}d"));
    let single = (WorldSlot::Scenery, level.to_owned());
    let has = |(_, world): &(WorldSlot, String)| exists(&world_stream(world));
    match (has(&scenery), has(&detail)) {
        (true, true) => vec![scenery, detail],
        (true, false) => vec![scenery],
        (false, _) if has(&single) => vec![single],
        (false, true) => vec![detail],
        (false, false) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: spec/archives.md 3.3, left table.
    const WAD_HASHES: [(&str, u32); 19] = [
        ("global.lua", 0x7E23_A6F2),
        ("warriors.glr", 0xF5C9_08B1),
        ("global.pak", 0xA564_C2AD),
        ("scene_list.cnk", 0x1365_0964),
        ("level1.lev", 0x393F_70E2),
        ("level99.lev", 0x44E9_A4F4),
        ("Level99.LEV", 0x44E9_A4F4),
        ("level99.lua", 0x8DF8_3362),
        ("level99_objs.txt", 0x4EB4_06A2),
        ("level99_1.pak", 0x0E51_81F8),
        ("level2s_sec.wld", 0x70C8_56FB),
        ("level2s_sec.mem", 0xC967_73B0),
        ("level2s_ms1.sec", 0x98DA_4A73),
        ("level2d_ms16.sec", 0x2D59_CC4A),
        ("objarena_sec.wld", 0xBEB8_15D5),
        ("config_preload3.lua", 0xE15A_707A),
        ("sound.msb", 0x93D7_8F29),
        ("load_00.msb", 0xE3D4_9CF0),
        ("", 0x80F9_116D),
    ];

    /// Source: spec/archives.md 3.3, right table.
    const RESOURCES: &str = "
        package de686795
        always a6a43c1b
        legal_screen 337abb4b 863681355 82e87aaa
        water_tex 2b447a7d 725908093 41756c45
        room_smoke_overlay 834dd0f0 2202915056 f3cb743f
        default_ls_0 58080b9f 1476922271 e0cdfa9a
        level99_ls_0 85995827 2241419303 bf7a72ad
        memory_card_loading ecd8c5ab 3973629355 55811b2f
        part_page0 5cd2a2bc 1557308092 a30cda28
        part_page1 2bd5922a 735416874 e20ac813
        big_font b7a0c1af 3080765871 5cee26e2
        menu_system 1a0a4953 436881747 b41231bc
        generic_header 9da2e531 2644698417 6e936274
        dyn_bat 1b09cdd4 453627348 e22284dc
        dyn_bat_geo 51d3a71e 1372825374 57c0c6e4
        car_osedan 7bb018b5
        car_osedan_geo 21beb40a
        car_osedan_tex bc0d2ce4
        level2s_ms1.sec 209b9c1d
        level99 e36542ae";

    #[test]
    fn the_hash_is_the_zip_crc() {
        assert_eq!(crc32("123456789"), 0xCBF4_3926);
        assert_eq!(crc32(""), 0);
    }

    #[test]
    fn index_hashes_match_the_table() {
        for (name, hash) in WAD_HASHES {
            assert_eq!(wad_hash(name), hash, "{name}");
        }
        assert_eq!(wad_hash("sound.msd"), 0x7AB4_2A1C);
    }

    #[test]
    fn resource_hashes_and_decimal_files_match_the_table() {
        for row in RESOURCES.lines().skip(1) {
            let row: Vec<_> = row.split_whitespace().collect();
            let shown = |hash: u32| format!("{hash:08x}");
            assert_eq!(shown(crc32(row[0])), row[1], "{row:?}");
            if let [name, _, file, file_hash] = row[..] {
                assert_eq!(decimal(name), file, "{name}");
                assert_eq!(shown(wad_hash(file)), file_hash, "{name}");
            }
        }
        assert_eq!(RESOURCES.lines().count(), 1 + 20);
        // The three whose index hash the table leaves out.
        assert_eq!(decimal("car_osedan"), "2075138229");
        assert_eq!(decimal("car_osedan_geo"), "566146058");
        assert_eq!(decimal("car_osedan_tex"), "3154980068");
    }

    #[test]
    fn picture_files_match_the_table() {
        // Source: spec/loading-screen.md 3.
        assert_eq!(decimal(DEFAULT_PICTURE), "1476922271");
        assert_eq!(loading_picture("level99", 0), "2241419303");
        assert_eq!(loading_picture("level99", 1), "4070467761");
        assert_eq!(loading_picture("level99", 2), "1805072651");
        assert_eq!(loading_picture("level100", 0), "3544341896");
    }

    #[test]
    fn a_part_is_indexed_under_another_hash_than_its_header_holds() {
        assert_eq!(crc32(&part("level2s", 1)), 0x209B_9C1D);
        assert_eq!(wad_hash(&part("level2s", 1)), 0x98DA_4A73);
    }

    #[test]
    fn only_the_index_folds_letter_case() {
        assert_eq!(wad_hash("LEVEL99.lev"), wad_hash("level99.lev"));
        assert_ne!(crc32("LEVEL99"), crc32("level99"));
        // A name is folded byte by byte, without a locale: letters outside A-Z stay.
        assert_ne!(wad_hash("É.lev"), wad_hash("é.lev"));
    }

    #[test]
    fn file_names_are_built_as_the_game_builds_them() {
        assert_eq!(manifest("level2s"), "level2s_sec.mem");
        assert_eq!(world_stream("objarena"), "objarena_sec.wld");
        assert_eq!(part("level2d", 16), "level2d_ms16.sec");
        assert_eq!(level_file("level99"), "level99.lev");
        assert_eq!(section_pack("level99", 1), "level99_1.pak");
        assert_eq!(settings("demo"), "demo.settings.ron");
    }

    #[test]
    fn the_s_stream_decides_between_two_worlds_and_one() {
        use WorldSlot::{Detail, Scenery};
        let both = [(Scenery, "level2s"), (Detail, "level2d")];
        for (level, files, worlds) in [
            ("level2", "level2s level2d level2", &both[..]),
            ("objarena", "objarena", &[(Scenery, "objarena")]),
            // One world of two.
            ("a", "as", &[(Scenery, "as")]),
            ("a", "ad", &[(Detail, "ad")]),
            ("a", "ad a", &[(Scenery, "a")]),
            ("a", "", &[]),
            // A world named directly is a single world.
            ("level2d", "level2s level2d", &[(Scenery, "level2d")]),
        ] {
            let exists = |name: &str| files.split(' ').any(|file| name == world_stream(file));
            let found = worlds_of(level, exists);
            let found: Vec<_> = found.iter().map(|(slot, name)| (*slot, &**name)).collect();
            assert_eq!(found, worlds, "{level}: {files}");
        }
    }
}
