//! The menu: every level that was found, by name.

use bevy::prelude::*;
use wonderwheel_game_files::SharedFiles;

use crate::{
    backdrop::Backdrop,
    choices::{ChoiceSystems, Choices, ChosenLine, spawn_choices},
    drive::{ModeCommand, ModeHook},
    level_source::LevelSources,
    mode::GameMode,
    start_level::StartLevel,
    theme,
};

/// The levels that the menu offers. The program may add to it (the demo) before the menu opens; it is filled from
/// [`SharedFiles`] when the menu is entered.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelList {
    /// Levels that are always offered, whatever the files hold: those the program can write itself.
    pub built_in: Vec<String>,
    /// All levels offered, in the order shown.
    pub levels: Vec<String>,
    /// Where they come from, in a person's words.
    pub source: String,
    /// Whether the menu leads to the page on which other files are named ([`DataPage`](crate::DataPage)).
    pub other_data: bool,
}

/// The line that leads there.
const OTHER_DATA: &str = "Another disc or folder";

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<LevelList>()
        .add_systems(
            ModeHook::enter(GameMode::Menu),
            (list_levels, open_menu).chain(),
        )
        .add_systems(
            Update,
            take_choice
                .after(ChoiceSystems)
                .run_if(in_state(GameMode::Menu)),
        );
}

fn list_levels(
    files: Option<Res<SharedFiles>>,
    sources: Res<LevelSources>,
    mut list: ResMut<LevelList>,
) {
    let mut levels = Vec::new();
    if let Some(files) = files {
        levels = sources.levels(&**files);
        list.source = files.describe();
    }
    for built_in in &list.built_in {
        if !levels.contains(built_in) {
            levels.push(built_in.clone());
        }
    }
    list.levels = levels;
}

fn open_menu(mut commands: Commands, list: Res<LevelList>, backdrop: Res<Backdrop>) {
    let mut labels = list.levels.clone();
    if list.other_data {
        labels.push(OTHER_DATA.into());
    }
    labels.push("Quit".into());
    let keys = "arrows or mouse: choose      Enter: open      F1: overlay";
    let screen = ("menu", GameMode::Menu);
    theme::open_screen(
        &mut commands,
        screen,
        Some(&backdrop),
        "Wonderwheel",
        keys,
        |panel| {
            let source = format!("levels of {}", list.source);
            panel.spawn(theme::text(source, theme::SMALL_SIZE, theme::FAINT));
            spawn_choices(panel, Choices::new(GameMode::Menu, labels));
        },
    );
}

fn take_choice(
    mut chosen: MessageReader<ChosenLine>,
    list: Res<LevelList>,
    mut start: MessageWriter<StartLevel>,
    mut modes: MessageWriter<ModeCommand>,
    mut exit: MessageWriter<AppExit>,
) {
    for line in ChosenLine::of(&mut chosen, GameMode::Menu) {
        match list.levels.get(line) {
            Some(name) => {
                start.write(StartLevel { name: name.clone() });
            }
            None if list.other_data && line == list.levels.len() => {
                modes.write(ModeCommand::Replace {
                    old: GameMode::Menu,
                    new: GameMode::Data,
                });
            }
            None => {
                exit.write(AppExit::Success);
            }
        }
    }
}
