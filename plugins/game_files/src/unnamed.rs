//! Files of which only the hash of their name is known.
//!
//! Everywhere they are listed, and can be asked for, as `<8 hex digits>.<ext>`: what an extractor calls them in `unnamed/`.
//! The hash is what finds them, so the extension may be any. A file of that very name wins. Source: spec/archives.md 7.

use wonderwheel_warriors::archive::NewFile;
use wonderwheel_warriors::classify::FileKind;
use wonderwheel_warriors::names::wad_hash;

use crate::files::flat_name;

/// What a file without a name is called.
///
/// ```
/// use wonderwheel_game_files::unnamed;
/// use wonderwheel_warriors::classify::FileKind;
///
/// let name = unnamed::name(0x393F_70E2, FileKind::Pack);
/// assert_eq!(name, "393f70e2.pak");
/// assert_eq!(unnamed::hash(&name), Some(0x393F_70E2));
/// ```
pub fn name(name_hash: u32, kind: FileKind) -> String {
    format!("{name_hash:08x}.{}", kind.row().extension)
}

/// The hash in `<8 hex digits>.<ext>`, with any letter case.
pub fn hash(name: &str) -> Option<u32> {
    let flat = flat_name(name)?;
    let (stem, extension) = flat.split_once('.')?;
    let hex = stem.len() == 8 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
    let plain = !extension.is_empty() && !extension.contains('.');
    (hex && plain).then(|| u32::from_str_radix(stem, 16).ok())?
}

/// The hash under which an archive lists a file that is called `name` in a folder: the one that the name is, where it is one,
/// else the one of the name.
pub fn index_hash(name: &str) -> u32 {
    hash(name).unwrap_or_else(|| wad_hash(name))
}

/// The file as a new archive takes it, so that one without a name keeps its hash.
pub fn new_file(name: &str, size: u64) -> NewFile {
    match hash(name) {
        Some(name_hash) => NewFile::unnamed(name_hash, size),
        None => NewFile::named(name, size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_eight_digits_and_one_extension_are_a_hash() {
        assert_eq!(hash("0E5181F8.PAK"), Some(0x0E51_81F8));
        for other in [
            "0e5181f8",
            "0e5181f8.",
            "0e5181f8.a.b",
            "+e5181f8.pak",
            "0e5181f.pak",
            "unnamed/0e5181f8.pak",
            "level1.pak",
        ] {
            assert_eq!(hash(other), None, "{other}");
        }
    }

    #[test]
    fn a_file_without_a_name_is_packed_under_its_hash() {
        assert_eq!(
            new_file("0e5181f8.pak", 3),
            NewFile::unnamed(0x0E51_81F8, 3)
        );
        assert_eq!(new_file("level99_1.pak", 3).name_hash, 0x0E51_81F8);
        assert_eq!(index_hash("level99_1.pak"), index_hash("0e5181f8.bin"));
    }
}
