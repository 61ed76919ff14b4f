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
//! | a recipe says what to make | [`recipe`], [`retail_table`] |
//! | pictures are painted | [`paint`], [`textures`] |
//! | geometry is built in pieces | [`mesh`], [`city`], [`background`] |
//! | pieces become sectors and parts | [`partition`] |
//! | light is baked into vertices | [`light`] |
//! | everything is written | [`encode`] |
//! | a small game with every kind of file | [`game`] |
//! | a level in the formats of Ratchet & Clank 2, and a disc with it | [`commando`], [`commando_disc`] |
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

pub mod background;
pub mod city;
pub mod commando;
pub mod encode;
pub mod error;
pub mod game;
pub mod light;
pub mod mesh;
pub mod paint;
pub mod parallel;
pub mod partition;
pub mod recipe;
pub mod retail_shape;
pub mod retail_table;
pub mod rng;
pub mod scene;
pub mod textures;
pub mod trig;

pub use commando::disc::commando_disc;
pub use error::{ForgeError, Result};
pub use recipe::{Recipe, builtin_names};

/// A forged level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgedGame {
    /// Level name.
    pub level: String,
    /// Files by their flat, lower-case names.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Forges a recipe. `progress` is told each step in a few words.
///
/// # Errors
/// A recipe that cannot be met; see [`ForgeError`].
pub fn forge(recipe: &Recipe, progress: &mut dyn FnMut(&str)) -> Result<ForgedGame> {
    let mut files = BTreeMap::new();
    forge_each(recipe, progress, &mut |name, bytes| {
        files.insert(name.to_owned(), bytes);
    })?;
    Ok(ForgedGame {
        level: recipe.level().to_owned(),
        files,
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
    let files = match recipe {
        Recipe::City(city) => {
            city.check()?;
            let scene = city::build(city, progress)?;
            encode::level(city, &scene, progress)?
        }
        Recipe::Game(game) => game::files(game, progress)?,
        Recipe::Commando(commando) => commando::files(commando, progress)?,
        Recipe::RetailShape(shape) => return retail_shape::each_file(shape, progress, take),
    };
    for (name, bytes) in files {
        take(&name, bytes);
    }
    Ok(())
}

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
