//! Lamps that flicker. No Bevy in here; time is a lamp's own, chance has a seed.
//!
//! Source: spec/lighting.md 8.

/// Shortest time between two steps, so that a lamp with waits of 0 ms does not step for ever.
const SHORTEST_WAIT_MS: u64 = 1;
/// A lamp that has slept longer than this (a long frame) takes one step instead of catching up.
const CATCH_UP_MS: u64 = 1_000;

/// How a lamp flickers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlickerMode {
    /// Another brightness every 0 to 199 ms: mode 2 of the effects word.
    Random,
    /// Bursts of flashes with pauses at full brightness: `SetLightFlicker` with its third number 0.
    Bursts([u16; 10]),
    /// On and dimmed in turn: `SetLightFlicker` with its third number above 0.
    Blink([u16; 10]),
}

impl FlickerMode {
    /// The mode of a lamp's effects word and `SetLightFlicker` numbers, if it flickers at all.
    ///
    /// Mode 4 of the effects word rewrites the base colour only; what is seen of it is not known, so it stays steady.
    pub fn new(effects: u32, numbers: Option<[u16; 10]>) -> Option<Self> {
        match numbers {
            Some(numbers) if numbers[2] == 0 => Some(Self::Bursts(numbers)),
            Some(numbers) => Some(Self::Blink(numbers)),
            None => (effects & 0x1E == 2).then_some(Self::Random),
        }
    }
}

/// One lamp's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flicker {
    mode: FlickerMode,
    chance: u32,
    next_ms: u64,
    flashes_left: u32,
    lit: bool,
    percent: u32,
}

impl Flicker {
    /// A lamp at full brightness at `now_ms`. Lamps of different seeds do not flicker together.
    pub fn new(mode: FlickerMode, seed: u32, now_ms: u64) -> Self {
        let mut flicker = Self {
            mode,
            // An odd multiple spreads small seeds; the generator must not start at 0.
            chance: seed.wrapping_mul(0x9E37_79B9) | 1,
            next_ms: now_ms,
            flashes_left: 0,
            lit: true,
            percent: 100,
        };
        if let FlickerMode::Blink(numbers) = mode {
            flicker.next_ms = now_ms + u64::from(numbers[5]);
            flicker.lit = false;
        }
        flicker
    }

    /// Brightness at `now_ms`, 0 to 1.
    pub fn at(&mut self, now_ms: u64) -> f32 {
        if now_ms > self.next_ms + CATCH_UP_MS {
            self.next_ms = now_ms;
        }
        while self.next_ms <= now_ms {
            let wait = self.step();
            self.next_ms += u64::from(wait).max(SHORTEST_WAIT_MS);
        }
        self.percent as f32 / 100.0
    }

    /// Takes the next brightness and says how long it lasts, ms.
    fn step(&mut self) -> u32 {
        match self.mode {
            FlickerMode::Random => {
                let wait = self.below(200);
                self.percent = self.below(100);
                wait
            }
            FlickerMode::Bursts(p) => {
                if self.flashes_left > 0 {
                    self.flashes_left -= 1;
                    let wait = self.below(p[8].into());
                    self.percent = self.below(p[9].into());
                    return wait;
                }
                self.flashes_left = u32::from(p[6]) + self.below(p[7].into());
                self.percent = 100;
                u32::from(p[4]) + self.below(p[5].into())
            }
            FlickerMode::Blink(p) => {
                self.lit = !self.lit;
                self.percent = if self.lit { 100 } else { p[9].into() };
                let [shortest, more] = if self.lit { [p[0], p[1]] } else { [p[2], p[3]] };
                u32::from(shortest) + self.below(more.into())
            }
        }
    }

    /// 0 to `n` - 1, and 0 for 0. Xorshift.
    fn below(&mut self, n: u32) -> u32 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 17;
        self.chance ^= self.chance << 5;
        self.chance.checked_rem(n).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_mode_two_and_set_light_flicker_flicker() {
        assert_eq!(FlickerMode::new(0, None), None);
        assert_eq!(FlickerMode::new(1, None), None, "bit 0 is the insects");
        assert_eq!(FlickerMode::new(4, None), None);
        assert_eq!(FlickerMode::new(3, None), Some(FlickerMode::Random));
        assert_eq!(
            FlickerMode::new(0, Some([0; 10])),
            Some(FlickerMode::Bursts([0; 10]))
        );
    }

    #[test]
    fn a_blinking_lamp_is_full_for_p1_and_dimmed_to_p10_percent_for_p3() {
        let mut lamp = Flicker::new(
            FlickerMode::Blink([100, 0, 50, 0, 0, 20, 0, 0, 0, 30]),
            7,
            1_000,
        );
        assert_eq!(lamp.at(1_019), 1.0, "starts after p6 = 20 ms");
        assert_eq!((lamp.at(1_020), lamp.at(1_119)), (1.0, 1.0));
        assert_eq!((lamp.at(1_120), lamp.at(1_169)), (0.3, 0.3));
        assert_eq!(lamp.at(1_170), 1.0);
    }

    #[test]
    fn a_burst_lamp_rests_at_full_brightness_and_then_flashes_p7_times() {
        // Pause 500 ms, 3 flashes of 0 to 9 ms at 0 to 19 percent.
        let mut lamp = Flicker::new(
            FlickerMode::Bursts([0, 0, 0, 0, 500, 0, 3, 0, 10, 20]),
            3,
            0,
        );
        assert_eq!((lamp.at(0), lamp.at(499)), (1.0, 1.0));
        assert!(lamp.at(500) < 0.2);
        assert_eq!(lamp.at(530), 1.0, "three flashes of under 10 ms are over");
    }

    #[test]
    fn the_same_seed_flickers_the_same_and_another_one_differently() {
        let run = |seed| {
            let mut lamp = Flicker::new(FlickerMode::Random, seed, 0);
            (0..60).map(|frame| lamp.at(frame * 33)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        assert!(run(1).iter().all(|brightness| *brightness < 1.0));
    }

    #[test]
    fn after_a_long_sleep_a_lamp_without_waits_takes_one_step() {
        let mut lamp = Flicker::new(FlickerMode::Bursts([0; 10]), 1, 0);
        let now_ms = u64::MAX / 2;
        assert_eq!(lamp.at(now_ms), 1.0, "the pause between bursts");
        assert_eq!(lamp.next_ms, now_ms + SHORTEST_WAIT_MS);
    }
}
