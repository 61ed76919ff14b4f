//! The files of a level, asked for in the original's order, so many at a time.

use std::collections::VecDeque;

use bevy::asset::{Asset, AssetServer, Handle, UntypedAssetId, UntypedHandle};
use wonderwheel_game_files::asset_path;
use wonderwheel_level_assets::{LevelAsset, LevelSettings, ManifestAsset, PackAsset, WorldAsset};
use wonderwheel_warriors::names;

use crate::level::survey::{FIRST_SECTION, Survey, WorldSurvey};

/// The files of a level that are being read.
#[derive(Debug)]
pub(crate) struct LevelFiles {
    name: String,
    pub(crate) worlds: Vec<WorldFiles>,
    pub(crate) level: Option<Handle<LevelAsset>>,
    pub(crate) settings: Option<Handle<LevelSettings>>,
    pub(crate) pack: Option<Handle<PackAsset>>,
    /// What was asked for.
    asked: Vec<UntypedHandle>,
    /// What was not asked for yet.
    queue: VecDeque<FileToRead>,
    /// Reads that may be in flight at once.
    at_once: usize,
}

#[derive(Debug)]
pub(crate) struct WorldFiles {
    pub(crate) found: WorldSurvey,
    pub(crate) world: Option<Handle<WorldAsset>>,
    pub(crate) manifest: Option<Handle<ManifestAsset>>,
}

/// A file of a level; worlds by their place in the list.
#[derive(Debug, Clone, Copy)]
enum FileToRead {
    Manifest(usize),
    World(usize),
    Level,
    Settings,
    Pack,
}

impl LevelFiles {
    /// The files that there are, in the order in which the original reads them: each world's manifest before its stream, the
    /// scenery before the detail, then the level file and the pack. Source: spec/archives.md 10.2, steps 6 to 12.
    pub(crate) fn new(name: &str, survey: Survey, at_once: u32) -> Self {
        let mut queue = VecDeque::new();
        for (place, world) in survey.worlds.iter().enumerate() {
            queue.extend(world.has_manifest.then_some(FileToRead::Manifest(place)));
            queue.push_back(FileToRead::World(place));
        }
        queue.extend(survey.level_file_bytes.map(|_| FileToRead::Level));
        // Where the original runs the scripts that set the same things.
        queue.extend(survey.has_settings.then_some(FileToRead::Settings));
        queue.extend(survey.has_pack.then_some(FileToRead::Pack));
        let worlds = survey.worlds.into_iter().map(|found| WorldFiles {
            found,
            world: None,
            manifest: None,
        });
        Self {
            name: name.to_owned(),
            worlds: worlds.collect(),
            level: None,
            settings: None,
            pack: None,
            asked: Vec::new(),
            queue,
            at_once: at_once.max(1) as usize,
        }
    }

    /// Asks for as many more as may be in flight.
    pub(crate) fn ask_for_more(&mut self, server: &AssetServer) {
        while !self.queue.is_empty() {
            let (ended, all) = self.count_settled(server);
            let in_flight = all - ended - self.queue.len();
            if in_flight >= self.at_once {
                break;
            }
            if let Some(file) = self.queue.pop_front() {
                self.ask_for(file, server);
            }
        }
    }

    fn ask_for(&mut self, file: FileToRead, server: &AssetServer) {
        let Self {
            name,
            worlds,
            asked,
            ..
        } = self;
        match file {
            FileToRead::Manifest(place) => {
                let world = &mut worlds[place];
                let file = names::manifest(&world.found.name);
                world.manifest = ask(&file, server, asked);
            }
            FileToRead::World(place) => {
                let world = &mut worlds[place];
                let file = names::world_stream(&world.found.name);
                world.world = ask(&file, server, asked);
            }
            FileToRead::Level => self.level = ask(&names::level_file(name), server, asked),
            FileToRead::Settings => self.settings = ask(&names::settings(name), server, asked),
            FileToRead::Pack => {
                self.pack = ask(&names::section_pack(name, FIRST_SECTION), server, asked);
            }
        }
    }

    /// How many reads have ended, and how many there are, with those that were not asked for yet.
    pub(crate) fn count_settled(&self, server: &AssetServer) -> (usize, usize) {
        let asked = self.asked.iter();
        let ended = asked.filter(|handle| is_settled(server, *handle));
        (ended.count(), self.asked.len() + self.queue.len())
    }
}

fn ask<A: Asset>(
    file: &str,
    server: &AssetServer,
    asked: &mut Vec<UntypedHandle>,
) -> Option<Handle<A>> {
    let handle = server.load(asset_path(file));
    asked.push(handle.clone().untyped());
    Some(handle)
}

/// Whether a load has ended, well or badly.
pub(crate) fn is_settled(server: &AssetServer, asset: impl Into<UntypedAssetId>) -> bool {
    let state = server.load_state(asset);
    state.is_loaded() || state.is_failed()
}
