//! What a demo city is made from.

use serde::{Deserialize, Serialize};

use crate::error::{ForgeError, Result};

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
        let counts = |[a, b]: [u32; 2]| vec![a as f32, b as f32];
        let ranges = [
            ("sectors", counts(self.sectors), 2.0, 10_000.0),
            ("parts", counts(self.parts), 2.0, 999.0),
            ("storeys", counts(self.storeys), 0.0, 40.0),
            ("vacant_lots", vec![self.vacant_lots], 0.0, 1.0),
            ("lit_windows", vec![self.lit_windows], 0.0, 1.0),
            ("lamp_spacing", vec![self.lamp_spacing], 5.0, 1_000.0),
            ("fog_start", vec![self.fog_start], 0.0, 1.0),
            ("far", vec![self.far], 1.0, 10_000.0),
            ("budget_pressure", vec![self.budget_pressure], 0.1, 100.0),
            ("fog", self.fog.to_vec(), 0.0, 1.0),
        ];
        for (what, values, least, most) in ranges {
            // Not a number is in no range.
            if let Some(value) = values.iter().find(|value| !(least..=most).contains(*value)) {
                return Err(ForgeError::Impossible(format!(
                    "{what} is {value}; it goes from {least} to {most}"
                )));
            }
        }
        Ok(())
    }
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
}
