//! The lens of a camera: what it sees of the space before it, and the matrix to the screen.

use bevy::math::{Mat4, Vec2, Vec4};
use bevy::reflect::Reflect;

/// The lens of a camera. Source: spec/camera-player.md 1; 0x00120a98.
#[derive(Debug, Clone, Copy, PartialEq, Reflect)]
pub struct Lens {
    /// Horizontal field of view at 4:3, degrees.
    pub fov_degrees: f32,
    /// Near clip, metres.
    pub near: f32,
    /// The camera's own far clip, metres: the ceiling of the draw distance.
    pub far: f32,
    /// Width of the picture by its height.
    pub aspect: f32,
}

impl Lens {
    /// The player camera's lens: 65 degrees, near 0.1 m, far 115 m, 4:3. Source: 0x00124778.
    pub const PLAYER: Self = Self {
        fov_degrees: 65.0,
        near: 0.1,
        far: 115.0,
        aspect: 4.0 / 3.0,
    };

    /// Half sizes of the picture at a depth of one metre: `w = tan(fov/2) * 0.75 * aspect`, `h = tan(fov/2) * 0.75`.
    /// Other window shapes keep the height.
    pub fn view_window(&self) -> Vec2 {
        let height = (self.fov_degrees.to_radians() * 0.5).tan() * 0.75;
        Vec2::new(height * self.aspect, height)
    }

    /// View space to clip space with reversed depth: 1 at the near clip, 0 at `far`. `far` must lie beyond the near clip;
    /// it is moved there when it does not.
    pub fn clip_from_view(&self, far: f32) -> Mat4 {
        let window = self.view_window();
        let far = far.max(self.near * 1.001);
        let scale = self.near / (far - self.near);
        Mat4::from_cols(
            Vec4::X / window.x,
            Vec4::Y / window.y,
            Vec4::new(0.0, 0.0, scale, -1.0),
            Vec4::new(0.0, 0.0, scale * far, 0.0),
        )
    }
}

impl Default for Lens {
    fn default() -> Self {
        Self::PLAYER
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec3;

    #[test]
    fn the_players_view_window_is_0_6371_by_0_4778() {
        let window = Lens::PLAYER.view_window();
        assert!(
            (window.x - 0.6371).abs() < 5e-5 && (window.y - 0.4778).abs() < 5e-5,
            "{window}"
        );
    }

    #[test]
    fn a_wider_window_keeps_the_height_of_the_view_window() {
        let wide = Lens {
            aspect: 16.0 / 9.0,
            ..Lens::PLAYER
        };
        assert_eq!(wide.view_window().y, Lens::PLAYER.view_window().y);
        assert!((wide.view_window().x - 0.4778 * 16.0 / 9.0).abs() < 1e-3);
    }

    #[test]
    fn depth_is_one_at_the_near_clip_and_zero_at_the_draw_distance() {
        let clip = Lens::PLAYER.clip_from_view(60.0);
        let depth = |z: f32| clip.project_point3(Vec3::new(0.0, 0.0, -z)).z;
        assert!((depth(0.1) - 1.0).abs() < 1e-5);
        assert!(depth(60.0).abs() < 1e-6);
        assert!(depth(10.0) > depth(20.0));
        let window = Lens::PLAYER.view_window();
        let corner = clip.project_point3(Vec3::new(window.x * 5.0, window.y * 5.0, -5.0));
        assert!((corner.x - 1.0).abs() < 1e-5 && (corner.y - 1.0).abs() < 1e-5);
    }
}
