//! Which pictures a loading screen shows.

use wonderwheel_warriors::names::loading_picture;

/// A loading screen has at most three pictures. Source: spec/loading-screen.md 2.
const MOST_PICTURES: u32 = 3;

/// The files of a level's loading pictures, by their names in the archive (decimal hashes), in the order shown.
///
/// For each number the first name that exists wins: the picture itself, then the level's picture 0, then the default one.
/// The list stops where a number finds what the number before it found. (Narrow screen, English.) Empty when there is no
/// picture at all; then the screen is black with its bar. Source: spec/loading-screen.md 2 and 3.
pub fn loading_pictures(level: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for number in 0..MOST_PICTURES {
        let candidates = [
            loading_picture(level, number),
            loading_picture(level, 0),
            loading_picture("default", 0),
        ];
        let Some(found) = candidates.into_iter().find(|name| exists(name)) else {
            break;
        };
        if files.last() == Some(&found) {
            break;
        }
        files.push(found);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    // The decimal names are spec/loading-screen.md 3.
    const DEFAULT: &str = "1476922271";
    const LEVEL99: [&str; 3] = ["2241419303", "4070467761", "1805072651"];

    #[test]
    fn the_pictures_shown_are_the_levels_own_up_to_a_gap_or_the_default_once() {
        for (level, present, shown) in [
            ("level99", &LEVEL99[..], &LEVEL99[..]),
            ("level99", &LEVEL99[..1], &LEVEL99[..1]),
            ("level99", &[LEVEL99[0], LEVEL99[2]], &LEVEL99[..1]),
            ("level100", &[DEFAULT], &[DEFAULT]),
            ("level100", &[], &[]),
        ] {
            let found = loading_pictures(level, |name| present.contains(&name));
            assert_eq!(found, shown, "{level}: {present:?}");
        }
    }
}
