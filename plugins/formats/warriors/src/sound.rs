//! Sound lists of the global resource: static sounds (0x29), music (0x31), sound classes (0x48), stereo table (0x49).

use binrw::binrw;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use crate::chunk::record_list::{Head, Record, RecordList};
use crate::chunk::tail::Tail;

/// A sound of a sample bank. Source: spec/chunks.md 5.12.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StaticSound {
    /// Bytes of its samples.
    pub size: u32,
    /// Where its samples begin in the bank, bytes.
    pub offset: u32,
    /// Hash of its name.
    pub name_hash: u32,
    /// How far its pitch varies, percent.
    pub pitch_variation: u8,
    /// Volume, percent.
    pub volume: u8,
    /// Index of its sample rate.
    pub rate: u8,
    /// Its class: an index into [`SoundCommands`].
    pub class: u8,
}

impl Record for StaticSound {
    const HEAD: Head = Head::Count;
    const NAME: &'static str = "static sounds";

    fn validate(records: &[Self], findings: &mut Findings) {
        let sorted = records.is_sorted_by_key(|record| record.name_hash);
        findings.expect(
            sorted,
            "static-sound-order",
            || "expected records in ascending order of their hashes",
        );
    }
}

/// Chunk 0x29, sorted by hash. Source: spec/chunks.md 5.12; 0x0010f320.
pub type StaticSounds = RecordList<StaticSound>;

impl StaticSounds {
    /// The sound of that hash, by binary search: one that stands out of order may be missed.
    pub fn find(&self, name_hash: u32) -> Option<&StaticSound> {
        let found = self
            .records
            .binary_search_by_key(&name_hash, |record| record.name_hash);
        self.records.get(found.ok()?)
    }
}

/// A streamed piece of music. Source: spec/chunks.md 5.12.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MusicTrack {
    /// Volume.
    pub volume: f32,
    /// Samples a second.
    pub rate: u32,
    /// 64 in every record of the disc.
    pub sixty_four: u32,
    /// 32 in every record of the disc.
    pub thirty_two: u32,
    /// Where it begins.
    pub offset: u32,
    /// Channels: 2 in every record of the disc.
    pub channels: u32,
    /// Bytes of one channel before the other's begin.
    pub interleave: u32,
    /// Blocks of [`Self::interleave`] bytes.
    pub blocks: u32,
    /// Bytes of the last block.
    pub last_block_bytes: u32,
    /// Hash of its name.
    pub name_hash: u32,
    /// Its name, padded with NULs.
    pub name: [u8; 64],
}

impl Record for MusicTrack {
    const HEAD: Head = Head::Count;
    const NAME: &'static str = "music tracks";

    fn validate(records: &[Self], findings: &mut Findings) {
        for (i, track) in records.iter().enumerate() {
            let words = [track.sixty_four, track.thirty_two, track.channels];
            findings.remark_unless(words == [64, 32, 2], "music-constants", || {
                format!("track[{i}]: expected 64, 32 and 2 channels, found {words:?}")
            });
        }
    }
}

/// Chunk 0x31. Source: spec/chunks.md 5.12; 0x0010f360.
pub type Music = RecordList<MusicTrack>;

/// A stereo stream's shape. Source: spec/chunks.md 5.12.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SoundMaterial {
    /// Hash of its name.
    pub name_hash: u32,
    /// Bytes of one channel before the other's begin: 0x8000 on the disc.
    pub interleave: u32,
    /// Bytes of the last block.
    pub last_block_bytes: u32,
    /// Blocks.
    pub blocks: u32,
}

impl Record for SoundMaterial {
    const HEAD: Head = Head::Block;
    const NAME: &'static str = "sound materials";

    fn validate(records: &[Self], findings: &mut Findings) {
        for (i, record) in records.iter().enumerate() {
            let found = record.interleave;
            findings.remark_unless(found == 0x8000, "sound-material-interleave", || {
                format!("record[{i}]: expected 0x8000, found {found:#x}")
            });
        }
    }
}

/// Chunk 0x49. Source: spec/chunks.md 5.12; 0x0010f3d8.
pub type SoundMaterials = RecordList<SoundMaterial>;

/// A sound class. Source: spec/chunks.md 5.12.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SoundClass {
    /// Within this distance it is as loud as it gets, metres.
    pub near: u8,
    /// Where it is no longer heard, in units of five metres: see [`Self::far_metres`].
    pub far: u8,
    /// Flags, not known.
    pub flags: u8,
    /// Which sound wins a channel.
    pub priority: u8,
    /// How many channels the class may have.
    pub channels: u8,
}

impl SoundClass {
    /// Where it is no longer heard, metres.
    pub fn far_metres(&self) -> u16 {
        5 * u16::from(self.far)
    }
}

/// Chunk 0x48: 246 sound classes without a count. Source: spec/chunks.md 5.12; 0x0010f3a0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundCommands {
    /// The classes.
    pub classes: [SoundClass; Self::CLASSES],
    /// What follows them.
    pub tail: Tail,
}

impl Default for SoundCommands {
    fn default() -> Self {
        Self {
            classes: [SoundClass::default(); Self::CLASSES],
            tail: Tail::Padding,
        }
    }
}

impl SoundCommands {
    /// How many classes there are.
    pub const CLASSES: usize = 246;

    /// Reads a whole payload.
    ///
    /// # Errors
    /// `Malformed` when it is shorter than 246 classes.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads the rest of `cursor` as a payload.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let mut classes = [SoundClass::default(); Self::CLASSES];
        let start = cursor.remaining();
        for class in &mut classes {
            *class = cursor.record()?;
        }
        let tail = Tail::read(cursor, start - cursor.remaining())?;
        Ok(Self { classes, tail })
    }

    /// The bytes of the payload.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for class in &self.classes {
            push_record(&mut out, class);
        }
        self.tail.write(&mut out, 0);
        out
    }

    /// Reports `chunk-padding`.
    pub fn validate(&self, findings: &mut Findings) {
        self.tail.validate(findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACK: MusicTrack = MusicTrack {
        volume: 1.0,
        rate: 44_100,
        sixty_four: 64,
        thirty_two: 32,
        offset: 0,
        channels: 2,
        interleave: 0x8000,
        blocks: 1,
        last_block_bytes: 16,
        name_hash: 0,
        name: [0; 64],
    };

    #[test]
    fn the_discs_counts_give_the_discs_sizes() {
        // Source: spec/chunks.md 5.12.
        let sounds = StaticSounds::from(vec![StaticSound::default(); 25_395]);
        assert_eq!(sounds.write().len(), 406_336);
        assert_eq!(Music::from(vec![TRACK; 345]).write().len(), 35_888);
        assert_eq!(SoundCommands::default().write().len(), 1_232);
        let materials = SoundMaterials::from(vec![SoundMaterial::default(); 248]);
        assert_eq!(materials.write().len(), 3_984);
    }

    #[test]
    fn a_sound_is_found_by_its_hash() {
        let sound = |name_hash, class| StaticSound {
            name_hash,
            class,
            ..Default::default()
        };
        let sounds = StaticSounds::from(vec![sound(1, 10), sound(5, 50), sound(9, 90)]);
        assert_eq!(sounds.find(5).map(|found| found.class), Some(50));
        assert_eq!(sounds.find(6), None);
    }

    #[test]
    fn a_class_of_five_bytes_is_heard_up_to_five_times_its_second() {
        let mut bytes = vec![0; 1_232];
        bytes[5..10].copy_from_slice(&[2, 30, 1, 7, 3]);
        let commands = SoundCommands::read(&bytes).unwrap();
        let class = commands.classes[1];
        assert_eq!((class.near, class.far_metres()), (2, 150));
        assert_eq!((class.flags, class.priority, class.channels), (1, 7, 3));
        assert_eq!(commands.write(), bytes);
        assert!(SoundCommands::read(&bytes[..1_229]).is_err());
    }

    #[test]
    fn what_the_disc_never_has_is_found() {
        let mut findings = Findings::new();
        let backwards = [9, 5].map(|name_hash| StaticSound {
            name_hash,
            ..Default::default()
        });
        StaticSounds::from(backwards.to_vec()).validate(&mut findings);
        let mono = MusicTrack {
            channels: 1,
            ..TRACK
        };
        Music::from(vec![TRACK, mono]).validate(&mut findings);
        SoundMaterials::from(vec![SoundMaterial::default()]).validate(&mut findings);
        let rules = findings.rules();
        assert_eq!(
            rules,
            [
                "static-sound-order",
                "music-constants",
                "sound-material-interleave"
            ]
        );
    }
}
