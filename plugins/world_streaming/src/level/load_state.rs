//! What a level start is doing, and what the level holds apart from its worlds.

use std::collections::BTreeMap;

use bevy::asset::{AssetServer, Handle};
use bevy::ecs::resource::Resource;
use bevy::tasks::Task;
use wonderwheel_level_assets::{ManifestAsset, WorldAsset};
use wonderwheel_warriors::names::WorldSlot;

use crate::core::budget::Charge;
use crate::level::files::LevelFiles;
use crate::level::preload_run::PreloadRun;
use crate::level::survey::Survey;

/// Share of the progress bar that reading the worlds takes.
pub(crate) const WORLDS_SHARE: f32 = 0.25;

/// Messages about a load come in the frame in which its asset is taken (failures) and in the next (additions).
pub(crate) const SETTLING_FRAMES: u8 = 2;

/// What a level start is doing, and the charges that the level holds apart from its worlds.
#[derive(Resource, Debug, Default)]
pub(crate) struct LevelLoad {
    pub(crate) survey: Option<Task<Survey>>,
    pub(crate) files: Option<LevelFiles>,
    pub(crate) preload: Option<PreloadRun>,
    pub(crate) charges: Vec<Charge>,
    /// What the resources of the pack take.
    pub(crate) pack_charges: Vec<Charge>,
    /// Manifests of the resident worlds, so that a changed one is noticed.
    pub(crate) manifests: Vec<(WorldSlot, Handle<ManifestAsset>)>,
    /// Bytes of the parts' files of the resident worlds, as they were at the level's start.
    pub(crate) part_bytes: Vec<(WorldSlot, BTreeMap<u32, u64>)>,
    /// Worlds that could not be used and their files, so that a mended one is noticed.
    pub(crate) lost: Vec<(Handle<WorldAsset>, String)>,
    /// Frames in which the asset server still speaks of the files that were just taken.
    pub(crate) settling: u8,
}

impl LevelLoad {
    /// Whether additions and failures that are reported now are those of the level start itself.
    pub(crate) fn is_settling(&self) -> bool {
        self.survey.is_some() || self.files.is_some() || self.settling > 0
    }

    /// Whether no file of the level is being read, or waits for that.
    pub(crate) fn is_settled(&self, server: &AssetServer) -> bool {
        self.files.as_ref().is_none_or(|files| {
            let (ended, all) = files.count_settled(server);
            ended == all
        })
    }

    /// Asks for as many more of the level's files as may be in flight.
    pub(crate) fn ask_for_more(&mut self, server: &AssetServer) {
        if let Some(files) = &mut self.files {
            files.ask_for_more(server);
        }
    }
}
