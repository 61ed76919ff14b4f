//! Animations: chunk 0x02 with the counts, and chunk 0x00 before it with the keys.
//!
//! ```text
//! 0x00   section A   root velocity        8 bytes a key
//!        section B   root translation     8 bytes a key
//!        section C   one rotation channel for each bone of the mask, 8 bytes a key
//!        events                           24 bytes each
//! 0x02   80 bytes: sizes of the sections, bone mask, name
//! ```
//!
//! There are 30 frames a second. Axes are the game's, z up.

mod event;
mod key;

use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

pub use event::Event;
pub use key::{Channel, Key};

use crate::chunk::tail::Tail;
use crate::chunk::{Chunk, ChunkType};

/// An animation. Source: spec/chunks.md 5.2; 0x001045e0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Animation {
    /// How far the root moves over the clip along x and y, metres.
    pub displacement: [f32; 2],
    /// Length, seconds.
    pub duration: f32,
    /// How many bones have a channel: bits that are set in [`Self::bones`], without exception on the disc.
    pub channel_count: u16,
    /// The bones that have a channel.
    pub bones: BoneMask,
    /// The clip's name, cut, with a NUL; on the disc a cut copy of an intermediate file's name follows.
    pub name: [u8; 30],
    /// Section A: velocity of the root.
    pub root_velocity: Vec<Key>,
    /// Section B: translation of the root.
    pub root_translation: Vec<Key>,
    /// Section C: the rotation channels one after the other; see [`Self::channels`].
    pub rotations: Vec<Key>,
    /// What happens on the way.
    pub events: Vec<Event>,
    /// What the clip is used for, [`mod@clip_flags`].
    pub flags: u32,
    /// What the file has where only the running game has use for it.
    pub stale: StaleWords,
    /// What follows the events in chunk 0x00.
    pub keys_tail: Tail,
    /// What follows the 80 bytes of chunk 0x02.
    pub descriptor_tail: Tail,
}

/// Fields of chunk 0x02 that are written at run time or not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaleWords {
    /// +0x00: a pointer of the build that made the file.
    pub class: u32,
    /// +0x1C: where the keys are at run time.
    pub keys: u32,
    /// +0x43: how many use the animation at run time.
    pub references: u8,
    /// +0x48: not known.
    pub unknown: [u8; 8],
}

/// Flags of a clip. The game reads 0x80, 0x100 and 0x200 too; what they mean is not known.
/// Source: spec/chunks.md 5.2; spec/characters.md 4.1.
#[allow(missing_docs, reason = "the names are the documentation")]
pub mod clip_flags {
    pub const PAIRED: u32 = 0x1;
    pub const STRIKES: u32 = 0x4;
    pub const STARTS_TACKLE: u32 = 0x20;
    pub const STARTS_GRAB: u32 = 0x40;
    pub const STOPS_CAMERA: u32 = 0x8000;
    pub const CAPSULE_STRIKE: u32 = 0x1_0000;
}

impl Default for StaleWords {
    /// What every animation of the disc begins with, and zeros.
    fn default() -> Self {
        Self {
            class: 0x0045_DE40,
            keys: 0,
            references: 0,
            unknown: [0; 8],
        }
    }
}

/// A set of bones, 0 to 33.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BoneMask(pub [u8; 5]);

impl BoneMask {
    /// The mask of these bones; numbers from 40 on are left out.
    pub fn of(bones: impl IntoIterator<Item = u8>) -> Self {
        let mut mask = [0; 5];
        for bone in bones {
            if let Some(byte) = mask.get_mut(usize::from(bone / 8)) {
                *byte |= 1 << (bone % 8);
            }
        }
        Self(mask)
    }

    /// Its bones in ascending order.
    pub fn bones(self) -> impl Iterator<Item = u8> {
        (0..40).filter(move |&bone| self.has(bone))
    }

    /// Whether a bone is in it.
    pub fn has(self, bone: u8) -> bool {
        let byte = self.0.get(usize::from(bone / 8));
        byte.is_some_and(|byte| byte >> (bone % 8) & 1 != 0)
    }

    /// How many bones are in it.
    pub fn count(self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }
}

impl Animation {
    /// Frames a second.
    pub const FRAMES_PER_SECOND: f32 = 30.0;

    /// Bones that an animation can move.
    pub const BONES: u8 = 34;

    /// The most keys of section A or B: their bytes are counted in 16 bits. A longer one is cut when it is written.
    pub const MAX_ROOT_KEYS: usize = u16::MAX as usize / Key::BYTES;

    /// The most events: they are counted in 16 bits. More are cut when they are written.
    pub const MAX_EVENTS: usize = u16::MAX as usize;

    /// An animation of these bones' channels; each channel's first key must have 0 frames, and only that one.
    pub fn new<'a>(
        name: &str,
        frames: u32,
        channels: impl IntoIterator<Item = (u8, &'a [Key])>,
    ) -> Self {
        let mut channels: Vec<_> = channels.into_iter().collect();
        channels.sort_by_key(|&(bone, _)| bone);
        let bones = BoneMask::of(channels.iter().map(|&(bone, _)| bone));
        let mut text = [0; 30];
        // One NUL at least.
        for (place, byte) in text.iter_mut().take(29).zip(name.bytes()) {
            *place = byte;
        }
        Self {
            duration: frames as f32 / Self::FRAMES_PER_SECOND,
            channel_count: bones.count() as u16,
            bones,
            name: text,
            rotations: channels
                .into_iter()
                .flat_map(|(_, keys)| keys)
                .copied()
                .collect(),
            ..Self::default()
        }
    }

    /// Reads the payloads of chunk 0x02 and of chunk 0x00.
    ///
    /// # Errors
    /// `Malformed` when 0x02 has fewer than 80 bytes, a section's size is no multiple of 8, or 0x00 is shorter than 0x02
    /// says; `Limit` when there are more keys than the cursor's `items`.
    pub fn read(descriptor: &[u8], keys: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(descriptor), &mut Cursor::new(keys))
    }

    /// Reads the rest of both cursors as payloads.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(descriptor: &mut Cursor<'_>, keys: &mut Cursor<'_>) -> Result<Self> {
        let start = descriptor.remaining();
        let class = descriptor.u32()?;
        let displacement = [descriptor.f32()?, descriptor.f32()?];
        let duration = descriptor.f32()?;
        let offset = descriptor.offset();
        let sizes = [
            u32::from(descriptor.u16()?),
            u32::from(descriptor.u16()?),
            descriptor.u32()?,
        ];
        let channel_count = descriptor.u16()?;
        let event_count = descriptor.u16()?;
        let keys_pointer = descriptor.u32()?;
        let bones = BoneMask(descriptor.array()?);
        let name = descriptor.array()?;
        let references = descriptor.u8()?;
        let flags = descriptor.u32()?;
        let unknown = descriptor.array()?;
        let descriptor_tail = Tail::read(descriptor, start - descriptor.remaining())?;

        let start = keys.remaining();
        let [a, b, c] = sizes;
        let root_velocity = read_keys(keys, a, offset).within(|| "section A")?;
        let root_translation = read_keys(keys, b, offset + 2).within(|| "section B")?;
        let rotations = read_keys(keys, c, offset + 4).within(|| "section C")?;
        let count = keys
            .check_count(u64::from(event_count), Event::BYTES as u64)
            .within(|| "events")?;
        let mut events = Vec::with_capacity(count);
        for _ in 0..count {
            events.push(keys.record()?);
        }
        Ok(Self {
            displacement,
            duration,
            channel_count,
            bones,
            name,
            root_velocity,
            root_translation,
            rotations,
            events,
            flags,
            stale: StaleWords {
                class,
                keys: keys_pointer,
                references,
                unknown,
            },
            keys_tail: Tail::read(keys, start - keys.remaining())?,
            descriptor_tail,
        })
    }

    /// The payload of chunk 0x02.
    pub fn write_descriptor(&self) -> Vec<u8> {
        let root_bytes = |keys: &[Key]| (keys.len().min(Self::MAX_ROOT_KEYS) * Key::BYTES) as u16;
        let events = self.events.len().min(Self::MAX_EVENTS) as u16;
        let rotation_bytes = u32::try_from(self.rotations.len() * Key::BYTES).unwrap_or(u32::MAX);
        let mut out = Vec::with_capacity(80);
        out.extend(self.stale.class.to_le_bytes());
        for value in [self.displacement[0], self.displacement[1], self.duration] {
            out.extend(value.to_le_bytes());
        }
        out.extend(root_bytes(&self.root_velocity).to_le_bytes());
        out.extend(root_bytes(&self.root_translation).to_le_bytes());
        out.extend(rotation_bytes.to_le_bytes());
        out.extend(self.channel_count.to_le_bytes());
        out.extend(events.to_le_bytes());
        out.extend(self.stale.keys.to_le_bytes());
        out.extend(self.bones.0);
        out.extend(self.name);
        out.push(self.stale.references);
        out.extend(self.flags.to_le_bytes());
        out.extend(self.stale.unknown);
        self.descriptor_tail.write(&mut out, 0);
        out
    }

    /// The payload of chunk 0x00.
    pub fn write_keys(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let root = |keys: &Vec<Key>| keys.len().min(Self::MAX_ROOT_KEYS);
        let velocity = self.root_velocity.iter().take(root(&self.root_velocity));
        let translation = self
            .root_translation
            .iter()
            .take(root(&self.root_translation));
        for key in velocity.chain(translation).chain(&self.rotations) {
            push_record(&mut out, key);
        }
        for event in self.events.iter().take(Self::MAX_EVENTS) {
            push_record(&mut out, event);
        }
        self.keys_tail.write(&mut out, 0);
        out
    }

    /// Both chunks in the order of a file: 0x00, then 0x02, each with its hash word.
    pub fn to_chunks(&self, [keys_hash, descriptor_hash]: [u32; 2]) -> [Chunk; 2] {
        [
            Chunk::new(ChunkType::AnimRotKeyframes, keys_hash, self.write_keys()),
            Chunk::new(
                ChunkType::AnimData,
                descriptor_hash,
                self.write_descriptor(),
            ),
        ]
    }

    /// The clip's name up to its NUL.
    pub fn name(&self) -> String {
        let name = self.name.split(|&byte| byte == 0).next();
        String::from_utf8_lossy(name.unwrap_or_default()).into_owned()
    }

    /// The rotation channels with their bones. Channels without a bone, or bones without a channel, are left out.
    pub fn channels(&self) -> impl Iterator<Item = (u8, Channel<'_>)> {
        self.bones.bones().zip(Channel::split(&self.rotations))
    }

    /// The channel of a bone.
    pub fn channel(&self, bone: u8) -> Option<Channel<'_>> {
        let mut channels = self.channels();
        channels
            .find(|&(of, _)| of == bone)
            .map(|(_, channel)| channel)
    }

    /// Holds the animation against what all 31,274 of the disc keep.
    pub fn validate(&self, findings: &mut Findings) {
        let bones = self.bones.count();
        findings.expect(
            u32::from(self.channel_count) == bones,
            "animation-channel-count",
            || {
                format!(
                    "expected {bones}, one a bone of the mask, found {}",
                    self.channel_count
                )
            },
        );
        findings.expect(
            self.bones.bones().all(|bone| bone < Self::BONES),
            "animation-bone-range",
            || format!("expected bones below 34, found mask {:02x?}", self.bones.0),
        );
        let channels = Channel::split(&self.rotations).count();
        findings.expect(
            channels as u64 == u64::from(bones),
            "animation-channels",
            || {
                format!(
                    "expected {bones} rotation channels, one a bone of the mask, found {channels}"
                )
            },
        );
        let sections = [
            ("section A", &self.root_velocity),
            ("section B", &self.root_translation),
            ("section C", &self.rotations),
        ];
        for (section, keys) in sections {
            let begins = keys.first().is_none_or(|key| key.frames == 0);
            findings.expect(begins, "animation-first-key", || {
                format!("{section}: expected a first key with 0 frames")
            });
        }
        let finite = self.duration.is_finite() && self.displacement.iter().all(|v| v.is_finite());
        findings.expect(finite, "animation-finite", || {
            let (duration, [x, y]) = (self.duration, self.displacement);
            format!("expected finite numbers, found {duration}, {x}, {y}")
        });
        findings.remark_unless(
            self.name.contains(&0),
            "animation-name",
            || "expected a name with a NUL",
        );
        self.keys_tail.validate(findings);
        self.descriptor_tail.validate(findings);
    }
}

/// `size_offset` is where the section's size stands, for the error.
fn read_keys(cursor: &mut Cursor<'_>, bytes: u32, size_offset: u64) -> Result<Vec<Key>> {
    let count = bytes / Key::BYTES as u32;
    if !bytes.is_multiple_of(Key::BYTES as u32) {
        return Err(FormatError::malformed(
            size_offset,
            "a multiple of 8 bytes",
            bytes,
        ));
    }
    let fitting = cursor.check_count(u64::from(count), Key::BYTES as u64)?;
    cursor
        .limits()
        .check_items("keys", u64::from(count), size_offset)?;
    let mut keys = Vec::with_capacity(fitting);
    for _ in 0..fitting {
        keys.push(cursor.record()?);
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};
    use wonderwheel_ps2::assert_breaks;

    use super::*;

    fn key(frames: u8) -> Key {
        Key::of_rotation(frames, Quat::IDENTITY)
    }

    /// Bones 2 and 33; 2 + 1 keys; one root key; one event.
    fn animation() -> Animation {
        Animation {
            displacement: [1.0, 2.0],
            flags: clip_flags::PAIRED | clip_flags::CAPSULE_STRIKE,
            root_velocity: vec![Key::of_metres(0, Vec3::new(1.0, 0.0, 0.0))],
            events: vec![Event {
                frame: 7,
                ..Default::default()
            }],
            ..Animation::new("walk", 30, [(33, &[key(0)][..]), (2, &[key(0), key(30)])])
        }
    }

    #[test]
    fn fields_stand_where_the_spec_says() {
        // Source: spec/chunks.md 5.2.
        let bytes = animation().write_descriptor();
        assert_eq!(bytes.len(), 80);
        assert_eq!(bytes[..4], [0x40, 0xDE, 0x45, 0]);
        assert_eq!(bytes[8..16], [0, 0, 0, 0x40, 0, 0, 0x80, 0x3F]);
        assert_eq!(bytes[0x10..0x1C], [8, 0, 0, 0, 24, 0, 0, 0, 2, 0, 1, 0]);
        assert_eq!(bytes[0x20..0x25], [4, 0, 0, 0, 2]);
        assert_eq!(bytes[0x25..0x2A], *b"walk\0");
        assert_eq!(bytes[0x44..0x48], [1, 0, 1, 0]);
        // 4 keys and an event: 56 bytes, padded to 64.
        let keys = animation().write_keys();
        assert_eq!(keys.len(), 64);
        assert_eq!(keys[2..4], 1_023_i16.to_le_bytes());
        assert_eq!(keys[32], 7);
    }

    #[test]
    fn an_animation_reads_back_and_has_no_findings() {
        let animation = animation();
        let (descriptor, keys) = (animation.write_descriptor(), animation.write_keys());
        let read = Animation::read(&descriptor, &keys).unwrap();
        assert_eq!(read, animation);
        assert_eq!(read.name(), "walk");
        assert_eq!(Findings::of(|f| read.validate(f)).as_slice(), []);
    }

    #[test]
    fn channels_belong_to_the_bones_of_the_mask_in_order() {
        let animation = animation();
        let channels: Vec<_> = animation.channels().collect();
        let bones: Vec<_> = channels.iter().map(|(bone, _)| *bone).collect();
        assert_eq!(bones, [2, 33]);
        assert_eq!(channels[0].1.last_frame(), 30);
        assert_eq!(
            animation.channel(33).map(|channel| channel.keys.len()),
            Some(1)
        );
        assert_eq!(animation.channel(3), None);
    }

    #[test]
    fn a_size_that_is_no_multiple_of_a_key_is_refused() {
        let animation = animation();
        let mut descriptor = animation.write_descriptor();
        descriptor[0x14] = 25;
        let error = Animation::read(&descriptor, &animation.write_keys()).unwrap_err();
        assert_eq!(error.path(), "section C");
        assert_eq!(error.offset(), 0x14);
    }

    #[test]
    fn sections_longer_than_the_chunk_are_refused() {
        let animation = animation();
        let keys = animation.write_keys();
        for (at, section) in [
            (0x11, "section A"),
            (0x13, "section B"),
            (0x17, "section C"),
            (0x1B, "events"),
        ] {
            let mut descriptor = animation.write_descriptor();
            descriptor[at] = 0x70;
            let error = Animation::read(&descriptor, &keys).unwrap_err();
            assert_eq!(error.path().to_string(), section);
        }
    }

    #[test]
    fn what_no_animation_of_the_disc_has_is_found() {
        assert_breaks! { &animation(), Animation::validate;
            "animation-channel-count" a => a.channel_count = 3;
            "animation-channels" a => a.rotations.truncate(2);
            "animation-first-key" a => a.root_velocity[0].frames = 1;
            "animation-finite" a => a.duration = f32::INFINITY;
            "animation-name" a => a.name = [b'n'; 30];
            "chunk-padding" a => a.keys_tail = Tail::Bytes(vec![1]);
        }
    }
}
