//! When this crate works.

use bevy::prelude::*;

/// The systems of this crate in the main world.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GsRenderSet {
    /// `First`: the lines of the frame before are gone, the report of the newest frame is there.
    Begin,
    /// `PostUpdate`, after the streamed world's `Collect`: [`GsScene`](crate::scene::GsScene) is filled.
    Collect,
}
