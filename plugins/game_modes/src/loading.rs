//! The level that is wanted and how far it is: one state, whichever game the level is of.
//!
//! ```text
//! ask -> Asked -> (its source) Loading -> Ready -> leave
//!                                     \-> Failed
//! ```
//!
//! What can load levels registers as a [`LevelSource`](crate::LevelSource) and works in [`LoadingSystems::Load`]. This
//! plugin needs neither modes nor screens: an app with a level of its own choice writes [`LoadingState::ask`] and adds the
//! source.

use bevy::prelude::*;
use wonderwheel_game_files::SharedFiles;
use wonderwheel_ps2::fault::{Fault, FaultKind};

use crate::level_source::{LevelSource, LevelSources};

/// How far the level that is wanted is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LoadingPhase {
    /// None is wanted.
    #[default]
    None,
    /// It must be made first; its source knows nothing of it yet.
    Preparing,
    /// Its source has been asked for it, for the first time or again.
    Asked,
    /// Its source loads it.
    Loading,
    /// It can be shown.
    Ready,
    /// It cannot be loaded; why. Stays until another one is asked for.
    Failed(Fault),
}

/// The level that is wanted, and how far it is. What starts and leaves levels writes the name, the level's source the rest.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct LoadingState {
    /// Its name, `demo` or `level99`; of the one that was asked for last.
    pub name: String,
    /// How far it is.
    pub phase: LoadingPhase,
    /// How much of it is there, 0 to 1.
    pub progress: f32,
    /// What is being done, for a person; empty when there is nothing to say.
    pub note: String,
    game: Option<&'static str>,
}

impl LoadingState {
    /// Wants a level that must be made before it can be loaded.
    pub fn prepare(&mut self, name: &str) {
        *self = Self {
            name: name.to_owned(),
            phase: LoadingPhase::Preparing,
            ..Self::default()
        };
    }

    /// Asks the source that knows the name for a level.
    pub fn ask(&mut self, name: &str, sources: &LevelSources, files: Option<&SharedFiles>) {
        self.prepare(name);
        match sources.of_level(name, files.map(|files| &**files)) {
            Some(source) => {
                self.game = Some(source.game);
                self.phase = LoadingPhase::Asked;
            }
            None => self.fail(Fault::of_file(
                "",
                FaultKind::Io,
                format!("there is no level {name}"),
            )),
        }
    }

    /// Wants none any more.
    pub fn leave(&mut self) {
        *self = Self::default();
    }

    /// The level cannot be loaded.
    pub fn fail(&mut self, fault: Fault) {
        self.phase = LoadingPhase::Failed(fault);
    }

    /// The level that a source is to load, or to keep loaded.
    pub fn wanted_of(&self, source: &LevelSource) -> Option<&str> {
        let is_wanted = matches!(
            self.phase,
            LoadingPhase::Asked | LoadingPhase::Loading | LoadingPhase::Ready
        );
        (is_wanted && self.game == Some(source.game)).then_some(&*self.name)
    }

    /// Whether the level is one of a source's, wanted or failed.
    pub fn is_of(&self, source: &LevelSource) -> bool {
        self.game == Some(source.game)
    }

    /// Whether a level can be shown.
    pub fn is_ready(&self) -> bool {
        self.phase == LoadingPhase::Ready
    }

    /// Why the level cannot be loaded, if it cannot.
    pub fn failure(&self) -> Option<&Fault> {
        match &self.phase {
            LoadingPhase::Failed(fault) => Some(fault),
            _ => None,
        }
    }
}

/// Order in which a level start goes on, in `Update`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoadingSystems {
    /// Levels are asked for and left.
    Ask,
    /// Sources load and unload.
    Load,
    /// What waits for a level looks how far it is.
    Follow,
}

/// The state of the level that is wanted, and the registry of sources. Part of [`GameModesPlugin`](crate::GameModesPlugin);
/// added by itself where there are no modes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelLoadingPlugin;

impl Plugin for LevelLoadingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LoadingState>()
            .init_resource::<LevelSources>()
            .configure_sets(
                Update,
                (
                    LoadingSystems::Ask,
                    LoadingSystems::Load,
                    LoadingSystems::Follow,
                )
                    .chain(),
            );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_game_files::MemoryFiles;

    const WORLDS: LevelSource = LevelSource {
        game: "worlds",
        levels: |_| Vec::new(),
        has: |name, files| files.exists(&format!("{name}.lev")),
    };
    const ISLANDS: LevelSource = LevelSource {
        game: "islands",
        levels: |_| Vec::new(),
        has: |name, files| files.exists(&format!("{name}.wad")),
    };

    fn asked(name: &str, sources: &[LevelSource]) -> LoadingState {
        let mut registry = LevelSources::default();
        sources.iter().for_each(|source| registry.register(*source));
        let files = MemoryFiles::default()
            .with("a.lev", vec![1])
            .with("b.wad", vec![1]);
        let mut state = LoadingState::default();
        state.ask(name, &registry, Some(&SharedFiles::new(files)));
        state
    }

    #[test]
    fn a_level_is_asked_of_the_source_that_has_it() {
        let both = [WORLDS, ISLANDS];
        assert_eq!(asked("a", &both).wanted_of(&WORLDS), Some("a"));
        assert_eq!(asked("b", &both).wanted_of(&ISLANDS), Some("b"));
        assert_eq!(asked("b", &both).wanted_of(&WORLDS), None);
        let mut failed = asked("b", &both);
        failed.fail(Fault::of_file("b.wad", FaultKind::Malformed, "bad"));
        assert_eq!(failed.wanted_of(&ISLANDS), None);
        assert!(failed.is_of(&ISLANDS) && failed.failure().is_some());
    }

    #[test]
    fn a_name_that_no_source_has_is_asked_of_the_first_that_it_may_say_why() {
        assert_eq!(asked("c", &[WORLDS, ISLANDS]).wanted_of(&WORLDS), Some("c"));
        let fault = asked("c", &[]).failure().cloned();
        assert_eq!(fault.map(|fault| fault.kind), Some(FaultKind::Io));
    }
}
