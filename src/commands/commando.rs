//! `commando`: levels of Going Commando.

use std::{fs, io::Write, path::PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use wonderwheel_commando::{
    level::{ClassKind, Level, TextureKind},
    tfrag::{Lod, TfragBlock},
};
use wonderwheel_export::{colour::Alpha, commando::level_textures};
use wonderwheel_inspect::source::Source;
use wonderwheel_ps2::error::FormatError;

use crate::{
    data_options::DataOptions,
    failure::{Code, Failure},
    report::line,
    source,
    write_whole::write_whole,
};

/// What is done with a level.
#[derive(Subcommand, Clone, Debug)]
pub enum CommandoCommand {
    /// What a level's directory holds: regions, classes, textures, instances, terrain
    #[command(after_help = "Examples:\n  wonderwheel commando probe LEVEL0.WAD\n  \
                      wonderwheel commando probe LEVEL0.WAD --rows 100\n  \
                      wonderwheel commando probe level0.wad --data commando.iso\n  \
                      wonderwheel commando probe LEVEL0.WAD --json")]
    Probe(ProbeOptions),
    /// A level's textures as PNG
    #[command(
        after_help = "Examples:\n  wonderwheel commando textures LEVEL0.WAD textures\n  \
                      wonderwheel commando textures LEVEL0.WAD textures --kind tie --mip 1"
    )]
    Textures(TexturesOptions),
}

/// What is shown.
#[derive(Args, Clone, Debug)]
pub struct ProbeOptions {
    /// A level container, LEVEL<n>.WAD; with --data a name in the data
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// So many rows of each table
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub rows: usize,
    /// Everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// Which textures, and where to.
#[derive(Args, Clone, Debug)]
pub struct TexturesOptions {
    /// A level container, LEVEL<n>.WAD; with --data a name in the data
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The folder to write into: `<kind>/<number>.png`
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Only this kind
    #[arg(long, value_enum)]
    pub kind: Option<PictureKind>,
    /// Mip level, 0 is the largest; smaller textures give their last one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub mip: u8,
}

/// Whose textures, on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureKind {
    /// The terrain's
    Tfrag,
    /// The ties'
    Tie,
    /// The shrubs'
    Shrub,
    /// The shrubs' billboards
    Billboard,
    /// The mobys'
    Moby,
    /// The sky's
    Sky,
}

/// The kinds of texture that have a table in a level's directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KindName {
    Tfrag,
    Tie,
    Shrub,
    Moby,
}

impl KindName {
    const ALL: [Self; 4] = [Self::Tfrag, Self::Tie, Self::Shrub, Self::Moby];

    fn kind(self) -> TextureKind {
        match self {
            Self::Tfrag => TextureKind::Tfrag,
            Self::Tie => TextureKind::Tie,
            Self::Shrub => TextureKind::Shrub,
            Self::Moby => TextureKind::Moby,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Tfrag => "tfrag",
            Self::Tie => "tie",
            Self::Shrub => "shrub",
            Self::Moby => "moby",
        }
    }
}

/// The classes' kinds with the names of their rows.
const CLASSES: [(ClassKind, &str); 3] = [
    (ClassKind::Moby, "moby"),
    (ClassKind::Tie, "tie"),
    (ClassKind::Shrub, "shrub"),
];

/// Runs one of them.
pub fn commando(command: &CommandoCommand, data: &DataOptions) -> Result<Code, Failure> {
    match command {
        CommandoCommand::Probe(options) => probe(options, data),
        CommandoCommand::Textures(options) => textures(options, data),
    }
}

/// A level with what is broken of it, told already.
fn open<'a>(source: &'a Source) -> Result<(Level<'a>, usize), Failure> {
    let shown = &source.shown;
    let (level, faults) = Level::read_lenient(&source.bytes).map_err(|error| {
        let advice = "name a level container, LEVEL<n>.WAD; wonderwheel inspect shows how far it can be read";
        Failure::new((&error).into(), format!("{shown}: {error}; {advice}"))
    })?;
    for fault in &faults {
        eprintln!("{shown}: {fault}");
    }
    Ok((level, faults.len()))
}

fn probe(options: &ProbeOptions, data: &DataOptions) -> Result<Code, Failure> {
    let source = source::find(&options.file, data)?;
    let (level, faults) = open(&source)?;
    let facts = Facts::of(&level);
    if options.json {
        line(format!("{:#}", facts.json(&level)));
    } else {
        facts.print(&source.shown, &level, options);
    }
    Ok(Code::of(facts.terrain.is_ok() && faults == 0))
}

/// What is counted of a level.
struct Facts {
    instances: [(&'static str, Result<usize, FormatError>); 3],
    terrain: Result<Terrain, FormatError>,
}

/// What is counted of the terrain.
struct Terrain {
    patches: usize,
    positions: usize,
    ad_gifs: usize,
    vertex_infos: usize,
    triangles: [usize; 3],
}

impl Facts {
    fn of(level: &Level<'_>) -> Self {
        let gameplay = &level.gameplay;
        Self {
            instances: [
                ("ties", gameplay.tie_instances().map(|list| list.len())),
                ("shrubs", gameplay.shrub_instances().map(|list| list.len())),
                ("mobys", gameplay.moby_instances().map(|list| list.len())),
            ],
            terrain: TfragBlock::read(level.tfrags()).map(|block| Terrain {
                patches: block.patches().count(),
                positions: block.positions().len(),
                ad_gifs: block.ad_gifs().len(),
                vertex_infos: block.vertex_infos().len(),
                triangles: Lod::ALL.map(|lod| block.triangle_count(lod)),
            }),
        }
    }

    fn print(&self, shown: &str, level: &Level<'_>, options: &ProbeOptions) {
        let header = &level.header;
        line(format!(
            "{shown}: level {}, header of {:#x} bytes, sector {}",
            header.id,
            header.form.bytes(),
            header.sector
        ));
        for (name, range) in regions(level) {
            line(format!(
                "region {name:<15} {:#010x} {:>9} bytes",
                range.start,
                range.len()
            ));
        }
        for (kind, name) in CLASSES {
            print_classes(level, kind, name, options.rows);
        }
        for kind in KindName::ALL {
            let table = level.textures(kind.kind());
            line(format!("{} textures: {}", kind.name(), table.len()));
            for (i, entry) in table.iter().enumerate().take(options.rows) {
                line(format!(
                    "  {i:>4} {:>4} x {:<4} levels {} palette {} at {:#x}",
                    entry.width, entry.height, entry.level_count, entry.palette, entry.data_offset
                ));
            }
            say_rest(table.len(), options.rows);
        }
        for (name, count) in &self.instances {
            match count {
                Ok(count) => line(format!("instances of {name}: {count}")),
                Err(error) => line(format!("instances of {name}: {error}")),
            }
        }
        match &self.terrain {
            Ok(terrain) => {
                let [high, middle, low] = terrain.triangles;
                line(format!(
                    "terrain: {} patches, {} positions, {} vertex infos, {} ad-gifs, {high} / {middle} / {low} triangles by level \
                     of detail",
                    terrain.patches, terrain.positions, terrain.vertex_infos, terrain.ad_gifs
                ));
            }
            Err(error) => line(format!("terrain: {error}")),
        }
        let chunks = level.chunks.iter().flatten().count();
        line(format!(
            "chunks {chunks}, occlusion mappings {} bytes, sound bank {} bytes",
            level.occlusion_mappings.len(),
            level.sound_bank.len()
        ));
    }

    fn json(&self, level: &Level<'_>) -> Value {
        let counted = |count: &Result<usize, FormatError>| match count {
            Ok(count) => json!(count),
            Err(error) => json!({ "error": error.to_string() }),
        };
        let classes = CLASSES.map(|(kind, name)| {
            let rows = level.classes(kind).map(|class| {
                json!({
                    "class": class.class,
                    "offset": class.geometry(),
                    "textures": class.texture_slots(),
                })
            });
            (name.to_owned(), rows.collect::<Value>())
        });
        let textures = KindName::ALL.map(|kind| {
            let rows = level.textures(kind.kind()).iter().map(|entry| {
                json!({
                    "width": entry.width,
                    "height": entry.height,
                    "levels": entry.level_count,
                    "palette": entry.palette,
                    "offset": entry.data_offset,
                })
            });
            (kind.name().to_owned(), rows.collect::<Value>())
        });
        json!({
            "id": level.header.id,
            "sector": level.header.sector,
            "regions": regions(level).map(|(name, range)| json!({
                "name": name, "start": range.start, "bytes": range.len(),
            })),
            "classes": Value::Object(classes.into_iter().collect()),
            "textures": Value::Object(textures.into_iter().collect()),
            "instances": Value::Object(self.instances.iter()
                .map(|(name, count)| ((*name).to_owned(), counted(count))).collect()),
            "terrain": match &self.terrain {
                Ok(terrain) => json!({
                    "patches": terrain.patches,
                    "positions": terrain.positions,
                    "vertex_infos": terrain.vertex_infos,
                    "ad_gifs": terrain.ad_gifs,
                    "triangles": terrain.triangles,
                }),
                Err(error) => json!({ "error": error.to_string() }),
            },
        })
    }
}

fn regions(level: &Level<'_>) -> [(&'static str, std::ops::Range<usize>); 6] {
    let regions = &level.regions;
    [
        ("tfrags", regions.tfrags.clone()),
        ("occlusion", regions.occlusion.clone()),
        ("sky", regions.sky.clone()),
        ("collision", regions.collision.clone()),
        ("textures", regions.textures.clone()),
        ("hero sequences", regions.hero_sequences.clone()),
    ]
}

fn print_classes(level: &Level<'_>, kind: ClassKind, name: &str, rows: usize) {
    let total = level.classes(kind).count();
    let with_geometry = level
        .classes(kind)
        .filter(|class| class.geometry().is_some())
        .count();
    line(format!(
        "{name} classes: {total}, {with_geometry} with geometry"
    ));
    for class in level.classes(kind).take(rows) {
        let place = match class.geometry() {
            Some(start) => format!("{start:#010x}"),
            None => "none".into(),
        };
        line(format!(
            "  {:>5} geometry {place:<10} textures {:?}",
            class.class,
            class.texture_slots()
        ));
    }
    say_rest(total, rows);
}

fn say_rest(total: usize, rows: usize) {
    if total > rows {
        line(format!("  and {} more (--rows)", total - rows));
    }
}

fn textures(options: &TexturesOptions, data: &DataOptions) -> Result<Code, Failure> {
    let source = source::find(&options.file, data)?;
    let (level, mut faults) = open(&source)?;
    let mut written = 0_usize;
    let wanted = options.kind.and_then(|kind| kind.to_possible_value());
    let wants = |name: &str| {
        let kind = name.split('/').next().unwrap_or(name);
        wanted
            .as_ref()
            .is_none_or(|wanted| wanted.get_name() == kind)
    };
    for (name, png) in level_textures(&level, options.mip.into(), Alpha::Scaled, wants) {
        match png {
            Ok(png) => {
                let path = options.out.join(format!("{name}.png"));
                let folder = path.parent().unwrap_or(&options.out);
                fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
                write_whole(&path, |out| out.write_all(&png))?;
                written += 1;
            }
            Err(error) => {
                eprintln!("{}: {error}", source.shown);
                faults += 1;
            }
        }
    }
    line(format!("{written} textures in {}", options.out.display()));
    Ok(match faults {
        0 => Code::Done,
        _ => Code::Findings,
    })
}
