//! What a person selects, in either game's level.

use wonderwheel_warriors::names::WorldSlot;

/// What a person picked on the map or in the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Selection {
    /// A sector by world and streamed-sector index.
    Sector(WorldSlot, u32),
    /// A part by world and number.
    Part(WorldSlot, u32),
    /// A patch of a level of Ratchet & Clank 2: its place among those that could be read.
    Patch(usize),
    /// An instance in such a level: its kind, and its place among those of the kind.
    Instance(ClassKind, usize),
}

/// A kind of class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassKind {
    /// Buildings, rocks.
    Tie,
    /// Plants.
    Shrub,
    /// What moves.
    Moby,
}

impl ClassKind {
    /// All.
    pub const ALL: [Self; 3] = [Self::Tie, Self::Shrub, Self::Moby];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tie => "tie",
            Self::Shrub => "shrub",
            Self::Moby => "moby",
        }
    }
}
