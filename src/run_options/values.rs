//! What options take: words, sizes and places on the command line.

use bevy::math::Vec3;
use clap::ValueEnum;
use wonderwheel_world_streaming::core::settings::BudgetSize;
use wonderwheel_world_streaming::prelude::{StartPlace, StreamingMode};

/// What a run shows otherwise than usual.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// No lights
    Unlit,
    /// No fog
    NoFog,
    /// No sky
    NoSky,
    /// Everything in the colour of its level of detail
    LodTint,
    /// The collision mesh, coloured by surface type
    Collision,
    /// Also what the level says cannot be seen from here
    NoOcclusion,
    /// The terrain of all chunks, not only of the camera's
    AllChunks,
    /// Terrain in its finest level throughout
    Finest,
    /// Terrain in its middle level throughout
    Middle,
    /// Terrain in its coarsest level throughout
    Coarsest,
    /// No terrain
    NoTerrain,
    /// No ties
    NoTies,
    /// No shrubs
    NoShrubs,
    /// No mobys
    NoMobys,
}

/// The streaming mode's names on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The original's rules, quirks included
    Faithful,
    /// The quirks fixed, more reads in flight, look-ahead
    Improved,
}

impl From<Mode> for StreamingMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Faithful => Self::Faithful,
            Mode::Improved => Self::Improved,
        }
    }
}

/// The budget option. (A type of its own because the streamed world's is no command-line value.)
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Budget(pub BudgetSize);

pub(super) fn parse_budget(text: &str) -> Result<Budget, String> {
    let size = match text {
        "level" => BudgetSize::OfTheLevel,
        "original" => BudgetSize::Original,
        "unlimited" => BudgetSize::Unlimited,
        _ => match text.strip_suffix('x') {
            Some(factor) => {
                let factor = factor.parse().ok();
                let factor = factor.filter(|factor: &f32| factor.is_finite() && *factor > 0.0);
                factor.map(BudgetSize::Scaled)
            }
            None => text
                .parse()
                .ok()
                .filter(|bytes| *bytes > 0)
                .map(BudgetSize::Bytes),
        }
        .ok_or(
            "expected level, original, unlimited, a factor like 0.5x, or a number of bytes above 0",
        )?,
    };
    Ok(Budget(size))
}

pub(super) fn parse_place(text: &str) -> Result<StartPlace, String> {
    let numbers: Option<Vec<f32>> = text
        .split(',')
        .map(|number| {
            number
                .trim()
                .parse()
                .ok()
                .filter(|number: &f32| number.is_finite())
        })
        .collect();
    let (x, y, z, rest) = match numbers.as_deref() {
        Some([x, y, z, rest @ ..]) if rest.len() <= 2 => (*x, *y, *z, rest),
        _ => return Err("expected X,Y,Z and at most a heading and a pitch: 10,2,-35,90".into()),
    };
    Ok(StartPlace {
        position: Vec3::new(x, y, z),
        yaw: rest.first().map(|degrees| degrees.to_radians()),
        pitch: rest.get(1).map_or(0.0, |degrees| degrees.to_radians()),
    })
}

pub(super) fn parse_distance(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|metres: &f32| metres.is_finite() && *metres > 0.0)
        .ok_or_else(|| "expected a number of metres above 0".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_three_numbers_with_a_heading_and_a_pitch() {
        let place = parse_place("1,-2.5,3,180,-45").expect("five numbers");
        assert_eq!(place.position, Vec3::new(1.0, -2.5, 3.0));
        assert_eq!(place.yaw, Some(std::f32::consts::PI));
        assert_eq!(place.pitch, -std::f32::consts::FRAC_PI_4);
        assert_eq!(parse_place("1,2,3").map(|place| place.yaw), Ok(None));
        for text in ["", "1,2", "1,2,x", "1,2,nan", "1,2,3,4,5,6"] {
            assert!(parse_place(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_budget_is_a_word_a_factor_or_bytes() {
        for (text, size) in [
            ("level", BudgetSize::OfTheLevel),
            ("original", BudgetSize::Original),
            ("unlimited", BudgetSize::Unlimited),
            ("0.5x", BudgetSize::Scaled(0.5)),
            ("6000000", BudgetSize::Bytes(6_000_000)),
        ] {
            assert_eq!(parse_budget(text), Ok(Budget(size)), "{text}");
        }
        for text in ["", "x", "-1x", "0x", "nanx", "-5", "0", "much"] {
            assert!(parse_budget(text).is_err(), "{text}");
        }
    }
}
