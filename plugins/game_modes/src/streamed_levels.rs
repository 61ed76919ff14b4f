//! The levels of The Warriors: the streamed world as a source of levels.

use bevy::prelude::*;
use wonderwheel_game_files::{GameFiles, levels};
use wonderwheel_warriors::names;
use wonderwheel_world_streaming::prelude::{CurrentLevel, LevelPhase, LoadLevel, UnloadLevel};

use crate::{
    level_source::{LevelSource, LevelSources},
    loading::{LoadingPhase, LoadingState, LoadingSystems},
};

/// The Warriors.
pub const STREAMED_LEVELS: LevelSource = LevelSource {
    game: "The Warriors",
    levels,
    has,
};

fn has(name: &str, files: &dyn GameFiles) -> bool {
    let exists = |file: &str| files.exists(file);
    exists(&names::level_file(name)) || !names::worlds_of(name, exists).is_empty()
}

pub(crate) fn plugin(app: &mut App) {
    app.world_mut()
        .resource_mut::<LevelSources>()
        .register(STREAMED_LEVELS);
    app.add_systems(Update, follow_world.in_set(LoadingSystems::Load));
}

/// Passes on what is wanted to the streamed world, and how far that is to the state.
fn follow_world(
    mut state: ResMut<LoadingState>,
    world: Res<CurrentLevel>,
    mut load: MessageWriter<LoadLevel>,
    mut unload: MessageWriter<UnloadLevel>,
    mut is_loaded: Local<bool>,
) {
    let Some(name) = state.wanted_of(&STREAMED_LEVELS) else {
        if std::mem::take(&mut *is_loaded) {
            unload.write(UnloadLevel);
        }
        return;
    };
    if state.phase == LoadingPhase::Asked {
        // The world's answer is fresh from the next frame on.
        load.write(LoadLevel { name: name.into() });
        *is_loaded = true;
        state.phase = LoadingPhase::Loading;
        return;
    }
    let phase = match &world.phase {
        LevelPhase::None => return,
        LevelPhase::Worlds | LevelPhase::Preload => LoadingPhase::Loading,
        LevelPhase::Ready => LoadingPhase::Ready,
        LevelPhase::Failed(fault) => {
            // Nothing of it is left.
            *is_loaded = false;
            LoadingPhase::Failed(fault.clone())
        }
    };
    if (&phase, world.progress) != (&state.phase, state.progress) {
        state.phase = phase;
        state.progress = world.progress;
    }
}
