//! The camera that looks into the streamed world: its lens, its axes, its matrices and its frustum.
//!
//! RenderWare cameras look along +z with +x on the left of the screen; view space here is the usual one (x right, y up,
//! looking along -z). [`view_from_world`] is the one place where the two meet.

use bevy::ecs::component::Component;
use bevy::ecs::reflect::ReflectComponent;
use bevy::math::{Mat4, Vec2, Vec3};
use bevy::reflect::Reflect;
use std::f32::consts::{PI, TAU};
use wonderwheel_renderware::world::Aabb;

/// An angle in (-pi, pi], radians.
pub fn wrap_angle(angle: f32) -> f32 {
    let wrapped = angle - TAU * (angle / TAU).round();
    if wrapped <= -PI {
        wrapped + TAU
    } else {
        wrapped
    }
}

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
        Mat4::from_cols_array(&[
            1.0 / window.x,
            0.0,
            0.0,
            0.0, //
            0.0,
            1.0 / window.y,
            0.0,
            0.0, //
            0.0,
            0.0,
            scale,
            -1.0, //
            0.0,
            0.0,
            scale * far,
            0.0,
        ])
    }
}

impl Default for Lens {
    fn default() -> Self {
        Self::PLAYER
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

/// Which side of a frustum a plane is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum FrustumSide {
    /// Nearest depth.
    Near,
    /// Farthest depth.
    Far,
    /// Left of the screen.
    Left,
    /// Right of the screen.
    Right,
    /// Bottom of the screen.
    Bottom,
    /// Top of the screen.
    Top,
}

/// A plane: `normal . p + offset` is the distance of `p`, positive inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrustumPlane {
    /// Unit normal, pointing inside.
    pub normal: Vec3,
    /// Distance of the world's origin.
    pub offset: f32,
}

impl FrustumPlane {
    /// Signed distance, positive inside.
    #[inline]
    pub fn distance(&self, point: Vec3) -> f32 {
        self.normal.dot(point) + self.offset
    }
}

/// What a camera can see: six planes in the order of [`FrustumSide`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frustum {
    /// The planes.
    pub planes: [FrustumPlane; 6],
}

impl Frustum {
    /// The frustum of a camera at `position`, from the lens's near clip to `far`.
    pub fn new(position: Vec3, forward: Vec3, up: Vec3, lens: &Lens, far: f32) -> Self {
        let right = forward.cross(up);
        let window = lens.view_window();
        let through_eye = |normal: Vec3| {
            let normal = normal.normalize_or_zero();
            FrustumPlane {
                normal,
                offset: -normal.dot(position),
            }
        };
        let depth = forward.dot(position);
        Self {
            planes: [
                FrustumPlane {
                    normal: forward,
                    offset: -depth - lens.near,
                },
                FrustumPlane {
                    normal: -forward,
                    offset: depth + far,
                },
                through_eye(right + forward * window.x),
                through_eye(forward * window.x - right),
                through_eye(up + forward * window.y),
                through_eye(forward * window.y - up),
            ],
        }
    }

    /// One side.
    pub fn plane(&self, side: FrustumSide) -> &FrustumPlane {
        &self.planes[side as usize]
    }

    /// True when the point is inside or on every plane.
    pub fn contains(&self, point: Vec3) -> bool {
        self.planes.iter().all(|plane| plane.distance(point) >= 0.0)
    }

    /// False when the box lies wholly outside one plane. Boxes outside that cross two planes' outsides at a corner still
    /// count as seen, as in the original's descent. Source: spec/world-addenda.md 3.3.
    #[inline]
    pub fn meets(&self, bounds: &Aabb) -> bool {
        self.planes.iter().all(|plane| {
            let corner = Vec3::new(
                if plane.normal.x >= 0.0 {
                    bounds.max[0]
                } else {
                    bounds.min[0]
                },
                if plane.normal.y >= 0.0 {
                    bounds.max[1]
                } else {
                    bounds.min[1]
                },
                if plane.normal.z >= 0.0 {
                    bounds.max[2]
                } else {
                    bounds.min[2]
                },
            );
            plane.distance(corner) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_wrap_into_half_a_turn_either_way() {
        assert_eq!(wrap_angle(PI), PI);
        assert!((wrap_angle(-PI) - PI).abs() < 1e-6);
        assert!((wrap_angle(4.0) - (4.0 - TAU)).abs() < 1e-6);
        assert!((wrap_angle(-4.0) - (TAU - 4.0)).abs() < 1e-6);
        assert!((wrap_angle(0.5 - 3.0 * TAU) - 0.5).abs() < 1e-5);
    }
    use std::f32::consts::{FRAC_PI_2, PI};

    fn close(a: Vec3, b: Vec3) {
        assert!((a - b).length() < 1e-5, "{a} is not {b}");
    }

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
    fn yaw_zero_looks_along_z_with_x_on_the_left() {
        let camera = GameCamera::new(Vec3::ZERO, 0.0, 0.0);
        close(camera.forward(), Vec3::Z);
        close(camera.right(), -Vec3::X);
        close(camera.up(), Vec3::Y);
        close(
            GameCamera::new(Vec3::ZERO, FRAC_PI_2, 0.0).forward(),
            Vec3::X,
        );
        close(
            GameCamera::new(Vec3::ZERO, 0.0, 0.5).forward(),
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
        close(
            view.transform_point3(camera.position + camera.forward() * 7.0),
            Vec3::new(0.0, 0.0, -7.0),
        );
        close(
            view.transform_point3(camera.position + camera.right() * 2.0),
            Vec3::new(2.0, 0.0, 0.0),
        );
        close(
            view.transform_point3(camera.position + camera.up() * 3.0),
            Vec3::new(0.0, 3.0, 0.0),
        );
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

    #[test]
    fn the_frustum_agrees_with_the_clip_matrix() {
        let camera = GameCamera::new(Vec3::new(4.0, -2.0, 9.0), 0.7, -0.3);
        let frustum = camera.frustum(50.0);
        let clip = camera.clip_from_view(50.0) * camera.view_from_world();
        for step in 0..4096 {
            // A lattice of points around the camera; those closer than 1 mm to a face are left to rounding.
            let (x, y, z) = (step % 16, step / 16 % 16, step / 256);
            let point = camera.position + Vec3::new(x as f32, y as f32, z as f32) * 9.3 - 66.0;
            let clipped = clip * point.extend(1.0);
            let inside = clipped.x.abs() <= clipped.w
                && clipped.y.abs() <= clipped.w
                && (0.0..=clipped.w).contains(&clipped.z);
            let margin = frustum
                .planes
                .iter()
                .map(|plane| plane.distance(point))
                .fold(f32::MAX, f32::min);
            if margin.abs() > 1e-3 {
                assert_eq!(frustum.contains(point), inside, "{point}");
            }
        }
    }

    #[test]
    fn a_box_is_missed_only_when_it_lies_wholly_behind_one_plane() {
        let frustum = GameCamera::new(Vec3::ZERO, 0.0, 0.0).frustum(100.0);
        let block = |center: Vec3| Aabb {
            min: (center - 1.0).to_array(),
            max: (center + 1.0).to_array(),
        };
        assert!(frustum.meets(&block(Vec3::new(0.0, 0.0, 50.0))));
        assert!(
            frustum.meets(&block(Vec3::new(0.0, 0.0, 100.5))),
            "pokes in at the far side"
        );
        assert!(!frustum.meets(&block(Vec3::new(0.0, 0.0, 101.5))));
        assert!(!frustum.meets(&block(Vec3::new(0.0, 0.0, -5.0))));
        assert!(!frustum.meets(&block(Vec3::new(20.0, 0.0, 5.0))));
        assert!(
            frustum.meets(&Aabb {
                min: [-500.0; 3],
                max: [500.0; 3]
            }),
            "the camera is inside"
        );
    }
}
