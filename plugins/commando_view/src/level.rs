//! From a level's name to the scene on screen: files, loaders, and the task that lays the scene out.
//!
//! ```text
//! LoadingState (game modes) -> level0.wad, level0.*.bin asked for -> all there -> task: LevelScene::build -> ShownLevel
//! a file changes on disk -> the same handles -> the task again; a file that turns bad leaves the last good scene
//! ```

use std::sync::Arc;
use std::time::Duration;

use bevy::asset::{AssetLoadFailedEvent, LoadState};
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use wonderwheel_commando::level::Level;
use wonderwheel_commando::lighting::LightBank;
use wonderwheel_game_files::{GameFiles, SharedFiles, asset_path, commando_levels};
use wonderwheel_game_modes::{LevelSource, LoadingPhase, LoadingState};
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_level_assets::{LevelFaults, load_fault};
use wonderwheel_ps2::fault::Fault;
use wonderwheel_world_streaming::prelude::Lockstep;

use crate::loaders::{LevelFile, LooseMember};
use crate::members::{LooseMembers, MemberKind};
use crate::scene::LevelScene;
use crate::scene::lighting::Colours;

/// The ending of a member's file.
const MEMBER_ENDING: &str = ".bin";
/// The ending of a level's file.
pub const ENDING: &str = ".wad";

/// The level on screen.
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
    /// Counts scenes, so that drawing sees a new one.
    pub version: u64,
    /// Counts light passes.
    pub colours_version: u64,
}

impl ShownLevel {
    /// Lights the level again under the bank as it is.
    pub fn relight(&mut self) {
        if let Some(scene) = &self.scene {
            self.colours = Arc::new(scene.lighting.colours(&self.bank));
            self.colours_version += 1;
        }
    }
}

/// A level on its way.
#[derive(Resource, Default)]
pub(crate) struct LevelLoad {
    name: String,
    file: Handle<LevelFile>,
    members: Vec<(String, MemberKind, Handle<LooseMember>)>,
    /// Files that are named after the level and are no member that it is read from.
    unused: Vec<String>,
    task: Option<Task<Result<LitLevel, Fault>>>,
    /// Files have changed since the task began.
    changed: bool,
}

/// A level laid out, under its own lights.
struct LitLevel {
    scene: LevelScene,
    colours: Colours,
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
    files.exists(&format!("{name}{ENDING}")) && !files.exists(&format!("{name}.lev"))
}

/// Begins and ends loads as the modes ask.
pub(crate) fn follow_modes(
    state: Res<LoadingState>,
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
        let (version, colours_version) = (shown.version + 1, shown.colours_version + 1);
        *shown = ShownLevel {
            version,
            colours_version,
            ..default()
        };
    }
    let Some(files) = files.filter(|_| !wanted.is_empty()) else {
        return;
    };
    wanted.clone_into(&mut load.name);
    load.file = server.load(asset_path(&format!("{wanted}{ENDING}")));
    load.find_members(&files, &server);
}

impl LevelLoad {
    /// Looks which members lie beside the level; whether they are others than before.
    fn find_members(&mut self, files: &SharedFiles, server: &AssetServer) -> bool {
        let level = self.name.to_ascii_lowercase();
        let begin = format!("{level}.");
        let (mut found, mut unused) = (Vec::new(), Vec::new());
        for name in files.names_at_hand() {
            match MemberKind::of(&name) {
                Some((of_level, kind)) if of_level == level => found.push((name, kind)),
                None if name.starts_with(&begin) && name.ends_with(MEMBER_ENDING) => {
                    unused.push(name)
                }
                _ => {}
            }
        }
        let known = self.members.iter().map(|(name, ..)| name);
        let is_same = known.eq(found.iter().map(|(name, _)| name)) && unused == self.unused;
        if is_same {
            return false;
        }
        let mut before = std::mem::take(&mut self.members);
        let members = found.into_iter().map(|(name, kind)| {
            let own = before.iter().position(|(known, ..)| *known == name);
            let handle = own.map(|own| before.swap_remove(own).2);
            let handle = handle.unwrap_or_else(|| server.load(asset_path(&name)));
            (name, kind, handle)
        });
        self.members = members.collect();
        self.unused = unused;
        true
    }
}

/// How often it is looked whether members have come or gone. A watched folder reports only files that are in use.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Members that come and go while a level is shown. Runs in lockstep look for no changes.
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
    if load.find_members(&files, &server) {
        load.changed = true;
    }
}

/// Starts the task once every file is there, and again when one has changed.
pub(crate) fn follow_files(
    mut level_events: MessageReader<AssetEvent<LevelFile>>,
    mut member_events: MessageReader<AssetEvent<LooseMember>>,
    mut broken_levels: MessageReader<AssetLoadFailedEvent<LevelFile>>,
    mut broken_members: MessageReader<AssetLoadFailedEvent<LooseMember>>,
    files: Option<Res<SharedFiles>>,
    server: Res<AssetServer>,
    levels: Res<Assets<LevelFile>>,
    members: Res<Assets<LooseMember>>,
    mut state: ResMut<LoadingState>,
    mut load: ResMut<LevelLoad>,
    shown: Res<ShownLevel>,
    mut faults: ResMut<LevelFaults>,
) {
    let of_level = level_events
        .read()
        .filter(|event| event.is_modified(&load.file));
    let mut changed = of_level.count() > 0;
    for event in member_events.read() {
        changed |= load
            .members
            .iter()
            .any(|(.., handle)| event.is_modified(handle));
    }
    // A file that turned bad is a fault, once.
    let broken = broken_levels
        .read()
        .filter(|broken| broken.id == load.file.id());
    changed |= broken.count() > 0;
    for broken in broken_members.read() {
        changed |= load
            .members
            .iter()
            .any(|(.., handle)| handle.id() == broken.id);
    }
    if load.name.is_empty() {
        return;
    }
    load.changed |= changed;
    if changed && let Some(files) = &files {
        // What is gone is not waited for.
        load.find_members(files, &server);
    }
    let begun = load.task.is_some() || shown.scene.is_some();
    if load.task.is_some() || (begun && !load.changed) {
        return;
    }
    let failed = failures(&server, &load);
    if let Some(why) = failed {
        load.changed = false;
        fail(why, &shown, &mut state, &mut faults);
        return;
    }
    let (Some(file), Some(loose)) = (levels.get(&load.file), loose_members(&members, &load)) else {
        set_progress(&mut state, &shown, 0.1, "reading the level's file");
        return;
    };
    set_progress(
        &mut state,
        &shown,
        0.4,
        "laying the level out and lighting it",
    );
    let (name, bytes) = (load.name.clone(), file.bytes.clone());
    let unused = load.unused.clone();
    load.changed = false;
    load.task = Some(AsyncComputeTaskPool::get().spawn(async move {
        let file = format!("{name}{ENDING}");
        let (level, broken) =
            Level::read_lenient(&bytes).map_err(|error| Fault::of_error(&file, &error))?;
        let mut scene = LevelScene::build(&level, &loose);
        let broken = broken.iter().map(|error| Fault::of_error("", error));
        scene.faults.splice(0..0, broken);
        for fault in &mut scene.faults {
            fault.file.clone_from(&file);
        }
        scene.unused = unused;
        let colours = scene.lighting.colours(&scene.lighting.bank);
        Ok(LitLevel { scene, colours })
    }));
}

/// Shows what the task has made.
pub(crate) fn follow_task(
    mut state: ResMut<LoadingState>,
    mut load: ResMut<LevelLoad>,
    mut shown: ResMut<ShownLevel>,
    mut textures: ResMut<Assets<GsTexture>>,
    mut faults: ResMut<LevelFaults>,
) {
    let Some(made) = load
        .task
        .as_mut()
        .and_then(|task| block_on(poll_once(task)))
    else {
        return;
    };
    load.task = None;
    let LitLevel { scene, colours } = match made {
        Ok(lit) => lit,
        Err(why) => {
            fail(why, &shown, &mut state, &mut faults);
            return;
        }
    };
    for fault in &scene.faults {
        warn!("{fault}");
    }
    // Every file of the level was read again; some may be gone.
    let begin = format!("{}.", load.name);
    let known = faults.as_slice().iter().map(|fault| fault.file.clone());
    for file in known
        .filter(|file| file.starts_with(&begin))
        .collect::<Vec<_>>()
    {
        faults.read(&file, []);
    }
    faults.extend(scene.faults.iter().cloned());
    let sampled = scene.materials.textures.iter();
    let list = sampled.filter_map(|sampled| {
        let picture = scene.pictures.get(sampled.picture)?;
        Some(textures.add(picture.to_gs(sampled.clamp)))
    });
    let list = list.collect();
    // A person's lights stay when the level is loaded again.
    let kept = shown
        .scene
        .as_ref()
        .is_some_and(|old| old.lighting.bank != shown.bank);
    let bank = if kept {
        shown.bank.clone()
    } else {
        scene.lighting.bank.clone()
    };
    *shown = ShownLevel {
        name: load.name.clone(),
        textures: list,
        bank,
        scene: Some(Arc::new(scene)),
        colours: Arc::new(colours),
        version: shown.version + 1,
        colours_version: shown.colours_version + 1,
    };
    if kept {
        shown.relight();
    }
    state.phase = LoadingPhase::Ready;
    state.progress = 1.0;
    state.note.clear();
}

/// A level that is shown stays in play while it is loaded again.
fn set_progress(state: &mut LoadingState, shown: &ShownLevel, progress: f32, note: &str) {
    if shown.scene.is_none() && state.note != note {
        state.phase = LoadingPhase::Loading;
        state.progress = progress;
        note.clone_into(&mut state.note);
    }
}

/// A level that is shown stays as it was; without one, there will be none.
fn fail(why: Fault, shown: &ShownLevel, state: &mut LoadingState, faults: &mut LevelFaults) {
    if shown.scene.is_none() {
        state.fail(why);
        return;
    }
    let words = why.to_string();
    // A failed file is met again with every change of another.
    if faults.keep_last_good(why) {
        warn!("{words}; the level stays as it was");
    }
}

/// Why a file could not be loaded, the first of them.
fn failures(server: &AssetServer, load: &LevelLoad) -> Option<Fault> {
    let why = |name: &str, state: LoadState| match state {
        LoadState::Failed(error) => Some(load_fault(name, &error)),
        _ => None,
    };
    let file = format!("{}{ENDING}", load.name);
    why(&file, server.load_state(&load.file)).or_else(|| {
        let mut members = load.members.iter();
        members.find_map(|(name, _, handle)| why(name, server.load_state(handle)))
    })
}

/// The loose members, once all of them are there.
fn loose_members(members: &Assets<LooseMember>, load: &LevelLoad) -> Option<LooseMembers> {
    let mut loose = LooseMembers::default();
    for (name, kind, handle) in &load.members {
        loose.put(name.clone(), *kind, members.get(handle)?.0.clone());
    }
    Some(loose)
}
