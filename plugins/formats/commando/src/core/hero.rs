//! The hero's animations, which follow the last class. Source: spec/commando-container.md 9.2.

use wonderwheel_ps2::steps;

/// The low half of a number that every level's first sequence begins with.
pub const HERO_MARKER: [u8; 2] = [0xF6, 0x7C];

/// Where bytes of a sequence show what they are: no sounds, ten zeros, then frame pointers with their tag.
const SOUND_COUNT: usize = 0x11;
const ZEROS: std::ops::Range<usize> = 0x12..0x1C;
const FRAMES: usize = 0x1C;
const TAGGED_FRAMES: usize = 4;

/// Whether an animation of the hero begins here, as far as its header shows: no sounds and no triggers, and at least four
/// frame pointers in the packed format.
pub fn is_hero_sequence(bytes: &[u8]) -> bool {
    let frames = bytes.get(FRAMES..).unwrap_or_default().as_chunks::<4>().0;
    let tagged = |frame: &[u8; 4]| u32::from_le_bytes(*frame) >> 28 == 0xF;
    bytes.starts_with(&HERO_MARKER)
        && bytes.get(SOUND_COUNT) == Some(&0xFF)
        && bytes
            .get(ZEROS)
            .is_some_and(|zeros| zeros.iter().all(|byte| *byte == 0))
        && frames.len() >= TAGGED_FRAMES
        && frames.iter().take(TAGGED_FRAMES).all(tagged)
}

/// The first place from `start` on that looks like an animation of the hero. On all 27 levels it is the end of the classes.
pub fn find_hero_sequence(core_data: &[u8], start: usize) -> Option<usize> {
    let tail = core_data.get(start..)?;
    let found = |at: &usize| tail.get(*at..).is_some_and(is_hero_sequence);
    let at = (0..tail.len()).find(found);
    steps::count_bytes(at.unwrap_or(tail.len()));
    at.map(|at| start + at)
}
