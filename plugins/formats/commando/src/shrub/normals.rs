//! The palette of normals.

use crate::model::packed_normal;

/// Normals of a class.
pub const NORMALS: usize = 24;

/// The palette: x, y, z times 32,767, and 0. Lighting takes them as 32,768ths. Source: spec/commando-assets.md 7.1.
pub type Normals = [[i16; 4]; NORMALS];

/// 24 directions spread evenly over the sphere, from up to down: each a golden angle further than the one before.
pub fn even_normals() -> Normals {
    let golden_angle = std::f32::consts::PI * (3.0 - 5.0_f32.sqrt());
    std::array::from_fn(|i| {
        let z = 1.0 - 2.0 * (i as f32 + 0.5) / NORMALS as f32;
        let (sin, cos) = (golden_angle * i as f32).sin_cos();
        let radius = (1.0 - z * z).sqrt();
        packed_normal([radius * cos, radius * sin, z])
    })
}

/// The index of the palette's normal that is nearest to a direction.
pub fn nearest_normal(normals: &Normals, [x, y, z]: [f32; 3]) -> u8 {
    let along =
        |[nx, ny, nz, _]: &[i16; 4]| x * f32::from(*nx) + y * f32::from(*ny) + z * f32::from(*nz);
    let mut best = (0, f32::NEG_INFINITY);
    for (i, along) in normals.iter().map(along).enumerate() {
        if along > best.1 {
            best = (i as u8, along);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_normals_are_unit_vectors_and_each_is_nearest_to_itself() {
        let normals = even_normals();
        for (i, normal) in normals.iter().enumerate() {
            let length_sq: i64 = normal.iter().map(|&n| i64::from(n).pow(2)).sum();
            // What the discs' own normals keep. Source: spec/commando-assets.md 7.1.
            assert!(
                (length_sq - 32_767 * 32_767).abs() <= 65_535,
                "{i}: {normal:?}"
            );
            let [x, y, z, _] = normal.map(f32::from);
            assert_eq!(usize::from(nearest_normal(&normals, [x, y, z])), i);
        }
    }
}
