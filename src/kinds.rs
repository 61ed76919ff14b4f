//! The kinds of files that `--kind` takes.

use clap::builder::PossibleValuesParser;
use wonderwheel_disc::catalogue::kind_names;

/// Reads the short name of a kind.
pub fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(kind_names())
}
