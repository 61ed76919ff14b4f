//! The one way from the tables to the entities that show them.

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::entity::Entity;
use bevy::ecs::name::Name;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Commands, Query, ResMut};

use crate::core::slots::{SLOTS, slot_index, world_word};
use crate::core::tables::{PartState, SectorState, WorldTables};
use crate::core::worlds::Worlds;
use crate::level::entities::{Part, PartOf, Sector, SectorBounds, SectorOf, StreamedWorld};

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
