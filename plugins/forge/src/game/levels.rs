//! The levels: worlds, level file, object list, settings.

use glam::Vec3;
use wonderwheel_warriors::names::generate::SCRIPT_LANGUAGES;
use wonderwheel_warriors::names::pictures::PictureForm;
use wonderwheel_warriors::names::{self, Language, crc32};
use wonderwheel_warriors::object_list::{ObjectList, PlacedObject};

use super::characters::CHARACTERS;
use super::props::{CAR, PROPS, dictionary_name, model_name};
use super::store::Store;
use crate::error::Result;
use crate::kit::encode::objects_file;
use crate::retail_shape::level_file::Backdrop;
use crate::retail_shape::settings;
use crate::retail_shape::table::{RetailLevel, RetailWorld};
use crate::retail_shape::tile::Tile;
use crate::retail_shape::worlds::worlds;

/// A level of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameLevel {
    /// Name and sizes.
    pub shape: RetailLevel,
    /// Sections, a pack each; a level without any has worlds and nothing else.
    pub sections: u32,
    /// Loading pictures.
    pub loading_pictures: u32,
    /// Whether pictures come in the wide form too, and in which other language the first one does.
    pub forms: (bool, Option<Language>),
    /// Object types that stand in it.
    pub props: &'static [&'static str],
}

/// The levels: the first, a story level, the one with most, the front end's, and the world without a level.
pub fn all() -> Vec<GameLevel> {
    let level = |name: &str, scenery: [u32; 3], detail: Option<[u32; 3]>, part_bytes: u32| {
        let world = |[bytes, parts, sectors]: [u32; 3]| RetailWorld {
            bytes,
            parts,
            sectors,
        };
        GameLevel {
            shape: RetailLevel {
                name: name.to_owned(),
                scenery: world(scenery),
                detail: detail.map(world),
                part_bytes,
            },
            sections: 0,
            loading_pictures: 0,
            forms: (false, None),
            props: &[],
        }
    };
    vec![
        GameLevel {
            sections: 1,
            props: &["dyn_crate"],
            ..level("level1", [26_800, 1, 1], Some([18_112, 1, 1]), 12_000)
        },
        GameLevel {
            sections: 2,
            loading_pictures: 2,
            forms: (false, Some(Language::French)),
            props: &["dyn_crate", "dyn_barrel", "dyn_bin"],
            ..level("level2", [90_000, 4, 9], Some([40_000, 2, 3]), 160_000)
        },
        GameLevel {
            sections: 2,
            loading_pictures: 3,
            forms: (true, None),
            props: &["dyn_crate", "dyn_bat", "dyn_door", "dyn_bench", CAR],
            ..level("level99", [120_000, 6, 16], Some([50_000, 3, 4]), 260_000)
        },
        GameLevel {
            sections: 1,
            ..level("level100", [40_000, 2, 4], Some([20_000, 1, 1]), 60_000)
        },
        level(names::levels::SINGLE_WORLD, [28_820, 1, 1], None, 40_000),
    ]
}

impl GameLevel {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.shape.name
    }

    /// Resource names of its loading pictures. Source: spec/archives.md 4.5.
    pub fn pictures(&self) -> Vec<String> {
        let (wide, language) = self.forms;
        let plain = PictureForm::default();
        let mut names = Vec::new();
        for n in 0..self.loading_pictures {
            let base = format!("{}_ls_{n}", self.name());
            names.push(plain.of(&base));
            if wide {
                names.push(PictureForm { wide, ..plain }.of(&base));
            }
            if let (0, Some(language)) = (n, language) {
                names.push(PictureForm { language, ..plain }.of(&base));
            }
        }
        names
    }

    /// Hashes of the models and dictionaries that it wants before it starts.
    pub fn resources(&self) -> Vec<u32> {
        let mut out = Vec::new();
        for name in self.props {
            let prop = PROPS.iter().find(|prop| prop.name == *name);
            let dictionary = prop.map_or(*name, |prop| prop.dictionary);
            out.push(crc32(&model_name(name)));
            out.push(crc32(&dictionary_name(dictionary)));
        }
        if !self.props.is_empty() {
            for name in CHARACTERS {
                out.extend([model_name(name), dictionary_name(name)].map(|name| crc32(&name)));
            }
        }
        out
    }

    /// Names of its scripts. Source: spec/archives.md 4.2.
    pub fn scripts(&self) -> Vec<String> {
        let name = self.name();
        let languages = SCRIPT_LANGUAGES.iter().take(2);
        let strings = languages.map(|language| format!("{name}_strings_{language}"));
        [name.to_owned(), format!("{name}_combat")]
            .into_iter()
            .chain(strings)
            .collect()
    }
}

/// Writes a level.
///
/// # Errors
/// None, as long as the counts are small.
pub fn add(store: &mut Store, level: &GameLevel, seed: u64) -> Result<()> {
    let name = level.name();
    let group = crc32(name);
    for resource in level.resources() {
        store.need(group, resource);
    }
    let worlds = worlds(&level.shape, seed as u32, true, &mut |_| {})?;
    store.files.extend(worlds.files);
    let text = settings(&level.shape);
    store.files.insert(names::settings(name), text.into_bytes());
    if level.sections > 0 {
        let file = Backdrop::new(seed)?.level_file(name, &worlds.tiles)?;
        store.files.insert(names::level_file(name), file.write());
        let objects = ObjectList::new(objects(level, &worlds.tiles));
        store.files.insert(objects_file(name), objects.write());
    }
    Ok(())
}

/// A prop on each tile in turns, in zones 0 and 26, and a fire on the first.
fn objects(level: &GameLevel, tiles: &[Tile]) -> Vec<PlacedObject> {
    let Some(first) = tiles.first().filter(|_| !level.props.is_empty()) else {
        return Vec::new();
    };
    // Away from the house in the tile's south-eastern quarter; edges of tiles are level.
    let at = |tile: &Tile, x: f32| {
        let place = tile.origin + Vec3::new(x, 0.0, -16.0);
        [place.x, -place.z, place.y]
    };
    let props = level.props.iter().cycle();
    let mut out: Vec<PlacedObject> = tiles
        .iter()
        .zip(props)
        .enumerate()
        .map(|(i, (tile, name))| PlacedObject {
            zone: if i % 4 == 3 { 26 } else { 0 },
            flag_name: (i % 5 == 4).then(|| format!("{}_flag", level.name())),
            ..PlacedObject::at(*name, at(tile, -4.0))
        })
        .collect();
    out.push(PlacedObject {
        tint: 0xFFC0_80FF,
        ..PlacedObject::at("part_fire", at(first, -8.0))
    });
    out
}
