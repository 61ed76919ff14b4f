//! What the names of all files say together: levels, section packs, pictures.

use std::collections::{BTreeMap, BTreeSet};

use wonderwheel_warriors::names::levels::{is_arena, level_number};
use wonderwheel_warriors::names::pictures::PictureForm;
use wonderwheel_warriors::names::{DEFAULT_PICTURE, decimal};

use crate::files::GameFile;
use crate::known::{Count, Spread};
use crate::tally::{Fact, Tally};
use crate::worlds::{self, Slot};

/// The highest level number and arena game that are looked for. Source: spec/archives.md 4.5, 4.6.
const LEVELS: std::ops::RangeInclusive<u32> = 0..=199;
const ARENA_GAMES: std::ops::RangeInclusive<u32> = 0..=31;

/// Counts what names alone tell, and settles the facts that had to wait for all files.
pub fn names(tally: &mut Tally, files: &[GameFile]) {
    let sizes: BTreeMap<&str, u64> = files
        .iter()
        .filter(|file| !file.is_unnamed)
        .map(|file| (file.name.as_str(), file.size))
        .collect();
    section_packs(tally, sizes.keys().copied());
    pictures(tally, &sizes);
    levels(tally, &sizes);
    facts(tally, &sizes);
}

/// Packs `level<N>_<k>.pak`.
fn section_packs<'a>(tally: &mut Tally, names: impl Iterator<Item = &'a str>) {
    let mut sections = BTreeMap::<u32, BTreeSet<u32>>::new();
    for name in names {
        let parsed = || {
            let (level, section) = name.strip_suffix(".pak")?.rsplit_once('_')?;
            Some((level_number(level)?, section.parse().ok()?))
        };
        if let Some((level, section)) = parsed() {
            sections.entry(level).or_default().insert(section);
        }
    }
    for sections in sections.values() {
        tally.add(Count::PackOfLevels, sections.len() as u64);
        let is_single = sections.iter().eq([&1]);
        tally.one_if(is_single, Count::PackSingleSectionLevels);
        let highest = sections.last().copied().unwrap_or(0);
        tally.range(Spread::PackSectionsEach, highest.into());
    }
}

/// Source: spec/archives.md 4.5.
fn pictures(tally: &mut Tally, sizes: &BTreeMap<&str, u64>) {
    let mut seen = BTreeSet::new();
    let mut exists = |tally: &mut Tally, name: &str| {
        let Some(size) = sizes.get(decimal(name).as_str()) else {
            return false;
        };
        if seen.insert(name.to_owned()) {
            tally.range(Spread::PictureBytesEach, *size);
        }
        true
    };
    let plain = PictureForm::default();
    let wide = PictureForm {
        wide: true,
        ..plain
    };
    for level in LEVELS {
        let mut count = |form: PictureForm| {
            let names = (0..3).map(|n| form.of(&format!("level{level}_ls_{n}")));
            names.filter(|name| exists(tally, name)).count() as u64
        };
        let (plain, wide) = (count(plain), count(wide));
        tally.add(Count::PictureLevelsPlain, plain);
        tally.one_if(plain == 3, Count::PictureLevelsOfThree);
        tally.one_if(plain == 3 && wide == 3, Count::PictureLevelsOfThreeWide);
        tally.one_if(plain == 1, Count::PictureLevelsOfOne);
    }
    for game in ARENA_GAMES {
        let name = format!("rumble_{game}_ls_0");
        let mut forms = PictureForm::all().map(|form| form.of(&name));
        let is_there = forms.any(|name| exists(tally, &name));
        tally.one_if(is_there, Count::PictureRumbleTypes);
    }
    let is_there = exists(tally, DEFAULT_PICTURE);
    tally.one_if(is_there, Count::PictureDefault);
    for form in PictureForm::all() {
        let mut one = |name: &str, id| {
            let is_there = exists(tally, &form.of(name));
            tally.one_if(is_there, id);
        };
        one("memory_card_screen", Count::PictureMemoryCard);
        one("legal_screen", Count::PictureLegal);
        if form.language == plain.language {
            one("memory_card_loading", Count::PictureMemoryCard);
        }
    }
    let is_there = exists(tally, "legal_screen_euro");
    tally.one_if(is_there, Count::PictureLegal);
}

fn levels(tally: &mut Tally, sizes: &BTreeMap<&str, u64>) {
    let mut slots = BTreeMap::<&str, BTreeSet<Slot>>::new();
    for name in sizes.keys() {
        if let Some(world) = worlds::world_of(name).filter(|_| name.ends_with(".wld")) {
            let (level, slot) = worlds::slot_of(world);
            slots.entry(level).or_default().insert(slot);
        }
    }
    for (level, slots) in slots {
        if !(slots.contains(&Slot::Scenery) && slots.contains(&Slot::Detail)) {
            tally.one_if(slots.contains(&Slot::Single), Count::LevelSingleWorlds);
            continue;
        }
        tally.one(Count::LevelWorlds);
        if sizes.contains_key(format!("{level}.lev").as_str()) {
            tally.one(Count::LevelFiles);
            tally.one(match level_number(level) {
                Some(number) if is_arena(number) => Count::LevelFilesArenas,
                _ => Count::LevelFilesStory,
            });
        } else {
            tally.one(Count::LevelNoFile);
        }
    }
}

fn facts(tally: &mut Tally, sizes: &BTreeMap<&str, u64>) {
    let facts: Vec<Fact> = tally.facts().collect();
    let models: BTreeMap<u32, u32> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Model { hash, atomics } => Some((*hash, *atomics)),
            _ => None,
        })
        .collect();
    for fact in facts {
        match fact {
            Fact::ObjectModel { model, .. } => match models.get(&model) {
                Some(1) => tally.one(Count::GlrObjectsOneAtomic),
                Some(atomics) if *atomics > 1 => tally.one(Count::GlrObjectsCars),
                _ => {}
            },
            // Of these only levels that have a level file count.
            Fact::LevelNames { id, level } => {
                let needs_file = id == Count::LuaFogColourLevels;
                let has_file = sizes.contains_key(format!("level{level}.lev").as_str());
                tally.one_if(!needs_file || has_file, id);
            }
            Fact::Model { .. } => {}
        }
    }
    let (hashes, several) = tally.resource_hashes();
    tally.add(Count::ResourceDistinct, hashes);
    tally.add(Count::ResourceTwoContents, several);
    let types = tally.chunks().len() as u64;
    if types > 0 {
        tally.add(Count::ChunkTypes, types);
        tally.add(Count::ChunkTypesAbsent, 84_u64.saturating_sub(types));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::assert_counts;

    fn counted(names: &[String]) -> Tally {
        let files: Vec<GameFile> = names
            .iter()
            .map(|name| GameFile {
                name: name.clone(),
                is_unnamed: false,
                size: 263_664,
            })
            .collect();
        let mut tally = Tally::default();
        super::names(&mut tally, &files);
        tally
    }

    #[test]
    fn section_packs_belong_to_their_level() {
        let tally = counted(
            &["level5_1.pak", "level5_2.pak", "level7_1.pak", "global.pak"].map(String::from),
        );
        assert_eq!(tally.count("pack-of-levels"), 3);
        assert_eq!(tally.count("pack-single-section-levels"), 1);
        let most = tally.range_of("pack-sections-each").unwrap();
        assert_eq!((most.least, most.most), (1, 2));
    }

    #[test]
    fn pictures_are_found_by_the_decimal_hash_of_their_name() {
        let wanted = [
            "level99_ls_0",
            "level99_ls_1",
            "level99_ls_2",
            "level99_ls_0_w",
            "level60_ls_0",
            "rumble_4_ls_0_w_fr",
            "default_ls_0",
            "memory_card_loading_w",
            "legal_screen_ge",
        ];
        let tally = counted(&wanted.map(decimal));
        let expected = [
            ("picture-levels-plain", 4),
            ("picture-levels-of-three", 1),
            ("picture-levels-of-three-wide", 0),
            ("picture-levels-of-one", 1),
            ("picture-rumble-types", 1),
            ("picture-default", 1),
            ("picture-memory-card", 1),
            ("picture-legal", 1),
        ];
        assert_counts(&tally, &expected);
    }

    #[test]
    fn levels_have_two_worlds_and_perhaps_a_file() {
        let names = [
            "level1s_sec.wld",
            "level1d_sec.wld",
            "level1.lev",
            "level110s_sec.wld",
            "level110d_sec.wld",
            "level110.lev",
            "level2s_sec.wld",
            "level2d_sec.wld",
            "objarena_sec.wld",
            "level3s_sec.wld",
        ];
        let tally = counted(&names.map(String::from));
        let expected = [
            ("level-worlds", 3),
            ("level-files", 2),
            ("level-files-story", 1),
            ("level-files-arenas", 1),
            ("level-no-file", 1),
            ("level-single-worlds", 1),
        ];
        assert_counts(&tally, &expected);
    }
}
