//! The fade-in of freshly read sectors: one second from clear to opaque.

use crate::core::clock::StreamClock;

/// How long a sector fades in, milliseconds. Source: seed 000 "Part file", step 2; 0x004110c0.
pub const FADE_MS: u64 = 1_000;

/// When the fade of a part ends that is taken now. It counts as taken in the next step, the first in which it is drawn, so
/// that it is clear there. Source: spec/world-addenda.md 5.3; 0x004110c0.
pub fn end_ms(clock: &StreamClock) -> u64 {
    clock.next_ms() + FADE_MS
}

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
    fn a_part_that_arrives_in_a_step_is_clear_in_it_and_opaque_thirty_steps_later() {
        // spec/world-addenda.md 5.3, lockstep; the part is taken before the clock moves on to its step.
        for first in [1, 2, 30, 1_234] {
            let end = end_ms(&StreamClock { step: first - 1 });
            for (later, seen) in [(0, 0), (1, 8), (15, 127), (29, 246), (30, 255), (31, 255)] {
                let step = first + later;
                assert_eq!(
                    alpha(end, StreamClock { step }.ms()),
                    seen,
                    "{first} {later}"
                );
            }
        }
    }

    #[test]
    fn a_fade_that_ends_in_the_past_is_opaque_and_one_far_ahead_is_clear() {
        assert_eq!(alpha(0, 0), 255);
        assert_eq!(alpha(u64::MAX, 0), 0);
    }
}
