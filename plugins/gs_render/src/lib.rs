//! Draws the frame as the PlayStation 2's Graphics Synthesizer did.
//!
//! One custom pass fills a frame of 640 x 448 (times a scale) with the GS's own arithmetic: texture modulate, fog, the
//! alpha test that may keep colour and drop depth, dual textures, mip levels by depth, everything in display space. A
//! presenting camera shows that frame and carries the UI. No `bevy_pbr`, no Bevy meshes.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`settings`] | switches of the picture |
//! | [`frame`] | the frame's image, the presenting camera, tints |
//! | [`present_area`] | where on its target the frame is shown |
//! | [`scene`] | what one frame shows, in plain values |
//! | [`lights`], [`flicker`] | which lights reach a mesh, and how bright they are now |
//! | [`lines`] | debug lines |
//! | [`steps`] | the GS's alpha test on a GPU: which draws a material takes |
//! | [`picture`], [`headless`] | reading frames back; drawing without a window |
//! | [`resident`], [`world_pass`] | meshes and textures on the GPU, and where passes of other crates draw |
//! | [`kit`] | what passes are made with: pipelines, buffers, blend and depth, shaders |
//! | [`contract`] | what a shader must look like |
//! | [`stats`] | counts, and whether the picture is complete |
//!
//! # Order of a frame
//!
//! Clear, sky, clouds, skyline, depth clear, glow world, `s` sectors, `d` sectors, (water), level tint, passes of other crates,
//! debug lines, [`frame::FrameTint`], [`frame::FrameDim`]. Source: spec/gs-pipeline.md 9.
//!
//! # Quick start
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_gs_render::prelude::*;
//!
//! App::new().add_plugins((DefaultPlugins, GsRenderPlugin::default())).run();
//! ```
//!
//! With the streamed world's plugin the frame follows its draw list; without it [`scene::GsScene`] is filled by hand.

#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod adapter;
mod collect;
#[macro_use]
pub mod contract;
pub mod display;
pub mod flicker;
pub mod frame;
mod gpu;
pub mod headless;
pub mod kit;
mod level_lights;
pub mod lights;
pub mod lines;
pub mod picture;
pub mod present_area;
pub mod resident;
pub mod scene;
mod sets;
pub mod settings;
pub mod stats;
pub mod steps;
mod textures;
pub mod world_pass;

pub use gpu::shaders::{GS_SHADER, PRESENT_SHADER};
pub use kit::ShaderFaults;
pub use sets::GsRenderSet;

use bevy::asset::AssetEventSystems;
use bevy::core_pipeline::core_2d::main_opaque_pass_2d;
use bevy::core_pipeline::schedule::camera_driver;
use bevy::core_pipeline::{Core2d, Core2dSystems};
use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponentPlugin;
use bevy::render::render_asset::RenderAssetPlugin;
use bevy::render::renderer::{RenderGraph, RenderGraphSystems};
use bevy::render::{ExtractSchedule, GpuResourceAppExt, Render, RenderApp, RenderSystems};
use wonderwheel_world_streaming::StreamingSet;

use crate::frame::{FrameDim, FrameTint, GsFrame, Present, PresentingCamera};
use crate::lines::DebugLines;
use crate::scene::GsScene;
use crate::settings::GsSettings;
use crate::stats::{GsReady, GsStats, Report};
use crate::world_pass::{FrameTarget, WorldPassReport, WorldPasses};

/// What a user of the crate names most.
pub mod prelude {
    pub use crate::frame::{
        FrameDim, FrameTint, GsFrame, Present, PresentedImage, PresentingCamera,
    };
    pub use crate::lines::{DebugLines, Depth};
    pub use crate::picture::{Picture, take_picture};
    pub use crate::present_area::PresentArea;
    pub use crate::scene::{GsScene, GsView, Layer, PlacedMesh, Tint};
    pub use crate::settings::{GsSettings, LayerSwitches, PrelightScale};
    pub use crate::stats::{GsReady, GsStats};
    pub use crate::{GsRenderPlugin, GsRenderSet};
}

/// Draws [`GsScene`] into [`GsFrame`] and shows it. Added after `DefaultPlugins` and
/// [`LevelAssetsPlugin`](wonderwheel_level_assets::LevelAssetsPlugin), whose meshes and textures it draws.
///
/// Without a render world (no adapter) its resources exist and nothing is drawn.
#[derive(Debug, Clone, Default)]
pub struct GsRenderPlugin {
    /// Where the frame is shown.
    pub present: Present,
}

impl Plugin for GsRenderPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<GsSettings>()
            .register_type::<GsStats>()
            .register_type::<GsReady>()
            .init_resource::<GsSettings>()
            .init_resource::<GsScene>()
            .init_resource::<GsStats>()
            .init_resource::<GsReady>()
            .init_resource::<DebugLines>()
            .init_resource::<FrameTint>()
            .init_resource::<FrameDim>()
            .configure_sets(
                PostUpdate,
                GsRenderSet::Collect.after(StreamingSet::Collect),
            )
            .add_systems(First, lines::clear_lines.in_set(GsRenderSet::Begin));
        present_area::plugin(app);
        collect::add_systems(app);
        if app.get_sub_app(RenderApp).is_some() {
            self.add_drawing(app);
        }
    }
}

impl GsRenderPlugin {
    fn add_drawing(&self, app: &mut App) {
        let shaders = gpu::shaders::add_shaders(app);
        let report = Report::default();
        let settings = app.world().resource::<GsSettings>().clone();
        let frame = GsFrame::new(
            &mut app.world_mut().resource_mut::<Assets<Image>>(),
            &settings,
        );
        app.insert_resource(frame)
            .insert_resource(report.clone())
            .add_plugins((
                RenderAssetPlugin::<gpu::mesh::GpuSceneryMesh>::default(),
                RenderAssetPlugin::<gpu::texture::GpuGsTexture>::default(),
                ExtractComponentPlugin::<PresentingCamera>::default(),
            ))
            .add_systems(First, stats::read_report.in_set(GsRenderSet::Begin))
            .add_systems(
                PostUpdate,
                frame::resize_frame
                    .run_if(resource_changed::<GsSettings>)
                    .before(AssetEventSystems),
            );
        frame::spawn_presenting_camera(app.world_mut(), self.present);

        let Some(render) = app.get_sub_app_mut(RenderApp) else {
            return;
        };
        render
            .insert_resource(report)
            .insert_resource(shaders)
            .init_resource::<gpu::extract::ExtractedFrame>()
            .init_resource::<FrameTarget>()
            .init_resource::<WorldPassReport>()
            .init_gpu_resource::<gpu::pipelines::GsPipelines>()
            .init_gpu_resource::<gpu::pass::GsDrawing>()
            .init_gpu_resource::<gpu::present::PresentResources>()
            .add_systems(ExtractSchedule, gpu::extract::extract)
            .add_systems(
                Render,
                (gpu::pass::prepare, gpu::present::prepare_present)
                    .chain()
                    .in_set(RenderSystems::PrepareResources),
            )
            .add_systems(
                RenderGraph,
                (
                    gpu::pass::draw_world.before(WorldPasses),
                    gpu::pass::draw_over.after(WorldPasses),
                )
                    .chain()
                    .in_set(RenderGraphSystems::Render)
                    .before(camera_driver),
            )
            .configure_sets(
                RenderGraph,
                WorldPasses
                    .in_set(RenderGraphSystems::Render)
                    .before(camera_driver),
            )
            .add_systems(
                Core2d,
                gpu::present::present
                    .before(main_opaque_pass_2d)
                    .in_set(Core2dSystems::MainPass),
            );
    }
}
