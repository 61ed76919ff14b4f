//! Which levels a store holds.

use std::collections::BTreeSet;

use crate::files::GameFiles;

/// The levels that can be opened, in the order a person counts (`level2` before `level10`).
///
/// A level is known by its level file (`<level>.lev`) or by a world stream (`<world>_sec.wld`): world `<level>s` is the
/// scenery, `<level>d` the detail, and a single world carries the level's own name. Source: seed 001, "Disc check".
pub fn levels(files: &dyn GameFiles) -> Vec<String> {
    let mut levels = BTreeSet::new();
    for name in files.names_at_hand() {
        if let Some(level) = name.strip_suffix(".lev") {
            levels.insert(level.to_owned());
        } else if let Some(world) = name.strip_suffix("_sec.wld") {
            levels.insert(level_of_world(world, files).to_owned());
        }
    }
    let mut levels = levels
        .into_iter()
        .filter(|level| !level.is_empty())
        .collect::<Vec<_>>();
    levels.sort_by_cached_key(|level| counting_key(level));
    levels
}

/// The level that a world belongs to. A lone world whose name merely ends in one of the two letters is its own level,
/// unless a level file says otherwise.
fn level_of_world<'a>(world: &'a str, files: &dyn GameFiles) -> &'a str {
    let has_world = |name: String| files.exists(&format!("{name}_sec.wld"));
    if files.exists(&format!("{world}.lev")) {
        return world;
    }
    if let Some(level) = world.strip_suffix('s') {
        return level;
    }
    match world.strip_suffix('d') {
        Some(level) if has_world(format!("{level}s")) || files.exists(&format!("{level}.lev")) => {
            level
        }
        _ => world,
    }
}

/// Sorts trailing numbers by value: ("level", 2) before ("level", 10).
fn counting_key(level: &str) -> (String, u64) {
    let stem = level.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = level
        .get(stem.len()..)
        .and_then(|digits| digits.parse().ok());
    (stem.to_owned(), number.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryFiles;

    fn listed(names: &[&str]) -> Vec<String> {
        let files = names.iter().fold(MemoryFiles::default(), |files, name| {
            files.with(name, vec![])
        });
        levels(&files)
    }

    #[test]
    fn two_worlds_and_a_level_file_are_one_level() {
        let names = [
            "demo.lev",
            "demos_sec.wld",
            "demod_sec.wld",
            "demos_ms1.sec",
            "demo_1.pak",
        ];
        assert_eq!(listed(&names), ["demo"]);
    }

    #[test]
    fn worlds_without_a_level_file_are_listed() {
        assert_eq!(
            listed(&["level70s_sec.wld", "level70d_sec.wld"]),
            ["level70"]
        );
    }

    #[test]
    fn a_single_world_is_a_level_of_its_own_name() {
        assert_eq!(listed(&["objarena_sec.wld"]), ["objarena"]);
        assert_eq!(listed(&["promenad_sec.wld"]), ["promenad"]);
    }

    #[test]
    fn levels_are_listed_in_counting_order() {
        let names = ["level10.lev", "LEVEL2.LEV", "level100.lev", "arena.lev"];
        assert_eq!(listed(&names), ["arena", "level2", "level10", "level100"]);
    }
}
