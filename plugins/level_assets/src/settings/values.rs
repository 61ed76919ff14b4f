//! The values that a level is set up with.

use bevy::asset::Asset;
use bevy::math::Vec3;
use bevy::reflect::Reflect;
use serde::{Deserialize, Deserializer};
use wonderwheel_warriors::axes::rw_from_game;

/// Settings of a level. Every field may be left out.
#[derive(Asset, Reflect, Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LevelSettings {
    /// Fog and background colour, 0 to 1. Default: the level's built-in one, else (0.05, 0.05, 0.02), a night street.
    #[serde(deserialize_with = "given")]
    pub fog: Option<[f32; 3]>,
    /// Where fog begins, as a fraction of the far clip, 0 to 1. Default: 0.5.
    pub fog_start: f32,
    /// The camera's own far clip, metres. Default: 115.
    pub far: f32,
    /// World ambient before 0.07 and the brightness are added. Default: black.
    pub ambient: [f32; 3],
    /// The brightness option, 0 to 100, of which 40 adds 40/255. Default: 40.
    pub brightness: u8,
    /// A tint over the whole picture, r, g, b, a, 0 to 1. Default: none.
    pub overlay: Option<[f32; 4]>,
    /// Where the player starts. Default: the level's built-in place, else unknown.
    pub start: Option<StartPoint>,
    /// Bytes of the streaming budget that the level is meant for. Default: the original's.
    pub budget: Option<u64>,
    /// The lamps.
    pub lights: Vec<LightSettings>,
}

/// A field that is written as its value, without `Some`.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[f32; 3]>, D::Error> {
    Deserialize::deserialize(from).map(Some)
}

/// A start point.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartPoint {
    /// Game axes, metres.
    pub position: [f32; 3],
    /// Degrees about z, counter-clockwise, 0 = game +y.
    #[serde(default)]
    pub heading: f32,
}

/// A lamp: the arguments of the script call `SetLight`, by name. Source: spec/lighting.md 3.
#[derive(Reflect, Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LightSettings {
    /// What kind of light it is.
    pub kind: LightKind,
    /// Game axes, metres.
    pub position: [f32; 3],
    /// The way the light travels; game axes.
    pub direction: [f32; 3],
    /// Colour, 1 = full.
    pub colour: [f32; 3],
    /// Reach in metres; 0 lights nothing and is there for its corona.
    pub radius: f32,
    /// Half angle of a spot light's cone, degrees.
    pub cone: f32,
    /// Height of the corona above the light, metres.
    pub corona_height: f32,
    /// How far the corona is pulled towards the camera, metres.
    pub corona_pull: f32,
    /// Size of the corona, metres.
    pub corona_size: f32,
    /// What it lights: bit 0 objects, bit 1 the world.
    pub lights: u8,
    /// Bit 0 light bugs, bits 1 to 4 the flicker mode.
    pub effects: u32,
    /// Rectangle of the corona sheet, 1 to 6; 0 = no corona.
    pub corona: u8,
    /// 1 = on, 0 = off.
    pub state: u8,
    /// The ten numbers of the script call `SetLightFlicker`. Source: spec/lighting.md 8.
    pub flicker: Option<[u16; 10]>,
}

/// Kinds of light, as the script call numbers them from 0.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum LightKind {
    /// A sphere of its radius.
    #[default]
    Point,
    /// A cone.
    Spot,
    /// Everywhere, from one direction.
    Directional,
    /// Everywhere alike.
    Ambient,
}

impl Default for LevelSettings {
    fn default() -> Self {
        Self {
            fog: None,
            fog_start: 0.5,
            far: 115.0,
            ambient: [0.0; 3],
            brightness: 40,
            overlay: None,
            start: None,
            budget: None,
            lights: Vec::new(),
        }
    }
}

impl Default for LightSettings {
    /// A white point light that is on, lights the world and reaches nowhere.
    fn default() -> Self {
        Self {
            kind: LightKind::Point,
            position: [0.0; 3],
            direction: [0.0; 3],
            colour: [1.0; 3],
            radius: 0.0,
            cone: 0.0,
            corona_height: 0.0,
            corona_pull: 0.0,
            corona_size: 0.0,
            lights: LightSettings::WORLD,
            effects: 0,
            corona: 0,
            state: 1,
            flicker: None,
        }
    }
}

impl LevelSettings {
    /// Fog colour as the GS takes it. The conversion truncates: 0.05 gives 12. Source: spec/level-settings.md 1.
    pub fn fog_bytes(&self) -> [u8; 3] {
        self.fog
            .unwrap_or(NIGHT_STREET)
            .map(|part| (part * 255.0) as u8)
    }

    /// The same settings where they are given, and those of `below` where they are not.
    #[must_use]
    pub fn over(mut self, below: &Self) -> Self {
        self.fog = self.fog.or(below.fog);
        self.start = self.start.or(below.start);
        self
    }

    /// World ambient with the constant 0.07 and the brightness. Source: spec/level-settings.md 1.
    pub fn world_ambient(&self) -> [f32; 3] {
        let brightness = f32::from(self.brightness) / 255.0;
        self.ambient.map(|part| part + WORLD_AMBIENT + brightness)
    }
}

/// Fog of a level whose own is not known. Source: spec/level-settings.md 2.
const NIGHT_STREET: [f32; 3] = [0.05, 0.05, 0.02];
/// What the original adds to every script's ambient colour.
const WORLD_AMBIENT: f32 = 0.07;

impl StartPoint {
    /// The position in RenderWare axes.
    pub fn rw_position(&self) -> Vec3 {
        rw_from_game(self.position).into()
    }
}

impl LightSettings {
    /// Bit of [`LightSettings::lights`]: objects and people.
    pub const OBJECTS: u8 = 1;
    /// Bit of [`LightSettings::lights`]: the streamed world.
    pub const WORLD: u8 = 2;

    /// The position in RenderWare axes.
    pub fn rw_position(&self) -> Vec3 {
        rw_from_game(self.position).into()
    }

    /// The way the light travels, in RenderWare axes, as long as stored.
    pub fn rw_direction(&self) -> Vec3 {
        rw_from_game(self.direction).into()
    }

    /// Whether it is on and lights the streamed world.
    pub fn lights_world(&self) -> bool {
        self.state == 1 && self.lights & Self::WORLD != 0
    }
}
