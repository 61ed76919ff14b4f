//! Recipes: what to forge, as text.

use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::error::Result;
use crate::retail_shape::table::RetailTable;

pub use crate::demo_city::recipe::CityRecipe;
pub use crate::game::recipe::GameRecipe;
pub use crate::island::recipe::CommandoRecipe;
pub use crate::retail_shape::recipe::{ALL_LEVELS, RetailShapeRecipe};

/// The recipes that travel with the program, as text.
const BUILTIN: [(&str, &str); 4] = [
    ("demo", include_str!("../../../assets/recipes/demo.ron")),
    (
        "retail_shape",
        include_str!("../../../assets/recipes/retail_shape.ron"),
    ),
    ("game", include_str!("../../../assets/recipes/game.ron")),
    (
        "commando_demo",
        include_str!("../../../assets/recipes/commando_demo.ron"),
    ),
];

/// What to forge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Recipe {
    /// A painted city by the sea.
    City(CityRecipe),
    /// Worlds with the counts and sizes of one of the original's levels, without beauty.
    RetailShape(RetailShapeRecipe),
    /// A small game with every kind of file.
    Game(GameRecipe),
    /// A level in the formats of Ratchet & Clank 2.
    Commando(CommandoRecipe),
}

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    /// Text that is not a recipe, with line and column.
    pub fn parse(text: &str) -> Result<Self> {
        Ok(ron::from_str(text).map_err(Box::new)?)
    }

    /// A recipe that travels with the program: `demo`, `game`, `commando_demo`, `retail_shape`, or `retail_shape:level70` for another level of the
    /// original's table, `retail_shape:all` for all of its 80. `None` for a name that is neither a recipe nor a level.
    pub fn builtin(name: &str) -> Option<Self> {
        let (name, level) = match name.split_once(':') {
            Some((name, level)) => (name, Some(level)),
            None => (name, None),
        };
        let (_, text) = BUILTIN.iter().find(|(builtin, _)| *builtin == name)?;
        let mut recipe = Self::parse(text).ok()?;
        if let Some(level) = level {
            let Self::RetailShape(shape) = &mut recipe else {
                return None;
            };
            if level != ALL_LEVELS {
                RetailTable::builtin().ok()?.find(level)?;
            }
            level.clone_into(&mut shape.level);
        }
        Some(recipe)
    }

    /// What makes it.
    pub fn content(&self) -> &dyn Content {
        match self {
            Self::City(city) => city,
            Self::RetailShape(shape) => shape,
            Self::Game(game) => game,
            Self::Commando(island) => island,
        }
    }

    /// Name of the level that comes out, of several the one to start.
    pub fn level(&self) -> &str {
        self.content().level()
    }

    /// Takes another seed.
    pub fn set_seed(&mut self, seed: u64) {
        let content: &mut dyn Content = match self {
            Self::City(city) => city,
            Self::RetailShape(shape) => shape,
            Self::Game(game) => game,
            Self::Commando(island) => island,
        };
        *content.seed_mut() = seed;
    }
}

/// Names of the recipes that travel with the program.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_recipe_parses() {
        for name in builtin_names() {
            assert!(Recipe::builtin(name).is_some(), "{name}");
        }
        assert_eq!(
            builtin_names().collect::<Vec<_>>(),
            ["demo", "retail_shape", "game", "commando_demo"]
        );
    }

    #[test]
    fn the_demo_recipe_asks_for_what_the_level_is_made_for() {
        let Some(Recipe::City(city)) = Recipe::builtin("demo") else {
            panic!("no demo")
        };
        assert_eq!(
            (city.level.as_str(), city.parts, city.sectors),
            ("demo", [24, 12], [150, 90])
        );
        assert_eq!(city.fog, [0.05, 0.05, 0.02]);
    }

    #[test]
    fn a_level_of_the_table_is_chosen_by_name() {
        let level = |name| Recipe::builtin(name).map(|r| r.level().to_owned());
        assert_eq!(level("retail_shape:level70").as_deref(), Some("level70"));
        assert_eq!(level("retail_shape:objarena").as_deref(), Some("objarena"));
        assert_eq!(level("retail_shape:level4711"), None);
        assert_eq!(level("retail_shape:all").as_deref(), Some("level99"));
        assert_eq!(level("game").as_deref(), Some("level99"));
        assert_eq!(level("game:level1"), None);
        assert_eq!(level("demo:level70"), None);
    }

    #[test]
    fn a_level_of_names_and_numbers_that_make_no_sense_is_refused() {
        assert!(CommandoRecipe::default().check().is_ok());
        let refused = |spoil: &dyn Fn(&mut CommandoRecipe)| {
            let mut recipe = CommandoRecipe::default();
            spoil(&mut recipe);
            recipe.check().is_err()
        };
        for name in ["", "level", "level1x", "level123", "../level0", "LEVEL0"] {
            assert!(refused(&|recipe| recipe.level = name.into()), "{name:?}");
        }
        assert!(refused(&|recipe| recipe.lod_distance = f32::NAN));
        assert!(refused(&|recipe| recipe.texels = 48));
        assert!(refused(&|recipe| recipe.trees = 4_000_000_000));
    }

    #[test]
    fn the_commando_demo_is_the_default() {
        let Some(Recipe::Commando(commando)) = Recipe::builtin("commando_demo") else {
            panic!("no commando demo")
        };
        assert_eq!(commando, CommandoRecipe::default());
        assert_eq!(Recipe::builtin("commando_demo:level1"), None);
    }

    #[test]
    fn a_misspelt_field_is_an_error_that_names_the_place() {
        let error = Recipe::parse("City((\n  levle: \"demo\"\n))")
            .unwrap_err()
            .to_string();
        assert!(error.contains("2:") && error.contains("levle"), "{error}");
    }
}
