//! Ctrl-C, a hang-up and the request to end: an app ends with its frame, work that leaves files tidies up, everything else ends
//! at once; always with exit code 130 and one line, and without an unfinished file.

use std::{
    io::{IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use bevy::app::TerminalCtrlCHandlerPlugin;
use wonderwheel_disc::output;

use crate::failure::{Code, Failure};

static IN_APP: AtomicBool = AtomicBool::new(false);
static IN_WORK: AtomicBool = AtomicBool::new(false);
static STOP: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Where nothing can be heard the system ends the program by itself.
pub fn listen() {
    on_request(|| {
        let is_first = !STOP.swap(true, Ordering::Relaxed);
        if is_first && IN_APP.load(Ordering::Relaxed) {
            TerminalCtrlCHandlerPlugin::gracefully_exit();
            return;
        }
        // Asking twice means not to wait.
        if is_first && IN_WORK.load(Ordering::Relaxed) {
            return;
        }
        output::abandon_all();
        let mut out = std::io::stderr();
        if out.is_terminal() {
            // A spinner may stand on the line.
            let _ = write!(out, "\r\x1b[K");
        }
        let _ = writeln!(out, "wonderwheel: interrupted");
        std::process::exit(Code::Interrupted as i32);
    });
}

#[cfg(unix)]
fn on_request(end: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // What was started to outlive its terminal does.
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let wanted = wanted.into_iter().filter(|signal| !is_ignored(*signal));
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) {
        std::thread::spawn(move || signals.forever().for_each(|_| end()));
    }
}

/// Whether the program was started with a signal ignored, as `nohup` does.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn on_request(end: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(end);
}

/// While it lives something runs that ends itself when it is asked to.
pub struct Running(&'static AtomicBool);

impl Running {
    /// An app begins; it ends with its frame.
    pub fn app() -> Self {
        IN_APP.store(true, Ordering::Relaxed);
        Self(&IN_APP)
    }

    /// Work begins that ends tidily once [`is_stopped`].
    pub fn work() -> Self {
        IN_WORK.store(true, Ordering::Relaxed);
        Self(&IN_WORK)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Whether the person wants work to end. One flag for the whole program, to be asked between two pieces of work.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// What the program ends with when it was stopped. `words` say what to do to go on.
pub fn stopped(words: &str) -> Failure {
    Failure::new(Code::Interrupted, format!("interrupted; {words}"))
}
