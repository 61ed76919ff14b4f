//! The look of the menus: one place for colours, sizes and the few pieces they are built from.

use bevy::prelude::*;

/// Behind a screen that hides the world: the demo's night, RGB (12, 12, 5) darkened.
pub(crate) const NIGHT: Color = Color::srgb(0.02, 0.02, 0.035);
/// Ordinary text.
pub(crate) const TEXT: Color = Color::srgb(0.86, 0.84, 0.78);
/// Text of less weight.
pub(crate) const FAINT: Color = Color::srgb(0.52, 0.51, 0.48);
/// The selected line, and the loading bar: (170, 43, 43) made readable as text.
pub(crate) const ACCENT: Color = Color::srgb(0.93, 0.33, 0.27);
/// What is wrong.
pub(crate) const WARNING: Color = Color::srgb(0.95, 0.72, 0.30);

/// Title size, logical pixels.
pub(crate) const TITLE_SIZE: f32 = 46.0;
/// Size of a menu line.
pub(crate) const LINE_SIZE: f32 = 22.0;
/// Size of help and details.
pub(crate) const SMALL_SIZE: f32 = 15.0;

/// A piece of text.
pub(crate) fn text(words: impl Into<String>, size: f32, colour: Color) -> impl Bundle {
    (
        Text::new(words),
        TextFont {
            font_size: FontSize::Px(size),
            ..default()
        },
        TextColor(colour),
    )
}

/// A column that fills the window.
pub(crate) fn full_screen(background: Color) -> impl Bundle {
    (
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            row_gap: px(10),
            padding: UiRect::all(px(24)),
            ..default()
        },
        BackgroundColor(background),
    )
}
