//! Files that belong to no level: lists, scripts of the front end, sound banks, pictures, sheets.

use super::super::{Candidate, DEFAULT_PICTURE, pictures::PER_LEVEL, pictures::PictureForm};
use super::SCRIPT_LANGUAGES;
use crate::names::levels;

/// Files with one name each. Source: spec/archives.md 4.3.
pub const GLOBAL_FILES: [&str; 6] = [
    "warriors.glr",
    "global.pak",
    "global.lua",
    "scene_list.cnk",
    "cn12.met",
    "cn12.bmp",
];

/// The resource with the default animation set; its name is inferred. Source: spec/archives.md 10.2.
pub const ANIMATION_SET: &str = "generic_header";

/// The resource of the memory card's second picture, which has no languages. Source: spec/archives.md 4.5.
pub const MEMORY_CARD_LOADING: &str = "memory_card_loading";

/// Sprite sheets and single textures whose names are known; the sheet table has all 576 by hash.
/// Source: spec/archives.md 4.5.
pub const SHEETS: [&str; 12] = [
    "part_page0",
    "part_page1",
    "menu_system",
    "part_fire",
    "lighting",
    "hud_minigames",
    "big_font",
    "room_smoke_overlay",
    "fog_overlay",
    "part_fog_00",
    "part_fog_01",
    "water_tex",
];

/// Sound banks named by a word. Source: spec/archives.md 4.4.
const BANKS: [&str; 13] = [
    "sound",
    "menu",
    "pause",
    "armies",
    "gallery",
    "level3",
    "level81",
    "spookorama",
    "birdie",
    "diego",
    "lizzie",
    "luther",
    "armload",
];

/// `load_00` to `load_06`.
const LOAD_BANKS: u32 = 7;

/// How many pairs of bank files have names; one pair more is unnamed. Source: spec/archives.md 4.4.
pub const BANK_PAIRS: usize = BANKS.len() + LOAD_BANKS as usize;

/// Numbers of Rumble games that may have a picture. Source: spec/archives.md 4.5.
const RUMBLE_GAMES: u32 = 32;

/// `<bank>.msb` and `<bank>.msd` of every bank.
pub fn sound_banks() -> impl Iterator<Item = Candidate> {
    BANKS
        .into_iter()
        .map(str::to_owned)
        .chain((0..LOAD_BANKS).map(|number| format!("load_{number:02}")))
        .flat_map(|bank| ["msb", "msd"].map(|end| Candidate::file(format!("{bank}.{end}"))))
}

/// Scripts that run before any level. The numbered ones below 2 and all languages but `en` are guesses.
/// Source: spec/archives.md 4.2.
pub fn config_scripts() -> impl Iterator<Item = Candidate> {
    ["", "1", "2", "3"]
        .into_iter()
        .map(|number| Candidate::file(format!("config_preload{number}.lua")))
        .chain(
            SCRIPT_LANGUAGES
                .into_iter()
                .map(|language| Candidate::file(format!("config_strings_{language}.lua"))),
        )
}

/// Known sheets and textures, and the default animation set.
pub fn sheets() -> impl Iterator<Item = Candidate> {
    SHEETS
        .into_iter()
        .chain([ANIMATION_SET])
        .map(Candidate::resource)
}

/// Every picture that can be asked for: of the levels of [`levels::BRUTE_FORCE`], of Rumble games, of the memory card, the
/// legal notice, and the one for when there is none. Source: spec/archives.md 4.5.
pub fn pictures() -> impl Iterator<Item = Candidate> {
    let of_levels = levels::BRUTE_FORCE
        .flat_map(|level| (0..PER_LEVEL).map(move |n| format!("level{level}_ls_{n}")));
    let of_games = (0..RUMBLE_GAMES).map(|game| format!("rumble_{game}_ls_0"));
    let in_every_form = of_levels
        .chain(of_games)
        .chain(["memory_card_screen".to_owned(), "legal_screen".to_owned()])
        .flat_map(|name| PictureForm::all().map(move |form| form.of(&name)));
    let once = [DEFAULT_PICTURE, "legal_screen_euro", MEMORY_CARD_LOADING]
        .map(str::to_owned)
        .into_iter()
        .chain([format!("{MEMORY_CARD_LOADING}_w")]);
    in_every_form.chain(once).map(Candidate::resource)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_pairs_of_bank_files_have_names() {
        let files: Vec<_> = sound_banks().map(|name| name.file).collect();
        assert_eq!((BANK_PAIRS, files.len()), (20, 40));
        assert!(files.contains(&"load_00.msb".to_owned()));
        assert!(files.contains(&"load_06.msd".to_owned()));
        assert!(files.contains(&"level81.msd".to_owned()));
    }

    #[test]
    fn memory_card_and_legal_notice_have_12_and_11_pictures() {
        let count = |start: &str| {
            pictures()
                .filter(|name| {
                    name.resource
                        .as_deref()
                        .is_some_and(|name| name.starts_with(start))
                })
                .count()
        };
        assert_eq!(count("memory_card"), 12);
        assert_eq!(count("legal_screen"), 11);
        assert_eq!(count("default"), 1);
        assert_eq!(count("rumble_"), 32 * 10);
        assert_eq!(count("level99_ls_"), 3 * 10);
    }

    #[test]
    fn the_attested_config_scripts_are_among_the_guesses() {
        let files: Vec<_> = config_scripts().map(|name| name.file).collect();
        for name in [
            "config_preload2.lua",
            "config_preload3.lua",
            "config_strings_en.lua",
        ] {
            assert!(files.iter().any(|file| file == name), "{name}");
        }
    }

    #[test]
    fn eleven_sheets_and_one_plain_texture_are_known_by_name() {
        assert_eq!(SHEETS.len(), 11 + 1);
        // Source: spec/archives.md 3.3.
        let files: Vec<_> = sheets().map(|name| name.file).collect();
        for file in ["1557308092", "725908093", "2202915056", "2644698417"] {
            assert!(files.iter().any(|name| name == file), "{file}");
        }
    }
}
