//! Which level something was made from.

use std::sync::{Arc, Weak};

use wonderwheel_commando_view::scene::LevelScene;

/// The level that something was made from, so that it is made again for another one.
#[derive(Debug, Clone, Default)]
pub(crate) struct MadeFrom(Weak<LevelScene>);

impl MadeFrom {
    /// Made from this level.
    pub fn of(scene: &Arc<LevelScene>) -> Self {
        Self(Arc::downgrade(scene))
    }

    /// Whether it was this level.
    pub fn is(&self, scene: &Arc<LevelScene>) -> bool {
        self.0.as_ptr() == Arc::as_ptr(scene)
    }
}
