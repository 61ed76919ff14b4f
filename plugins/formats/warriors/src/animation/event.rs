//! An event of an animation.

use binrw::binrw;
use glam::{Quat, Vec3};

use super::Key;

/// Something that happens at a frame of an animation. Source: spec/chunks.md 5.2.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Event {
    /// The frame.
    pub frame: u16,
    /// Not known.
    pub unknown: u16,
    /// What happens.
    pub kind: u16,
    /// A number that goes with it.
    pub parameter: u16,
    /// Where, in the units of a root key.
    pub position: [i16; 3],
    /// Turned how, in the units of a bone's key.
    pub rotation: [i16; 3],
    /// Not known.
    pub unknown_end: [u8; 4],
}

impl Event {
    /// Bytes of one.
    pub const BYTES: usize = 24;

    /// Where it happens, metres.
    pub fn metres(&self) -> Vec3 {
        Self::key(self.position).metres()
    }

    /// Turned how.
    pub fn rotation(&self) -> Quat {
        Self::key(self.rotation).rotation()
    }

    fn key(value: [i16; 3]) -> Key {
        Key {
            value,
            ..Key::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::cursor::Cursor;

    #[test]
    fn fields_stand_where_the_spec_says() {
        let mut bytes: Vec<u8> = (0..24).collect();
        bytes[8..14].copy_from_slice(&[0xFF, 3, 0, 0, 0, 0]);
        let event: Event = Cursor::new(&bytes).record().unwrap();
        assert_eq!(
            (event.frame, event.kind, event.parameter),
            (0x0100, 0x0504, 0x0706)
        );
        assert_eq!(event.metres(), Vec3::X);
        assert_eq!(event.rotation, [0x0F0E, 0x1110, 0x1312]);
        assert_eq!(event.unknown_end, [20, 21, 22, 23]);
    }
}
