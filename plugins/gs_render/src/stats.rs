//! What the drawing side says about itself: counts, and whether the picture is complete.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bevy::prelude::*;

/// Counts of the newest finished frame, and the CPU time of this crate's own stages.
#[derive(Resource, Reflect, Debug, Clone, Copy, PartialEq, Default)]
#[reflect(Resource)]
pub struct GsStats {
    /// Draw calls.
    pub draw_calls: u32,
    /// Triangles of those calls.
    pub triangles: u32,
    /// Sectors of the two worlds that were drawn.
    pub sectors: u32,
    /// Time that planning and recording took on the CPU, milliseconds.
    pub cpu_ms: f32,
    /// The part of it before recording: planning, and filling the buffers.
    pub prepare_ms: f32,
    /// Time that the main world took to fill the newest scene, milliseconds. Not part of `cpu_ms`.
    pub collect_ms: f32,
}

/// Whether everything that the newest frame wanted to show was there. Screenshots wait for [`GsReady::is_ready`].
#[derive(Resource, Reflect, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[reflect(Resource)]
pub struct GsReady {
    /// Frames drawn so far; 0 before the first.
    pub frames: u64,
    /// Pipelines that have never compiled.
    pub pipelines_pending: u32,
    /// Meshes in the picture that are not on the GPU yet.
    pub meshes_pending: u32,
    /// Textures in the picture that are not on the GPU yet.
    pub textures_pending: u32,
}

impl GsReady {
    /// True when a frame has been drawn and nothing was missing in it.
    pub fn is_ready(&self) -> bool {
        self.frames > 0
            && self.pipelines_pending == 0
            && self.meshes_pending == 0
            && self.textures_pending == 0
    }
}

/// What the render world leaves for the main world. Both hold the same one.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct Report(Arc<Mutex<(GsStats, GsReady)>>);

impl Report {
    pub fn leave(&self, stats: GsStats, ready: GsReady) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (stats, ready);
    }

    fn take(&self) -> (GsStats, GsReady) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes over the report of the newest finished frame.
pub(crate) fn read_report(
    report: Res<Report>,
    mut stats: ResMut<GsStats>,
    mut ready: ResMut<GsReady>,
) {
    let collect_ms = stats.collect_ms;
    (*stats, *ready) = report.take();
    stats.collect_ms = collect_ms;
}

pub(crate) fn milliseconds(since: Instant) -> f32 {
    since.elapsed().as_secs_f32() * 1000.0
}
