//! Levels that must be made before they can be loaded.

use std::sync::Arc;

use bevy::prelude::*;
use wonderwheel_ps2::fault::Fault;

/// How far a level's files are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preparation {
    /// Everything is there: load it.
    Ready,
    /// Still at it; the text says at what. Ask again next frame.
    Working(String),
    /// It cannot be done; why and what to do.
    Failed(Fault),
}

/// Asked every frame of a loading screen, before the level itself is asked for: the program may first have to write the
/// level (the demo), on a thread of its own, while the window stays alive. Without this resource every level is ready.
#[derive(Resource, Clone)]
pub struct PrepareLevel(pub Arc<dyn Fn(&str) -> Preparation + Send + Sync>);

impl PrepareLevel {
    /// Takes the function that is asked.
    pub fn new(ask: impl Fn(&str) -> Preparation + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }
}
