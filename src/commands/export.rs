//! `export`: a level as glTF, textures as PNG.

mod commando;
mod options;
mod written;

use std::{collections::BTreeSet, error::Error, path::Path};

use wonderwheel_disc::{
    catalogue::glob_set,
    output::{FileTarget, FolderTarget, ending_of},
};
use wonderwheel_export::{
    textures,
    warriors::{self, LevelFiles},
};
use wonderwheel_game_files::{GameFiles, SharedFiles, file_name::encode, overlay};
use wonderwheel_ps2::plural::counted;

use crate::{
    data,
    data_options::DataOptions,
    failure::{Code, Failure},
    level_name::{DEMO, LevelName},
    level_source, progress,
};

pub use options::ExportOptions;
use written::{say_textures, write_glb};

/// Exports.
pub fn export(options: &ExportOptions, data: &DataOptions) -> Result<Code, Failure> {
    let is_glb = ending_of(&options.out, &["glb"])?.is_some();
    if let Some(container) = commando::container(&options.what, data)? {
        return commando::export(options, &container, is_glb);
    }
    if options.unlit || options.class.is_some() {
        let words = "--unlit and --class are for levels of Going Commando: name a LEVEL<n>.WAD or forge:commando_demo";
        return Err(Failure::new(
            Code::Usage,
            format!("{}: {words}", options.what),
        ));
    }
    if is_glb {
        export_level(options, data)
    } else {
        export_textures(options, data)
    }
}

/// The data as the exporter reads them.
struct Adapter(SharedFiles);

impl LevelFiles for Adapter {
    fn exists(&self, name: &str) -> bool {
        self.0.exists(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        Ok(self.0.read(name)?)
    }
}

fn export_level(options: &ExportOptions, data: &DataOptions) -> Result<Code, Failure> {
    let target = FileTarget::begin(&options.out, options.overwrite)?;
    let (files, name) = level_source::level_files(&options.what, None, data)?;
    let globs = glob_set(&options.only)?;
    let select = |node: &str| globs.is_match(node);
    let chosen = options.level_options(&select);
    let spinner = progress::spinner("");
    let exported = warriors::export_level(&Adapter(files), &name, &chosen, &mut |what| {
        spinner.set_message(what.to_owned());
    });
    spinner.finish_and_clear();
    let exported = exported.map_err(|error| Failure::export(&options.out, &error))?;
    let counts = exported.counts;
    let content = format!("{} sectors, {} objects", counts.sectors, counts.objects);
    write_glb(&options.out, target, &exported, &content)
}

fn export_textures(options: &ExportOptions, data: &DataOptions) -> Result<Code, Failure> {
    let mut folder = FolderTarget::begin(&options.out, options.overwrite)?;
    let (files, names) = texture_files(&options.what, data)?;
    let globs = glob_set(&options.only)?;
    let spinner = progress::spinner("");
    let mut trouble = Vec::new();
    for name in &names {
        spinner.set_message(name.clone());
        let bytes = files(name)?;
        let found = match textures::of_file(name, &bytes) {
            Ok(found) => found,
            Err(error) => {
                trouble.push(format!("{name}: {error}"));
                continue;
            }
        };
        trouble.extend(found.faults.iter().map(|fault| format!("{name}: {fault}")));
        // Of one name the first is what the game finds, and what a picture in the overlay takes the place of.
        let mut seen = BTreeSet::new();
        for texture in found.textures {
            let own = encode(&texture.texture.name);
            let fits = |name: &str| globs.is_match(name);
            let wanted = globs.is_empty() || fits(&own) || fits(&texture.texture.name);
            if !wanted || !seen.insert(own.to_ascii_lowercase()) {
                continue;
            }
            let path = Path::new(overlay::TEXTURES)
                .join(name)
                .join(format!("{own}.png"));
            if !folder.wants(&path) {
                continue;
            }
            match textures::png(&texture.texture, options.mip, options.alpha()) {
                Ok(png) => folder.write(&path, |out| out.write_all(&png))?,
                Err(error) => trouble.push(format!("{name}: {error}")),
            }
        }
    }
    spinner.finish_and_clear();
    let of = format!(" of {}", counted(names.len(), "file"));
    let advice = "; change them and name the folder with --overlay";
    say_textures(&options.what.to_string(), &folder, &trouble, [&of, advice])
}

type Read = Box<dyn Fn(&str) -> Result<Vec<u8>, Failure>>;

/// The files that are meant by `what`: a level's, one on disk, or the data's by a pattern of names.
fn texture_files(what: &LevelName, data: &DataOptions) -> Result<(Read, Vec<String>), Failure> {
    if let LevelName::File(path) = what
        && path.is_file()
    {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.map_or_else(|| "file".to_owned(), str::to_ascii_lowercase);
        let path = path.to_owned();
        let read: Read = Box::new(move |_| {
            crate::bounded_read::bounded_read(
                &path,
                wonderwheel_game_files::files::MAX_FILE_BYTES,
                "is it one of the game's files?",
            )
        });
        return Ok((read, vec![name]));
    }
    let of_level = |name: &str| {
        let name = globset::escape(name);
        let patterns = [
            ".lev",
            "_sec.wld",
            "[sd]_sec.wld",
            "_ms*.sec",
            "[sd]_ms*.sec",
            "_*.pak",
        ];
        patterns.map(|end| format!("{name}{end}"))
    };
    let (files, patterns) = match what {
        LevelName::Named(name) if name != DEMO => {
            let files = data::open(data)?.map(Ok);
            let files = files.unwrap_or_else(|| {
                level_source::level_files(&LevelName::demo(), None, data).map(|(files, _)| files)
            })?;
            if data::has_level(&*files, name) {
                (files, of_level(name).to_vec())
            } else {
                (files, vec![name.clone()])
            }
        }
        _ => {
            let (files, name) = level_source::level_files(what, None, data)?;
            (files, of_level(&name).to_vec())
        }
    };
    let globs = glob_set(&patterns)?;
    let names: Vec<_> = files
        .names()
        .into_iter()
        .filter(|name| globs.is_match(name))
        .collect();
    if names.is_empty() {
        return Err(Failure::new(
            Code::Usage,
            format!(
                "{}: there is no level and no file {what}; wonderwheel list shows what there is",
                files.describe()
            ),
        ));
    }
    Ok((Box::new(move |name| Ok(files.read(name)?)), names))
}
