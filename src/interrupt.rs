//! Ctrl-C: an app ends with its frame, everything else at once; either way with exit code 130 and one line.

use std::{
    io::{IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use bevy::app::TerminalCtrlCHandlerPlugin;

use crate::failure::Code;

static IN_APP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on.
pub fn listen() {
    // Where it cannot be heard the system ends the program by itself.
    let _ = ctrlc::set_handler(|| {
        if IN_APP.load(Ordering::Relaxed) {
            TerminalCtrlCHandlerPlugin::gracefully_exit();
            return;
        }
        let mut out = std::io::stderr();
        if out.is_terminal() {
            // A spinner may stand on the line.
            let _ = write!(out, "\r\x1b[K");
        }
        let _ = writeln!(out, "wonderwheel: interrupted");
        std::process::exit(Code::Interrupted as i32);
    });
}

/// While it lives an app runs, and ends itself.
pub struct AppRuns(());

impl AppRuns {
    /// An app begins.
    pub fn begin() -> Self {
        IN_APP.store(true, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for AppRuns {
    fn drop(&mut self) {
        IN_APP.store(false, Ordering::Relaxed);
    }
}
