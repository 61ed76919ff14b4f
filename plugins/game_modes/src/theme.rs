//! The look of the menus: one place for colours, sizes, the font and the few pieces they are built from.

use bevy::{asset::uuid_handle, prelude::*};

use crate::{
    backdrop::{Backdrop, spawn_backdrop},
    drive::ModeOwned,
    mode::GameMode,
};

/// Behind a screen that hides the world: the demo's night, RGB (12, 12, 5) darkened.
pub(crate) const NIGHT: Color = Color::srgb(0.02, 0.02, 0.035);
/// Behind text that lies over a picture.
const SHADE: Color = Color::srgba(0.02, 0.02, 0.04, 0.62);
/// Behind text that lies over the world.
const VEIL: Color = Color::srgba(0.02, 0.02, 0.04, 0.45);
/// Ordinary text.
pub(crate) const TEXT: Color = Color::srgb(0.86, 0.84, 0.78);
/// Text of less weight.
pub(crate) const FAINT: Color = Color::srgb(0.62, 0.61, 0.59);
/// Text of the selected line.
pub(crate) const BRIGHT: Color = Color::srgb(1.0, 0.97, 0.9);
/// The selected line's mark and what else must be seen first: the loading bar's (170, 43, 43), brighter.
pub(crate) const ACCENT: Color = Color::srgb(0.93, 0.33, 0.27);
/// Behind the selected line.
pub(crate) const SELECTED: Color = Color::srgba(0.93, 0.33, 0.27, 0.28);
/// What is wrong.
pub(crate) const WARNING: Color = Color::srgb(0.95, 0.72, 0.30);

/// Title size, logical pixels.
pub(crate) const TITLE_SIZE: f32 = 46.0;
/// Size of a menu line.
pub(crate) const LINE_SIZE: f32 = 22.0;
/// Size of help and details.
pub(crate) const SMALL_SIZE: f32 = 15.0;

/// Distance of a screen's contents from its edges, logical pixels.
const MARGIN: f32 = 24.0;
/// Widest that a panel gets: a long path is broken instead.
const PANEL_WIDTH: f32 = 620.0;

/// Ubuntu Light, which the overlay brings along: the engine's own font has ASCII only, and folders have any names.
const FONT: Handle<Font> = uuid_handle!("5b2d1f3e-7c7e-4c6b-9d0a-6f1f0e0a4b57");

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, load_font);
}

fn load_font(fonts: Option<ResMut<Assets<Font>>>) {
    if let Some(mut fonts) = fonts {
        let font = Font::from_bytes(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
        // A handle by a number of our own is never refused.
        let _ = fonts.insert(&FONT, font);
    }
}

/// A piece of text. What the font cannot draw becomes a question mark.
pub(crate) fn text(words: impl Into<String>, size: f32, colour: Color) -> impl Bundle {
    (
        Text::new(printable(&words.into())),
        TextFont {
            font: FONT.into(),
            font_size: FontSize::Px(size),
            ..default()
        },
        TextColor(colour),
    )
}

/// What a field for typing looks like.
pub(crate) fn field_text() -> impl Bundle {
    (
        TextFont {
            font: FONT.into(),
            font_size: FontSize::Px(LINE_SIZE),
            ..default()
        },
        TextColor(BRIGHT),
    )
}

/// The words with a question mark in place of each letter that the font does not have: boxes say less.
pub(crate) fn printable(words: &str) -> String {
    let has = |letter: char| {
        matches!(letter,
            '\n' | ' '..='~' | '\u{a0}'..='\u{24f}' | '\u{391}'..='\u{3ce}' | '\u{400}'..='\u{45f}')
    };
    words
        .chars()
        .map(|letter| if has(letter) { letter } else { '?' })
        .collect()
}

/// A column that fills the window, its contents at the left.
fn full_screen(background: Color) -> impl Bundle {
    (
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Start,
            justify_content: JustifyContent::Center,
            row_gap: px(10),
            padding: UiRect::all(px(MARGIN)),
            ..default()
        },
        BackgroundColor(background),
    )
}

/// Opens a mode's screen: a panel before the dusk, or before the world where there is none, and its keys at the bottom.
pub(crate) fn open_screen(
    commands: &mut Commands,
    (name, mode): (&'static str, GameMode),
    dusk: Option<&Backdrop>,
    heading: &str,
    words: &str,
    contents: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let [background, shade] = if dusk.is_some() {
        [NIGHT, SHADE]
    } else {
        [Color::NONE, VEIL]
    };
    let screen = (Name::new(name), ModeOwned(mode), full_screen(background));
    commands.spawn(screen).with_children(|screen| {
        if let Some(dusk) = dusk {
            spawn_backdrop(screen, dusk);
        }
        panel(screen, shade, heading, contents);
        keys(screen, words);
    });
}

/// A panel with a heading, a line beneath it, and whatever `contents` adds.
fn panel(
    screen: &mut ChildSpawnerCommands,
    background: Color,
    heading: &str,
    contents: impl FnOnce(&mut ChildSpawnerCommands),
) {
    screen
        .spawn((
            Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Start,
                row_gap: px(8),
                margin: UiRect::left(percent(3)),
                padding: UiRect::axes(px(28), px(22)),
                min_width: px(330),
                max_width: px(PANEL_WIDTH),
                border_radius: BorderRadius::all(px(6)),
                ..default()
            },
            BackgroundColor(background),
        ))
        .with_children(|panel| {
            panel.spawn(text(heading, TITLE_SIZE, TEXT));
            panel.spawn((
                Node {
                    width: percent(100),
                    height: px(2),
                    margin: UiRect::bottom(px(6)),
                    ..default()
                },
                BackgroundColor(ACCENT),
            ));
            contents(panel);
        });
}

/// The keys of a screen, at its bottom.
fn keys(screen: &mut ChildSpawnerCommands, words: &str) {
    screen.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: px(MARGIN),
            bottom: px(10),
            ..default()
        },
        children![text(words, SMALL_SIZE, FAINT)],
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_the_font_has_stay_and_others_become_question_marks() {
        assert_eq!(
            printable("/home/jürgen/Ærø — ツ 🎡/Ω/Ж"),
            "/home/jürgen/Ærø ? ? ?/Ω/Ж"
        );
    }
}
