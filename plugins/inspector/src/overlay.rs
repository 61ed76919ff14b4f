//! F1: the overlay. Docked panels around the view, drawn on the presenting camera.

use std::any::Any;

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, LayerId, Rect, RichText, UiBuilder};
use bevy_egui::{EguiContext, PrimaryEguiContext};
use egui_dock::{
    DockArea, DockState, NodeIndex, NodePath, SurfaceIndex, TabPath, TabStyle, TabViewer,
};
use wonderwheel_game_modes::{InputGate, LoadingState, StartLevel};
use wonderwheel_gs_render::present_area::PresentArea;

use crate::headline::headline;
use crate::in_play::Game;
use crate::panel::{Panel, Place};
use crate::panels::{self, map::MapPanel};
use crate::selection::Selection;
use crate::{focus, style};

/// Whether the numbers are shown. F2 switches it.
#[derive(Resource, Reflect, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[reflect(Resource, Default)]
pub struct Hud(pub bool);

/// The name of the hole through which the game is seen. It cannot be closed.
const VIEW: &str = "View";

/// The overlay's state.
#[derive(Resource)]
pub struct Overlay {
    /// Whether it is shown. F1 switches it.
    pub open: bool,
    /// What is selected.
    pub selected: Option<Selection>,
    /// Where the game shows between the panels, in points; nowhere ([`Rect::NOTHING`]) while another tab lies over it.
    pub view: Rect,
    /// The panels and where they are, by title.
    pub dock: DockState<&'static str>,
    /// The dock of the other game, as it was left.
    other_dock: DockState<&'static str>,
    /// The game that the dock is of.
    game: Game,
    /// Every panel of both games, in the order of the menu.
    panels: Vec<Box<dyn Panel>>,
}

impl Default for Overlay {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Overlay {
    /// With the house's panels, open or closed.
    pub fn new(open: bool) -> Self {
        let panels = panels::all();
        Self {
            open,
            selected: None,
            view: Rect::EVERYTHING,
            dock: layout(&panels, Game::Warriors),
            other_dock: layout(&panels, Game::Commando),
            game: Game::Warriors,
            panels,
        }
    }
}

/// The view at the top left, panels beside it and below.
fn layout(panels: &[Box<dyn Panel>], game: Game) -> DockState<&'static str> {
    let [side_share, view_share] = match game {
        Game::Warriors => [0.5, 0.68],
        Game::Commando => [0.56, 0.62],
    };
    let at = |place| -> Vec<_> {
        let rows = panels.iter().map(|panel| panel.row());
        let there = rows.filter(|row| row.is_of(game) && row.place == place);
        there.map(|row| row.title).collect()
    };
    let mut dock = DockState::new(vec![VIEW]);
    let surface = dock.main_surface_mut();
    let [view, side] = surface.split_right(NodeIndex::root(), 0.66, at(Place::Side));
    surface.split_below(side, side_share, at(Place::SideBelow));
    surface.split_below(view, view_share, at(Place::Below));
    dock
}

impl Overlay {
    /// Adds a panel and lays the docks out again. Call it while the app is built.
    pub fn register(&mut self, panel: impl Panel) {
        self.panels.push(Box::new(panel));
        self.dock = layout(&self.panels, self.game);
        self.other_dock = layout(
            &self.panels,
            match self.game {
                Game::Warriors => Game::Commando,
                Game::Commando => Game::Warriors,
            },
        );
    }

    /// A panel with its state.
    pub fn panel<P: Panel>(&self) -> Option<&P> {
        let mut panels = self.panels.iter();
        panels.find_map(|panel| (panel.as_ref() as &dyn Any).downcast_ref())
    }

    /// The same to be changed.
    pub fn panel_mut<P: Panel>(&mut self) -> Option<&mut P> {
        let mut panels = self.panels.iter_mut();
        panels.find_map(|panel| (panel.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// The titles of the panels that the level in play has, those that can be closed.
    pub fn titles(&self) -> Vec<&'static str> {
        let rows = self.panels.iter().map(|panel| panel.row());
        let own = rows.filter(|row| row.is_of(self.game));
        own.map(|row| row.title).collect()
    }

    fn find(&self, title: &str) -> Option<&dyn Panel> {
        let panel = self
            .panels
            .iter()
            .find(|panel| panel.row().title == title)?;
        Some(panel.as_ref())
    }

    /// Takes the panels of the game whose level is in play; each game's stay where they were left.
    fn follow_game(&mut self, world: &World) {
        let game = Game::in_play(world);
        if self.game != game {
            self.game = game;
            std::mem::swap(&mut self.dock, &mut self.other_dock);
            self.selected = None;
        }
    }

    /// Whether a panel is somewhere, in front or behind another tab.
    pub fn has(&self, panel: &'static str) -> bool {
        self.dock.find_tab(&panel).is_some()
    }

    /// Brings a panel to the front; opens it when it was closed.
    pub fn show_panel(&mut self, panel: &'static str) {
        if !self.has(panel) {
            // Beside another panel rather than in the view's place.
            let beside = self
                .titles()
                .iter()
                .find_map(|other| self.dock.find_tab(other));
            match beside {
                Some(TabPath { surface, node, .. }) => {
                    if let Ok(leaf) = self.dock.leaf_mut(NodePath { surface, node }) {
                        leaf.append_tab(panel);
                    }
                }
                None => {
                    self.dock[SurfaceIndex::main()].split_right(
                        NodeIndex::root(),
                        0.66,
                        vec![panel],
                    );
                }
            }
        }
        if let Some(path) = self.dock.find_tab(&panel) {
            // The path was found just now.
            let _ = self.dock.set_active_tab(path);
        }
    }

    /// Closes a panel.
    pub fn close_panel(&mut self, panel: &'static str) {
        if panel != VIEW
            && let Some(path) = self.dock.find_tab(&panel)
        {
            self.dock.remove_tab(path);
        }
    }

    /// Puts every panel back where it was at first.
    pub fn reset_layout(&mut self) {
        self.dock = layout(&self.panels, self.game);
    }

    /// Draws everything. The panels read and change the rest of the world.
    pub fn show(&mut self, context: &egui::Context, world: &mut World) {
        style::apply(context);
        self.follow_game(world);
        self.view = Rect::NOTHING;
        let builder = UiBuilder::new()
            .layer_id(LayerId::background())
            .max_rect(context.viewport_rect());
        let mut root = egui::Ui::new(context.clone(), Id::new("wonderwheel overlay"), builder);
        egui::Panel::top("wonderwheel overlay bar")
            .frame(style::bar_frame())
            .show_separator_line(false)
            .show_inside(&mut root, |ui| self.show_bar(ui, world));

        let style = style::dock(root.style());
        let mut dock = std::mem::replace(&mut self.dock, DockState::new(Vec::new()));
        DockArea::new(&mut dock)
            .id(Id::new("wonderwheel overlay panels"))
            .style(style)
            .show_leaf_close_all_buttons(false)
            .show_leaf_collapse_buttons(false)
            .show_inside(
                &mut root,
                &mut Tabs {
                    overlay: self,
                    world,
                },
            );
        self.dock = dock;
    }

    fn show_bar(&mut self, ui: &mut egui::Ui, world: &mut World) {
        egui::MenuBar::new().ui(ui, |ui| {
            ui.menu_button("Panels", |ui| {
                for panel in self.titles() {
                    let mut open = self.has(panel);
                    if ui.checkbox(&mut open, panel).changed() {
                        if open {
                            self.show_panel(panel)
                        } else {
                            self.close_panel(panel)
                        }
                    }
                }
                ui.separator();
                if ui.button("Put back").clicked() {
                    self.reset_layout();
                    ui.close();
                }
            });
            show_reload(ui, world);
            ui.separator();
            // The facts come last: how many there are changes, and the ids of what comes before them does not.
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.weak("F1 closes");
                ui.add_space(8.0);
                if let Some(mut hud) = world.get_resource_mut::<Hud>() {
                    let mut shown = hud.0;
                    if ui.checkbox(&mut shown, "F2 counters").changed() {
                        hud.0 = shown;
                    }
                }
                ui.add_space(8.0);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    show_headline(ui, world);
                });
            });
        });
    }
}

/// The facts of the headline, as many as there is room for; the first one always, shortened.
fn show_headline(ui: &mut egui::Ui, world: &World) {
    const GAP: f32 = 4.0;
    let font = egui::TextStyle::Body.resolve(ui.style());
    let width = |ui: &egui::Ui, words: &str| {
        let words = ui
            .painter()
            .layout_no_wrap(words.to_owned(), font.clone(), style::BRIGHT);
        words.size().x
    };
    for (at, (name, value)) in headline(world).into_iter().enumerate() {
        if at > 0 && width(ui, name) + GAP + width(ui, &value) > ui.available_width() {
            break;
        }
        let builder = UiBuilder::new().id(Id::new(("wonderwheel overlay fact", name)));
        ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            if !name.is_empty() {
                ui.weak(name);
            }
            ui.add(egui::Label::new(RichText::new(value).color(style::BRIGHT)).truncate());
        });
        ui.add_space(4.0);
    }
}

/// The button that starts the level again, from its files as they are now.
fn show_reload(ui: &mut egui::Ui, world: &mut World) {
    let level = world.get_resource::<LoadingState>();
    let Some(level) = level.filter(|level| level.is_ready()) else {
        ui.add_enabled(false, egui::Button::new(RELOAD));
        return;
    };
    let name = level.name.clone();
    let reload = ui
        .button(RELOAD)
        .on_hover_text("Starts the level again, from its files as they are now.");
    if reload.clicked() {
        world.write_message(StartLevel { name });
    }
}

const RELOAD: &str = "Reload level";

/// What the dock asks about its tabs.
struct Tabs<'a> {
    overlay: &'a mut Overlay,
    world: &'a mut World,
}

impl TabViewer for Tabs<'_> {
    type Tab = &'static str;

    fn title(&mut self, tab: &mut &'static str) -> egui::WidgetText {
        let panel = self.overlay.find(tab);
        panel
            .map_or_else(|| (*tab).into(), |panel| panel.tab(self.world))
            .into()
    }

    fn id(&mut self, tab: &mut &'static str) -> Id {
        Id::new(*tab)
    }

    fn ui(&mut self, ui: &mut egui::Ui, tab: &mut &'static str) {
        let Overlay {
            panels,
            selected,
            view,
            ..
        } = &mut *self.overlay;
        if *tab == VIEW {
            *view = ui.max_rect();
        } else if let Some(panel) = panels.iter_mut().find(|panel| panel.row().title == *tab) {
            panel.show(ui, selected, self.world);
        }
    }

    fn is_closeable(&self, tab: &&'static str) -> bool {
        *tab != VIEW
    }

    fn tab_style_override(&self, tab: &&'static str, style: &TabStyle) -> Option<TabStyle> {
        let mut style = style.clone();
        style.tab_body.inner_margin = egui::Margin::ZERO;
        (*tab == VIEW).then_some(style)
    }

    fn clear_background(&self, tab: &&'static str) -> bool {
        *tab != VIEW
    }

    fn allowed_in_windows(&self, tab: &mut &'static str) -> bool {
        *tab != VIEW
    }

    fn scroll_bars(&self, tab: &&'static str) -> [bool; 2] {
        [self.overlay
            .find(tab)
            .is_some_and(|panel| panel.row().scrolls); 2]
    }
}

/// Puts the overlay's context on the presenting camera.
pub(crate) fn adopt_camera(
    cameras: Query<
        Entity,
        (
            With<wonderwheel_gs_render::frame::PresentingCamera>,
            Without<PrimaryEguiContext>,
        ),
    >,
    taken: Query<(), With<PrimaryEguiContext>>,
    mut commands: Commands,
) {
    if taken.is_empty()
        && let Some(camera) = cameras.iter().next()
    {
        commands.entity(camera).insert(PrimaryEguiContext);
    }
}

/// F1 and F2.
pub(crate) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    mut overlay: ResMut<Overlay>,
    mut hud: ResMut<Hud>,
) {
    if keys.just_pressed(KeyCode::F1) {
        overlay.open = !overlay.open;
    }
    if keys.just_pressed(KeyCode::F2) {
        hud.0 = !hud.0;
    }
}

/// Home shows all of the map, G goes to what is selected: while the overlay is open and no text field of it has the keyboard.
pub(crate) fn read_shortcuts(world: &mut World) {
    if world
        .get_resource::<InputGate>()
        .is_some_and(|gate| gate.keyboard)
    {
        return;
    }
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let (show_all, go_to) = (
        keys.just_pressed(KeyCode::Home),
        keys.just_pressed(KeyCode::KeyG),
    );
    if show_all && let Some(map) = world.resource_mut::<Overlay>().panel_mut::<MapPanel>() {
        map.show_all();
    }
    if go_to && let Some(selection) = world.resource::<Overlay>().selected {
        focus::go_to(world, selection);
    }
}

/// Whether the overlay is shown.
pub(crate) fn is_open(overlay: Res<Overlay>) -> bool {
    overlay.open
}

/// Draws the overlay into the presenting camera's context. It may run twice in a frame.
pub(crate) fn show_overlay(world: &mut World) {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let Ok(mut context) = contexts.single_mut(world) else {
        return;
    };
    let context = context.get_mut().clone();
    world.resource_scope(|world, mut overlay: Mut<Overlay>| {
        overlay.show(&context, world);
        let scale = context.pixels_per_point();
        let [min, max] = [overlay.view.min, overlay.view.max]
            .map(|corner| Vec2::new(corner.x, corner.y) * scale);
        if let Some(mut area) = world.get_resource_mut::<PresentArea>() {
            area.set_if_neq(PresentArea(Some(bevy::math::Rect { min, max })));
        }
    });
}

/// Gives the frame all of the window back.
pub(crate) fn leave_frame(area: Option<ResMut<PresentArea>>) {
    if let Some(mut area) = area {
        area.set_if_neq(PresentArea(None));
    }
}
