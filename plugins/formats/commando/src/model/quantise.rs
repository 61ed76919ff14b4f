//! Floats into the integers that classes hold.

/// Positions as classes hold them: class space is `raw * scale / 1024`, in the world's raw unit's 1,024th.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Quantised {
    /// The class's scale.
    pub scale: f32,
    /// x, y, z.
    pub positions: Vec<[i16; 3]>,
}

/// Packs positions in class space: the largest coordinate becomes 32,766. Coordinates that are not finite count as 0.
///
/// Source: spec/commando-assets.md 7.4.
pub fn quantise(positions: &[[f32; 3]]) -> Quantised {
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let largest = positions
        .iter()
        .flatten()
        .fold(0.0_f32, |largest, &value| largest.max(finite(value).abs()));
    let scale = match largest * 1024.0 / 32_766.0 {
        scale if scale > 0.0 && scale.is_finite() => scale,
        _ => 1.0,
    };
    Quantised {
        scale,
        positions: packed_positions(positions, scale),
    }
}

/// Packs positions in class space at a scale that is given: that of another level of the same class. What is too far out
/// stops at the integers' ends.
pub fn packed_positions(positions: &[[f32; 3]], scale: f32) -> Vec<[i16; 3]> {
    let pack = |value: f32| (value * (1024.0 / scale)).round() as i16;
    positions.iter().map(|p| p.map(pack)).collect()
}

/// A packed position in class space.
pub fn class_position(position: [i16; 3], scale: f32) -> [f32; 3] {
    position.map(|value| f32::from(value) * (scale / 1024.0))
}

/// Packed texture coordinates, 1 for a whole texture. Source: spec/commando-assets.md, "Fixed-point".
pub fn texture_coordinates(uv: [i16; 2]) -> [f32; 2] {
    uv.map(|value| f32::from(value) / 4096.0)
}

/// A sphere around packed positions, about the middle of their box, in class units: the raw values' 1,024th, so that
/// `scale` times it is in class space. All 0 without positions. Source: spec/commando-assets.md 4, 7.4.
pub fn bounding_sphere(positions: &[[i16; 3]]) -> [f32; 4] {
    let Some(&first) = positions.first() else {
        return [0.0; 4];
    };
    let (mut min, mut max) = (first, first);
    for position in positions {
        for ((min, max), &value) in min.iter_mut().zip(&mut max).zip(position) {
            *min = (*min).min(value);
            *max = (*max).max(value);
        }
    }
    let [x, y, z] = [0, 1, 2].map(|axis| {
        let at = |corner: [i16; 3]| f32::from(corner.get(axis).copied().unwrap_or_default());
        (at(min) + at(max)) / 2.0
    });
    let radius_sq = positions.iter().fold(0.0_f32, |largest, &[px, py, pz]| {
        let [dx, dy, dz] = [f32::from(px) - x, f32::from(py) - y, f32::from(pz) - z];
        largest.max(dx * dx + dy * dy + dz * dz)
    });
    [x, y, z, radius_sq.sqrt()].map(|value| value / 1024.0)
}

/// K of TEX1 for the distance at which a texture leaves its first level. A fit. Source: spec/commando-assets.md 7.4.
pub fn mip_k(mip_distance: f32) -> u16 {
    let k = -16.0 * mip_distance.max(f32::MIN_POSITIVE).log2() - 73.0;
    k.round() as i16 as u16
}

/// A unit vector as classes hold it: times 32,767, with a fourth word of 0.
pub fn packed_normal(normal: [f32; 3]) -> [i16; 4] {
    let [x, y, z] = normal.map(|value| (value * 32_767.0).round() as i16);
    [x, y, z, 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_coordinate_fills_the_integers() {
        let packed = quantise(&[[0.0, -2.0, 1.0], [f32::NAN, 0.0, 2.0]]);
        assert_eq!(packed.positions, [[0, -32_766, 16_383], [0, 0, 32_766]]);
        assert_eq!(packed.scale, 2048.0 / 32_766.0);
        assert_eq!(quantise(&[[0.0; 3]]).scale, 1.0);
        let [_, y, z] = class_position(packed.positions[0], packed.scale);
        assert!((y + 2.0).abs() < 1e-4 && (z - 1.0).abs() < 1e-4);
    }

    #[test]
    fn other_levels_are_packed_at_the_first_one_s_scale() {
        let packed = packed_positions(&[[1.0, -0.5, 99.0], [f32::NAN, 0.0, -99.0]], 0.5);
        assert_eq!(packed, [[2048, -1024, i16::MAX], [0, 0, i16::MIN]]);
        assert_eq!(class_position([2048, -1024, 0], 0.5), [1.0, -0.5, 0.0]);
        assert_eq!(texture_coordinates([4096, -1024]), [1.0, -0.25]);
    }

    #[test]
    fn the_sphere_stands_around_the_box_s_middle() {
        // A box from (0, 0, 0) to (2048, 0, 2048): middle (1, 0, 1), half diagonal the root of 2.
        let sphere = bounding_sphere(&[[0, 0, 0], [2048, 0, 2048]]);
        assert_eq!(sphere, [1.0, 0.0, 1.0, 2.0_f32.sqrt()]);
    }

    #[test]
    fn k_of_powers_of_two_is_exact() {
        // -16 * 2 - 73 and -16 * 5 - 73.
        assert_eq!([mip_k(4.0), mip_k(32.0)].map(|k| k as i16), [-105, -153]);
    }
}
