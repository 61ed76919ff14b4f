//! An event of an animation.

use binrw::binrw;
use glam::{Quat, Vec3};

use super::Key;

/// Something that happens at a frame of an animation. Source: spec/chunks.md 5.2; spec/characters.md 4.5.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Event {
    /// The frame.
    pub frame: u16,
    /// What happens.
    pub kind: u16,
    /// A number that goes with it.
    pub value: i16,
    /// A second number, or the high half of the first.
    pub parameter: u16,
    /// Where, in the units of a root key; for a sound and its like an id instead: see [`Self::id`].
    pub position: [i16; 3],
    /// Turned how, in the units of a bone's key.
    pub rotation: [i16; 3],
    /// Not known.
    pub unknown_end: [u8; 4],
}

impl Event {
    /// Bytes of one.
    pub const BYTES: usize = 24;

    /// The kind of a sound; [`Self::id`] is the sound's.
    pub const SOUND: u16 = 0x0B;

    /// The kinds that have an id where others have a position.
    const KINDS_WITH_AN_ID: std::ops::RangeInclusive<u16> = Self::SOUND..=0x0D;

    /// The id of a sound, or of what else stands where other kinds have their position.
    pub fn id(&self) -> Option<u32> {
        let [low, high, _] = self.position.map(|half| u32::from(half.cast_unsigned()));
        Self::KINDS_WITH_AN_ID
            .contains(&self.kind)
            .then_some(high << 16 | low)
    }

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
            (event.frame, event.kind, event.value, event.parameter),
            (0x0100, 0x0302, 0x0504, 0x0706)
        );
        assert_eq!(event.id(), None);
        assert_eq!(event.metres(), Vec3::X);
        assert_eq!(event.rotation, [0x0F0E, 0x1110, 0x1312]);
        assert_eq!(event.unknown_end, [20, 21, 22, 23]);
    }

    #[test]
    fn a_sound_has_its_id_where_others_have_their_place() {
        // Source: spec/characters.md 11, test 3: frame 8, type 11, sound 3.
        let mut bytes = [0; 24];
        bytes[..12].copy_from_slice(&[8, 0, 0x0B, 0, 0, 0, 0, 0, 3, 0, 0, 0]);
        let event: Event = Cursor::new(&bytes).record().unwrap();
        assert_eq!(
            (event.frame, event.kind, event.id()),
            (8, Event::SOUND, Some(3))
        );
        let largest = Event {
            position: [-2, -1, 0],
            ..event
        };
        assert_eq!(largest.id(), Some(0xFFFF_FFFE));
    }
}
