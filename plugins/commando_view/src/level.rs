//! From a level's name to the scene on screen.
//!
//! ```text
//! LoadingState (game modes) -> level0.wad asked for -> CommandoLevel (loader.rs) -> ShownLevel
//! a file changes on disk -> the asset is loaded again; a file that turns bad leaves the last good scene
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bevy::asset::AssetLoadFailedEvent;
use bevy::prelude::*;
use wonderwheel_commando::lighting::LightBank;
use wonderwheel_game_files::{GameFiles, SharedFiles, asset_path, commando_levels};
use wonderwheel_game_modes::{LevelSource, LoadingPhase, LoadingState};
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_level_assets::{LevelFaults, LevelNote, load_fault};
use wonderwheel_ps2::fault::Fault;
use wonderwheel_world_streaming::prelude::Lockstep;

use crate::loader::{CommandoLevel, LitLevel};
use crate::members::LooseFiles;
use crate::scene::LevelScene;
use crate::scene::lighting::Colours;

/// The ending of a level's file.
pub const ENDING: &str = ".wad";

/// The level on screen. Scene, textures and colours are other ones exactly when their pointers are.
#[derive(Resource, Default)]
pub struct ShownLevel {
    /// Its name, `level0`.
    pub name: String,
    /// Laid out; none before it is.
    pub scene: Option<Arc<LevelScene>>,
    /// Textures of the GPU, in the order of its materials' textures.
    pub textures: Arc<[Handle<GsTexture>]>,
    /// Lights as a person has set them; the level's own at first.
    pub bank: LightBank,
    /// The colours under them.
    pub colours: Arc<Colours>,
}

impl ShownLevel {
    /// Lights the level again under the bank as it is.
    pub fn relight(&mut self) {
        if let Some(scene) = &self.scene {
            self.colours = Arc::new(scene.lighting.colours(&self.bank));
        }
    }

    /// Shows a level. A person's lights stay when it is loaded again.
    fn show(&mut self, name: &str, level: &LitLevel) {
        let before = self.scene.as_ref();
        let is_edited = before.is_some_and(|scene| scene.lighting.bank != self.bank);
        name.clone_into(&mut self.name);
        self.scene = Some(level.scene.clone());
        self.textures = level.textures.clone();
        if is_edited {
            self.relight();
        } else {
            self.bank = level.scene.lighting.bank.clone();
            self.colours = level.colours.clone();
        }
    }
}

/// A level on its way.
#[derive(Resource, Default)]
pub(crate) struct LevelLoad {
    name: String,
    level: Handle<CommandoLevel>,
    /// What lay beside the level's file when it was looked last.
    beside: LooseFiles,
}

/// The levels of Going Commando.
pub const COMMANDO_LEVELS: LevelSource = LevelSource {
    game: "Going Commando",
    levels: |files| {
        let levels = commando_levels(files).into_iter();
        let levels = levels.filter(|level| level.id.is_some());
        levels.map(|level| level.name).collect()
    },
    has: is_level,
};

/// Whether a name is a level of this game: its file is there, and no level of the other game has the name.
fn is_level(name: &str, files: &dyn GameFiles) -> bool {
    files.exists(&level_file(name)) && !files.exists(&format!("{name}.lev"))
}

fn level_file(name: &str) -> String {
    format!("{name}{ENDING}")
}

/// Begins and ends loads as the modes ask.
pub(crate) fn follow_modes(
    mut state: ResMut<LoadingState>,
    files: Option<Res<SharedFiles>>,
    server: Res<AssetServer>,
    mut load: ResMut<LevelLoad>,
    mut shown: ResMut<ShownLevel>,
    mut faults: ResMut<LevelFaults>,
) {
    let wanted = state.wanted_of(&COMMANDO_LEVELS).unwrap_or_default();
    // The same name may be asked for again.
    let is_asked = !wanted.is_empty() && state.phase == LoadingPhase::Asked;
    if wanted == load.name && !is_asked {
        return;
    }
    *load = LevelLoad::default();
    faults.clear();
    if shown.scene.is_some() {
        *shown = ShownLevel::default();
    }
    let Some(files) = files.filter(|_| !wanted.is_empty()) else {
        return;
    };
    let path = asset_path(&level_file(wanted));
    let level = server.load(&path);
    // Asked for again within the frame, the asset is still there, and loading it would change nothing.
    if server.is_loaded(&level) {
        server.reload(&path);
    }
    *load = LevelLoad {
        name: wanted.to_owned(),
        level,
        beside: LooseFiles::of(wanted, &**files),
    };
    state.phase = LoadingPhase::Loading;
    state.progress = 0.1;
    "reading the level's file, laying it out and lighting it".clone_into(&mut state.note);
}

/// How often it is looked whether members have come or gone: the asset system knows only of files that were read.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Loads a level that is shown again when members have come or gone. Runs in lockstep look for no changes.
pub(crate) fn follow_members(
    files: Option<Res<SharedFiles>>,
    server: Res<AssetServer>,
    lockstep: Option<Res<Lockstep>>,
    time: Option<Res<Time<Real>>>,
    shown: Res<ShownLevel>,
    mut last: Local<Duration>,
    mut load: ResMut<LevelLoad>,
) {
    let (Some(files), Some(time)) = (files, time) else {
        return;
    };
    let is_watched =
        !files.watch_roots().is_empty() && !lockstep.is_some_and(|lockstep| lockstep.0);
    let now = time.elapsed();
    if shown.scene.is_none() || !is_watched || now.saturating_sub(*last) < LOOK_EVERY {
        return;
    }
    *last = now;
    let beside = LooseFiles::of(&load.name, &**files);
    if beside != load.beside {
        load.beside = beside;
        server.reload(asset_path(&level_file(&load.name)));
    }
}

/// Shows the level whenever it was loaded, and says what is wrong when it could not be.
pub(crate) fn follow_asset(
    mut events: MessageReader<AssetEvent<CommandoLevel>>,
    mut failures: MessageReader<AssetLoadFailedEvent<CommandoLevel>>,
    levels: Res<Assets<CommandoLevel>>,
    load: Res<LevelLoad>,
    mut state: ResMut<LoadingState>,
    mut shown: ResMut<ShownLevel>,
    mut faults: ResMut<LevelFaults>,
) {
    let is_loaded = events
        .read()
        .filter(|event| event.is_loaded_with_dependencies(&load.level))
        .count()
        > 0;
    let failed = failures.read().filter(|event| event.id == load.level.id());
    let failed = failed.last();
    if load.name.is_empty() {
        return;
    }
    match levels.get(&load.level).filter(|_| is_loaded) {
        Some(CommandoLevel(Ok(level))) => {
            shown.show(&load.name, level);
            note_faults(&load.name, &level.scene.faults, &mut faults);
            let unused = Some(&level.unused).filter(|files| !files.is_empty());
            let notes = unused.map(|files| LevelNote::Unused(files.clone()));
            faults.set_notes(notes.into_iter().collect());
            state.phase = LoadingPhase::Ready;
            state.progress = 1.0;
            state.note.clear();
        }
        Some(CommandoLevel(Err(fault))) => fail(fault.clone(), &shown, &mut state, &mut faults),
        None => {}
    }
    if let Some(event) = failed {
        let fault = load_fault(&level_file(&load.name), &event.error);
        fail(fault, &shown, &mut state, &mut faults);
    }
}

/// Every file of the level was read: only these faults hold.
fn note_faults(level: &str, of_scene: &[Fault], faults: &mut LevelFaults) {
    for fault in of_scene {
        warn!("{fault}");
    }
    let begin = format!("{level}.");
    let files = faults.as_slice().iter().map(|fault| fault.file.clone());
    let files: BTreeSet<_> = files.filter(|file| file.starts_with(&begin)).collect();
    files.iter().for_each(|file| faults.read(file, []));
    faults.extend(of_scene.iter().cloned());
}

/// A level that is shown stays as it was; without one, there will be none.
fn fail(why: Fault, shown: &ShownLevel, state: &mut LoadingState, faults: &mut LevelFaults) {
    if shown.scene.is_none() {
        state.fail(why);
        return;
    }
    let words = why.to_string();
    // A bad file is met again with every change of another.
    if faults.keep_last_good(why) {
        warn!("{words}; the level stays as it was");
    }
}
