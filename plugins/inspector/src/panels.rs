//! The panels, one file each, and the pieces that several of them use.

pub mod budget;
pub mod commando;
pub mod faults;
pub mod frame;
pub(crate) mod listing;
pub mod log;
pub mod map;
pub mod switches;
pub mod table;
pub mod world;

use bevy::prelude::World;
use bevy_egui::egui::{self, Color32};
use wonderwheel_game_modes::{LoadingPhase, LoadingState};
use wonderwheel_world_streaming::prelude::{DrawDistance, StreamClock, StreamingStats};

use crate::colours::Rgb;
use crate::history::Histories;
use crate::text;

/// What the panel says when there is no level.
const NO_LEVEL: &str = "No level is loaded.";

/// Says that there is no level, in the middle of the panel.
pub(crate) fn no_level(ui: &mut egui::Ui) {
    ui.centered_and_justified(|ui| ui.weak(NO_LEVEL));
}

/// A colour for egui.
pub(crate) fn colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// What the bar says: each fact with what it is the number of. Numbers of a level only with a level.
pub(crate) fn headline(world: &World) -> Vec<(&'static str, String)> {
    let mut facts = vec![level_fact(world)];
    if commando::is_shown(world) {
        facts.extend(commando::facts(world));
    } else if world
        .get_resource::<LoadingState>()
        .is_some_and(LoadingState::is_ready)
    {
        facts.extend(streaming_facts(world));
    }
    if let Some(histories) = world.get_resource::<Histories>() {
        facts.push(("frame", text::milliseconds(histories.frame_ms_now())));
    }
    facts
}

/// The level, and how far it is.
fn level_fact(world: &World) -> (&'static str, String) {
    let Some(level) = world.get_resource::<LoadingState>() else {
        return ("", "no level".into());
    };
    let name = level.name.clone();
    match level.phase {
        LoadingPhase::None => ("", "no level".into()),
        LoadingPhase::Ready => ("level", name),
        LoadingPhase::Failed(_) => ("failed", name),
        LoadingPhase::Preparing | LoadingPhase::Asked | LoadingPhase::Loading => {
            ("loading", format!("{name} {:.0} %", level.progress * 100.0))
        }
    }
}

fn streaming_facts(world: &World) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(clock) = world.get_resource::<StreamClock>() {
        facts.push(("step", clock.step.to_string()));
    }
    if let Some(stats) = world.get_resource::<StreamingStats>() {
        facts.push(("parts", stats.resident_parts.to_string()));
        facts.push(("visible", stats.visible_sectors.to_string()));
        if stats.urgent {
            facts.push(("missing", "close by".into()));
        }
    }
    if let Some(distance) = world.get_resource::<DrawDistance>() {
        facts.push(("sees", text::metres(distance.current)));
    }
    facts
}

/// A field for the words that lines must hold.
pub(crate) fn filter(ui: &mut egui::Ui, words: &mut String, hint: &str) {
    let field = egui::TextEdit::singleline(words)
        .hint_text(hint)
        .desired_width(160.0);
    ui.add(field);
}

/// A swatch of a colour with a word beside it, as one piece: it is never wrapped in between.
pub(crate) fn legend(ui: &mut egui::Ui, rgb: Rgb, word: &str) {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let words = ui
        .painter()
        .layout_no_wrap(word.into(), font, ui.visuals().text_color());
    let side = words.size().y;
    let gap = side * 0.4;
    let size = egui::vec2(side + gap + words.size().x, side);
    // Space and no widget: another one may take its place in the next frame.
    let (_, place) = ui.allocate_space(size);
    let swatch = egui::Rect::from_min_size(place.min, egui::Vec2::splat(side)).shrink(1.0);
    ui.painter().rect_filled(swatch, 2.0, colour(rgb));
    ui.painter().galley(
        place.min + egui::vec2(side + gap, 0.0),
        words,
        ui.visuals().text_color(),
    );
}

/// Swatches of colours with their words, as many beside each other as fit.
pub(crate) fn legends(ui: &mut egui::Ui, of: &[(Rgb, impl AsRef<str>)]) {
    ui.scope(|ui| {
        // Nothing to click in it: rows as high as the words.
        ui.spacing_mut().interact_size.y = ui.text_style_height(&egui::TextStyle::Small);
        ui.spacing_mut().item_spacing = egui::vec2(10.0, 3.0);
        ui.horizontal_wrapped(|ui| {
            for (rgb, word) in of {
                legend(ui, *rgb, word.as_ref());
            }
        });
    });
}

/// A row of cells of fixed widths, cut off where they are too long; the last one takes the rest. Answers the row's
/// response, as one thing to click.
pub(crate) fn row(
    ui: &mut egui::Ui,
    widths: &[f32],
    cells: &[egui::RichText],
    selected: bool,
) -> egui::Response {
    let height = ui.spacing().interact_size.y;
    let (place, response) = ui.allocate_exact_size(
        egui::vec2(ui.available_width(), height),
        egui::Sense::click(),
    );
    if selected {
        ui.painter()
            .rect_filled(place, 2.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter()
            .rect_filled(place, 2.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    let mut left = place.left() + ui.spacing().item_spacing.x;
    for (at, cell) in cells.iter().enumerate() {
        let right = widths
            .get(at)
            .map_or(place.right(), |width| left + width)
            .max(left);
        let cell_place = egui::Rect::from_x_y_ranges(left..=right, place.y_range());
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut cell_ui = ui.new_child(egui::UiBuilder::new().max_rect(cell_place).layout(layout));
        cell_ui.add(egui::Label::new(cell.clone()).truncate().selectable(false));
        left = right + ui.spacing().item_spacing.x;
    }
    response
}

/// A drop-down list of named values.
pub(crate) fn choice<T: PartialEq + Copy>(
    ui: &mut egui::Ui,
    label: &str,
    value: &mut T,
    names: &[(T, &str)],
) -> bool {
    let shown = names
        .iter()
        .find(|(named, _)| named == value)
        .map_or("", |(_, name)| name);
    let before = *value;
    egui::ComboBox::from_label(label)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            for (named, name) in names {
                ui.selectable_value(value, *named, *name);
            }
        });
    *value != before
}
