//! The streamed world: parts of a level that come and go around the cameras, against a memory budget.
//!
//! Once a step of 1/30 s at most one part is asked for or freed. What is wanted is the nearest missing sector, first
//! among those that were visible in the last frame, then among all; when it does not fit, the farthest part out of
//! sight makes room. The view closes in on what is missing. Two worlds stream at once, scenery and detail, and other
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
//! | [`mod@core`] | who comes and who goes | no |
//! | [`view`] | what is seen, and how far | in its components and queries |
//! | [`level`] | what is loaded: files, assets, entities | yes |
//! | `systems` | the order of a step and of a frame | yes |
//!
//! "No" means that only derives and plain maths types are used. The tables
//! ([`WorldTables`](crate::core::tables::WorldTables) in [`Worlds`](crate::core::worlds::Worlds)) are the one truth; the entities mirror them.

pub mod core;
pub mod level;
pub mod view;

mod plugin;
mod systems;

#[cfg(test)]
mod behaviour;

pub use plugin::{StreamingSet, WorldStreamingPlugin};

/// What users of this crate name.
pub mod prelude {
    pub use crate::core::budget::{BudgetModel, Charge, Owner, SectorBudget};
    pub use crate::core::clock::StreamClock;
    pub use crate::core::competing::{CompetingStreamer, CompetingStreamers, Competitor, RoomFor};
    pub use crate::core::decision::Decision;
    pub use crate::core::decision_log::{DecisionLog, LogEntry, StreamingDecision};
    pub use crate::core::rules::StreamingMode;
    pub use crate::core::run_hash::RunHash;
    pub use crate::core::settings::{BudgetSize, StreamingSettings};
    pub use crate::core::stats::StreamingStats;
    pub use crate::core::tables::{PartState, SectorState, Stage, WorldTables};
    pub use crate::core::worlds::Worlds;
    pub use crate::level::current::{CurrentLevel, LevelPhase, LoadLevel, UnloadLevel};
    pub use crate::level::entities::{
        Part, PartOf, Parts, Sector, SectorBounds, SectorInUse, SectorOf, Sectors, StreamedWorld,
    };
    pub use crate::level::lockstep::Lockstep;
    pub use crate::level::residency::{FailedSector, FailedSectors, PartEvent, Residency};
    pub use crate::level::start_place::StartPlace;
    pub use crate::level::textures::{TextureOwner, TextureRegistry};
    pub use crate::view::camera::{GameCamera, view_from_world};
    pub use crate::view::draw_distance::DrawDistance;
    pub use crate::view::draw_list::{DrawList, DrawSector};
    pub use crate::view::frustum::{Frustum, FrustumSide};
    pub use crate::view::lens::Lens;
    pub use crate::view::viewports::{ViewportNumber, Viewports, first_camera};
    pub use crate::{StreamingSet, WorldStreamingPlugin};
    pub use wonderwheel_warriors::names::WorldSlot;
}
