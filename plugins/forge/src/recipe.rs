//! Recipes: what to forge, as text.

use serde::{Deserialize, Serialize};

use crate::error::{ForgeError, Result};
use crate::retail_shape;
use crate::retail_shape::table::RetailTable;

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

/// The demo city.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CityRecipe {
    /// Level name; the worlds are it with `s` and `d`.
    pub level: String,
    /// Everything random follows from it.
    pub seed: u64,
    /// Streamed sectors of the `s` and the `d` world.
    pub sectors: [u32; 2],
    /// Parts of the `s` and the `d` world, at least two each.
    pub parts: [u32; 2],
    /// Fewest and most storeys above a tenement's ground floor.
    pub storeys: [u32; 2],
    /// Share of lots without a house.
    pub vacant_lots: f32,
    /// Share of windows with the light on.
    pub lit_windows: f32,
    /// Metres between street lamps on one side.
    pub lamp_spacing: f32,
    /// `SetFogColor` arguments, 0..1.
    pub fog: [f32; 3],
    /// Where fog begins, as a share of the far clip.
    pub fog_start: f32,
    /// The camera's far clip, metres.
    pub far: f32,
    /// All parts' heap sizes together, over what the budget leaves for parts.
    pub budget_pressure: f32,
}

impl Default for CityRecipe {
    fn default() -> Self {
        Self {
            level: "demo".to_owned(),
            seed: 1979,
            sectors: [150, 90],
            parts: [24, 12],
            storeys: [2, 4],
            vacant_lots: 0.08,
            lit_windows: 0.36,
            lamp_spacing: 22.0,
            fog: [0.05, 0.05, 0.02],
            fog_start: 0.5,
            far: 115.0,
            budget_pressure: 2.1,
        }
    }
}

impl CityRecipe {
    /// Whether a city can be built from it at all: a recipe comes from anywhere.
    ///
    /// # Errors
    /// `Impossible` for a level name that is no file's name, and for numbers outside of what makes sense.
    pub fn check(&self) -> Result<()> {
        let is_name = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
        // 63 bytes are the most of a file's name; parts add `s_ms999.sec`. Source: spec/archives.md 3.2.
        if self.level.is_empty() || self.level.len() > 40 || !self.level.chars().all(is_name) {
            return Err(ForgeError::Impossible(format!(
                "level {:?}: a name has 1 to 40 letters a to z, digits and _",
                self.level
            )));
        }
        let within = |what: &str, value: f32, least: f32, most: f32| {
            // Not a number is in no range.
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(ForgeError::Impossible(format!(
                "{what} is {value}; it goes from {least} to {most}"
            )))
        };
        for count in self.sectors {
            within("sectors", count as f32, 2.0, 10_000.0)?;
        }
        for count in self.parts {
            within("parts", count as f32, 2.0, 999.0)?;
        }
        for count in self.storeys {
            within("storeys", count as f32, 0.0, 40.0)?;
        }
        within("vacant_lots", self.vacant_lots, 0.0, 1.0)?;
        within("lit_windows", self.lit_windows, 0.0, 1.0)?;
        within("lamp_spacing", self.lamp_spacing, 5.0, 1_000.0)?;
        within("fog_start", self.fog_start, 0.0, 1.0)?;
        within("far", self.far, 1.0, 10_000.0)?;
        within("budget_pressure", self.budget_pressure, 0.1, 100.0)?;
        for part in self.fog {
            within("fog", part, 0.0, 1.0)?;
        }
        Ok(())
    }
}

/// A level of the original's size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetailShapeRecipe {
    /// A level of the table, or `all` for all of them one after the other.
    pub level: String,
    /// Everything random follows from it.
    pub seed: u64,
}

impl Default for RetailShapeRecipe {
    fn default() -> Self {
        Self {
            level: "level99".to_owned(),
            seed: 1,
        }
    }
}

/// A small game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameRecipe {
    /// The level to start, one of those that the game has.
    pub level: String,
    /// Everything random follows from it.
    pub seed: u64,
}

impl Default for GameRecipe {
    fn default() -> Self {
        Self {
            level: "level99".to_owned(),
            seed: 1979,
        }
    }
}

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
        if !(1..=2).contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ForgeError::Impossible(format!(
                "level {:?}: a name is `level` and a number of one or two digits",
                self.level
            )));
        }
        if !(1.0..=1_000.0).contains(&self.lod_distance) {
            return Err(ForgeError::Impossible(format!(
                "lod_distance is {}; it goes from 1 to 1000",
                self.lod_distance
            )));
        }
        if ![32, 64, 128].contains(&self.texels) {
            return Err(ForgeError::Impossible(format!(
                "texels is {}; it is 32, 64 or 128",
                self.texels
            )));
        }
        if self.tufts > 5_000 || self.trees > 500 {
            return Err(ForgeError::Impossible(format!(
                "{} tufts and {} trees; there can be 5000 and 500",
                self.tufts, self.trees
            )));
        }
        Ok(())
    }
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
        let (_, text) = BUILTIN.iter().find(|(known, _)| *known == name)?;
        let mut recipe = Self::parse(text).ok()?;
        match (&mut recipe, level) {
            (_, None) => {}
            (Self::RetailShape(shape), Some(level)) => {
                if level != retail_shape::ALL_LEVELS {
                    RetailTable::builtin().ok()?.find(level)?;
                }
                level.clone_into(&mut shape.level);
            }
            (Self::City(_) | Self::Game(_) | Self::Commando(_), Some(_)) => return None,
        }
        Some(recipe)
    }

    /// Name of the level that comes out, of several the one to start.
    pub fn level(&self) -> &str {
        match self {
            Self::City(city) => &city.level,
            Self::RetailShape(shape) if shape.level == retail_shape::ALL_LEVELS => "level99",
            Self::RetailShape(shape) => &shape.level,
            Self::Game(game) => &game.level,
            Self::Commando(commando) => &commando.level,
        }
    }

    /// Takes another seed.
    pub fn set_seed(&mut self, seed: u64) {
        match self {
            Self::City(city) => city.seed = seed,
            Self::RetailShape(shape) => shape.seed = seed,
            Self::Game(game) => game.seed = seed,
            Self::Commando(commando) => commando.seed = seed,
        }
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
    fn a_city_of_names_and_numbers_that_make_no_sense_is_refused() {
        assert!(CityRecipe::default().check().is_ok());
        let refused = |spoil: &dyn Fn(&mut CityRecipe)| {
            let mut recipe = CityRecipe::default();
            spoil(&mut recipe);
            recipe.check().is_err()
        };
        for name in ["", "../evil", "a/b", "LEVEL", "a\u{7}", &"a".repeat(41)] {
            assert!(refused(&|recipe| recipe.level = name.into()), "{name:?}");
        }
        assert!(refused(&|recipe| recipe.storeys[1] = 4_000_000_000));
        assert!(refused(&|recipe| recipe.lit_windows = f32::NAN));
        assert!(refused(&|recipe| recipe.lamp_spacing = -1.0));
        assert!(refused(&|recipe| recipe.parts[0] = 1));
    }

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
