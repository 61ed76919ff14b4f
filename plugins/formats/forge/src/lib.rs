//! Writes synthetic levels in the game's own formats
