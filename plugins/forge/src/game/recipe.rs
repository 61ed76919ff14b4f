//! What a small game is made from.

use serde::{Deserialize, Serialize};

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
