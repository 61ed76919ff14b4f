//! What is extracted, and how it is reported.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use wonderwheel_disc::catalogue::kind_names;

/// What is extracted, and how it is reported.
#[derive(clap::Args, Clone, Debug)]
pub struct ExtractOptions {
    /// The disc image, the folder with WARRIORS.DIR and WARRIORS.WAD, or a level of Going Commando, `LEVEL<n>.WAD`
    pub disc: PathBuf,
    /// The folder to write; new, empty, or one that this disc was extracted to before
    pub out: PathBuf,
    /// Only files whose name this pattern fits (`*`, `?`, `[a-z]`, `{a,b}`); may stand several times
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,
    /// Only files of this kind; may stand several times
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(kind_names()), hide_possible_values = true)]
    pub kind: Vec<String>,
    /// So many files at a time [default: as many as there are cores, 4 at most]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,
    /// Replace files that are there and differ from the disc's
    #[arg(long)]
    pub overwrite: bool,
    /// Read what was written again and compare it with the disc
    #[arg(long)]
    pub verify: bool,
    /// Say nothing but what went wrong
    #[arg(short, long)]
    pub quiet: bool,
    /// The summary as JSON
    #[arg(long)]
    pub json: bool,
}
