//! The level that is loaded, and the messages that load and unload one.

use bevy::asset::Handle;
use bevy::ecs::message::Message;
use bevy::ecs::resource::Resource;
use bevy::math::Vec3;
use wonderwheel_level_assets::{LevelAsset, LevelSettings, PackAsset, StartPoint};
use wonderwheel_ps2::fault::Fault;

use crate::view::camera::wrap_angle;

/// Loads a level, or a single world, by name: `level2`, `level2s`, `demo`. What was loaded before is unloaded first.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct LoadLevel {
    /// Its name, in any letter case.
    pub name: String,
}

/// Unloads the level and gives every byte back.
#[derive(Message, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnloadLevel;

/// How far a level is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LevelPhase {
    /// There is no level.
    #[default]
    None,
    /// Its manifests, worlds, level file and settings are being read.
    Worlds,
    /// Its parts around the start are being read.
    Preload,
    /// It can be played.
    Ready,
    /// It cannot be loaded, and why. Nothing is charged.
    Failed(Fault),
}

/// The level that is loaded or loading.
#[derive(Resource, Debug, Clone, Default)]
pub struct CurrentLevel {
    /// Its name; empty when there is none.
    pub name: String,
    /// Background, glow and occluders; `None` when it has no level file.
    pub level: Option<Handle<LevelAsset>>,
    /// Fog, ambient light, lamps and start; defaults where the level does not say.
    pub settings: LevelSettings,
    /// How far it is.
    pub phase: LevelPhase,
    /// How much of the loading is done, 0 to 1.
    pub progress: f32,
    /// Where to start: RenderWare axes, and the yaw of [`GameCamera`](crate::view::camera::GameCamera).
    pub start: Option<(Vec3, f32)>,
    /// The pack of its first section. `None` when it has none.
    pub pack: Option<Handle<PackAsset>>,
    pub(crate) settings_asset: Option<Handle<LevelSettings>>,
}

impl CurrentLevel {
    /// Whether the level can be played.
    pub fn is_ready(&self) -> bool {
        self.phase == LevelPhase::Ready
    }

    /// Whether files or parts are being read for a level start.
    pub fn is_loading(&self) -> bool {
        matches!(self.phase, LevelPhase::Worlds | LevelPhase::Preload)
    }
}

/// Where a start point of the settings puts the camera: its position, and the yaw of its heading.
///
/// Heading 0 faces game +y and grows counter-clockwise, so the player faces `(-sin h, cos h)` in game axes, which is
/// `(-sin h, 0, -cos h)` in RenderWare's: yaw = heading + 180 degrees. Source: spec/camera-player.md 5.
pub fn start_of(start: &StartPoint) -> (Vec3, f32) {
    (
        start.rw_position(),
        wrap_angle(start.heading.to_radians() + std::f32::consts::PI),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::camera::GameCamera;

    #[test]
    fn a_heading_faces_the_same_way_as_the_yaw_that_it_becomes() {
        for (heading, facing) in [
            (0.0, [0.0, 1.0]),
            (90.0, [-1.0, 0.0]),
            (180.0, [0.0, -1.0]),
            (-90.0, [1.0, 0.0]),
        ] {
            let (position, yaw) = start_of(&StartPoint {
                position: [1.0, 2.0, 3.0],
                heading,
            });
            assert_eq!(position, Vec3::new(1.0, 3.0, -2.0));
            let forward = GameCamera::new(position, yaw, 0.0).forward();
            // Game (x, y, 0) is RenderWare (x, 0, -y).
            assert!(
                (forward - Vec3::new(facing[0], 0.0, -facing[1])).length() < 1e-5,
                "{heading}: {forward}"
            );
            assert!(yaw > -std::f32::consts::PI - 1e-6 && yaw <= std::f32::consts::PI + 1e-6);
        }
    }
}
