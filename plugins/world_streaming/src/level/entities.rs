//! The streamed world as entities: world -> parts -> sectors, with their states as components, for any system to query.
//!
//! They mirror [`WorldTables`](crate::core::tables::WorldTables) through one system and are never read by the core.

use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::reflect::ReflectComponent;
use bevy::reflect::Reflect;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::tables::{PartState, SectorState};

/// A streamed world. Despawning it despawns its parts and sectors.
#[derive(Component, Debug, Clone, PartialEq, Eq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Debug, Clone, PartialEq)]
pub struct StreamedWorld {
    /// Scenery or detail.
    pub slot: WorldSlot,
    /// Its name, such as `level2s`.
    pub name: String,
    /// How many parts it has; they are numbered from 1.
    pub part_count: u32,
    /// How many streamed sectors it has.
    pub sector_count: u32,
}

/// A part of a streamed world; its state is its [`PartState`].
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[component(immutable)]
#[require(PartState)]
#[reflect(opaque)]
#[reflect(Component, Debug, Clone, PartialEq)]
pub struct Part {
    /// Its world.
    pub slot: WorldSlot,
    /// Its number, from 1.
    pub number: u32,
}

/// A sector of a streamed world; its state is its [`SectorState`].
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[component(immutable)]
#[require(SectorState)]
#[reflect(opaque)]
#[reflect(Component, Debug, Clone, PartialEq)]
pub struct Sector {
    /// Its world.
    pub slot: WorldSlot,
    /// Its streamed-sector index.
    pub index: u32,
}

/// Box of a sector, RenderWare axes, metres.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct SectorBounds(pub Aabb);

/// Put on a sector whose atomic something else uses: its part is not freed meanwhile.
#[derive(Component, Debug, Clone, Copy, Default, Reflect)]
#[reflect(Component)]
pub struct SectorInUse;

/// The world of a part.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Parts)]
pub struct PartOf(pub Entity);

/// The parts of a world, by ascending number.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = PartOf, linked_spawn)]
pub struct Parts(Vec<Entity>);

/// The part of a sector.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Sectors)]
pub struct SectorOf(pub Entity);

/// The sectors of a part, by ascending index.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = SectorOf, linked_spawn)]
pub struct Sectors(Vec<Entity>);
