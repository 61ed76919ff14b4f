//! The mode stack mapped onto Bevy states: data, menu, loading, play, pause, error.
//!
//! A mode is one screen or phase of the program. Modes lie on a stack ([`ModeStack`]); a covered mode stays entered, so
//! pausing unloads nothing. The stack's top is mirrored into the state [`GameMode`], and what follows from it into the
//! computed states [`WorldBeneath`] (the world is drawn) and [`GameTimerRuns`] (Bevy's virtual time runs).
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_game_modes::prelude::*;
//!
//! fn start(mut modes: MessageWriter<ModeCommand>, mut levels: MessageWriter<StartLevel>) {
//!     modes.write(ModeCommand::Push(GameMode::Menu)); // lies beneath, entered when the level is left
//!     levels.write(StartLevel { name: "demo".into() });
//! }
//!
//! fn count_frames_of_play(mut frames: Local<u32>) {
//!     *frames += 1;
//! }
//!
//! App::new()
//!     .add_plugins((DefaultPlugins, GameModesPlugin))
//!     .add_systems(Startup, start)
//!     .add_systems(Update, count_frames_of_play.run_if(in_state(GameMode::Play)));
//! ```
//!
//! | Order within a frame | What |
//! | --- | --- |
//! | `PreUpdate` | [`GateSystems`], then the input manager, then [`MenuSystems`] |
//! | [`ModeDrive`] | [`ModeCommand`]s are applied, hooks run ([`ModeHook`]), the top is entered |
//! | `StateTransition` | Bevy's own |
//! | `Update` | the modes' systems, gated by `in_state(..)`; [`LoadingSystems`] |
//!
//! A level goes the same way whichever game it is of: what can load levels registers in [`LevelSources`], and everything
//! else reads the one [`LoadingState`]. Both come with [`LevelLoadingPlugin`], which is enough for an app without modes.
//!
//! The stack's rules are plain functions over any mode type in [`stack`]. Source: spec/modes.md.

mod backdrop;
mod choices;
mod drive;
mod gate;
mod help_line;
mod level_flow;
mod level_source;
mod loading;
mod menu_input;
mod mode;
mod pictures;
mod prepare;
mod screen_area;
mod screens;
pub mod stack;
mod start_level;
mod streamed_levels;
mod theme;

use bevy::{app::MainScheduleOrder, prelude::*};

pub use drive::{ModeChanged, ModeCommand, ModeDrive, ModeHook, ModeOwned, ModeStack};
pub use gate::{GateSystems, InputGate};
pub use help_line::HelpLine;
pub use level_source::{LevelSource, LevelSources};
pub use loading::{LevelLoadingPlugin, LoadingPhase, LoadingState, LoadingSystems};
pub use menu_input::{MenuAction, MenuCommands, MenuInput, MenuSystems, MenuTaps};
pub use mode::{GameMode, GameTimerRuns, WorldBeneath};
pub use pictures::loading_pictures;
pub use prepare::{Preparation, PrepareLevel};
pub use screens::{
    ChooseData, DataPage, DataPlace, ErrorPage, LevelList, LoadingScreen, PauseFade,
};
pub use stack::Hook;
pub use start_level::StartLevel;
pub use streamed_levels::STREAMED_LEVELS;

/// What users of this crate name.
pub mod prelude {
    pub use crate::{
        ChooseData, DataPage, DataPlace, ErrorPage, GameMode, GameModesPlugin, GameTimerRuns, Hook,
        InputGate, LevelList, LevelLoadingPlugin, LoadingPhase, LoadingState, ModeCommand,
        ModeHook, ModeOwned, ModeStack, StartLevel, WorldBeneath,
    };
}

/// The mode stack, its driver, the level's start and end, and the screens of the modes.
///
/// Add it after `StatesPlugin`, `InputPlugin` and `AssetPlugin` (all in `DefaultPlugins`) and with the streamed world's
/// plugin. It runs without the UI plugins too: the screens are then entities that are not drawn, and menus still obey.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameModesPlugin;

impl Plugin for GameModesPlugin {
    fn build(&self, app: &mut App) {
        app.init_state::<GameMode>()
            .add_computed_state::<WorldBeneath>()
            .add_computed_state::<GameTimerRuns>()
            .register_type::<GameMode>()
            .init_resource::<ModeStack>()
            .add_message::<ModeCommand>()
            .add_message::<ModeChanged>()
            .init_schedule(ModeDrive)
            .add_systems(ModeDrive, drive::drive_modes)
            // No mode runs the timer before play.
            .add_systems(OnEnter(GameMode::Boot), mode::stop_game_timer)
            .add_systems(OnEnter(GameTimerRuns), mode::start_game_timer)
            .add_systems(OnExit(GameTimerRuns), mode::stop_game_timer);
        app.world_mut()
            .resource_mut::<MainScheduleOrder>()
            .insert_after(PreUpdate, ModeDrive);
        if !app.is_plugin_added::<LevelLoadingPlugin>() {
            app.add_plugins(LevelLoadingPlugin);
        }
        app.add_plugins((
            theme::plugin,
            backdrop::plugin,
            menu_input::plugin,
            choices::plugin,
            screens::plugin,
            screen_area::plugin,
            level_flow::plugin,
            streamed_levels::plugin,
        ));
    }
}
