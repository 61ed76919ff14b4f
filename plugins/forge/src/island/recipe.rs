//! What an island is made from.

use serde::{Deserialize, Serialize};

use crate::error::{ForgeError, Result};

/// A level in the formats of Ratchet & Clank 2.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CommandoRecipe {
    /// The file's name without `.wad`: `level` and a number.
    pub level: String,
    /// The level's own number.
    pub id: i32,
    /// Everything random follows from it.
    pub seed: u64,
    /// The base distance of terrain's levels of detail, world units.
    pub lod_distance: f32,
    /// A side of a terrain patch's picture: 32, 64 or 128.
    pub texels: u32,
    /// Tufts of grass.
    pub tufts: u32,
    /// Trees.
    pub trees: u32,
}

impl Default for CommandoRecipe {
    fn default() -> Self {
        Self {
            level: "level0".to_owned(),
            id: 0,
            seed: 1979,
            lod_distance: 14.0,
            texels: 128,
            tufts: 170,
            trees: 26,
        }
    }
}

impl CommandoRecipe {
    /// Whether a level can be built from it at all: a recipe comes from anywhere.
    ///
    /// # Errors
    /// `Impossible` for a level name that is not `level` and a number, and for numbers outside of what makes sense.
    pub fn check(&self) -> Result<()> {
        let number = self.level.strip_prefix("level").unwrap_or_default();
        let is_name =
            (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        let Self {
            level,
            lod_distance,
            texels,
            tufts,
            trees,
            ..
        } = self;
        let fault = if !is_name {
            format!("level {level:?}: a name is `level` and a number of one or two digits")
        } else if !(1.0..=1_000.0).contains(lod_distance) {
            format!("lod_distance is {lod_distance}; it goes from 1 to 1000")
        } else if ![32, 64, 128].contains(texels) {
            format!("texels is {texels}; it is 32, 64 or 128")
        } else if *tufts > 5_000 || *trees > 500 {
            format!("{tufts} tufts and {trees} trees; there can be 5000 and 500")
        } else {
            return Ok(());
        };
        Err(ForgeError::Impossible(fault))
    }
}
