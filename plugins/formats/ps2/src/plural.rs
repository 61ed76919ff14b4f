//! How many of something, in words.

use std::borrow::Cow;

/// "1 file", "2 files", "2 patches", "2 entries".
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", of(count as u64, noun))
}

/// A noun as it stands after so many.
pub fn of(count: u64, noun: &str) -> Cow<'_, str> {
    if count == 1 {
        return noun.into();
    }
    let hisses = ["s", "x", "z", "ch", "sh"];
    if hisses.iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es").into();
    }
    match noun.strip_suffix('y') {
        // The game's own word keeps its letter.
        Some(_) if noun == "moby" => "mobys".into(),
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies").into(),
        _ => format!("{noun}s").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_stands_in_its_plural_unless_there_is_one() {
        for (count, noun, words) in [
            (0, "file", "0 files"),
            (1, "patch", "1 patch"),
            (2, "patch", "2 patches"),
            (2, "box", "2 boxes"),
            (2, "class", "2 classes"),
            (3, "entry", "3 entries"),
            (4, "tie", "4 ties"),
            (5, "moby", "5 mobys"),
            (6, "day", "6 days"),
        ] {
            assert_eq!(counted(count, noun), words);
        }
    }
}
