//! Which levels a store has, by their files' names and headers.

use crate::files::GameFiles;

/// Bytes of a level's header that are looked at: the larger of its two forms.
pub const HEAD_BYTES: usize = 0x68;
/// No disc has members of so many sectors; what says so is no level's header.
const MOST_SECTORS: u32 = 1 << 20;

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
    let numbered = names
        .iter()
        .filter_map(|name| Some((level_number(name)?, name)));
    let mut levels: Vec<_> = numbered
        .map(|(number, name)| (number, level(files, name)))
        .collect();
    if levels.is_empty() {
        let wads = names.iter().filter(|name| name.ends_with(".wad"));
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
    let length = usize::try_from(size).map_or(HEAD_BYTES, |size| size.min(HEAD_BYTES));
    let head = files.read_range(name, 0, length).unwrap_or_default();
    CommandoLevel {
        name: name.strip_suffix(".wad").unwrap_or(name).to_owned(),
        file: name.to_owned(),
        id: level_id(&head),
    }
}

/// The number of `level<n>.wad`, lower case. Source: spec/commando-container.md 2.1.
pub fn level_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("level")?.strip_suffix(".wad")?;
    let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_decimal {
        digits.parse().ok()
    } else {
        None
    }
}

/// The level's number when these bytes are the begin of its file: the header has one of two sizes, which its first word says,
/// and its data lie behind it. Source: spec/commando-container.md 3.1, 3.2.
pub fn level_id(head: &[u8]) -> Option<i32> {
    let data = match word(head, 0)? {
        0x60 => 0x10,
        0x68 => 0x0C,
        _ => return None,
    };
    let has_sectors = |sector: u32| (1..MOST_SECTORS).contains(&sector);
    let is_level = has_sectors(word(head, data)?) && has_sectors(word(head, data + 4)?);
    let id = word(head, 8)?;
    is_level.then_some(id.cast_signed())
}

/// The little-endian word at a place.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
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
        assert_eq!(
            listed,
            [
                ("level0.wad", Some(0)),
                ("level2.wad", None),
                ("level10.wad", Some(11))
            ]
        );
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

    #[test]
    fn the_size_of_a_header_alone_makes_no_level() {
        assert_eq!(level_id(&header(30)), Some(30));
        let mut older = vec![0; 0x68];
        older[0] = 0x68;
        older[8] = 7;
        older[0x0C] = 1;
        older[0x10] = 1;
        assert_eq!(level_id(&older), Some(7));
        older[0x10] = 0;
        assert_eq!(level_id(&older), None);
        for bytes in [&[0x60_u8, 0, 0, 0][..], &[], &[0x60; 0x60]] {
            assert_eq!(level_id(bytes), None);
        }
    }
}
