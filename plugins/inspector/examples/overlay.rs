//! The overlay over the forged demo, with a panel of one's own; without a window it writes a picture and says where:
//! `cargo run -p wonderwheel_inspector --example overlay -- [--picture [FILE]]`.

use std::error::Error;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::{GameFilesPlugin, MemoryFiles, SharedFiles};
use wonderwheel_game_modes::{GameModesPlugin, LoadingState, StartLevel};
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::{frame::Present, headless};
use wonderwheel_inspector::prelude::*;
use wonderwheel_level_assets::LevelAssetsPlugin;
use wonderwheel_player::PlayerPlugin;
use wonderwheel_world_streaming::WorldStreamingPlugin;

const SIZE: UVec2 = UVec2::new(1280, 900);
/// Most frames until the level is there.
const LONGEST: usize = 3_000;

/// A panel of one's own.
struct Greeting;

impl Panel for Greeting {
    fn row(&self) -> PanelRow {
        PanelRow::new("Greeting", Place::Below)
    }

    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, _: &mut World) {
        ui.label(format!("Hello. Selected: {selected:?}"));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].map(std::env::var_os) != [None, None];
    let in_window = arguments.next().is_none() && (has_display || !cfg!(target_os = "linux"));
    let game = forge(
        &Recipe::builtin("demo").ok_or("no demo is built in")?,
        &mut |_| {},
    )?;
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(game.files)),
        watch: false,
    });
    let present = if in_window {
        app.add_plugins(DefaultPlugins);
        Present::Window
    } else {
        let renderer = headless::find_renderer().ok_or("there is no GPU adapter to draw with")?;
        app.add_plugins(headless::plugins(renderer));
        let [width, height] = SIZE.to_array();
        Present::Image { width, height }
    };
    app.add_plugins((
        LevelAssetsPlugin,
        WorldStreamingPlugin,
        GsRenderPlugin { present },
        GameModesPlugin,
        PlayerPlugin,
        InspectorPlugin {
            open: true,
            hud: true,
        },
    ));
    app.world_mut().resource_mut::<Overlay>().register(Greeting);
    app.world_mut()
        .write_message(StartLevel { name: game.level });
    if in_window {
        app.run();
        return Ok(());
    }
    let file = arguments.next().map_or_else(
        || std::env::temp_dir().join("wonderwheel_overlay.png"),
        PathBuf::from,
    );
    write_picture(&mut app, &file)?;
    println!("{}", file.display());
    Ok(())
}

/// Runs until the level is there, and writes what a window would show.
fn write_picture(app: &mut App, file: &Path) -> Result<(), Box<dyn Error>> {
    headless::start(app);
    let mut frames = 0..LONGEST;
    while !app.world().resource::<LoadingState>().is_ready() {
        frames.next().ok_or("the level does not get ready")?;
        headless::step(app)?;
    }
    headless::complete_picture(app, LONGEST)?;
    Ok(headless::presented_picture(app)?.save(file)?)
}
