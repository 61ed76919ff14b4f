//! The distance that decides what streams: from the cameras to the nearest face planes of a box.

use bevy::math::Vec3;
use wonderwheel_renderware::world::Aabb;

/// What the original answers where nothing is missing: `FLT_MAX`, not infinity. Source: 0x00411880.
pub const NOTHING_MISSING: f32 = f32::MAX;

/// Squared distance from a point to the nearest face *planes* of a box, summed over the three axes. A point inside a
/// box still gets a positive value, and is as near to the neighbour across the closest face as to its own box.
/// Source: seed 000 "Camera distance"; 0x004101f0.
#[inline]
pub fn face_distance_sq(bounds: &Aabb, point: Vec3) -> f32 {
    let axis = |low: f32, high: f32, at: f32| {
        let (low, high) = (low - at, high - at);
        (low * low).min(high * high)
    };
    axis(bounds.min[0], bounds.max[0], point.x)
        + axis(bounds.min[1], bounds.max[1], point.y)
        + axis(bounds.min[2], bounds.max[2], point.z)
}

/// The smallest [`face_distance_sq`] over all cameras; [`NOTHING_MISSING`] without a camera.
#[inline]
pub fn camera_distance_sq(bounds: &Aabb, cameras: &[Vec3]) -> f32 {
    let mut nearest = NOTHING_MISSING;
    for &camera in cameras {
        nearest = nearest.min(face_distance_sq(bounds, camera));
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Aabb = Aabb {
        min: [0.0, 0.0, 0.0],
        max: [10.0, 4.0, 20.0],
    };

    #[test]
    fn a_point_measures_to_the_nearest_face_plane_of_each_axis_inside_as_well() {
        // x: 3 before the low face; y: 1 above the low face; z: 5 past the high face.
        let outside = face_distance_sq(&BOX, Vec3::new(-3.0, 1.0, 25.0));
        assert_eq!(outside, 9.0 + 1.0 + 25.0);
        let inside = face_distance_sq(&BOX, Vec3::new(5.0, 2.0, 10.0));
        assert_eq!(inside, 25.0 + 4.0 + 100.0, "and is positive");
    }

    #[test]
    fn the_neighbour_across_a_face_is_as_near_as_the_own_box() {
        let neighbour = Aabb {
            min: [10.0, 0.0, 0.0],
            max: [20.0, 4.0, 20.0],
        };
        let point = Vec3::new(8.0, 1.0, 2.0);
        let [own, other] = [BOX, neighbour].map(|bounds| face_distance_sq(&bounds, point));
        assert_eq!(own, other);
    }

    #[test]
    fn the_nearest_camera_counts() {
        let far = Vec3::new(500.0, 0.0, 0.0);
        let near = Vec3::new(12.0, 4.0, 20.0);
        assert_eq!(camera_distance_sq(&BOX, &[far, near]), 4.0);
        assert_eq!(camera_distance_sq(&BOX, &[]), f32::MAX);
    }
}
