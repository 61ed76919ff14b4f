//! The numbers of the levels, and which of them have what.

use std::ops::RangeInclusive;

/// The numbers a search by brute force goes through. Source: spec/archives.md 4.
pub const BRUTE_FORCE: RangeInclusive<u32> = 0..=199;

/// The level of the front end. Source: spec/archives.md 4.6.
pub const FRONT_END: u32 = 100;

/// A world that belongs to no numbered level; it has no `s` and `d` form. Source: spec/archives.md 4.1.
pub const SINGLE_WORLD: &str = "objarena";

/// The numbers of the 79 levels that have worlds, in rising order. Source: spec/archives.md 4.6.
pub fn with_worlds() -> impl Iterator<Item = u32> {
    const SPARSE: [u32; 14] = [1, 2, 3, 5, 9, 11, 14, 20, 31, 34, 51, 52, 54, 55];
    SPARSE
        .into_iter()
        .chain(60..=64)
        .chain(70..=74)
        .chain(80..=84)
        .chain(86..=87)
        .chain(90..=137)
}

/// The numbers of the 64 levels that have a level file. Source: spec/archives.md 4.6.
pub fn with_level_file() -> impl Iterator<Item = u32> {
    with_worlds().filter(|number| !WITHOUT_LEVEL_FILE.contains(number))
}

/// Levels that are worlds and nothing else. Source: spec/archives.md 4.6.
pub const WITHOUT_LEVEL_FILE: [u32; 15] = [
    70, 71, 72, 73, 74, 90, 91, 94, 96, 97, 98, 106, 117, 125, 135,
];

/// Whether a level's number is a Rumble arena's. Source: spec/archives.md 4.6.
pub const fn is_arena(number: u32) -> bool {
    number > FRONT_END
}

/// `level<N>`.
pub fn level_name(number: u32) -> String {
    format!("level{number}")
}

/// The number in `level<N>`: digits only, as [`level_name`] prints them.
pub fn level_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("level")?;
    let number = digits.parse().ok()?;
    (level_name(number) == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_79_levels_with_worlds_and_64_of_them_have_a_level_file() {
        // 14 + 5 + 5 + 5 + 2 + 48, and 79 - 15. Source: spec/archives.md 4.6.
        let numbers: Vec<_> = with_worlds().collect();
        assert_eq!(numbers.len(), 79);
        assert!(numbers.is_sorted_by(|a, b| a < b));
        assert_eq!(with_level_file().count(), 64);
        // 33 of the level files are arenas'. Source: spec/level-start.md 1.4.
        assert_eq!(
            with_level_file().filter(|number| is_arena(*number)).count(),
            33
        );
    }

    #[test]
    fn a_number_is_what_its_name_prints() {
        assert_eq!(level_number("level99"), Some(99));
        assert_eq!(level_number("level0"), Some(0));
        for other in ["level", "level099", "level+1", "level1s", "Level1", "99"] {
            assert_eq!(level_number(other), None, "{other}");
        }
    }
}
