//! The eye of a frame, in the game's axes.

use bevy::math::Vec3;
use wonderwheel_commando::bounds::Sphere;
use wonderwheel_world_streaming::view::camera::GameCamera;
use wonderwheel_world_streaming::view::lens::Lens;

use crate::axes::to_game;

/// Beyond this nothing is drawn: ties are left out at 720 units, terrain of the first game at 500. Source: spec/commando-assets.md
/// 6.4, spec/commando-tfrag.md 8.
pub const FAR_CLIP: f32 = 2000.0;

/// Where a frame is seen from. Lengths are world units, directions have length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// Where it is.
    pub position: Vec3,
    /// Into the picture.
    pub forward: Vec3,
    /// Up the picture.
    pub up: Vec3,
    /// Right of the picture.
    pub right: Vec3,
    /// Half sizes of the picture at a depth of one unit.
    window: [f32; 2],
    near: f32,
}

impl Eye {
    /// Of a camera in our axes.
    pub fn of(camera: &GameCamera) -> Self {
        let lens: Lens = camera.lens;
        let [forward, up, right] = [camera.forward(), camera.up(), camera.right()].map(to_game);
        Self {
            position: to_game(camera.position),
            forward,
            up,
            right,
            window: lens.view_window().to_array(),
            near: lens.near,
        }
    }

    /// View depth of a point.
    pub fn depth(&self, point: Vec3) -> f32 {
        (point - self.position).dot(self.forward)
    }

    /// Whether any of a sphere may be in the picture.
    pub fn sees(&self, sphere: &Sphere) -> bool {
        let way = Vec3::from(sphere.centre) - self.position;
        let radius = sphere.radius;
        let depth = way.dot(self.forward);
        if depth + radius < self.near {
            return false;
        }
        let [width, height] = self.window;
        // A side plane leans by the window: its distance is measured along its normal, (depth * w - |x|) / sqrt(1 + w^2).
        let inside = |across: f32, window: f32| {
            depth * window - across.abs() >= -radius * (1.0 + window * window).sqrt()
        };
        inside(way.dot(self.right), width) && inside(way.dot(self.up), height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eye() -> Eye {
        // Our +z is the game's -y.
        Eye::of(&GameCamera::new(Vec3::ZERO, 0.0, 0.0))
    }

    fn sees(centre: [f32; 3], radius: f32) -> bool {
        eye().sees(&Sphere { centre, radius })
    }

    #[test]
    fn depth_runs_along_the_view() {
        assert!((eye().depth(Vec3::new(3.0, -7.0, 1.0)) - 7.0).abs() < 1e-5);
    }

    #[test]
    fn a_sphere_is_seen_when_any_of_it_may_be() {
        assert!(sees([0.0, -10.0, 0.0], 1.0));
        assert!(!sees([0.0, 10.0, 0.0], 1.0), "behind");
        assert!(sees([0.0, 0.5, 0.0], 1.0), "around the eye");
        // The window is tan(32.5 deg) wide: 6.37 at a depth of 10. A sphere of radius 1 reaches in by 1.186 along x.
        assert!(sees([7.5, -10.0, 0.0], 1.0));
        assert!(!sees([7.6, -10.0, 0.0], 1.0));
        assert!(!sees([0.0, -10.0, 6.0], 1.0));
        assert!(sees([0.0, -10.0, 5.8], 1.0));
    }
}
