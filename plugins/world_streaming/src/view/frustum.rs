//! What a camera can see: six planes.

use bevy::math::Vec3;
use wonderwheel_renderware::world::Aabb;

use crate::view::lens::Lens;

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
            let corner: [f32; 3] = std::array::from_fn(|axis| {
                let is_max = plane.normal[axis] >= 0.0;
                if is_max {
                    bounds.max[axis]
                } else {
                    bounds.min[axis]
                }
            });
            plane.distance(corner.into()) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::camera::GameCamera;

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
        for (x, z, met) in [
            (0.0, 50.0, true),
            (0.0, 100.5, true), // pokes in at the far side
            (0.0, 101.5, false),
            (0.0, -5.0, false),
            (20.0, 5.0, false),
        ] {
            assert_eq!(frustum.meets(&block(Vec3::new(x, 0.0, z))), met, "{x}, {z}");
        }
        assert!(
            frustum.meets(&Aabb {
                min: [-500.0; 3],
                max: [500.0; 3]
            }),
            "the camera is inside"
        );
    }
}
