//! The page on which a person says where the disc is.
//!
//! The page only asks: the owner of the files fills [`DataPage`], reads [`ChooseData`], and answers with a message on the
//! page or by taking it away.

use std::path::PathBuf;

use bevy::{
    input_focus::AutoFocus, prelude::*, text::EditableText, text::TextCursorStyle,
    window::FileDragAndDrop,
};
use bevy_picking::events::{Pointer, Release};

use crate::{
    backdrop::Backdrop,
    choices::{ChoiceSystems, Choices, ChosenLine, spawn_choices},
    drive::{ModeCommand, ModeHook},
    menu_input::{MenuCommands, Typing},
    mode::GameMode,
    theme,
};

/// What the data page shows. Fill it, then push [`GameMode::Data`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct DataPage {
    /// Places that are offered: used before, or found.
    pub places: Vec<DataPlace>,
    /// What stands in the path field at first.
    pub path: String,
    /// What is being done with the last choice, or why it was not taken.
    pub message: String,
    /// Whether Esc leads back to the menu: there are files to play from.
    pub may_leave: bool,
}

/// A place that may hold the game's files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPlace {
    /// Where.
    pub path: PathBuf,
    /// Why it is offered: "used before", "found beside the program".
    pub why: String,
}

/// Somebody said where the game's files are.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum ChooseData {
    /// In this image or folder.
    Path(PathBuf),
    /// Nowhere: play the demo.
    Demo,
}

/// Which line of the page is which.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    OpenTyped,
    Place(usize),
    Demo,
    Quit,
}

/// The lines of the page.
#[derive(Resource, Default)]
struct Lines(Vec<Line>);

/// The path field, with what stood in it in the frame before.
#[derive(Component)]
struct PathField {
    before: String,
}

/// The text that shows [`DataPage::message`].
#[derive(Component)]
struct MessageText;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DataPage>()
        .init_resource::<Lines>()
        .add_message::<ChooseData>()
        .add_message::<FileDragAndDrop>()
        // The engine's text field also listens to pointers, which need a plugin that nothing here adds: the field always has
        // the keyboard, and a mouse finds the lines by themselves.
        .add_message::<Pointer<Release>>()
        .add_systems(ModeHook::enter(GameMode::Data), open_page)
        .add_systems(
            ModeHook::exit(GameMode::Data),
            |mut typing: ResMut<Typing>| typing.0 = false,
        )
        .add_systems(
            Update,
            (
                offer_typed_path.before(ChoiceSystems),
                (take_choice, take_dropped_file, leave_on_back).after(ChoiceSystems),
                show_message,
            )
                .run_if(in_state(GameMode::Data)),
        );
}

fn open_page(
    mut commands: Commands,
    page: Res<DataPage>,
    backdrop: Res<Backdrop>,
    mut lines: ResMut<Lines>,
    mut typing: ResMut<Typing>,
) {
    typing.0 = true;
    lines.0 = vec![Line::OpenTyped];
    lines.0.extend((0..page.places.len()).map(Line::Place));
    lines.0.extend([Line::Demo, Line::Quit]);
    let labels = lines.0.iter().map(|line| label(line, &page));
    let mut choices = Choices::new(GameMode::Data, labels);
    // The line after it: the place used last, else the demo.
    choices.selected = usize::from(page.path.is_empty());
    let leave = if page.may_leave {
        "      Esc: back"
    } else {
        ""
    };
    let keys = format!("letters: the path      up, down: choose      Enter: take{leave}");
    let screen = ("data page", GameMode::Data);
    let heading = "Where is your disc?";
    theme::open_screen(
        &mut commands,
        screen,
        Some(&backdrop),
        heading,
        &keys,
        |panel| {
            panel.spawn(theme::text(
            "The path of a disc image (.iso), of a folder with WARRIORS.DIR and WARRIORS.WAD, or of extracted files. \
             Type or paste it, or drop the file on this window.",
            theme::SMALL_SIZE,
            theme::FAINT,
        ));
            path_field(panel, &page.path);
            let message = theme::text(&page.message, theme::SMALL_SIZE, theme::WARNING);
            panel.spawn((MessageText, message));
            spawn_choices(panel, choices);
        },
    );
}

fn path_field(panel: &mut ChildSpawnerCommands, path: &str) {
    panel
        .spawn((
            Node {
                width: percent(100),
                padding: UiRect::axes(px(8), px(5)),
                border: UiRect::all(px(1)),
                overflow: Overflow::clip(),
                ..default()
            },
            BackgroundColor(theme::NIGHT),
            BorderColor::all(theme::FAINT),
        ))
        .with_children(|border| {
            border.spawn((
                PathField {
                    before: path.to_owned(),
                },
                EditableText::new(path),
                TextCursorStyle {
                    color: theme::ACCENT,
                    ..default()
                },
                theme::field_text(),
                Node {
                    width: percent(100),
                    ..default()
                },
                AutoFocus,
            ));
        });
}

fn label(line: &Line, page: &DataPage) -> String {
    match line {
        Line::OpenTyped => "Open the path above".into(),
        Line::Place(index) => match page.places.get(*index) {
            Some(place) => format!("{} ({})", place.path.display(), place.why),
            None => String::new(),
        },
        Line::Demo => "Play the demo".into(),
        Line::Quit => "Quit".into(),
    }
}

/// What is typed is meant to be opened.
fn offer_typed_path(
    mut fields: Query<(&EditableText, &mut PathField)>,
    mut lists: Query<&mut Choices>,
) {
    for (text, mut field) in &mut fields {
        let typed = text.value().to_string();
        if typed == field.before {
            continue;
        }
        field.before = typed;
        for mut choices in &mut lists {
            if choices.mode == GameMode::Data {
                choices.selected = 0;
            }
        }
    }
}

fn take_choice(
    mut chosen: MessageReader<ChosenLine>,
    lines: Res<Lines>,
    fields: Query<&EditableText, With<PathField>>,
    mut page: ResMut<DataPage>,
    mut choose: MessageWriter<ChooseData>,
    mut exit: MessageWriter<AppExit>,
) {
    for line in ChosenLine::of(&mut chosen, GameMode::Data) {
        match lines.0.get(line) {
            Some(Line::OpenTyped) => {
                let typed = fields.iter().next();
                let typed = typed.map(|field| field.value().to_string());
                match typed_path(&typed.unwrap_or_default()) {
                    Some(path) => {
                        choose.write(ChooseData::Path(path));
                    }
                    None => {
                        "The path is empty: type one, or drop a file.".clone_into(&mut page.message)
                    }
                }
            }
            Some(Line::Place(index)) => {
                let place = page.places.get(*index);
                choose.write_batch(place.map(|place| ChooseData::Path(place.path.clone())));
            }
            Some(Line::Demo) => {
                choose.write(ChooseData::Demo);
            }
            Some(Line::Quit) | None => {
                exit.write(AppExit::Success);
            }
        }
    }
}

/// The path that was typed or pasted: file managers copy paths in quotes or as addresses.
fn typed_path(typed: &str) -> Option<PathBuf> {
    let path = typed.trim();
    let path = path.strip_prefix("file://").unwrap_or(path);
    let quoted = |mark: char| path.strip_prefix(mark)?.strip_suffix(mark);
    let path = quoted('"').or_else(|| quoted('\'')).unwrap_or(path);
    (!path.is_empty()).then(|| PathBuf::from(path))
}

fn take_dropped_file(
    mut drops: MessageReader<FileDragAndDrop>,
    mut choose: MessageWriter<ChooseData>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            choose.write(ChooseData::Path(path_buf.clone()));
        }
    }
}

fn leave_on_back(
    commands: Res<MenuCommands>,
    page: Res<DataPage>,
    mut modes: MessageWriter<ModeCommand>,
) {
    if commands.back && page.may_leave {
        modes.write(ModeCommand::Replace {
            old: GameMode::Data,
            new: GameMode::Menu,
        });
    }
}

fn show_message(page: Res<DataPage>, mut texts: Query<&mut Text, With<MessageText>>) {
    for mut text in &mut texts {
        let words = theme::printable(&page.message);
        if text.0 != words {
            text.0 = words;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_path_may_come_from_a_file_manager() {
        for typed in [
            "/a b/å ツ.iso",
            "  /a b/å ツ.iso\n",
            "\"/a b/å ツ.iso\"",
            "'/a b/å ツ.iso'",
            "file:///a b/å ツ.iso",
        ] {
            assert_eq!(typed_path(typed), Some("/a b/å ツ.iso".into()), "{typed}");
        }
        assert_eq!(typed_path("  \" "), Some("\"".into()));
        assert_eq!(typed_path(" "), None);
    }
}
