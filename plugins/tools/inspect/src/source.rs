//! Whose bytes are looked at: those of a file on disk, or of a name in the game's data, wherever that lies in them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use wonderwheel_game_files::archive::{ARCHIVE_NAME, INDEX_NAME};
use wonderwheel_game_files::files::MAX_FILE_BYTES;
use wonderwheel_game_files::{
    GameFileError, GameFiles, OpenOptions, SharedFiles, flat_name, iso, magic, open_with,
};
use wonderwheel_ps2::system::system_words;

/// A file with its bytes.
pub struct Source {
    /// Where it lies, for people: a path, or the data's path and the name in it.
    pub shown: String,
    /// Its name without folders, where that is text.
    pub name: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why there is nothing to look at.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The system refuses to read a file.
    #[error("{}: {}", path.display(), system_words(source))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What was named holds many files, or is no name; what to name instead.
    #[error("{0}")]
    WrongName(String),
    /// The data have no file of that name; which ones they have.
    #[error("{0}")]
    NotThere(String),
    /// No file of the game is as long as this one.
    #[error("{shown}: longer than {MAX_FILE_BYTES} bytes; no file of the game is")]
    TooLong {
        /// The file.
        shown: String,
    },
    /// The data cannot be opened or read.
    #[error(transparent)]
    Data(#[from] GameFileError),
}

/// How many names are named that a person may have meant.
const SUGGESTED: usize = 6;

/// The file of that path.
///
/// # Errors
/// `WrongName` for a folder or a whole disc; `Io`, `TooLong`.
pub fn on_disk(file: &Path) -> Result<Source, SourceError> {
    let io = |source| SourceError::Io {
        path: file.to_owned(),
        source,
    };
    let data = std::fs::metadata(file).map_err(io)?;
    if data.is_dir() {
        let shown = file.display();
        return Err(SourceError::WrongName(format!(
            "{shown}: a folder; `wonderwheel check {shown}` goes through all of its files"
        )));
    }
    let shown = file.display().to_string();
    let name = file.file_name().and_then(|name| name.to_str());
    let mut opened = File::open(file).map_err(io)?;
    // The size that the system states is no promise: devices and pipes state none.
    let room = usize::try_from(data.len().min(MAX_FILE_BYTES)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(room + 1);
    let mut read = |bytes: &mut Vec<u8>, most| {
        let mut part = opened.by_ref().take(most);
        part.read_to_end(bytes).map_err(io)
    };
    // As much as shows an image, which is not read whole.
    let head = iso::SECTOR * (iso::FIRST_DESCRIPTOR + 1);
    read(&mut bytes, head)?;
    if let Some(what) = whole_disc(name, &bytes) {
        return Err(SourceError::WrongName(format!(
            "{shown}: {what}; name one of its files: `wonderwheel inspect NAME --data {shown}` \
             (`wonderwheel list {shown}` shows the names)"
        )));
    }
    read(&mut bytes, MAX_FILE_BYTES + 1 - head)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(SourceError::TooLong { shown });
    }
    Ok(Source {
        shown,
        name: name.map(str::to_owned),
        bytes,
    })
}

/// What a file is that holds all of the game's files.
fn whole_disc(name: Option<&str>, bytes: &[u8]) -> Option<&'static str> {
    let at = usize::try_from(iso::FIRST_DESCRIPTOR * iso::SECTOR + 1).ok()?;
    if bytes.get(at..at + iso::SIGNATURE.len()) == Some(iso::SIGNATURE) {
        return Some("a disc image");
    }
    let is_archive = |name: &str| {
        [INDEX_NAME, ARCHIVE_NAME]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
    };
    if name.is_some_and(is_archive) {
        return Some("the game's archive");
    }
    let head = bytes.get(..magic::HEAD_BYTES).unwrap_or(bytes);
    // Two bytes say little: only what is called an image counts as one.
    let is_called_image = name.is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        [
            ".iso", ".chd", ".cso", ".zso", ".gz", ".7z", ".zip", ".bin", ".img",
        ]
        .iter()
        .any(|extension| name.ends_with(extension))
    });
    magic::foreign(head)
        .filter(|_| is_called_image)
        .map(|foreign| foreign.what)
}

/// The file of that name in a disc image, a disc's folder or a folder of loose files.
///
/// # Errors
/// `WrongName`, `NotThere`, `Data`.
pub fn in_data(file: &Path, data: &Path, options: &OpenOptions) -> Result<Source, SourceError> {
    let files = open_with(data, options)?.files;
    let name = name_in_data(file).ok_or_else(|| {
        let words = format!(
            "{}: with --data this is a name in the data, without folders",
            file.display()
        );
        SourceError::WrongName(words)
    })?;
    if !files.exists(&name) {
        return Err(SourceError::NotThere(not_there(&files, &name, data)));
    }
    let bytes = files.read(&name)?;
    Ok(Source {
        shown: format!("{}/{name}", files.describe()),
        name: Some(name),
        bytes,
    })
}

/// The name as the game asks for it. The two folders of an extracted disc may stand before it, as reports write them.
fn name_in_data(file: &Path) -> Option<String> {
    let text = file.to_str()?;
    let text = ["ee_files/", "unnamed/"]
        .iter()
        .find_map(|folder| text.strip_prefix(folder))
        .unwrap_or(text);
    flat_name(text)
}

fn not_there(files: &SharedFiles, name: &str, data: &Path) -> String {
    let stem = name.split(['.', '_']).next().unwrap_or(name);
    let mut alike: Vec<_> = files.names_at_hand();
    alike.retain(|known| !stem.is_empty() && known.starts_with(stem));
    let more = alike.len().saturating_sub(SUGGESTED);
    alike.truncate(SUGGESTED);
    let alike = match (alike.as_slice(), more) {
        ([], _) => String::new(),
        (alike, 0) => format!("there are {}; ", alike.join(", ")),
        (alike, more) => format!("there are {} and {more} more; ", alike.join(", ")),
    };
    format!(
        "{name}: not in {}; {alike}`wonderwheel list {}` shows what is",
        files.describe(),
        data.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_data_are_flat_and_take_the_folders_of_reports() {
        for (named, name) in [
            ("LEVEL99.LEV", Some("level99.lev")),
            ("unnamed/0badcafe.pak", Some("0badcafe.pak")),
            ("ee_files/a.lua", Some("a.lua")),
            ("other/a.lua", None),
            ("../a.lua", None),
        ] {
            assert_eq!(name_in_data(Path::new(named)).as_deref(), name, "{named}");
        }
    }

    #[test]
    fn an_image_is_told_by_its_mark_and_a_packed_one_by_name_and_mark() {
        let mut image = vec![0; 0x9000];
        image[0x8001..0x8006].copy_from_slice(b"CD001");
        assert_eq!(whole_disc(Some("a.bin"), &image), Some("a disc image"));
        assert!(whole_disc(Some("a.gz"), &[0x1F, 0x8B, 8, 0]).is_some());
        assert_eq!(whole_disc(Some("a.sec"), &[0x1F, 0x8B, 8, 0]), None);
        assert_eq!(
            whole_disc(Some("warriors.wad"), b""),
            Some("the game's archive")
        );
    }
}
