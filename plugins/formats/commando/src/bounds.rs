//! Bounding spheres, which each kind of asset stores in a space of its own.
//!
//! | Sphere of | Space | Here |
//! | --- | --- | --- |
//! | tfrag | world, raw units | [`Sphere::from_raw`] |
//! | tie, shrub class | class units, which the class scale turns into world units | [`Sphere::of_class`] |
//! | moby class | class space (not measured) | [`Sphere::of_class`] |
//! | sky cluster | not measured; a public writer stores world units | nothing may be rejected or culled by it |
//!
//! Source: spec/commando-assets.md 4.

use crate::lanes::zip;

/// Raw units in a world unit. World axes: z up.
pub const RAW_PER_UNIT: f32 = 1024.0;

/// An instance's matrix as the level stores it: four columns, the translation last. `[3][3]` is not read.
pub type Columns = [[f32; 4]; 4];

/// A ball.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sphere {
    /// Where it is.
    pub centre: [f32; 3],
    /// How far it reaches.
    pub radius: f32,
}

impl Sphere {
    /// From x, y, z and radius as stored, the unit left as it is.
    pub fn new([x, y, z, radius]: [f32; 4]) -> Self {
        Self {
            centre: [x, y, z],
            radius,
        }
    }

    /// From x, y, z and radius in raw units, as terrain has them: world units.
    pub fn from_raw(sphere: [f32; 4]) -> Self {
        Self::new(sphere.map(|value| value / RAW_PER_UNIT))
    }

    /// The sphere of a class around one of its instances, in world units: `T + scale * M3 * centre`, with the radius grown by
    /// the longest of the matrix's axes.
    pub fn of_class(sphere: [f32; 4], scale: f32, columns: &Columns) -> Self {
        let Self { centre, radius } = Self::new(sphere.map(|value| value * scale));
        let [c0, c1, c2, c3] = columns;
        let ([x0, y0, z0, _], [x1, y1, z1, _], [x2, y2, z2, _], [x3, y3, z3, _]) = (c0, c1, c2, c3);
        let [x, y, z] = centre;
        let longest = [c0, c1, c2]
            .map(|[x, y, z, _]| (x * x + y * y + z * z).sqrt())
            .into_iter()
            .fold(0.0, f32::max);
        Self {
            centre: [
                x3 + x0 * x + x1 * y + x2 * z,
                y3 + y0 * x + y1 * y + y2 * z,
                z3 + z0 * x + z1 * y + z2 * z,
            ],
            radius: radius * longest,
        }
    }

    /// A sphere that holds all points: around the middle of their box. Without points it is a point at the origin.
    pub fn around(points: impl Iterator<Item = [f32; 3]> + Clone) -> Self {
        let bounds = points.clone().map(|point| (point, point));
        let Some((low, high)) = bounds.reduce(|(low, high), (point, _)| {
            (zip(low, point, f32::min), zip(high, point, f32::max))
        }) else {
            return Self::default();
        };
        let centre = zip(low, high, f32::midpoint);
        let radius_sq = points
            .map(|point| {
                let [x, y, z] = zip(point, centre, |a, b| a - b);
                x * x + y * y + z * z
            })
            .fold(0.0, f32::max);
        Self {
            centre,
            radius: radius_sq.sqrt(),
        }
    }

    /// x, y, z and radius as they are stored.
    pub fn to_array(&self) -> [f32; 4] {
        let [x, y, z] = self.centre;
        [x, y, z, self.radius]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_sphere_is_scaled_turned_and_moved() {
        // A quarter turn about z that doubles, then a move; [3][3] holds 0.01 on the disc.
        let columns = [
            [0.0, 2.0, 0.0, 0.0],
            [-2.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0, 0.0],
            [10.0, 20.0, 30.0, 0.01],
        ];
        let sphere = Sphere::of_class([2.0, 0.0, 4.0, 6.0], 0.5, &columns);
        assert_eq!(sphere.to_array(), [10.0, 22.0, 34.0, 6.0]);
    }

    #[test]
    fn terrain_spheres_are_raw() {
        let sphere = Sphere::from_raw([1024.0, -512.0, 0.0, 2048.0]);
        assert_eq!(sphere.to_array(), [1.0, -0.5, 0.0, 2.0]);
    }

    #[test]
    fn a_sphere_around_points_holds_them() {
        let points = [[0.0, 0.0, 0.0], [6.0, 8.0, 0.0]];
        let sphere = Sphere::around(points.into_iter());
        assert_eq!(sphere.to_array(), [3.0, 4.0, 0.0, 5.0]);
        assert_eq!(Sphere::around([].into_iter()), Sphere::default());
    }
}
