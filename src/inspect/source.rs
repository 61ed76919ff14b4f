//! Whose bytes are looked at: those of a file on disk, or of a name in the game's data, wherever that lies in them.

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
};

use wonderwheel_game_files::{
    GameFiles, OpenOptions, SharedFiles,
    archive::{ARCHIVE_NAME, INDEX_NAME},
    files::MAX_FILE_BYTES,
    flat_name, iso, magic, open_with,
};

use crate::{
    cli::DataOptions,
    data,
    failure::{Code, Failure},
};

/// A file with its bytes.
pub struct Source {
    /// Where it lies, for people: a path, or the data's path and the name in it.
    pub shown: String,
    /// Its name without folders, where that is text.
    pub name: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// How many names are named that a person may have meant.
const SUGGESTED: usize = 6;

/// Finds a file and reads it.
///
/// With `--data` it is a name in those data. Without, a file on disk comes first, and a bare name that is none is looked for in
/// the data that are known otherwise.
pub fn find(file: &Path, options: &DataOptions) -> Result<Source, Failure> {
    if let Some(data) = &options.data {
        return in_data(file, data, options.force);
    }
    match fs::metadata(file) {
        Ok(kind) if kind.is_dir() => {
            let shown = file.display();
            Err(Failure::new(
                Code::Usage,
                format!(
                    "{shown}: a folder; `wonderwheel check {shown}` goes through all of its files"
                ),
            ))
        }
        Ok(kind) => on_disk(file, kind.len()),
        Err(error) => {
            let is_missing = error.kind() == std::io::ErrorKind::NotFound;
            if is_missing
                && is_bare(file)
                && let Some((data, _)) = data::folder(options)?
            {
                return in_data(file, &data, options.force);
            }
            let advice = match is_missing {
                true => missing_advice(file),
                false => String::new(),
            };
            let failure = Failure::io(file, &error);
            Err(Failure::new(failure.code, failure.message + &advice))
        }
    }
}

/// A name without folders.
fn is_bare(file: &Path) -> bool {
    file.parent()
        .is_some_and(|folder| folder.as_os_str().is_empty())
}

fn missing_advice(file: &Path) -> String {
    let advice = "; name a file, or a name in a disc image or folder with --data";
    let Some((data, name)) = file.to_str().and_then(|text| text.rsplit_once(':')) else {
        return advice.into();
    };
    match Path::new(data).exists() {
        true => format!("; `wonderwheel inspect {name} --data {data}` looks into it"),
        false => advice.into(),
    }
}

fn on_disk(file: &Path, size: u64) -> Result<Source, Failure> {
    let io = |error| Failure::io(file, &error);
    let shown = file.display().to_string();
    let name = file.file_name().and_then(|name| name.to_str());
    let mut opened = File::open(file).map_err(io)?;
    // The size that the system states is no promise: devices and pipes state none.
    let room = usize::try_from(size.min(MAX_FILE_BYTES)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(room + 1);
    let mut read = |bytes: &mut Vec<u8>, most| {
        let mut part = opened.by_ref().take(most);
        part.read_to_end(bytes).map_err(io)
    };
    // As much as tells an image, which is not read whole.
    let head = iso::SECTOR * (iso::FIRST_DESCRIPTOR + 1);
    read(&mut bytes, head)?;
    if let Some(what) = whole_disc(name, &bytes) {
        return Err(Failure::new(
            Code::Usage,
            format!(
                "{shown}: {what}; name one of its files: `wonderwheel inspect NAME --data {shown}` \
                 (`wonderwheel list {shown}` shows the names)"
            ),
        ));
    }
    read(&mut bytes, MAX_FILE_BYTES + 1 - head)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let words = format!("{shown}: longer than {MAX_FILE_BYTES} bytes; no file of the game is");
        return Err(Failure::new(Code::Limit, words));
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

fn in_data(file: &Path, data: &Path, force: bool) -> Result<Source, Failure> {
    let options = OpenOptions {
        force,
        ..OpenOptions::default()
    };
    let files = open_with(data, &options)?.files;
    let name = name_in_data(file).ok_or_else(|| {
        let words = format!(
            "{}: with --data this is a name in the data, without folders",
            file.display()
        );
        Failure::new(Code::Usage, words)
    })?;
    if !files.exists(&name) {
        return Err(Failure::new(Code::Io, not_there(&files, &name, data)));
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
