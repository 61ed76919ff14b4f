//! The steps of an extraction, one after the other.

use std::num::NonZero;
use std::path::Path;

use tempfile::TempDir;
use wonderwheel_disc::catalogue::Choice;
use wonderwheel_disc::extract::{Job, Outcome, folder, plan, run};
use wonderwheel_game_files::{OpenOptions, open_with};
use wonderwheel_warriors::names::NameBook;

/// A place of its own, under a name with blanks and letters beyond ASCII.
pub fn home() -> TempDir {
    let home = tempfile::Builder::new().prefix("disc å ツ 🎡 ").tempdir();
    home.expect("the system's temporary folder is writable")
}

/// What an extraction is asked for.
#[derive(Default)]
pub struct Wish<'a> {
    /// Names that a person gives, one a line.
    pub names: &'a str,
    /// Workers; one for 0.
    pub jobs: usize,
    /// Whether what is there and differs is written again.
    pub overwrite: bool,
    /// Whether what was written is compared with the disc.
    pub verify: bool,
}

/// Extracts a disc; the outcome, and what it says.
pub fn extract(disc: &Path, out: &Path, wish: &Wish<'_>) -> (Outcome, String) {
    let mut names = NameBook::new();
    names.add_text(wish.names);
    let options = OpenOptions {
        names,
        ..OpenOptions::default()
    };
    let opened = open_with(disc, &options).expect("it is a disc");
    let source = plan::source(&opened).expect("it is no folder of loose files");
    folder::prepare(out, &source).expect("the folder is new, or this disc's");
    let rows = plan::rows(&opened, &Choice::default());
    plan::write_index(out, &source, &rows).expect("there is room");
    let outcome = run(&Job {
        rows: &rows,
        out,
        overwrite: wish.overwrite,
        jobs: NonZero::new(wish.jobs).unwrap_or(NonZero::<usize>::MIN),
        verify: wish.verify,
        progress: &|_| (),
        is_stopped: &|| false,
    });
    let mut said = outcome.trouble(&rows);
    said.extend(outcome.lines(out, wish.verify, 1.0));
    (outcome, said.join("\n"))
}
