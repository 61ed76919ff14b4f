//! Counts of what streamed.

use bevy::ecs::reflect::ReflectResource;
use bevy::ecs::resource::Resource;
use bevy::reflect::Reflect;

/// Counts since the level was loaded, and what is there now.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource)]
pub struct StreamingStats {
    /// Parts asked for.
    pub requests: u64,
    /// Parts that arrived.
    pub arrivals: u64,
    /// Parts freed.
    pub frees: u64,
    /// Frames of play in which a part was wanted and did not fit.
    pub short_frames: u64,
    /// Frames of play that waited for a read.
    pub busy_frames: u64,
    /// Parts that could not be read.
    pub failed: u64,
    /// Parts exchanged because their file changed.
    pub reloads: u64,
    /// Bytes of the parts' files read.
    pub bytes_read: u64,
    /// Parts that are there now.
    pub resident_parts: u32,
    /// Sectors that are there now.
    pub resident_sectors: u32,
    /// Most sectors that were there at once.
    pub most_resident_sectors: u32,
    /// Sectors that the last frame sees and draws.
    pub visible_sectors: u32,
    /// Bytes charged now.
    pub used_bytes: u64,
    /// Most bytes charged at once.
    pub peak_bytes: u64,
    /// Whether the nearest wanted thing is close (75 squared metres); what the original does with it is unknown.
    pub urgent: bool,
}
