//! The window's title: the level and what is going on.

use bevy::{prelude::*, window::PrimaryWindow};
use wonderwheel_game_modes::{GameMode, LoadingState};

use crate::window_files::WindowFiles;

/// Keeps the title up to date.
pub fn follow(
    mode: Res<State<GameMode>>,
    state: Res<LoadingState>,
    files: Option<Res<WindowFiles>>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
) {
    let Some(mut window) = window else { return };
    let mut title = title(*mode.get(), &state.name);
    if files.is_some_and(|files| files.are_unverified()) {
        title.push_str(" [unverified disc]");
    }
    if window.title != title {
        window.title = title;
    }
}

fn title(mode: GameMode, level: &str) -> String {
    let what = match mode {
        GameMode::Boot | GameMode::Data | GameMode::Menu => return "Wonderwheel".into(),
        GameMode::Play => "",
        GameMode::Loading => " (loading)",
        GameMode::Pause => " (paused)",
        GameMode::Error => " (could not be started)",
    };
    format!("{level}{what} - Wonderwheel")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_the_level_outside_the_menu() {
        assert_eq!(title(GameMode::Menu, "demo"), "Wonderwheel");
        assert_eq!(title(GameMode::Play, "demo"), "demo - Wonderwheel");
        assert_eq!(
            title(GameMode::Pause, "level99"),
            "level99 (paused) - Wonderwheel"
        );
    }
}
