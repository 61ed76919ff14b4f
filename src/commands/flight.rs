//! A scripted flight through the demo, for machines without a display.

use std::fs;

use wonderwheel_player::{InputScript, lockstep::Shot};
use wonderwheel_ps2::system::system_words;

use crate::{
    commands::run::{self, Flight},
    data_options::DataOptions,
    failure::{Code, Failure},
    level_name::LevelName,
    report::line,
    run_options::RunOptions,
};

/// The flight, as an input script.
const SCRIPT: &str = include_str!("../../assets/scripts/demo_flight.txt");

/// Frames of play: ten seconds.
const FRAMES: u64 = 300;

/// The frames whose pictures are written. By the original's rules everything fades in during the first second.
const PICTURES: [u64; 6] = [31, 60, 120, 180, 240, 300];

/// Flies and writes pictures into a folder that it names.
pub fn fly(
    why: &str,
    options: &RunOptions,
    data: &DataOptions,
    verbose: u8,
) -> Result<Code, Failure> {
    let script = InputScript::parse(SCRIPT)
        .map_err(|error| Failure::new(Code::Malformed, format!("the flight's script: {error}")))?;
    let folder = std::path::absolute("wonderwheel-demo")
        .map_err(|error| Failure::io(std::path::Path::new("wonderwheel-demo"), &error))?;
    fs::create_dir_all(&folder).map_err(|error| {
        let words = format!(
            "{}: the flight's pictures cannot be written there: {}; start it in another folder",
            folder.display(),
            system_words(&error)
        );
        Failure::new(Code::Io, words)
    })?;
    let shots = PICTURES.map(|frame| Shot {
        frame,
        path: folder.join(format!("frame-{frame:03}.png")),
    });
    let options = RunOptions {
        headless: true,
        ..options.clone()
    };
    let announce = |level: &str| {
        line(format!(
            "no window can be opened ({why}): flying through {level} for ten seconds of game time instead"
        ));
    };
    let code = run::lockstep(
        &LevelName::demo(),
        Flight {
            frames: FRAMES,
            shots: shots.into(),
            script: Some(script),
            announce: &announce,
        },
        &options,
        data,
        verbose,
    )?;
    line(format!("the pictures are in {}", folder.display()));
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flight_is_a_script_that_ends_within_it() {
        let script = InputScript::parse(SCRIPT).expect("the script is right");
        assert!(script.last_frame().is_some_and(|last| last < FRAMES));
    }
}
