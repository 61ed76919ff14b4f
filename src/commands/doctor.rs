//! `doctor`: what a bug report needs.

use wonderwheel_forge::builtin_names;
use wonderwheel_game_files::{GameFiles, levels};

use crate::{
    adapter,
    cli::DataOptions,
    data::{self, DATA_VARIABLE},
    display,
    failure::{Code, Failure},
    game,
    report::line,
    settings_file,
};

/// Prints versions, display, adapters, and where data were looked for. What is missing decides the exit code: 8 without
/// an adapter, else that of the trouble with the named data.
pub fn doctor(options: &DataOptions) -> Result<Code, Failure> {
    line(format!(
        "wonderwheel {} on {} {}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    ));
    let features: Vec<&str> = [
        ("wayland", cfg!(feature = "wayland")),
        ("gamepad", cfg!(feature = "gamepad")),
    ]
    .into_iter()
    .filter_map(|(name, on)| on.then_some(name))
    .collect();
    line(format!("features: {}", or_none(&features.join(", "))));
    match display::find() {
        Ok(()) => line("display: found"),
        Err(why) => line(format!("display: none ({why}); runs are headless")),
    }
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
    Ok(if adapter == Code::Done { data } else { adapter })
}

fn say_adapters() -> Code {
    match adapter::find() {
        Ok(resources) => {
            line(format!("adapter in use: {}", adapter::describe(&resources)));
            for name in adapter::list(&resources) {
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
    let settings = settings_file::path();
    line(format!(
        "data are looked for: --data, {DATA_VARIABLE}, {}",
        settings.map_or_else(
            || "(no settings folder)".into(),
            |p| p.display().to_string()
        )
    ));
    let found = data::folder(options).and_then(|folder| match folder {
        Some((path, origin)) => {
            data::open_path(&path, origin, options).map(|files| Some((files, origin)))
        }
        None => Ok(None),
    });
    match found {
        Ok(None) => {
            line("data: none named; the demo is used");
            Code::Done
        }
        Ok(Some((files, origin))) => {
            line(format!("data: {} ({})", files.describe(), origin.words()));
            line(format!("levels: {}", or_none(&levels(&*files).join(", "))));
            Code::Done
        }
        Err(failure) => {
            line(format!("data: {failure}"));
            failure.code
        }
    }
}

fn or_none(words: &str) -> &str {
    if words.is_empty() { "none" } else { words }
}
