//! Which level is shaped.

use serde::{Deserialize, Serialize};

/// What stands for every level of the table in a recipe.
pub const ALL_LEVELS: &str = "all";

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
