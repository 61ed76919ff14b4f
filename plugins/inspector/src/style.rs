//! The overlay's look: one place for its colours, sizes and spacing.

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Visuals, vec2,
};
use egui_dock::Style as DockStyle;

/// Behind panels.
const PANEL: Color32 = Color32::from_rgb(24, 25, 31);
/// Behind tabs and the bar at the top.
const BAR: Color32 = Color32::from_rgb(15, 16, 20);
/// Behind text fields, plots and lists.
pub(crate) const WELL: Color32 = Color32::from_rgb(17, 18, 23);
/// Buttons and boxes.
const BUTTON: Color32 = Color32::from_rgb(44, 46, 56);
const BUTTON_HOVERED: Color32 = Color32::from_rgb(60, 63, 76);
/// Lines between things.
const LINE: Color32 = Color32::from_rgb(50, 52, 62);
/// Ordinary text.
const TEXT: Color32 = Color32::from_rgb(206, 204, 196);
/// Text of what is under the pointer, and of what counts most.
pub(crate) const BRIGHT: Color32 = Color32::from_rgb(244, 242, 234);
/// Text of less weight.
pub(crate) const FAINT: Color32 = Color32::from_rgb(138, 138, 134);
/// What is chosen: the red of the menus, darkened to lie behind text.
const CHOSEN: Color32 = Color32::from_rgb(112, 46, 43);
/// The red of the menus.
pub(crate) const ACCENT: Color32 = Color32::from_rgb(237, 98, 82);

/// Height of a tab, points.
const TAB_HEIGHT: f32 = 26.0;

/// Gives a context the overlay's look.
pub(crate) fn apply(context: &egui::Context) {
    if context.theme() != egui::Theme::Dark {
        context.set_theme(egui::Theme::Dark);
    }
    let style = context.style_of(egui::Theme::Dark);
    if style.visuals.panel_fill == PANEL {
        return;
    }
    let mut style = (*style).clone();
    style.text_styles = [
        (TextStyle::Small, 11.0, FontFamily::Proportional),
        (TextStyle::Body, 13.0, FontFamily::Proportional),
        (TextStyle::Button, 13.0, FontFamily::Proportional),
        (TextStyle::Heading, 16.0, FontFamily::Proportional),
        (TextStyle::Monospace, 12.0, FontFamily::Monospace),
    ]
    .map(|(name, size, family)| (name, FontId::new(size, family)))
    .into();
    style.spacing.item_spacing = vec2(8.0, 5.0);
    style.spacing.button_padding = vec2(7.0, 2.0);
    style.spacing.interact_size.y = 20.0;
    style.spacing.slider_width = 110.0;
    style.spacing.combo_width = 104.0;
    style.spacing.menu_margin = Margin::same(8);
    style.visuals = visuals();
    context.set_style_of(egui::Theme::Dark, style);
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = Stroke::new(1.0, LINE);
    visuals.extreme_bg_color = WELL;
    visuals.faint_bg_color = Color32::from_rgb(30, 31, 38);
    visuals.weak_text_color = Some(FAINT);
    visuals.selection.bg_fill = CHOSEN;
    visuals.selection.stroke = Stroke::new(1.0, BRIGHT);
    visuals.slider_trailing_fill = true;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, LINE);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, TEXT);
    for (widget, fill, text) in [
        (&mut widgets.inactive, BUTTON, TEXT),
        (&mut widgets.hovered, BUTTON_HOVERED, BRIGHT),
        (&mut widgets.active, BUTTON_HOVERED, BRIGHT),
        (&mut widgets.open, BUTTON, BRIGHT),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = CornerRadius::same(4);
        widget.expansion = 0.0;
    }
    visuals
}

/// A word that is switched on and off; many of them in a row stay calm. It is never broken: a full row goes on below.
pub(crate) fn toggle(ui: &mut egui::Ui, on: &mut bool, word: &str) -> egui::Response {
    let words = egui::RichText::new(word).color(if *on { BRIGHT } else { FAINT });
    let mut button = egui::Button::selectable(*on, words).wrap_mode(egui::TextWrapMode::Extend);
    if *on {
        button = button.fill(BUTTON_HOVERED);
    }
    let mut response = ui.add(button);
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response
}

/// The frame of the bar at the top.
pub(crate) fn bar_frame() -> egui::Frame {
    egui::Frame::new()
        .fill(BAR)
        .inner_margin(Margin::symmetric(8, 4))
}

/// The look of the dock: the tab in front stands out by its text and goes over into its panel.
pub(crate) fn dock(style: &egui::Style) -> DockStyle {
    let mut dock = DockStyle::from_egui(style);
    dock.tab_bar.bg_fill = BAR;
    dock.tab_bar.height = TAB_HEIGHT;
    dock.tab_bar.hline_color = LINE;
    dock.separator.width = 2.0;
    dock.separator.color_idle = BAR;
    dock.separator.color_hovered = FAINT;
    dock.separator.color_dragged = ACCENT;
    // Small windows too let a separator be moved.
    dock.separator.extra = 90.0;
    dock.main_surface_border_stroke = Stroke::NONE;
    dock.buttons.close_tab_color = FAINT;
    dock.buttons.close_tab_active_color = BRIGHT;
    dock.buttons.close_tab_bg_fill = BUTTON;
    dock.overlay.selection_color = ACCENT.gamma_multiply(0.4);
    let tab = &mut dock.tab;
    tab.tab_body.inner_margin = Margin::symmetric(8, 7);
    tab.tab_body.bg_fill = PANEL;
    tab.tab_body.stroke = Stroke::NONE;
    tab.tab_body.corner_radius = CornerRadius::ZERO;
    let round = CornerRadius {
        nw: 4,
        ne: 4,
        sw: 0,
        se: 0,
    };
    for (look, fill, text) in [
        (&mut tab.active, PANEL, BRIGHT),
        (&mut tab.focused, PANEL, ACCENT),
        (&mut tab.hovered, BUTTON, BRIGHT),
        (&mut tab.inactive, BAR, FAINT),
        (&mut tab.active_with_kb_focus, PANEL, BRIGHT),
        (&mut tab.focused_with_kb_focus, PANEL, ACCENT),
        (&mut tab.inactive_with_kb_focus, BAR, TEXT),
    ] {
        look.bg_fill = fill;
        look.text_color = text;
        look.outline_color = Color32::TRANSPARENT;
        look.corner_radius = round;
    }
    dock
}
