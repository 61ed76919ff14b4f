//! What an extraction is to do: which disc, which files, and the two texts about them.

use std::path::Path;

use sha1_smol::Sha1;
use wonderwheel_game_files::OpenedFiles;
use wonderwheel_game_files::disc_files::OnDisc;
use wonderwheel_game_files::read_at::Extent;

use super::index::{self, INDEX, SOURCE, Source};
use super::row::{self, Row};
use crate::catalogue::Choice;
use crate::output::{OutputError, replace};

/// Which disc the files are from; none for loose files, which are not extracted.
pub fn source(opened: &OpenedFiles) -> Option<Source> {
    let program = opened.boot_file.as_ref();
    let program =
        program.and_then(|file| Some((digest(file)?, opened.identity.boot_file.clone()?)));
    let (index, entries) = match (&opened.archive, &opened.disc) {
        (Some(archive), _) => (archive.index().write(), archive.index().entries.len()),
        // Where all files lie on a disc is known by their names and places.
        (None, Some(disc)) => {
            let line = |(name, file): (&str, &OnDisc)| {
                format!("{name} {} {}\n", file.extent.start(), file.extent.len())
            };
            let lines: String = disc.files().map(line).collect();
            (lines.into_bytes(), disc.files().count())
        }
        (None, None) => return None,
    };
    Some(Source {
        executable: program,
        index_sha1: Sha1::from(index).hexdigest(),
        entries,
    })
}

/// SHA-1 of a file that can be read to its end.
fn digest(file: &Extent) -> Option<String> {
    let mut sha1 = Sha1::new();
    let mut buffer = vec![0; 1 << 18];
    let mut at = 0;
    while at < file.len() {
        let left = usize::try_from(file.len() - at).unwrap_or(usize::MAX);
        let count = left.min(buffer.len());
        let piece = buffer.get_mut(..count)?;
        file.read_exact_at(at, piece).ok()?;
        sha1.update(piece);
        at += count as u64;
    }
    Some(sha1.hexdigest())
}

/// All files of a disc, and of each whether it is wanted.
pub fn rows(opened: &OpenedFiles, choice: &Choice) -> Vec<(Row, bool)> {
    let rows = match (&opened.archive, &opened.disc) {
        (Some(archive), _) => row::rows(archive),
        (None, Some(disc)) => row::disc_rows(disc),
        (None, None) => Vec::new(),
    };
    let judged = rows.into_iter().map(|row| {
        let wanted = choice.takes_item(&row.item);
        (row, wanted)
    });
    judged.collect()
}

/// Writes which disc the files are from, and where each lay on it.
///
/// # Errors
/// As [`replace`].
pub fn write_index(out: &Path, source: &Source, rows: &[(Row, bool)]) -> Result<(), OutputError> {
    let index = index::text(rows.iter().map(|(row, _)| row));
    replace(&out.join(SOURCE), source.text().as_bytes())?;
    replace(&out.join(INDEX), index.as_bytes())
}
