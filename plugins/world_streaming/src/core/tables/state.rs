//! The states of sectors and parts.

use bevy::ecs::component::Component;
use bevy::ecs::reflect::ReflectComponent;
use bevy::reflect::Reflect;

/// State of a sector; the original's numbers 2, 3 and 4 are the middle three. Source: seed 000 "Sector plugin".
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Reflect)]
#[reflect(Component)]
pub enum SectorState {
    /// Its atomic was never read.
    #[default]
    Missing,
    /// Its atomic is there (2).
    Loaded,
    /// Its atomic shall go but is still in use (3).
    ReleasePending,
    /// Its atomic was released (4).
    Released,
    /// Its part could not be read, or came without it.
    Failed,
}

/// State of a part.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Reflect)]
#[reflect(Component)]
pub enum PartState {
    /// Not in memory; its sectors are wanted.
    #[default]
    Absent,
    /// Requested; it counts on the budget already.
    Reading,
    /// All its atomics are there.
    Resident,
    /// Being freed while some of its atomics are still in use.
    Releasing,
    /// Could not be read. It is not asked for again.
    Failed,
}
