//! Levels that are not the streamed world's: another plugin loads and draws them, menus, loading screen and pause around them
//! are the same.

use std::sync::Arc;

use bevy::prelude::*;
use wonderwheel_game_files::SharedFiles;
use wonderwheel_world_streaming::prelude::LevelFailure;

/// Who knows whether a name is a guest's level in these files. Without this resource every level is the streamed world's.
#[derive(Resource, Clone)]
pub struct GuestLevels(pub Arc<dyn Fn(&str, &SharedFiles) -> bool + Send + Sync>);

/// The guest's level that is wanted, and how far its load is. The level flow writes the name, the guest's plugin the rest.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct GuestLevel {
    /// The level that is to be there; none when it is to go.
    pub name: Option<String>,
    /// How far it is.
    pub phase: GuestPhase,
}

/// How far a guest's level is.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum GuestPhase {
    /// Not begun, or nothing is wanted.
    #[default]
    Idle,
    /// Being loaded: how much is there, 0 to 1, and what is being done.
    Loading(f32, &'static str),
    /// It can be shown.
    Ready,
    /// It cannot be loaded; why. Stays until the next one is asked for.
    Failed(LevelFailure),
}

impl GuestLevel {
    /// Asks for a level.
    pub(crate) fn ask(&mut self, name: &str) {
        *self = Self {
            name: Some(name.to_owned()),
            phase: GuestPhase::Idle,
        };
    }

    /// Wants none any more.
    pub(crate) fn leave(&mut self) {
        if *self != Self::default() {
            *self = Self::default();
        }
    }

    /// Gives up a level that cannot be loaded.
    pub(crate) fn give_up(&mut self) {
        self.name = None;
    }

    /// Whether a level of this kind is played or being loaded.
    pub fn is_wanted(&self) -> bool {
        self.name.is_some()
    }

    /// Whether one can be shown.
    pub fn is_ready(&self) -> bool {
        self.name.is_some() && self.phase == GuestPhase::Ready
    }
}
