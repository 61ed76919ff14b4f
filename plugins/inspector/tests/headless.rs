//! The whole plugin on a device without a window: who gets the pointer and the keyboard, lines, the picture.

use std::path::PathBuf;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy_egui::egui::{Event, Modifiers, PointerButton, Pos2, pos2};
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiContext, PrimaryEguiContext};
use wonderwheel_game_files::{GameFilesPlugin, MemoryFiles, SharedFiles};
use wonderwheel_game_modes::{GameMode, GameModesPlugin, InputGate, MenuCommands, ModeCommand};
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_inspector::panels::log::LogPanel;
use wonderwheel_inspector::panels::map::MapPanel;
use wonderwheel_inspector::prelude::*;
use wonderwheel_level_assets::LevelAssetsPlugin;
use wonderwheel_player::PlayerPlugin;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

const SIZE: UVec2 = UVec2::new(960, 720);

/// The house's plugins with an overlay, open and with numbers or not, over a hand-made world; `None` after saying why not.
fn app(test: &str, [open, hud]: [bool; 2]) -> Option<App> {
    let Some(renderer) = headless::find_renderer() else {
        assert!(
            std::env::var_os("WONDERWHEEL_REQUIRE_GPU").is_none_or(|value| value != "1"),
            "{test}: WONDERWHEEL_REQUIRE_GPU is set and there is no GPU adapter"
        );
        println!("skipped: {test}: no GPU adapter");
        return None;
    };
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::default()),
        watch: false,
    })
    .add_plugins(headless::plugins(renderer).disable::<LogPlugin>())
    .add_plugins((
        LevelAssetsPlugin,
        WorldStreamingPlugin,
        GsRenderPlugin {
            present: Present::Image {
                width: SIZE.x,
                height: SIZE.y,
            },
        },
        GameModesPlugin,
        PlayerPlugin,
        InspectorPlugin { open, hud },
    ));
    headless::start(&mut app);
    let mut tables = GridCity::new(WorldSlot::Scenery, 6, 4).tables();
    tables.begin_read(1, 0);
    tables.arrive(1, |_| true, 0);
    app.world_mut().resource_mut::<Worlds>().insert(tables);
    Some(app)
}

fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        headless::step(app).expect("a frame");
    }
}

fn context(app: &mut App) -> Entity {
    let mut contexts = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryEguiContext>>();
    contexts.single(app.world()).expect("one overlay context")
}

/// Moves the pointer there.
fn move_to(app: &mut App, place: Pos2) {
    let context = context(app);
    app.world_mut().write_message(EguiInputEvent {
        context,
        event: Event::PointerMoved(place),
    });
}

/// Presses or releases a mouse button there, for the game and for the overlay, as a window's message would.
fn button(app: &mut App, place: Pos2, button: MouseButton, state: ButtonState) {
    let context = context(app);
    let pressed = state == ButtonState::Pressed;
    let egui_button = if button == MouseButton::Left {
        PointerButton::Primary
    } else {
        PointerButton::Secondary
    };
    let event = Event::PointerButton {
        pos: place,
        button: egui_button,
        pressed,
        modifiers: Modifiers::NONE,
    };
    app.world_mut()
        .write_message(EguiInputEvent { context, event });
    app.world_mut().write_message(MouseButtonInput {
        button,
        state,
        window: Entity::PLACEHOLDER,
    });
}

/// Presses and releases a mouse button there, each in a frame of its own.
fn click(app: &mut App, place: Pos2, which: MouseButton) {
    move_to(app, place);
    frames(app, 1);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        button(app, place, which, state);
        frames(app, 1);
    }
}

fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
    app.world_mut().write_message(KeyboardInput {
        key_code,
        logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
        state,
        text: None,
        repeat: false,
        window: Entity::PLACEHOLDER,
    });
}

fn gate(app: &App) -> InputGate {
    *app.world().resource::<InputGate>()
}

fn panel<P: Panel>(app: &App) -> &P {
    let overlay = app.world().resource::<Overlay>();
    overlay.panel().expect("it is registered")
}

/// The middle of the view, and the middle of the map panel.
fn places(app: &App) -> (Pos2, Pos2) {
    let overlay = app.world().resource::<Overlay>();
    (overlay.view.center(), panel::<MapPanel>(app).place.center())
}

#[test]
fn the_pointer_belongs_to_whom_the_drag_began_with() {
    let Some(mut app) = app("the pointer's owner", [true, true]) else {
        return;
    };
    frames(&mut app, 4);
    assert!(
        !gate(&app).pointer,
        "a pointer that never moved is not the overlay's"
    );
    let (view, map) = places(&app);

    move_to(&mut app, map);
    frames(&mut app, 1);
    assert!(gate(&app).pointer, "in the same frame, not one late");
    move_to(&mut app, view);
    frames(&mut app, 1);
    assert!(!gate(&app).pointer);

    // From the view over the map: the game keeps it, and the map neither moves nor selects.
    let before = panel::<MapPanel>(&app).view;
    button(&mut app, view, MouseButton::Left, ButtonState::Pressed);
    frames(&mut app, 1);
    for step in 0..4 {
        move_to(
            &mut app,
            map + bevy_egui::egui::vec2(step as f32 * 5.0, 0.0),
        );
        frames(&mut app, 1);
        assert!(!gate(&app).pointer);
    }
    button(&mut app, map, MouseButton::Left, ButtonState::Released);
    frames(&mut app, 2);
    assert_eq!(panel::<MapPanel>(&app).view, before);
    assert_eq!(app.world().resource::<Overlay>().selected, None);
    move_to(&mut app, map);
    frames(&mut app, 1);
    assert!(
        gate(&app).pointer,
        "after the release the panel has it again"
    );

    // From the map into the view: the overlay keeps it, and the map follows.
    button(&mut app, map, MouseButton::Left, ButtonState::Pressed);
    frames(&mut app, 1);
    move_to(&mut app, view);
    frames(&mut app, 2);
    assert!(gate(&app).pointer);
    button(&mut app, view, MouseButton::Left, ButtonState::Released);
    frames(&mut app, 1);
    assert!(gate(&app).pointer, "the release is still the overlay's");
    frames(&mut app, 1);
    assert!(!gate(&app).pointer);
    assert_ne!(panel::<MapPanel>(&app).view, before);
}

#[test]
fn a_text_field_has_the_keyboard_until_somebody_clicks_into_the_view() {
    let Some(mut app) = app("the keyboard's owner", [true, false]) else {
        return;
    };
    app.world_mut()
        .resource_mut::<Overlay>()
        .show_panel("Decisions");
    frames(&mut app, 4);
    let (view, _) = places(&app);
    let context = context(&mut app);
    let send = |app: &mut App, event| {
        app.world_mut()
            .write_message(EguiInputEvent { context, event });
    };

    // Typing with nothing focused reaches no widget.
    send(&mut app, Event::Text("x".into()));
    frames(&mut app, 2);
    assert!(!gate(&app).keyboard);

    // The field lies at the top left of the log panel, below the view.
    let bottom = app.world().resource::<Overlay>().view.bottom();
    let field = pos2(60.0, bottom + 24.0 + 22.0);
    click(&mut app, field, MouseButton::Left);
    send(&mut app, Event::Text("part".into()));
    frames(&mut app, 2);
    assert!(gate(&app).keyboard);
    assert_eq!(panel::<LogPanel>(&app).filter, "part");

    click(&mut app, view, MouseButton::Right);
    send(&mut app, Event::Text("more".into()));
    frames(&mut app, 2);
    assert!(!gate(&app).keyboard);
    assert_eq!(panel::<LogPanel>(&app).filter, "part");
}

/// Presses or releases Esc, for the game and for the overlay, as a window's message would.
fn escape(app: &mut App, state: ButtonState) {
    let context = context(app);
    let event = Event::Key {
        key: bevy_egui::egui::Key::Escape,
        physical_key: None,
        pressed: state == ButtonState::Pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    app.world_mut()
        .write_message(EguiInputEvent { context, event });
    key(app, KeyCode::Escape, state);
}

#[test]
fn esc_closes_an_open_menu_of_the_overlay_first_and_pauses_only_then() {
    let Some(mut app) = app("Esc", [true, false]) else {
        return;
    };
    frames(&mut app, 4);
    let starts = |app: &mut App, count: usize| {
        (0..count)
            .filter(|_| {
                frames(app, 1);
                app.world().resource::<MenuCommands>().start
            })
            .count()
    };
    let menu_is_open = |app: &mut App| {
        let entity = context(app);
        let mut context = app.world_mut().get_mut::<EguiContext>(entity).expect("one");
        context.get_mut().any_popup_open()
    };
    // The bar's first button.
    let panels = pos2(30.0, 14.0);
    click(&mut app, panels, MouseButton::Left);
    frames(&mut app, 1);
    assert!(menu_is_open(&mut app));

    escape(&mut app, ButtonState::Pressed);
    assert_eq!(starts(&mut app, 3), 0, "nor while it is still held");
    assert!(!menu_is_open(&mut app));
    escape(&mut app, ButtonState::Released);
    assert_eq!(starts(&mut app, 2), 0);
    escape(&mut app, ButtonState::Pressed);
    assert_eq!(starts(&mut app, 3), 1, "the next one is the game's");
}

#[test]
fn the_frame_and_the_games_screens_fit_into_the_view() {
    let Some(mut app) = app("the view", [false, false]) else {
        return;
    };
    app.world_mut()
        .write_message(ModeCommand::Push(GameMode::Menu));
    frames(&mut app, 4);
    let title = |app: &mut App| {
        let mut texts = app.world_mut().query::<(&Text, &UiGlobalTransform)>();
        let (_, place) = texts
            .iter(app.world())
            .find(|(text, _)| text.0 == "Wonderwheel")
            .expect("the menu's title");
        place.translation
    };
    assert_eq!(app.world().resource::<PresentArea>().0, None);
    let whole = title(&mut app);
    assert!(whole.x < SIZE.x as f32 * 0.5, "at the left: {whole}");

    app.world_mut().resource_mut::<Overlay>().open = true;
    frames(&mut app, 6);
    let (view, _) = places(&app);
    let area = app.world().resource::<PresentArea>().0.expect("an area");
    assert!((area.center() - Vec2::new(view.x, view.y)).length() < 0.01);
    assert!(area.width() < SIZE.x as f32 * 0.8 && area.height() < SIZE.y as f32 * 0.8);
    let found = title(&mut app);
    assert!(
        area.contains(found) && found.x < view.x,
        "{found} in {area:?}"
    );

    app.world_mut().resource_mut::<Overlay>().open = false;
    frames(&mut app, 2);
    assert_eq!(app.world().resource::<PresentArea>().0, None);
    assert_eq!(title(&mut app), whole);
}

#[test]
fn home_shows_all_of_the_map_and_g_goes_to_what_is_selected() {
    let Some(mut app) = app("Home and G", [true, false]) else {
        return;
    };
    frames(&mut app, 4);
    let fitted = panel::<MapPanel>(&app).view;
    let mut overlay = app.world_mut().resource_mut::<Overlay>();
    let map = overlay.panel_mut::<MapPanel>().expect("it is registered");
    map.fit = false;
    map.view.points_per_metre *= 2.0;
    overlay.selected = Some(Selection::Sector(WorldSlot::Scenery, 23));
    key(&mut app, KeyCode::Home, ButtonState::Pressed);
    frames(&mut app, 2);
    assert_eq!(panel::<MapPanel>(&app).view, fitted);

    key(&mut app, KeyCode::KeyG, ButtonState::Pressed);
    frames(&mut app, 1);
    let mut cameras = app.world_mut().query::<&GameCamera>();
    let camera = cameras.single(app.world()).expect("one camera").clone();
    let middle = GridCity::new(WorldSlot::Scenery, 6, 4).center(23);
    assert!(camera.position.y > middle.y && camera.pitch < 0.0);
    assert!(camera.forward().dot((middle - camera.position).normalize()) > 0.99);
}

#[test]
fn f1_opens_and_closes_the_overlay_and_f2_the_numbers() {
    let Some(mut app) = app("F1 and F2", [false, false]) else {
        return;
    };
    frames(&mut app, 2);
    let shown = |app: &App| {
        (
            app.world().resource::<Overlay>().open,
            app.world().resource::<Hud>().0,
        )
    };
    assert_eq!(shown(&app), (false, false));
    for (code, expected) in [
        (KeyCode::F1, (true, false)),
        (KeyCode::F2, (true, true)),
        (KeyCode::F1, (false, true)),
    ] {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            key(&mut app, code, state);
            frames(&mut app, 1);
        }
        assert_eq!(shown(&app), expected);
    }
    let place = pos2(900.0, 300.0);
    move_to(&mut app, place);
    frames(&mut app, 2);
    assert_eq!(
        gate(&app),
        InputGate::default(),
        "a closed overlay takes nothing"
    );
}

#[test]
fn lines_of_the_switches_reach_the_frame() {
    let Some(mut app) = app("lines", [false, false]) else {
        return;
    };
    frames(&mut app, 2);
    let count = |app: &mut App| {
        frames(app, 1);
        app.world().resource::<DebugLines>().len()
    };
    assert_eq!(count(&mut app), 0);
    type Switch = fn(&mut LineSwitches);
    let cases: [(Switch, usize, &str); 4] = [
        (|on| on.sectors = BoxLines::All, 24, "every sector"),
        (|on| on.sectors = BoxLines::Loaded, 2, "those of part 1"),
        (|on| on.parts = true, 12, "every part"),
        (|on| on.frustum = true, 1, "the frustum"),
    ];
    for (switch, boxes, words) in cases {
        let mut switches = LineSwitches::default();
        switch(&mut switches);
        app.insert_resource(switches);
        assert_eq!(count(&mut app), boxes * 12, "12 edges a box: {words}");
    }
}

/// The presenting camera's picture; kept in the folder `WONDERWHEEL_PICTURES` to be looked at.
fn presented(app: &mut App, name: &str) -> Picture {
    let picture = headless::presented_picture(app).expect("a picture");
    if let Some(folder) = std::env::var_os("WONDERWHEEL_PICTURES") {
        picture
            .save(&PathBuf::from(folder).join(name))
            .expect("a writable folder");
    }
    picture
}

/// What it should show: a dark table of eight rows in the top left corner of a black picture.
#[test]
fn the_numbers_stand_in_the_corner() {
    let Some(mut app) = app("the numbers' picture", [false, true]) else {
        return;
    };
    frames(&mut app, 6);
    let picture = presented(&mut app, "inspector_counters.png");
    let is_lit = |y: u32| {
        (0..320).any(|x| {
            let [r, g, b, _] = picture.pixel(x, y).expect("inside");
            r.max(g).max(b) > 128
        })
    };
    let rows = (1..260).filter(|&y| is_lit(y) && !is_lit(y - 1)).count();
    // Letters with gaps across their whole row would count twice, but no row has only such.
    assert_eq!(rows, 8, "rate, time, and the six entries of ours");
}

/// What it should show: dark panels right and below with the map of a 6 by 4 grid of boxes, two of them bright, and the
/// camera's wedge; the view at the top left, red here, with the counters in its corner.
#[test]
fn the_overlay_is_drawn_around_the_view_and_over_the_games_own_texts() {
    let Some(mut app) = app("the overlay's picture", [true, true]) else {
        return;
    };
    // A text of the game, as large as the window.
    let whole = Node {
        width: percent(100),
        height: percent(100),
        position_type: PositionType::Absolute,
        ..default()
    };
    app.world_mut()
        .spawn((whole, BackgroundColor(Color::srgb(1.0, 0.0, 0.0))));
    frames(&mut app, 20);
    let picture = presented(&mut app, "inspector_overlay.png");
    let (view, map) = places(&app);
    let at = |place: Pos2| {
        picture
            .pixel(place.x as u32, place.y as u32)
            .expect("inside")
    };
    assert_eq!(at(view)[..3], [255, 0, 0], "no panel lies over the view");
    assert!(at(map)[0] < 128, "the panels lie over the game's own texts");
    let colours: std::collections::HashSet<_> = (0..120)
        .flat_map(|step| [at(map + bevy_egui::egui::vec2(step as f32 - 60.0, 7.0))])
        .collect();
    assert!(colours.len() > 3, "the map shows boxes: {colours:?}");
    let mut contexts = app.world_mut().query::<&EguiContext>();
    assert_eq!(
        contexts.iter(app.world()).count(),
        1,
        "no other camera carries an overlay"
    );
}
