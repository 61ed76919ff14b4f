//! The level's lamps as lights of the frame: script colours with brightness, flicker, RenderWare axes.
//!
//! Source: spec/lighting.md 3, 4, 8; spec/effects.md 4.2.

use bevy::math::Vec3;
use wonderwheel_level_assets::settings::{LevelSettings, LightKind as LampKind, LightSettings};

use crate::flicker::{Flicker, FlickerMode};
use crate::lights::{LightKind, LightLists, SceneLight};

/// The flicker of a level's lamps. Reset when the level's lamps change.
#[derive(Debug, Clone, Default)]
pub struct LevelLights {
    lamps: Vec<LightSettings>,
    /// For each light behind the world ambient, how its lamp flickers.
    flickers: Vec<Option<LampFlicker>>,
    now_ms: u64,
}

/// A lamp that flickers, by a clock of its own.
#[derive(Debug, Clone)]
struct LampFlicker {
    flicker: Flicker,
    own_ms: u64,
    /// The script's.
    colour: Vec3,
}

impl LevelLights {
    /// Writes the lights of the world at full brightness into `out`: the world ambient first, then the lamps that
    /// are on and light the world, in the level's order.
    pub fn fill(&mut self, settings: &LevelSettings, now_ms: u64, out: &mut Vec<SceneLight>) {
        let lamps = || {
            let numbered = settings.lights.iter().enumerate();
            numbered.filter(|(_, lamp)| lamp.lights_world())
        };
        if self.lamps != settings.lights {
            self.lamps.clone_from(&settings.lights);
            self.flickers.clear();
            self.flickers.extend(lamps().map(|(i, lamp)| {
                let mode = FlickerMode::new(lamp.effects, lamp.flicker)?;
                Some(LampFlicker {
                    flicker: Flicker::new(mode, i as u32 + 1, 0),
                    own_ms: 0,
                    colour: lamp.colour.into(),
                })
            }));
            self.now_ms = now_ms;
        }
        out.clear();
        out.push(SceneLight {
            kind: LightKind::Ambient,
            colour: settings.world_ambient().into(),
            ..SceneLight::default()
        });
        let bias = bias_of(settings);
        out.extend(lamps().map(|(_, lamp)| light_of(lamp, bias)));
    }

    /// Moves the flicker of the lights that the cull has kept on to `now_ms`, and dims those. A lamp that it has dropped
    /// resumes where it stopped. `lights` is as [`Self::fill`] has left it.
    pub fn flicker(
        &mut self,
        settings: &LevelSettings,
        now_ms: u64,
        kept: &LightLists,
        lights: &mut [SceneLight],
    ) {
        let passed_ms = now_ms.saturating_sub(self.now_ms);
        self.now_ms = now_ms;
        let bias = bias_of(settings);
        for index in kept.everywhere.iter().chain(&kept.placed) {
            let index = usize::from(*index);
            let lamp = index.checked_sub(1).and_then(|i| self.flickers.get_mut(i));
            if let (Some(Some(lamp)), Some(light)) = (lamp, lights.get_mut(index)) {
                lamp.own_ms += passed_ms;
                let colour = lamp.colour * lamp.flicker.at(lamp.own_ms);
                light.colour = brightened(light.kind, colour, bias);
            }
        }
    }
}
fn bias_of(settings: &LevelSettings) -> Vec3 {
    Vec3::splat(f32::from(settings.brightness) / 255.0)
}

/// Brightness is added to ambient and directional lights only.
fn brightened(kind: LightKind, colour: Vec3, bias: Vec3) -> Vec3 {
    match kind {
        LightKind::Ambient | LightKind::Directional => colour + bias,
        LightKind::Point | LightKind::Spot => colour,
    }
}

fn light_of(lamp: &LightSettings, bias: Vec3) -> SceneLight {
    let kind = match lamp.kind {
        LampKind::Ambient => LightKind::Ambient,
        LampKind::Directional => LightKind::Directional,
        LampKind::Point => LightKind::Point,
        LampKind::Spot => LightKind::Spot,
    };
    SceneLight {
        kind,
        position: lamp.rw_position(),
        direction: lamp.rw_direction().normalize_or_zero(),
        colour: brightened(kind, lamp.colour.into(), bias),
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

    #[test]
    fn a_flickering_lamp_that_the_cull_drops_resumes_where_it_stopped() {
        // Full for 100 ms and dimmed to 30 percent for 50 ms, from 20 ms on.
        let lamp = LightSettings {
            colour: [1.0; 3],
            flicker: Some([100, 0, 50, 0, 0, 20, 0, 0, 0, 30]),
            ..LightSettings::default()
        };
        let settings = LevelSettings {
            lights: vec![lamp],
            ..LevelSettings::default()
        };
        let kept = LightLists {
            everywhere: vec![0],
            placed: vec![1],
        };
        let dropped = LightLists::default();
        let (mut lamps, mut out) = (LevelLights::default(), Vec::new());
        let mut red_at = |now_ms, lists| {
            lamps.fill(&settings, now_ms, &mut out);
            lamps.flicker(&settings, now_ms, lists, &mut out);
            out[1].colour.x
        };
        assert_eq!((red_at(1_000, &kept), red_at(1_110, &kept)), (1.0, 1.0));
        for now_ms in [1_130, 1_400, 1_700] {
            assert_eq!(red_at(now_ms, &dropped), 1.0, "nothing steps");
        }
        // 110 ms of its own before, 9 more, 10 more: its 120th is the first dimmed one.
        assert_eq!((red_at(1_709, &kept), red_at(1_710, &kept)), (1.0, 0.3));
        assert_eq!((red_at(1_759, &kept), red_at(1_760, &kept)), (0.3, 1.0));
    }
}
