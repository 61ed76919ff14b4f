//! A key of a channel: how many frames after the one before, and three numbers.

use binrw::binrw;
use glam::{Quat, Vec3};

/// A key. Source: spec/chunks.md 5.2.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Key {
    /// Frames since the key before; 0 begins a channel.
    pub frames: u8,
    /// Not used.
    pub unused: u8,
    /// Three numbers whose unit the channel's kind gives: [`Self::metres`] or [`Self::rotation`].
    pub value: [i16; 3],
}

impl Key {
    /// Bytes of one.
    pub const BYTES: usize = 8;

    /// Units in a metre along x, y and z. Source: spec/chunks.md 5.2.
    pub const UNITS_IN_A_METRE: [f32; 3] = [1_023.0, 1_023.0, 2_047.0];

    /// Units in 1 of a quaternion's x, y and z.
    pub const UNITS_IN_ONE: f32 = 32_768.0;

    /// The value of a key of the root's channels: metres, or metres a second.
    pub fn metres(&self) -> Vec3 {
        Vec3::from(self.value.map(f32::from)) / Vec3::from(Self::UNITS_IN_A_METRE)
    }

    /// The value of a key of a bone's channel.
    ///
    /// The file has x, y and z; w is what makes the quaternion's length 1, and never negative. Where x, y and z alone
    /// are longer than 1, w is 0.
    pub fn rotation(&self) -> Quat {
        let [x, y, z] = self
            .value
            .map(|value| f32::from(value) / Self::UNITS_IN_ONE);
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        Quat::from_xyzw(x, y, z, w)
    }

    /// The nearest key to a position or velocity. Beyond what 16 bits hold (32 metres along x and y, 16 along z) it is
    /// the last one that they do.
    pub fn of_metres(frames: u8, metres: Vec3) -> Self {
        let units = metres * Vec3::from(Self::UNITS_IN_A_METRE);
        Self {
            frames,
            unused: 0,
            value: units.to_array().map(nearest),
        }
    }

    /// The nearest key to a unit quaternion. One with a negative w is turned into its opposite, which is the same rotation.
    pub fn of_rotation(frames: u8, rotation: Quat) -> Self {
        let [x, y, z, w] = rotation.to_array();
        let units = if w < 0.0 {
            -Self::UNITS_IN_ONE
        } else {
            Self::UNITS_IN_ONE
        };
        Self {
            frames,
            unused: 0,
            value: [x, y, z].map(|value| nearest(value * units)),
        }
    }
}

/// The nearest 16-bit number; 0 for what is no number.
fn nearest(units: f32) -> i16 {
    // A float cast saturates.
    units.round() as i16
}

/// A channel: the keys of one bone, or of the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel<'a> {
    /// Its keys; only the first has 0 [`Key::frames`].
    pub keys: &'a [Key],
}

impl<'a> Channel<'a> {
    /// Cuts a section's keys into its channels.
    pub fn split(keys: &'a [Key]) -> impl Iterator<Item = Self> {
        // A channel runs up to the next key with 0 frames.
        keys.chunk_by(|_, next| next.frames != 0)
            .map(|keys| Self { keys })
    }

    /// Each key with its frame number, from 0.
    pub fn frames(&self) -> impl Iterator<Item = (u32, &'a Key)> {
        let mut frame = 0_u32;
        self.keys.iter().enumerate().map(move |(i, key)| {
            // The first key stands at frame 0 whatever it says.
            frame = frame.saturating_add(if i == 0 { 0 } else { u32::from(key.frames) });
            (frame, key)
        })
    }

    /// The number of its last key's frame.
    pub fn last_frame(&self) -> u32 {
        self.frames().last().map_or(0, |(frame, _)| frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(frames: u8) -> Key {
        Key {
            frames,
            ..Default::default()
        }
    }

    #[test]
    fn a_metre_is_1023_units_and_upwards_2047() {
        // Source: spec/chunks.md 5.2.
        let key = Key {
            value: [1_023, -2_046, 2_047],
            ..Default::default()
        };
        assert_eq!(key.metres(), Vec3::new(1.0, -2.0, 1.0));
        assert_eq!(
            Key::of_metres(3, Vec3::new(1.0, -2.0, 1.0)).value,
            key.value
        );
    }

    #[test]
    fn w_is_what_is_missing_to_length_one() {
        let key = Key {
            value: [16_384, -16_384, 16_384],
            ..Default::default()
        };
        // 1 - 3 x 0.25 = 0.25, whose root is 0.5.
        assert_eq!(key.rotation(), Quat::from_xyzw(0.5, -0.5, 0.5, 0.5));
        assert_eq!(Key::default().rotation(), Quat::IDENTITY);
        let too_long = Key {
            value: [i16::MIN; 3],
            ..Default::default()
        };
        assert_eq!(too_long.rotation().w, 0.0);
    }

    #[test]
    fn a_rotation_and_its_opposite_have_one_key() {
        let rotation = Quat::from_xyzw(0.5, -0.5, 0.5, 0.5);
        let key = Key::of_rotation(1, rotation);
        assert_eq!(key.value, [16_384, -16_384, 16_384]);
        assert_eq!(Key::of_rotation(1, -rotation), key);
    }

    #[test]
    fn what_16_bits_do_not_hold_is_cut() {
        assert_eq!(Key::of_metres(0, Vec3::splat(100.0)).value, [i16::MAX; 3]);
        assert_eq!(
            Key::of_rotation(0, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)).value[0],
            i16::MAX
        );
    }

    #[test]
    fn a_channel_runs_to_the_next_key_with_no_frames() {
        let keys = [0, 4, 2, 0, 0, 9].map(key);
        let lengths: Vec<_> = Channel::split(&keys)
            .map(|channel| channel.keys.len())
            .collect();
        assert_eq!(lengths, [3, 1, 2]);
        let first = Channel::split(&keys).next().unwrap();
        let frames: Vec<_> = first.frames().map(|(frame, _)| frame).collect();
        assert_eq!(frames, [0, 4, 6]);
        assert_eq!(first.last_frame(), 6);
    }
}
