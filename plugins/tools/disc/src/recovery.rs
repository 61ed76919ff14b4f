//! Recovers the names of an archive's files: its index has only their hashes. Source: spec/archives.md 3.3 and 4.
//!
//! Names are guessed, from rules and from words in the disc's own files, and a guess counts when three things agree: the hash is
//! in the index, the file is of the kind that the name says, and it lies where the order of names puts it.

mod accept;
mod summary;
mod words;

pub use accept::{RecoveredNames, Source};
pub use words::Words;

use std::collections::BTreeSet;

use wonderwheel_game_files::ArchiveFiles;
use wonderwheel_warriors::names::{Candidate, generate};

use accept::Acceptance;

/// Recovers names. `progress` gets bytes of the files that [`Words::bytes`] counts.
pub fn recover(archive: &ArchiveFiles, progress: &dyn Fn(u64)) -> RecoveredNames {
    let mut names = Acceptance::new(archive);
    let words = Words::gather(archive, progress);
    let entries = archive.index().entries.iter();
    let hashes: BTreeSet<u32> = entries.map(|entry| entry.name_hash).collect();
    let exists = |hash: u32| hashes.contains(&hash);
    for hash in &words.resource_hashes {
        names.take(Source::Lists, Candidate::file(hash.to_string()));
    }
    for scene in &words.scenes {
        for name in generate::scene(scene, exists) {
            names.take(Source::Scenes, name);
        }
    }
    for clip in &words.clips {
        names.take(Source::Animations, generate::clip(clip));
    }
    for script in &words.script_files {
        names.take(Source::Scripts, Candidate::file(script.clone()));
    }
    for word in &words.objects {
        for name in generate::object(word) {
            names.take(Source::Objects, name);
        }
    }
    for text in &words.strings {
        for name in generate::harvested(text) {
            names.take(Source::Scripts, name);
        }
    }
    for level in names.levels() {
        for word in words.strings.iter().filter(|word| is_word(word)) {
            names.take(Source::Scripts, generate::script(&level, word));
        }
    }
    for text in &words.texts_of_scenes {
        for name in generate::harvested(text) {
            if name.resource.is_none() {
                names.take(Source::Scenes, name);
            }
        }
    }
    // A scene's pack is called as the scene, a bank's index as its samples.
    for stem in names.stems() {
        for name in generate::harvested(&stem) {
            if name.resource.is_none() {
                names.take(Source::OtherNames, name);
            }
        }
    }
    names.finish()
}

/// Whether a string may be the last part of a script's name.
fn is_word(text: &str) -> bool {
    let letter = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'_';
    (2..=32).contains(&text.len()) && text.bytes().all(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_dots_and_no_spaces() {
        assert!(is_word("fight_2"));
        for other in ["a", "a b", "a.lua", "é"] {
            assert!(!is_word(other), "{other}");
        }
    }
}
