//! The streamed world as entities: world -> parts -> sectors, with their states as components, for any system to query.
//!
//! They mirror [`WorldTables`](crate::core::tables::WorldTables) through one system and are never read by the core.

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::name::Name;
use bevy::ecs::query::With;
use bevy::ecs::reflect::ReflectComponent;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Commands, Query, ResMut};
use bevy::reflect::Reflect;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::decision::{SLOTS, Worlds, slot_index, world_word};
use crate::core::tables::{PartState, SectorState, WorldTables};

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

/// Put on a sector by what uses its atomic: its part is not freed meanwhile.
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

/// Entities by number, so that the mirror finds them.
#[derive(Resource, Debug, Default)]
pub(crate) struct MirrorIndex {
    worlds: [MirrorWorld; 2],
}

#[derive(Debug, Default)]
struct MirrorWorld {
    world: Option<Entity>,
    /// By part number; entry 0 is unused.
    parts: Vec<Option<Entity>>,
    /// By streamed-sector index.
    sectors: Vec<Option<Entity>>,
}

impl MirrorIndex {
    /// Spawns the entities of a world.
    pub(crate) fn spawn(&mut self, tables: &WorldTables, commands: &mut Commands<'_, '_>) {
        let slot = tables.slot();
        let (part_count, sector_count) = (tables.part_count(), tables.sector_count());
        let name = tables.name().to_owned();
        let world = commands
            .spawn((
                Name::new(format!("{} world {name}", world_word(slot))),
                StreamedWorld {
                    slot,
                    name,
                    part_count,
                    sector_count,
                },
            ))
            .id();
        let mut mirror = MirrorWorld {
            world: Some(world),
            parts: vec![None; part_count as usize + 1],
            sectors: vec![None; sector_count as usize],
        };
        for number in 1..=part_count {
            let part = commands
                .spawn((
                    Part { slot, number },
                    tables.part_state(number),
                    PartOf(world),
                ))
                .id();
            mirror.parts[number as usize] = Some(part);
            for &index in tables.part_sectors(number) {
                let sector = commands.spawn((
                    Sector { slot, index },
                    tables.sector_state(index),
                    SectorBounds(tables.sector_bounds(index)),
                    SectorOf(part),
                ));
                mirror.sectors[index as usize] = Some(sector.id());
            }
        }
        self.worlds[slot_index(slot)] = mirror;
    }

    /// Despawns every world.
    pub(crate) fn despawn(&mut self, commands: &mut Commands<'_, '_>) {
        for mirror in &mut self.worlds {
            if let Some(world) = std::mem::take(mirror).world {
                commands.entity(world).try_despawn();
            }
        }
    }
}

/// The one system that brings the components up to date with the tables.
pub(crate) fn mirror_tables(
    index: ResMut<MirrorIndex>,
    mut worlds: ResMut<Worlds>,
    mut parts: Query<&mut PartState>,
    mut sectors: Query<(&mut SectorState, &mut SectorBounds)>,
) {
    for slot in SLOTS {
        let mirror = &index.worlds[slot_index(slot)];
        // The marks and lists of the tables are scratch; only state changes count as changes of the resource.
        let Some(tables) = worlds.bypass_change_detection().get_mut(slot) else {
            continue;
        };
        tables.drain_changes(
            |number, new| {
                let entity = mirror.parts.get(number as usize).copied().flatten();
                if let Some(mut state) = entity.and_then(|entity| parts.get_mut(entity).ok()) {
                    state.set_if_neq(new);
                }
            },
            |sector, new, new_bounds| {
                let entity = mirror.sectors.get(sector as usize).copied().flatten();
                if let Some((mut state, mut bounds)) =
                    entity.and_then(|entity| sectors.get_mut(entity).ok())
                {
                    state.set_if_neq(new);
                    bounds.set_if_neq(SectorBounds(new_bounds));
                }
            },
        );
    }
}

/// Gives the tables the atomics that are in use.
pub(crate) fn gather_sectors_in_use(
    mut worlds: ResMut<Worlds>,
    used: Query<&Sector, With<SectorInUse>>,
) {
    let worlds = worlds.bypass_change_detection();
    for world in worlds.iter_mut() {
        world.clear_in_use();
    }
    for sector in &used {
        if let Some(world) = worlds.get_mut(sector.slot) {
            world.set_in_use(sector.index, true);
        }
    }
}
