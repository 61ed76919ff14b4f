//! The fade-in of freshly read sectors: one second from clear to opaque.

/// How long a sector fades in, milliseconds. Source: seed 000 "Part file", step 2; 0x004110c0.
pub const FADE_MS: u64 = 1_000;

/// Alpha of every material colour of a sector at `now_ms`, for a fade that ends at `fade_end_ms`:
/// `255 * (1 - (fade_end - now) / 1000)` before the end, 255 from then on.
///
/// The original measures real time; here it is the simulation's, so that a run can be repeated.
/// Source: spec/world-addenda.md 5.3; 0x00411990.
pub fn alpha(fade_end_ms: u64, now_ms: u64) -> u8 {
    let left_ms = fade_end_ms.saturating_sub(now_ms).min(FADE_MS);
    (255 * (FADE_MS - left_ms) / FADE_MS) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sector_is_clear_when_read_half_seen_after_half_a_second_and_opaque_after_one() {
        let end = 5_000 + FADE_MS;
        assert_eq!(alpha(end, 5_000), 0);
        assert_eq!(alpha(end, 5_500), 127);
        assert_eq!(alpha(end, 5_999), 254);
        assert_eq!(alpha(end, 6_000), 255);
        assert_eq!(alpha(end, 999_999), 255);
    }

    #[test]
    fn a_fade_that_ends_in_the_past_is_opaque_and_one_far_ahead_is_clear() {
        assert_eq!(alpha(0, 0), 255);
        assert_eq!(alpha(u64::MAX, 0), 0);
    }
}
