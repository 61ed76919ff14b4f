//! Frames of play, counted: the clock of scripted input and of runs of a fixed length.

use bevy::prelude::*;
use wonderwheel_game_modes::GameMode;

/// Counts frames from the first one of play on. Frames without elapsed time (a run that holds still while shaders
/// compile) are not counted; frames of a pause are.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Resource, Default)]
pub struct PlayFrames {
    /// Frames so far; 0 before play begins.
    pub count: u64,
    fresh: bool,
}

impl PlayFrames {
    /// The number of this frame, counted from 0, if it is one.
    pub fn fresh(&self) -> Option<u64> {
        self.fresh.then(|| self.count - 1)
    }

    fn tick(&mut self, playing: bool, time_passes: bool) {
        self.fresh = time_passes && (playing || self.count > 0);
        self.count += u64::from(self.fresh);
    }
}

pub(crate) fn count_frame(
    mode: Res<State<GameMode>>,
    time: Res<Time<Real>>,
    mut frames: ResMut<PlayFrames>,
) {
    frames.tick(*mode.get() == GameMode::Play, !time.delta().is_zero());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_count_from_the_first_of_play_and_go_on_in_a_pause() {
        let mut frames = PlayFrames::default();
        frames.tick(false, true);
        assert_eq!((frames.count, frames.fresh()), (0, None));
        frames.tick(true, true);
        assert_eq!((frames.count, frames.fresh()), (1, Some(0)));
        frames.tick(false, true);
        assert_eq!((frames.count, frames.fresh()), (2, Some(1)));
    }

    #[test]
    fn a_frame_in_which_no_time_passes_is_not_counted() {
        let mut frames = PlayFrames::default();
        frames.tick(true, true);
        frames.tick(true, false);
        assert_eq!((frames.count, frames.fresh()), (1, None));
    }
}
