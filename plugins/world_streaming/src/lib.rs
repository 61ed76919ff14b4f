//! The streamed world: parts of a level that come and go around the cameras, against a memory budget.
//!
//! Once a step of 1/30 s at most one part is asked for or freed. What is wanted is the nearest missing sector, first
//! among those that were visible in the last frame, then among all; when it does not fit, the farthest part that nobody
//! sees makes room. The view closes in on what is missing. Two worlds stream at once, scenery and detail, and other
//! streamers (props, water) compete with them, see [`competing`](crate::core::competing).
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_game_files::prelude::*;
//! use wonderwheel_level_assets::prelude::*;
//! use wonderwheel_world_streaming::prelude::*;
//!
//! fn load(mut levels: MessageWriter<LoadLevel>) {
//!     levels.write(LoadLevel { name: "level2".into() });
//! }
//!
//! fn print(mut decisions: MessageReader<StreamingDecision>) {
//!     for StreamingDecision { step, decision } in decisions.read() {
//!         bevy::log::info!("{step}: {decision}");
//!     }
//! }
//!
//! # fn main() -> Result<(), GameFileError> {
//! App::new()
//!     .add_plugins(GameFilesPlugin { files: SharedFiles::new(FolderFiles::open("files")?), watch: true })
//!     .add_plugins((MinimalPlugins, AssetPlugin::default(), LevelAssetsPlugin, WorldStreamingPlugin))
//!     .add_systems(Startup, load)
//!     .add_systems(Update, print)
//!     .run();
//! # Ok(())
//! # }
//! ```
//!
//! | Room | Holds | Bevy in it |
//! | --- | --- | --- |
//! | [`core`](crate::core) | who comes and who goes | no |
//! | [`view`] | what is seen, and how far | in its components and queries |
//! | [`level`] | what is loaded: files, assets, entities | yes |
//! | `systems` | the order of a step and of a frame | yes |
//!
//! "No" means that only derives and plain maths types are used. The tables
//! ([`WorldTables`](crate::core::tables::WorldTables) in [`Worlds`]) are the one truth; the entities mirror them.

pub mod core;
pub mod level;
pub mod view;

mod systems;

#[cfg(test)]
mod behaviour;

use bevy::app::{App, FixedUpdate, Plugin, PostUpdate, PreUpdate};
use bevy::asset::handle_internal_asset_events;
use bevy::ecs::schedule::{IntoScheduleConfigs, SystemSet};
use bevy::ecs::system::Res;
use bevy::time::{Fixed, Time};
use wonderwheel_level_assets::{
    LevelAsset, LevelFaults, LevelSettings, ManifestAsset, PackAsset, WorldAsset,
};

pub use crate::core::decision::Worlds;

use crate::core::clock::{STEPS_PER_SECOND, StreamClock};
use crate::core::{budget, competing, decision_log, run_hash, settings, stats, tables};
use crate::level::current::CurrentLevel;
use crate::level::lockstep::Lockstep;
use crate::level::{
    arrivals, entities, load, load_state, lockstep, preload_run, reload, reload_parts, residency,
    textures,
};
use crate::systems::step;
use crate::view::{camera, draw_list};

/// What users of this crate name.
pub mod prelude {
    pub use crate::core::budget::{BudgetModel, Charge, Owner, SectorBudget};
    pub use crate::core::clock::StreamClock;
    pub use crate::core::competing::{CompetingStreamer, CompetingStreamers, Competitor};
    pub use crate::core::decision::{Decision, Worlds};
    pub use crate::core::decision_log::{DecisionLog, LogEntry, StreamingDecision};
    pub use crate::core::rules::StreamingMode;
    pub use crate::core::run_hash::RunHash;
    pub use crate::core::settings::{BudgetSize, StreamingSettings};
    pub use crate::core::stats::StreamingStats;
    pub use crate::core::tables::{PartState, SectorState, Stage, WorldTables};
    pub use crate::level::current::{CurrentLevel, LevelPhase, LoadLevel, UnloadLevel};
    pub use crate::level::entities::{
        Part, PartOf, Parts, Sector, SectorBounds, SectorInUse, SectorOf, Sectors, StreamedWorld,
    };
    pub use crate::level::lockstep::Lockstep;
    pub use crate::level::residency::{FailedSector, FailedSectors, PartEvent, Residency};
    pub use crate::level::start_place::StartPlace;
    pub use crate::level::textures::{TextureOwner, TextureRegistry};
    pub use crate::systems::step::{DrawDistance, ViewportNumber};
    pub use crate::view::camera::{Frustum, FrustumSide, GameCamera, Lens, view_from_world};
    pub use crate::view::draw_list::{DrawList, DrawSector};
    pub use crate::{StreamingSet, WorldStreamingPlugin};
    pub use wonderwheel_warriors::names::WorldSlot;
}

/// Streams the worlds of the level that [`LoadLevel`](level::current::LoadLevel) names.
///
/// Add it after `AssetPlugin` and [`LevelAssetsPlugin`](wonderwheel_level_assets::LevelAssetsPlugin); files come from
/// [`GameFilesPlugin`](wonderwheel_game_files::GameFilesPlugin). It sets the fixed timestep to 1/30 s. Settings:
/// [`settings::StreamingSettings`], kept when inserted before. [`lockstep::enter`] makes runs repeatable.
///
/// Resources: [`Worlds`], [`budget::SectorBudget`], [`CurrentLevel`], [`LevelFaults`], [`draw_list::DrawList`],
/// [`textures::TextureRegistry`], [`residency::FailedSectors`], [`stats::StreamingStats`], [`decision_log::DecisionLog`],
/// [`step::DrawDistance`], [`StreamClock`], [`run_hash::RunHash`], [`competing::CompetingStreamers`].
/// Messages: [`LoadLevel`](level::current::LoadLevel), [`UnloadLevel`](level::current::UnloadLevel) in;
/// [`decision_log::StreamingDecision`], [`residency::PartEvent`] out.
#[derive(Debug, Clone, Copy, Default)]
pub struct WorldStreamingPlugin;

/// When things happen. Order against these sets, never against the systems in them.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StreamingSet {
    /// `PreUpdate`: levels are loaded and unloaded on demand.
    Commands,
    /// `PreUpdate`: level files and parts that were read are taken; changed files exchanged. In lockstep it waits for them.
    Arrivals,
    /// `PreUpdate`: the preload of a level start makes its decisions.
    Preload,
    /// `FixedUpdate`, first: the simulation's clock advances.
    Clock,
    /// `FixedUpdate`: the one decision of a step. Move cameras before it.
    Decide,
    /// `FixedUpdate`: the draw distance moves.
    DrawDistance,
    /// `PostUpdate`: entities are brought up to date with the tables.
    Mirror,
    /// `PostUpdate`: what the cameras see is marked. Move cameras before it.
    Visibility,
    /// `PostUpdate`: the draw list is filled.
    Collect,
}

impl Plugin for WorldStreamingPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND as f64));
        add_resources(app);
        add_systems(app);
    }
}

fn add_resources(app: &mut App) {
    app.init_resource::<Worlds>()
        .init_resource::<budget::SectorBudget>()
        .init_resource::<CurrentLevel>()
        .init_resource::<LevelFaults>()
        .init_resource::<load_state::LevelLoad>()
        .init_resource::<residency::Residency>()
        .init_resource::<residency::FailedSectors>()
        .init_resource::<textures::TextureRegistry>()
        .init_resource::<draw_list::DrawList>()
        .init_resource::<entities::MirrorIndex>()
        .init_resource::<competing::CompetingStreamers>()
        .init_resource::<decision_log::DecisionLog>()
        .init_resource::<run_hash::RunHash>()
        .init_resource::<StreamClock>()
        .init_resource::<step::Eyes>()
        .init_resource::<step::DrawDistance>()
        .init_resource::<settings::StreamingSettings>()
        .init_resource::<stats::StreamingStats>()
        .init_resource::<Lockstep>()
        .add_message::<level::current::LoadLevel>()
        .add_message::<level::current::UnloadLevel>()
        .add_message::<decision_log::StreamingDecision>()
        .add_message::<residency::PartEvent>()
        .register_type::<settings::StreamingSettings>()
        .register_type::<stats::StreamingStats>()
        .register_type::<step::DrawDistance>()
        .register_type::<step::ViewportNumber>()
        .register_type::<Lockstep>()
        .register_type::<camera::GameCamera>()
        .register_type::<entities::StreamedWorld>()
        .register_type::<entities::Part>()
        .register_type::<entities::Sector>()
        .register_type::<entities::SectorInUse>()
        .register_type::<tables::PartState>()
        .register_type::<tables::SectorState>();
}

fn add_systems(app: &mut App) {
    use StreamingSet::{
        Arrivals, Clock, Collect, Commands, Decide, DrawDistance, Mirror, Preload, Visibility,
    };

    app.configure_sets(
        PreUpdate,
        (Commands, Arrivals, Preload)
            .chain()
            .after(handle_internal_asset_events),
    )
    .configure_sets(
        FixedUpdate,
        (Clock, Decide, DrawDistance).chain().run_if(level_is_ready),
    )
    .configure_sets(PostUpdate, (Mirror, Visibility, Collect).chain())
    .add_systems(
        PreUpdate,
        (
            load::run_commands.in_set(Commands),
            (
                load::take_survey,
                lockstep::wait_for_reads.run_if(in_lockstep),
                load::take_level_files,
                arrivals::take_parts,
                reload_parts::reload_parts,
                reload::reload::<WorldAsset>,
                reload::reload::<ManifestAsset>,
                reload_parts::measure_parts,
                reload::reload::<LevelAsset>,
                reload::reload::<PackAsset>,
                reload::reload::<LevelSettings>,
                load::apply_budget_settings,
                step::give_cameras_the_levels_far_clip,
            )
                .chain()
                .in_set(Arrivals),
            preload_run::run_preload.in_set(Preload),
        ),
    )
    .add_systems(
        FixedUpdate,
        (
            step::advance_clock.in_set(Clock),
            (
                entities::gather_sectors_in_use,
                step::gather_eyes,
                step::decide_step,
            )
                .chain()
                .in_set(Decide),
            step::move_draw_distance.in_set(DrawDistance),
        ),
    )
    .add_systems(
        PostUpdate,
        (
            (entities::mirror_tables, textures::note_missing_textures).in_set(Mirror),
            step::find_visible_sectors
                .run_if(level_is_ready)
                .in_set(Visibility),
            step::collect_draw_list
                .run_if(level_is_ready)
                .in_set(Collect),
        ),
    );
}

fn level_is_ready(level: Res<CurrentLevel>) -> bool {
    level.is_ready()
}

fn in_lockstep(lockstep: Res<Lockstep>) -> bool {
    lockstep.0
}
