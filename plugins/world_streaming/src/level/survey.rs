//! What there is of a level's files. It is looked up on a task: a slow medium must not stop a frame.

use std::collections::BTreeMap;

use wonderwheel_game_files::GameFiles;
use wonderwheel_level_assets::LevelNote;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names::{self, WorldSlot};

/// The section that a level begins with.
pub(crate) const FIRST_SECTION: u32 = 1;

/// The files of a level that exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// Worlds whose stream exists, scenery first.
    pub(crate) worlds: Vec<WorldSurvey>,
    /// Bytes of the level file.
    pub(crate) level_file_bytes: Option<u64>,
    /// Whether there are settings.
    pub(crate) has_settings: bool,
    /// Whether there is a pack of the first section.
    pub(crate) has_pack: bool,
    /// The store, in a person's words.
    pub(crate) store: String,
}

/// The files of a world that exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WorldSurvey {
    pub(crate) slot: WorldSlot,
    pub(crate) name: String,
    pub(crate) has_manifest: bool,
    /// Bytes of its parts' files, by part number.
    pub(crate) part_bytes: BTreeMap<u32, u64>,
}

/// Looks for the files of a level.
pub(crate) fn survey(level: &str, files: &dyn GameFiles) -> Survey {
    let worlds = names::worlds_of(level, |file| files.exists(file));
    let worlds = worlds.into_iter().map(|(slot, name)| WorldSurvey {
        slot,
        has_manifest: files.exists(&names::manifest(&name)),
        part_bytes: part_bytes(&name, files),
        name,
    });
    Survey {
        worlds: worlds.collect(),
        level_file_bytes: files.size(&names::level_file(level)),
        has_settings: files.exists(&names::settings(level)),
        has_pack: files.exists(&names::section_pack(level, FIRST_SECTION)),
        store: files.describe(),
    }
}

impl Survey {
    /// What the level does without, a note for each file that is not there.
    pub(crate) fn notes(&self, level: &str) -> Vec<LevelNote> {
        let mut notes = Vec::new();
        let mut note = |file: String, words: &str| {
            let words = words.to_owned();
            notes.push(LevelNote::Missing { file, words });
        };
        if self.level_file_bytes.is_none() {
            note(
                names::level_file(level),
                "no sky, clouds, skyline, glow and occluders",
            );
        }
        if let [only] = &*self.worlds {
            // A level of one world has the level's own name.
            let other = match only.slot {
                WorldSlot::Scenery if only.name != level => Some(WorldSlot::Detail),
                WorldSlot::Scenery => None,
                WorldSlot::Detail => Some(WorldSlot::Scenery),
            };
            if let Some(other) = other {
                let world = format!("{level}{}", other.letter());
                note(names::world_stream(&world), "one world only");
            }
        }
        for world in self.worlds.iter().filter(|world| !world.has_manifest) {
            note(names::manifest(&world.name), "sizes are measured");
        }
        if !self.has_settings {
            note(
                names::settings(level),
                "fog, light and start are the built-in ones",
            );
        }
        notes
    }
}

/// The world stream begins with the count of its parts. Source: seed 000 "World stream".
pub(crate) fn part_bytes(world: &str, files: &dyn GameFiles) -> BTreeMap<u32, u64> {
    let word = files.read_range(&names::world_stream(world), 0, 4);
    let word = word.ok().and_then(|bytes| bytes.try_into().ok());
    let count = word.map_or(0, u32::from_le_bytes).min(Manifest::MAX_PARTS);
    let sizes = (1..=count).filter_map(|part| Some((part, files.size(&names::part(world, part))?)));
    sizes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_game_files::MemoryFiles;

    #[test]
    fn what_a_level_does_without_is_a_note_each() {
        let files = MemoryFiles::default().with("as_sec.wld", vec![0; 4]);
        let notes = |level: &str, files: &MemoryFiles| -> Vec<String> {
            let notes = survey(level, files).notes(level);
            notes.iter().map(LevelNote::to_string).collect()
        };
        assert_eq!(
            notes("a", &files),
            [
                "a.lev: not there; no sky, clouds, skyline, glow and occluders",
                "ad_sec.wld: not there; one world only",
                "as_sec.mem: not there; sizes are measured",
                "a.settings.ron: not there; fog, light and start are the built-in ones",
            ]
        );
        let arena = files
            .with("arena_sec.wld", vec![0; 4])
            .with("arena_sec.mem", Vec::new())
            .with("arena.lev", Vec::new())
            .with("arena.settings.ron", Vec::new());
        assert_eq!(notes("arena", &arena), [""; 0]);
    }

    #[test]
    fn a_survey_finds_what_there_is_and_measures_the_parts_that_the_world_counts() {
        let files = MemoryFiles::default()
            .with("as_sec.wld", vec![3, 0, 0, 0, 9, 9])
            .with("as_sec.mem", Vec::new())
            .with("as_ms1.sec", vec![0; 10])
            .with("as_ms3.sec", vec![0; 30])
            .with("as_ms4.sec", vec![0; 40])
            .with("ad_sec.wld", vec![1])
            .with("a.lev", vec![0; 5])
            .with("a_1.pak", Vec::new());
        let found = survey("a", &files);
        let world = |slot, name: &str, has_manifest, parts: &[(u32, u64)]| WorldSurvey {
            slot,
            name: name.into(),
            has_manifest,
            part_bytes: parts.iter().copied().collect(),
        };
        assert_eq!(
            found,
            Survey {
                worlds: vec![
                    world(WorldSlot::Scenery, "as", true, &[(1, 10), (3, 30)]),
                    world(WorldSlot::Detail, "ad", false, &[]),
                ],
                level_file_bytes: Some(5),
                has_settings: false,
                has_pack: true,
                store: "memory".into(),
            }
        );
    }
}
