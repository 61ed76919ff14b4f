//! Progress of long work, on stderr; nothing when that is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const TICK: Duration = Duration::from_millis(200);

/// A bar of bytes: how many, how fast, how long still.
pub fn bytes(all: u64) -> ProgressBar {
    let bar = ProgressBar::new(all);
    let style = "{bar:32} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// Something that takes a while.
pub fn spinner(what: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        spinner.set_style(style);
    }
    spinner.set_message(what.to_owned());
    spinner.enable_steady_tick(TICK);
    spinner
}
