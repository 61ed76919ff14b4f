//! Which levels a store has, by their files' names and headers.

use wonderwheel_commando::disc::DiscFile;
use wonderwheel_commando::level::LevelHeader;

use crate::files::GameFiles;

/// A level of Going Commando.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandoLevel {
    /// What a person calls it: its file's name without the extension, `level0`.
    pub name: String,
    /// Its file's name in the store, lower case: `level0.wad`.
    pub file: String,
    /// The number that the level itself has. The file's number is another: the disc's `LEVEL21.WAD` is level 30. Nothing when
    /// its header cannot be read.
    pub id: Option<i32>,
}

/// The levels of Going Commando in a store, in the order of their files' numbers. Of each file the header is read; one that
/// cannot be read, or is no level's, is listed all the same and has no id.
///
/// Levels are files called `LEVEL<n>.WAD`. Where there is none of that name, any `.wad` that begins as a level does is one.
///
/// ```
/// use wonderwheel_game_files::{MemoryFiles, commando_levels};
///
/// let mut header = [0_u32; 24];
/// (header[0], header[2]) = (0x60, 30); // its own size, the level's number
/// (header[4], header[5]) = (1, 2); // sectors of its data
/// let bytes = header.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let levels = commando_levels(&MemoryFiles::default().with("LEVEL21.WAD", bytes));
/// assert_eq!((levels[0].name.as_str(), levels[0].id), ("level21", Some(30)));
/// ```
pub fn commando_levels(files: &dyn GameFiles) -> Vec<CommandoLevel> {
    let names = files.names_at_hand();
    let names = names.iter();
    let numbered = names
        .clone()
        .filter_map(|name| Some((DiscFile::level(name)?, level(files, name))));
    let mut levels: Vec<_> = numbered.collect();
    if levels.is_empty() {
        let wads = names.filter(|name| name.ends_with(".wad"));
        let others = wads.map(|name| level(files, name));
        levels.extend(others.filter(|level| level.id.is_some()).map(|it| (0, it)));
    }
    levels.sort_by(|a, b| (a.0, &a.1.file).cmp(&(b.0, &b.1.file)));
    levels.into_iter().map(|(_, level)| level).collect()
}

/// The level of that name, or of its file's: `level0`, `LEVEL0.WAD`.
pub fn commando_level(files: &dyn GameFiles, name: &str) -> Option<CommandoLevel> {
    let mut levels = commando_levels(files).into_iter();
    levels.find(|level| {
        level.name.eq_ignore_ascii_case(name) || level.file.eq_ignore_ascii_case(name)
    })
}

fn level(files: &dyn GameFiles, name: &str) -> CommandoLevel {
    let size = files.size(name).unwrap_or(0);
    let length = size.min(LevelHeader::MOST_BYTES as u64) as usize;
    let head = files.read_range(name, 0, length).unwrap_or_default();
    CommandoLevel {
        name: name.strip_suffix(".wad").unwrap_or(name).to_owned(),
        file: name.to_owned(),
        id: LevelHeader::recognise(&head).map(|header| header.id),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::memory::MemoryFiles;

    pub(in crate::commando) fn header(id: u32) -> Vec<u8> {
        let mut words = [0_u32; 24];
        (words[0], words[2]) = (0x60, id);
        (words[4], words[5]) = (1, 2);
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn levels_stand_in_the_order_of_their_files_and_a_broken_one_hides_none() {
        let files = MemoryFiles::default()
            .with("LEVEL10.WAD", header(11))
            .with("level2.wad", vec![0x60])
            .with("Level0.wad", header(0))
            .with("level.wad", header(5))
            .with("levelx.wad", header(5))
            .with("audio0.wad", header(6));
        let levels = commando_levels(&files);
        let listed: Vec<_> = levels.iter().map(|it| (&*it.file, it.id)).collect();
        let expected = [
            ("level0.wad", Some(0)),
            ("level2.wad", None),
            ("level10.wad", Some(11)),
        ];
        assert_eq!(listed, expected);
        assert_eq!(commando_level(&files, "LEVEL10").unwrap().id, Some(11));
        assert_eq!(commando_level(&files, "level0.wad").unwrap().name, "level0");
        assert_eq!(commando_level(&files, "level3"), None);
    }

    #[test]
    fn a_file_of_another_name_is_a_level_when_it_begins_as_one() {
        let files = MemoryFiles::default()
            .with("my level.wad", header(3))
            .with("other.wad", vec![7; 200])
            .with("my level.bin", header(4));
        let levels = commando_levels(&files);
        assert_eq!(levels.len(), 1);
        assert_eq!((&*levels[0].name, levels[0].id), ("my level", Some(3)));
    }
}
