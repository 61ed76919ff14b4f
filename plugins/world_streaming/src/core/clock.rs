//! The simulation's clock: it counts steps of 1/30 s and nothing else.

use bevy::ecs::resource::Resource;

/// Steps a second: the original's frame rate.
pub const STEPS_PER_SECOND: u64 = 30;

/// Time of the streamed world. Fades and decisions read this, never a wall clock.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StreamClock {
    /// Steps made since the level was ready.
    pub step: u64,
}

impl StreamClock {
    /// Milliseconds, rounded down.
    pub fn ms(&self) -> u64 {
        self.step * 1_000 / STEPS_PER_SECOND
    }

    /// Milliseconds at the next step.
    pub fn next_ms(&self) -> u64 {
        Self {
            step: self.step + 1,
        }
        .ms()
    }

    /// Seconds.
    pub fn seconds(&self) -> f32 {
        self.step as f32 / STEPS_PER_SECOND as f32
    }

    /// One more step.
    pub fn advance(&mut self) {
        self.step += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_steps_are_exactly_a_second() {
        let mut clock = StreamClock::default();
        let ms: Vec<u64> = (0..4)
            .map(|_| {
                clock.advance();
                clock.ms()
            })
            .collect();
        assert_eq!(ms, [33, 66, 100, 133]);
        assert_eq!(
            StreamClock { step: 108_000 }.ms(),
            3_600_000,
            "no drift in an hour"
        );
    }
}
