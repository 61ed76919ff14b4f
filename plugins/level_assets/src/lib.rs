//! The game's level files as Bevy assets.
//!
//! Each file has one [`AssetLoader`](bevy::asset::AssetLoader) that reads and decodes it on the engine's I/O tasks, never
//! in a system, and hands on what the GPU can take as it is: vertices in the PS2's packed integers, one index list a mesh,
//! RGBA textures with the GS's alpha.
//!
//! | File | Asset | Labelled parts ([`AssetLabel`]) |
//! | --- | --- | --- |
//! | `<world>_sec.mem` | [`ManifestAsset`] | |
//! | `<world>_sec.wld` | [`WorldAsset`] | `texture/<name>` |
//! | `<world>_ms<i>.sec` | [`PartAsset`] | `sector/<index>`, `texture/<name>` |
//! | `<level>.lev` | [`LevelAsset`] | `sky`, `clouds`, `skyline`, `glow`, `<model>/texture/<name>` |
//! | `<level>_<k>.pak` | [`PackAsset`], an index | |
//! | `<level>.settings.ron` | [`LevelSettings`] | |
//! | decimal name, loading picture | [`LoadingPicture`] | `picture` |
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_level_assets::prelude::*;
//!
//! fn ask_for_a_part(server: Res<AssetServer>, mut part: Local<Handle<PartAsset>>) {
//!     *part = server.load("game://demos_ms1.sec");
//! }
//!
//! App::new()
//!     .add_plugins((MinimalPlugins, AssetPlugin::default(), LevelAssetsPlugin))
//!     .add_systems(Startup, ask_for_a_part);
//! ```
//!
//! A file that changes on disk is loaded again into the same handles, labelled parts included. A file that turns bad
//! sends a failed-load message whose fault [`load_fault`] takes out, and its last good version stays.
//!
//! Decoding itself is plain functions: [`mesh::from_atomic`], [`mesh::from_clump`], [`mesh::from_glow`],
//! [`texture::from_native`], [`settings::read`].

pub mod faults;
pub mod label;
pub mod level;
mod load;
pub mod manifest;
pub mod material;
pub mod mesh;
pub mod pack;
pub mod part;
pub mod picture;
pub mod settings;
pub mod texture;
pub mod vertex;
pub mod world;

use bevy::asset::{AssetApp, Assets};
use bevy::image::Image;
use bevy::prelude::{App, Plugin};

use load::{FileAsset, FileLoader};

pub use faults::{LevelFaults, LevelNote, load_fault};
pub use label::{AssetLabel, LevelModelLabel};
pub use level::{BackgroundModel, GlowModel, LevelAsset};
pub use manifest::ManifestAsset;
pub use material::{DrawMaterial, DualLayer, TextureName};
pub use mesh::{MeshDraw, MeshVertices, SceneryMesh};
pub use pack::{PackAsset, PackResource};
pub use part::{BrokenSector, PartAsset, PartSector};
pub use picture::LoadingPicture;
pub use settings::{LevelSettings, LightKind, LightSettings, StartPoint};
pub use texture::{GsTexture, NamedTexture};
pub use vertex::{GsFloatVertex, GsVertex};
pub use world::{Leaf, WorldAsset};

/// What users of this crate name.
pub mod prelude {
    pub use crate::{
        AssetLabel, BackgroundModel, BrokenSector, DrawMaterial, DualLayer, GlowModel,
        GsFloatVertex, GsTexture, GsVertex, Leaf, LevelAsset, LevelAssetsPlugin, LevelFaults,
        LevelNote, LevelSettings, LightKind, LightSettings, LoadingPicture, ManifestAsset,
        MeshDraw, MeshVertices, NamedTexture, PackAsset, PartAsset, PartSector, SceneryMesh,
        StartPoint, TextureName, WorldAsset,
    };
}

/// Registers every asset and loader of this crate, and the list of a level's faults ([`LevelFaults`]).
///
/// Add it after `AssetPlugin` and, where the app has one, `ImagePlugin` (both are in `DefaultPlugins`). Without the
/// latter the plugin makes room for [`Image`] assets itself, so that loading pictures load in an app that never draws.
#[derive(Debug, Clone, Copy, Default)]
pub struct LevelAssetsPlugin;

impl Plugin for LevelAssetsPlugin {
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<Assets<Image>>() {
            app.init_asset::<Image>();
        }
        app.init_resource::<LevelFaults>()
            .init_asset::<SceneryMesh>()
            .init_asset::<GsTexture>();
        add_files::<ManifestAsset>(app);
        add_files::<WorldAsset>(app);
        add_files::<PartAsset>(app);
        add_files::<LevelAsset>(app);
        add_files::<PackAsset>(app);
        add_files::<LevelSettings>(app);
        add_files::<LoadingPicture>(app);
    }
}

fn add_files<A: FileAsset>(app: &mut App) {
    app.init_asset::<A>().init_asset_loader::<FileLoader<A>>();
}
