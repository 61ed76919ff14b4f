//! Which game's level is in play, and its scene.

use std::sync::{Arc, Weak};

use bevy::prelude::World;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::{COMMANDO_LEVELS, ShownLevel};
use wonderwheel_game_modes::LoadingState;

/// A game whose levels can be in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Game {
    /// The Warriors: streamed worlds. Also while there is no level.
    #[default]
    Warriors,
    /// Ratchet & Clank 2.
    Commando,
}

impl Game {
    /// The game whose level is on screen or on its way.
    pub fn in_play(world: &World) -> Self {
        Self::of(
            world.get_resource::<ShownLevel>(),
            world.get_resource::<LoadingState>(),
        )
    }

    /// The same, of what is shown and what is loading.
    pub(crate) fn of(shown: Option<&ShownLevel>, level: Option<&LoadingState>) -> Self {
        let is_shown = shown.is_some_and(|shown| shown.scene.is_some());
        if is_shown || level.is_some_and(|level| level.wanted_of(&COMMANDO_LEVELS).is_some()) {
            Self::Commando
        } else {
            Self::Warriors
        }
    }
}

/// The scene of a level of Ratchet & Clank 2 on screen.
pub(crate) fn scene(world: &World) -> Option<Arc<LevelScene>> {
    world.get_resource::<ShownLevel>()?.scene.clone()
}

/// The level that something was made from, so that it is made again for another one.
#[derive(Debug, Clone, Default)]
pub(crate) struct MadeFrom(Weak<LevelScene>);

impl MadeFrom {
    /// Made from this level.
    pub(crate) fn of(scene: &Arc<LevelScene>) -> Self {
        Self(Arc::downgrade(scene))
    }

    /// Whether it was this level.
    pub(crate) fn is(&self, scene: &Arc<LevelScene>) -> bool {
        self.0.as_ptr() == Arc::as_ptr(scene)
    }
}
