//! The pieces of a level as loose files, as `extract LEVEL<n>.WAD OUT` writes them.
//!
//! They are called `level0.tfrag.bin`: the level, and the name of the piece ([`wonderwheel_commando::pieces`]). `source.txt` beside
//! them says which file they are from.
//!
//! Blocks and classes under these names, laid over the data (`--overlay`) or beside the level's file, take the place of the level's
//! own when it is shown.
//!
//! Blocks end where the next thing begins, so zeros may follow what is in them. Textures are what `export` writes.
//! The same file gives the same bytes. As in the extraction of a disc, a file appears under its name when it is whole, one that
//! is there and the same is kept, and one that differs is left as it is and named.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use wonderwheel_commando::pieces::{Piece, Pieces};
use wonderwheel_inspect::kind::Kind;
use wonderwheel_ps2::plural::counted;
use wonderwheel_warriors::classify::FileKind;

use crate::catalogue::Choice;
use crate::extract::copy::EntryOutcome;
use crate::output::{UnfinishedFile, WriteRefusal, there};

/// The file that a piece of a level is written to.
pub fn file_name(level: &str, piece: &str) -> String {
    format!("{}.{piece}", level.to_ascii_lowercase())
}

/// What was done.
#[derive(Debug, Default)]
pub struct MembersOutcome {
    /// Files that were written, and their bytes.
    pub written: (usize, u64),
    /// Files that were there, and their bytes.
    pub kept: (usize, u64),
    /// Files that are there, differ, and were left as they are: path, and words.
    pub different: Vec<(String, String)>,
    /// What stands in a file's place and is none: path, and what is wrong with it.
    pub broken: Vec<(String, String)>,
    /// Whether it was ended before everything was done.
    pub is_stopped: bool,
    /// What could not be written, and what the system said.
    pub refused: Option<WriteRefusal>,
}

/// The pieces of a level that are wanted, with the names of their files. A pattern fits a name with or without the level.
pub fn chosen<'a>(
    pieces: &'a Pieces<'a>,
    level: &str,
    choice: &Choice,
) -> Vec<(String, &'a Piece<'a>)> {
    let named = pieces.pieces.iter();
    let named = named.map(|piece| (file_name(level, &piece.path), piece));
    let is_wanted = |(name, piece): &(String, &Piece<'_>)| {
        let kind = piece
            .kind
            .map_or(Kind::Game(FileKind::Unknown), Kind::Commando);
        choice.takes(kind, &piece.path, true, None) || choice.takes(kind, name, true, None)
    };
    named.filter(is_wanted).collect()
}

impl MembersOutcome {
    /// Files that are there and whole, in words.
    pub fn whole(&self) -> String {
        counted(self.written.0 + self.kept.0, "file")
    }

    /// Why it ended early and what to do, when nothing more could be written.
    pub fn refusal(&self) -> Option<String> {
        self.refused.as_ref().map(ToString::to_string)
    }

    /// What was done.
    pub fn lines(&self, out: &Path) -> Vec<String> {
        let ((files, bytes), out) = (self.written, out.display());
        let mut lines = vec![match files {
            0 => format!("no file had to be written to {out}"),
            _ => {
                let (files, megabytes) = (counted(files, "file"), bytes as f64 / 1e6);
                format!("{files}, {megabytes:.1} MB written to {out}")
            }
        }];
        if self.kept.0 > 0 {
            let kept = counted(self.kept.0, "file");
            lines.push(format!("{kept} were there already, as in the level"));
        }
        if !self.different.is_empty() {
            let kept = self.different.len();
            lines.push(format!("{kept} kept that differ; --overwrite replaces"));
        }
        lines
    }

    /// The same for programs, with what could not be read of the level.
    pub fn value(&self, out: &Path, pieces: &Pieces<'_>) -> Value {
        let list = |list: &[(String, String)]| -> Vec<Value> {
            let named = list.iter();
            named
                .map(|(path, words)| json!({ "path": path, "error": words }))
                .collect()
        };
        json!({
            "out": out.display().to_string(),
            "written": { "files": self.written.0, "bytes": self.written.1 },
            "kept": { "files": self.kept.0, "bytes": self.kept.1 },
            "different": list(&self.different),
            "failures": list(&self.broken),
            "unreadable": pieces.errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

/// Writes files, path and bytes each, into a folder. `is_stopped` is asked between two of them.
pub fn write<'a>(
    out: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    overwrite: bool,
    is_stopped: &dyn Fn() -> bool,
) -> MembersOutcome {
    let mut done = MembersOutcome::default();
    let mut folders = BTreeSet::new();
    for (name, bytes) in files {
        if is_stopped() {
            done.is_stopped = true;
            break;
        }
        let path = out.join(name);
        let folder = path.parent().unwrap_or(out);
        let made = if folders.insert(folder.to_owned()) {
            fs::create_dir_all(folder)
        } else {
            Ok(())
        };
        let size = bytes.len() as u64;
        match made.and_then(|()| write_one(out, &path, bytes, overwrite)) {
            Ok(EntryOutcome::Written) => add(&mut done.written, size),
            Ok(EntryOutcome::Kept | EntryOutcome::Renamed) => add(&mut done.kept, size),
            Ok(EntryOutcome::Different(words)) => done.different.push((name.to_owned(), words)),
            Ok(EntryOutcome::Broken(words)) => done.broken.push((name.to_owned(), words)),
            Err(error) => {
                done.refused = Some(WriteRefusal::of(&path)(error));
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

fn write_one(out: &Path, path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<EntryOutcome> {
    if let Some(data) = there(path)? {
        if !data.is_file() {
            return Ok(EntryOutcome::no_file());
        }
        if data.len() == bytes.len() as u64 && fs::read(path)? == bytes {
            return Ok(EntryOutcome::Kept);
        }
        if !overwrite {
            let words = "is kept: it differs from the level's";
            return Ok(EntryOutcome::Different(words.into()));
        }
    }
    let mut file = UnfinishedFile::begin(out)?;
    file.write_all(bytes)?;
    file.finish(path)?;
    Ok(EntryOutcome::Written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_keeps_what_is_the_same_and_leaves_what_differs() {
        let home = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8]); 3] = [("a.bin", b"a"), ("ties/7.bin", b"bb"), ("c.bin", b"c")];
        let first = write(home.path(), files, false, &|| false);
        assert_eq!((first.written, first.kept), ((3, 4), (0, 0)));
        assert_eq!(fs::read(home.path().join("ties/7.bin")).unwrap(), b"bb");
        fs::write(home.path().join("a.bin"), "other").unwrap();
        fs::remove_file(home.path().join("c.bin")).unwrap();
        fs::create_dir(home.path().join("c.bin")).unwrap();
        let second = write(home.path(), files, false, &|| false);
        assert_eq!((second.written, second.kept), ((0, 0), (1, 2)));
        let names = |list: &[(String, String)]| list.iter().map(|(path, _)| path.clone()).collect();
        let (different, broken): (Vec<_>, Vec<_>) =
            (names(&second.different), names(&second.broken));
        assert_eq!((&*different[0], &*broken[0]), ("a.bin", "c.bin"));
        let third = write(home.path(), files, true, &|| false);
        assert_eq!((third.written, third.kept), ((1, 1), (1, 2)));
        assert_eq!(fs::read(home.path().join("a.bin")).unwrap(), b"a");
        assert!(write(home.path(), files, false, &|| true).is_stopped);
    }

    #[test]
    fn a_refusal_names_the_file() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("ties"), "a file").unwrap();
        let files: [(&str, &[u8]); 1] = [("ties/7.bin", b"bb")];
        let done = write(home.path(), files, false, &|| false);
        let refused = done.refused.unwrap();
        assert!(refused.path.ends_with("7.bin"));
    }
}
