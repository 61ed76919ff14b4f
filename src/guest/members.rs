//! The pieces of a level as loose files, as `extract LEVEL<n>.WAD OUT` writes them.
//!
//! | File | What | `inspect --kind` |
//! | --- | --- | --- |
//! | `level0.gameplay.bin` | instances and settings, decompressed | `gameplay` |
//! | `level0.sound_bank.bin` | the level's sounds | |
//! | `level0.occlusion_mappings.bin` | what the occlusion grid's bits mean | `occlusion-mappings` |
//! | `level0.overlay.bin` | level code and data; the table of sines is in it | |
//! | `level0.core_index.bin` | the directory | `commando-core` |
//! | `level0.gs_ram.bin` | palettes, small mip levels, resident textures | |
//! | `level0.core_data.bin` | what the directory's offsets count from, decompressed | |
//! | `level0.tfrag.bin`, `.occlusion.bin`, `.sky.bin`, `.collision.bin` | blocks of the core data | `tfrag`, `occlusion`, `sky`, `collision` |
//! | `level0.hero_sequences.bin` | what follows the last class | |
//! | `level0.tie.500.bin`, `.shrub.500.bin`, `.moby.500.bin` | classes by number; a second one of a number is `500~2.bin` | `tie`, `shrub`, `moby` |
//! | `level0.chunk1_tfrag.bin`, `.chunk1_collision.bin` | of streamed chunks, decompressed | `tfrag`, `collision` |
//! | `level0.chunk1_sound_bank.bin`, `.gameplay_pal.bin` | as they stand | |
//! | `level0.hud_header.bin`, `.hud_bank0.wad`, `.transition_textures.wad` | as they stand: nobody decodes them | `wad` |
//! | `source.txt` | which file they are from | |
//!
//! Blocks and classes under these names, laid over the data (`--overlay`) or beside the level's file, take the place of the level's
//! own when it is shown.
//!
//! Blocks end where the next thing begins, so zeros may follow what is in them. Textures are what `commando textures` writes.
//! The same file gives the same bytes. As in the extraction of a disc, a file appears under its name when it is whole, one that
//! is there and the same is kept, and one that differs is left as it is and told.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::extract::folder::Unfinished;

/// The file that a piece of a level is written to.
pub fn file_name(level: &str, piece: &str) -> String {
    format!("{}.{piece}", level.to_ascii_lowercase())
}

/// What was done.
#[derive(Debug, Default)]
pub struct Written {
    /// Files that were written, and their bytes.
    pub written: (usize, u64),
    /// Files that were there, and their bytes.
    pub kept: (usize, u64),
    /// Files that are there and differ, or are none: path, and what is wrong with it.
    pub broken: Vec<(String, String)>,
    /// Whether it was ended before everything was done.
    pub is_stopped: bool,
    /// What could not be written, and what the system said.
    pub refused: Option<(PathBuf, io::Error)>,
}

/// Writes files, path and bytes each, into a folder. `is_stopped` is asked between two of them.
pub fn write<'a>(
    out: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    is_stopped: &dyn Fn() -> bool,
) -> Written {
    let mut done = Written::default();
    let mut folders = BTreeSet::new();
    for (name, bytes) in files {
        if is_stopped() {
            done.is_stopped = true;
            break;
        }
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        let made = match folders.insert(folder.to_owned()) {
            true => fs::create_dir_all(folder),
            false => Ok(()),
        };
        let size = bytes.len() as u64;
        match made.and_then(|()| write_one(out, &path, bytes)) {
            Ok(One::Written) => add(&mut done.written, size),
            Ok(One::Kept) => add(&mut done.kept, size),
            Ok(One::Broken(words)) => done.broken.push((name.to_owned(), words)),
            Err(error) => {
                done.refused = Some((path, error));
                break;
            }
        }
    }
    done
}

fn add((files, bytes): &mut (usize, u64), size: u64) {
    *files += 1;
    *bytes += size;
}

enum One {
    Written,
    Kept,
    Broken(String),
}

fn write_one(out: &Path, path: &Path, bytes: &[u8]) -> io::Result<One> {
    let leave = "it was left as it is: remove it to have it written anew";
    match fs::symlink_metadata(path) {
        Ok(data) if !data.is_file() => {
            return Ok(One::Broken(format!(
                "what stands in its place is no regular file; {leave}"
            )));
        }
        Ok(data) => {
            let is_same = data.len() == bytes.len() as u64 && fs::read(path)? == bytes;
            return Ok(match is_same {
                true => One::Kept,
                false => One::Broken(format!("is there and differs from the level's; {leave}")),
            });
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut file = Unfinished::begin(out, "member")?;
    file.write_all(bytes)?;
    file.finish(path)?;
    Ok(One::Written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_keeps_what_is_the_same_and_leaves_what_differs() {
        let home = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8]); 3] = [("a.bin", b"a"), ("ties/7.bin", b"bb"), ("c.bin", b"c")];
        let first = write(home.path(), files, &|| false);
        assert_eq!((first.written, first.kept), ((3, 4), (0, 0)));
        assert_eq!(fs::read(home.path().join("ties/7.bin")).unwrap(), b"bb");
        fs::write(home.path().join("a.bin"), "other").unwrap();
        fs::remove_file(home.path().join("c.bin")).unwrap();
        fs::create_dir(home.path().join("c.bin")).unwrap();
        let second = write(home.path(), files, &|| false);
        assert_eq!((second.written, second.kept), ((0, 0), (1, 2)));
        let broken: Vec<_> = second.broken.iter().map(|(path, _)| &**path).collect();
        assert_eq!(broken, ["a.bin", "c.bin"]);
        assert!(write(home.path(), files, &|| true).is_stopped);
    }

    #[test]
    fn a_refusal_names_the_file() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("ties"), "a file").unwrap();
        let files: [(&str, &[u8]); 1] = [("ties/7.bin", b"bb")];
        let done = write(home.path(), files, &|| false);
        let (path, _) = done.refused.unwrap();
        assert!(path.ends_with("7.bin"));
    }
}
