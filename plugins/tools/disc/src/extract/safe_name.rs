//! Names that every file system takes. Source: spec/archives.md 7.

use std::collections::HashSet;

/// The longest name, bytes.
const LONGEST: usize = 120;

/// Device names of Windows: no file there can be called so, whatever its extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A name of letters, digits, `.`, `_` and `-` that neither begins nor ends with a dot, is no device's and not too long.
pub fn safe(name: &str) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' => letter,
        _ => '_',
    };
    let mut safe: String = name.chars().map(letter).collect();
    for dot in [0, safe.len().saturating_sub(1)] {
        if safe.get(dot..=dot) == Some(".") {
            safe.replace_range(dot..=dot, "_");
        }
    }
    if is_device(&safe) || safe.is_empty() {
        safe.insert(0, '_');
    }
    shortened(safe, LONGEST)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let numbered = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port);
        number.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    });
    DEVICES.contains(&&*stem) || numbered
}

/// Cuts the stem, not the extension. All letters are ASCII by now.
fn shortened(mut name: String, most: usize) -> String {
    let (stem, extension) = split(&name);
    let over = name.len().saturating_sub(most);
    if over > 0 {
        let (stem, extension) = (stem.len(), extension.len());
        if over < stem {
            name.replace_range(stem - over..stem, "")
        } else {
            // All extension.
            name.truncate(most)
        }
        debug_assert!(name.len() <= most, "{extension}");
    }
    name
}

/// Stem, and extension with its dot.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('.').filter(|dot| *dot > 0) {
        Some(dot) => name.split_at(dot),
        None => (name, ""),
    }
}

/// The paths that are taken.
#[derive(Debug, Default)]
pub struct Names(HashSet<String>);

impl Names {
    /// The path of a file, which no other file has: of two that differ in their letter case at most the second gets `~2` before
    /// its extension, the third `~3`.
    pub fn path(&mut self, folder: &str, name: &str) -> String {
        let safe = safe(name);
        let mut path = format!("{folder}/{safe}");
        let mut number = 2;
        while !self.0.insert(path.to_ascii_lowercase()) {
            let mark = format!("~{number}");
            let short = shortened(safe.clone(), LONGEST - mark.len());
            let (stem, extension) = split(&short);
            path = format!("{folder}/{stem}{mark}{extension}");
            number += 1;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_game_stay_as_they_are() {
        for name in ["level99s_ms1.sec", "2241419303", "load_00.msb", "a-b.c"] {
            assert_eq!(safe(name), name);
        }
    }

    #[test]
    fn what_a_file_system_would_not_take_is_replaced() {
        for (name, expected) in [
            ("a b.lua", "a_b.lua"),
            ("é🎡.lua", "__.lua"),
            ("..", "__"),
            (".hidden.", "_hidden_"),
            ("a:b?c*.pak", "a_b_c_.pak"),
            ("con.lua", "_con.lua"),
            ("COM1", "_COM1"),
            ("com10.x", "com10.x"),
            ("console.lua", "console.lua"),
            ("", "_"),
            (".", "_"),
        ] {
            assert_eq!(safe(name), expected, "{name}");
        }
        let long = format!("{}.lua", "a".repeat(300));
        let cut = safe(&long);
        assert_eq!(cut.len(), 120);
        assert!(cut.ends_with("aa.lua"), "{cut}");
        assert_eq!(safe(&format!("a.{}", "b".repeat(300))).len(), 120);
    }

    #[test]
    fn two_paths_that_differ_in_case_alone_are_told_apart() {
        let mut names = Names::default();
        let mut path = |name: &str| names.path("ee_files", name);
        assert_eq!(path("a.lua"), "ee_files/a.lua");
        assert_eq!(path("A.lua"), "ee_files/A~2.lua");
        assert_eq!(path("a.LUA"), "ee_files/a~3.LUA");
        assert_eq!(path("b c"), "ee_files/b_c");
        assert_eq!(path("b_c"), "ee_files/b_c~2");
        let long = "a".repeat(200);
        assert_eq!(path(&long).len(), 9 + 120);
        assert_eq!(path(&long), format!("ee_files/{}~2", "a".repeat(118)));
        assert_eq!(names.path("unnamed", "a.lua"), "unnamed/a.lua");
    }
}
