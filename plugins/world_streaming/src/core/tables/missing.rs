//! What a search for missing scenery finds.

use bevy::reflect::Reflect;

/// Which search found a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
pub enum Stage {
    /// It was visible last frame and within reach.
    Visible,
    /// Nothing visible was within reach; this is the nearest of all.
    Fallback,
}

/// The nearest sector that a search found missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MissingSector {
    /// Streamed-sector index.
    pub sector: u32,
    /// Its part.
    pub part: u32,
    /// Its squared distance from the cameras.
    pub distance_sq: f32,
    /// Where it was found.
    pub stage: Stage,
}
