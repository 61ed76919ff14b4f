//! Ctrl-C: an app ends with its frame, work that leaves files tidies up, everything else ends at once; always with exit code
//! 130 and one line.

use std::{
    io::{IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use bevy::app::TerminalCtrlCHandlerPlugin;

use crate::failure::{Code, Failure};

static IN_APP: AtomicBool = AtomicBool::new(false);
static IN_WORK: AtomicBool = AtomicBool::new(false);
static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on.
pub fn listen() {
    // Where it cannot be heard the system ends the program by itself.
    let _ = ctrlc::set_handler(|| {
        if IN_APP.load(Ordering::Relaxed) {
            TerminalCtrlCHandlerPlugin::gracefully_exit();
            return;
        }
        // Asking twice means not to wait.
        if IN_WORK.load(Ordering::Relaxed) && !STOP.swap(true, Ordering::Relaxed) {
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

/// While it lives work goes on that ends itself, and tidily, once [`Self::is_stopped`].
pub struct WorkRuns(());

impl WorkRuns {
    /// Work begins.
    pub fn begin() -> Self {
        IN_WORK.store(true, Ordering::Relaxed);
        Self(())
    }

    /// Whether the person wants it to end. One flag for the whole program, to be asked between two pieces of work.
    pub fn is_stopped() -> bool {
        STOP.load(Ordering::Relaxed)
    }

    /// What the program ends with when it was stopped. `words` say what to do to go on.
    pub fn stopped(words: &str) -> Failure {
        Failure::new(Code::Interrupted, format!("interrupted; {words}"))
    }
}

impl Drop for WorkRuns {
    fn drop(&mut self) {
        IN_WORK.store(false, Ordering::Relaxed);
    }
}
