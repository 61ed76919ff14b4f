//! Values of the last minute, for the plots.

use std::collections::VecDeque;

use bevy::prelude::*;
use wonderwheel_world_streaming::core::budget::SectorBudget;
use wonderwheel_world_streaming::core::clock::{STEPS_PER_SECOND, StreamClock};
use wonderwheel_world_streaming::core::distance::NOTHING_MISSING;
use wonderwheel_world_streaming::prelude::DrawDistance;

/// Seconds of streaming that are kept.
pub const SECONDS_KEPT: usize = 60;
/// Rendered frames whose time is kept.
pub const FRAMES_KEPT: usize = 600;

/// The newest values, oldest first. Never holds more than it was made for.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    values: VecDeque<f32>,
    kept: usize,
}

impl History {
    /// Room for `kept` values, at least one.
    pub fn new(kept: usize) -> Self {
        let kept = kept.max(1);
        Self {
            values: VecDeque::with_capacity(kept),
            kept,
        }
    }

    /// Adds a value; the oldest goes when there is no room.
    pub fn push(&mut self, value: f32) {
        if self.values.len() == self.kept {
            self.values.pop_front();
        }
        self.values.push_back(value);
    }

    /// The values, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = f32> + ExactSizeIterator {
        self.values.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True before the first.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The newest.
    pub fn latest(&self) -> Option<f32> {
        self.values.back().copied()
    }

    /// The mean; 0 without values.
    pub fn mean(&self) -> f32 {
        if self.is_empty() {
            0.0
        } else {
            self.iter().sum::<f32>() / self.len() as f32
        }
    }

    /// The mean of the newest values that add up to `sum` together, at least one: the last second of frame times. 0 without
    /// values.
    pub fn mean_of_last(&self, sum: f32) -> f32 {
        let (mut total, mut count) = (0.0, 0_u32);
        for value in self.iter().rev() {
            if total >= sum {
                break;
            }
            total += value;
            count += 1;
        }
        total / count.max(1) as f32
    }

    /// The largest; 0 without values.
    pub fn highest(&self) -> f32 {
        self.iter().fold(0.0, f32::max)
    }

    /// Points of a plot whose newest value lies at x = 0, each older one `step` to the left.
    pub fn points(&self, step: f64) -> Vec<[f64; 2]> {
        let newest = self.len() as f64 - 1.0;
        self.iter()
            .enumerate()
            .map(|(at, value)| [(at as f64 - newest) * step, f64::from(value)])
            .collect()
    }
}

/// What the plots show.
#[derive(Resource, Debug, Clone)]
pub struct Histories {
    /// Megabytes charged, a value a streaming step.
    pub used_mb: History,
    /// Draw distance in metres, a value a streaming step.
    pub draw_distance: History,
    /// Distance of the nearest missing scenery in metres, a value a streaming step; the draw distance's ceiling where
    /// nothing is missing.
    pub nearest_missing: History,
    /// Milliseconds a rendered frame.
    pub frame_ms: History,
    last_step: u64,
}

impl Default for Histories {
    fn default() -> Self {
        let steps = SECONDS_KEPT * STEPS_PER_SECOND as usize;
        Self {
            used_mb: History::new(steps),
            draw_distance: History::new(steps),
            nearest_missing: History::new(steps),
            frame_ms: History::new(FRAMES_KEPT),
            last_step: 0,
        }
    }
}

impl Histories {
    /// Milliseconds a frame over the last second, for the bar and the counters.
    pub fn frame_ms_now(&self) -> f32 {
        self.frame_ms.mean_of_last(1_000.0)
    }
}

/// Takes a sample of what streams when a step was made, and of every frame's time.
pub(crate) fn sample(
    time: Res<Time<Real>>,
    clock: Option<Res<StreamClock>>,
    budget: Option<Res<SectorBudget>>,
    distance: Option<Res<DrawDistance>>,
    mut histories: ResMut<Histories>,
) {
    histories.frame_ms.push(time.delta_secs() * 1_000.0);
    let (Some(clock), Some(budget), Some(distance)) = (clock, budget, distance) else {
        return;
    };
    if clock.step == histories.last_step {
        return;
    }
    if clock.step < histories.last_step {
        // Another level began.
        let frame_ms = histories.frame_ms.clone();
        *histories = Histories {
            frame_ms,
            ..default()
        };
    }
    histories.last_step = clock.step;
    histories.used_mb.push(budget.used() as f32 / 1e6);
    histories.draw_distance.push(distance.current);
    let missing = Some(distance.pending).filter(|&pending| pending < NOTHING_MISSING);
    let missing = missing.unwrap_or(distance.current);
    histories.nearest_missing.push(missing);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_value_goes_when_the_ring_is_full() {
        let mut history = History::new(3);
        for value in [1.0, 2.0, 3.0, 4.0, 5.0] {
            history.push(value);
        }
        assert_eq!(history.iter().collect::<Vec<_>>(), [3.0, 4.0, 5.0]);
        assert_eq!(
            (history.mean(), history.highest(), history.latest()),
            (4.0, 5.0, Some(5.0))
        );
    }

    #[test]
    fn the_frame_time_is_that_of_the_last_second() {
        let mut histories = Histories::default();
        assert_eq!(histories.frame_ms_now(), 0.0);
        for ms in [5_000.0, 10.0, 400.0, 500.0, 150.0] {
            histories.frame_ms.push(ms);
        }
        // 150 + 500 fall short of a second, 400 more reach it.
        assert_eq!(histories.frame_ms_now(), 350.0);
        histories.frame_ms.push(3_000.0);
        assert_eq!(
            histories.frame_ms_now(),
            3_000.0,
            "one frame that was longer"
        );
    }

    #[test]
    fn an_empty_history_has_a_mean_of_zero_and_no_points() {
        let history = History::new(0);
        assert_eq!(
            (history.mean(), history.highest(), history.latest()),
            (0.0, 0.0, None)
        );
        assert!(history.points(1.0).is_empty());
    }

    #[test]
    fn the_newest_point_lies_at_zero_and_the_others_before_it() {
        let mut history = History::new(8);
        for value in [7.0, 8.0, 9.0] {
            history.push(value);
        }
        assert_eq!(history.points(0.5), [[-1.0, 7.0], [-0.5, 8.0], [0.0, 9.0]]);
    }
}
