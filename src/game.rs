//! The app: which plugins a run is made of, with a window, without one, and without anything to draw with.

use std::{
    ffi::OsString,
    io::IsTerminal,
    path::{Path, PathBuf},
};

use bevy::{
    asset::{AssetMetaCheck, AssetPlugin},
    diagnostic::DiagnosticsPlugin,
    input::InputPlugin,
    log::{Level, LogPlugin, tracing_subscriber},
    prelude::*,
    render::{
        RenderPlugin, pipelined_rendering::PipelinedRenderingPlugin, settings::RenderResources,
    },
    state::app::StatesPlugin,
    transform::TransformPlugin,
    ui_widgets::EditableTextInputPlugin,
    window::{ExitCondition, PresentMode, WindowResolution},
    winit::WinitPlugin,
};
use wonderwheel_commando_view::{CommandoSettings, CommandoViewPlugin};
use wonderwheel_game_files::{GameFilesPlugin, SharedFiles};
use wonderwheel_game_modes::GameModesPlugin;
use wonderwheel_gs_render::{GsRenderPlugin, frame::Present, settings::GsSettings};
use wonderwheel_inspector::{InspectorPlugin, overlay::Overlay};
use wonderwheel_level_assets::LevelAssetsPlugin;
use wonderwheel_player::{HelpLine, PlayerPlugin};
use wonderwheel_world_streaming::{
    WorldStreamingPlugin,
    prelude::{StartPlace, StreamingSettings},
};

/// What a run draws with and into.
pub enum Output {
    /// A window.
    Window {
        /// Its title.
        title: String,
    },
    /// Images, with this device.
    Images {
        /// The device.
        device: Box<RenderResources>,
        /// The window's picture, overlay included, is wanted too.
        overlay: bool,
    },
    /// Nothing: no adapter is asked for.
    Nothing,
}

/// What a run is made of.
pub struct Game {
    /// Where the bytes come from.
    pub files: SharedFiles,
    /// What it draws with.
    pub output: Output,
    /// How the world streams.
    pub streaming: StreamingSettings,
    /// How the frame is drawn.
    pub drawing: GsSettings,
    /// How a level of Going Commando is drawn.
    pub commando: CommandoSettings,
    /// Where a person wants to begin.
    pub start: Option<StartPlace>,
    /// `-v` on the command line, counted.
    pub verbose: u8,
}

/// Size of the window at first, logical pixels. Source: spec/world-addenda.md 9.
pub const WINDOW_SIZE: (u32, u32) = (960, 720);

impl Game {
    /// The app, with every plugin of the house. Nothing is started in it yet.
    pub fn build(self) -> App {
        let mut app = App::new();
        let windowed = matches!(self.output, Output::Window { .. });
        app.add_plugins(GameFilesPlugin {
            files: self.files,
            watch: windowed,
        });
        let log = log_plugin(self.verbose);
        let assets = asset_plugin(windowed);
        let present = match self.output {
            Output::Window { title } => {
                app.add_plugins(
                    DefaultPlugins
                        .set(log)
                        .set(assets)
                        .set(window_plugin(title))
                        .set(ImagePlugin::default_linear()),
                );
                Some(Present::Window)
            }
            Output::Images { device, overlay } => {
                app.add_plugins(
                    DefaultPlugins
                        .set(log)
                        .set(assets)
                        .set(WindowPlugin {
                            primary_window: None,
                            exit_condition: ExitCondition::DontExit,
                            ..default()
                        })
                        .set(RenderPlugin {
                            render_creation: (*device).into(),
                            synchronous_pipeline_compilation: true,
                            ..default()
                        })
                        .disable::<WinitPlugin>()
                        .disable::<PipelinedRenderingPlugin>()
                        .disable::<EditableTextInputPlugin>(),
                );
                Some(if overlay {
                    Present::Image {
                        width: WINDOW_SIZE.0,
                        height: WINDOW_SIZE.1,
                    }
                } else {
                    Present::None
                })
            }
            Output::Nothing => {
                app.add_plugins((
                    MinimalPlugins,
                    log,
                    assets,
                    ImagePlugin::default_linear(),
                    InputPlugin,
                    TransformPlugin,
                    StatesPlugin,
                    DiagnosticsPlugin,
                    bevy::app::TerminalCtrlCHandlerPlugin,
                ));
                None
            }
        };
        if let Some(start) = self.start {
            app.insert_resource(start);
        }
        app.insert_resource(self.streaming)
            .insert_resource(self.commando)
            .insert_resource(self.drawing)
            .add_plugins((
                LevelAssetsPlugin,
                WorldStreamingPlugin,
                GsRenderPlugin {
                    present: present.unwrap_or(Present::None),
                },
                GameModesPlugin,
                PlayerPlugin,
                CommandoViewPlugin,
            ));
        add_overlay(&mut app, present);
        app
    }
}

/// The overlay needs a camera to be drawn on. It reads everything and nothing reads it, so it comes last. In a picture of
/// the window it is open, because that is what the picture is for.
fn add_overlay(app: &mut App, present: Option<Present>) {
    let open = match present {
        Some(Present::Window) => false,
        Some(Present::Image { .. }) => true,
        Some(Present::None) | None => return,
    };
    app.add_plugins(InspectorPlugin { open, ..default() })
        .add_systems(Update, hide_help_beneath_overlay);
}

/// The line of keys would be read through the overlay's lower panels.
fn hide_help_beneath_overlay(overlay: Res<Overlay>, mut help: ResMut<HelpLine>) {
    let covered = overlay.open;
    if help.covered != covered {
        help.covered = covered;
    }
}

fn log_plugin(verbose: u8) -> LogPlugin {
    let (level, house) = match verbose {
        // What the asset server says of a bad file, the world's own log says in one line.
        0 => (Level::INFO, "warn,wonderwheel=info,bevy_asset::server=off"),
        1 => (Level::INFO, "info"),
        _ => (Level::DEBUG, "debug"),
    };
    // A machine without sound, a display server or a vendor's driver is nothing to warn about.
    // A program without an `assets` folder beside it has nothing to watch there: what is in it is compiled in as well.
    let quiet = "wgpu=error,wgpu_hal=error,naga=warn,bevy_render::renderer=error,bevy_asset::io::source=error";
    LogPlugin {
        level,
        filter: format!("{house},{quiet}"),
        fmt_layer: |_| {
            let layer = tracing_subscriber::fmt::Layer::default()
                .without_time()
                .with_ansi(std::io::stderr().is_terminal())
                .with_writer(std::io::stderr)
                // A log that nothing reads is lost without a word: the word itself would end the program.
                .log_internal_errors(false);
            Some(Box::new(layer))
        },
        ..default()
    }
}

fn asset_plugin(watch: bool) -> AssetPlugin {
    let folder = assets_folder();
    AssetPlugin {
        watch_for_changes_override: Some(watch),
        file_path: folder.map_or_else(
            || "assets".into(),
            |folder| folder.to_string_lossy().into_owned(),
        ),
        meta_check: AssetMetaCheck::Never,
        ..default()
    }
}

/// The `assets` folder, for editing shaders while the program runs; everything in it is compiled in as well. Looked for
/// beside the program, then where the engine looks by its variables, then, under cargo, in the source tree.
pub fn assets_folder() -> Option<PathBuf> {
    assets_folder_of(std::env::current_exe().ok().as_deref(), |name| {
        std::env::var_os(name)
    })
}

fn assets_folder_of(
    program: Option<&Path>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    let beside = program.and_then(Path::parent).map(PathBuf::from);
    // Cargo sets the second one for what it runs; it is not asked at build time, so no path of the builder's is kept.
    let named = ["BEVY_ASSET_ROOT", "CARGO_MANIFEST_DIR"];
    let named = named.into_iter().filter_map(variable).map(PathBuf::from);
    beside
        .into_iter()
        .chain(named)
        .map(|root| root.join("assets"))
        .find(|folder| folder.join("shaders").is_dir())
}

fn window_plugin(title: String) -> WindowPlugin {
    WindowPlugin {
        primary_window: Some(Window {
            title,
            resolution: WindowResolution::new(WINDOW_SIZE.0, WINDOW_SIZE.1),
            present_mode: PresentMode::AutoVsync,
            ..default()
        }),
        ..default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_beside_the_program_come_before_those_that_the_engine_and_cargo_name() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let make = |name: &str| {
            let root = home.path().join(name);
            std::fs::create_dir_all(root.join("assets/shaders")).expect("writable");
            root
        };
        let (program, engine, cargo) = (make("program"), make("engine"), make("cargo"));
        let executable = program.join("wonderwheel");
        let found = |executable: &Path, set: &[(&str, &Path)]| {
            assets_folder_of(Some(executable), |name| {
                let (_, value) = set.iter().find(|(known, _)| *known == name)?;
                Some(value.as_os_str().to_owned())
            })
        };
        let both = [
            ("BEVY_ASSET_ROOT", &*engine),
            ("CARGO_MANIFEST_DIR", &*cargo),
        ];
        assert_eq!(found(&executable, &both), Some(program.join("assets")));
        let elsewhere = home.path().join("bin/wonderwheel");
        assert_eq!(found(&elsewhere, &both), Some(engine.join("assets")));
        assert_eq!(found(&elsewhere, &both[1..]), Some(cargo.join("assets")));
        assert_eq!(
            found(&elsewhere, &[]),
            None,
            "nothing of the builder's is kept"
        );
    }
}
