//! The level's lamps as lights of the frame: script colours with brightness, flicker, RenderWare axes.
//!
//! Source: spec/lighting.md 3, 4, 8.

use crate::flicker::{Flicker, FlickerMode};
use crate::lights::{LightKind, SceneLight};
use bevy::math::Vec3;
use wonderwheel_level_assets::settings::{LevelSettings, LightKind as LampKind, LightSettings};

/// The flicker of a level's lamps. Reset when the level's lamps change.
#[derive(Debug, Clone, Default)]
pub struct LevelLights {
    lamps: Vec<LightSettings>,
    flickers: Vec<Option<Flicker>>,
}

impl LevelLights {
    /// Writes the lights of the world as they are at `now_ms` into `out`: the world ambient first, then the lamps that
    /// are on and light the world, in the level's order.
    pub fn fill(&mut self, settings: &LevelSettings, now_ms: u64, out: &mut Vec<SceneLight>) {
        if self.lamps != settings.lights {
            self.lamps.clone_from(&settings.lights);
            self.flickers = settings
                .lights
                .iter()
                .enumerate()
                .map(|(i, lamp)| {
                    let mode = FlickerMode::new(lamp.effects, lamp.flicker)?;
                    Some(Flicker::new(mode, i as u32 + 1, now_ms))
                })
                .collect();
        }
        out.clear();
        out.push(SceneLight {
            kind: LightKind::Ambient,
            colour: settings.world_ambient().into(),
            ..SceneLight::default()
        });
        let bias = Vec3::splat(f32::from(settings.brightness) / 255.0);
        for (lamp, flicker) in settings.lights.iter().zip(&mut self.flickers) {
            if lamp.lights_world() {
                let brightness = flicker.as_mut().map_or(1.0, |flicker| flicker.at(now_ms));
                out.push(light_of(lamp, brightness, bias));
            }
        }
    }
}

/// Brightness is added to ambient and directional lights only.
fn light_of(lamp: &LightSettings, flicker: f32, bias: Vec3) -> SceneLight {
    let colour = Vec3::from(lamp.colour) * flicker;
    let (kind, colour) = match lamp.kind {
        LampKind::Ambient => (LightKind::Ambient, colour + bias),
        LampKind::Directional => (LightKind::Directional, colour + bias),
        LampKind::Point => (LightKind::Point, colour),
        LampKind::Spot => (LightKind::Spot, colour),
    };
    SceneLight {
        kind,
        position: lamp.rw_position(),
        direction: lamp.rw_direction().normalize_or_zero(),
        colour,
        radius: lamp.radius,
        cone_cosine: lamp.cone.to_radians().cos(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lights(settings: &LevelSettings) -> Vec<SceneLight> {
        let mut out = Vec::new();
        LevelLights::default().fill(settings, 0, &mut out);
        out
    }

    #[test]
    fn the_first_light_is_the_world_ambient_of_0_227() {
        let lights = lights(&LevelSettings::default());
        assert_eq!((lights.len(), lights[0].kind), (1, LightKind::Ambient));
        assert!(
            (lights[0].colour - 0.226_86).abs().max_element() < 1e-4,
            "0.07 + 40/255"
        );
    }

    #[test]
    fn brightness_is_added_to_directional_lights_and_not_to_point_lights() {
        let lamp = |kind| LightSettings {
            kind,
            colour: [0.07, 0.1, 0.18],
            direction: [0.0, 0.0, -2.0],
            position: [1.0, 2.0, 3.0],
            radius: 4.0,
            ..LightSettings::default()
        };
        let settings = LevelSettings {
            lights: vec![lamp(LampKind::Directional), lamp(LampKind::Point)],
            ..LevelSettings::default()
        };
        let lights = lights(&settings);
        assert!(
            (lights[1].colour - Vec3::new(0.227, 0.257, 0.337))
                .abs()
                .max_element()
                < 5e-4
        );
        assert_eq!(lights[1].direction, Vec3::NEG_Y, "game -z is down");
        assert_eq!(lights[2].colour, Vec3::new(0.07, 0.1, 0.18));
        assert_eq!(
            lights[2].position,
            Vec3::new(1.0, 3.0, -2.0),
            "rw = (x, z, -y)"
        );
    }

    #[test]
    fn lamps_that_are_off_or_only_light_objects_are_left_out() {
        let off = LightSettings {
            state: 0,
            ..LightSettings::default()
        };
        let objects = LightSettings {
            lights: LightSettings::OBJECTS,
            ..LightSettings::default()
        };
        let settings = LevelSettings {
            lights: vec![off, objects],
            ..LevelSettings::default()
        };
        assert_eq!(lights(&settings).len(), 1);
    }
}
