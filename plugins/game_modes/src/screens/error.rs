//! The error page: what could not be done, why, and what to do about it.

use bevy::prelude::*;

use crate::{
    backdrop::Backdrop,
    choices::{ChoiceSystems, Choices, ChosenLine, spawn_choices},
    drive::{ModeCommand, ModeHook, ModeStack},
    menu_input::MenuCommands,
    mode::GameMode,
    start_level::StartLevel,
    theme,
};

/// What the error page says. Fill it, then push [`GameMode::Error`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct ErrorPage {
    /// What could not be done.
    pub title: String,
    /// Why, with file, path and offset where there are such.
    pub message: String,
    /// What to do.
    pub advice: String,
    /// The level that could not be started, to try it again.
    pub level: Option<String>,
}

impl ErrorPage {
    /// The page of a level that did not start.
    pub fn level(name: &str, message: String) -> Self {
        Self {
            title: format!("{name} could not be started"),
            message,
            advice: "Put the file right and try again, or choose another level.".into(),
            level: Some(name.to_owned()),
        }
    }
}

const LINES: [(&str, Choice); 3] = [
    ("Try again", Choice::Retry),
    ("Choose another level", Choice::Back),
    ("Quit", Choice::Quit),
];

#[derive(Clone, Copy)]
enum Choice {
    Retry,
    Back,
    Quit,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ErrorPage>()
        .add_systems(ModeHook::enter(GameMode::Error), open_page)
        .add_systems(
            Update,
            (close_on_back, take_choice.after(ChoiceSystems)).run_if(in_state(GameMode::Error)),
        );
}

fn open_page(mut commands: Commands, page: Res<ErrorPage>, backdrop: Res<Backdrop>) {
    // What filled the page has logged it.
    debug!("{}: {}", page.title, page.message);
    let screen = ("error page", GameMode::Error);
    let keys = "arrows or mouse: choose      Enter: take      Esc: back";
    theme::open_screen(
        &mut commands,
        screen,
        Some(&backdrop),
        &page.title,
        keys,
        |panel| {
            panel.spawn(theme::text(&page.message, theme::LINE_SIZE, theme::WARNING));
            panel.spawn(theme::text(&page.advice, theme::SMALL_SIZE, theme::FAINT));
            let labels = LINES.map(|(label, _)| label);
            spawn_choices(panel, Choices::new(GameMode::Error, labels));
        },
    );
}

fn close_on_back(
    commands: Res<MenuCommands>,
    stack: Res<ModeStack>,
    mut modes: MessageWriter<ModeCommand>,
) {
    if commands.back {
        leave(&stack, &mut modes);
    }
}

fn take_choice(
    mut chosen: MessageReader<ChosenLine>,
    page: Res<ErrorPage>,
    stack: Res<ModeStack>,
    mut modes: MessageWriter<ModeCommand>,
    mut start: MessageWriter<StartLevel>,
    mut exit: MessageWriter<AppExit>,
) {
    let lines = ChosenLine::of(&mut chosen, GameMode::Error);
    for (_, choice) in lines.filter_map(|line| LINES.get(line)) {
        match (choice, &page.level) {
            (Choice::Retry, Some(name)) => {
                start.write(StartLevel { name: name.clone() });
            }
            (Choice::Retry | Choice::Back, _) => leave(&stack, &mut modes),
            (Choice::Quit, _) => {
                exit.write(AppExit::Success);
            }
        }
    }
}

/// Back to what lies beneath; an error with nothing beneath it goes to the menu.
fn leave(stack: &ModeStack, modes: &mut MessageWriter<ModeCommand>) {
    if stack.below_top().is_some() {
        modes.write(ModeCommand::Pop(GameMode::Error));
    } else {
        modes.write(ModeCommand::Replace {
            old: GameMode::Error,
            new: GameMode::Menu,
        });
    }
}
