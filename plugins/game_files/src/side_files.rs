//! Files that systems, editors and browsers leave beside others: never the game's.

/// Names in lower case, whole.
const NAMES: [&str; 4] = ["thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"];
/// What names of copies, of swap files and of unfinished ones end with.
const ENDINGS: [&str; 10] = [
    "~",
    ".bak",
    ".orig",
    ".swp",
    ".swo",
    ".tmp",
    ".temp",
    ".part",
    ".crdownload",
    ".download",
];

/// Whether a file name is one that only a system, an editor or a copy gives: `._x`, `Thumbs.db`, `~x`, `x (1).lev`, `x - Copy.lev`.
pub fn is_side_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // Behind the last dot; a name without one is all stem.
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    name.starts_with(['.', '~', '#'])
        || NAMES.contains(&&*name)
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || without_number(stem) != stem
        || stem.ends_with(" - copy")
}

/// A stem without the ` (1)` of a second copy.
fn without_number(stem: &str) -> &str {
    let inside = stem
        .strip_suffix(')')
        .and_then(|stem| stem.rsplit_once(" ("));
    match inside {
        Some((stem, number))
            if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            stem
        }
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_systems_and_editors_leave_is_known_and_the_games_files_are_not() {
        for name in [
            "._demo.lev",
            ".DS_Store",
            "Thumbs.db",
            "DESKTOP.INI",
            "~demo.lev",
            "~$demo.txt",
            "demo (1).lev",
            "demo - Copy.lev",
            "demo - Copy (2).lev",
            "demo.lev~",
            ".demo.lev.swp",
            "demo.lev.bak",
            "#demo.lev#",
            "demo.iso.part",
        ] {
            assert!(is_side_file(name), "{name}");
        }
        for name in [
            "demo.lev",
            "2241419303",
            "level99_ms1.sec",
            "a (b).lev",
            "copy.lev",
            "a-b",
        ] {
            assert!(!is_side_file(name), "{name}");
        }
    }
}
