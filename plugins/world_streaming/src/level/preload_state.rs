//! A preload that is spread over several frames.

use bevy::math::Vec3;

use crate::core::decision::Worlds;
use crate::core::preload::Preload;
use crate::core::tables::WorldTables;

/// A preload that is going on.
#[derive(Debug)]
pub(crate) struct PreloadRun {
    pub(crate) state: Preload,
    pub(crate) eye: Vec3,
    /// Parts within the radius.
    pub(crate) goal: u32,
    pub(crate) ended: bool,
}

impl PreloadRun {
    /// A preload around `eye`, `radius` metres wide.
    pub(crate) fn new(worlds: &Worlds, eye: Vec3, radius: f32, deadline_ms: Option<u64>) -> Self {
        let state = Preload::new(radius, deadline_ms);
        Self {
            state,
            eye,
            goal: parts_within(worlds, eye, radius),
            ended: false,
        }
    }

    /// A preload that reads nothing.
    pub(crate) fn skipped() -> Self {
        Self {
            state: Preload::new(0.0, None),
            eye: Vec3::ZERO,
            goal: 0,
            ended: true,
        }
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
