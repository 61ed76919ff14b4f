//! The program without a command: the menu, or without a display a flight through the demo.

use crate::{
    commands::{flight, run},
    data_options::DataOptions,
    display,
    failure::{Code, Failure},
    run_options::RunOptions,
};

/// Opens the menu; without a display flies through the demo instead, so that the first command shows the main job on any
/// machine.
pub fn menu(options: &RunOptions, data: &DataOptions, verbose: u8) -> Result<Code, Failure> {
    match display::find() {
        Ok(()) => run::run_in_window(None, options, data, verbose),
        Err(why) => flight::fly(&why, options, data, verbose),
    }
}
