//! Switches that hold for both games.

use bevy_egui::egui::{Slider, Ui};
use wonderwheel_gs_render::frame::MAX_INTERNAL_SCALE;
use wonderwheel_gs_render::settings::GsSettings;

use crate::lines::LineSwitches;

/// The switches of lines that hold for both games.
pub(super) fn selected_lines(ui: &mut Ui, lines: &mut LineSwitches) {
    ui.horizontal(|ui| {
        ui.checkbox(&mut lines.selected, "what is selected");
        ui.checkbox(&mut lines.on_top, "on top of everything");
    });
}

/// How large the frame is drawn.
pub(super) fn internal_scale(ui: &mut Ui, settings: &mut GsSettings) {
    let scale = &mut settings.internal_scale;
    ui.add(Slider::new(scale, 1..=MAX_INTERNAL_SCALE).text("internal scale"));
}
