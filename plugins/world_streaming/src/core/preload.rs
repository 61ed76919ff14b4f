//! The preload: the decision in a loop, until what lies within the draw distance is there.
//!
//! Source: spec/level-start.md 5; 0x0040c948.

use crate::core::decision::Decision;
use crate::core::distance::NOTHING_MISSING;

/// Passes without work after which the loop ends. Source: spec/level-start.md 5.
pub const IDLE_PASSES: u32 = 200;

/// Why a preload ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreloadEnd {
    /// The nearest missing scenery lies beyond the radius, or nothing is missing.
    Reached,
    /// Nothing could be started any more: everything is there, or there is no room.
    NoWork,
    /// The time was up.
    Deadline,
}

impl std::fmt::Display for PreloadEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Reached => "everything within the draw distance is there",
            Self::NoWork => "nothing more to read: all is there, or the budget is full",
            Self::Deadline => "the time was up",
        })
    }
}

/// The state of the loop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preload {
    radius: f32,
    deadline_ms: Option<u64>,
    other: u32,
}

impl Preload {
    /// A preload of `radius` metres; without a deadline it is the same on every machine.
    pub fn new(radius: f32, deadline_ms: Option<u64>) -> Self {
        Self {
            radius,
            deadline_ms,
            other: 0,
        }
    }

    /// How far it reaches, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// After one decision: whether the loop ends. `pending` is the distance of the scenery that the last search found
    /// missing; the search is not repeated, so one part beyond the radius is still loaded.
    pub fn after(&mut self, decision: &Decision, pending: f32, now_ms: u64) -> Option<PreloadEnd> {
        let late = self.deadline_ms.is_some_and(|deadline| now_ms >= deadline);
        if decision.worked() && !late {
            return (pending < NOTHING_MISSING && pending > self.radius)
                .then_some(PreloadEnd::Reached);
        }
        self.other += 1;
        if self.other < IDLE_PASSES {
            None
        } else if late {
            Some(PreloadEnd::Deadline)
        } else {
            Some(PreloadEnd::NoWork)
        }
    }
}

/// How long the original gives the preload of a level, milliseconds: 15,000 for story levels (numbers below 101),
/// 30,000 for the others. Source: spec/level-start.md, InitLevel step 10.
pub fn budget_ms(level: &str) -> u64 {
    let number = level
        .strip_prefix("level")
        .and_then(|number| number.parse::<u32>().ok());
    if number.is_some_and(|number| number < 101) {
        15_000
    } else {
        30_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_within_the_radius_keeps_it_going_and_the_first_work_beyond_ends_it() {
        let mut preload = Preload::new(115.0, None);
        assert_eq!(preload.after(&Decision::Busy, 20.0, 0), None);
        assert_eq!(preload.after(&Decision::Busy, 115.0, u64::MAX), None);
        assert_eq!(
            preload.after(&Decision::Busy, 115.1, 0),
            Some(PreloadEnd::Reached)
        );
    }

    #[test]
    fn work_with_nothing_known_to_be_missing_goes_on() {
        assert_eq!(
            Preload::new(115.0, None).after(&Decision::Busy, NOTHING_MISSING, 0),
            None
        );
    }

    #[test]
    fn two_hundred_passes_without_work_end_it_even_with_work_between() {
        let mut preload = Preload::new(115.0, None);
        for _ in 0..100 {
            assert_eq!(preload.after(&Decision::Idle, 10.0, 0), None);
            assert_eq!(preload.after(&Decision::Busy, 10.0, 0), None);
        }
        for _ in 0..99 {
            assert_eq!(preload.after(&Decision::Idle, 10.0, 0), None);
        }
        assert_eq!(
            preload.after(&Decision::Idle, 10.0, 0),
            Some(PreloadEnd::NoWork)
        );
    }

    #[test]
    fn after_the_deadline_work_counts_as_no_work() {
        let mut preload = Preload::new(115.0, Some(1_000));
        assert_eq!(preload.after(&Decision::Busy, 10.0, 999), None);
        for _ in 0..199 {
            assert_eq!(preload.after(&Decision::Busy, 10.0, 1_000), None);
        }
        assert_eq!(
            preload.after(&Decision::Busy, 10.0, 1_000),
            Some(PreloadEnd::Deadline)
        );
    }

    #[test]
    fn story_levels_get_15_seconds_and_the_others_30() {
        assert_eq!(budget_ms("level99"), 15_000);
        assert_eq!(budget_ms("level100"), 15_000);
        assert_eq!(budget_ms("level101"), 30_000);
        assert_eq!(budget_ms("objarena"), 30_000);
    }
}
