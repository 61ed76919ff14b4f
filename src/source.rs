//! The file that a person names: on disk, or in the game's data.

use std::{fs, io::ErrorKind, path::Path};

use wonderwheel_game_files::OpenOptions;
use wonderwheel_inspect::source::{self, Source};

use crate::{data, data_options::DataOptions, failure::Failure};

/// Finds a file and reads it.
///
/// With `--data` it is a name in those data. Without, a file on disk comes first, and a bare name that is none is looked for in
/// the data that are known otherwise.
pub fn find(file: &Path, options: &DataOptions) -> Result<Source, Failure> {
    if let Some(data) = &options.data {
        return in_data(file, data, options);
    }
    match fs::metadata(file) {
        Ok(_) => Ok(source::on_disk(file)?),
        Err(error) => {
            let is_missing = error.kind() == ErrorKind::NotFound;
            if is_missing
                && is_bare(file)
                && let Some((data, _)) = data::folder(options)?
            {
                return in_data(file, &data, options);
            }
            let advice = if is_missing {
                missing_advice(file)
            } else {
                String::new()
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
    if Path::new(data).exists() {
        format!("; `wonderwheel inspect {name} --data {data}` looks into it")
    } else {
        advice.into()
    }
}

fn in_data(file: &Path, data: &Path, options: &DataOptions) -> Result<Source, Failure> {
    let options = OpenOptions {
        force: options.force,
        ..OpenOptions::default()
    };
    Ok(source::in_data(file, data, &options)?)
}
