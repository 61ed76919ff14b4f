//! From a level's name to the scene on screen: files, loaders, and the task that lays the scene out.
//!
//! ```text
//! GuestLevel (game modes) -> level0.wad, level0.*.bin asked for -> all there -> task: LevelScene::build -> ShownLevel
//! a file changes on disk -> the same handles -> the task again; a file that turns bad leaves the last good scene
//! ```

use std::sync::Arc;
use std::time::Duration;

use bevy::asset::{AssetLoadError, AssetLoadFailedEvent, LoadState};
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use wonderwheel_commando::level::Level;
use wonderwheel_commando::lighting::LightBank;
use wonderwheel_game_files::{GameFiles, SharedFiles, asset_path};
use wonderwheel_game_modes::{GuestLevel, GuestPhase};
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_world_streaming::prelude::{
    LevelFailure, Lockstep, load_error_kind, load_error_text,
};

use crate::loaders::{CommandoAssetError, LevelFile, LooseMember};
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
    /// Why the files as they stand now are not what is shown; empty when they are.
    pub stale: String,
}

impl ShownLevel {
    /// Lights the level anew under the bank as it is.
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
    task: Option<Task<Result<Lit, LevelFailure>>>,
    /// Files have changed since the task began.
    changed: bool,
}

/// A level laid out, under its own lights.
struct Lit {
    scene: LevelScene,
    colours: Colours,
}

/// Whether a name is a level of this game: its file is there, and no level of the other game has the name.
pub fn is_level(name: &str, files: &SharedFiles) -> bool {
    files.exists(&format!("{name}{ENDING}")) && !files.exists(&format!("{name}.lev"))
}

/// Begins and ends loads as the modes ask.
pub(crate) fn follow_modes(
    guest: Res<GuestLevel>,
    files: Option<Res<SharedFiles>>,
    server: Res<AssetServer>,
    mut load: ResMut<LevelLoad>,
    mut shown: ResMut<ShownLevel>,
) {
    let wanted = guest.name.as_deref().unwrap_or_default();
    // The same name again, and nothing begun: the level is wanted anew.
    let anew = !wanted.is_empty() && guest.phase == GuestPhase::Idle;
    if wanted == load.name && !anew {
        return;
    }
    *load = LevelLoad::default();
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

/// How often it is looked whether members have come or gone. A watched folder tells only of files that are in use.
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
    mut guest: ResMut<GuestLevel>,
    mut load: ResMut<LevelLoad>,
    mut shown: ResMut<ShownLevel>,
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
    // A file that turned bad is told, once.
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
        if shown.scene.is_some() {
            // Told once: a failed file is met again with every change of another.
            if shown.stale != why.message {
                warn!("{why}; the level stays as it was");
                shown.stale = why.message;
            }
        } else if !matches!(guest.phase, GuestPhase::Failed(_)) {
            guest.phase = GuestPhase::Failed(why);
        }
        return;
    }
    let (Some(file), Some(loose)) = (levels.get(&load.file), loose_members(&members, &load)) else {
        set_phase(
            &mut guest,
            &shown,
            GuestPhase::Loading(0.1, "reading the level's file"),
        );
        return;
    };
    set_phase(
        &mut guest,
        &shown,
        GuestPhase::Loading(0.4, "laying the level out and lighting it"),
    );
    let (name, bytes) = (load.name.clone(), file.bytes.clone());
    let unused = load.unused.clone();
    load.changed = false;
    load.task = Some(AsyncComputeTaskPool::get().spawn(async move {
        let (level, faults) = Level::read_lenient(&bytes).map_err(|error| {
            let words = format!("{name}{ENDING}: {error}");
            LevelFailure::new(CommandoAssetError::kind_of(&error), words)
        })?;
        let mut scene = LevelScene::build(&level, &loose);
        let broken = faults.iter().map(ToString::to_string);
        scene.faults.splice(0..0, broken);
        scene.unused = unused;
        let colours = scene.lighting.colours(&scene.lighting.bank);
        Ok(Lit { scene, colours })
    }));
}

/// Shows what the task has made.
pub(crate) fn follow_task(
    mut guest: ResMut<GuestLevel>,
    mut load: ResMut<LevelLoad>,
    mut shown: ResMut<ShownLevel>,
    mut textures: ResMut<Assets<GsTexture>>,
) {
    let Some(made) = load
        .task
        .as_mut()
        .and_then(|task| block_on(poll_once(task)))
    else {
        return;
    };
    load.task = None;
    let Lit { scene, colours } = match made {
        Ok(lit) => lit,
        Err(why) => {
            if shown.scene.is_some() {
                warn!("{why}; the level stays as it was");
                shown.stale = why.message;
            } else {
                guest.phase = GuestPhase::Failed(why);
            }
            return;
        }
    };
    for fault in &scene.faults {
        warn!("{}: {fault}", load.name);
    }
    let sampled = scene.materials.textures.iter();
    let list = sampled.filter_map(|sampled| {
        let picture = scene.pictures.get(sampled.picture)?;
        Some(textures.add(picture.to_gs(sampled.clamp)))
    });
    let list = list.collect();
    // A person's lights stay when the level is loaded anew.
    let kept = shown
        .scene
        .as_ref()
        .is_some_and(|old| old.lighting.bank != shown.bank);
    let bank = match kept {
        true => shown.bank.clone(),
        false => scene.lighting.bank.clone(),
    };
    *shown = ShownLevel {
        name: load.name.clone(),
        textures: list,
        bank,
        scene: Some(Arc::new(scene)),
        colours: Arc::new(colours),
        version: shown.version + 1,
        colours_version: shown.colours_version + 1,
        ..default()
    };
    if kept {
        shown.relight();
    }
    guest.phase = GuestPhase::Ready;
}

/// A level that is shown stays in play while it is loaded anew.
fn set_phase(guest: &mut GuestLevel, shown: &ShownLevel, phase: GuestPhase) {
    if shown.scene.is_none() && guest.phase != phase {
        guest.phase = phase;
    }
}

/// Why a file could not be loaded, the first of them.
fn failures(server: &AssetServer, load: &LevelLoad) -> Option<LevelFailure> {
    let why = |name: &str, state: LoadState| match state {
        LoadState::Failed(error) => Some(failure(name, &error)),
        _ => None,
    };
    let file = format!("{}{ENDING}", load.name);
    why(&file, server.load_state(&load.file)).or_else(|| {
        let mut members = load.members.iter();
        members.find_map(|(name, _, handle)| why(name, server.load_state(handle)))
    })
}

/// The loader's own words where there are any, with the file's name.
fn failure(file: &str, error: &AssetLoadError) -> LevelFailure {
    if let AssetLoadError::AssetLoaderError(error) = error
        && let Some(own) = error.error().downcast_ref::<CommandoAssetError>()
    {
        return LevelFailure::new(own.kind(), own.to_string());
    }
    let words = load_error_text(error);
    let words = match words.contains(file) {
        true => words.to_string(),
        false => format!("{file}: {words}"),
    };
    LevelFailure::new(load_error_kind(error), words)
}

/// The loose members, once all of them are there.
fn loose_members(members: &Assets<LooseMember>, load: &LevelLoad) -> Option<LooseMembers> {
    let mut loose = LooseMembers::default();
    for (name, kind, handle) in &load.members {
        loose.put(name.clone(), *kind, members.get(handle)?.0.clone());
    }
    Some(loose)
}
