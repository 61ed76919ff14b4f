//! Writes synthetic levels in the game's own formats, from recipes, the same bytes every time.
//!
//! ```
//! use wonderwheel_forge::{Recipe, forge};
//!
//! let recipe = Recipe::builtin("retail_shape:level72").unwrap();
//! let game = forge(&recipe, &mut |step| assert!(!step.is_empty())).unwrap();
//! assert_eq!(game.level, "level72");
//! assert!(game.files.contains_key("level72s_sec.wld"));
//! ```
//!
//! | Way | Modules |
//! | --- | --- |
//! | a recipe says what to make | [`recipe`] |
//! | a city by the sea, and its pictures | [`demo_city`], [`textures`] |
//! | a small game with every kind of file | [`game`] |
//! | worlds of the original's counts and sizes | [`retail_shape`] |
//! | a level in the formats of Ratchet & Clank 2, and a disc with it | [`island`], [`commando_disc`] |
//! | paint, geometry, sectors and parts, baked light, files: what all of them are made with | [`kit`] |
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

pub mod captions;
pub mod content;
pub mod demo_city;
pub mod error;
pub mod game;
pub mod island;
pub mod kit;
pub mod recipe;
pub mod retail_shape;
pub mod textures;

pub use error::{ForgeError, Result};
pub use island as commando;
pub use island::disc::commando_disc;
pub use recipe::{Recipe, builtin_names};
pub use retail_shape::table as retail_table;

/// A forged level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgedGame {
    /// Level name.
    pub level: String,
    /// Files by their flat, lower-case names.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Forges a recipe. `progress` gets each step in a few words.
///
/// # Errors
/// A recipe that cannot be met; see [`ForgeError`].
pub fn forge(recipe: &Recipe, progress: &mut dyn FnMut(&str)) -> Result<ForgedGame> {
    Ok(ForgedGame {
        level: recipe.level().to_owned(),
        files: recipe.content().files(progress)?,
    })
}

/// Forges a recipe and gives each file, by its flat, lower-case name, to `take` as soon as there is one: of
/// `retail_shape:all`, which has some 400 MB, never more than one level is in memory. Each name comes once.
///
/// # Errors
/// As [`forge`]. What was given to `take` before is whole.
pub fn forge_each(
    recipe: &Recipe,
    progress: &mut dyn FnMut(&str),
    take: &mut dyn FnMut(&str, Vec<u8>),
) -> Result<()> {
    recipe.content().each_file(progress, take)
}

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
