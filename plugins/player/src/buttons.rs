//! The PS2 pad: its 16 buttons and two sticks, as the game reads them.

use bevy::math::Vec2;
use bevy::prelude::Reflect;

/// A button of the pad. Source: spec/camera-player.md 2.1.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u16)]
pub enum PadButton {
    /// Lower left shoulder.
    L2 = 0x0001,
    /// Lower right shoulder.
    R2 = 0x0002,
    /// Upper left shoulder.
    L1 = 0x0004,
    /// Upper right shoulder.
    R1 = 0x0008,
    /// Upper face button.
    Triangle = 0x0010,
    /// Right face button.
    Circle = 0x0020,
    /// Lower face button.
    Cross = 0x0040,
    /// Left face button.
    Square = 0x0080,
    /// Left middle button.
    Select = 0x0100,
    /// The left stick pressed in.
    L3 = 0x0200,
    /// The right stick pressed in.
    R3 = 0x0400,
    /// Right middle button.
    Start = 0x0800,
    /// Direction pad.
    Up = 0x1000,
    /// Direction pad.
    Right = 0x2000,
    /// Direction pad.
    Down = 0x4000,
    /// Direction pad.
    Left = 0x8000,
}

impl PadButton {
    /// All buttons with their names in scripts, in the order of their bits.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::L2, "l2"),
        (Self::R2, "r2"),
        (Self::L1, "l1"),
        (Self::R1, "r1"),
        (Self::Triangle, "triangle"),
        (Self::Circle, "circle"),
        (Self::Cross, "cross"),
        (Self::Square, "square"),
        (Self::Select, "select"),
        (Self::L3, "l3"),
        (Self::R3, "r3"),
        (Self::Start, "start"),
        (Self::Up, "up"),
        (Self::Right, "right"),
        (Self::Down, "down"),
        (Self::Left, "left"),
    ];

    /// The button's bit in the button word.
    pub const fn bit(self) -> u16 {
        self as u16
    }

    /// The button of that name, whatever its case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, own)| own.eq_ignore_ascii_case(name))
            .map(|(button, _)| *button)
    }
}

/// The raw byte of a stick at rest.
const REST: f32 = 128.0;
/// Last raw byte of the dead zone, low side. Source: spec/camera-player.md 2.2.
const DEAD_LOW: u8 = 95;
/// First raw byte past the dead zone, high side.
const DEAD_HIGH: u8 = 160;

/// What the game makes of a stick's raw byte: -1 to 1, 0 in the dead zone. Source: spec/camera-player.md 2.2.
pub fn stick_value(raw: u8) -> f32 {
    match raw {
        DEAD_HIGH.. => f32::from(raw - DEAD_HIGH) / 95.0,
        0..=DEAD_LOW => (f32::from(raw) - 95.0) / 95.0,
        _ => 0.0,
    }
}

/// The raw byte that a percentage of travel stands for in a script: 0 is at rest.
/// Source: spec/camera-player.md 2.2 (`160 + round(0.95 v)`, `95 - round(0.95 |v|)`).
pub fn stick_raw_from_percent(percent: f32) -> u8 {
    let travel = (0.95 * percent.abs().min(100.0)).round() as u8;
    if percent > 0.0 {
        DEAD_HIGH + travel
    } else if percent < 0.0 {
        DEAD_LOW - travel
    } else {
        REST as u8
    }
}

/// The raw byte that a modern stick's value (-1 to 1, no dead zone) stands for.
pub fn stick_raw_from_value(value: f32) -> u8 {
    (REST + value.clamp(-1.0, 1.0) * 128.0).round().min(255.0) as u8
}

/// The value of a script's percentage on both axes.
pub fn stick_from_percent(percent: Vec2) -> Vec2 {
    Vec2::new(
        stick_value(stick_raw_from_percent(percent.x)),
        stick_value(stick_raw_from_percent(percent.y)),
    )
}

/// The value of a modern stick on both axes, with the original's dead zone.
pub fn stick_from_value(value: Vec2) -> Vec2 {
    Vec2::new(
        stick_value(stick_raw_from_value(value.x)),
        stick_value(stick_raw_from_value(value.y)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buttons_are_the_sixteen_bits_in_order() {
        for (index, (button, name)) in PadButton::ALL.into_iter().enumerate() {
            assert_eq!(button.bit(), 1 << index, "{name}");
            assert_eq!(PadButton::named(&name.to_uppercase()), Some(button));
        }
        assert_eq!(PadButton::named("x"), None);
    }

    #[test]
    fn the_stick_has_the_originals_table() {
        // spec/camera-player.md 2.2.
        assert_eq!(stick_value(0), -1.0);
        assert_eq!(stick_value(95), 0.0);
        assert_eq!(stick_value(128), 0.0);
        assert_eq!(stick_value(159), 0.0);
        assert_eq!(stick_value(160), 0.0);
        assert_eq!(stick_value(255), 1.0);
        assert_eq!(stick_value(161), 1.0 / 95.0);
        assert_eq!(stick_value(94), -1.0 / 95.0);
    }

    #[test]
    fn a_percentage_becomes_the_raw_byte_of_the_formula() {
        // 0.95 * 50 = 47.5 rounds to 48; 0.95 * 100 = 95.
        assert_eq!(stick_raw_from_percent(0.0), 128);
        assert_eq!(stick_raw_from_percent(100.0), 255);
        assert_eq!(stick_raw_from_percent(-100.0), 0);
        assert_eq!(stick_raw_from_percent(50.0), 208);
        assert_eq!(stick_raw_from_percent(-50.0), 47);
        assert_eq!(stick_raw_from_percent(500.0), 255);
        assert_eq!(
            stick_from_percent(Vec2::new(100.0, -100.0)),
            Vec2::new(1.0, -1.0)
        );
    }

    #[test]
    fn a_modern_stick_keeps_its_ends_and_gets_the_dead_zone() {
        assert_eq!(stick_from_value(Vec2::new(1.0, -1.0)), Vec2::new(1.0, -1.0));
        assert_eq!(stick_from_value(Vec2::new(0.2, -0.2)), Vec2::ZERO);
    }
}
