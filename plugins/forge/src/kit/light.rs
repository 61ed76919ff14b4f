//! Light that is baked into vertex colours: lamps, neon, shop windows, the last of the dusk.

pub mod bake;
pub mod lamp_post;
pub mod occlusion;

use glam::Vec3;

use crate::kit::paint::Rgb;

/// A light that is baked, not sent to the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lamp {
    /// World position, metres.
    pub position: Vec3,
    /// Where its light ends, metres.
    pub radius: f32,
    /// Brightness right beside it, 1.0 = full.
    pub strength: f32,
    /// Its colour.
    pub colour: LampColour,
    /// What is shown in the air around it.
    pub haze: Haze,
}

/// The colour of a lamp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LampColour {
    /// Known from the start.
    Fixed(Rgb),
    /// That of sign number n on the sheet of the part the lamp ends up in.
    Sign(u32),
    /// That of upright sign number n of the part.
    Upright(u32),
}

impl From<Rgb> for LampColour {
    fn from(colour: Rgb) -> Self {
        Self::Fixed(colour)
    }
}

/// Light that hangs in the air around a lamp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Haze {
    /// None.
    None,
    /// A glowing ball, that wide.
    Ball(f32),
    /// A ball and a cone down to the ground, that high.
    Street(f32),
    /// A sheet before a wall: half width, half height, and the direction out of the wall.
    Sheet(f32, f32, Vec3),
}

/// A lamp whose colour is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BakedLamp {
    /// The lamp.
    pub lamp: Lamp,
    /// Its colour.
    pub colour: Rgb,
}
