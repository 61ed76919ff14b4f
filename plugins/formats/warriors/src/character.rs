//! Character data: chunk 0x08 with a slot for each animation id, chunk 0x45 with the reach of each, and the animations that
//! stand before them in the file.

use std::collections::BTreeMap;

use binrw::binrw;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::animation::Animation;
use crate::chunk::record_list::{Head, Record, RecordList};
use crate::chunk::tail::Tail;
use crate::chunk::{Chunk, ChunkType, Resource};

/// Animation ids: slots of a character.
pub const SLOTS: usize = 722;

/// The slot word that asks for the animation of the default set.
pub const DEFAULT_ANIMATION: u32 = u32::MAX;

/// What one slot of a character plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The animation of the default set.
    Default,
    /// An own animation: see [`Character::animations`].
    Own(u32),
    /// A number that is neither. The game would take it as a pointer; none is on the disc.
    Invalid(u32),
}

impl From<u32> for Slot {
    fn from(word: u32) -> Self {
        match word {
            DEFAULT_ANIMATION => Self::Default,
            own if (own as usize) < SLOTS => Self::Own(own),
            other => Self::Invalid(other),
        }
    }
}

/// Chunk 0x08: which animation belongs to which id. Source: spec/chunks.md 5.3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterData {
    /// The words of the 722 slots: see [`Slot`].
    pub slots: Vec<u32>,
    /// +0x00: a pointer of the build that made the file.
    pub class: u32,
    /// +0x04: not known.
    pub unknown: u32,
    /// +0xB50: count of the ranges, where they are, and 8 bytes more; set at run time.
    pub run_time: [u32; 4],
    /// What follows.
    pub tail: Tail,
}

impl Default for CharacterData {
    fn default() -> Self {
        Self {
            slots: vec![DEFAULT_ANIMATION; SLOTS],
            class: 0x0043_6B10,
            unknown: 0,
            run_time: [0; 4],
            tail: Tail::Padding,
        }
    }
}

impl CharacterData {
    /// Reads a whole payload.
    ///
    /// # Errors
    /// `Malformed` when it has fewer than 2,912 bytes.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads the rest of `cursor` as a payload.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let start = cursor.remaining();
        let class = cursor.u32()?;
        let unknown = cursor.u32()?;
        let mut slots = Vec::with_capacity(cursor.check_count(SLOTS as u64, 4)?);
        for _ in 0..SLOTS {
            slots.push(cursor.u32()?);
        }
        let run_time = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
        let tail = Tail::read(cursor, start - cursor.remaining())?;
        Ok(Self {
            slots,
            class,
            unknown,
            run_time,
            tail,
        })
    }

    /// The bytes of the payload. Slots from 722 on are left out, missing ones ask for the default set.
    pub fn write(&self) -> Vec<u8> {
        let missing = std::iter::repeat(&DEFAULT_ANIMATION);
        let slots = self.slots.iter().chain(missing).take(SLOTS);
        let words = [&self.class, &self.unknown];
        let words = words.into_iter().chain(slots).chain(&self.run_time);
        let mut out: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        self.tail.write(&mut out, 0);
        out
    }

    /// What animation `id` plays.
    pub fn slot(&self, id: usize) -> Slot {
        let word = self.slots.get(id).copied();
        word.unwrap_or(DEFAULT_ANIMATION).into()
    }

    /// The numbers of its own animations in ascending order, each once: the order in which they are popped.
    pub fn own_animations(&self) -> std::collections::BTreeSet<u32> {
        let slots = self.slots.iter().map(|&word| Slot::from(word));
        let own = slots.filter_map(|slot| match slot {
            Slot::Own(number) => Some(number),
            Slot::Default | Slot::Invalid(_) => None,
        });
        own.collect()
    }

    /// Reports `character-slot-range` for slots that are no number of an animation, `character-slot-gap` when numbers are
    /// left out, and `chunk-padding`.
    pub fn validate(&self, findings: &mut Findings) {
        for (id, &word) in self.slots.iter().enumerate() {
            let valid = !matches!(Slot::from(word), Slot::Invalid(_));
            findings.expect(valid, "character-slot-range", || {
                format!("slot[{id}]: expected a number below 722 or 0xffffffff, found {word:#x}")
            });
        }
        let own = self.own_animations();
        let gap = (0..).zip(&own).find(|(wanted, found)| wanted != *found);
        if let Some((wanted, found)) = gap {
            let message = format!("expected a slot with number {wanted} before one with {found}");
            findings.remark("character-slot-gap", message);
        }
        self.tail.validate(findings);
    }
}

/// How far an animation reaches, and what it does. Source: spec/chunks.md 5.3; spec/characters.md 4.7.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AnimRange {
    /// Direction to the other human, x and y, thousandths: see [`Self::direction`].
    pub direction: [i16; 2],
    /// How far it reaches, metres; 0 for one that does not.
    pub reach: f32,
    /// The farthest range, thousandths of a metre: see [`Self::far_metres`].
    pub far: i16,
    /// Damage.
    pub damage: i16,
    /// How the other one is hit: bits 0-1 direction, 2-3 height, 4-5 strength.
    pub hit: i16,
    /// [`Self::THROWS`] and the like; three of them choose the playback rate.
    pub flags: u16,
}

impl AnimRange {
    const UNIT: f32 = 0.001;

    /// Flag: it throws the other human.
    pub const THROWS: u16 = 0x100;
    /// Flag: it stuns.
    pub const STUNS: u16 = 0x400;
    /// Flag: it plays at a rate of 0.8 instead of 0.75. Source: spec/characters.md 4.4.
    pub const RATE_0_8: u16 = 0x800;
    /// Flag: it plays at a rate of 1.
    pub const RATE_1: u16 = 0x1000;
    /// Flag: it plays at a rate of 0.9.
    pub const RATE_0_9: u16 = 0x2000;

    /// Direction to the other human, x and y.
    pub fn direction(&self) -> [f32; 2] {
        self.direction.map(|value| f32::from(value) * Self::UNIT)
    }

    /// The farthest range, metres.
    pub fn far_metres(&self) -> f32 {
        f32::from(self.far) * Self::UNIT
    }
}

impl Record for AnimRange {
    const HEAD: Head = Head::Count;
    const NAME: &'static str = "animation ranges";

    fn validate(records: &[Self], findings: &mut Findings) {
        findings.expect(records.len() == SLOTS, "anim-range-count", || {
            format!("expected 722, found {}", records.len())
        });
    }
}

/// Chunk 0x45: one range an animation id. Source: spec/chunks.md 5.3.
pub type AnimRangeList = RecordList<AnimRange>;

/// A character's animations. Source: spec/chunks.md 5.3; 0x0016e258.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Character {
    /// Chunk 0x08.
    pub data: CharacterData,
    /// Chunk 0x45.
    pub ranges: AnimRangeList,
    /// Its own animations by the number that slots name them with.
    pub animations: BTreeMap<u32, Animation>,
}

impl Character {
    /// What animation `id` plays; `None` for the default set's.
    pub fn animation(&self, id: usize) -> Option<&Animation> {
        match self.data.slot(id) {
            Slot::Own(number) => self.animations.get(&number),
            Slot::Default | Slot::Invalid(_) => None,
        }
    }

    /// The resource: animations in descending order of their numbers, so that number 0 is the last in the file and the first
    /// to be popped; then the ranges, then the slots. Every chunk gets the resource's hash word.
    pub fn to_resource(&self, name_hash: u32) -> Resource {
        let animations = self.animations.values().rev();
        let mut chunks: Vec<Chunk> = animations
            .flat_map(|animation| animation.to_chunks([name_hash; 2]))
            .collect();
        chunks.push(Chunk::new(
            ChunkType::AnimRangeList,
            name_hash,
            self.ranges.write(),
        ));
        chunks.push(Chunk::new(
            ChunkType::CharacterData,
            name_hash,
            self.data.write(),
        ));
        Resource::new(name_hash, chunks)
    }

    /// Takes as many animations from `pop` as the slots name, smallest number first: however often a number stands in the
    /// slots, one animation is popped for it.
    ///
    /// # Errors
    /// Those of `pop`, with the animation's number in the path.
    pub fn assemble(
        data: CharacterData,
        ranges: AnimRangeList,
        mut pop: impl FnMut() -> Result<Animation>,
    ) -> Result<Self> {
        let mut animations = BTreeMap::new();
        for number in data.own_animations() {
            let animation = pop().within(|| format!("animation[{number}]"))?;
            animations.insert(number, animation);
        }
        Ok(Self {
            data,
            ranges,
            animations,
        })
    }

    /// Runs the rules of its chunks and of its animations.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("data", |findings| self.data.validate(findings));
        findings.within("ranges", |findings| self.ranges.validate(findings));
        for (number, animation) in &self.animations {
            findings.within(format!("animation[{number}]"), |findings| {
                animation.validate(findings);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_chunks_have_the_discs_sizes() {
        // Source: spec/chunks.md 3 and 5.3.
        assert_eq!(CharacterData::default().write().len(), 2_912);
        let ranges = AnimRangeList::from(vec![AnimRange::default(); SLOTS]);
        assert_eq!(ranges.write().len(), 11_568);
    }

    #[test]
    fn fields_stand_where_the_spec_says() {
        let mut data = CharacterData::default();
        data.slots[721] = 3;
        data.run_time = [1, 2, 0, 0];
        let bytes = data.write();
        assert_eq!(bytes[..8], [0x10, 0x6B, 0x43, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[0xB4C..0xB58], [3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(CharacterData::read(&bytes).unwrap(), data);
    }

    #[test]
    fn a_range_counts_thousandths() {
        let bytes = [
            1, 0, 0, 0, 0xE8, 3, 0x18, 0xFC, 0, 0, 0x80, 0x3F, 0xF4, 1, 20, 0, 2, 0, 9, 0, //
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ];
        let ranges = AnimRangeList::read(&bytes).unwrap();
        let range = ranges.records[0];
        assert_eq!(range.direction(), [1.0, -1.0]);
        assert_eq!((range.reach, range.far_metres()), (1.0, 0.5));
        assert_eq!((range.damage, range.hit, range.flags), (20, 2, 9));
        assert_eq!(ranges.write(), bytes);
    }

    #[test]
    fn a_slot_is_the_default_set_s_or_one_of_722_numbers() {
        assert_eq!(Slot::from(u32::MAX), Slot::Default);
        assert_eq!(Slot::from(0x2D1), Slot::Own(721));
        assert_eq!(Slot::from(0x2D2), Slot::Invalid(722));
    }

    #[test]
    fn one_animation_is_popped_for_each_number_however_many_slots_have_it() {
        let mut data = CharacterData::default();
        data.slots[3] = 1;
        data.slots[4] = 1;
        data.slots[9] = 0;
        let mut popped = 0;
        let character = Character::assemble(data, AnimRangeList::default(), || {
            popped += 1;
            Ok(Animation {
                duration: popped as f32,
                ..Default::default()
            })
        })
        .unwrap();
        let duration = |id| character.animation(id).map(|found| found.duration);
        assert_eq!(
            [duration(9), duration(3), duration(4)],
            [Some(1.0), Some(2.0), Some(2.0)]
        );
        assert_eq!(duration(5), None);
        assert_eq!(popped, 2);
    }

    #[test]
    fn numbers_out_of_range_or_left_out_are_found() {
        let rules = |change: fn(&mut CharacterData)| {
            let mut data = CharacterData::default();
            change(&mut data);
            Findings::of(|f| data.validate(f)).rules()
        };
        assert_eq!(rules(|_| ()), [""; 0]);
        assert_eq!(rules(|data| data.slots[0] = 722), ["character-slot-range"]);
        assert_eq!(rules(|data| data.slots[0] = 1), ["character-slot-gap"]);
    }
}
