//! What was chosen for a frame, and the lists that choosing uses again from frame to frame.

use std::ops::Range;

use super::calls::{Call, DrawnRecord, Stage, Tally};
use crate::scene::LevelScene;

/// What was chosen, and how much of it there is.
#[derive(Debug, Clone, Default)]
pub struct FrameChoice {
    /// One for each instance of each run.
    pub drawn: Vec<DrawnRecord>,
    /// In drawing order.
    pub calls: Vec<Call>,
    /// Patches.
    pub terrain: Tally,
    /// The chunk that the eye is in.
    pub chunk: usize,
    /// Patches by LOD, finest first.
    pub terrain_lods: [u32; 3],
    /// Patches that are wandering between two levels.
    pub morphing: u32,
    /// Ties.
    pub ties: Tally,
    /// Ties by LOD.
    pub tie_lods: [u32; 3],
    /// Shrubs.
    pub shrubs: Tally,
    /// Billboards.
    pub billboards: u32,
    /// Mobys.
    pub mobys: Tally,
    /// Whether the eye is where the level says what is seen.
    pub in_grid: bool,
    /// Triangles.
    pub triangles: u32,
    pub(super) terrain_entries: Vec<TerrainEntry>,
    pub(super) model_entries: Vec<ModelEntry>,
    pub(super) billboard_entries: Vec<ModelEntry>,
}

/// A run of a patch that is drawn.
#[derive(Debug, Clone)]
pub(super) struct TerrainEntry {
    pub opaque: bool,
    pub material: u32,
    pub order: u32,
    pub mode: u32,
    pub indices: Range<u32>,
}

/// An instance that is drawn; those with one key have one mesh.
#[derive(Debug, Clone, Copy)]
pub(super) struct ModelEntry {
    /// Class and level, or a billboard's material.
    pub key: u32,
    pub faded: bool,
    pub record: DrawnRecord,
}

impl ModelEntry {
    pub fn order(&self) -> (u32, bool, u32) {
        (self.key, self.faded, self.record.instance)
    }
}

impl FrameChoice {
    pub(super) fn clear(&mut self) {
        let before = std::mem::take(self);
        *self = Self {
            drawn: cleared(before.drawn),
            calls: cleared(before.calls),
            terrain_entries: cleared(before.terrain_entries),
            model_entries: cleared(before.model_entries),
            billboard_entries: cleared(before.billboard_entries),
            ..Self::default()
        };
    }

    pub(super) fn sky(&mut self, scene: &LevelScene) {
        for run in &scene.sky.runs {
            let record = DrawnRecord {
                material: run.material,
                fade: 1.0,
                ..DrawnRecord::default()
            };
            self.call(
                Stage::Sky,
                false,
                run.material,
                run.indices.clone(),
                [record],
            );
        }
    }

    /// A call of some instances.
    pub(super) fn call(
        &mut self,
        stage: Stage,
        opaque: bool,
        material: u32,
        indices: Range<u32>,
        records: impl IntoIterator<Item = DrawnRecord>,
    ) {
        let start = self.drawn.len() as u32;
        self.drawn.extend(records);
        let drawn = start..self.drawn.len() as u32;
        self.triangles += (indices.end - indices.start) / 3 * (drawn.end - drawn.start);
        self.calls.push(Call {
            stage,
            opaque,
            material,
            indices,
            drawn,
        });
    }
}

/// A list without what was in it, and with its room.
pub(super) fn cleared<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}
