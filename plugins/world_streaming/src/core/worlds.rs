//! The streamed worlds of a level.

use bevy::ecs::resource::Resource;
use bevy::math::Vec3;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::distance::NOTHING_MISSING;
use crate::core::rules::Rules;
use crate::core::slots::slot_index;
use crate::core::tables::{PartState, WorldTables};

/// The level's streamed worlds: scenery, detail, or one of them.
#[derive(Resource, Debug, Default)]
pub struct Worlds {
    tables: [Option<WorldTables>; 2],
}

impl Worlds {
    /// No world yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a world into its slot. The scenery's marks are made wide enough for the detail world's indices, which the
    /// original sets there.
    pub fn insert(&mut self, world: WorldTables) {
        let slot = world.slot();
        self.tables[slot_index(slot)] = Some(world);
        let widest = self
            .iter()
            .map(WorldTables::sector_count)
            .max()
            .unwrap_or(0);
        if let Some(scenery) = self.get_mut(WorldSlot::Scenery) {
            scenery.visible.grow(widest);
        }
    }

    /// Takes every world away.
    pub fn clear(&mut self) {
        self.tables = [None, None];
    }

    /// A world.
    pub fn get(&self, slot: WorldSlot) -> Option<&WorldTables> {
        self.tables[slot_index(slot)].as_ref()
    }

    /// A world.
    pub fn get_mut(&mut self, slot: WorldSlot) -> Option<&mut WorldTables> {
        self.tables[slot_index(slot)].as_mut()
    }

    /// The worlds that exist, scenery first.
    pub fn iter(&self) -> impl Iterator<Item = &WorldTables> {
        self.tables.iter().flatten()
    }

    /// The worlds that exist, scenery first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut WorldTables> {
        self.tables.iter_mut().flatten()
    }

    /// True when there is no world.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Reads in flight.
    pub fn reading(&self) -> u32 {
        self.iter()
            .map(|world| world.count_parts(PartState::Reading))
            .sum()
    }

    /// Distance in metres of the nearest scenery that the last searches missed, without searching again;
    /// [`NOTHING_MISSING`] when nothing is. Source: 0x0040e100.
    pub fn pending_distance(&self, cameras: &[Vec3]) -> f32 {
        self.iter().fold(NOTHING_MISSING, |nearest, world| {
            nearest.min(world.pending_distance(cameras))
        })
    }

    /// Distance in metres of the nearest missing scenery of a search from `cameras`, what is being read included;
    /// [`NOTHING_MISSING`] when nothing is missing. Needed where searches also look from elsewhere: the sector that they
    /// found need not be the nearest one to the cameras.
    pub fn missing_distance(&self, cameras: &[Vec3], draw_distance: f32, rules: &Rules) -> f32 {
        self.iter().fold(NOTHING_MISSING, |nearest, world| {
            nearest.min(world.missing_distance(cameras, draw_distance, rules))
        })
    }

    /// Ends every fade, as a blocking preload does: its parts are drawn opaque. Source: spec/world-addenda.md 5.3.
    pub fn end_fades(&mut self) {
        self.iter_mut().for_each(WorldTables::end_fades);
    }

    /// Forgets what was seen in every world. Source: 0x0040e0b8.
    pub fn reset_visibility(&mut self) {
        self.iter_mut().for_each(WorldTables::reset_visibility);
    }
}
