//! What can load levels.

use bevy::prelude::*;
use wonderwheel_game_files::GameFiles;

/// A game whose levels can be loaded. Its plugin registers it, loads the level that
/// [`LoadingState::wanted_of`](crate::LoadingState::wanted_of) names for it, and says there how far that is.
#[derive(Clone, Copy, Debug)]
pub struct LevelSource {
    /// The game. No two sources have the same.
    pub game: &'static str,
    /// The levels that there are in files, in the order in which they are offered.
    pub levels: fn(&dyn GameFiles) -> Vec<String>,
    /// Whether a name is one of its levels.
    pub has: fn(&str, &dyn GameFiles) -> bool,
}

/// The sources, in the order in which they were registered.
#[derive(Resource, Clone, Debug, Default)]
pub struct LevelSources(Vec<LevelSource>);

impl LevelSources {
    /// Adds a source; the same one again changes nothing.
    pub fn register(&mut self, source: LevelSource) {
        if self.0.iter().all(|known| known.game != source.game) {
            self.0.push(source);
        }
    }

    /// All levels that there are in files.
    pub fn levels(&self, files: &dyn GameFiles) -> Vec<String> {
        let levels = self.0.iter().flat_map(|source| (source.levels)(files));
        levels.collect()
    }

    /// The source that has a level; the first one where none has it, so that it says what is missing.
    pub fn of_level(&self, name: &str, files: Option<&dyn GameFiles>) -> Option<&LevelSource> {
        let has = |source: &&LevelSource| files.is_some_and(|files| (source.has)(name, files));
        self.0.iter().find(has).or(self.0.first())
    }
}
