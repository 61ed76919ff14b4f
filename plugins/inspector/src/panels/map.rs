//! The sector map from above.

use bevy::prelude::{Vec3, World};
use bevy_egui::egui::{
    self, Color32, Painter, Pos2, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder,
};
use wonderwheel_warriors::names::WorldSlot;
use wonderwheel_world_streaming::core::distance::{NOTHING_MISSING, camera_distance_sq};
use wonderwheel_world_streaming::core::slots::world_word;
use wonderwheel_world_streaming::core::tables::WorldTables;
use wonderwheel_world_streaming::core::worlds::Worlds;
use wonderwheel_world_streaming::prelude::DrawDistance;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::colours::{Rgb, SectorLook, hue_of_part};
use crate::in_play::Game;
use crate::lines::{LineSwitches, look_of, selected_box};
use crate::map_view::{Footprint, MapView, pick, scale_bar_metres, wedge};
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::why::Reasons;
use crate::widgets::{GO_TO_HINT, colour, legends, no_level, streamed};
use crate::{focus, style, text};

const CAMERA: Rgb = [250, 240, 150];
const KEPT: Rgb = [180, 180, 255];
pub(super) const DISTANCE: Rgb = [120, 190, 240];
pub(super) const MISSING: Rgb = [214, 92, 190];
const SELECTED: Color32 = Color32::WHITE;
/// Points that a line about a sector takes at most.
const WORDS_WIDTH: f32 = 400.0;
const KEYS: &str = "Drag moves, the wheel zooms, a click selects, a double click goes there.";
/// Points that a notch of the wheel counts as, for the zoom.
const WHEEL_TO_ZOOM: f32 = 1.0 / 200.0;

/// What the boxes' colours say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColourBy {
    /// The state.
    #[default]
    State,
    /// The part.
    Part,
}

/// The map's own state.
#[derive(Debug, Clone, PartialEq)]
pub struct MapPanel {
    /// What it shows.
    pub view: MapView,
    /// The camera stays in the middle.
    pub follow: bool,
    /// The whole world is shown, whatever the panel's size, until somebody moves the map.
    pub fit: bool,
    /// What the colours say.
    pub colour_by: ColourBy,
    /// The scenery world is shown.
    pub scenery: bool,
    /// The detail world is shown.
    pub detail: bool,
    /// Outlines of parts are shown.
    pub parts: bool,
    /// Where the map was drawn last, points.
    pub place: Rect,
    /// Names of the worlds that were fitted last: other ones are fitted again.
    shown: Vec<String>,
}

impl Default for MapPanel {
    fn default() -> Self {
        Self {
            view: MapView::default(),
            follow: false,
            fit: true,
            colour_by: ColourBy::State,
            scenery: true,
            detail: false,
            parts: true,
            place: Rect::NOTHING,
            shown: Vec::new(),
        }
    }
}

impl MapPanel {
    /// Shows the whole world.
    pub fn show_all(&mut self) {
        self.fit = true;
        self.follow = false;
    }

    fn shows(&self, slot: WorldSlot) -> bool {
        match slot {
            WorldSlot::Scenery => self.scenery,
            WorldSlot::Detail => self.detail,
        }
    }

    /// The worlds that are shown.
    fn shown<'w>(&self, worlds: &'w Worlds) -> impl Iterator<Item = &'w WorldTables> {
        worlds.iter().filter(|tables| self.shows(tables.slot()))
    }
}

impl Panel for MapPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Map", Place::Side)
            .only_of(Game::Warriors)
            .filling()
    }

    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, world: &mut World) {
        let map = self;
        let cameras: Vec<GameCamera> = world.query::<&GameCamera>().iter(world).cloned().collect();
        let Some(worlds) = streamed(world) else {
            no_level(ui);
            return;
        };
        show_controls(ui, map, worlds);
        // The words have two lines that are longer than a narrow panel is wide.
        let words_lines = if ui.available_width() < WORDS_WIDTH {
            4.0
        } else {
            3.0
        };
        let below = ui.text_style_height(&egui::TextStyle::Small) * words_lines + 10.0;
        let size = egui::vec2(
            ui.available_width(),
            (ui.available_height() - below).max(60.0),
        );
        let (panel, response) = ui.allocate_exact_size(size, Sense::click_and_drag());

        map.place = panel;
        let city = city(map, worlds);
        follow_worlds(map, worlds);
        if map.fit
            && let Some(city) = &city
        {
            map.view.fit(panel, city);
        }
        let before = map.view;
        if response.dragged() {
            map.view.pan(response.drag_delta());
            map.follow = false;
        }
        if let Some(pointer) = response.hover_pos() {
            let (wheel, pinch) =
                ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = (wheel * WHEEL_TO_ZOOM).exp() * pinch;
            if factor != 1.0 {
                map.view.zoom_about(panel, pointer, factor);
            }
        }
        if map.view != before {
            map.fit = false;
            if let Some(city) = &city {
                map.view.keep_in_sight(panel, city);
            }
        }
        if map.follow
            && let Some(camera) = cameras.first()
        {
            map.fit = false;
            map.view.centre = [camera.position.x, camera.position.z];
        }

        let painter = ui.painter_at(panel);
        let view = map.view;
        let canvas = Canvas {
            painter,
            panel,
            view,
        };
        canvas.painter.rect_filled(panel, 4.0, style::WELL);
        for tables in map.shown(worlds) {
            canvas.world(map, tables);
        }
        let switches = world.get_resource::<LineSwitches>();
        if let Some(kept) = switches.and_then(|switches| switches.kept.as_ref()) {
            canvas.camera(&kept.camera, kept.far, None, KEPT);
        }
        if let Some(distance) = world.get_resource::<DrawDistance>() {
            let missing = Some(distance.pending).filter(|&pending| pending < NOTHING_MISSING);
            for camera in &cameras {
                canvas.camera(camera, distance.current, missing, CAMERA);
            }
        }
        if let Some(bounds) = selected.and_then(|selection| selected_box(worlds, selection)) {
            let line = Stroke::new(2.0, SELECTED);
            let rect = view.rect(panel, &Footprint::of(&bounds));
            let painter = &canvas.painter;
            painter.rect_stroke(rect, 0.0, line, StrokeKind::Outside);
        }
        canvas.scale();

        let under = response
            .hover_pos()
            .and_then(|pointer| pick_sector(map, worlds, panel, pointer));
        if response.clicked() {
            *selected = under;
        }
        let eyes: Vec<Vec3> = cameras.iter().map(|camera| camera.position).collect();
        let go = response.double_clicked() | (selected.is_some() && show_go_to(ui, panel));
        let words = match under.or(*selected) {
            Some(selection) => {
                RichText::new(describe(selection, worlds, &eyes, &Reasons::of(world)))
            }
            None => RichText::new(KEYS).weak(),
        };
        // A reader's error can be longer than any room that is left for it.
        egui::ScrollArea::vertical()
            .id_salt("about the selected")
            .auto_shrink(false)
            .show(ui, |ui| ui.add(egui::Label::new(words.small()).wrap()));
        if go && let Some(selection) = *selected {
            focus::go_to(world, selection);
        }
    }
}

/// A button in the map's corner; answers whether it was clicked.
fn show_go_to(ui: &mut Ui, panel: Rect) -> bool {
    let place = panel.shrink(4.0);
    let layout = egui::Layout::right_to_left(egui::Align::Min);
    ui.new_child(UiBuilder::new().max_rect(place).layout(layout))
        .button("Go to")
        .on_hover_text(GO_TO_HINT)
        .clicked()
}

fn show_controls(ui: &mut Ui, map: &mut MapPanel, worlds: &Worlds) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let show_all = ui.button("Show all");
        if show_all
            .on_hover_text("Shows the whole world. Key: Home.")
            .clicked()
        {
            map.show_all();
        }
        ui.add_space(3.0);
        style::toggle(ui, &mut map.scenery, "scenery");
        style::toggle(ui, &mut map.detail, "detail");
        style::toggle(ui, &mut map.parts, "parts").on_hover_text("Outlines and numbers of parts.");
        style::toggle(ui, &mut map.follow, "follow")
            .on_hover_text("Keeps the camera in the middle.");
        let mut by_part = map.colour_by == ColourBy::Part;
        if style::toggle(ui, &mut by_part, "hue by part").changed() {
            map.colour_by = if by_part {
                ColourBy::Part
            } else {
                ColourBy::State
            };
        }
    });
    if map.colour_by == ColourBy::State {
        let counts: Vec<_> = looks(map, worlds)
            .into_iter()
            .map(|(look, count)| (look.colour(), format!("{} {count}", look.name())))
            .collect();
        legends(ui, &counts);
    }
}

/// The looks that shown sectors have now, and how many have each.
fn looks(map: &MapPanel, worlds: &Worlds) -> Vec<(SectorLook, usize)> {
    let found: Vec<SectorLook> = map
        .shown(worlds)
        .flat_map(|tables| sectors(tables).map(|(sector, _)| look_of(tables, sector)))
        .collect();
    SectorLook::ALL
        .into_iter()
        .map(|look| (look, found.iter().filter(|other| **other == look).count()))
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// Other worlds than before are shown whole.
fn follow_worlds(map: &mut MapPanel, worlds: &Worlds) {
    let names = worlds.iter().map(WorldTables::name);
    if !names.eq(map.shown.iter().map(String::as_str)) {
        map.shown = worlds
            .iter()
            .map(|tables| tables.name().to_owned())
            .collect();
        map.fit = true;
    }
}

/// The ground that the shown worlds cover; of all worlds when none is shown.
fn city(map: &MapPanel, worlds: &Worlds) -> Option<Footprint> {
    let union = |all: Footprint, one: Footprint| all.union(&one);
    let ground = |tables| sectors(tables).map(|(_, footprint)| footprint);
    let shown = map.shown(worlds).flat_map(ground).reduce(union);
    shown.or_else(|| worlds.iter().flat_map(ground).reduce(union))
}

/// The streamed sectors of a world with their footprints.
fn sectors(tables: &WorldTables) -> impl Iterator<Item = (u32, Footprint)> {
    (0..tables.sector_count())
        .filter(|&sector| tables.part_of(sector) > 0)
        .map(|sector| (sector, Footprint::of(&tables.sector_bounds(sector))))
}

fn pick_sector(map: &MapPanel, worlds: &Worlds, panel: Rect, pointer: Pos2) -> Option<Selection> {
    let at = map.view.ground_from_screen(panel, pointer);
    let shown = map.shown(worlds).flat_map(|tables| {
        sectors(tables)
            .map(|(sector, footprint)| (Selection::Sector(tables.slot(), sector), footprint))
    });
    pick(shown, at)
}

/// Where the map is drawn, and what it shows.
struct Canvas {
    painter: Painter,
    panel: Rect,
    view: MapView,
}

impl Canvas {
    fn world(&self, map: &MapPanel, tables: &WorldTables) {
        let (painter, panel) = (&self.painter, self.panel);
        for (sector, footprint) in sectors(tables) {
            let rect = self.view.rect(panel, &footprint);
            if !rect.intersects(panel) {
                continue;
            }
            let look = look_of(tables, sector);
            let rgb = match map.colour_by {
                ColourBy::State => look.colour(),
                ColourBy::Part => hue_of_part(tables.part_of(sector)),
            };
            let there = matches!(
                look,
                SectorLook::Seen | SectorLook::Loaded | SectorLook::Leaving
            );
            // The detail world lies over the scenery: it is hatched by an inset so that both can be kept apart.
            let inset = if tables.slot() == WorldSlot::Detail {
                (rect.width().min(rect.height()) * 0.2).min(4.0)
            } else {
                0.0
            };
            let rect = rect.shrink(inset);
            let opacity = match (map.colour_by, there) {
                (ColourBy::State, _) => 150,
                (ColourBy::Part, true) => 190,
                (ColourBy::Part, false) => 40,
            };
            let [r, g, b] = rgb;
            painter.rect_filled(rect, 0.0, Color32::from_rgba_unmultiplied(r, g, b, opacity));
            painter.rect_stroke(rect, 0.0, Stroke::new(1.0, colour(rgb)), StrokeKind::Inside);
        }
        if map.parts {
            for part in 1..=tables.part_count() {
                let Some(bounds) = tables.part_bounds(part) else {
                    continue;
                };
                let rect = self.view.rect(panel, &Footprint::of(&bounds));
                if !rect.intersects(panel) {
                    continue;
                }
                let outline = colour(crate::colours::part_colour(tables.part_state(part)));
                let line = Stroke::new(1.5, outline.gamma_multiply(0.8));
                painter.rect_stroke(rect, 0.0, line, StrokeKind::Inside);
                if rect.width() > 24.0 && rect.height() > 14.0 {
                    let font = egui::FontId::proportional(10.0);
                    let corner = rect.left_top() + egui::vec2(3.0, 2.0);
                    painter.text(corner, egui::Align2::LEFT_TOP, part, font, outline);
                }
            }
        }
    }

    fn camera(&self, camera: &GameCamera, far: f32, missing: Option<f32>, rgb: Rgb) {
        let (painter, view) = (&self.painter, &self.view);
        let [r, g, b] = rgb;
        let line = Stroke::new(1.0, colour(rgb));
        let corners = wedge(
            camera.position.to_array(),
            camera.forward().to_array(),
            camera.right().to_array(),
            camera.view_window().x,
            far,
        )
        .map(|corner| view.screen_from_ground(self.panel, corner));
        let fill = Color32::from_rgba_unmultiplied(r, g, b, 28);
        painter.add(Shape::convex_polygon(corners.to_vec(), fill, line));
        let eye = corners[0];
        let circle = |metres: f32, rgb| {
            let radius = metres * view.points_per_metre;
            painter.circle_stroke(eye, radius, Stroke::new(1.0, colour(rgb)));
        };
        circle(far, DISTANCE);
        if let Some(missing) = missing {
            circle(missing, MISSING);
        }
        painter.circle_filled(eye, 3.5, colour(rgb));
    }

    fn scale(&self) {
        let (painter, panel, view) = (&self.painter, self.panel, &self.view);
        let metres = scale_bar_metres(view.points_per_metre, 90.0);
        let from = panel.left_bottom() + egui::vec2(8.0, -8.0);
        let to = from + egui::vec2(metres * view.points_per_metre, 0.0);
        let colour = Color32::from_gray(200);
        painter.line_segment([from, to], Stroke::new(2.0, colour));
        let font = egui::FontId::proportional(10.0);
        painter.text(
            from - egui::vec2(0.0, 3.0),
            egui::Align2::LEFT_BOTTOM,
            format!("{metres} m"),
            font,
            colour,
        );
    }
}

/// What a sector or a part is and why, in a few lines.
pub(crate) fn describe(
    selection: Selection,
    worlds: &Worlds,
    eyes: &[Vec3],
    reasons: &Reasons,
) -> String {
    let (slot, part, sector) = match selection {
        Selection::Part(slot, part) => (slot, part, None),
        Selection::Sector(slot, sector) => (
            slot,
            worlds.get(slot).map_or(0, |tables| tables.part_of(sector)),
            Some(sector),
        ),
        // They are in no streamed world.
        Selection::Patch(_) | Selection::Instance(..) => return String::new(),
    };
    let Some(tables) = worlds.get(slot) else {
        return format!("there is no {} world", world_word(slot));
    };
    let state = tables.part_state(part);
    let part_why = reasons.of_part(tables, part);
    let size = tables.part_size(part);
    let bytes = text::grouped(u64::from(size.heap_bytes));
    match sector {
        None => format!(
            "{} part {part}: {state:?}, {bytes} bytes, {} sectors, {}\n{part_why}",
            world_word(slot),
            tables.part_sectors(part).len(),
            text::metres_of_sq(tables.part_distance_sq(part, eyes)),
        ),
        Some(sector) => {
            let sector_why = reasons.of_sector(tables, sector);
            format!(
                "{} sector {sector}: {:?}, {}; part {part}: {state:?}, {bytes} bytes\n{sector_why}",
                world_word(slot),
                tables.sector_state(sector),
                text::metres_of_sq(camera_distance_sq(&tables.sector_bounds(sector), eyes)),
            )
        }
    }
}
