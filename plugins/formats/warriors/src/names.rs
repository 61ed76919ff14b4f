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

    /// Name, hash, and its decimal file with that file's index hash, where the table has them.
    type ResourceRow = (&'static str, u32, Option<(&'static str, u32)>);

    /// Source: spec/archives.md 3.3, right table.
    const RESOURCES: [ResourceRow; 20] = [
        ("package", 0xDE68_6795, None),
        ("always", 0xA6A4_3C1B, None),
        (
            "legal_screen",
            0x337A_BB4B,
            Some(("863681355", 0x82E8_7AAA)),
        ),
        ("water_tex", 0x2B44_7A7D, Some(("725908093", 0x4175_6C45))),
        (
            "room_smoke_overlay",
            0x834D_D0F0,
            Some(("2202915056", 0xF3CB_743F)),
        ),
        (
            "default_ls_0",
            0x5808_0B9F,
            Some(("1476922271", 0xE0CD_FA9A)),
        ),
        (
            "level99_ls_0",
            0x8599_5827,
            Some(("2241419303", 0xBF7A_72AD)),
        ),
        (
            "memory_card_loading",
            0xECD8_C5AB,
            Some(("3973629355", 0x5581_1B2F)),
        ),
        ("part_page0", 0x5CD2_A2BC, Some(("1557308092", 0xA30C_DA28))),
        ("part_page1", 0x2BD5_922A, Some(("735416874", 0xE20A_C813))),
        ("big_font", 0xB7A0_C1AF, Some(("3080765871", 0x5CEE_26E2))),
        ("menu_system", 0x1A0A_4953, Some(("436881747", 0xB412_31BC))),
        (
            "generic_header",
            0x9DA2_E531,
            Some(("2644698417", 0x6E93_6274)),
        ),
        ("dyn_bat", 0x1B09_CDD4, Some(("453627348", 0xE222_84DC))),
        (
            "dyn_bat_geo",
            0x51D3_A71E,
            Some(("1372825374", 0x57C0_C6E4)),
        ),
        ("car_osedan", 0x7BB0_18B5, None),
        ("car_osedan_geo", 0x21BE_B40A, None),
        ("car_osedan_tex", 0xBC0D_2CE4, None),
        ("level2s_ms1.sec", 0x209B_9C1D, None),
        ("level99", 0xE365_42AE, None),
    ];

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
        for (name, hash, file) in RESOURCES {
            assert_eq!(crc32(name), hash, "{name}");
            if let Some((file, file_hash)) = file {
                assert_eq!(decimal(name), file, "{name}");
                assert_eq!(wad_hash(file), file_hash, "{name}");
            }
        }
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

    fn worlds(level: &str, files: &[&str]) -> Vec<(WorldSlot, String)> {
        worlds_of(level, |name| files.contains(&name))
    }

    #[test]
    fn the_s_stream_decides_between_two_worlds_and_one() {
        assert_eq!(
            worlds(
                "level2",
                &["level2s_sec.wld", "level2d_sec.wld", "level2_sec.wld"]
            ),
            [
                (WorldSlot::Scenery, "level2s".to_owned()),
                (WorldSlot::Detail, "level2d".to_owned())
            ]
        );
        assert_eq!(
            worlds("objarena", &["objarena_sec.wld"]),
            [(WorldSlot::Scenery, "objarena".to_owned())]
        );
    }

    #[test]
    fn a_level_with_one_world_of_two_still_has_that_one() {
        assert_eq!(
            worlds("a", &["as_sec.wld"]),
            [(WorldSlot::Scenery, "as".to_owned())]
        );
        assert_eq!(
            worlds("a", &["ad_sec.wld"]),
            [(WorldSlot::Detail, "ad".to_owned())]
        );
        assert_eq!(
            worlds("a", &["ad_sec.wld", "a_sec.wld"]),
            [(WorldSlot::Scenery, "a".to_owned())]
        );
        assert!(worlds("a", &[]).is_empty());
    }

    #[test]
    fn a_world_named_directly_is_a_single_world() {
        assert_eq!(
            worlds("level2d", &["level2s_sec.wld", "level2d_sec.wld"]),
            [(WorldSlot::Scenery, "level2d".to_owned())]
        );
    }
}
