//! What a level of Going Commando holds: regions, classes, textures, instances, terrain.

use std::ops::Range;

use serde_json::{Map, Value, json};
use wonderwheel_commando::core::TextureEntry;
use wonderwheel_commando::level::{ClassKind, Level, TextureKind};
use wonderwheel_commando::tfrag::{Lod, TfragBlock};
use wonderwheel_ps2::error::FormatError;

/// The kinds of classes with the names of their rows.
const CLASSES: [(ClassKind, &str); 3] = [
    (ClassKind::Moby, "moby"),
    (ClassKind::Tie, "tie"),
    (ClassKind::Shrub, "shrub"),
];
/// The same of the kinds of texture that have a table in a level's directory.
const TEXTURES: [(TextureKind, &str); 4] = [
    (TextureKind::Tfrag, "tfrag"),
    (TextureKind::Tie, "tie"),
    (TextureKind::Shrub, "shrub"),
    (TextureKind::Moby, "moby"),
];

/// A level and what is counted of it.
pub struct LevelFacts<'a> {
    level: Level<'a>,
    faults: Vec<FormatError>,
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

impl<'a> LevelFacts<'a> {
    /// Counts what is in a level's file, as far as it can be read.
    ///
    /// # Errors
    /// When neither its directory nor its geometry can be read.
    pub fn read(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let (level, faults) = Level::read_lenient(bytes)?;
        let gameplay = &level.gameplay;
        let instances = [
            ("ties", gameplay.tie_instances().map(|list| list.len())),
            ("shrubs", gameplay.shrub_instances().map(|list| list.len())),
            ("mobys", gameplay.moby_instances().map(|list| list.len())),
        ];
        let terrain = TfragBlock::read(level.tfrags()).map(|block| Terrain {
            patches: block.patches().count(),
            positions: block.positions().len(),
            ad_gifs: block.ad_gifs().len(),
            vertex_infos: block.vertex_infos().len(),
            triangles: Lod::ALL.map(|lod| block.triangle_count(lod)),
        });
        Ok(Self {
            level,
            faults,
            instances,
            terrain,
        })
    }

    /// What cannot be read.
    pub fn faults(&self) -> impl Iterator<Item = &FormatError> {
        let instances = self.instances.iter();
        let instances = instances.filter_map(|(_, count)| count.as_ref().err());
        self.faults
            .iter()
            .chain(instances)
            .chain(self.terrain.as_ref().err())
    }

    /// A line a fact, and so many rows of each table.
    pub fn lines(&self, rows: usize) -> Vec<String> {
        let (level, header) = (&self.level, &self.level.header);
        let mut lines = vec![format!(
            "level {}, header of {:#x} bytes, sector {}",
            header.id,
            header.form.bytes(),
            header.sector
        )];
        lines.extend(self.regions().map(|(name, range)| {
            let (start, bytes) = (range.start, range.len());
            format!("region {name:<15} {start:#010x} {bytes:>9} bytes")
        }));
        for (kind, name) in CLASSES {
            let all = level.classes(kind).count();
            let with_geometry = level.classes(kind).filter_map(|class| class.geometry());
            let with_geometry = with_geometry.count();
            lines.push(format!(
                "{name} classes: {all}, {with_geometry} with geometry"
            ));
            lines.extend(level.classes(kind).take(rows).map(|class| {
                let start = class.geometry();
                let place = start.map_or("none".into(), |start| format!("{start:#010x}"));
                let (number, slots) = (class.class, class.texture_slots());
                format!("  {number:>5} geometry {place:<10} textures {slots:?}")
            }));
            lines.extend(rest(all, rows));
        }
        for (kind, name) in TEXTURES {
            let table = level.textures(kind);
            lines.push(format!("{name} textures: {}", table.len()));
            lines.extend(table.iter().enumerate().take(rows).map(|(i, entry)| {
                format!(
                    "  {i:>4} {:>4} x {:<4} levels {} palette {} at {:#x}",
                    entry.width, entry.height, entry.level_count, entry.palette, entry.data_offset
                )
            }));
            lines.extend(rest(table.len(), rows));
        }
        lines.extend(self.instances.iter().map(|(name, count)| match count {
            Ok(count) => format!("instances of {name}: {count}"),
            Err(error) => format!("instances of {name}: {error}"),
        }));
        lines.push(match &self.terrain {
            Ok(terrain) => {
                let [high, middle, low] = terrain.triangles;
                format!(
                    "terrain: {} patches, {} positions, {} vertex infos, {} ad-gifs, {high} / {middle} / {low} triangles by level \
                     of detail",
                    terrain.patches, terrain.positions, terrain.vertex_infos, terrain.ad_gifs
                )
            }
            Err(error) => format!("terrain: {error}"),
        });
        lines.push(format!(
            "chunks {}, occlusion mappings {} bytes, sound bank {} bytes",
            level.chunks.iter().flatten().count(),
            level.occlusion_mappings.len(),
            level.sound_bank.len()
        ));
        lines
    }

    /// All of it, for programs.
    pub fn value(&self) -> Value {
        let level = &self.level;
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
        let textures = TEXTURES.map(|(kind, name)| {
            let rows = level.textures(kind).iter().map(texture);
            (name.to_owned(), rows.collect::<Value>())
        });
        let instances = self.instances.iter();
        let instances = instances.map(|(name, count)| ((*name).to_owned(), counted(count)));
        json!({
            "id": level.header.id,
            "sector": level.header.sector,
            "regions": self.regions().map(|(name, range)| json!({
                "name": name, "start": range.start, "bytes": range.len(),
            })),
            "classes": Map::from_iter(classes),
            "textures": Map::from_iter(textures),
            "instances": instances.collect::<Map<_, _>>(),
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

    fn regions(&self) -> [(&'static str, Range<usize>); 6] {
        let regions = &self.level.regions;
        [
            ("tfrags", regions.tfrags.clone()),
            ("occlusion", regions.occlusion.clone()),
            ("sky", regions.sky.clone()),
            ("collision", regions.collision.clone()),
            ("textures", regions.textures.clone()),
            ("hero sequences", regions.hero_sequences.clone()),
        ]
    }
}

fn texture(entry: &TextureEntry) -> Value {
    json!({
        "width": entry.width,
        "height": entry.height,
        "levels": entry.level_count,
        "palette": entry.palette,
        "offset": entry.data_offset,
    })
}

fn rest(all: usize, rows: usize) -> Option<String> {
    let more = all.checked_sub(rows).filter(|more| *more > 0)?;
    Some(format!("  and {more} more (--rows)"))
}
