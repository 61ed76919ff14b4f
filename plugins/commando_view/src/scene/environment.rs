//! Background, fog, and where a visit begins.

use std::f32::consts::FRAC_PI_2;

use bevy::math::Vec3;
use wonderwheel_commando::gameplay::{Gameplay, LevelSettings};
use wonderwheel_commando::lighting::Fog;

use super::faults::Faults;
use super::terrain::Terrain;

/// Eyes above the place where the ship lands, units.
const EYE_HEIGHT: f32 = 4.0;

/// What surrounds a level.
#[derive(Debug, Clone, PartialEq)]
pub struct Environment {
    /// What the frame is cleared to.
    pub background: [u8; 3],
    /// The fog's colour.
    pub fog_colour: [u8; 3],
    /// How fog grows with depth.
    pub fog: Fog,
    /// Where a visit begins: the game's axes.
    pub start: Vec3,
    /// The angle about z at which it looks, radians: 0 is along x.
    pub heading: f32,
    /// The level's settings as they are.
    pub settings: Option<LevelSettings>,
}

impl Default for Environment {
    fn default() -> Self {
        Self {
            background: [0; 3],
            fog_colour: [0; 3],
            fog: no_fog(),
            start: Vec3::ZERO,
            heading: FRAC_PI_2,
            settings: None,
        }
    }
}

/// Fog that takes nothing away.
fn no_fog() -> Fog {
    Fog {
        near: 0.0,
        far: 1.0,
        near_intensity: 255.0,
        far_intensity: 255.0,
    }
}

impl Environment {
    /// Of a level's settings. A visit begins where the ship lands, or, when that is not said, over the middle of the terrain.
    pub fn of(gameplay: &Gameplay, terrain: &Terrain, faults: &mut Faults) -> Self {
        let over_the_middle = Self {
            start: middle(terrain),
            ..Self::default()
        };
        let Some(settings) = faults.or_default("level settings", gameplay.settings()) else {
            return over_the_middle;
        };
        let [near, far] = settings.fog_distance;
        let [near_intensity, far_intensity] = settings.fog_intensity;
        let numbers = [near, far, near_intensity, far_intensity];
        let fog = if numbers.iter().all(|number| number.is_finite()) {
            Fog {
                near,
                far,
                near_intensity,
                far_intensity,
            }
        } else {
            no_fog()
        };
        let ship = Vec3::from(settings.ship_position);
        let (start, heading) = if ship.is_finite() && ship != Vec3::ZERO {
            (ship + Vec3::Z * EYE_HEIGHT, settings.ship_rotation)
        } else {
            (over_the_middle.start, over_the_middle.heading)
        };
        Self {
            background: bytes(settings.background),
            fog_colour: bytes(settings.fog),
            fog,
            start,
            heading: if heading.is_finite() {
                heading
            } else {
                FRAC_PI_2
            },
            settings: Some(settings),
        }
    }
}

impl Environment {
    /// The chunk of the terrain that a place belongs to.
    pub fn chunk_at(&self, place: Vec3) -> usize {
        let settings = self.settings.as_ref();
        settings.map_or(0, |settings| settings.chunk_at(place.to_array()))
    }
}

/// Words of 0 to 255. A background whose red is -1 is none: black.
fn bytes(words: [i32; 3]) -> [u8; 3] {
    match words {
        [-1, ..] => [0; 3],
        words => words.map(|word| word.clamp(0, 255) as u8),
    }
}

fn middle(terrain: &Terrain) -> Vec3 {
    let points = terrain
        .positions
        .iter()
        .map(|position| Vec3::from(position.point));
    let (low, high) = points.fold((Vec3::MAX, Vec3::MIN), |(low, high), point| {
        (low.min(point), high.max(point))
    });
    if low.x <= high.x {
        ((low + high) * 0.5).with_z(high.z + EYE_HEIGHT)
    } else {
        Vec3::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_background_it_is_black() {
        assert_eq!(bytes([-1, 20, 30]), [0; 3]);
        assert_eq!(bytes([300, -5, 30]), [255, 0, 30]);
    }
}
