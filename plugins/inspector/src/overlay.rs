//! F1: the overlay. Docked panels around the view, drawn on the presenting camera.

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, LayerId, Rect, RichText, UiBuilder};
use bevy_egui::{EguiContext, PrimaryEguiContext};
use egui_dock::{
    DockArea, DockState, NodeIndex, NodePath, SurfaceIndex, TabPath, TabStyle, TabViewer,
};
use wonderwheel_game_modes::{InputGate, LoadingState, StartLevel};
use wonderwheel_gs_render::present_area::PresentArea;
use wonderwheel_warriors::names::WorldSlot;

use crate::hud::Hud;
use crate::panels::commando::{self, CommandoPanels, classes::ClassKind};
use crate::panels::{self, log::LogPanel, map::MapPanel, table::TablePanel, world::WorldPanel};
use crate::{focus, style};

/// What a person picked on the map or in the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Selection {
    /// A sector by world and streamed-sector index.
    Sector(WorldSlot, u32),
    /// A part by world and number.
    Part(WorldSlot, u32),
    /// A patch of a level of Ratchet & Clank 2: its place among those that could be read.
    Patch(usize),
    /// Something placed in such a level: its kind, and its place among those of the kind.
    Instance(ClassKind, usize),
}

/// A panel of the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The hole through which the game is seen. It cannot be closed.
    View,
    /// The sector map from above.
    Map,
    /// The budget by owner, and its history.
    Budget,
    /// Sectors and parts with state, distance, bytes and reason.
    Table,
    /// The decisions with their reasons.
    Log,
    /// Everything that can be switched.
    Switches,
    /// What is wrong with the level's files.
    Faults,
    /// Frame time and what the renderer counts.
    Frame,
    /// Entities, components, resources and assets.
    World,
    /// What a level of Ratchet & Clank 2 holds, and what the frame shows of it.
    Level,
    /// Its classes of ties, shrubs and mobys.
    Classes,
    /// Its textures.
    Textures,
    /// Its patches.
    Patches,
    /// Its light bank.
    Lights,
}

impl Panel {
    /// The panels of the streamed world that can be closed and opened again, in the order of the menu.
    pub const CLOSEABLE: [Self; 8] = [
        Self::Map,
        Self::Switches,
        Self::Budget,
        Self::Frame,
        Self::Log,
        Self::Table,
        Self::Faults,
        Self::World,
    ];

    /// The same for a level of Ratchet & Clank 2.
    pub const OF_COMMANDO: [Self; 9] = [
        Self::Level,
        Self::Lights,
        Self::Switches,
        Self::Frame,
        Self::Patches,
        Self::Classes,
        Self::Textures,
        Self::Faults,
        Self::World,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::View => "View",
            Self::Map => "Map",
            Self::Budget => "Budget",
            Self::Table => "Sectors, parts",
            Self::Log => "Decisions",
            Self::Switches => "Switches",
            Self::Faults => "Faults",
            Self::Frame => "Frame",
            Self::World => "World",
            Self::Level => "Level",
            Self::Classes => "Classes",
            Self::Textures => "Textures",
            Self::Patches => "Patches",
            Self::Lights => "Lights",
        }
    }
}

/// The overlay's state.
#[derive(Resource)]
pub struct Overlay {
    /// Whether it is shown. F1 switches it.
    pub open: bool,
    /// What is selected.
    pub selected: Option<Selection>,
    /// Where the game shows between the panels, in points; nowhere ([`Rect::NOTHING`]) while another tab lies over it.
    pub view: Rect,
    /// The panels and where they are.
    pub dock: DockState<Panel>,
    /// The map's own state.
    pub map: MapPanel,
    /// The tables' own state.
    pub table: TablePanel,
    /// The log's own state.
    pub log: LogPanel,
    /// The state of the panel of entities.
    pub world: WorldPanel,
    /// The state of the pages of a level of Ratchet & Clank 2.
    pub commando: CommandoPanels,
    /// The dock is that of a level of Ratchet & Clank 2.
    pub of_commando: bool,
    /// The dock of the other game, as it was left.
    pub other_dock: DockState<Panel>,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            open: false,
            selected: None,
            view: Rect::EVERYTHING,
            dock: default_layout(),
            map: MapPanel::default(),
            table: TablePanel::default(),
            log: LogPanel::default(),
            world: WorldPanel::default(),
            commando: CommandoPanels::default(),
            of_commando: false,
            other_dock: commando_layout(),
        }
    }
}

/// The view at the top left, the map and the switches beside it, lists below.
fn default_layout() -> DockState<Panel> {
    let mut dock = DockState::new(vec![Panel::View]);
    let surface = dock.main_surface_mut();
    let [view, side] = surface.split_right(NodeIndex::root(), 0.66, vec![Panel::Map]);
    surface.split_below(
        side,
        0.5,
        vec![Panel::Switches, Panel::Budget, Panel::Frame],
    );
    surface.split_below(
        view,
        0.68,
        vec![Panel::Log, Panel::Table, Panel::Faults, Panel::World],
    );
    dock
}

/// The view at the top left as well; the level and the switches beside it, lists below.
fn commando_layout() -> DockState<Panel> {
    let mut dock = DockState::new(vec![Panel::View]);
    let surface = dock.main_surface_mut();
    let [view, side] =
        surface.split_right(NodeIndex::root(), 0.66, vec![Panel::Level, Panel::Lights]);
    surface.split_below(side, 0.56, vec![Panel::Switches, Panel::Frame]);
    surface.split_below(
        view,
        0.62,
        vec![
            Panel::Patches,
            Panel::Classes,
            Panel::Textures,
            Panel::Faults,
            Panel::World,
        ],
    );
    dock
}

impl Overlay {
    /// The panels that the level in play has, those that can be closed.
    pub fn panels(&self) -> &'static [Panel] {
        match self.of_commando {
            true => &Panel::OF_COMMANDO,
            false => &Panel::CLOSEABLE,
        }
    }

    /// Takes the panels of the game whose level is in play; each game's stay where they were left.
    fn follow_game(&mut self, world: &World) {
        let of_commando = commando::is_in_play(world);
        if self.of_commando != of_commando {
            self.of_commando = of_commando;
            std::mem::swap(&mut self.dock, &mut self.other_dock);
            self.selected = None;
        }
    }

    /// Whether a panel is somewhere, in front or behind another tab.
    pub fn has(&self, panel: Panel) -> bool {
        self.dock.find_tab(&panel).is_some()
    }

    /// Brings a panel to the front; opens it when it was closed.
    pub fn show_panel(&mut self, panel: Panel) {
        if !self.has(panel) {
            // Beside another panel rather than in the view's place.
            let beside = self
                .panels()
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
    pub fn close_panel(&mut self, panel: Panel) {
        if panel != Panel::View
            && let Some(path) = self.dock.find_tab(&panel)
        {
            self.dock.remove_tab(path);
        }
    }

    /// Puts every panel back where it was at first.
    pub fn reset_layout(&mut self) {
        self.dock = match self.of_commando {
            true => commando_layout(),
            false => default_layout(),
        };
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
                &mut Panels {
                    overlay: self,
                    world,
                },
            );
        self.dock = dock;
    }

    fn show_bar(&mut self, ui: &mut egui::Ui, world: &mut World) {
        egui::MenuBar::new().ui(ui, |ui| {
            ui.menu_button("Panels", |ui| {
                for &panel in self.panels() {
                    let mut open = self.has(panel);
                    if ui.checkbox(&mut open, panel.title()).changed() {
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
    for (at, (name, value)) in panels::headline(world).into_iter().enumerate() {
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
struct Panels<'a> {
    overlay: &'a mut Overlay,
    world: &'a mut World,
}

impl TabViewer for Panels<'_> {
    type Tab = Panel;

    fn title(&mut self, panel: &mut Panel) -> egui::WidgetText {
        match panel {
            Panel::Faults => panels::faults::title(self.world).into(),
            _ => panel.title().into(),
        }
    }

    fn id(&mut self, panel: &mut Panel) -> Id {
        Id::new(panel.title())
    }

    fn ui(&mut self, ui: &mut egui::Ui, panel: &mut Panel) {
        let Self { overlay, world } = self;
        match panel {
            Panel::View => overlay.view = ui.max_rect(),
            Panel::Map => panels::map::show(ui, overlay, world),
            Panel::Budget => panels::budget::show(ui, world),
            Panel::Table => panels::table::show(ui, overlay, world),
            Panel::Log => overlay.log.show(ui, world),
            Panel::Switches => panels::switches::show(ui, world),
            Panel::Faults => panels::faults::show(ui, world),
            Panel::Frame => panels::frame::show(ui, world),
            Panel::World => overlay.world.show(ui, world),
            Panel::Level => commando::level::show(ui, world),
            Panel::Classes => commando::classes::show(ui, overlay, world),
            Panel::Textures => commando::textures::show(ui, &mut overlay.commando.textures, world),
            Panel::Patches => commando::patches::show(ui, overlay, world),
            Panel::Lights => commando::lights::show(ui, &mut overlay.commando.lights, world),
        }
    }

    fn is_closeable(&self, panel: &Panel) -> bool {
        *panel != Panel::View
    }

    fn tab_style_override(&self, panel: &Panel, style: &TabStyle) -> Option<TabStyle> {
        let mut style = style.clone();
        style.tab_body.inner_margin = egui::Margin::ZERO;
        (*panel == Panel::View).then_some(style)
    }

    fn clear_background(&self, panel: &Panel) -> bool {
        *panel != Panel::View
    }

    fn allowed_in_windows(&self, panel: &mut Panel) -> bool {
        *panel != Panel::View
    }

    fn scroll_bars(&self, panel: &Panel) -> [bool; 2] {
        match panel {
            // These fill their panel or scroll by themselves.
            Panel::View
            | Panel::Map
            | Panel::Table
            | Panel::Log
            | Panel::Faults
            | Panel::World
            | Panel::Classes
            | Panel::Textures
            | Panel::Patches => [false, false],
            _ => [true, true],
        }
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

/// Home shows all of the map, G goes to what is selected: while the overlay is open and nobody types in it.
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
    if show_all {
        world.resource_mut::<Overlay>().map.show_all();
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
