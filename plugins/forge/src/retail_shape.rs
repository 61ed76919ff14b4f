//! Worlds with the counts and sizes of the original's levels: how many parts, how many sectors, about how many bytes. No
//! beauty: every sector is a tile of hilly ground in its part's colour. Levels that have a level file on the disc get one:
//! collision mesh, path data and captions fit the tiles.

pub mod level_file;
pub mod recipe;
mod settings;
pub mod table;
mod textures;
pub mod tile;
mod tile_mesh;
pub mod tile_solid;
pub mod worlds;

pub use settings::settings;

use wonderwheel_warriors::names::{self, levels};

use crate::content::Content;
use crate::error::{ForgeError, Result};
use crate::kit::encode::Files;

use level_file::Backdrop;
use recipe::{ALL_LEVELS, RetailShapeRecipe};
use table::{RetailLevel, RetailTable};
use textures::filling;
use worlds::worlds;

/// Bytes of the disc's level files on average: the table does not have them one by one. Source: spec/archives.md 5.1.
const LEVEL_FILE_BYTES: usize = 498_480;

impl Content for RetailShapeRecipe {
    fn level(&self) -> &str {
        match self.level.as_str() {
            ALL_LEVELS => "level99",
            level => level,
        }
    }

    fn seed_mut(&mut self) -> &mut u64 {
        &mut self.seed
    }

    fn files(&self, progress: &mut dyn FnMut(&str)) -> Result<Files> {
        let mut files = Files::new();
        self.each_file(progress, &mut |name, bytes| {
            files.insert(name.to_owned(), bytes);
        })?;
        Ok(files)
    }

    /// All files of the level, or of every level of the table one after the other: never more than one level is kept.
    fn each_file(
        &self,
        progress: &mut dyn FnMut(&str),
        take: &mut dyn FnMut(&str, Vec<u8>),
    ) -> Result<()> {
        let table = RetailTable::builtin()?;
        let backdrop = Backdrop::new(self.seed)?;
        let seed = self.seed as u32;
        if self.level == ALL_LEVELS {
            for level in &table.0 {
                progress(&format!("shaping {}", level.name));
                each_file_of(level, seed, &backdrop, &mut |_| {}, take)?;
            }
            return Ok(());
        }
        let level = table
            .find(&self.level)
            .ok_or_else(|| ForgeError::UnknownLevel(self.level.clone()))?;
        each_file_of(level, seed, &backdrop, progress, take)
    }
}

fn each_file_of(
    level: &RetailLevel,
    seed: u32,
    backdrop: &Backdrop,
    progress: &mut dyn FnMut(&str),
    take: &mut dyn FnMut(&str, Vec<u8>),
) -> Result<()> {
    let worlds = worlds(level, seed, false, progress)?;
    for (name, bytes) in worlds.files {
        take(&name, bytes);
    }
    let has_level_file = levels::level_number(&level.name)
        .is_some_and(|number| levels::with_level_file().any(|with| with == number));
    if has_level_file {
        progress("writing the level file");
        let mut file = backdrop.level_file(&level.name, &worlds.tiles)?;
        let room = LEVEL_FILE_BYTES.saturating_sub(file.write().len());
        let more = filling(&level.name, room, seed)?;
        file.glow_dictionary.textures.extend(more);
        let bytes = file.write();
        take(&names::level_file(&level.name), bytes);
    }
    take(&names::settings(&level.name), settings(level).into_bytes());
    Ok(())
}
