//! Opens what holds levels of Going Commando.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use wonderwheel_commando::disc::DiscFile;
use wonderwheel_commando::level::LevelHeader;

use super::contents;
use super::level::commando_levels;
use crate::disc_files::{DiscFiles, OnDisc};
use crate::error::GameFileError;
use crate::files::{GameFiles, SharedFiles};
use crate::identity::{Identity, Medium, Title};
use crate::iso::{IsoEntry, IsoImage};
use crate::levels::levels;
use crate::opened::OpenedFiles;
use crate::read_at::{Extent, ReadAt};
use crate::single::SingleFile;

/// Opens an image when levels are on it: files of its file system, or else what the table of contents leads to, beside the
/// files of the file system.
///
/// # Errors
/// `Io` when the medium refuses.
pub(crate) fn of_image(
    image: &IsoImage,
    medium: &Arc<dyn ReadAt>,
    shown: &str,
    boot: Option<String>,
) -> Result<Option<OpenedFiles>, GameFileError> {
    let entries = || image.entries().iter().filter(|entry| !entry.is_folder);
    let on_disc = |entry: &IsoEntry| OnDisc {
        path: entry.path.clone(),
        extent: image.extent(entry),
    };
    let mut files: Vec<_> = entries().map(on_disc).collect();
    let mut warnings = image.warnings().to_vec();
    if !files.iter().any(is_level) {
        let contents = contents(medium, shown)?;
        if !contents.has_levels() {
            return Ok(None);
        }
        warnings.extend(shown_warnings(&contents, shown));
        // What the file system says of them is wrong.
        let is_placed = |file: &OnDisc| {
            let mut placed = contents.files.iter();
            placed.any(|placed| placed.name.eq_ignore_ascii_case(&file.path))
        };
        files.retain(|file| !is_placed(file));
        files.splice(0..0, placed(&contents, medium));
    }
    let program = boot.as_deref().and_then(|boot| image.find(boot));
    let program = program.map(|entry| image.extent(entry));
    Ok(Some(disc(files, shown, boot, program, warnings)))
}

/// Opens a medium without a file system that this program reads, when its table of contents leads to levels.
///
/// # Errors
/// `Io` when the medium refuses.
pub(crate) fn of_medium(
    medium: &Arc<dyn ReadAt>,
    shown: &str,
) -> Result<Option<OpenedFiles>, GameFileError> {
    let contents = contents(medium, shown)?;
    if !contents.has_levels() {
        return Ok(None);
    }
    let mut warnings: Vec<_> = shown_warnings(&contents, shown).collect();
    warnings.push(format!(
        "{shown}: no file system is on it; its levels were found by the table of contents at sector 1001"
    ));
    let files = placed(&contents, medium).collect();
    Ok(Some(disc(files, shown, None, None, warnings)))
}

/// Opens one file that begins as a level does.
///
/// # Errors
/// `Io` when the system refuses.
pub(crate) fn of_single(path: &Path) -> Result<OpenedFiles, GameFileError> {
    Ok(OpenedFiles {
        files: SharedFiles::new(SingleFile::open(path)?),
        identity: Identity {
            medium: Medium::SingleFile,
            title: Title::GoingCommandoFiles,
            ..Identity::loose()
        },
        archive: None,
        disc: None,
        boot_file: None,
    })
}

/// Whether a file begins as a level does.
pub(crate) fn starts_as_level(file: &File) -> bool {
    let mut head = [0; LevelHeader::MOST_BYTES];
    let length = ReadAt::size(file).unwrap_or(0).min(head.len() as u64);
    let head = head.get_mut(..length as usize).unwrap_or_default();
    file.read_exact_at(0, head).is_ok() && LevelHeader::recognise(head).is_some()
}

/// Whose a folder of loose files is, when all its levels are Going Commando's.
pub(crate) fn of_folder(files: &dyn GameFiles, boot: Option<String>) -> Option<Identity> {
    let is_commando = levels(files).is_empty()
        && commando_levels(files)
            .iter()
            .any(|level| level.id.is_some());
    if !is_commando {
        return None;
    }
    Some(match boot {
        Some(_) => Identity::going_commando(Medium::DiscFolder, boot),
        None => Identity {
            title: Title::GoingCommandoFiles,
            ..Identity::loose()
        },
    })
}

fn contents(medium: &Arc<dyn ReadAt>, shown: &str) -> Result<contents::Contents, GameFileError> {
    contents::read(&**medium)
        .map_err(|error| GameFileError::io(format!("{shown}/table of contents"), "read", error))
}

fn shown_warnings<'a>(
    contents: &'a contents::Contents,
    shown: &'a str,
) -> impl Iterator<Item = String> + 'a {
    let warnings = contents.warnings.iter();
    warnings.map(move |warning| format!("{shown}/{warning}"))
}

fn placed<'a>(
    contents: &'a contents::Contents,
    medium: &'a Arc<dyn ReadAt>,
) -> impl Iterator<Item = OnDisc> + 'a {
    contents.files.iter().map(|file| OnDisc {
        path: file.name.clone(),
        extent: Extent::new(medium.clone(), file.start, file.size),
    })
}

/// Whether a file has a level's name and begins as one does.
fn is_level(file: &OnDisc) -> bool {
    let length = file.extent.len().min(LevelHeader::MOST_BYTES as u64);
    let head = || file.extent.read(0, length as usize);
    DiscFile::level(&file.path).is_some()
        && head().is_ok_and(|head| LevelHeader::recognise(&head).is_some())
}

fn disc(
    files: Vec<OnDisc>,
    shown: &str,
    boot: Option<String>,
    boot_file: Option<Extent>,
    warnings: Vec<String>,
) -> OpenedFiles {
    let files = Arc::new(DiscFiles::new(shown, files));
    OpenedFiles {
        files: SharedFiles(files.clone()),
        identity: Identity {
            warnings,
            ..Identity::going_commando(Medium::IsoImage, boot)
        },
        archive: None,
        disc: Some(files),
        boot_file,
    }
}
