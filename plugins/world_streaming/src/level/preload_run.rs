//! The preload of a level start, spread over as many frames as its reads take.

use bevy::math::Vec3;

use crate::core::preload::Preload;
use crate::core::tables::{PartState, WorldTables};
use crate::core::worlds::Worlds;

/// A preload that is going on.
#[derive(Debug)]
pub(crate) struct PreloadRun {
    pub(crate) state: Preload,
    /// Where it reads around.
    pub(crate) eye: Vec3,
    /// Whether it makes no more decisions; its last reads may still be in flight.
    pub(crate) ended: bool,
    /// Parts within the radius.
    goal: u32,
}

impl PreloadRun {
    /// A preload around `eye`, `radius` metres wide.
    pub(crate) fn new(worlds: &Worlds, eye: Vec3, radius: f32, deadline_ms: Option<u64>) -> Self {
        Self {
            state: Preload::new(radius, deadline_ms),
            eye,
            ended: false,
            goal: parts_within(worlds, eye, radius),
        }
    }

    /// A preload that reads nothing.
    pub(crate) fn skipped() -> Self {
        Self {
            state: Preload::new(0.0, None),
            eye: Vec3::ZERO,
            ended: true,
            goal: 0,
        }
    }

    /// How much of it is done, 0 to 1.
    pub(crate) fn progress(&self, worlds: &Worlds) -> f32 {
        if self.goal == 0 {
            return 1.0;
        }
        let ended = |world: &WorldTables| {
            world.count_parts(PartState::Resident) + world.count_parts(PartState::Failed)
        };
        let ended: u32 = worlds.iter().map(ended).sum();
        (ended as f32 / self.goal as f32).min(1.0)
    }
}

/// How many parts lie within a radius.
fn parts_within(worlds: &Worlds, eye: Vec3, radius: f32) -> u32 {
    let near = |world: &WorldTables| {
        (1..=world.part_count())
            .filter(|&part| world.part_distance_sq(part, &[eye]) <= radius * radius)
            .count() as u32
    };
    worlds.iter().map(near).sum()
}
