//! One entry: copied, or compared with what is there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use wonderwheel_game_files::archive::{ARCHIVE_NAME, INDEX_NAME};

use super::row::Row;
use crate::output::{UnfinishedFile, WriteRefusal, there};

/// As much of a file as is in memory at a time.
const PIECE: usize = 1 << 20;

/// What became of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryOutcome {
    /// It was written.
    Written,
    /// It was there.
    Kept,
    /// It was there under the path it had without a name.
    Renamed,
    /// Something else was there, and was left as it is; in what it differs.
    Different(String),
    /// It cannot be used; why, and what to do.
    Broken(String),
}

impl EntryOutcome {
    /// Of something that no file can take the place of.
    pub(crate) fn no_file() -> Self {
        let words = "what stands in its place is no regular file; remove it, then run it again";
        Self::Broken(words.into())
    }
}

/// What copies entries, one after the other, with buffers of its own.
pub struct Copier<'a> {
    out: &'a Path,
    overwrite: bool,
    progress: &'a (dyn Fn(u64) + Sync),
    ours: Vec<u8>,
    theirs: Vec<u8>,
}

impl<'a> Copier<'a> {
    /// With `overwrite` a file that differs is written again. `progress` gets bytes.
    pub fn new(out: &'a Path, overwrite: bool, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self {
            out,
            overwrite,
            progress,
            ours: vec![0; PIECE],
            theirs: vec![0; PIECE],
        }
    }

    /// Sees to it that an entry's file is there and whole.
    pub fn extract(&mut self, row: &Row) -> Result<EntryOutcome, WriteRefusal> {
        let path = self.out.join(&row.path);
        let refused = WriteRefusal::of(&path);
        if let Some(words) = self.cut_off(row) {
            (self.progress)(row.item.size);
            return Ok(EntryOutcome::Broken(words));
        }
        if let Some(data) = there(&path).map_err(&refused)? {
            let kept = self.keep(row, &path, &data)?;
            if !(self.overwrite && matches!(kept, EntryOutcome::Different(_))) {
                return Ok(kept);
            }
        }
        let before = self.out.join(row.unnamed_path());
        if before != path
            && let Some(data) = there(&before).map_err(&refused)?
            && self.keep(row, &before, &data)? == EntryOutcome::Kept
        {
            fs::rename(&before, &path).map_err(&refused)?;
            return Ok(EntryOutcome::Renamed);
        }
        self.write(row, &path)
    }

    /// Compares an entry with its file again. `None` when they are equal.
    pub fn verify(&mut self, row: &Row) -> Option<String> {
        let path = self.out.join(&row.path);
        let compared = self.compare(row, &path);
        match compared {
            Ok(None) => None,
            Ok(Some(at)) => Some(format!(
                "was written and reads back differently from byte {at:#x} on; the drive may be failing: remove the file and \
                 extract it again"
            )),
            Err(Side::Disc(words)) => Some(words),
            Err(Side::Folder(error)) => {
                Some(format!("was written and cannot be read back: {error}"))
            }
        }
    }

    /// Why an entry cannot be read, when the archive is too short for it.
    fn cut_off(&self, row: &Row) -> Option<String> {
        // A medium that does not say what it has is read until it fails.
        let present = row.holder.present().unwrap_or(row.holder.len());
        if row.at.saturating_add(row.item.size) <= present {
            return None;
        }
        let has = present.saturating_sub(row.at).min(row.item.size);
        let end = if row.item.number.is_some() {
            format!("the archive ends at byte {present:#x}")
        } else {
            format!("the disc ends at byte {:#x}", row.holder.start() + present)
        };
        let words =
            format!("{end}, so that {has} of its bytes are there; copy or dump the disc again");
        Some(of_row(row, &words))
    }

    /// Takes a file that is there, when it has the entry's bytes.
    fn keep(
        &mut self,
        row: &Row,
        path: &Path,
        data: &fs::Metadata,
    ) -> Result<EntryOutcome, WriteRefusal> {
        if !data.is_file() {
            return Ok(EntryOutcome::no_file());
        }
        if data.len() != row.item.size {
            let (is, disc) = (data.len(), row.item.size);
            let words = format!("is kept: it has {is} bytes, and the disc's has {disc}");
            return Ok(EntryOutcome::Different(words));
        }
        match self.compare(row, path) {
            Ok(None) => Ok(EntryOutcome::Kept),
            Ok(Some(at)) => Ok(EntryOutcome::Different(format!(
                "is kept: it differs from the disc's from byte {at:#x} on"
            ))),
            Err(Side::Disc(words)) => Ok(EntryOutcome::Broken(words)),
            Err(Side::Folder(source)) => Err(WriteRefusal::of(path)(source)),
        }
    }

    fn write(&mut self, row: &Row, path: &Path) -> Result<EntryOutcome, WriteRefusal> {
        let refused = WriteRefusal::of(path);
        let mut file = UnfinishedFile::begin(self.out).map_err(&refused)?;
        let mut at = 0;
        let size = row.item.size;
        while at < size {
            let count = piece(size - at);
            if let Err(words) = self.read(row, at, count) {
                (self.progress)(size - at);
                return Ok(EntryOutcome::Broken(words));
            }
            let bytes = self.theirs.get(..count).unwrap_or_default();
            file.write_all(bytes).map_err(&refused)?;
            (self.progress)(count as u64);
            at += count as u64;
        }
        file.finish(path).map_err(refused)?;
        Ok(EntryOutcome::Written)
    }

    /// The first byte in which an entry and a file of its size differ.
    fn compare(&mut self, row: &Row, path: &Path) -> Result<Option<u64>, Side> {
        let mut file = File::open(path).map_err(Side::Folder)?;
        let size = row.item.size;
        let mut at = 0;
        while at < size {
            let count = piece(size - at);
            self.read(row, at, count).map_err(Side::Disc)?;
            let ours = self.ours.get_mut(..count).unwrap_or_default();
            match file.read_exact(ours) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(Some(at)),
                Err(error) => return Err(Side::Folder(error)),
            }
            let theirs = self.theirs.get(..count).unwrap_or_default();
            (self.progress)(count as u64);
            if ours != theirs {
                let same = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
                (self.progress)(size - at - count as u64);
                return Ok(Some(at + same as u64));
            }
            at += count as u64;
        }
        Ok(None)
    }

    /// Reads a piece of an entry into the second buffer.
    fn read(&mut self, row: &Row, at: u64, count: usize) -> Result<(), String> {
        let buffer = self.theirs.get_mut(..count).unwrap_or_default();
        let read = row.holder.read_exact_at(row.at + at, buffer);
        read.map_err(|error| {
            let words = format!("{error}; check that the medium is readable, then run it again");
            of_row(row, &words)
        })
    }
}

/// Where a comparison failed.
enum Side {
    Disc(String),
    Folder(io::Error),
}

fn piece(left: u64) -> usize {
    usize::try_from(left).map_or(PIECE, |left| left.min(PIECE))
}

fn of_row(row: &Row, words: &str) -> String {
    let (number, offset, size) = (row.number, row.offset(), row.item.size);
    if row.item.number.is_some() {
        format!(
            "cannot be read: entry {number} of {INDEX_NAME}, bytes {offset:#x}+{size:#x} of {ARCHIVE_NAME}: {words}"
        )
    } else {
        format!("cannot be read: bytes {offset:#x}+{size:#x} of the disc: {words}")
    }
}
