//! The moving draw distance: the view closes in on scenery that is not loaded yet rather than showing holes.
//!
//! Source: spec/world-addenda.md 5.1; 0x0040e8d8.

use bevy::ecs::reflect::ReflectResource;
use bevy::ecs::resource::Resource;
use bevy::reflect::Reflect;

use crate::core::distance::NOTHING_MISSING;
use crate::view::lens::Lens;

/// How fast the view closes in, metres a second.
pub const SHRINK_PER_SECOND: f32 = 40.5;
/// How fast it opens again, metres a second.
pub const GROW_PER_SECOND: f32 = 10.5;
/// Nothing makes it longer than this, metres.
pub const HIGHEST: f32 = 300.0;
/// The frame rate above which the distance follows the missing scenery, 60 Hz consoles.
pub const FRAME_RATE_THRESHOLD: f32 = 29.5;

/// Longest time that one step may cover, seconds.
const LONGEST_STEP: f32 = 0.100;

/// How far the view reaches.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct DrawDistance {
    /// The far clip of this frame, metres.
    pub current: f32,
    /// Distance of the nearest missing scenery, metres; `f32::MAX` when nothing is missing.
    pub pending: f32,
}

impl Default for DrawDistance {
    fn default() -> Self {
        Self {
            current: Lens::PLAYER.far,
            pending: NOTHING_MISSING,
        }
    }
}

/// What one step of the draw distance depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawDistanceStep {
    /// Time since the last step, seconds.
    pub dt: f32,
    /// Frames a second. A fixed-step engine says 30 (spec/world-addenda.md 5.1).
    pub frame_rate: f32,
    /// Frame rate below which the view shrinks to save time.
    pub threshold: f32,
    /// Distance of the nearest missing scenery, metres; [`NOTHING_MISSING`] when there is none.
    pub pending: f32,
    /// How many viewports there are: the floor is 60 - 10 a viewport.
    pub viewports: u32,
    /// The camera's own far clip, metres.
    pub ceiling: f32,
}

impl DrawDistanceStep {
    /// The step of a game that runs at its full 30 Hz with one viewport.
    pub fn at_30_hz(pending: f32, ceiling: f32) -> Self {
        Self {
            dt: 1.0 / 30.0,
            frame_rate: 30.0,
            threshold: FRAME_RATE_THRESHOLD,
            pending,
            viewports: 1,
            ceiling,
        }
    }

    /// The next draw distance after `current`, metres.
    pub fn advance(&self, current: f32) -> f32 {
        let dt = self.dt.min(LONGEST_STEP);
        let moved = if self.frame_rate > self.threshold {
            let wanted = self.pending;
            let followed = if wanted < current {
                wanted.max(current - SHRINK_PER_SECOND * dt)
            } else {
                wanted.min(current + GROW_PER_SECOND * dt)
            };
            followed.min(HIGHEST)
        } else {
            current - (self.threshold - self.frame_rate) * GROW_PER_SECOND * dt
        };
        let floor = 60.0 - 10.0 * self.viewports as f32;
        moved.max(floor).min(self.ceiling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    #[test]
    fn a_step_goes_towards_the_missing_scenery_within_floor_and_ceiling() {
        for (pending, ceiling, before, after, what) in [
            (60.0, 115.0, 100.0, 98.65, "it shrinks by 1.35 m"),
            (f32::MAX, 115.0, 100.0, 100.35, "it grows by 0.35 m"),
            (
                99.5,
                115.0,
                100.0,
                99.5,
                "it stops at what is missing, from far",
            ),
            (100.2, 115.0, 100.0, 100.2, "and from near"),
            (3.0, 115.0, 50.0, 50.0, "the floor of one viewport"),
            (3.0, 30.0, 50.0, 30.0, "a ceiling below the floor wins"),
            (
                f32::MAX,
                900.0,
                299.9,
                300.0,
                "no far clip lets it pass 300 m",
            ),
        ] {
            let next = DrawDistanceStep::at_30_hz(pending, ceiling).advance(before);
            assert!((next - after).abs() < 1e-4, "{what}: {next}");
        }
    }

    #[test]
    fn with_nothing_missing_it_grows_to_the_cameras_own_far_clip() {
        let step = DrawDistanceStep::at_30_hz(NOTHING_MISSING, 115.0);
        let mut distance = 50.0;
        for _ in 0..186 {
            // (115 - 50) / 0.35 = 185.7 steps
            distance = step.advance(distance);
        }
        assert_eq!(distance, 115.0);
    }

    #[test]
    fn the_floor_is_40_m_for_two_viewports() {
        let two = DrawDistanceStep {
            viewports: 2,
            ..DrawDistanceStep::at_30_hz(3.0, 115.0)
        };
        close(two.advance(40.5), 40.0);
    }

    #[test]
    fn a_slow_frame_shrinks_the_view_whatever_is_missing() {
        let slow = DrawDistanceStep {
            frame_rate: 20.0,
            dt: 0.05,
            ..DrawDistanceStep::at_30_hz(f32::MAX, 115.0)
        };
        // (29.5 - 20) * 10.5 * 0.05
        close(slow.advance(100.0), 100.0 - 4.9875);
    }

    #[test]
    fn a_long_frame_counts_as_a_tenth_of_a_second() {
        let long = DrawDistanceStep {
            dt: 7.0,
            ..DrawDistanceStep::at_30_hz(0.0, 115.0)
        };
        close(long.advance(100.0), 100.0 - 4.05);
    }
}
