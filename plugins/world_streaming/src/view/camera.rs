//! The camera that looks into the streamed world: where it stands, its axes and its view.
//!
//! RenderWare cameras look along +z with +x on the left of the screen; view space here is the usual one (x right, y up,
//! looking along -z). [`view_from_world`] is the one place where the two meet.

use std::f32::consts::{PI, TAU};

use bevy::ecs::component::Component;
use bevy::ecs::reflect::ReflectComponent;
use bevy::math::{Mat4, Vec2, Vec3};
use bevy::reflect::Reflect;

use crate::view::frustum::Frustum;
use crate::view::lens::Lens;

/// An angle in (-pi, pi], radians.
pub fn wrap_angle(angle: f32) -> f32 {
    let wrapped = angle - TAU * (angle / TAU).round();
    if wrapped <= -PI {
        wrapped + TAU
    } else {
        wrapped
    }
}

/// A camera of the game, one a viewport. Position in RenderWare axes, metres; angles in radians.
/// Source: spec/camera-player.md 3.
#[derive(Component, Debug, Clone, PartialEq, Default, Reflect)]
#[reflect(Component)]
pub struct GameCamera {
    /// Where it stands.
    pub position: Vec3,
    /// 0 looks along +z and grows towards +x.
    pub yaw: f32,
    /// 0 is level and grows upwards.
    pub pitch: f32,
    /// What it looks through.
    pub lens: Lens,
}

impl GameCamera {
    /// A camera with the player's lens.
    pub fn new(position: Vec3, yaw: f32, pitch: f32) -> Self {
        Self {
            position,
            yaw,
            pitch,
            lens: Lens::PLAYER,
        }
    }

    /// Where it looks: `(sin y cos p, sin p, cos y cos p)`.
    pub fn forward(&self) -> Vec3 {
        let ((yaw_sin, yaw_cos), (pitch_sin, pitch_cos)) =
            (self.yaw.sin_cos(), self.pitch.sin_cos());
        Vec3::new(yaw_sin * pitch_cos, pitch_sin, yaw_cos * pitch_cos)
    }

    /// The right of the screen: `(-cos y, 0, sin y)`.
    pub fn right(&self) -> Vec3 {
        let (sin, cos) = self.yaw.sin_cos();
        Vec3::new(-cos, 0.0, sin)
    }

    /// The top of the screen: `(-sin y sin p, cos p, -cos y sin p)`.
    pub fn up(&self) -> Vec3 {
        let ((yaw_sin, yaw_cos), (pitch_sin, pitch_cos)) =
            (self.yaw.sin_cos(), self.pitch.sin_cos());
        Vec3::new(-yaw_sin * pitch_sin, pitch_cos, -yaw_cos * pitch_sin)
    }

    /// Game world (RenderWare axes) to view space.
    pub fn view_from_world(&self) -> Mat4 {
        view_from_world(self.position, self.forward(), self.up())
    }

    /// View space to clip space, see [`Lens::clip_from_view`].
    pub fn clip_from_view(&self, far: f32) -> Mat4 {
        self.lens.clip_from_view(far)
    }

    /// Half sizes of the picture at a depth of one metre.
    pub fn view_window(&self) -> Vec2 {
        self.lens.view_window()
    }

    /// The six planes of what it sees up to `far` metres.
    pub fn frustum(&self, far: f32) -> Frustum {
        Frustum::new(self.position, self.forward(), self.up(), &self.lens, far)
    }
}

/// The one function that builds a view: RenderWare axes to a right-handed view space, x right, y up, looking along -z.
/// `forward` and `up` are unit vectors at a right angle.
pub fn view_from_world(position: Vec3, forward: Vec3, up: Vec3) -> Mat4 {
    Mat4::look_to_rh(position, forward, up)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;

    fn close(a: Vec3, b: Vec3) {
        assert!((a - b).length() < 1e-5, "{a} is not {b}");
    }

    #[test]
    fn angles_wrap_into_half_a_turn_either_way() {
        assert_eq!(wrap_angle(PI), PI);
        assert!((wrap_angle(-PI) - PI).abs() < 1e-6);
        assert!((wrap_angle(4.0) - (4.0 - TAU)).abs() < 1e-6);
        assert!((wrap_angle(-4.0) - (TAU - 4.0)).abs() < 1e-6);
        assert!((wrap_angle(0.5 - 3.0 * TAU) - 0.5).abs() < 1e-5);
    }

    #[test]
    fn yaw_zero_looks_along_z_with_x_on_the_left() {
        let camera = GameCamera::new(Vec3::ZERO, 0.0, 0.0);
        close(camera.forward(), Vec3::Z);
        close(camera.right(), -Vec3::X);
        close(camera.up(), Vec3::Y);
        let forward = |yaw, pitch| GameCamera::new(Vec3::ZERO, yaw, pitch).forward();
        close(forward(FRAC_PI_2, 0.0), Vec3::X);
        close(
            forward(0.0, 0.5),
            Vec3::new(0.0, 0.5_f32.sin(), 0.5_f32.cos()),
        );
    }

    #[test]
    fn the_axes_are_a_right_handed_frame_at_any_angle() {
        for (yaw, pitch) in [(0.3, 0.2), (-2.0, 1.4), (PI, -1.5)] {
            let camera = GameCamera::new(Vec3::ZERO, yaw, pitch);
            close(camera.right().cross(camera.up()), -camera.forward());
            close(camera.forward().cross(camera.up()), camera.right());
        }
    }

    #[test]
    fn a_point_ahead_lies_on_the_negative_z_axis_of_view_space() {
        let camera = GameCamera::new(Vec3::new(1.0, 2.0, 3.0), 1.1, -0.4);
        let view = camera.view_from_world();
        for (away, seen) in [
            (camera.forward() * 7.0, Vec3::Z * -7.0),
            (camera.right() * 2.0, Vec3::X * 2.0),
            (camera.up() * 3.0, Vec3::Y * 3.0),
        ] {
            close(view.transform_point3(camera.position + away), seen);
        }
    }
}
