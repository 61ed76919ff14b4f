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
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

pub mod background;
pub mod city;
pub mod encode;
pub mod error;
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
    let files = match recipe {
        Recipe::City(city) => {
            let scene = city::build(city, progress)?;
            encode::level(city, &scene, progress)?
        }
        Recipe::RetailShape(shape) => retail_shape::files(shape, progress)?,
    };
    Ok(ForgedGame {
        level: recipe.level().to_owned(),
        files,
    })
}

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
