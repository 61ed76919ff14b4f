//! The options that say how a level is run.

mod values;

use std::path::PathBuf;

use clap::Args;
use wonderwheel_world_streaming::prelude::StartPlace;

pub use values::{Budget, Mode, Show};
use values::{parse_budget, parse_distance, parse_place};

/// How a level is run. Any of `--headless`, `--frames`, `--screenshot` and `--input-script` makes it a lockstep run: one
/// step of 1/30 s a frame, the same input gives the same run.
#[derive(Args, Clone, Debug, Default)]
pub struct RunOptions {
    /// No window
    #[arg(long)]
    pub headless: bool,
    /// No adapter either: the same decisions, nothing drawn
    #[arg(long, conflicts_with_all = ["screenshot", "inspector"])]
    pub no_render: bool,
    /// Stop after so many frames of play [headless: 300, or the script's end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=108_000))]
    pub frames: Option<u64>,
    /// Write a PNG of the last frame; its folder must exist
    #[arg(long, value_name = "FILE.png")]
    pub screenshot: Option<PathBuf>,
    /// The screenshot is of the window's picture with the inspector open, not of the bare frame
    #[arg(long, requires = "screenshot")]
    pub inspector: bool,
    /// Play the pad and the mouse from a file (format below)
    #[arg(long, value_name = "FILE")]
    pub input_script: Option<PathBuf>,
    /// The original's streaming rules or better ones [default: improved; lockstep: faithful]
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
    /// Budget of the streamed world: `level`, `original`, `unlimited`, a factor like `0.5x`, or bytes
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = parse_budget, default_value = "level")]
    pub budget: Budget,
    /// Hold the draw distance at so many metres
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = parse_distance)]
    pub draw_distance: Option<f32>,
    /// Draw the 640 x 448 frame so many times as large
    #[arg(long, value_name = "1..4", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub scale: u32,
    /// Begin at this place instead of the level's own: metres, y up; then heading (0 looks along +z, 90 along +x) and pitch in degrees
    #[arg(long, value_name = "X,Y,Z[,HEADING[,PITCH]]", allow_hyphen_values = true, value_parser = parse_place)]
    pub at: Option<StartPlace>,
    /// What is shown otherwise than usual; all but the first three hold for levels of Going Commando
    #[arg(long, value_enum, value_name = "WHAT,..", value_delimiter = ',')]
    pub show: Vec<Show>,
    /// Another seed for a forged level
    #[arg(long, allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

impl RunOptions {
    /// A run that nothing was said about.
    pub fn default_run() -> Self {
        Self {
            scale: 1,
            ..Self::default()
        }
    }

    /// Whether the run is in lockstep.
    pub fn is_lockstep(&self) -> bool {
        self.headless
            || self.no_render
            || self.frames.is_some()
            || self.screenshot.is_some()
            || self.input_script.is_some()
    }
}
