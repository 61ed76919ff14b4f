//! The plugin: what it adds to an app, and in what order its systems run.

use bevy::app::{App, FixedUpdate, Plugin, PostUpdate, PreUpdate};
use bevy::asset::handle_internal_asset_events;
use bevy::ecs::schedule::{IntoScheduleConfigs, SystemSet};
use bevy::ecs::system::{Res, ResMut};
use bevy::time::{Fixed, Time};
use wonderwheel_level_assets::{
    LevelAsset, LevelFaults, LevelSettings, ManifestAsset, PackAsset, WorldAsset,
};

use crate::core::budget::SectorBudget;
use crate::core::clock::{STEPS_PER_SECOND, StreamClock};
use crate::core::competing::CompetingStreamers;
use crate::core::decision_log::{DecisionLog, StreamingDecision};
use crate::core::run_hash::RunHash;
use crate::core::settings::StreamingSettings;
use crate::core::stats::StreamingStats;
use crate::core::tables::{PartState, SectorState};
use crate::core::worlds::Worlds;
use crate::level::current::{CurrentLevel, LoadLevel, UnloadLevel};
use crate::level::entities::{Part, Sector, SectorInUse, StreamedWorld};
use crate::level::load_state::LevelLoad;
use crate::level::lockstep::Lockstep;
use crate::level::mirror::MirrorIndex;
use crate::level::residency::{FailedSectors, PartEvent, Residency};
use crate::level::textures::TextureRegistry;
use crate::level::{arrivals, load, mirror, reload, reload_parts, textures};
use crate::systems::eyes::Eyes;
use crate::systems::{collect, decide, draw_distance, eyes, preload, visibility, wait};
use crate::view::camera::GameCamera;
use crate::view::draw_distance::DrawDistance;
use crate::view::draw_list::DrawList;
use crate::view::viewports::ViewportNumber;

/// Streams the worlds of the level that [`LoadLevel`] names.
///
/// Add it after `AssetPlugin` and [`LevelAssetsPlugin`](wonderwheel_level_assets::LevelAssetsPlugin); files come from
/// [`GameFilesPlugin`](wonderwheel_game_files::GameFilesPlugin). It sets the fixed timestep to 1/30 s. Settings:
/// [`StreamingSettings`], kept when inserted before. [`enter`](crate::level::lockstep::enter) makes runs repeatable.
///
/// Resources: [`Worlds`], [`SectorBudget`], [`CurrentLevel`], [`LevelFaults`], [`DrawList`], [`TextureRegistry`], [`FailedSectors`],
/// [`StreamingStats`], [`DecisionLog`], [`DrawDistance`], [`StreamClock`], [`RunHash`], [`CompetingStreamers`].
/// Messages: [`LoadLevel`], [`UnloadLevel`] in; [`StreamingDecision`], [`PartEvent`] out.
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
        .init_resource::<SectorBudget>()
        .init_resource::<CurrentLevel>()
        .init_resource::<LevelFaults>()
        .init_resource::<LevelLoad>()
        .init_resource::<Residency>()
        .init_resource::<FailedSectors>()
        .init_resource::<TextureRegistry>()
        .init_resource::<DrawList>()
        .init_resource::<MirrorIndex>()
        .init_resource::<CompetingStreamers>()
        .init_resource::<DecisionLog>()
        .init_resource::<RunHash>()
        .init_resource::<StreamClock>()
        .init_resource::<Eyes>()
        .init_resource::<DrawDistance>()
        .init_resource::<StreamingSettings>()
        .init_resource::<StreamingStats>()
        .init_resource::<Lockstep>()
        .add_message::<LoadLevel>()
        .add_message::<UnloadLevel>()
        .add_message::<StreamingDecision>()
        .add_message::<PartEvent>()
        .register_type::<StreamingSettings>()
        .register_type::<StreamingStats>()
        .register_type::<DrawDistance>()
        .register_type::<ViewportNumber>()
        .register_type::<Lockstep>()
        .register_type::<GameCamera>()
        .register_type::<StreamedWorld>()
        .register_type::<Part>()
        .register_type::<Sector>()
        .register_type::<SectorInUse>()
        .register_type::<PartState>()
        .register_type::<SectorState>();
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
                wait::wait_for_reads.run_if(in_lockstep),
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
                eyes::give_cameras_the_levels_far_clip,
            )
                .chain()
                .in_set(Arrivals),
            preload::run_preload.in_set(Preload),
        ),
    )
    .add_systems(
        FixedUpdate,
        (
            (|mut clock: ResMut<StreamClock>| clock.advance()).in_set(Clock),
            (
                decide::gather_sectors_in_use,
                eyes::gather_eyes,
                decide::decide_step,
            )
                .chain()
                .in_set(Decide),
            draw_distance::move_draw_distance.in_set(DrawDistance),
        ),
    )
    .add_systems(
        PostUpdate,
        (
            (mirror::mirror_tables, textures::note_missing_textures).in_set(Mirror),
            visibility::find_visible_sectors
                .run_if(level_is_ready)
                .in_set(Visibility),
            collect::collect_draw_list
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
