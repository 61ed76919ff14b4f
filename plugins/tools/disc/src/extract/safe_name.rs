//! Paths for the files of a disc, each with one of its own. Source: spec/archives.md 7.

use std::collections::HashSet;

use wonderwheel_game_files::file_name::encode;

/// The paths that are taken.
#[derive(Debug, Default)]
pub struct Names(HashSet<String>);

impl Names {
    /// The path of a file, which no other file has: of two that differ in their letter case at most the second gets `~2` before
    /// its extension, the third `~3`.
    pub fn path(&mut self, folder: &str, name: &str) -> String {
        let file = encode(name);
        let (stem, extension) = match file.rfind('.').filter(|dot| *dot > 0) {
            Some(dot) => file.split_at(dot),
            None => (&*file, ""),
        };
        let mut path = format!("{folder}/{file}");
        let mut number = 2;
        while !self.0.insert(path.to_ascii_lowercase()) {
            path = format!("{folder}/{stem}~{number}{extension}");
            number += 1;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_paths_that_differ_in_case_alone_are_kept_apart() {
        let mut names = Names::default();
        let mut path = |name: &str| names.path("ee_files", name);
        assert_eq!(path("a.lua"), "ee_files/a.lua");
        assert_eq!(path("A.lua"), "ee_files/A~2.lua");
        assert_eq!(path("a.LUA"), "ee_files/a~3.LUA");
        assert_eq!(path("b?c"), "ee_files/b%3fc");
        assert_eq!(path("b*c"), "ee_files/b%2ac");
        assert_eq!(names.path("unnamed", "a.lua"), "unnamed/a.lua");
    }
}
