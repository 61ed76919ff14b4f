//! `doctor`: what a bug report needs, made to be pasted into one.

use std::process::{Command, Stdio};

use wonderwheel_disc::{
    places::{self, recent},
    private::without_names,
};
use wonderwheel_forge::builtin_names;
use wonderwheel_game_files::{GameFiles, commando_levels, levels};
use wonderwheel_gs_render::adapter::{describe, limits, list};
use wonderwheel_ps2::system::system_words;

use crate::{
    adapter,
    data::{self, DATA_VARIABLE, KnownData},
    data_options::{DataOptions, NONE},
    display,
    failure::{Code, Failure},
    game, report, settings_file,
};

/// Frames of the demo that the self-test draws: at the original's pace, everything has faded in by then.
const TEST_FRAMES: &str = "31";

/// Prints versions, display, adapters, where data were looked for, and what a frame of the demo comes to. What is missing decides
/// the exit code: 8 without an adapter, else that of the trouble with the data, else that of the self-test.
pub fn doctor(options: &DataOptions, self_test: bool) -> Result<Code, Failure> {
    line(format!(
        "wonderwheel {} on {} {}, {} cores",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        std::thread::available_parallelism().map_or(1, usize::from)
    ));
    let features: Vec<&str> = [
        ("wayland", cfg!(feature = "wayland")),
        ("gamepad", cfg!(feature = "gamepad")),
    ]
    .into_iter()
    .filter_map(|(name, on)| on.then_some(name))
    .collect();
    line(format!("features: {}", or_none(&features.join(", "))));
    say_display();
    let adapter = say_adapters();
    let data = say_data(options);
    match game::assets_folder() {
        Some(folder) => line(format!("shaders: reloaded from {}", folder.display())),
        None => line(
            "shaders: the built-in ones; a folder assets/shaders beside the program would be watched",
        ),
    }
    let recipes: Vec<&str> = builtin_names().collect();
    line(format!("recipes: {}", recipes.join(", ")));
    let drawn = match (self_test, adapter) {
        (true, Code::Done) => say_self_test(),
        _ => Code::Done,
    };
    let codes = [adapter, data, drawn];
    let trouble = codes.into_iter().find(|code| *code != Code::Done);
    Ok(trouble.unwrap_or(Code::Done))
}

/// A line without private names.
fn line(words: impl std::fmt::Display) {
    report::line(without_names(&words.to_string()));
}

fn say_display() {
    let named: Vec<String> = ["WAYLAND_DISPLAY", "DISPLAY"]
        .into_iter()
        .filter_map(|name| Some(format!("{name}={}", std::env::var(name).ok()?)))
        .collect();
    let named = if named.is_empty() {
        String::new()
    } else {
        format!(" ({})", named.join(", "))
    };
    match display::find() {
        Ok(()) => line(format!("display: found{named}")),
        Err(why) => line(format!("display: none ({why}); runs are headless")),
    }
}

fn say_adapters() -> Code {
    match adapter::find() {
        Ok(resources) => {
            line(format!("adapter in use: {}", describe(&resources)));
            line(format!("limits: {}", limits(&resources)));
            for name in list(&resources) {
                line(format!("adapter: {name}"));
            }
            Code::Done
        }
        Err(failure) => {
            for words in failure.message.lines() {
                line(format!("adapter: {words}"));
            }
            failure.code
        }
    }
}

fn say_data(options: &DataOptions) -> Code {
    let shown = |path: Option<std::path::PathBuf>| match path {
        Some(path) => path.display().to_string(),
        None => "(no settings folder)".into(),
    };
    line(format!(
        "data are looked for: --data, {DATA_VARIABLE}, settings in {}, used last in {}, then in {}",
        shown(settings_file::path()),
        shown(recent::path()),
        places::folders()
            .iter()
            .map(|folder| folder.display().to_string())
            .collect::<Vec<_>>()
            .join(", ")
    ));
    let opened = match data::known(options) {
        Ok(KnownData::Here(path, origin)) => {
            data::open_any(&path, origin, options).and_then(|opened| {
                data::expect_levels(&*opened.files)?;
                data::say_unusual(&path, &opened.identity);
                Ok((opened, origin))
            })
        }
        Ok(KnownData::Demo(origin)) => {
            line(format!(
                "data: none, as {}; the demo is used",
                origin.words()
            ));
            return Code::Done;
        }
        Ok(KnownData::OneOf(found)) => {
            for path in found {
                line(format!(
                    "data: found {}; name one with --data",
                    path.display()
                ));
            }
            return Code::Done;
        }
        Ok(KnownData::Nothing) => {
            line("data: none named or found; the demo is used");
            return Code::Done;
        }
        Err(failure) => Err(failure),
    };
    match opened {
        Ok((opened, origin)) => {
            line(format!(
                "data: {} ({})",
                opened.files.describe(),
                origin.words()
            ));
            line(format!("identity: {}", opened.identity.line()));
            for warning in &opened.identity.warnings {
                line(format!("warning: {warning}"));
            }
            let mut levels = levels(&*opened.files);
            let commando = commando_levels(&*opened.files).into_iter();
            levels.extend(commando.map(|level| level.name));
            line(format!("levels: {}", or_none(&levels.join(", "))));
            Code::Done
        }
        Err(failure) => {
            line(format!("data: {failure}"));
            failure.code
        }
    }
}

/// Draws the demo in a process of its own, so that a driver that crashes is reported like everything else.
fn say_self_test() -> Code {
    let folder = std::env::temp_dir().join(format!("wonderwheel-doctor-{}", std::process::id()));
    let picture = folder.join("demo.png");
    let run = std::fs::create_dir_all(&folder)
        .and_then(|()| std::env::current_exe())
        .and_then(|program| {
            Command::new(program)
                .args([
                    "view",
                    "demo",
                    "--headless",
                    "--frames",
                    TEST_FRAMES,
                    "--screenshot",
                ])
                .arg(&picture)
                .env(DATA_VARIABLE, NONE)
                .stdin(Stdio::null())
                .output()
        });
    let _ = std::fs::remove_dir_all(&folder);
    let run = match run {
        Ok(run) => run,
        Err(error) => {
            let why = system_words(&error);
            line(format!("self-test: it could not be run: {why}"));
            return Code::Io;
        }
    };
    let (said, trouble) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    let facts = |wanted: &str| {
        let mut lines = said.lines();
        lines.find(|line| line.contains(wanted)).map(str::to_owned)
    };
    match (run.status.success(), facts("pixels are not background")) {
        (true, Some(drawn)) => {
            // "picture <path> of frame 31: 640 x 448, hash ..., n of m pixels are not background"
            let drawn = drawn.split_once(": ").map_or(&*drawn, |(_, facts)| facts);
            line(format!(
                "self-test: the demo's frame {TEST_FRAMES} is drawn: {drawn}"
            ));
            Code::Done
        }
        _ => {
            line(format!("self-test: the demo is not drawn ({})", run.status));
            for words in trouble
                .lines()
                .rev()
                .take(5)
                .collect::<Vec<_>>()
                .iter()
                .rev()
            {
                line(format!("self-test: {words}"));
            }
            Code::Findings
        }
    }
}

fn or_none(words: &str) -> &str {
    if words.is_empty() { "none" } else { words }
}
