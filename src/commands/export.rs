//! `export`: a level as glTF, textures as PNG.

mod commando;

use std::{
    collections::BTreeSet,
    error::Error,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use wonderwheel_disc::{catalogue::glob_set, extract::safe_name::safe};
use wonderwheel_export::{
    ExportError,
    colour::{Alpha, Prelight},
    commando::ClassName,
    textures,
    warriors::{self, LevelFiles, LevelOptions},
};
use wonderwheel_game_files::{GameFiles, SharedFiles, overlay};

use crate::{
    data,
    data_options::DataOptions,
    failure::{Code, Failure},
    level_name::{DEMO, LevelName},
    level_source, progress,
    report::line,
    write_whole::write_whole,
};

/// What is exported, and how.
#[derive(Args, Clone, Debug)]
pub struct ExportOptions {
    /// A level or world, `demo` or `forge:RECIPE`, or a level container of Going Commando, LEVEL<n>.WAD; for textures also a file, or a
    /// pattern of the data's file names
    #[arg(value_name = "WHAT")]
    pub what: String,
    /// A name that ends in .glb for a level; a folder for textures, which get the overlay's layout (Going Commando's: KIND/NUMBER.png)
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Only these scenes [default: all]
    #[arg(long, value_enum, value_name = "SCENE")]
    pub scene: Vec<SceneName>,
    /// No scene of the collision mesh
    #[arg(long)]
    pub no_collision: bool,
    /// No scene of the path data
    #[arg(long)]
    pub no_paths: bool,
    /// Only nodes (or textures) whose name fits: `level2s/*`, `objects/*`, `background/sky`; `terrain/low`, `ties/*`, `mobys/500/*`
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,
    /// Level of detail of the textures: 0 is the largest
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=6))]
    pub mip: u32,
    /// Keep the GS's alpha, 128 for opaque
    #[arg(long)]
    pub raw_alpha: bool,
    /// Add so much light to vertex colours, 0 to 1: levels are dark without the game's own lights
    #[arg(long, value_name = "LIGHT", default_value_t = 0.0, value_parser = parse_light)]
    pub ambient: f32,
    /// Going Commando: textures as they are, without the level's lights
    #[arg(long)]
    pub unlit: bool,
    /// Going Commando: this class alone, in all its levels of detail: `tie/1200`, `shrub/7`, `moby/500`
    #[arg(long, value_name = "KIND/NUMBER", value_parser = commando::parse_class)]
    pub class: Option<ClassName>,
}

/// A scene of an exported level.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneName {
    /// Worlds, background, glow, objects; or terrain, ties, shrubs, mobys, and the terrain's coarser levels of detail and the sky
    Level,
    /// The collision mesh, coloured by material or type
    Collision,
    /// Areas and routes
    Paths,
}

fn parse_light(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|light: &f32| (0.0..=1.0).contains(light))
        .ok_or_else(|| "expected a number from 0 to 1".into())
}

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
    match is_glb {
        true => export_level(options, data),
        false => export_textures(options, data),
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
    let wants = |scene| options.scene.is_empty() || options.scene.contains(&scene);
    let chosen = LevelOptions {
        level: wants(SceneName::Level),
        collision: wants(SceneName::Collision) && !options.no_collision,
        paths: wants(SceneName::Paths) && !options.no_paths,
        mip: options.mip,
        alpha: alpha(options),
        prelight: Prelight {
            ambient: [options.ambient; 3],
            ..Prelight::default()
        },
        select: (!globs.is_empty()).then_some(&select),
    };
    let spinner = progress::spinner("");
    let exported = warriors::export_level(&Adapter(files), &name, &chosen, &mut |what| {
        spinner.set_message(what.to_owned());
    });
    spinner.finish_and_clear();
    let exported = exported.map_err(|error| failure(&options.out, &error))?;
    write_whole(&options.out, |out| exported.glb.write_to(out))?;
    let counts = exported.counts;
    line(format!(
        "{}: {:.1} MB, {} sectors, {} objects, {} triangles, {} pictures in {} scenes",
        options.out.display(),
        exported.glb.size() as f64 / 1e6,
        counts.sectors,
        counts.objects,
        counts.triangles,
        counts.images,
        counts.scenes
    ));
    for note in &exported.notes {
        eprintln!("{note}");
    }
    // What the files do not have cannot be missed in the export.
    Ok(Code::of(exported.notes.iter().all(|note| note.is_missing)))
}

fn alpha(options: &ExportOptions) -> Alpha {
    match options.raw_alpha {
        true => Alpha::Raw,
        false => Alpha::Scaled,
    }
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
            match textures::png(&texture.texture, options.mip, alpha(options)) {
                Ok(png) => {
                    fs::create_dir_all(&folder).map_err(|error| Failure::io(&folder, &error))?;
                    let path = folder.join(format!("{own}.png"));
                    write_whole(&path, |out| out.write_all(&png))?;
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
            match data::has_level(&*files, name) {
                true => (files, of_level(name).to_vec()),
                false => (files, vec![name.clone()]),
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

fn failure(out: &Path, error: &ExportError) -> Failure {
    let code = match error {
        ExportError::Io(_) => Code::Io,
        ExportError::Malformed { .. } => Code::Malformed,
        ExportError::NoSuchLevel { .. } | ExportError::NoSuchClass { .. } => Code::Usage,
        ExportError::Format(error) => error.into(),
        ExportError::Limit { .. } => Code::Limit,
    };
    Failure::new(code, format!("{}: {error}", out.display()))
}
