//! The two sets of rules: `faithful` keeps the original's quirks, `improved` streams better.

use bevy::reflect::Reflect;

use crate::core::distance::NOTHING_MISSING;

/// How much farther than the wanted scenery a part must be before it is freed. Source: 0x0040f8a0.
pub const FREE_MARGIN: f32 = 5.0;

/// Which rules the whole program streams by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Reflect)]
pub enum StreamingMode {
    /// As the original, quirks included. What headless runs use.
    Faithful,
    /// Each quirk fixed, several reads in flight, a look ahead. What play uses.
    #[default]
    Improved,
}

/// The rules of a [`StreamingMode`], one by one. Every decision reads them from here.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Each world keeps the marks of its own visible sectors. The original marks all in the `s` world.
    pub own_marks: bool,
    /// The reach of the visible-first search is in metres. The original compares squared metres with metres.
    pub reach_in_metres: bool,
    /// The last part of a world can be freed. The original never frees it.
    pub free_last_part: bool,
    /// The margin of freeing is in metres. The original adds it to squared metres.
    pub margin_in_metres: bool,
    /// When the nearest missing thing finds no room and nothing is freed for it, the next one may start. The original lets
    /// nothing else start.
    pub next_may_start: bool,
    /// Reads that may be in flight at once. The original has one.
    pub reads_in_flight: u32,
}

impl Rules {
    /// The original's rules.
    pub const FAITHFUL: Self = Self {
        own_marks: false,
        reach_in_metres: false,
        free_last_part: false,
        margin_in_metres: false,
        next_may_start: false,
        reads_in_flight: 1,
    };

    /// Better rules, with so many reads in flight (at least one).
    pub fn improved(reads_in_flight: u32) -> Self {
        Self {
            own_marks: true,
            reach_in_metres: true,
            free_last_part: true,
            margin_in_metres: true,
            next_may_start: true,
            reads_in_flight: reads_in_flight.max(1),
        }
    }

    /// The squared distance below which a visible sector is within reach, for a draw distance in metres.
    pub fn reach_sq(&self, draw_distance: f32) -> f32 {
        // Quirk: the original compares the squared distance with the draw distance as it is, so 115 m reach
        // sqrt(115) = 10.7 m from a face plane. Source: spec/world-addenda.md 7; 0x00411eb0.
        if self.reach_in_metres {
            draw_distance * draw_distance
        } else {
            draw_distance
        }
    }

    /// The squared distance that a part must exceed to be freed for scenery at `wanted_sq`.
    pub fn free_beyond_sq(&self, wanted_sq: f32) -> f32 {
        if wanted_sq >= NOTHING_MISSING {
            return wanted_sq;
        }
        // Quirk: the original adds the margin to squared metres, so at 100 m it is worth 2.5 cm and parts can change
        // places as long as the camera moves. Source: seed 000 "Choosing what to stream", step 5; 0x0040f8a0.
        if self.margin_in_metres {
            (wanted_sq.sqrt() + FREE_MARGIN).powi(2)
        } else {
            wanted_sq + FREE_MARGIN
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_distance_of_115_m_reaches_10_7_m_by_the_originals_rules_and_115_m_by_the_better_ones()
    {
        assert!((Rules::FAITHFUL.reach_sq(115.0).sqrt() - 10.72).abs() < 0.01);
        assert_eq!(Rules::improved(4).reach_sq(115.0).sqrt(), 115.0);
    }

    #[test]
    fn the_margin_of_5_is_added_to_squared_metres_by_the_originals_rules_and_to_metres_by_the_better_ones()
     {
        assert_eq!(Rules::FAITHFUL.free_beyond_sq(100.0), 105.0);
        assert_eq!(Rules::improved(1).free_beyond_sq(100.0), 225.0); // (10 + 5) squared
    }

    #[test]
    fn with_nothing_wanted_nothing_is_far_enough_to_be_freed() {
        assert_eq!(Rules::FAITHFUL.free_beyond_sq(NOTHING_MISSING), f32::MAX);
        assert_eq!(Rules::improved(1).free_beyond_sq(NOTHING_MISSING), f32::MAX);
    }

    #[test]
    fn at_least_one_read_may_be_in_flight() {
        assert_eq!(Rules::improved(0).reads_in_flight, 1);
    }
}
