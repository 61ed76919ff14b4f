//! The overlay: why each part of the streamed world came or went, and everything that can be switched.
//!
//! F1 opens docked panels around the view: the sector map from above, the budget by owner with its history, tables of
//! sectors and parts, the decision log with reasons, switches, faults of the level's files, frame time, and the world of
//! entities. F2 shows a few numbers in the corner. A level of Ratchet & Clank 2 has pages of its own: what is in it, its
//! classes, textures, patches and lights.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_inspector::prelude::*;
//!
//! # fn game() -> App { App::new() }
//! let mut app: App = game(); // with the house's other plugins
//! app.add_plugins(InspectorPlugin { open: true, ..InspectorPlugin::default() }).run();
//! ```
//!
//! It reads the other plugins' resources and changes their settings. Beyond that it can start the level again, take the
//! free camera above what is selected, and change the lights in a level of Ratchet & Clank 2. It writes two resources for
//! others: the [`InputGate`], so that what is typed or dragged in the overlay never moves the camera, and a drag that began
//! in the view never lands in the overlay; and the [`PresentArea`](wonderwheel_gs_render::present_area::PresentArea), so
//! that the frame and the game's own screens fit into what the panels leave free.
//!
//! Another plugin adds a panel of its own with [`Overlay::register`]: it implements [`panel::Panel`], and a [`table`] is a
//! list of columns.
//!
//! | Module | Holds | Bevy in it |
//! | --- | --- | --- |
//! | [`map_view`], [`colours`], [`text`] | geometry and words | no |
//! | [`history`], [`why`] | what happened, for plots and reasons | a resource each |
//! | [`gate`] | whose the pointer and the keyboard are | one system |
//! | [`lines`] | boxes, frustum, occluders in the frame | one system |
//! | [`selection`], [`in_play`] | what is selected, whose level is in play | no |
//! | [`focus`] | the way of the camera to what is selected | no system |
//! | [`panel`], [`table`] | what every panel is, and the one table | no system |
//! | [`overlay`], [`panels`], [`hud`] | what is shown | yes |

pub mod colours;
pub mod focus;
pub mod gate;
mod headline;
pub mod history;
pub mod hud;
pub mod in_play;
pub mod lines;
pub mod map_view;
pub mod overlay;
pub mod panel;
pub mod panels;
pub mod relight;
mod selected;
pub mod selection;
mod style;
pub mod table;
pub mod text;
pub mod why;
mod widgets;

use bevy::core_pipeline::Core2d;
use bevy::diagnostic::{EntityCountDiagnosticsPlugin, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::view::{ColorGradingGlobal, ColorGradingSection};
use bevy::ui_render::ui_pass;
use bevy_egui::render::egui_pass;
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPreUpdateSet, EguiPrimaryContextPass};
use bevy_inspector_egui::DefaultInspectorConfigPlugin;
use iyes_perf_ui::PerfUiSet;
use wonderwheel_game_modes::{GateSystems, InputGate};
use wonderwheel_gs_render::lines::DebugLines;
use wonderwheel_world_streaming::prelude::{StreamingSet, Worlds};

use crate::lines::LineSwitches;
use crate::overlay::{Hud, Overlay};

/// What users of this crate name.
pub mod prelude {
    pub use crate::in_play::Game;
    pub use crate::lines::{BoxLines, LineSwitches};
    pub use crate::overlay::{Hud, Overlay};
    pub use crate::panel::{Panel, PanelRow, Place};
    pub use crate::selection::{ClassKind, Selection};
    pub use crate::{InspectorPlugin, InspectorSet};
}

/// The overlay, the numbers, and the lines in the frame. Add it after the house's other plugins.
///
/// It draws on the camera with [`PresentingCamera`](wonderwheel_gs_render::frame::PresentingCamera). Without a render
/// world only the lines and the histories run.
#[derive(Debug, Clone, Copy, Default)]
pub struct InspectorPlugin {
    /// The overlay is open at first. Default: no.
    pub open: bool,
    /// The numbers are shown at first. Default: no.
    pub hud: bool,
}

/// When things happen.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InspectorSet {
    /// `PreUpdate`, within [`GateSystems`]: F1, F2, and whose the input is.
    Input,
    /// `PostUpdate`, after the draw list: lines, histories, reasons. `Last`: the level is lit again.
    Watch,
}

impl Plugin for InspectorPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Overlay::new(self.open))
            .insert_resource(Hud(self.hud))
            .init_resource::<LineSwitches>()
            .init_resource::<history::Histories>()
            .init_resource::<why::PartHistory>()
            .register_type::<Hud>()
            .register_type::<LineSwitches>()
            .configure_sets(PreUpdate, InspectorSet::Input.in_set(GateSystems))
            .configure_sets(PostUpdate, InspectorSet::Watch.after(StreamingSet::Collect))
            .add_systems(
                PostUpdate,
                (
                    history::sample,
                    why::note_decisions,
                    lines::draw_lines
                        .run_if(resource_exists::<Worlds>.and_then(resource_exists::<DebugLines>)),
                    selected::draw_selected.run_if(resource_exists::<DebugLines>),
                )
                    .in_set(InspectorSet::Watch),
            )
            // Behind the overlay, which is drawn in `PostUpdate`, so that the frame has the new light already.
            .add_systems(Last, relight::relight.in_set(InspectorSet::Watch));
        if app.get_sub_app(RenderApp).is_some() {
            add_overlay(app);
        }
    }
}

fn add_overlay(app: &mut App) {
    if !app.is_plugin_added::<FrameTimeDiagnosticsPlugin>() {
        app.add_plugins(FrameTimeDiagnosticsPlugin::default());
    }
    if !app.is_plugin_added::<EntityCountDiagnosticsPlugin>() {
        app.add_plugins(EntityCountDiagnosticsPlugin::default());
    }
    if !app.is_plugin_added::<EguiPlugin>() {
        app.add_plugins(EguiPlugin::default());
    }
    if !app.is_plugin_added::<DefaultInspectorConfigPlugin>() {
        // It has options for these and warns when they are not registered.
        app.register_type::<ColorGradingGlobal>()
            .register_type::<ColorGradingSection>();
        app.add_plugins(DefaultInspectorConfigPlugin);
    }
    // The frame's own camera draws to no sRGB target, where egui cannot draw: only the presenting one may carry it.
    app.world_mut()
        .resource_mut::<EguiGlobalSettings>()
        .auto_create_primary_context = false;
    hud::add_hud(app);
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.add_systems(
            Core2d,
            between_ui_and_overlay.after(ui_pass).before(egui_pass),
        );
    }
    app.init_resource::<gate::PointerTracker>()
        .init_resource::<gate::KeyboardTracker>()
        .init_resource::<InputGate>()
        .add_systems(
            PreUpdate,
            overlay::adopt_camera.before(EguiPreUpdateSet::InitContexts),
        )
        .add_systems(
            PreUpdate,
            (
                overlay::read_keys,
                gate::guard_input,
                overlay::read_shortcuts.run_if(overlay::is_open),
            )
                .chain()
                .in_set(InspectorSet::Input)
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(Update, hud::show_hud.before(PerfUiSet::Setup))
        .add_systems(
            EguiPrimaryContextPass,
            (
                overlay::show_overlay.run_if(overlay::is_open),
                overlay::leave_frame.run_if(not(overlay::is_open)),
            ),
        );
}

/// Does nothing but stand in between: both passes only say that they come after the picture, and the game's own texts and
/// menus must lie under the panels.
fn between_ui_and_overlay() {}
