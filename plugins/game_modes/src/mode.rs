//! The modes of the program and what each of them means for the frame.

use bevy::prelude::*;

/// One screen or phase of the program. The value mirrors the top of the [`ModeStack`](crate::ModeStack): it is written
/// by the stack's driver only, so read it with `in_state(..)` and change it with a [`ModeCommand`](crate::ModeCommand).
///
/// Levels are never loaded or unloaded by `OnEnter` / `OnExit` of this state: a covered mode stays entered, and pausing
/// must not unload the level (Source: spec/modes.md 8.1). Use the mode's hooks ([`ModeHook`](crate::ModeHook)) for that.
#[derive(States, Reflect, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameMode {
    /// The stack is empty: the program starts, or has nothing to show.
    #[default]
    Boot,
    /// Where the game's files are is asked for.
    Data,
    /// The list of levels found.
    Menu,
    /// A level is being loaded; its loading screen is up.
    Loading,
    /// The world runs and the player is in it.
    Play,
    /// The world stands still beneath a menu.
    Pause,
    /// Something could not be done: the message, and what to do about it.
    Error,
}

impl GameMode {
    /// Every mode, in the order of the enum.
    pub const ALL: [Self; 7] = [
        Self::Boot,
        Self::Data,
        Self::Menu,
        Self::Loading,
        Self::Play,
        Self::Pause,
        Self::Error,
    ];

    /// The id of the original's mode that this one stands for; `None` where the original has no mode (its loading screen
    /// is drawn by a callback of the blocking file reads, not by a mode). Source: spec/modes.md 2, spec/loading-screen.md 1.
    pub const fn original_id(self) -> Option<u8> {
        match self {
            Self::Boot | Self::Data | Self::Loading => None,
            Self::Menu => Some(0x12),
            Self::Play => Some(0x01),
            Self::Pause => Some(0x0a),
            Self::Error => Some(0x0f),
        }
    }

    /// Whether the world's frame is drawn beneath this mode's own screen. Source: spec/modes.md 2, last column.
    pub const fn shows_world(self) -> bool {
        matches!(self, Self::Play | Self::Pause)
    }

    /// Whether the game timer runs while this mode is on top: in play alone. Menus pause it, and it stands while a level
    /// starts (a preload makes its decisions without it), so that a level's first step is its first frame of play.
    /// Source: spec/modes.md 2, 4 and 5.2.
    pub const fn runs_game_timer(self) -> bool {
        matches!(self, Self::Play)
    }
}

/// Exists while the world beneath is drawn: `run_if(in_state(WorldBeneath))`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WorldBeneath;

impl ComputedStates for WorldBeneath {
    type SourceStates = GameMode;
    const ALLOW_SAME_STATE_TRANSITIONS: bool = false;

    fn compute(mode: GameMode) -> Option<Self> {
        mode.shows_world().then_some(Self)
    }
}

/// Exists while the game timer (Bevy's virtual time) runs: `run_if(in_state(GameTimerRuns))`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameTimerRuns;

impl ComputedStates for GameTimerRuns {
    type SourceStates = GameMode;
    const ALLOW_SAME_STATE_TRANSITIONS: bool = false;

    fn compute(mode: GameMode) -> Option<Self> {
        mode.runs_game_timer().then_some(Self)
    }
}

/// Starts the game timer. Runs when [`GameTimerRuns`] appears.
pub(crate) fn start_game_timer(mut time: ResMut<Time<Virtual>>) {
    time.unpause();
}

/// Stops the game timer. The time that passes meanwhile is skipped, not made up for: Bevy's paused clock advances by
/// nothing. Source: spec/modes.md 5.1 (pausing then unpausing resynchronises).
pub(crate) fn stop_game_timer(mut time: ResMut<Time<Virtual>>) {
    time.pause();
}
