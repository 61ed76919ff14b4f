//! Sound banks. What is inside them is not decoded: they are recognised, and written back as they are.

/// Whether bytes look like a sound bank: all 27 of the disc's levels have `SBlk` at 0x18 and `DAW` at 0x24.
///
/// Source: spec/commando-container.md 3.1, 0x18.
pub fn is_sound_bank(bytes: &[u8]) -> bool {
    let at = |offset: usize, magic: &[u8]| {
        bytes
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(magic))
    };
    at(0x18, b"SBlk") && at(0x24, b"DAW")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_is_known_by_two_words() {
        let mut bank = vec![0; 0x28];
        assert!(!is_sound_bank(&bank));
        bank[0x18..0x1C].copy_from_slice(b"SBlk");
        bank[0x24..0x27].copy_from_slice(b"DAW");
        assert!(is_sound_bank(&bank));
        assert!(!is_sound_bank(&bank[..0x26]));
    }
}
