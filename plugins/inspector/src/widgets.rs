//! Pieces that several panels use.

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Mutable;
use bevy::prelude::{Resource, World};
use bevy_egui::egui::{self, Color32};
use egui_plot::Plot;
use wonderwheel_world_streaming::core::worlds::Worlds;

use crate::colours::{Rgb, SectorLook};

/// What the panel says when there is no level.
const NO_LEVEL: &str = "No level is loaded.";

/// Says that there is no level, in the middle of the panel.
pub(crate) fn no_level(ui: &mut egui::Ui) {
    ui.centered_and_justified(|ui| ui.weak(NO_LEVEL));
}

/// The streamed worlds; none without a level.
pub(crate) fn streamed(world: &World) -> Option<&Worlds> {
    let worlds = world.get_resource::<Worlds>();
    worlds.filter(|worlds| !worlds.is_empty())
}

/// A button that can be clicked or is grey.
pub(crate) fn button(ui: &mut egui::Ui, enabled: bool, words: &str) -> egui::Response {
    ui.add_enabled(enabled, egui::Button::new(words))
}

/// A grid of names and their values.
pub(crate) fn grid(ui: &mut egui::Ui, name: impl std::hash::Hash, add: impl FnOnce(&mut egui::Ui)) {
    egui::Grid::new(name).striped(true).show(ui, add);
}

/// A line of a grid.
pub(crate) fn line(ui: &mut egui::Ui, name: &str, value: impl Into<String>) {
    ui.label(name);
    ui.monospace(value.into());
    ui.end_row();
}

/// A colour for egui.
pub(crate) fn colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
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

/// A plot of the last seconds that only shows: it takes no drag and no wheel. Its legend stands above it, where it hides no
/// value.
pub(crate) fn small_plot(name: &str, height: f32) -> Plot<'static> {
    Plot::new(name.to_owned())
        .height(height)
        .include_y(0.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .show_background(false)
        .grid_color(Color32::from_gray(120))
}

/// A section that is open at first.
pub(crate) fn section(ui: &mut egui::Ui, name: &str, add: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(name)
        .default_open(true)
        .show(ui, add);
}

/// A section that [edits](edit) a resource.
pub(crate) fn edited<R: Resource<Mutability = Mutable> + Clone + PartialEq>(
    ui: &mut egui::Ui,
    world: &mut World,
    name: &str,
    show: impl FnOnce(&mut egui::Ui, &mut R),
) {
    section(ui, name, |ui| edit(world, |resource| show(ui, resource)));
}

/// Lets a panel edit a copy of a resource, and writes it back only when it became another: change detection must not
/// fire every frame that the overlay is open.
fn edit<R: Resource<Mutability = Mutable> + Clone + PartialEq>(
    world: &mut World,
    edit: impl FnOnce(&mut R),
) {
    let Some(mut resource) = world.get_resource_mut::<R>() else {
        return;
    };
    let mut copy = resource.clone();
    edit(&mut copy);
    resource.set_if_neq(copy);
}

/// Switches side by side, so many in a row.
pub(crate) fn switches<const N: usize>(
    ui: &mut egui::Ui,
    (name, in_a_row): (&str, usize),
    switches: [(&mut bool, &str); N],
) {
    egui::Grid::new(("switches", name))
        .num_columns(in_a_row)
        .show(ui, |ui| {
            for (at, (value, name)) in switches.into_iter().enumerate() {
                ui.checkbox(value, name);
                if (at + 1).is_multiple_of(in_a_row) {
                    ui.end_row();
                }
            }
        });
}

/// The button that takes the camera to what is selected; answers whether it was clicked.
pub(crate) fn go_to(ui: &mut egui::Ui, is_selected: bool) -> bool {
    button(ui, is_selected, "Go to")
        .on_hover_text(GO_TO_HINT)
        .clicked()
}

/// What the button does.
pub(crate) const GO_TO_HINT: &str =
    "Takes the camera above what is selected. Key: G, or a double click.";

/// A warning in red.
pub(crate) fn warn(ui: &mut egui::Ui, words: &str) {
    let words = egui::RichText::new(words).color(colour(SectorLook::Failed.colour()));
    ui.add(egui::Label::new(words).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_world_streaming::prelude::StreamingSettings;

    #[test]
    fn an_untouched_setting_is_not_marked_as_changed() {
        let mut world = World::new();
        world.init_resource::<StreamingSettings>();
        world.clear_trackers();
        edit(&mut world, |_: &mut StreamingSettings| {});
        assert!(!world.is_resource_changed::<StreamingSettings>());
        edit(&mut world, |settings: &mut StreamingSettings| {
            settings.frozen = true
        });
        assert!(
            world.is_resource_changed::<StreamingSettings>()
                && world.resource::<StreamingSettings>().frozen
        );
    }
}
