//! The wish to play a level.

use bevy::prelude::*;

/// Starts a level by name, from wherever the program is: a level in play is left first.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct StartLevel {
    /// The level's name as the files know it, `demo` or `level99`.
    pub name: String,
}
