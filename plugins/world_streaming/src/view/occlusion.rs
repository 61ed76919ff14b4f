//! The level's occluders, set up for one camera: upright walls that hide the sectors behind them.
//!
//! The planes and the test are those of [`wonderwheel_warriors::occluder`]; here is only the list that a viewport keeps.
//! Source: spec/world-addenda.md 4; 0x0017a610, 0x0017a738.

use bevy::math::Vec3;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::occluder::{Occluder, WallPlanes, hides};

use crate::view::frustum::{Frustum, FrustumSide};

/// The walls that hide something from one camera. Reused from frame to frame.
#[derive(Debug, Default)]
pub struct Occlusion {
    walls: Vec<WallPlanes>,
}

impl Occlusion {
    /// Nothing hides anything.
    pub fn none() -> Self {
        Self::default()
    }

    /// Takes the level's walls that can hide something from this camera.
    ///
    /// A wall whose two feet lie behind one side of the frustum is left out. The original asks four of the six sides
    /// without saying which; walls are unbounded upwards and downwards, so here the top and the bottom are not asked:
    /// a wall close by fills the view while its feet are below it.
    pub fn set_up(&mut self, occluders: &[Occluder], eye: Vec3, frustum: &Frustum) {
        use FrustumSide::{Far, Left, Near, Right};
        let sides = [Near, Far, Left, Right].map(|side| {
            let plane = frustum.plane(side);
            [plane.normal.x, plane.normal.y, plane.normal.z, plane.offset]
        });
        self.walls.clear();
        self.walls.extend(
            occluders
                .iter()
                .filter_map(|wall| WallPlanes::new(wall, eye.to_array(), &sides)),
        );
    }

    /// Whether a wall hides the whole box.
    pub fn hides(&self, bounds: &Aabb) -> bool {
        !self.walls.is_empty() && hides(&self.walls, bounds)
    }

    /// How many walls are active.
    pub fn active(&self) -> usize {
        self.walls.len()
    }
}
