//! Bounds of a patch, as a writer makes them.

use super::records::TextureSphere;
use crate::lanes::zip;

/// The bounding sphere of positions: the centre of their box, and the distance of the farthest, rounded up. Raw units, in the
/// world. Source: spec/commando-tfrag.md 9, step 6.
pub fn bounding_sphere(origin: [i32; 4], positions: &[[i16; 3]]) -> [f32; 4] {
    let Some([low, high]) = raw_box(origin, positions) else {
        let [x, y, z, _] = origin;
        return [x as f32, y as f32, z as f32, 0.0];
    };
    // What a float holds of the centre is the centre.
    let center: [f32; 3] = zip(low, high, |low, high| (low + high) as f32 / 2.0);
    let distance_sq = |position: &[i16; 3]| -> f64 {
        let place = raw(origin, *position);
        zip(place, center, |place, center| {
            (place as f64 - f64::from(center)).powi(2)
        })
        .into_iter()
        .sum()
    };
    let farthest = positions.iter().map(distance_sq).fold(0.0, f64::max);
    let [x, y, z] = center;
    [x, y, z, farthest.sqrt().ceil() as f32]
}

/// The corners of the positions' box in 64 raw units, outwards; x changes fastest, then y. Which order the game wants is
/// unknown.
pub fn clip_box(origin: [i32; 4], positions: &[[i16; 3]]) -> [[i16; 4]; 8] {
    let [low, high] = raw_box(origin, positions).unwrap_or_default();
    let fitting = |value: i64| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let low = low.map(|value| fitting(value.div_euclid(64)));
    let high = high.map(|value| fitting((value + 63).div_euclid(64)));
    std::array::from_fn(|corner| {
        let far = [corner & 1, corner & 2, corner & 4].map(|side| side != 0);
        let [x, y, z] = zip(
            zip(low, high, |low, high| [low, high]),
            far,
            |[low, high], far| {
                if far { high } else { low }
            },
        );
        [x, y, z, 0]
    })
}

/// The sphere of a texture that the whole patch uses.
pub fn texture_sphere(sphere: [f32; 4], mip_distance: u16, texture: i32) -> TextureSphere {
    let [x, y, z, radius] = sphere;
    TextureSphere {
        center: [x, y, z],
        radius: radius as u16,
        depth_factor: (mip_distance / 128).min(255) as u8,
        texture: texture as u8,
    }
}

fn raw(origin: [i32; 4], position: [i16; 3]) -> [i64; 3] {
    let [x, y, z, _] = origin.map(i64::from);
    let [px, py, pz] = position.map(i64::from);
    [x + px, y + py, z + pz]
}

fn raw_box(origin: [i32; 4], positions: &[[i16; 3]]) -> Option<[[i64; 3]; 2]> {
    let mut places = positions.iter().map(|position| raw(origin, *position));
    let first = places.next()?;
    Some(places.fold([first, first], |[low, high], place| {
        [zip(low, place, i64::min), zip(high, place, i64::max)]
    }))
}
