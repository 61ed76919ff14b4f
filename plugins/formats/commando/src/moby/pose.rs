//! Joints and animation sequences.

use wonderwheel_ps2::error::{FormatError, Result};

use crate::model::layout::Pieces;
use crate::record::{Stored, all, bytes_of, record};

record! {
    /// A joint's place in the skeleton, 16 bytes. Source: spec/commando-assets.md 8.1.
    #[derive(Copy, Default)]
    pub struct Joint: u64 = 16 {
        /// Its translation from its parent, it seems: raw units, and the same as its matrix's last column. So the public editor of
        /// the game's later port reads it; nothing has been measured here.
        pub translation: [f32; 3],
        /// The parent's index times 0x40.
        pub parent_offset: u16,
        /// 0x70.
        pub unknown_0e: u16,
    }
}

/// An animation sequence. Its poses are not decoded: they stay in the class's rest.
///
/// Source: spec/commando-assets.md 8.1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sequence {
    /// Where it stands in its class.
    pub offset: u32,
    /// Centre and radius of the sphere around all its poses.
    pub bounding_sphere: [f32; 4],
    /// Sounds, 0xff for none.
    pub sounds: u8,
    /// 0x13: unknown.
    pub unknown_13: u8,
    /// Offset of the triggers' data, from the sequence's start.
    pub trigger_data: u32,
    /// 0x18: unknown.
    pub info: u32,
    /// Its poses.
    pub frames: Vec<SequenceFrame>,
    /// Triggers, raw.
    pub triggers: Vec<u32>,
}

/// Where a pose stands, and in which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SequenceFrame(pub u32);

record! {
    /// The head of a pose of the regular form, 16 bytes. Source: spec/commando-assets.md 8.1.
    #[derive(Copy, Default)]
    pub struct FrameHeader: u64 = 16 {
        /// Unknown.
        pub unknown_00: f32,
        /// Unknown.
        pub unknown_04: u16,
        /// Quadwords behind the head.
        pub payload_quadwords: u16,
        /// Bytes of the joints' rotations: 8 each.
        pub joint_bytes: u16,
        /// Records of 8 bytes behind them.
        pub first_count: u16,
        /// Unknown.
        pub unknown_0c: u16,
        /// Records of 8 bytes behind those.
        pub second_count: u16,
    }
}

impl Joint {
    /// The parent's index. The pages do not say what stands here for a root; in the later port it seems to be 0.
    pub fn parent(&self) -> u16 {
        self.parent_offset / 0x40
    }
}

impl SequenceFrame {
    /// Offset of the pose from the class's start.
    pub fn offset(&self) -> u32 {
        self.0 & 0x0FFF_FFFF
    }

    /// Whether the pose is packed; its form is not known.
    pub fn is_packed(&self) -> bool {
        self.0 >> 28 == 0xF
    }
}

impl Sequence {
    /// Bytes before the frames.
    const HEAD_BYTES: u64 = 0x1C;

    pub(super) fn read(pieces: &mut Pieces<'_>, offset: u32) -> Result<Self> {
        let at = u64::from(offset);
        let head = pieces.take(at, Self::HEAD_BYTES)?;
        let mut head = head.rest();
        let bounding_sphere = Stored::take(&mut head);
        let [frame_count, sounds, trigger_count, unknown_13] = Stored::take(&mut head);
        let [trigger_data, info] = Stored::take(&mut head);
        let count = u64::from(frame_count) + u64::from(trigger_count);
        let words = pieces.take(at + Self::HEAD_BYTES, 4 * count)?;
        let mut words = all(words.rest());
        Ok(Self {
            offset,
            bounding_sphere,
            sounds,
            unknown_13,
            trigger_data,
            info,
            frames: words
                .by_ref()
                .take(frame_count.into())
                .map(SequenceFrame)
                .collect(),
            triggers: words.collect(),
        })
    }

    /// The bytes up to the last trigger.
    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        let mut out = bytes_of(&self.bounding_sphere);
        let count = |count: usize| {
            u8::try_from(count).map_err(|_| {
                FormatError::malformed(self.offset.into(), "at most 255 frames and triggers", count)
            })
        };
        let [frames, triggers] = [count(self.frames.len())?, count(self.triggers.len())?];
        out.extend([frames, self.sounds, triggers, self.unknown_13]);
        let frames = self.frames.iter().map(|frame| &frame.0);
        let words = [&self.trigger_data, &self.info].into_iter().chain(frames);
        for word in words.chain(&self.triggers) {
            out.extend(word.to_le_bytes());
        }
        Ok(out)
    }
}
