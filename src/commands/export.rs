//! `export`: a level as glTF, textures as PNG.

mod commando;
mod glb;
mod options;

use std::{collections::BTreeSet, error::Error, fs, path::Path};

use wonderwheel_disc::{
    catalogue::glob_set,
    extract::{folder::write_to, safe_name::safe},
};
use wonderwheel_export::{
    textures,
    warriors::{self, LevelFiles},
};
use wonderwheel_game_files::{GameFiles, SharedFiles, overlay};

use crate::{
    data,
    data_options::DataOptions,
    failure::{Code, Failure},
    level_name::{DEMO, LevelName},
    level_source, progress,
    report::line,
};

use glb::write_glb;
pub use options::ExportOptions;

/// Exports.
pub fn export(options: &ExportOptions, data: &DataOptions) -> Result<Code, Failure> {
    let is_glb = options
        .out
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("glb"));
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
    let level: LevelName = options
        .what
        .parse()
        .map_err(|why| Failure::new(Code::Usage, why))?;
    let (files, name) = level_source::level_files(&level, None, data)?;
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
    write_glb(&options.out, &exported, &content)
}

fn export_textures(options: &ExportOptions, data: &DataOptions) -> Result<Code, Failure> {
    let (files, names) = texture_files(&options.what, data)?;
    let globs = glob_set(&options.only)?;
    let spinner = progress::spinner("");
    let (mut count, mut trouble) = (0_usize, Vec::new());
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
            let own = safe(&texture.texture.name);
            let wanted = globs.is_empty() || globs.is_match(&own);
            if !wanted || !seen.insert(own.to_ascii_lowercase()) {
                continue;
            }
            let folder = options.out.join(overlay::TEXTURES).join(name);
            match textures::png(&texture.texture, options.mip, options.alpha()) {
                Ok(png) => {
                    fs::create_dir_all(&folder).map_err(|error| Failure::io(&folder, &error))?;
                    let path = folder.join(format!("{own}.png"));
                    write_to(&path, |out| out.write_all(&png))?;
                    count += 1;
                }
                Err(error) => trouble.push(format!("{name}: {error}")),
            }
        }
    }
    spinner.finish_and_clear();
    for words in &trouble {
        eprintln!("{words}");
    }
    if count == 0 {
        let words = format!("{}: no texture was found in it", options.what);
        return Err(Failure::new(Code::Findings, words));
    }
    line(format!(
        "{count} textures of {} files in {}; change them and name the folder with --overlay",
        names.len(),
        options.out.display()
    ));
    Ok(Code::of(trouble.is_empty()))
}

type Read = Box<dyn Fn(&str) -> Result<Vec<u8>, Failure>>;

/// The files that are meant by `what`: a level's, one on disk, or the data's by a pattern of names.
fn texture_files(what: &str, data: &DataOptions) -> Result<(Read, Vec<String>), Failure> {
    let path = Path::new(what);
    if path.is_file() {
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
    let level: LevelName = what.parse().map_err(|why| Failure::new(Code::Usage, why))?;
    let of_level = |name: &str| {
        let patterns = [
            "{}.lev",
            "{}_sec.wld",
            "{}[sd]_sec.wld",
            "{}_ms*.sec",
            "{}[sd]_ms*.sec",
            "{}_*.pak",
        ];
        patterns.map(|pattern| pattern.replace("{}", &globset::escape(name)))
    };
    let (files, patterns) = match &level {
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
            let (files, name) = level_source::level_files(&level, None, data)?;
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
