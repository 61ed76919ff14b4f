//! A small game: every kind of file that the game has, with lists that fit, so that whatever loads files has something to load.
//!
//! | Files | From |
//! | --- | --- |
//! | `warriors.glr`, `scene_list.cnk` | [`store`], [`scenes`] |
//! | worlds, level files, object lists, settings | [`levels`] |
//! | models and dictionaries under decimal names | [`props`], [`characters`] |
//! | sprite sheets and pictures under decimal names | [`sheets`] |
//! | `.anm` clips | [`clips`] |
//! | `.pak` | [`packs`] |
//! | sound banks, `.lua` | [`sounds`], [`scripts`] |
//! | `museum.pak` | [`museum`] |
//!
//! Names follow spec/archives.md 4, hashes spec/chunks.md 1.4. Four things are there on purpose, for what loads packs:
//!
//! - [`packs::RESIDENT_TWICE`] is in several packs;
//! - [`packs::EMPTY_IN_LISTS`] has size 0 in the lists, and no file of its own;
//! - [`packs::UNKNOWN_TO_LISTS`] is in no list;
//! - [`packs::ENDED_EARLY`] is ended by a resource hash of 0: only forced rules read it.
//!
//! What the formats can hold and nothing here needs is in the [`museum`], so that the game has all 84 types of chunk.

pub mod characters;
pub mod clips;
pub mod levels;
pub mod museum;
pub mod packs;
pub mod props;
pub mod recipe;
pub mod scenes;
pub mod scripts;
pub mod sheets;
pub mod sounds;
pub mod store;

use crate::content::Content;
use crate::error::{ForgeError, Result};
use crate::game::recipe::GameRecipe;
use crate::kit::encode::Files;

use store::Store;

impl Content for GameRecipe {
    fn level(&self) -> &str {
        &self.level
    }

    fn seed_mut(&mut self) -> &mut u64 {
        &mut self.seed
    }

    fn files(&self, progress: &mut dyn FnMut(&str)) -> Result<Files> {
        let levels = levels::all();
        let can_start =
            |level: &levels::GameLevel| level.sections > 0 && level.shape.name == self.level;
        if !levels.iter().any(can_start) {
            return Err(ForgeError::Impossible(format!(
                "the game has no level {:?} to start",
                self.level
            )));
        }
        let mut store = Store::default();
        progress("making props and characters");
        let clips = clips::all();
        props::add(&mut store, self.seed)?;
        characters::add(&mut store, &clips, self.seed)?;
        clips::add(&mut store, &clips);
        progress("drawing sheets and pictures");
        sheets::add(&mut store, &levels, self.seed)?;
        for level in &levels {
            progress(&format!("building {}", level.shape.name));
            levels::add(&mut store, level, self.seed)?;
        }
        progress("filling packs and lists");
        packs::add(&mut store, &levels)?;
        sounds::add(&mut store, &levels);
        scripts::add(&mut store, &levels);
        scenes::add(&mut store);
        museum::add(&mut store, self.seed)?;
        Ok(store.into_files())
    }
}
